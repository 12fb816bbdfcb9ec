"""Readers: who reads the whole of a text and wonders what it is that was hidden there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sfumato.types import Reading

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may be hidden: what it is called, all its names in normal form, and what is known of it."""

    name: str
    forms: tuple[str, ...]
    entries: tuple[int, ...] = ()
    """Its entries in the handbook."""
    known: tuple[tuple[str, str], ...] = ()
    """What a list of the user's says of it: the field ("job") and what stands there ("nurse")."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """A secret and its rivals, the nearest first; and the entries of what a text names openly, which is no rival."""

    secret: Candidate
    rivals: tuple[Candidate, ...]
    above: tuple[int, ...] = ()
    """The entries of what the secret is a kind of."""
    named: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Evidence:
    """A piece of a text and what it says, in bits: for the secret, and for each of its rivals."""

    start: int
    end: int
    secret: float
    rivals: Array


@runtime_checkable
class Reader(Protocol):
    """Says which pieces of a text speak for a secret, and for each of its rivals, and how much.

    It may have `remote = True` if it sends texts anywhere beyond this machine, and `within`, the bits by which a rival
    may fall behind the secret and still fit as well (2 unless it says so).
    """

    name: str
    """By which the certificate calls it."""

    def evidence(self, reading: Reading, candidates: Candidates) -> Sequence[Evidence]:
        """The pieces that speak for any candidate: none less than 0 bits, and the same whatever was read before."""
        ...
