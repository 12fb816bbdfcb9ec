"""Tells which terms the texts of each person have, as a reader of the release sees them.

Detectors find the same word in one sentence and miss it in the next. So a term that was found in one text of a class is
also looked for in all other texts of that class. An everyday word counts only as it was written where it was found
("Turkey", not "turkey"), and in small letters only where it is a date or a job: if "like" was once taken for a name,
not every other "like" is one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from sfumato.io.arrays import Array
from sfumato.protocols import Language
from sfumato.tables.texts.terms import Key, key, narrowed
from sfumato.tables.texts.types import only_fillers
from sfumato.taxonomies import Chain, embedded
from sfumato.types import Term

_GAP = re.compile(r"\.?[-‐‑–—_/&'’,+\s]{0,12}")  # between two words of one term
SMALL = frozenset(("DATE", "TIME", "AGE", "JOB"))
"""Types whose terms are written in small letters."""
_PLAIN = re.compile(r"\w[\w\s.'’&/-]*")


class TermPlace(NamedTuple):
    """A term and where it stands in a text."""

    start: int
    end: int
    key: Key


# --- what a text says beside its row ----------------------------------------------------------------------


def beside(text: str, terms: Sequence[Term], values: Iterable[str], language: Language) -> list[Term]:
    """The terms of a released text, without the parts of them that repeat the released values of its person.

    >>> from sfumato.languages import load
    >>> text = "a [24-36] years old from Lima"
    >>> terms = [Term(2, 19, text[2:19], "AGE"), Term(25, 29, "Lima", "GPE")]
    >>> [term.text for term in beside(text, terms, ["[24-36]"], load())]
    ['Lima']
    """
    if not terms:
        return []
    written, said = _written(frozenset(values), language)
    left: list[Term] = []
    for term in terms:
        if masked := sorted([*_literally(text, term, written), *_in_words(term, said, language)]):
            left += _parts(text, term, masked, language)
        else:
            left.append(term)
    return left


def _parts(text: str, term: Term, masked: Sequence[tuple[int, int]], language: Language) -> list[Term]:
    """The parts of a term between the values in it, without those that are only units ("years old")."""
    parts = []
    at = term.start
    for start, end in [*masked, (term.end, term.end)]:
        if at < start and not only_fillers(_forms(text[at:start], language), language):
            parts.append(Term(at, start, text[at:start], term.label))
        at = max(at, end)
    return narrowed(text, parts, language)


@lru_cache(maxsize=1 << 12)
def _written(values: frozenset[str], language: Language) -> tuple[tuple[str, ...], frozenset[tuple[str, ...]]]:
    """Values that are looked for to the letter, such as ranges, and the words in normal form of all others."""
    plain = {value for value in values if _PLAIN.fullmatch(value)}
    said = frozenset(_forms(value, language) for value in plain)
    return tuple(sorted(filter(None, values - plain))), said - {()}


def _literally(text: str, term: Term, values: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where values stand to the letter in a term, or overlap it."""
    for value in values:
        reach = len(value) - 1  # a detector may begin or end within a value
        at = text.find(value, max(term.start - reach, 0), term.end + reach)
        while at >= 0:
            yield at, at + len(value)
            at = text.find(value, at + 1, term.end + reach)


def _in_words(term: Term, values: Collection[tuple[str, ...]], language: Language) -> Iterator[tuple[int, int]]:
    """Where the words of values, in normal form, stand in a term."""
    here = list(language.words(term.text)) if values else []
    for at in range(len(here)):
        for value in values:
            if tuple(form for _, _, form in here[at : at + len(value)]) == value:
                yield term.start + here[at][0], term.start + here[at + len(value) - 1][1]


def _forms(text: str, language: Language) -> tuple[str, ...]:
    """The words of a text in normal form."""
    return tuple(form for _, _, form in language.words(text))


# --- who has what -----------------------------------------------------------------------------------------


class TermFinder:
    """Finds terms in any text that detectors found in some."""

    def __init__(self, terms: Iterable[Term], language: Language) -> None:
        self._language = language
        self._keys: dict[tuple[str, ...], Key] = {}
        self._surfaces: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
        self._lengths: dict[str, set[int]] = {}
        for term in terms:
            forms = _forms(term.text, language)
            if not forms:
                continue
            own = key(term, language)
            self._keys[forms] = min(self._keys.get(forms, own), own)
            self._surfaces.setdefault(forms, set()).add(_surface(term.text, language))
            self._lengths.setdefault(forms[0], set()).add(len(forms))

    def key(self, term: Term) -> Key:
        """The key of a term; a form that was found with several types has the first of these for all."""
        return self._keys.get(_forms(term.text, self._language)) or key(term, self._language)

    def find(self, text: str) -> list[TermPlace]:
        """Every place of every term, also of terms within others."""
        if not self._lengths:
            return []
        here = list(self._language.words(text))
        possessive = self._language.tables.possessive
        found = []
        for at, (start, _, form) in enumerate(here):
            for length in sorted(self._lengths.get(form, ())):
                last = at + length - 1
                if last >= len(here):
                    continue
                forms = tuple(each for _, _, each in here[at : last + 1])
                known = self._keys.get(forms)
                if known is None or not self._joined(text, here[at : last + 1]):
                    continue
                end = here[last][1]
                if ending := possessive.search(text, here[last][0], end):
                    end = ending.start()
                if not everyday(" ".join(forms), self._language) or self._certain(forms, text[start:end]):
                    found.append(TermPlace(start, end, known))
        return found

    def _certain(self, forms: tuple[str, ...], text: str) -> bool:
        """Whether everyday words in a text are the term, by the way they are written."""
        as_found = _surface(text, self._language) in self._surfaces[forms]
        return as_found and (not text.islower() or self._keys[forms].type in SMALL)

    def _joined(self, text: str, here: Sequence[tuple[int, int, str]]) -> bool:
        return all(_GAP.fullmatch(text, one[1], other[0]) is not None for one, other in pairwise(here))


def _surface(text: str, language: Language) -> tuple[str, ...]:
    """The words of a term as they are written, whatever stands between them."""
    return tuple(match.group() for match in language.token.finditer(text) if match.group()[0].isalnum())


@lru_cache(maxsize=1 << 15)
def everyday(form: str, language: Language) -> bool:
    """Whether a term in small letters is an everyday word, and not a name that was written carelessly."""
    if form.casefold() in language.stop_words or form.isdigit():
        return True
    wordnet = _wordnet()
    return any(
        label.islower() and language.normal_form(label) == form.casefold()
        for concept in wordnet.senses(form.casefold())
        for label in wordnet.labels(concept)
    )


@cache
def _wordnet() -> Chain:
    return embedded(("WordNet",))


class HeldTerms(NamedTuple):
    """Who has which terms in one text column."""

    found: list[set[Key]]
    """The terms of each person that detectors found."""
    keys: list[set[Key]]
    """These, and those that were found in texts of others and stand in this person's, too."""
    places: list[list[TermPlace]]
    """Where the latter stand in each text."""


def held(
    texts: Sequence[str], terms: Sequence[Sequence[Term]], of: Array, classes: Array, language: Language
) -> HeldTerms:
    """Who has which terms; `of` is the person of each text, `classes` the class of each person."""
    together: dict[int, list[int]] = {}
    for at, person in enumerate(of.tolist()):
        together.setdefault(int(classes[person]), []).append(at)
    detected: list[set[Key]] = [set() for _ in range(len(classes))]
    keys: list[set[Key]] = [set() for _ in range(len(classes))]
    places: list[list[TermPlace]] = [[] for _ in texts]
    for rows in together.values():
        finder = TermFinder((term for at in rows for term in terms[at]), language)
        for at in rows:
            own = [TermPlace(term.start, term.end, finder.key(term)) for term in terms[at]]
            places[at] = sorted({*own, *finder.find(texts[at])})
            detected[int(of[at])].update(key(term, language) for term in terms[at])
            keys[int(of[at])].update(place.key for place in places[at])
    return HeldTerms(detected, keys, places)


def differing(people: Iterable[Collection[Key]], total: int) -> set[Key]:
    """The terms that some people of a group have and others have not, given the terms of those who have any."""
    counts = Counter(key for keys in people for key in set(keys))
    return {key for key, count in counts.items() if count < total}
