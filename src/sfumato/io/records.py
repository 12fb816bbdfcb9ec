"""Records as files have them: JSON lines, one object a line. What stands in a file is never quoted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import JSON_LINES, OnBytes, lines, plain_suffix, shown

NOT_JSON = "not valid JSON"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Record:
    """A line of a file: what it says, or why it says nothing.

    `name` is what it is called by its place ("notes.jsonl:7"), `where` says the same in a message.
    """

    number: int
    name: str
    where: str
    value: Any
    fault: str = ""
    """`NOT_JSON`, or nothing."""
    detail: str = ""
    """What is not valid about it."""

    def said(self) -> Any:
        """What the line says; `InputError` if that is not valid JSON."""
        if self.fault:
            raise InputError(f"{self.where}: {self.fault}")
        return self.value


def is_json_lines(path: Path) -> bool:
    """Whether a file has a record in each line, by its name."""
    return plain_suffix(path) in JSON_LINES


def read_records(path: Path, on_bytes: OnBytes | None = None) -> Iterator[Record]:
    """The records of JSON lines, in order; lines with nothing on them are none."""
    for number, line in enumerate(lines(path, on_bytes), 1):
        if line.isspace():
            continue
        value, detail = None, ""
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            detail = f"{error.msg}, column {error.colno}"
        except (ValueError, RecursionError):
            detail = "a number too long, or nested too deep"
        fault = NOT_JSON if detail else ""
        yield Record(number, f"{path.name}:{number}", f"{shown(path)}: line {number}", value, fault, detail)


def not_an_object(value: object) -> str:
    """What is wrong with a record that is no object, or nothing."""
    return "" if isinstance(value, dict) else "not a JSON object"


def parsed(text: str, where: str) -> Any:
    """What a text says in JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{where}: {NOT_JSON}") from None


def not_a_text(value: object) -> str:
    """What is wrong with a field that is to be the text, or nothing."""
    if not isinstance(value, str):
        return "the field text is not a string"
    return "not text: NUL character" if "\0" in value else ""


def whole_characters(text: str) -> str:
    """The text with a mark for each half of a surrogate pair: that is no character and could not be written again.

    >>> whole_characters("a\\ud800b")
    'a\ufffdb'
    """
    return _LONE_SURROGATE.sub("\ufffd", text)
