"""What an evaluation is asked, and what it answers: plain values throughout.

A result has what was asked for: with `detail` numbers are as they were computed, without it they are rounded to four
digits. What is None could not be measured: there was nothing to take a share of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from msgspec import UNSET, UnsetType

from sfumato.errors import InputError
from sfumato.io.messages import Message
from sfumato.measure.evaluate.agreement import Agreement
from sfumato.measure.evaluate.gold import Gold
from sfumato.measure.evaluate.labels import Labelled, Masked
from sfumato.measure.evaluate.limits import Limit
from sfumato.measure.evaluate.masked_output import Out
from sfumato.measure.evaluate.scores import Scores
from sfumato.measure.evaluate.utility import Kept

UTILITIES = ("words", "terms")
"""What information can be measured of: content words, or terms as a parser finds them."""


@dataclass(frozen=True, slots=True)
class EvaluateRequest(Message):
    """How much of what people labelled in documents is hidden, how much more is, and what is kept?

    `format` and `out` say in what form labels and output came, for whoever reads the result.
    """

    documents: tuple[Labelled, ...]
    masked: tuple[Masked, ...]
    """What was hidden, by the ids of documents."""
    format: str = "sfumato"
    out: str = "replacements"
    failed: int = 0
    """Documents without an output because the tool failed on them."""
    without_labels: int = 0
    """Outputs of documents that are not labelled."""
    partial: bool = False
    """Whether documents without an output are left out; otherwise they are an error."""
    utility: str | None = None
    """What the information kept is measured of, if it is."""
    limits: tuple[Limit, ...] = ()
    by_document: bool = False
    """Whether the scores of each document are told."""
    missed: bool = False
    """Whether the wordings that were to be hidden and stand are told: never to be released."""
    detail: bool = False

    @classmethod
    def of(cls, gold: Gold, out: Out, **settings: Any) -> Self:
        """A request about labels and an output as they were read; `settings` are the other fields."""
        masked = tuple(out.masked.values())
        return cls(gold.documents, masked, gold.format, out.kind, len(out.failed), out.others, **settings)

    def __post_init__(self) -> None:
        if self.utility not in (None, *UTILITIES):
            raise InputError(f"utility is measured of {' or '.join(UTILITIES)}", code="utility-unknown")


@dataclass(frozen=True, slots=True)
class DocumentScore:
    """The shares of one document at one level, which have no interval, and the counts behind them."""

    recall: float | None
    precision: float | None
    f: float | None
    right: int
    found: int
    hidden: int
    wanted: int


@dataclass(frozen=True, slots=True)
class MissedWording:
    """A wording that was to be hidden, and how often it still stands."""

    kind: str
    type: str
    text: str
    times: int


@dataclass(frozen=True, slots=True)
class EvaluateResult(Scores, Message):
    """Scores by level, of all and by part, what is kept, how far labellers agree, and which limits are not reached."""

    format: str
    out: str
    missing: tuple[str, ...]
    """Documents without an output."""
    without_labels: int
    kept: Kept
    agreement: Agreement | None
    below: tuple[str, ...]
    """What is to be said of each limit that is not reached."""
    by_document: Mapping[str, Mapping[str, DocumentScore]] | UnsetType = UNSET
    missed: tuple[MissedWording, ...] | UnsetType = UNSET
    """The commonest first."""
