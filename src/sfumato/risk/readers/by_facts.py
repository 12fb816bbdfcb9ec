"""The reader who has the user's list: what a text says and the list says of somebody speaks for them, in bits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from sfumato.languages.plain import Plain
from sfumato.languages.reading import phrases
from sfumato.protocols import Language, Taxonomy
from sfumato.protocols.reading import Candidate, Candidates, Evidence
from sfumato.types import Reading

Span = tuple[int, int]
_REMEMBERED = 100_000  # candidates whose facts are kept
_LEAST = 0.5  # bits: what more than seven in ten have says nothing
_SENSES, _PATHS, _STEPS = 3, 2, 3  # of a thing that are looked at, to see what it is a kind of


class ByFacts:
    """Reads a text as somebody who knows what a list says of each candidate, and nothing else.

    A word or phrase of the text that is known of m of n candidates speaks for each of them: log2(n / m) bits, since
    one of m is meant where it could have been one of n. What is known of nobody, or of most, says nothing. What a list
    says is known less precisely, too: of who is 34, that they are in their thirties, of a cello that it is a stringed
    instrument. So what was written for something speaks for all of whom it is true.
    """

    name = "facts"
    within = 0.0
    """The list says exactly who has what: who has less falls behind."""

    def __init__(self, language: Language, taxonomy: Taxonomy) -> None:
        self._language = language
        self._taxonomy = taxonomy
        self._kinds = lru_cache(_REMEMBERED)(self._kinds_of)
        self._facts = lru_cache(_REMEMBERED)(self._facts_of)

    def evidence(self, reading: Reading, candidates: Candidates) -> list[Evidence]:
        """What each piece of a text says; of pieces that overlap the widest stands, with the most that any says."""
        places = self._forms(reading)
        everybody = (candidates.secret, *candidates.rivals)
        known_of: dict[str, list[int]] = {}
        for number, each in enumerate(everybody):
            for form in places.keys() & self._facts(each):
                known_of.setdefault(form, []).append(number)
        found: dict[Span, list[tuple[float, list[int]]]] = {}
        for form, numbers in known_of.items():
            bits = math.log2(len(everybody) / len(numbers))
            for span in places[form] if bits >= _LEAST else ():
                found.setdefault(span, []).append((bits, numbers))
        return [_piece(reading, span, says, len(everybody)) for span, says in _apart(found)]

    def _facts_of(self, candidate: Candidate) -> frozenset[str]:
        """All that is known of a candidate, its name too, in normal form."""
        found = set(self._forms(self._language.read(candidate.name)))
        for field, value in candidate.known:
            forms = self._forms(self._language.read(value))
            found.update(forms, *map(self._kinds, forms))
            for step in self._steps(field, value):
                found.update(self._forms(self._language.read(step)))
        return frozenset(found)

    def _steps(self, field: str, value: str) -> Iterator[str]:
        """What the ages and dates of a field are called less precisely."""
        patterns, wording = self._language.patterns, self._language.wording
        text = Plain(f"{field}: {value}").text
        for match in patterns.find(text, patterns.labels):
            around = text[: match.start], text[match.end :]
            yield from wording.quantity_steps(text[match.start : match.end], match.label, *around)

    def _kinds_of(self, form: str) -> frozenset[str]:
        """What a thing is a kind or a part of, in normal form, a few steps up."""
        taxonomy = self._taxonomy
        paths = (path for sense in taxonomy.senses(form)[:_SENSES] for path in taxonomy.paths(sense, _PATHS))
        above = {concept for path in paths for concept in path[:_STEPS] if not concept.grouping}
        return frozenset(self._language.normal_form(label) for each in above for label in taxonomy.labels(each)[:1])

    def _forms(self, reading: Reading) -> dict[str, list[Span]]:
        """The words and phrases of a text, and what its words may be forms of: where each stands, in words."""
        found = {form: list(places) for form, places in phrases(reading).items()}
        for form, spans in list(found.items()):
            for base in self._language.bases(form) if " " not in form else ():
                found[base] = [*found.get(base, ()), *spans]
        return found


def _apart(found: Mapping[Span, list[tuple[float, list[int]]]]) -> Iterator[tuple[Span, list[tuple[float, list[int]]]]]:
    """Of spans that overlap the widest, and of equally wide ones the first, with what those that it meets say."""
    kept: dict[Span, list[tuple[float, list[int]]]] = {}
    taken: dict[int, Span] = {}
    for span in sorted(found, key=lambda span: (span[0] - span[1], span)):
        met = {taken[at] for at in range(*span) if at in taken} or {span}
        for each in met:
            kept.setdefault(each, []).extend(found[span])
        if span in met:
            taken.update(dict.fromkeys(range(*span), span))
    yield from sorted(kept.items())


def _piece(reading: Reading, span: Span, says: list[tuple[float, list[int]]], number: int) -> Evidence:
    bits = np.zeros(number)
    for each, numbers in says:
        bits[numbers] = np.maximum(bits[numbers], each)
    return Evidence(reading.starts[span[0]], reading.ends[span[1] - 1], float(bits[0]), bits[1:])
