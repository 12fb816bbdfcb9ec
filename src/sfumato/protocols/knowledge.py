"""What an attacker can know, and what is a kind of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sfumato.protocols.language import Language
from sfumato.types import Concept, Hit, Query

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

    def __hash__(self) -> int:
        """What is asked is remembered, so that one taxonomy must be told from another."""
        ...

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
