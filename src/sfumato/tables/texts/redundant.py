"""Finds redundant information (RX section 4): terms in a person's text that repeat a column of that person.

They are recoded as the column is, so that no text tells more than its row. A term repeats a column if its type is one
of the column's and its value is the same: words in normal form, numbers by value, dates as precisely as they are
written ("2004" repeats part of 2004-05-14). Approximately, numbers in words, dates in other formats, words that differ
by one letter, and synonyms of a taxonomy repeat it, too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from sfumato.languages.slips import is_longer, is_other
from sfumato.protocols import Language, Taxonomy
from sfumato.tables.config import Config
from sfumato.tables.texts.types import only_fillers, selected
from sfumato.tables.view import MISSING, Attribute, Kind, People
from sfumato.types import Term

_LONG = 6  # words of so many letters that differ by one letter are spellings of the same
_SENSES = 2  # the first senses of a word in a taxonomy are taken for its meaning


class Redundant(NamedTuple):
    """A term, the column that it repeats, and which part of the text is to be recoded as the column is."""

    term: Term
    column: str
    start: int
    end: int


@dataclass(frozen=True)
class Fact:
    """What one column says of one person: numbers, days or normal forms, and the types of terms that may repeat it."""

    column: str
    kind: Kind
    types: frozenset[str]
    values: frozenset[Any]
    raw: frozenset[str] = field(default_factory=frozenset)
    """The values as they are written."""


def types_of(
    config: Config, known: Collection[str], language: Language, *, strict: bool = False
) -> dict[str, frozenset[str]]:
    """The types of terms that may repeat each column: the config's, or else those that its kind and name suggest.

    `known` are the types that there are; if `strict`, others are refused, since no detector finds them.
    """
    said = {}
    for column in config.of("quasi_identifier", "sensitive"):
        types = column.entities or suggested(column.name, column.kind, language)
        own = () if strict else (type.upper() for type in column.entities)
        said[column.name] = selected(types, {*known, *own})
    return said


def suggested(name: str, kind: Kind, language: Language) -> Sequence[str]:
    """The types of terms that may repeat a column of such a name."""
    hints = language.tables.columns
    words = set(re.findall(f"[{language.alphabet}]+", name.lower()))
    if kind == "date":
        return ("DATE", "TIME")
    if kind == "number" and not words.isdisjoint(hints.ages):
        return ("AGE", "DATE")
    return next((types for names, types in hints.types if not words.isdisjoint(names)), ())


def facts(people: People, person: int, types: Mapping[str, frozenset[str]], language: Language) -> list[Fact]:
    """What the columns say of a person; `types` are those of terms that may repeat each column."""
    every = (_fact(column, person, types.get(column.name, frozenset()), language) for column in people.attributes)
    return [fact for fact in every if fact is not None]


def _fact(column: Attribute, person: int, types: frozenset[str], language: Language) -> Fact | None:
    codes = column.codes[column.starts[person] : column.starts[person + 1]]
    values = column.values[codes[codes != MISSING]]
    if not len(values):
        return None
    if column.kind == "number":
        return Fact(column.name, "number", types, frozenset(map(float, values)))
    if column.kind == "date":
        return Fact(column.name, "date", types, frozenset(_day(value) for value in values))
    raw = frozenset(map(str, values))
    return Fact(column.name, column.kind, types, frozenset(map(language.normal_form, raw)), raw)


def _day(value: Any) -> tuple[int, int, int]:
    year, month, day = str(np.datetime64(value, "D")).rsplit("-", 2)
    return int(year), int(month), int(day)


def redundant(
    terms: Sequence[Term],
    known: Sequence[Fact],
    language: Language,
    *,
    approximate: bool = False,
    taxonomy: Taxonomy | None = None,
) -> list[Redundant]:
    """The terms that repeat one of the facts, in order, each with the part that does."""
    found = []
    for term in terms:
        for fact in known:
            if term.label in fact.types and (span := _said(term, fact, language, approximate, taxonomy)):
                found.append(Redundant(term, fact.column, *span))
                break
    return found


def written_out(text: str, known: Sequence[Fact], language: Language, *, approximate: bool = False) -> list[Redundant]:
    """Where a person's own numbers and days stand in a text, whether a detector found them or not.

    A number counts from four digits on, as shorter ones may be the same by chance; approximately, a person's age counts
    in any digits and in words.
    """
    found = []
    days = {fact.column: fact.values for fact in known if fact.kind == "date"}
    for match in _FIGURES.finditer(text) if days else ():
        for column, values in days.items():
            if any(_fits(read, day) for read in _read_date(match.group(), language) for day in values):
                found.append(_at(text, *match.span(), "DATE", column))
    for fact in known:
        if fact.kind != "number":
            continue
        aged = approximate and "AGE" in fact.types
        for match in _AMOUNT.finditer(text):
            if _figure(match.group()) in fact.values and (aged or sum(map(str.isdigit, match.group())) >= 4):
                found.append(_at(text, *match.span(), "AGE" if aged else "CARDINAL", fact.column))
        if aged:
            found += (_at(text, *span, "AGE", fact.column) for span in _spelt(text, fact.values, language))
    return found


def _spelt(text: str, values: Collection[float], language: Language) -> Iterator[tuple[int, int]]:
    """Where one of the values stands in words, as a whole number of its own ("thirty-six", not its "six")."""
    words, forms = _words(text, language)
    at = 0
    while at < len(words):
        number, last = language.tables.number_in_words(forms, at)
        if number in values and number is not None and number >= 10:
            yield words[at].start(), words[last].end()
        at = max(last, at) + 1


def _words(text: str, language: Language) -> tuple[list[re.Match[str]], list[str]]:
    """The words of a text, and the normal form of each: empty for one of which nothing can be seen."""
    words = [match for match in language.token.finditer(text) if match.group()[0].isalnum()]
    written = [word.group() for word in words]
    return words, [language.normal_word(word, language.shouted(written, at)) for at, word in enumerate(written)]


def _at(text: str, start: int, end: int, label: str, column: str) -> Redundant:
    return Redundant(Term(start, end, text[start:end], label), column, start, end)


# --- one term and one column ------------------------------------------------------------------------------


def _said(
    term: Term, fact: Fact, language: Language, approximate: bool, taxonomy: Taxonomy | None
) -> tuple[int, int] | None:
    """The part of a term that repeats a fact, or `None`."""
    if fact.kind == "number":
        return next(_numbers(term, fact.values, language, approximate), None)
    if fact.kind == "date":
        return _date(term, fact.values, language, approximate)
    form = language.normal_form(term.text)
    same = form in fact.values or (approximate and any(_alike(form, value, taxonomy) for value in fact.values))
    return (term.start, term.end) if same else None


def _numbers(term: Term, values: Collection[float], language: Language, approximate: bool) -> Iterator[tuple[int, int]]:
    """The numbers of a term that are one of the values and beside which only units stand.

    Approximately, they may be in words, or have an ending: "36th".
    """
    words, forms = _words(term.text, language)
    for at, word in enumerate(words):
        last = at
        if approximate:
            number = _figure(language.tables.figure_ending.sub("", word.group()))
            if number is None:
                number, last = language.tables.number_in_words(forms, at)
        else:
            number = _figure(word.group())
        if number in values and only_fillers([*forms[:at], *forms[last + 1 :]], language):
            yield term.start + word.start(), term.start + words[last].end()


def _figure(word: str) -> float | None:
    """The number that a word in figures is."""
    try:
        number = float(word.replace(",", ""))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


# --- dates ------------------------------------------------------------------------------------------------

_ISO = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_AMOUNT = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w]|[.,]\d)|(?<![\w.,])\d+(?:\.\d+)?(?![\w]|[.,]\d)")
_FIGURES = re.compile(r"(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})")


def _date(
    term: Term, days: Collection[tuple[int, int, int]], language: Language, approximate: bool
) -> tuple[int, int] | None:
    """The part of a term that is one of the days, or its month or year; `None` if there is none."""
    for match in _ISO.finditer(term.text):
        parts = tuple(int(part) for part in match.groups() if part)
        around = term.text[: match.start()] + " " + term.text[match.end() :]
        whole = not (term.text[match.end() : match.end() + 1].isalnum() or term.text[: match.start()][-1:].isalnum())
        said = (form for _, _, form in language.words(around))
        if whole and any(day[: len(parts)] == parts for day in days) and only_fillers(said, language):
            return term.start + match.start(), term.start + match.end()
    if approximate and any(_fits(read, day) for read in _read_date(term.text, language) for day in days):
        return term.start, term.end
    return None


def _fits(read: tuple[int | None, int | None, int | None], day: tuple[int, int, int]) -> bool:
    """Whether a date of which parts may be unknown can be this day."""
    return all(part is None or part == own for part, own in zip(read, day, strict=True))


def _read_date(text: str, language: Language) -> Sequence[tuple[int | None, int | None, int | None]]:
    """Year, month and day of a date as people write them, in each way that it can be read.

    >>> from sfumato.languages import load
    >>> _read_date("Friday, May 14th 2004", load()), _read_date("5/6/04", load())
    (((2004, 5, 14),), ((2004, 6, 5), (2004, 5, 6)))
    """
    if figures := _FIGURES.fullmatch(text.strip()):
        one, two, three = figures.groups()
        if len(one) == 4:
            return ((int(one), int(two), int(three)),)
        full = int(three) + (0 if len(three) == 4 else 1900 if int(three) >= 69 else 2000)
        return tuple(dict.fromkeys(((full, int(two), int(one)), (full, int(one), int(two)))))
    said = language.tables.date_in_words(text)
    return (said,) if said else ()


# --- likeness ---------------------------------------------------------------------------------------------


def _alike(form: str, value: str, taxonomy: Taxonomy | None) -> bool:
    if min(len(form), len(value)) >= _LONG and (is_longer(form, value) or is_other(form, value)):
        return True
    return taxonomy is not None and not _concepts(taxonomy, form).isdisjoint(_concepts(taxonomy, value))


def _concepts(taxonomy: Taxonomy, form: str) -> frozenset[str]:
    return frozenset(concept.id for concept in taxonomy.senses(form)[:_SENSES])


# --- recoded ----------------------------------------------------------------------------------------------


def still_says(said: str, kind: Kind, label: str, language: Language) -> bool:
    """Whether words of a text tell no more than the released label of the column that they repeat: then they may stay.

    >>> from sfumato.languages import load
    >>> still_says("2004", "date", "2004-05", load()), still_says("May 2004", "date", "2004", load())
    (True, False)
    """
    if kind == "date":
        iso = _ISO.fullmatch(label)
        known = [int(part) for part in iso.groups() if part] if iso else []
        exact = _ISO.fullmatch(said)
        reads = (
            (tuple(int(part) if part else None for part in exact.groups()),) if exact else _read_date(said, language)
        )
        return bool(known) and any(
            all(part is None or known[at : at + 1] == [part] for at, part in enumerate(read)) for read in reads
        )
    if kind == "number":
        return _figure(said) is not None and _figure(said) == _figure(label)
    return language.normal_form(said) == language.normal_form(label)
