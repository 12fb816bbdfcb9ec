"""What a sentence tells of a secret by what it means, whatever its words: "he has been sober for two years".

A sentence tells if its vector is nearer to what is said of the secret than to rivals (what else somebody could have)
and to everyday things, by a clear margin: the difference of the likeness to the secret and the mean likeness to the
others, in standard deviations of the likenesses to the others. Without the model that makes vectors nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sfumato.io.arrays import Array
from sfumato.knowledge.handbook import Handbook
from sfumato.languages.reading import phrases
from sfumato.languages.vectors import encoder
from sfumato.protocols import Language
from sfumato.risk.clues import handbook_of, named_entries
from sfumato.risk.spans import widest
from sfumato.risk.unseen import ORDINARY
from sfumato.types import Disclosure

if TYPE_CHECKING:
    from sfumato.risk.judges import CSanitized

BY_MEANING = "tells by its meaning"
"""The reason of a disclosure by what a sentence means."""
LIKE = 0.5
"""Cosine from which on a sentence says the like of one in the handbook."""
LIKE_ALONE = 0.65
"""The same in a text of fewer than `SHORT` words: beside little else a sentence says less surely what it is about."""
SHORT = 30
LIKELIER = 3
"""Entries that a sentence may be likelier to be about, and still tell of the secret."""
_BEYOND = 0.03  # by which it must be liker than to what tells of nothing
BROAD = 5
"""Entries beyond which a secret is a whole field: of so much something is like any sentence, by chance."""
_LIKE_FIELD, _BEYOND_FIELD = 0.55, 0.1  # the same for a field: no other entry may be likelier
# Chosen on clinical notes, court cases and an encyclopedia, so that fewer than 3 % of their sentences tell.
RIVALS, EVERYDAY = 2.2, 1.2
"""Standard deviations by which a sentence must be nearer to the secret than to rivals, and to everyday things."""
_NO_WORD = re.compile(r"\b(?:\w*\d\w*|[^\W\daAiI])\b")  # codes and single letters mean nothing to the model
_COMMA = re.compile(r",\s|\s[-–—]\s|[()]|:\s")
_PLACEHOLDER = re.compile(r"\[[A-Z_.]+\]")  # says what stood there, and of nothing else
_BREAK = re.compile(r"[;\n]")
_SMALL = re.compile(r"\b[a-z]+\b")
_WORDS = 4  # with fewer nothing is said: "a certain number" is about nothing
_LEAST = 0.2  # of a limit, that some term of the sentence must tell by counts
_REMEMBERED = 1 << 14  # sentences, until all is forgotten


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
    places = list(exempt)
    return [*_told_by_handbook(text, judge, places), *_told_by_dictionary(text, judge, places)]


def _told_by_handbook(text: str, judge: CSanitized, exempt: Sequence[tuple[int, int]]) -> list[Told]:
    """The sentences that are like what is said of a secret in the handbook.

    They are less like what is said of others there, and what tells of nothing.
    What the text names openly explains a sentence that is as like it.
    """
    handbook = handbook_of(judge)
    if handbook is None:
        return []
    language = judge.knowledge.language
    inside = [(a, b) for a, b in clauses(text, language) if not any(c <= a and b <= d for c, d in exempt)]
    places = [(a, b) for a, b in inside if _says_something(text[a:b], language)]
    if not places:
        return []
    pieces = [piece for place in places for piece in (place, *_between_commas(text, *place))]
    likeness, ordinary = likeness_of(tuple(_PLACEHOLDER.sub("", text[a:b]) for a, b in pieces), handbook)
    named = named_entries(language.read(text), handbook)
    like = LIKE_ALONE if len(text.split()) < SHORT else LIKE
    found = []
    for row, secret in enumerate(judge.secrets):
        if secret.entries:
            least, most, beyond = (like, LIKELIER, _BEYOND)
            if len(secret.entries) > BROAD:
                least, most, beyond = max(like, _LIKE_FIELD), 0, _BEYOND_FIELD
            own = likeness[:, list(secret.entries)].max(axis=1)
            near = np.flatnonzero(
                (own >= least) & (own > ordinary + beyond)
            )  # few: only these are compared with others
            own, alike = own[near], likeness[near]
            others = np.delete(alike, [*secret.entries, *secret.above], axis=1)
            explained = alike[:, sorted(named.difference(secret.entries, secret.above))].max(axis=1, initial=-1.0)
            likelier = np.count_nonzero(others > own[:, np.newaxis], axis=1)
            tells = near[(likelier <= most) & (own > explained)]
            spans = widest([pieces[at] for at in tells.tolist()], lambda span: span)
            found += [Told(a, b, row, text[a:b]) for a, b in spans]
    return found


def _between_commas(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The parts of a sentence between commas, dashes and brackets that say something."""
    edges = [start, *(at for match in _COMMA.finditer(text, start, end) for at in match.span()), end]
    parts = list(zip(edges[::2], edges[1::2], strict=True))
    return [(a, b) for a, b in parts if len(text[a:b].split()) >= _WORDS] if len(parts) > 1 else []


@lru_cache(maxsize=4)
def clauses(text: str, language: Language) -> tuple[tuple[int, int], ...]:
    """Where the sentences of a text stand, and the parts of those that a semicolon or a line break divides."""
    found = []
    for start, end in language.sentences(text):
        at = start
        for edge in (*(match.end() for match in _BREAK.finditer(text, start, end)), end):
            piece = text[at:edge]
            if piece.strip():
                found.append((at + len(piece) - len(piece.lstrip()), at + len(piece.rstrip())))
            at = edge
    return tuple(found)


def _told_by_dictionary(text: str, judge: CSanitized, exempt: Sequence[tuple[int, int]]) -> list[Told]:
    """The sentences that tell of secrets which the handbook does not have, or in a short text: see `Meaning`."""
    short = len(text.split()) < SHORT
    made = (
        (row, secret.meaning())
        for row, secret in enumerate(judge.secrets)
        if secret.meaning is not None and (short or not secret.entries)
    )
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
    places = [(a, b) for a, b in sentences_at if _says_something(text[a:b], language)]
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
    return _remembered_rows(_vectors, [" ".join(sentence.split()) for sentence in sentences], model.texts)


_vectors: dict[str, Array] = {}


@lru_cache(4)  # several ask for those of one text, each for another secret
def likeness_of(sentences: tuple[str, ...], handbook: Handbook) -> tuple[Array, Array]:
    """How like sentences are to what is said of each entry, and to what tells of nothing; each is compared once.

    What it gives must not be changed.
    """

    def compared(new: Sequence[str]) -> Array:
        vectors = vectors_of(new)
        return np.column_stack([handbook.likeness(vectors), handbook.ordinariness(vectors)])

    known = _likeness.setdefault(id(handbook), {})
    found = _remembered_rows(known, [" ".join(sentence.split()) for sentence in sentences], compared)
    return found[:, :-1], found[:, -1]


_likeness: dict[int, dict[str, Array]] = {}


def _remembered_rows(known: dict[str, Array], keys: Sequence[str], make: Callable[[Sequence[str]], Array]) -> Array:
    """A row for each key: those that are not known are made, all at once. Threads may ask at the same time."""
    found = {key: row for key in dict.fromkeys(keys) if (row := known.get(key)) is not None}
    new = [key for key in dict.fromkeys(keys) if key not in found]
    if new:
        made = dict(zip(new, (row.copy() for row in make(new)), strict=True))
        if len(known) + len(new) > _REMEMBERED:
            known.clear()
        known.update(made)
        found.update(made)
    return np.stack([found[key] for key in keys])


@lru_cache(_REMEMBERED)
def _says_something(sentence: str, language: Language) -> bool:
    reading = language.read(sentence)
    return len(reading.forms) >= _WORDS and any(reading.content)


def _share(sentence: str, judge: CSanitized) -> Array:
    """For each secret the largest share of its limit that a phrase of a sentence reveals."""
    forms = list(phrases(judge.knowledge.language.read(sentence)))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(judge.bits(forms).max(axis=1) / judge.limits)


def _standardised(near: Array, others: Array) -> Array:
    return (near - others.mean(axis=1)) / np.maximum(others.std(axis=1), 1e-6)
