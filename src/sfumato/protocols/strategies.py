"""How terms are found, judged and replaced, how files are read, and how a release is attacked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sfumato.protocols.knowledge import Knowledge, Taxonomy
from sfumato.protocols.language import Language
from sfumato.types import Concept, Disclosure, Document, Edit, Mention, Option, Proposal, Query, Secret, Term

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    Array = npt.NDArray[Any]


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

    def options(self, mention: Mention) -> tuple[Option, ...]:
        """What a term could be called where it stands, the nearest first; leaving it out is always the last.

        None keeps more information than the one before it.
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

    def sample(self, extension: str) -> bytes:
        """A small file with a text in it, as it is under this extension: the contract suite reads it."""
        ...

    def read(self, path: Path, fields: Fields, on_bytes: Callable[[int], None] | None = None) -> Iterator[Document]:
        """The documents of a file, in order, in one pass; `on_bytes` is told how many more bytes have been read.

        What cannot be used is an `InputError` that says which file and where, and never quotes it.
        """
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

    @property
    def language(self) -> Language:
        """The language of the texts."""
        ...

    def __len__(self) -> int:
        """The number of candidates."""
        ...


@runtime_checkable
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


@dataclass(frozen=True, slots=True)
class Resources:
    """What everything stands on: what an attacker can know, what is a kind of what, and the language."""

    knowledge: Knowledge
    taxonomy: Taxonomy
    language: Language
    plugins: tuple[tuple[str, str], ...] = ()
    """Group and name of the plug-ins that they came from."""
