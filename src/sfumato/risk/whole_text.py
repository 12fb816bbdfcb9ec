"""What a text as a whole tells of a secret, by counts: how many of the texts like it speak of the secret.

Every word that is left speaks for or against the secret by the documents that have both. Words of one text repeat each
other, so that their sum says far too much: what comes out is a chance that was fitted to documents of the knowledge
from which the names of a secret were taken, and measured on others (`bench/calibration.py`). It is
the chance among documents of the knowledge: an encyclopedia's and a medical library's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sfumato.io.arrays import Array
from sfumato.languages import DEFAULT
from sfumato.languages.reading import LONGEST, phrases
from sfumato.protocols import Knowledge
from sfumato.risk.judges import CSanitized
from sfumato.types import All, Any, Reading

FEWEST = 20
"""Documents that must have a secret, and phrases that a text must have, for anything to be said."""
COMMON = 0.05
"""Share of all documents from which on a secret is too common: nothing of that kind was fitted."""
_KNOWN = 100_000  # documents of a knowledge; the chances of a smaller one were not fitted
_PSEUDO = 3.0  # documents of a secret that are added to those counted, with every term as often as anywhere
_OTHERS = 5.0  # documents with a term that are added to those counted, and have the secret as often as any
_LEAST = -1.0  # bits that a term may tell against a secret
_OWN = 0.05  # of a secret's documents, from which on the words of one of its names are its own
_SPEAKING = 5  # terms that are told
WEIGHTS = (-3.9245, -0.0206, -0.0512, -0.0595, 0.0403, 0.2789, 0.2071, -0.4490, 0.0128, -0.7350, 5.5463, 5.1458, 0.3464)
"""Of each feature, the constant first, as `scripts/fit_whole_text.py` printed them."""


@dataclass(frozen=True, slots=True)
class Told:
    """How many of the texts like one speak of a secret (`chance`), in bits beyond what any text tells, and why."""

    chance: float
    bits: float
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Places:
    """Where the phrases of a text stand: for each place which phrase, its first word, and how many words it has."""

    phrases: list[str]
    which: Array
    first: Array
    words: Array

    def without(self, hidden: Array) -> Places:
        """Those places at which no word is hidden."""
        before = np.concatenate([[0], np.cumsum(hidden)])
        at = before[self.first + self.words] == before[self.first]
        return Places(self.phrases, self.which[at], self.first[at], self.words[at])


def told_as_a_whole(reading: Reading, judge: CSanitized, exempt: Sequence[tuple[int, int]] = ()) -> list[Told | None]:
    """What a text tells of each secret of a judge; None where that cannot be said. What is exempt says nothing."""
    knowledge = judge.knowledge
    nothing: list[Told | None] = [None] * len(judge.secrets)
    if not judge.reads_meaning or knowledge.total < _KNOWN or knowledge.language.name != DEFAULT:
        return nothing
    places = places_of(reading)
    counts = np.array(knowledge.counts(All(), places.phrases), dtype=float)
    denied = np.array([_inside(a, b, exempt) for a, b in zip(reading.starts, reading.ends, strict=True)], dtype=bool)
    found = nothing
    for row, secret in enumerate(judge.secrets):
        documents = judge.documents[row]
        if not FEWEST <= documents <= COMMON * knowledge.total:
            continue
        names = frozenset((*secret.labels, *secret.forms))
        hidden = denied | names_in(reading, places, names, own_words(knowledge, secret.forms, names))
        joint = np.array(knowledge.counts(judge.queries[row], places.phrases), dtype=float)
        weights = weights_of(joint, counts, documents, knowledge.total)
        left = places.without(hidden)
        speaking = speaking_of(weights, left)
        if len(speaking) >= FEWEST:
            content = judge.contents[row]
            surest = surest_of(joint, counts, documents / knowledge.total, left)
            chance = chance_of(features_of(weights[speaking], surest, content))
            strongest = speaking[np.argsort(-weights[speaking], kind="stable")][:_SPEAKING]
            by = tuple(places.phrases[at] for at in strongest.tolist() if weights[at] > 0)
            found[row] = Told(chance, float(np.log2(chance)) + content, by)
    return found


def places_of(reading: Reading) -> Places:
    """The phrases of a text and all their places."""
    found = phrases(reading)
    spans = [(at, a, b - a) for at, places in enumerate(found.values()) for a, b in places]
    which, first, words = np.array(spans, dtype=np.int64).reshape(-1, 3).T
    return Places(list(found), which, first, words)


@lru_cache(maxsize=256)
def own_words(knowledge: Knowledge, forms: tuple[str, ...], names: frozenset[str]) -> frozenset[str]:
    """The words of a secret's usual names: that they stand with it tells nothing."""
    listed = sorted(names)
    query = Any(*forms)
    usual = np.array(knowledge.counts(query, listed)) >= _OWN * knowledge.count(query)
    words = {word for at in np.flatnonzero(usual).tolist() for word in listed[at].split()}
    return frozenset(words - knowledge.language.stop_words)


def names_in(reading: Reading, places: Places, names: Iterable[str], own: Iterable[str]) -> Array:
    """Which words of a text are part of a name of a secret."""
    known = frozenset(own)
    hidden = np.array([form in known for form in reading.forms], dtype=bool)
    wanted = frozenset(names)
    named = np.array([phrase in wanted for phrase in places.phrases], dtype=bool)
    for at in np.flatnonzero(named[places.which]).tolist():
        hidden[places.first[at] : places.first[at] + places.words[at]] = True
    return hidden


def weights_of(joint: Array, counts: Array, documents: float, total: float) -> Array:
    """What terms tell of a secret, log2 p(term | secret) / p(term), trusted as far as counts go; nan if unseen.

    >>> weights_of(np.array([9.0, 0.0, 0.0]), np.array([64.0, 64.0, 0.0]), 125, 1024).round(2).tolist()
    [0.2, -1.0, nan]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        usual = counts / total
        weights = np.log2((joint + _PSEUDO * usual) / (documents + _PSEUDO) / usual)
    return np.maximum(np.where(counts > 0, weights, np.nan), _LEAST)


def surest_of(joint: Array, counts: Array, usual: float, places: Places) -> float:
    """How likely a secret is by the one phrase that tells most surely of it, trusted as far as counts go.

    `usual` is the share of all documents that have the secret.
    """
    here = np.unique(places.which)
    return float(((joint[here] + _OTHERS * usual) / (counts[here] + _OTHERS)).max(initial=usual))


def speaking_of(weights: Array, places: Places) -> Array:
    """The numbers of the phrases that speak: for each word the one of most weight that it stands in, each once."""
    at = np.flatnonzero(~np.isnan(weights[places.which]))
    which, first, words = places.which[at], places.first[at], places.words[at]
    mine = weights[which]
    most = np.full(int((first + words).max(initial=0)) + LONGEST, -np.inf)
    for step in range(LONGEST):
        reach = words > step
        np.maximum.at(most, first[reach] + step, mine[reach])
    best = np.zeros(len(which), dtype=bool)
    for step in range(LONGEST):
        best |= (words > step) & (mine >= most[first + step])
    return np.unique(which[best])


def features_of(weights: Array, surest: float, content: float) -> Array:
    """What a chance is made of: how much the phrases that speak tell, how many tell it, and how rare the secret is."""
    speaks = np.sort(weights[weights > 0])[::-1]
    ten = float(speaks[:10].sum())
    known = len(weights)
    return np.array(
        [
            1.0,
            content,
            np.log2(known),
            float(speaks[:1].sum()),
            ten,
            ten / content,
            np.log2(np.exp2(speaks).sum() + 1.0),
            np.log2(len(speaks) + 1.0),
            np.log2(np.count_nonzero(speaks > 2.0) + 1.0),
            float(np.maximum(speaks - 1.0, 0.0).sum()) / known,
            float(weights[weights < 0].sum()) / known,
            surest,
            np.log2(surest / (1.0 - surest)),
        ]
    )


def chance_of(features: Array) -> float:
    """The chance that features stand for."""
    return float(1.0 / (1.0 + np.exp(-(features @ np.array(WEIGHTS)))))


def _inside(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(a <= start and end <= b for a, b in spans)
