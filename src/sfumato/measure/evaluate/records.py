"""Records and spans as files have them: what GOLD and OUT share. What stands in a file is never quoted."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import CSV, csv_rows, decoded, guarded, listed, opened, plain_suffix, shown, whole_text
from sfumato.io.records import is_json_lines, not_a_text, parsed, read_records, whole_characters
from sfumato.measure.evaluate.labels import KINDS, Label

_START = ("start", "start_offset", "start_position")
_END = ("end", "end_offset", "end_position")
_TYPE = ("type", "label", "entity_type")
_KIND = ("kind", "identifier", "identifier_type")
_ENTITY = ("entity", "entity_id")
_MOST = 40_000_000  # bytes of one text
_DIGITS = re.compile(r"\d{1,15}", re.ASCII)


def whole(path: Path) -> str:
    """The whole text of a file, unless it is too large."""
    with opened(path) as stream, guarded(path):
        data = stream.read(_MOST + 1)
    if len(data) > _MOST:
        raise InputError(f"{shown(path)}: more than {_MOST:,} bytes, the most of one text: split it")
    return "".join(decoded(io.BufferedReader(io.BytesIO(data)), path))


def records(path: Path) -> Iterator[tuple[str, str, Any]]:
    """What each record of JSON lines, of a list in JSON, or of a CSV is called, where it stands, and what it says."""
    where = shown(path)
    if plain_suffix(path) in CSV:
        rows = csv_rows(path)
        _, header = next(rows, (1, []))
        names = [name.strip() for name in header]
        if len(set(names)) < len(names):
            raise InputError(f"{where}: two columns have the same name; there are: {listed(names)}")
        for number, row in rows:
            if len(row) != len(names):
                raise InputError(f"{where}: line {number}: {len(row)} fields where the header has {len(names)}")
            given = {name: cell for name, cell in zip(names, row, strict=True) if cell != ""}
            for name in (*_START, *_END):
                if name in given and _DIGITS.fullmatch(str(given[name]).strip()):
                    given[name] = int(given[name])  # type: ignore[assignment]
            yield f"{path.name}:{number}", f"{where}: line {number}", given
    elif is_json_lines(path):
        for record in read_records(path):
            yield record.name, record.where, record.said()
    else:
        value = parsed(whole_text(path), where)
        for number, given in enumerate(value if isinstance(value, list) else [value], 1):
            yield f"{path.name}:{number}", f"{where}: record {number}", given


def record_id(record: Mapping[str, Any], name: str, where: str) -> str:
    """The id of a record, or else what it is called by its place."""
    id = next((record[key] for key in ("id", "doc_id") if record.get(key) not in (None, "")), name)
    if not isinstance(id, str | int | float) or isinstance(id, bool):
        raise InputError(f"{where}: the field id is neither a text nor a number")
    return whole_characters(str(id))


def text_of(record: Mapping[str, Any], where: str) -> str | None:
    """The text of a record, where it has one. Half a surrogate pair is no character."""
    text = next((record[key] for key in ("text", "full_text") if record.get(key) is not None), None)
    if text is None:
        return None
    if problem := not_a_text(text):
        raise InputError(f"{where}: {problem}")
    return whole_characters(text)


def list_of(record: Mapping[str, Any], field: str, where: str) -> list[Any]:
    value = record.get(field)
    if not isinstance(value, list):
        raise InputError(f"{where}: the field {field} is not a list")
    return value


def label_of(given: Any, text: str, where: str, annotator: str = "") -> Label:
    """The label that a file describes."""
    if not isinstance(given, Mapping):
        raise InputError(f"{where}: not an object with start and end")
    start, end = span_of(_first(given, _START), _first(given, _END), text, where)
    kind = _name(given, _KIND, where).upper()
    if kind and kind not in KINDS:
        raise InputError(f"{where}: an identifier is one of {', '.join(KINDS)}")
    annotator = _name(given, ("annotator",), where) or annotator
    return Label(start, end, _name(given, _TYPE, where), kind, _name(given, _ENTITY, where), annotator)


def span_of(start: Any, end: Any, text: str, where: str) -> tuple[int, int]:
    """A span, after checking that it lies in the text."""
    for name, value in (("start", start), ("end", end)):
        if value is None:
            raise InputError(f"{where}: no field {name}")
        if not isinstance(value, int) or isinstance(value, bool):
            raise InputError(f"{where}: the field {name} is not a whole number")
    if not 0 <= start < end <= len(text):
        raise InputError(f"{where}: start {_brief(start)} and end {_brief(end)} are no span of a text of {len(text)}")
    return start, end


def _brief(number: int) -> str:
    return str(number) if abs(number) < 10**15 else "(huge)"


def _first(given: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((given[name] for name in names if given.get(name) is not None), None)


def _name(given: Mapping[str, Any], names: tuple[str, ...], where: str) -> str:
    value = _first(given, names)
    if value is None:
        return ""
    if not isinstance(value, str | int) or isinstance(value, bool) or len(str(value)) > 1000:
        raise InputError(f"{where}: the field {names[0]} is not a name")
    return whole_characters(str(value))
