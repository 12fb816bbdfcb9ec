"""Who a text is about: the spans that identify a person directly, or together with others.

Names, places, organisations, dates, codes, amounts, ages, nationalities, occupations and illnesses are found
generously and judged by a small model that was fitted to court cases, in which people marked what identifies
the applicant. It sees kinds, shapes and plain words, nobody's name: biographies, letters and posts have those too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from sfumato.languages.en.identifiers.model import Model, features, fitted, listed
from sfumato.languages.en.identifiers.spans import Candidate, candidates
from sfumato.languages.en.identifiers.words import DEMONYMS, OCCUPATIONS
from sfumato.types import Document, Term

THRESHOLD = 0.2
"""The probability from which a candidate is hidden: what is hidden needlessly costs less than what is left."""

_LABELS = {
    "DATE": "DATE_TIME",
    "MONTH": "DATE_TIME",
    "YEAR": "DATE_TIME",
    "CLOCK": "DATE_TIME",
    "CENTURY": "DATE_TIME",
    "DURATION": "DATE_TIME",
    "MEASURE": "QUANTITY",
    "COUNT": "QUANTITY",
    "OCCUPATION": "DEM",
    "AILMENT": "DEM",
    "WEB": "URL",
    "NAME": "MISC",
    "WORK": "WORK_OF_ART",
}
_NAMED = frozenset(("PERSON", "NORP", "FAC", "ORG", "GPE", "LOC", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE"))
_NAMES = frozenset(("NAME", "PERSON", "WORK"))
_MISTER = re.compile(r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Mme|Mlle|Herr|Frau)\b")
_WORD = re.compile(r"[^\W\d_]+(?:[-‑'’](?!s\b)[^\W\d_]+)*")
_AT_WORK = re.compile(r"\s(?:[a-z-]+\s)?(?:" + "|".join(sorted(OCCUPATIONS)) + r")\b")
_LINE = re.compile(r"[^\n]+")


def identifiers(
    document: Document, terms: Sequence[Term], *, threshold: float = THRESHOLD, model: Model | None = None
) -> list[Term]:
    """The spans of a document that identify somebody, in order, none overlapping another.

    `terms` are what the language found in the document. The same name has the same answer wherever it stands, and
    so do the parts of a person's name. A lower `threshold` hides more. Labels are those of the terms where they
    are names (PERSON, ORG, GPE), else DATE_TIME, CODE, AGE, MONEY, PERCENT, QUANTITY, DEM, URL or MISC.
    """
    text = document.text
    found = candidates(document, terms)
    model = model or fitted()
    named = _named(found, terms)
    hidden = {
        key
        for key, values in features(document, terms, found).items()
        if "kind=LAW" not in values and model.probability(values) >= threshold
    }
    hidden |= {c.key for c in found if _certain(text, c)}
    hidden |= _parts(text, found, hidden, named)
    spans = [(c.start, c.end, named.get(c.key) or _LABELS.get(c.kind, c.kind)) for c in found if c.key in hidden]
    spans += _repeated(text, found, hidden, named)
    return [Term(start, end, text[start:end], label) for start, end, label in sorted(spans)]


def _certain(text: str, candidate: Candidate) -> bool:
    """Whether no model need be asked: a person with a title, a work with its year, a nationality with a job."""
    if candidate.kind == "NAME":
        return candidate.key in DEMONYMS and _AT_WORK.match(text, candidate.end) is not None
    return candidate.kind == "WORK" or (candidate.kind == "PERSON" and _MISTER.match(text, candidate.start) is not None)


def _named(found: Sequence[Candidate], terms: Sequence[Term]) -> dict[str, str]:
    """The label that the language gave to most mentions of a name."""
    votes: dict[str, Counter[str]] = {}
    at = 0
    for candidate in found:
        while at < len(terms) and terms[at].end <= candidate.start:
            at += 1
        if candidate.kind == "PERSON":
            votes.setdefault(candidate.key, Counter())["PERSON"] += 1
        elif (
            candidate.kind == "NAME"
            and at < len(terms)
            and terms[at].start < candidate.end
            and terms[at].label in _NAMED
        ):
            votes.setdefault(candidate.key, Counter())[terms[at].label] += 1
    return {key: min(counts, key=lambda label: (-counts[label], label)) for key, counts in votes.items()}


def _parts(text: str, found: Sequence[Candidate], hidden: set[str], named: dict[str, str]) -> set[str]:
    """Names made of nothing but words of a hidden person's name: "Ms Lind" and "Eva", if "Eva Lind" is hidden."""
    words = _people(text, found, hidden, named)
    return {
        c.key
        for c in found
        if c.kind in _NAMES and c.key not in hidden and (own := set(_own_words(text[c.start : c.end]))) and own <= words
    }


def _people(text: str, found: Sequence[Candidate], hidden: set[str], named: dict[str, str]) -> set[str]:
    """The words of the hidden names of persons."""
    people = (c for c in found if c.key in hidden and named.get(c.key) == "PERSON")
    return {word for c in people for word in _own_words(text[c.start : c.end])}


def _own_words(shown: str) -> Iterator[str]:
    """The words of a name that are not plain words of institutions, titles or countries."""
    return (word for word in _WORD.findall(shown) if len(word) > 1 and word[0].isupper() and not listed(word))


def _repeated(
    text: str, found: Sequence[Candidate], hidden: set[str], named: dict[str, str]
) -> Iterator[tuple[int, int, str]]:
    """Hidden names of one word inside names that are kept, and hidden persons in headings of capitals."""
    alone = {
        text[c.start : c.end]: named.get(c.key, "MISC")
        for c in found
        if c.key in hidden and c.kind == "NAME" and _WORD.fullmatch(text, c.start, c.end)
    }
    for c in found:
        if c.key not in hidden:
            for match in _WORD.finditer(text, c.start, c.end):
                if match.group() in alone and not listed(match.group()):
                    yield match.start(), match.end(), alone[match.group()]
    people = {word.casefold() for word in _people(text, found, hidden, named)}
    taken = [(c.start, c.end) for c in found]
    for line in _LINE.finditer(text):
        if line.group().isupper():
            for match in _WORD.finditer(text, line.start(), line.end()):
                at = bisect_right(taken, (match.end(),)) - 1
                free = at < 0 or taken[at][1] <= match.start()
                if free and match.group().casefold() in people:
                    yield match.start(), match.end(), "PERSON"
