"""What a sentence tells of a secret by what it means, whatever its words: "he has been sober for two years".

A sentence tells if its vector is nearer to what is said of the secret than to rivals (what else somebody could have)
and to everyday things, by a clear margin: the difference of the likeness to the secret and the mean likeness to the
others, in standard deviations of the likenesses to the others. Without the model that makes vectors nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sfumato.io.arrays import Array
from sfumato.languages.reading import phrases
from sfumato.languages.vectors import encoder
from sfumato.risk.unseen import ORDINARY
from sfumato.types import Disclosure, Reading

if TYPE_CHECKING:
    from sfumato.risk.judges import CSanitized

BY_MEANING = "tells by its meaning"
"""The reason of a disclosure by what a sentence means."""
# Chosen on clinical notes, court cases and an encyclopedia, so that fewer than 3 % of their sentences tell.
RIVALS, EVERYDAY = 2.2, 1.2
"""Standard deviations by which a sentence must be nearer to the secret than to rivals, and to everyday things."""
_NO_WORD = re.compile(r"\b(?:\w*\d\w*|[^\W\daAiI])\b")  # codes and single letters mean nothing to the model
_SMALL = re.compile(r"\b[a-z]+\b")
_WORDS = 4  # with fewer nothing is said: "a certain number" is about nothing
_LEAST = 0.2  # of a limit, that some term of the sentence must tell by counts
_REMEMBERED = 1 << 12  # sentences, until all is forgotten


class Margins(NamedTuple):
    """How much nearer to a secret a sentence is than to others, in standard deviations of their likenesses."""

    rivals: float
    everyday: float

    @property
    def tell(self) -> bool:
        """Whether that tells."""
        return self.rivals >= RIVALS and self.everyday >= EVERYDAY


class Meaning:
    """Compares sentences with what is said of one secret, with rivals and with everyday things: all given as vectors.

    >>> meaning = Meaning(np.eye(3)[:1], rivals=np.eye(3)[1:], everyday=np.eye(3)[1:])
    >>> [round(margin, 1) for margin in meaning.margins(np.array([[0.8, 0.6, 0.0]]))[0]]
    [1.7, 1.7]
    """

    def __init__(self, about: Array, *, rivals: Array, everyday: Array, capitals: frozenset[str] = frozenset()) -> None:
        """`capitals` are words said of it that may mean something else in small letters, all that the model reads."""
        self.capitals = capitals
        self._about = about.mean(axis=0)
        self._rivals, self._everyday = rivals, everyday

    def margins(self, vectors: Array) -> list[Margins]:
        """For each vector how much nearer it is to the secret than to the others."""
        near = vectors @ self._about
        margins = (_standardised(near, vectors @ others.T) for others in (self._rivals, self._everyday))
        return [Margins(float(one), float(other)) for one, other in zip(*margins, strict=True)]


class Told(NamedTuple):
    """A sentence that tells, by its place in the text, and which of the judge's secrets it tells of."""

    start: int
    end: int
    row: int
    text: str

    def disclosure(self, judge: CSanitized) -> Disclosure:
        limit = float(judge.limits[self.row])
        return Disclosure((" ".join(self.text.split()),), judge.names[self.row], limit, limit, BY_MEANING)


def is_read() -> bool:
    """Whether there is a model that makes vectors of sentences."""
    return encoder() is not None


def told_by_meaning(text: str, judge: CSanitized, exempt: Iterable[tuple[int, int]] = ()) -> list[Told]:
    """The sentences of a text that tell of a secret, but for what stands in places that are exempt."""
    if not judge.reads_meaning or not is_read():
        return []
    made = ((row, secret.meaning()) for row, secret in enumerate(judge.secrets) if secret.meaning is not None)
    meanings = {row: meaning for row, meaning in made if meaning is not None}
    if not meanings:
        return []
    language = judge.knowledge.language
    original = text
    capitals = frozenset[str]().union(*(meaning.capitals for meaning in meanings.values()))
    small = [word.span() for word in _SMALL.finditer(text) if word[0].upper() in capitals]
    for a, b in (*exempt, *small, *(match.span() for match in _NO_WORD.finditer(text))):
        text = f"{text[:a]}{' ' * (b - a)}{text[b:]}"
    sentences_at = [(a, b) for a, b in language.sentences(text) if ":" not in text[a:b]]  # lines of a form are none
    places = [(a, b) for a, b in sentences_at if _says_something(language.read(text[a:b]))]
    if not places:
        return []
    sentences = [text[a:b] for a, b in places]
    vectors = vectors_of(sentences)
    least = _LEAST if judge.knowledge.total >= ORDINARY else 0.0
    shares = [_share(sentence, judge) for sentence in sentences]
    found = []
    for row, meaning in meanings.items():
        for at, margins in enumerate(meaning.margins(vectors)):
            if margins.tell and least <= shares[at][row] < 1:  # from 1 on a term of it tells already
                found.append(Told(*places[at], row, original[slice(*places[at])]))
    return found


def vectors_of(sentences: Sequence[str]) -> Array:
    """The vectors of sentences; each is computed once and remembered."""
    model = encoder()
    assert model is not None
    known = _vectors if len(_vectors) + len(sentences) <= _REMEMBERED else {}
    keys = [" ".join(sentence.split()) for sentence in sentences]
    new = [key for key in dict.fromkeys(keys) if key not in known]
    known.update(zip(new, model.texts(new) if new else (), strict=True))
    if known is not _vectors:
        _vectors.clear()
        _vectors.update(known)
    return np.stack([known[key] for key in keys])


_vectors: dict[str, Array] = {}


def _says_something(reading: Reading) -> bool:
    return len(reading.forms) >= _WORDS and any(reading.content)


def _share(sentence: str, judge: CSanitized) -> Array:
    """For each secret the largest share of its limit that a phrase of a sentence reveals."""
    forms = list(phrases(judge.knowledge.language.read(sentence)))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(judge.bits(forms).max(axis=1) / judge.limits)


def _standardised(near: Array, others: Array) -> Array:
    return (near - others.mean(axis=1)) / np.maximum(others.std(axis=1), 1e-6)
