"""Results of other tools, in the dictionaries that Presidio's analyzer gives (RecognizerResult).

found = from_dicts(document, results)                        what a program has
detector = read_results(Path("found.jsonl"), several=True)   what a file has
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sfumato.detectors.spans import Detector, united
from sfumato.errors import InputError
from sfumato.io.files import shown, whole_text
from sfumato.io.records import Record, is_json_lines, parsed, read_records
from sfumato.types import Document, Term

ANOTHER_TOOL = "another tool"
"""What found it, in the reason of a replacement."""

_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-]+[A-Za-z0-9]+)*")


def from_dicts(document: Document, results: Iterable[Mapping[str, Any]], *, minimum: float = 0.0) -> list[Term]:
    """The spans that another tool found in the document, in order; what overlaps becomes one.

    Each result has `start`, `end` (half-open, in code points) and `entity_type`; one whose `score` is below
    `minimum` is left out, one without a score never. `InputError` says which result and which field cannot be used.

    >>> from_dicts(Document("1", "Jo ate"), [{"start": 0, "end": 2, "entity_type": "PERSON", "score": 0.85}])
    [Term(start=0, end=2, text='Jo', label='PERSON')]
    """
    found = []
    for number, result in enumerate(results, 1):
        where = f"{shown(document.id)}: result {number}"
        if not isinstance(result, Mapping):
            raise InputError(f"{where}: not an object with start, end and entity_type")
        start, end = _offset(result, "start", where), _offset(result, "end", where)
        if not 0 <= start < end <= len(document.text):
            length = len(document.text)
            raise InputError(f"{where}: start {start} and end {end} are no span of a text of {length} characters")
        label = _label(result, where)
        if _score(result, where) >= minimum:
            found.append(Term(start, end, document.text[start:end], label))
    return united(found)


def to_dicts(terms: Iterable[Term]) -> list[dict[str, Any]]:
    """The terms as Presidio's anonymizer and evaluator read them; each is certain, with a score of 1.

    >>> to_dicts([Term(0, 2, "Jo", "PERSON")])
    [{'entity_type': 'PERSON', 'start': 0, 'end': 2, 'score': 1.0}]
    """
    return [{"entity_type": term.label, "start": term.start, "end": term.end, "score": 1.0} for term in terms]


def found_by_another_tool(results: Sequence[Mapping[str, Any]] | None) -> dict[str, Detector]:
    """The detector of what another tool found in a text, by its name; none where there are no results."""
    if results is None:
        return {}
    return {ANOTHER_TOOL: lambda document, terms: from_dicts(document, list(results))}


def read_results(path: Path, *, several: bool) -> Detector:
    """The detector that gives what a file has: a JSON list for one text, or JSON lines with id and results.

    A document that the file does not name raises `InputError`: its ids are other ones, or it was never looked at.
    """
    where = shown(path)
    if not is_json_lines(path):
        if several:
            raise InputError(
                f"{where}: a list is for one text; for several give JSON lines (.jsonl) with id and results"
            )
        results = parsed(whole_text(path), where)
        if not isinstance(results, list):
            raise InputError(f"{where}: not a list of results with start, end and entity_type")
        return lambda document, terms: from_dicts(document, results)
    by_id = dict(map(_results, read_records(path)))

    def detector(document: Document, terms: Sequence[Term]) -> list[Term]:
        if document.id not in by_id:
            raise InputError(f"{where} has no results of this id; give an empty list if nothing was found")
        return from_dicts(document, by_id[document.id])

    return detector


def _results(record: Record) -> tuple[str, list[Any]]:
    value = record.said()
    if not isinstance(value, dict) or "id" not in value or not isinstance(value.get("results"), list):
        raise InputError(f"{record.where}: not an object with id and a list of results")
    return str(value["id"]), value["results"]


def _field(result: Mapping[str, Any], field: str, where: str) -> Any:
    if result.get(field) is None:
        raise InputError(f"{where}: no field {field}")
    return result[field]


def _offset(result: Mapping[str, Any], field: str, where: str) -> int:
    value = _field(result, field, where)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{where}: the field {field} is not a whole number")
    return value


def _label(result: Mapping[str, Any], where: str) -> str:
    value = _field(result, "entity_type", where)
    if not isinstance(value, str) or not _LABEL.fullmatch(value):
        raise InputError(f"{where}: the field entity_type is not a name in letters, digits and underscores")
    return re.sub(r"[ _-]+", "_", value).upper()


def _score(result: Mapping[str, Any], where: str) -> float:
    value = result.get("score")
    if value is None:
        return math.inf
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise InputError(f"{where}: the field score is not a number from 0 to 1")
    return float(value)
