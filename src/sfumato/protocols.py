"""What can be swapped: knowledge, taxonomies, languages, detectors, judges, replacers, formats and attackers.

Each protocol has a contract suite in `sfumato.contracts` that any implementation can be run through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sfumato.types import (
    Concept,
    Disclosure,
    Document,
    Edit,
    Hit,
    Match,
    Option,
    Proposal,
    Query,
    Reading,
    Secret,
    Term,
)

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    Array = npt.NDArray[Any]


@runtime_checkable
class Knowledge(Protocol):
    """What an attacker can know: documents, of which those that match a query can be counted.

    Terms are compared in normal form; function words at the ends of a phrase make no difference. A count of 0 is no
    evidence, not evidence of absence: fewer than `floor` documents have the term, or it is none (function words
    alone, a phrase longer than the knowledge keeps).
    """

    total: int
    """Number of documents."""
    floor: int
    """The smallest document count with which an arbitrary phrase is kept; 1 where all are."""
    language: Language
    """The language that its terms are of."""

    def __hash__(self) -> int:
        """What is asked is remembered, so that one knowledge must be told from another."""
        ...

    def count(self, query: Query) -> int:
        """The number of documents that match `query`."""
        ...

    def counts(self, given: Query, queries: Sequence[Query]) -> Sequence[int]:
        """`count(All(given, q))` for each q of `queries`, in one go."""
        ...

    def matching(self, query: Query) -> Array:
        """The numbers of the documents that match, ascending: what groups of terms are counted over."""
        ...

    def scored(self, query: Query) -> tuple[Array, Array]:
        """The same documents, and how much each is about the query's terms: a term's score adds to another's."""
        ...

    def best(self, query: Query, limit: int = 10) -> Sequence[Hit]:
        """The matching documents that are most about the query's terms, best first."""
        ...

    def title(self, document: int) -> str:
        """What document number `document` is called."""
        ...

    def weights(self, document: int, limit: int = 20) -> Sequence[tuple[str, float]]:
        """The terms that say most of what document number `document` is about, heaviest first."""
        ...


@runtime_checkable
class Taxonomy(Protocol):
    """Concepts with labels, parents and children. Several senses and several parents are normal."""

    name: str
    language: Language
    """The language that its labels are of."""

    def senses(self, label: str) -> Sequence[Concept]:
        """The concepts that `label` names, in normal form, the likeliest first; none if it is unknown."""
        ...

    def concept(self, id: str) -> Concept:
        """The concept with this id; `KeyError` if there is none."""
        ...

    def parents(self, concept: Concept) -> Sequence[Concept]: ...

    def children(self, concept: Concept) -> Sequence[Concept]: ...

    def labels(self, concept: Concept) -> Sequence[str]:
        """All names of the concept, the preferred one first."""
        ...

    def synonyms(self, concept: Concept) -> Sequence[str]:
        """The names of the concept other than the preferred one."""
        ...

    def descendants(self, concept: Concept) -> Iterator[Concept]:
        """Every specialisation of the concept, once each, nearer ones first; not the concept itself."""
        ...

    def paths(self, concept: Concept, limit: int = 16) -> Sequence[Sequence[Concept]]:
        """Generalisation paths: each from a parent of the concept up to a root, shorter paths first."""
        ...

    def forms(self, concept: Concept) -> Sequence[str]:
        """The normal forms that name the concept or a specialisation of it and hardly anything else.

        `Any(*forms)` counts the concept taxonomically: the count never falls from a concept to its parent.
        """
        ...


class Scanner(Protocol):
    """Finds labels that it was made for."""

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """Start, end and label of every occurrence, however disguised, in order and apart."""
        ...


class Names(Protocol):
    """How a language writes names."""

    joining: Collection[str]
    """Words in normal form that stand inside names: "Bank of America"."""
    lives: Collection[str]
    """Words in normal form that tell of someone's life: "born"."""

    def is_name(self, label: str) -> bool:
        """Whether a label is written as the name of one person or thing."""
        ...

    def is_given(self, label: str) -> bool:
        """Whether a name begins as a person's."""
        ...

    def kind_of(self, label: str) -> str:
        """What a name is most likely the name of: "organization", "person" or "unknown"."""
        ...

    def variants(self, label: str, kind: str) -> Sequence[str]:
        """The other ways in which the name of a person or an organization is written."""
        ...

    def derived(self, form: str) -> Sequence[str]:
        """Adjectives and persons that are named after a concept, in normal form."""
        ...


class Wording(Protocol):
    """How a language says what stands in the place of a term."""

    kinds: Mapping[str, str]
    """What an entity of each type can always be called."""
    kin: Mapping[str, Collection[str]]
    """Labels of a taxonomy of which one must stand above a sense for it to be of a type."""
    sorts: Mapping[str, str]
    """What a name is the name of ("person", "place", "organization"), by the labels above it."""
    untrue: Collection[str]
    """Labels that taxonomies put above things that are none."""
    ways: Mapping[str, Callable[[Term], str | None]]
    """What stands in for a detected span, by the name of the way; None leaves it to a generalisation."""

    def worded(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        """The edits that make these proposals read well: sorted, apart, each proposal within one."""
        ...

    def article(self, phrase: str) -> str:
        """The indefinite article before a phrase."""
        ...

    def conjugated(self, verb: str, like: str) -> str:
        """A verb, given as in a dictionary, in the form in which another one stands."""
        ...

    def bases(self, form: str) -> Sequence[str]:
        """The verbs, as in a dictionary, of which a word may be a form, likelier ones first."""
        ...

    def coarser_age(self, text: str) -> Sequence[str]:
        """An age in words that tell less."""
        ...

    def coarser_date(self, text: str) -> Sequence[str]:
        """A date in words that tell less, finer ones first."""
        ...

    def orders(self, label: str) -> bool:
        """Whether a concept of this label only orders others, and is never said."""
        ...


class Patterns(Protocol):
    """How a language writes what can be told by its looks, and the words that tell numbers apart.

    All is looked for in plain text, as `sfumato.languages.plain` makes it.
    """

    labels: Collection[str]
    """Those that `find` gives."""
    phone_before: re.Pattern[str]
    """The words that name a telephone number, up to its beginning."""
    phone_after: str
    """An expression for the words behind a telephone number that say whose it is."""
    card_near: re.Pattern[str]
    """A word for a credit card."""
    ip_before: re.Pattern[str]
    """A word for an address on a network, and what may stand between, up to `\\Z`."""
    version_before: re.Pattern[str]
    """A word for a version or a section, up to `\\Z`."""
    national: Mapping[str, Sequence[str]]
    """What national numbers are called, by their label, beside their names at home; "" for those of any country."""
    national_link: re.Pattern[str]
    """What may stand between such a name and the number."""

    def __hash__(self) -> int:
        """What is compiled of these words is remembered."""
        ...

    def find(self, text: str, labels: Collection[str]) -> Iterator[Match]:
        """Dates, ages, addresses and numbers of these labels that only the language's own words show."""
        ...


@runtime_checkable
class Language(Protocol):
    """All that sfumato knows of one language: another language is another of these."""

    name: str
    """Its code, as "en"."""
    version: str
    """Names the rules of normal form: what was made under others does not fit."""
    alphabet: str
    """The small letters of its words."""
    stop_words: frozenset[str]
    """Function words in normal form: never a term alone, and trimmed from both ends of one."""
    token: re.Pattern[str]
    """A word (it begins with a letter or a digit), or what stands between clauses."""
    names: Names

    @property
    def wording(self) -> Wording: ...

    @property
    def patterns(self) -> Patterns: ...

    # --- what makes two spellings one term ---

    def normal_form(self, text: str) -> str:
        """The normal form of a term; that of a normal form is itself."""
        ...

    def normal_word(self, word: str, loud: bool = False) -> str:
        """The normal form of one word; `loud` says that its capitals tell nothing. Empty if nothing of it is seen."""
        ...

    def shouted(self, words: Sequence[str], at: int) -> bool:
        """Whether a word of a text stands in a run of capitals so long that they tell nothing."""
        ...

    def words(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Start, end and normal form of every word of a text."""
        ...

    def trimmed(self, form: str) -> str:
        """A normal form without the function words at its ends."""
        ...

    # --- a text as a reader sees it ---

    def read(self, text: str) -> Reading:
        """The words of a text; time and memory grow with its length."""
        ...

    def read_disguised(self, text: str) -> Reading | None:
        """The same through disguises, at its places in the original; `None` if it has none."""
        ...

    def sentences(self, text: str) -> list[tuple[int, int]]:
        """Where the sentences of a text begin and end; they leave nothing out."""
        ...

    def negated(self, reading: Reading) -> list[tuple[int, int]]:
        """The spans of a text that deny something."""
        ...

    def scanner(self, labels: Iterable[str]) -> Scanner:
        """What finds these labels in texts, however disguised."""
        ...

    # --- which terms a text has ---

    def terms(self, document: Document, *, parts: str = "nouns") -> Sequence[Term]:
        """The terms of one document, in order, none overlapping another.

        `parts` is "nouns" for noun phrases and named entities, "all" for verbs and adjectives too, "entities" for
        named entities alone, which takes less time.
        """
        ...

    def batch(self, documents: Iterable[Document], *, parts: str = "nouns") -> Iterator[Sequence[Term]]:
        """The terms of each document, in the order given."""
        ...

    def prepare(self) -> None:
        """Loads now what `terms` needs, so that processes can share it and what is missing is told at once."""
        ...

    def identifiers(self, document: Document, terms: Sequence[Term]) -> list[Term]:
        """The spans that identify a person, alone or together, in order and apart; `terms` are the document's."""
        ...


class Known(Protocol):
    """What attackers know of the candidates: a text about each, and the knowledge if they may ask it."""

    @property
    def texts(self) -> Sequence[str]:
        """What is publicly known of each candidate; never its id."""
        ...

    @property
    def secrets(self) -> Sequence[Secret]:
        """What counts as each candidate where the knowledge is asked."""
        ...

    @property
    def knowledge(self) -> Knowledge | None: ...

    def __len__(self) -> int:
        """The number of candidates."""
        ...


@runtime_checkable
class Judge(Protocol):
    """Says how many bits terms reveal of each secret, and how many are too many.

    It has a row for each secret and answers for many terms at once.
    """

    names: Sequence[str]
    """What each row is called: the secrets, or the hidden terms."""
    limits: Array
    """For each row the bits that are too many."""
    reason: str
    """Why a term is replaced that reaches a limit, in a word or two: "reveals"."""
    every_word: bool
    """Whether it judges every word and phrase that a reader sees, also through disguises, or noun phrases alone."""

    def bits(self, queries: Sequence[Query]) -> Array:
        """What each term (a column) reveals in each row."""
        ...

    def concept_bits(self, concept: Concept, query: Callable[[], Query]) -> Array | None:
        """What the concept that a wording names reveals in each row; `query` counts it. None: words alone count."""
        ...

    def groups(self, forms: Sequence[str], size: int) -> list[Disclosure]:
        """The minimal groups of two to `size` terms that reach a limit together though none does alone."""
        ...


@runtime_checkable
class Replacer(Protocol):
    """Says what a term could be called where it stands, and how that is written."""

    generalises: bool
    """Whether its wordings keep a part of what the terms say: then a policy's own wording may stand, too."""

    def options(self, text: str, label: str, topics: Sequence[str] = ()) -> tuple[Option, ...]:
        """What a term that is labelled so could be called, the nearest first; leaving it out is always the last.

        None keeps more information than the one before it. `topics` are what the text is about.
        """
        ...

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        """The edits that make proposals for a text read well: sorted, apart, the text outside them unchanged."""
        ...


@runtime_checkable
class Detector(Protocol):
    """Finds spans of a document that are to be hidden, whatever they disclose."""

    def __call__(self, document: Document, terms: Sequence[Term], /) -> list[Term]:
        """The spans, in order, none overlapping another; `terms` are those that the language found."""
        ...


@dataclass(frozen=True, slots=True)
class Resources:
    """What everything stands on: what an attacker can know, what is a kind of what, and the language."""

    knowledge: Knowledge
    taxonomy: Taxonomy
    language: Language


@dataclass(frozen=True, slots=True)
class Fields:
    """The columns of a table, or the fields of records, that hold text, id and title, where the user named them."""

    text: str | None = None
    id: str | None = None
    title: str | None = None


@runtime_checkable
class Format(Protocol):
    """Reads the documents of one kind of file: an object, or a module, that has these names.

    A package offers a format by an entry point of the group `sfumato.formats` for each extension of its files, called
    as the extension is ("txt").
    """

    name: str
    """By which a user asks for it, whatever a file is called."""
    what: str
    """What such a file holds, in a few words."""
    single: bool
    """Whether a file is one document, which is then called as the file is."""

    def read(self, path: Path, fields: Fields, on_bytes: Callable[[int], None] | None = None) -> Iterator[Document]:
        """The documents of a file, in order, in one pass; `on_bytes` is told how many more bytes have been read.

        What cannot be used is an `InputError` that says which file and where, and never quotes it.
        """
        ...


class Attacker(Protocol):
    """Finds out who, or what, a text is about."""

    @property
    def name(self) -> str:
        """What it is called: the name of its entry point, but for case, spaces and punctuation."""
        ...

    @property
    def needs(self) -> str:
        """What it asks: "texts" about the candidates, or the "knowledge"."""
        ...

    def fits(self, known: Known) -> bool:
        """Whether so much text about candidates can be compared in the memory of a common machine."""
        ...

    def scores(self, texts: Sequence[str], known: Known) -> Array:
        """A row for each text and a column for each candidate: the higher, the likelier.

        No text tells of another: the score of a text is the same whatever else is asked.
        """
        ...
