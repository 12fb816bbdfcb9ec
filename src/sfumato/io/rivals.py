"""Lists of who a text may be about: a CSV or JSON lines, each row a name and what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import CSV, check_regular, csv_rows, plain_suffix, shown
from sfumato.io.records import is_json_lines, not_an_object, read_records, whole_characters
from sfumato.protocols.reading import Candidate

NAME = "name"
"""The field that every row must have."""
MOST = 20_000
"""Rows of a list at most."""
_LONGEST = 10_000  # characters that may be known of one of them


def rivals_of(given: str | Iterable[Mapping[str, Any]]) -> tuple[Candidate, ...]:
    """The candidates of a file, or of records as its rows would be; none if nothing is given."""
    if not isinstance(given, str):
        return _candidates((f"rivals: {number}", each) for number, each in enumerate(given, 1))
    path = Path(given)
    check_regular(path)
    if is_json_lines(path):
        return _checked(_candidates((each.where, each.said()) for each in read_records(path)), path)
    if plain_suffix(path) not in CSV:
        raise InputError(f"{shown(path)}: a list of rivals is a CSV or JSON lines, with a field {NAME}")
    return _checked(_candidates(_rows(path)), path)


def _rows(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    rows = csv_rows(path)
    _, header = next(rows, (0, []))
    fields = [cell.strip().casefold() for cell in header]
    if fields.count(NAME) != 1:
        raise InputError(f"{shown(path)}: its first line must name the columns, one of them {NAME}")
    for number, cells in rows:
        if len(cells) > len(fields):
            raise InputError(f"{shown(path)}: line {number}: more cells than columns")
        yield f"{shown(path)}: line {number}", dict(zip(fields, cells, strict=False))


def _candidates(records: Iterable[tuple[str, Any]]) -> tuple[Candidate, ...]:
    found: list[Candidate] = []
    for where, record in records:
        if problem := not_an_object(record):
            raise InputError(f"{where}: {problem}")
        known = [(str(field).strip(), said) for field, value in record.items() for said in _texts(value, where)]
        names = [said for field, said in known if field.casefold() == NAME]
        if len(names) != 1:
            raise InputError(f"{where}: no {NAME}")
        rest = tuple((field, said) for field, said in known if field.casefold() != NAME)
        if sum(len(said) for _, said in rest) > _LONGEST:
            raise InputError(f"{where}: more than {_LONGEST:,} characters are known of one")
        found.append(Candidate(names[0], (), known=rest))
        if len(found) > MOST:
            raise InputError(f"more than {MOST:,} rivals")
    return tuple(found)


def _texts(value: Any, where: str) -> list[str]:
    """What a field says: a text, a number, or several of them; nothing where it is empty."""
    values = value if isinstance(value, list | tuple) else [value]
    if not all(each is None or isinstance(each, str | int | float) for each in values):
        raise InputError(f"{where}: a field is neither a text, nor a number, nor a list of them")
    said = [whole_characters(" ".join(str(each).split())) for each in values if each is not None]
    return [each for each in said if each]


def _checked(found: tuple[Candidate, ...], path: Path) -> tuple[Candidate, ...]:
    if len(found) < 2:
        raise InputError(f"{shown(path)}: fewer than two rows, so that there is nobody to be mistaken for")
    return found
