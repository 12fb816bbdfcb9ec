"""Terms that a user names instead of asking the detectors: for each row, or in a file for the whole table.

A term of one row is looked for in all texts and in every form: in capitals, in the plural, written with characters that
cannot be seen, with look-alikes, broken apart. A longer word that only has the same letters in it ("art" in "party") is
another word.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from sfumato.detectors import united
from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.io.processes import mapped
from sfumato.io.records import read_records
from sfumato.languages.folding import Folded
from sfumato.protocols import Language
from sfumato.tables.texts.terms import narrowed
from sfumato.tables.texts.types import TERM
from sfumato.tables.tools import Tools
from sfumato.types import Term

_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_ -][A-Za-z0-9]+)*")
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_TEXTS = 256  # of a chunk
_WORTH = 1_000_000  # characters from which more processes are worth starting
Finder: TypeAlias = Callable[[str], list[tuple[int, int, str]]]
"""Finds something in a text: start, end and what."""
_TEXT_KEYS = ("text", "word", "term", "entity")
_TYPE_KEYS = ("label", "type", "entity_type", "entity_group")


@dataclass(frozen=True, slots=True)
class UserTerm:
    """A term that a user names: its text and type, and where it stands in its row's text, if that was said."""

    text: str
    type: str = TERM
    start: int = -1
    end: int = -1


UserTerms: TypeAlias = Path | str | Sequence[Sequence[UserTerm]]
"""The terms of a user: a JSONL file, the name of a column of the table, or the terms of each row."""


def file_or_column(said: str) -> Path | str:
    """The terms that a user means by a name: those of a file if there is one, else those of a column."""
    path = Path(said)
    if path.suffix and path.exists():
        return path
    if path.suffix in (".jsonl", ".ndjson", ".xz", ".gz"):
        raise InputError(f"{shown(path)}: no such file")
    return said


def distinct(rows: Iterable[Sequence[UserTerm]]) -> tuple[UserTerm, ...]:
    """The terms of all rows, each once and without its place."""
    return tuple(dict.fromkeys(UserTerm(term.text, term.type) for row in rows for term in row))


def read_user_terms(path: Path) -> list[tuple[Mapping[str, Any], list[UserTerm]]]:
    """The records of a JSONL file of terms, and the terms of each (`ents`, `terms` or `entities`)."""
    records: list[tuple[Mapping[str, Any], list[UserTerm]]] = []
    for line in read_records(Path(path)):
        record, where = line.value, line.where
        if line.fault:
            raise InputError(f"{where}: not JSON")
        if not isinstance(record, dict):
            raise InputError(f"{where}: not an object with id and ents")
        listed = next((record[name] for name in ("ents", "terms", "entities") if name in record), None)
        if listed is None:
            raise InputError(f"{where}: no list of terms (ents)")
        records.append((record, user_terms_of(listed, where)))
    return records


def by_row(
    records: Sequence[tuple[Mapping[str, Any], list[UserTerm]]], ids: Sequence[str], where: str = "terms"
) -> list[list[UserTerm]]:
    """The user's terms of each row of a table, whose direct identifiers are `ids`.

    A record belongs to the row number that it says (`row`, from 0); else to all rows of its `id`. Where there is one
    record a row, in the same order, each belongs to its row.
    """
    rows: list[list[UserTerm]] = [[] for _ in ids]
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


def user_terms_of(listed: Any, where: str) -> list[UserTerm]:
    """The terms of a cell or a record: texts, pairs of text and type, or dictionaries; as JSON, or separated by `;`."""
    if listed is None:
        return []
    if isinstance(listed, str):
        if not listed.lstrip().startswith("["):
            return [UserTerm(part.strip()) for part in listed.split(";") if part.strip()]
        try:
            listed = json.loads(listed)
        except ValueError:
            raise InputError(f"{where}: the list of terms is not JSON") from None
    if not isinstance(listed, Iterable) or isinstance(listed, Mapping):
        raise InputError(f"{where}: the terms are not a list")
    return [_term(item, where) for item in listed]


def _term(item: Any, where: str) -> UserTerm:
    if isinstance(item, str):
        return UserTerm(item)
    if isinstance(item, Mapping):
        text = next((item[name] for name in _TEXT_KEYS if isinstance(item.get(name), str)), "")
        label = next((item[name] for name in _TYPE_KEYS if isinstance(item.get(name), str)), TERM)
        start, end = item.get("start", -1), item.get("end", -1)
        if not all(isinstance(at, int) and not isinstance(at, bool) for at in (start, end)) or (not text and start < 0):
            raise InputError(f"{where}: a term has neither text nor start and end")
        return UserTerm(text, _type(label, where), start, end)
    if isinstance(item, Sequence) and len(item) >= 2 and all(isinstance(part, str) for part in item[:2]):
        return UserTerm(item[0], _type(item[1], where))
    raise InputError(f"{where}: a term is neither a text, a pair of text and type, nor an object")


def _type(label: str, where: str) -> str:
    if not _TYPE.fullmatch(label):
        raise InputError(f"{where}: {shown(label[:40])} is no type of terms; they look like PERSON")
    return label.upper().replace("-", "_").replace(" ", "_")


# --- where they stand -------------------------------------------------------------------------------------


def with_texts(texts: Sequence[str], rows: Sequence[Sequence[UserTerm]], where: str = "terms") -> list[list[UserTerm]]:
    """The same terms, each with its text; one of which only start and end were said gets it from its row's text."""
    whole = []
    for number, (text, terms) in enumerate(zip(texts, rows, strict=True)):
        row = []
        for term in terms:
            if term.start >= 0:
                said = text[term.start : term.end]
                if not said or (term.text and term.text != said):
                    raise InputError(f"{where}: row {number}: {term.start} to {term.end} is not where the term stands")
                term = UserTerm(said, term.type, term.start, term.end)
            row.append(term)
        whole.append(row)
    return whole


def find_user_terms(
    texts: Sequence[str], rows: Sequence[Sequence[UserTerm]], *, tools: Tools | None = None
) -> list[list[Term]]:
    """The user's terms in each text, in every form, in order and none overlapping another.

    `rows` are the terms of each text's row; all of them are looked for in all texts. A term has the type that its own
    row gives it, and in other rows the one that most rows do.
    """
    return _found(texts, rows, [term for row in rows for term in row], tools or Tools())


def find_anywhere(texts: Sequence[str], terms: Sequence[UserTerm], *, tools: Tools | None = None) -> list[list[Term]]:
    """A user's terms in each text, as above, where nothing says which term belongs to which text, as in a release."""
    return _found(texts, [()] * len(texts), terms, tools or Tools())


def _found(
    texts: Sequence[str], rows: Sequence[Sequence[UserTerm]], every: Sequence[UserTerm], tools: Tools
) -> list[list[Term]]:
    normal_form = tools.language.normal_form
    types: dict[str, Counter[str]] = {}
    for term in every:
        types.setdefault(normal_form(term.text), Counter())[term.type] += 1
    usual = {form: min(counts, key=lambda type: (-counts[type], type)) for form, counts in types.items()}
    finder = occurrences(dict.fromkeys(term.text for term in every), tools.language)
    found = []
    for text, row, hits in zip(texts, rows, _hits(finder, texts, tools.processes), strict=True):
        own = {normal_form(term.text): term.type for term in row}
        spans = [Term(term.start, term.end, term.text, term.type) for term in row if term.start >= 0]
        for start, end, label in hits:
            form = normal_form(label)
            spans.append(Term(start, end, text[start:end], own.get(form) or usual[form]))
        found.append(narrowed(text, united(spans), tools.language))
    return found


def _hits(finder: Finder, texts: Sequence[str], processes: int) -> Iterator[list[tuple[int, int, str]]]:
    """What the finder finds in each text, in order; with several processes only on Linux, where they can share it."""
    few = processes == 1 or sum(map(len, texts)) < _WORTH
    chunks = [texts[at : at + _TEXTS] for at in range(0, len(texts), _TEXTS)]
    for found in mapped(_searched, chunks, make=lambda: finder, processes=1 if few else processes):
        yield from found


def _searched(finder: Finder, texts: Sequence[str]) -> list[list[tuple[int, int, str]]]:
    return list(map(finder, texts))


def occurrences(labels: Iterable[str], language: Language) -> Finder:
    """A function that finds labels in a text in every form, as start, end and label, but not inside longer words.

    >>> from sfumato.languages import load
    >>> find = occurrences(["Arts", "Human Resources"], load())
    >>> find("She's in the arts, not in HumanResources or parties of LucasArts")
    [(13, 17, 'Arts'), (26, 40, 'Human Resources')]
    """
    scanner = language.scanner(labels)

    def find(text: str) -> list[tuple[int, int, str]]:
        return [hit for hit in scanner.find(text) if not _within(text[hit[0] : hit[1]], hit[2], language)]

    return find


def _within(found: str, label: str, language: Language) -> bool:
    """Whether what was found is a longer word with the label in it, as "educational" has "education"."""
    solid, own = _solid(found), _solid(label)
    return solid.isalpha() and own in solid and solid not in (own, *language.tables.plurals(own))


def _solid(text: str) -> str:
    return _NOT_ALPHANUMERIC.sub("", Folded(text).text.casefold())
