"""Terms that a user gives instead of asking the detectors: beside each row, or as a list for the whole table.

A term that is given for one row is looked for in all texts and in every form: in any case, in the plural, written with
characters that cannot be seen, with look-alikes, broken apart. What the same letters only begin or end ("art" in
"party") is another word.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from sfumato.detectors import united
from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.io.processes import in_order, worker_pool
from sfumato.io.records import read_records
from sfumato.languages.en.normalform import normal_form
from sfumato.languages.en.scan import Scanner
from sfumato.languages.folding import Folded
from sfumato.tables.texts.terms import narrowed
from sfumato.tables.texts.types import TERM
from sfumato.types import Term

_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_ -][A-Za-z0-9]+)*")
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_TEXTS = 256  # of a chunk
_WORTH = 1_000_000  # characters that are worth more processes
Finder: TypeAlias = Callable[[str], list[tuple[int, int, str]]]
"""Finds something in a text: start, end and what."""
_TEXT_KEYS = ("text", "word", "term", "entity")
_TYPE_KEYS = ("label", "type", "entity_type", "entity_group")


@dataclass(frozen=True, slots=True)
class Given:
    """A term that somebody gave: its text and type, and where it stands in its row's text, if that was said."""

    text: str
    type: str = TERM
    start: int = -1
    end: int = -1


def read_given(path: Path) -> list[tuple[Mapping[str, Any], list[Given]]]:
    """The records of a JSONL file of terms, and the terms of each (`ents`, `terms` or `entities`)."""
    records: list[tuple[Mapping[str, Any], list[Given]]] = []
    for line in read_records(Path(path)):
        record = line.value
        if line.fault:
            raise InputError(f"{line.where}: not JSON")
        if not isinstance(record, dict):
            raise InputError(f"{line.where}: not an object with id and ents")
        listed = next((record[name] for name in ("ents", "terms", "entities") if name in record), None)
        if listed is None:
            raise InputError(f"{line.where}: no list of terms (ents)")
        records.append((record, given_of(listed, line.where)))
    return records


def by_row(
    records: Sequence[tuple[Mapping[str, Any], list[Given]]], ids: Sequence[str], where: str = "terms"
) -> list[list[Given]]:
    """The given terms of each row of a table, whose direct identifiers are `ids`.

    A record belongs to the row number that it says (`row`, from 0); else to all rows of its `id`. Where there is one
    record a row, in the same order, each belongs to its row.
    """
    rows: list[list[Given]] = [[] for _ in ids]
    if any("row" in record for record, _ in records):
        for record, terms in records:
            row = record.get("row")
            if isinstance(row, bool) or not isinstance(row, int) or not 0 <= row < len(ids):
                raise InputError(f"{where}: no row {shown(str(row))}; rows are numbered from 0 to {len(ids) - 1}")
            rows[row] += terms
        return rows
    named = [str(record["id"]) if "id" in record else None for record, _ in records]
    if len(records) == len(ids) and all(name in (None, id) for name, id in zip(named, ids, strict=True)):
        return [terms for _, terms in records]
    if None in named:
        at = named.index(None) + 1
        raise InputError(f"{where}: record {at} has neither row nor id, and there are not as many records as rows")
    of: dict[str, list[int]] = {}
    for at, id in enumerate(ids):
        of.setdefault(id, []).append(at)
    for name, (_, terms) in zip(named, records, strict=True):
        for at in of.get(name or "", ()):
            rows[at] += terms
    return rows


def given_of(listed: Any, where: str) -> list[Given]:
    """The terms of a cell or a record: strings, `[text, type]` pairs or dictionaries; as JSON too, or parted by `;`."""
    if listed is None:
        return []
    if isinstance(listed, str):
        if not listed.lstrip().startswith("["):
            return [Given(part.strip()) for part in listed.split(";") if part.strip()]
        try:
            listed = json.loads(listed)
        except ValueError:
            raise InputError(f"{where}: the list of terms is not JSON") from None
    if not isinstance(listed, Iterable) or isinstance(listed, Mapping):
        raise InputError(f"{where}: the terms are not a list")
    return [_given(item, where) for item in listed]


def _given(item: Any, where: str) -> Given:
    if isinstance(item, str):
        return Given(item)
    if isinstance(item, Mapping):
        text = next((item[name] for name in _TEXT_KEYS if isinstance(item.get(name), str)), "")
        label = next((item[name] for name in _TYPE_KEYS if isinstance(item.get(name), str)), TERM)
        start, end = item.get("start", -1), item.get("end", -1)
        if not all(isinstance(at, int) and not isinstance(at, bool) for at in (start, end)) or (not text and start < 0):
            raise InputError(f"{where}: a term has neither text nor start and end")
        return Given(text, _type(label, where), start, end)
    if isinstance(item, Sequence) and len(item) >= 2 and all(isinstance(part, str) for part in item[:2]):
        return Given(item[0], _type(item[1], where))
    raise InputError(f"{where}: a term is neither a text, a pair of text and type, nor an object")


def _type(label: str, where: str) -> str:
    if not _TYPE.fullmatch(label):
        raise InputError(f"{where}: {shown(label[:40])} is no type of terms; they look like PERSON")
    return label.upper().replace("-", "_").replace(" ", "_")


# --- where they stand -------------------------------------------------------------------------------------


def with_texts(texts: Sequence[str], rows: Sequence[Sequence[Given]], where: str = "terms") -> list[list[Given]]:
    """The given terms with their own texts, also where only start and end were said; these must fit the text."""
    whole = []
    for number, (text, given) in enumerate(zip(texts, rows, strict=True)):
        row = []
        for term in given:
            if term.start >= 0:
                said = text[term.start : term.end]
                if not said or (term.text and term.text != said):
                    raise InputError(f"{where}: row {number}: {term.start} to {term.end} is not where the term stands")
                term = Given(said, term.type, term.start, term.end)
            row.append(term)
        whole.append(row)
    return whole


def find_given(texts: Sequence[str], rows: Sequence[Sequence[Given]], *, processes: int = 1) -> list[list[Term]]:
    """The given terms in each text, in every form, in order and none overlapping another.

    A term has the type that its row gives it, elsewhere the one that most rows do. Time grows with the texts.
    """
    types: dict[str, Counter[str]] = {}
    for row in rows:
        for term in row:
            types.setdefault(normal_form(term.text), Counter())[term.type] += 1
    usual = {form: min(counts, key=lambda type: (-counts[type], type)) for form, counts in types.items()}
    finder = occurrences(dict.fromkeys(term.text for row in rows for term in row))
    found = []
    for text, row, hits in zip(texts, rows, _hits(finder, texts, processes), strict=True):
        own = {normal_form(term.text): term.type for term in row}
        spans = [Term(term.start, term.end, term.text, term.type) for term in row if term.start >= 0]
        for start, end, label in hits:
            form = normal_form(label)
            spans.append(Term(start, end, text[start:end], own.get(form) or usual[form]))
        found.append(narrowed(text, united(spans)))
    return found


def _hits(finder: Finder, texts: Sequence[str], processes: int) -> Iterator[list[tuple[int, int, str]]]:
    """What the finder finds in each text, in order; several processes share a finder on Linux alone."""
    if processes == 1 or sys.platform != "linux" or sum(map(len, texts)) < _WORTH:
        yield from map(finder, texts)
        return
    chunks = [texts[at : at + _TEXTS] for at in range(0, len(texts), _TEXTS)]
    pool = worker_pool(processes, _start_worker, finder)
    for _, found in in_order(pool, lambda chunk: (_work, chunk), chunks, 2 * processes):
        yield from found


_finder: Finder | None = None


def _start_worker(finder: Finder) -> None:
    global _finder
    _finder = finder


def _work(texts: Sequence[str]) -> list[list[tuple[int, int, str]]]:
    assert _finder is not None
    return [_finder(text) for text in texts]


def occurrences(labels: Iterable[str]) -> Finder:
    """A function that finds labels in a text in every form, as start, end and label, but not within other words.

    >>> occurrences(["Arts", "Human Resources"])("She's in the arts, not in HumanResources or parties of LucasArts")
    [(13, 17, 'Arts'), (26, 40, 'Human Resources')]
    """
    scanner = Scanner(labels)

    def find(text: str) -> list[tuple[int, int, str]]:
        return [hit for hit in scanner.find(text) if not _within(text[hit[0] : hit[1]], hit[2])]

    return find


def _within(found: str, label: str) -> bool:
    """Whether what was found is a longer word that only has the label in it, as "educational" has "education"."""
    solid, own = _solid(found), _solid(label)
    plurals = (own, own + "s", own + "es", own[:-1] + "ies")
    return solid not in plurals and solid.isalpha() and own in solid


def _solid(text: str) -> str:
    return _NOT_ALPHANUMERIC.sub("", Folded(text).text.casefold())
