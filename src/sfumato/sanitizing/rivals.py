"""What else a secret could be, and for which of these a term speaks: as each reader of whole texts sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.io.messages import Message
from sfumato.protocols.reading import Evidence
from sfumato.risk import CSanitized
from sfumato.risk.readers import Read, read_by_all
from sfumato.risk.readers.crowd import WITHIN

NEAREST = 10
"""Rivals of a secret that are named."""


@dataclass(frozen=True, slots=True)
class RivalTold(Message):
    """A rival, and how many bits a term says for it."""

    name: str
    bits: float


@dataclass(frozen=True, slots=True)
class ReaderTold(Message):
    """What a term says to one reader: for the secret, and for its nearest rivals."""

    reader: str
    bits: float
    as_well: int
    """Rivals for which it says as much, or at most four times less."""
    nearest: tuple[RivalTold, ...]
    most: tuple[RivalTold, ...]
    """The rivals for which it says most, if it says anything for any."""

    @property
    def said(self) -> str:
        """What it says, in words."""
        if self.bits <= 0:
            return "says nothing for it" + (", only for others" if self.most else "")
        fit = f"{self.as_well} rivals fit about as well" if self.as_well else "no rival fits as well"
        return f"says {self.bits:.1f} bits for it, and {fit}"


@dataclass(frozen=True, slots=True)
class RivalsTold(Message):
    """The rivals of a secret: how many there are, and what a term says for the nearest of them by each reader."""

    secret: str
    rivals: int
    readers: tuple[ReaderTold, ...]


def rivals_told(term: str, judge: CSanitized, context: str = "") -> tuple[RivalsTold, ...]:
    """For each secret of a judge that has rivals, what a term says for it and for them, where it stands in a text."""
    text = context if term in context else term
    places = [(at, at + len(term)) for at in range(len(text)) if text.startswith(term, at)]
    found: dict[int, list[Read]] = {}
    for read in read_by_all(text, judge):
        found.setdefault(read.row, []).append(read)
    return tuple(
        RivalsTold(judge.names[row], len(reads[0].candidates.rivals), tuple(_told(read, places) for read in reads))
        for row, reads in found.items()
    )


def _told(read: Read, places: Sequence[tuple[int, int]]) -> ReaderTold:
    """What a reader makes of the pieces that hold a term."""
    pieces = [piece for piece in read.evidence if _holds(piece, places)]
    names = [rival.name for rival in read.candidates.rivals]
    bits = np.sum([piece.rivals for piece in pieces], axis=0) if pieces else np.zeros(len(names))
    own = sum(piece.secret for piece in pieces)
    told = [RivalTold(name, float(each)) for name, each in zip(names, bits.tolist(), strict=True)]
    order = np.argsort(-bits, kind="stable")[:NEAREST].tolist()
    return ReaderTold(
        reader=read.reader,
        bits=own,
        as_well=int(np.count_nonzero(bits >= own - WITHIN)),
        nearest=tuple(told[:NEAREST]),
        most=tuple(told[at] for at in order if told[at].bits > 0),
    )


def _holds(piece: Evidence, places: Sequence[tuple[int, int]]) -> bool:
    return any(piece.start < end and start < piece.end for start, end in places)
