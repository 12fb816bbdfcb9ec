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
    """What may be hidden: what it is called, all its names in normal form, and its entries in the handbook."""

    name: str
    forms: tuple[str, ...]
    entries: tuple[int, ...] = ()


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
    """Says which pieces of a text speak for a secret, and for each of its rivals, and how much."""

    name: str
    """By which the certificate calls it."""

    def evidence(self, reading: Reading, candidates: Candidates) -> Sequence[Evidence]:
        """The pieces that speak for any candidate; no piece tells of another text."""
        ...
