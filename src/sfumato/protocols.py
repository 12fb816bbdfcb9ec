"""What can be swapped: the knowledge an attacker has, the taxonomies, the language, and the formats of files.

Each protocol has a contract suite in `sfumato.contracts` that any implementation can be run through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sfumato.types import Concept, Disclosure, Document, Edit, Hit, Option, Query, Term

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    from sfumato.languages.en.wording import Proposal

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


@runtime_checkable
class Language(Protocol):
    """Finds the terms of texts."""

    def terms(self, document: Document) -> Sequence[Term]:
        """The terms of one document, in order, none overlapping another."""
        ...

    def batch(self, documents: Iterable[Document], *, processes: int = 1) -> Iterator[Sequence[Term]]:
        """The terms of each document, in the order given."""
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
