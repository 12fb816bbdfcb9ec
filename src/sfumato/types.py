"""What flows through sfumato: documents, readings, terms, concepts, secrets, edits, queries, hits and events.

Offsets are half-open code-point offsets into the document's original text, everywhere.
"""

from __future__ import annotations

import re
import typing
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias


@dataclass(frozen=True, slots=True)
class Document:
    """A text with an id that the user recognises, and a title where it has one."""

    id: str
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """A span that names a concept: `text == document.text[start:end]`.

    `label` is an entity type in UPPER_SNAKE ("PERSON", "GPE") or "NOUN_PHRASE".
    """

    start: int
    end: int
    text: str
    label: str


class Match(NamedTuple):
    """Where in a plain text something stands; `valid` says that more than its looks was checked."""

    start: int
    end: int
    label: str
    valid: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The words of a text, in order: where each stands, its normal form, and the number of its clause."""

    text: str
    starts: list[int]
    ends: list[int]
    forms: list[str]
    clauses: list[int]
    content: list[bool]
    """Whether each says something alone; a function word does not."""
    parts: tuple[Reading, ...] = ()
    """Of a long text the same in parts, one after the other: no clause goes on in the next, and what is known of a part
    stays true when the text changes elsewhere."""

    def __len__(self) -> int:
        return len(self.forms)


@dataclass(slots=True)
class Syntax:
    """The words of a text in order, by columns: where each stands, and what a parser says of it.

    Names of parts of speech and of relations are those of spaCy's English models. `head` is the number of the word that
    a word belongs to, its own for the word that a sentence hangs on.
    """

    starts: array[int] = field(default_factory=lambda: array("i"))
    ends: array[int] = field(default_factory=lambda: array("i"))
    pos: list[str] = field(default_factory=list)
    tag: list[str] = field(default_factory=list)
    relation: list[str] = field(default_factory=list)
    head: array[int] = field(default_factory=lambda: array("i"))
    phrases: list[tuple[int, int, int]] = field(default_factory=list)
    """Noun phrases: the first word, the one behind the last, and the head."""

    def __len__(self) -> int:
        return len(self.starts)

    def extend(self, other: Syntax) -> None:
        """Adds the words of the next piece of the text."""
        before = len(self)
        self.starts += other.starts
        self.ends += other.ends
        self.pos += other.pos
        self.tag += other.tag
        self.relation += other.relation
        self.head.extend(before + head for head in other.head)
        self.phrases += [(before + first, before + last, before + head) for first, last, head in other.phrases]

    def words(self, start: int, end: int) -> range:
        """The numbers of the words that lie in part between two places."""
        return range(bisect_right(self.ends, start), bisect_left(self.starts, end))

    def phrase_of(self, word: int) -> tuple[int, int, int] | None:
        """The noun phrase that a word stands in."""
        at = bisect_right(self.phrases, word, key=lambda phrase: phrase[0]) - 1
        return self.phrases[at] if at >= 0 and word < self.phrases[at][1] else None

    def top(self, words: range) -> int:
        """The first of the words that belongs to none of the others."""
        return next((word for word in words if self.head[word] not in words or self.head[word] == word), words.start)

    def root(self, word: int) -> int:
        """The word that the sentence of a word hangs on."""
        for _ in range(len(self)):
            if self.head[word] == word:
                break
            word = self.head[word]
        return word

    def children(self, word: int, reach: int = 60) -> Iterator[int]:
        """The words near a word that belong to it."""
        for other in range(max(0, word - reach), min(len(self), word + reach)):
            if self.head[other] == word and other != word:
                yield other

    def whole(self, word: int) -> range:
        """The words from the first to the last of those that hang on a word, itself among them."""
        first, last = word, word
        waiting = [word]
        while waiting:
            for child in self.children(waiting.pop()):
                first, last = min(first, child), max(last, child)
                waiting.append(child)
        return range(first, last + 1)


@dataclass(frozen=True, slots=True)
class Concept:
    """One meaning in a taxonomy, named by its preferred label.

    `id` is unique over all taxonomies ("mesh:D001943"). A `grouping` concept orders a taxonomy but is
    nothing that a person would say ("Neoplasms by Site"): it lies on paths, never in a text.
    """

    id: str
    label: str
    source: str
    grouping: bool = False


class Any:
    """Documents that match at least one of the parts: the names of one concept.

    >>> Any("hiv", "human immunodeficiency virus")
    Any('hiv', 'human immunodeficiency virus')
    """

    __slots__ = ("parts",)
    parts: tuple[Query, ...]

    def __init__(self, *parts: Query) -> None:
        self.parts = parts

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.parts))})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Any) and type(self) is type(other) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.parts))


class All(Any):
    """Documents that match every one of the parts: co-occurrence.

    >>> All("blood transfusion", Any("hiv", "aids"))
    All('blood transfusion', Any('hiv', 'aids'))
    """

    __slots__ = ()


Query: TypeAlias = "str | Any"
"""A term by its name, or a tree of `Any` and `All` over terms. Names are compared in normal form."""


def leaves(query: Query) -> Iterator[str]:
    """The term names of a query, from left to right.

    >>> list(leaves(All("a", Any("b", "c"))))
    ['a', 'b', 'c']
    """
    if isinstance(query, str):
        yield query
    else:
        for part in query.parts:
            yield from leaves(part)


class Hit(NamedTuple):
    """A document of the knowledge that answers a query; `document` is its number there."""

    document: int
    title: str
    score: float
    """The higher, the better the document answers."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What must not be inferred: a concept with all its names and specialisations, or a name of one's own.

    `forms` are the normal forms that count as the secret, `labels` the spellings that no released text may have.
    `kind` is "concept", "person", "place", "organization" or "unknown": names, numbers and dates identify all but
    the first. `telling` has the normal forms of what tells of it by its kind though it is no name: a medicine that is
    given for it.
    """

    name: str
    alpha: float
    forms: tuple[str, ...]
    labels: tuple[str, ...]
    kind: str = "concept"
    concepts: tuple[Concept, ...] = ()
    telling: Container[str] = field(default=(), repr=False)
    among: int = 0
    """Documents about its field, medicine, among which those with it are less rare than among all; 0 if unknown."""
    meaning: Callable[[], typing.Any] | None = field(default=None, repr=False, compare=False)
    """Gives what sentences are compared with to see whether they tell of it (`risk.meaning`)."""
    entries: tuple[int, ...] = ()
    """Its entries in the handbook, and those of its kinds."""
    above: tuple[int, ...] = ()
    """The entries of what it is a kind of."""


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Terms (one or a group, in normal form) that reveal `bits` of a secret, where `limit` is too much."""

    terms: tuple[str, ...]
    secret: str
    bits: float
    limit: float
    reason: str


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """What stands in the place of `text[start:end]`; an empty `text` leaves it out."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A term where it stands: its words, what it was taken for, the text around it, and all its places there."""

    text: str
    label: str
    around: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    """Where the term stands in `around`, the place in question first; then where the whole name does."""
    whole: str = ""
    """The longest name in the text that ends with this one: "Ann Lee" where the term is "Lee"."""
    topics: tuple[str, ...] = ()
    """What the text is about."""


class Said(NamedTuple):
    """What a text says of a name."""

    called: tuple[str, ...] = ()
    """What it calls it, the most precise first: "film actress"."""
    sorts: tuple[str, ...] = ()
    """What its neighbours take it for, one for each sign: "person", "place", "work" ..."""
    parts: tuple[tuple[str, str], ...] = ()
    """What it is by its part in the sentence, each with its sort: ("person", "writer")."""


@dataclass(frozen=True, slots=True)
class Option:
    """A wording, the information that it keeps, and the concept it names, where it names one.

    A `literal` wording is written as it is. An empty one leaves the term out.
    """

    label: str
    content: float
    concept: Concept | None = None
    literal: bool = False
    sure: float = 1.0
    """How likely it is true of the term: less than 1 where that depends on which of several senses is meant."""
    untrue: bool = False
    """Whether it is another of the same kind that was chosen to stand there, so that it keeps nothing of the term."""


LEFT_OUT = Option("", 0.0)
"""The last option of every term."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A term of the text and what it is to be called.

    `label` names a concept in the singular, small unless it is a proper name; an empty one leaves the term out.
    `name` says that the term is a proper name that stood without an article. A `literal` label is written as it is.
    """

    start: int
    end: int
    label: str
    name: bool = False
    literal: bool = False
    alone: bool = False
    """Whether it is a whole noun phrase without an article, as the grammar of the text shows."""
    opens: bool = False
    """Whether a sentence begins with it, as the grammar of the text shows."""
    said: str = ""
    """What is written this time for the label, as it is but for its case; empty where the label says it itself."""


# --- what long work tells while it runs -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a step of long work is: so much of so much, in some unit; a total of 0 is not known."""

    step: str
    done: int
    total: int = 0
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a person should know while the work goes on; `code` tells kinds of notes apart."""

    code: str
    text: str


Event: TypeAlias = Progress | Note
Tell: TypeAlias = Callable[[Event], None]
"""Takes what long work tells while it runs."""


def silent(event: Event) -> None:
    """Tells nobody."""


_LABEL = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")


def is_label(value: object) -> bool:
    """Whether a value is a label of a kind of terms: in capitals, as in US_SSN."""
    return isinstance(value, str) and _LABEL.fullmatch(value) is not None
