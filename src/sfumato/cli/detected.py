"""What other tools found, in the form of Presidio's results, as a detector."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sfumato.errors import InputError
from sfumato.io.files import lines, plain_suffix, shown, whole_text
from sfumato.types import Document, Term

if TYPE_CHECKING:
    from sfumato.detectors import Detector

NAME = "another tool"
"""What found it, in the reason of a replacement."""


def read(path: Path, *, several: bool) -> Detector:
    """The detector that gives what a file has: a JSON list for one text, or JSON lines with id and results.

    A document that the file does not name raises `InputError`: its ids are other ones, or it was never looked at.
    """
    from sfumato.detectors import from_dicts

    where = shown(path)
    if plain_suffix(path) not in (".jsonl", ".ndjson"):
        if several:
            raise InputError(
                f"{where}: a list is for one text; for several give JSON lines (.jsonl) with id and results"
            )
        results = _value(whole_text(path), where)
        if not isinstance(results, list):
            raise InputError(f"{where}: not a list of results with start, end and entity_type")
        return lambda document, terms: from_dicts(document, results)
    by_id = dict(_line(line, f"{where}: line {at}") for at, line in enumerate(lines(path), 1) if not line.isspace())

    def detector(document: Document, terms: Sequence[Term]) -> list[Term]:
        if document.id not in by_id:
            raise InputError(f"{where} has no results of this id; give an empty list if nothing was found")
        return from_dicts(document, by_id[document.id])

    return detector


def _line(line: str, where: str) -> tuple[str, list[Any]]:
    value = _value(line, where)
    if not isinstance(value, dict) or "id" not in value or not isinstance(value.get("results"), list):
        raise InputError(f"{where}: not an object with id and a list of results")
    return str(value["id"]), value["results"]


def _value(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{where}: not valid JSON") from None
