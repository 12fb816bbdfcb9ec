"""Measuring a release against what people labelled: how much of it is hidden, how much more is, and what is kept.

    from pathlib import Path
    from sfumato.measure import evaluate

    gold = evaluate.read_gold(Path("gold.jsonl"))
    out = evaluate.read_out(Path("safe.jsonl"), gold.documents)
    found = evaluate.evaluate(gold.documents, out.masked)
    found.scores.all["entity"].recall                     # with its interval over documents

`gold` and `out` read what people bring, `aligning` finds what was hidden where only the released text is at hand,
`counting` says what is counted, `scores` makes shares of it, `kept` measures utility, `agreement` the labellers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sfumato.errors import InputError
from sfumato.measure.evaluate.agreement import Agreement, agreement
from sfumato.measure.evaluate.aligning import align
from sfumato.measure.evaluate.counting import LEVELS, Counted, Counts, count
from sfumato.measure.evaluate.gold import FORMATS, Gold, read_gold
from sfumato.measure.evaluate.labels import Candidate, Label, Labelled, Mask, Masked
from sfumato.measure.evaluate.masked_output import Out, read_out
from sfumato.measure.evaluate.scores import Score, Scores, document_scores, scores_of
from sfumato.measure.evaluate.utility import Kept, kept
from sfumato.protocols import Knowledge
from sfumato.types import Term

__all__ = [
    "FORMATS",
    "LEVELS",
    "Agreement",
    "Candidate",
    "Counted",
    "Counts",
    "Evaluation",
    "Gold",
    "Kept",
    "Label",
    "Labelled",
    "Mask",
    "Masked",
    "Out",
    "Score",
    "Scores",
    "agreement",
    "align",
    "count",
    "document_scores",
    "evaluate",
    "kept",
    "read_gold",
    "read_out",
    "scores_of",
]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores against the labels, what is kept, how far the labellers agree, and the counts of each document."""

    scores: Scores
    kept: Kept
    agreement: Agreement | None
    counted: tuple[Counted, ...]

    def as_dict(self) -> dict[str, Any]:
        return {
            **self.scores.as_dict(),
            "kept": self.kept.as_dict(),
            "agreement": self.agreement.as_dict() if self.agreement else None,
        }


def evaluate(
    documents: Sequence[Labelled],
    masked: Mapping[str, Masked],
    *,
    knowledge: Knowledge | None = None,
    terms: Mapping[str, Sequence[Term]] | None = None,
    on_document: Callable[[int], None] | None = None,
) -> Evaluation:
    """Evaluates what was hidden in documents, by their ids; documents without an output are left out.

    With the knowledge the information kept is measured too: of words, or of `terms`, those of a parser by document.
    `on_document` is told the number of each document as it is begun.
    """
    done = [document for document in documents if document.id in masked]
    if not done:
        raise InputError("no output of any labelled document")
    counted = []
    for number, document in enumerate(done):
        if on_document:
            on_document(number)
        counted.append(count(document, masked[document.id]))
    return Evaluation(
        scores_of(counted), kept(done, masked, knowledge=knowledge, terms=terms), agreement(done), tuple(counted)
    )
