"""Measuring a release against what people labelled: how much of it is hidden, how much more is, and what is kept.

    from pathlib import Path
    from sfumato.measure import evaluate

    gold = evaluate.read_gold(Path("gold.jsonl"))
    out = evaluate.read_out(Path("safe.jsonl"), gold.documents)
    request = evaluate.EvaluateRequest(gold.documents, tuple(out.masked.values()))
    result = evaluate.evaluate(request)
    result.all["entity"].recall                           # with its interval over documents

`gold` and `masked_output` read what people bring, `text_difference` finds what was hidden where only the released text
is at hand, `counting` says what is counted, `scores` makes shares of it, `utility` measures what is kept, `agreement`
the labellers, `limits` what must be reached.
"""

from sfumato.measure.evaluate.agreement import Agreement, agreement
from sfumato.measure.evaluate.counting import LEVELS, Counted, Counts, count
from sfumato.measure.evaluate.gold import FORMATS, Gold, read_gold
from sfumato.measure.evaluate.labels import Label, Labelled, Mask, Masked, VotedTerm
from sfumato.measure.evaluate.limits import Limit, limits_of
from sfumato.measure.evaluate.masked_output import Out, read_out
from sfumato.measure.evaluate.requests import DocumentScore, EvaluateRequest, EvaluateResult, MissedWording
from sfumato.measure.evaluate.run import evaluate
from sfumato.measure.evaluate.scores import Score, Scores, document_scores, scores_of
from sfumato.measure.evaluate.text_difference import align
from sfumato.measure.evaluate.utility import Kept, kept

__all__ = [
    "FORMATS",
    "LEVELS",
    "Agreement",
    "Counted",
    "Counts",
    "DocumentScore",
    "EvaluateRequest",
    "EvaluateResult",
    "Gold",
    "Kept",
    "Label",
    "Labelled",
    "Limit",
    "Mask",
    "Masked",
    "MissedWording",
    "Out",
    "Score",
    "Scores",
    "VotedTerm",
    "agreement",
    "align",
    "count",
    "document_scores",
    "evaluate",
    "kept",
    "limits_of",
    "read_gold",
    "read_out",
    "scores_of",
]
