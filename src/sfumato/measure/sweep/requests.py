"""What a sweep over texts is asked, and what it answers: plain values throughout.

With `detail` numbers are as they were computed, without it they are rounded to four digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.messages import Message
from sfumato.io.sources import Documents
from sfumato.measure.attack.candidates import Candidate
from sfumato.measure.statistics import Interval
from sfumato.policy import Policy
from sfumato.sanitizing import MOST


@dataclass(frozen=True, slots=True)
class SweepDocument:
    """A text, and the secrets that are its own."""

    id: str
    text: str
    hide: tuple[str, ...] = ()


def read_documents(paths: Sequence[Path]) -> tuple[SweepDocument, ...]:
    """The texts of files and folders, with the secrets that their records name."""
    items = Documents(paths, MOST).items()
    for item in items:
        if item.error:
            raise InputError(f"{item.id}: {item.error}")
    return tuple(SweepDocument(item.document.id, item.document.text, item.hide) for item in items)


@dataclass(frozen=True, slots=True)
class SweepRequest(Message):
    """What does each way to sanitize these texts keep, and what risk does it leave?

    Every policy is tried with every alpha, size of groups and method. A policy is one that ships with sfumato, by its
    name, or is given whole; without any only `hide`, the secrets of all texts, and those of each text are hidden.
    """

    documents: tuple[SweepDocument, ...]
    hide: tuple[str, ...] = ()
    policies: tuple[Policy | str, ...] = ()
    alphas: tuple[float, ...] = (1.0, 1.5, 2.0, 3.0, 5.0)
    groups: tuple[int, ...] = (1,)
    methods: tuple[str, ...] = ("generalize", "redact")
    keywords: int = 20
    """Keywords of a text that the attacker searches with."""
    set_size: int = 3
    """Words of the attacker's largest set of keywords."""
    candidates: tuple[Candidate, ...] = ()
    """Whom the texts may be about, by the texts' ids: the risk is then that the right one is found."""
    crowds: tuple[int, ...] = ()
    """How many rivals must fit as well; the policy's own, unless given."""
    rank: int | None = None
    """The rank among its rivals that a secret must have: then the risk is that it comes before."""
    risk: float = 0.1
    """The risk that one is willing to take."""
    detail: bool = False

    def __post_init__(self) -> None:
        if not self.documents:
            raise InputError("no text to sweep over")
        if not (self.alphas and self.groups and self.methods):
            raise InputError("no setting to try: an alpha, a size of groups and a method are needed")


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """What one setting does to the texts; those as they are have no policy, no alpha and no groups."""

    name: str
    """The method with what sets it apart: the line of a plot that the point belongs to."""
    policy: str | None
    method: str
    groups: int | None
    alpha: float | None
    risk: Interval
    """The share of passages that still lead to a secret, or of texts whose subject is found; mean over texts."""
    kept: Interval
    """Information kept."""
    told: float | None
    """The largest share of a secret's information that a single term tells, on average over secrets."""
    holds: int
    """Texts whose certificate holds."""
    seconds: float
    crowd: int | None = None
    ranks: tuple[float, float] | None = None
    """Median ranks of the secrets among their rivals: the best by a reader, and the best by an attacker kept apart."""


@dataclass(frozen=True, slots=True)
class SweepResult(Message):
    """Every setting, and of those within the risk the one that keeps most, if there is one."""

    texts: int
    risk: str
    """What the risk is the share of."""
    points: tuple[SweepPoint, ...]
    proposed: SweepPoint | None
