"""An evaluation from request to result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields

from msgspec import UNSET

from sfumato.errors import InputError
from sfumato.io.files import counted, shown
from sfumato.io.messages import rounded
from sfumato.languages import load
from sfumato.measure.evaluate.agreement import agreement
from sfumato.measure.evaluate.counting import Counted, count
from sfumato.measure.evaluate.labels import Labelled
from sfumato.measure.evaluate.limits import below
from sfumato.measure.evaluate.requests import DocumentScore, EvaluateRequest, EvaluateResult, MissedWording
from sfumato.measure.evaluate.scores import document_scores, scores_of
from sfumato.measure.evaluate.utility import kept
from sfumato.measure.statistics import Interval
from sfumato.protocols import Knowledge, Language
from sfumato.types import Document, Progress, Tell, Term, silent


def evaluate(
    request: EvaluateRequest,
    *,
    knowledge: Knowledge | None = None,
    language: Language | None = None,
    tell: Tell = silent,
) -> EvaluateResult:
    """Measures what was hidden in documents against what people labelled in them.

    The information kept needs the knowledge, and where it is that of terms a language to parse with. Words are those of
    the language that is given, of the knowledge, or of the default one.
    """
    masked = {each.id: each for each in request.masked}
    missing = [document.id for document in request.documents if document.id not in masked]
    done = [document for document in request.documents if document.id in masked]
    if not done:
        raise InputError("no output of any labelled document")
    if missing and not request.partial:
        raise InputError(_incomplete(request, missing), code="output-missing")
    terms = _terms(request.documents, language, tell) if request.utility == "terms" else None
    if request.utility and knowledge is None:
        raise ValueError("to measure the information kept the knowledge is needed")
    spoken = language or (knowledge.language if knowledge else load())
    counts = []
    for number, document in enumerate(done):
        tell(Progress("evaluating", number, len(request.documents), "documents"))
        counts.append(count(document, masked[document.id], spoken))
    scores = scores_of(counts)
    left = kept(done, masked, spoken, knowledge=knowledge if request.utility else None, terms=terms)
    result = EvaluateResult(
        format=request.format,
        out=request.out,
        missing=tuple(missing),
        without_labels=request.without_labels,
        **{each.name: getattr(scores, each.name) for each in fields(scores)},
        kept=left,
        agreement=agreement(done),
        below=tuple(said for limit in request.limits for said in below(limit, scores, left)),
        by_document={each.id: _by_level(each) for each in counts} if request.by_document else UNSET,
        missed=_missed(done, counts) if request.missed else UNSET,
    )
    return result if request.detail else rounded(result)


def _incomplete(request: EvaluateRequest, missing: Sequence[str]) -> str:
    failures = f", {request.failed} of them failed" if request.failed else ""
    return (
        f"{len(missing)} of {counted(len(request.documents), 'labelled document')} "
        f"{'has' if len(missing) == 1 else 'have'} no output{failures}, the first {shown(missing[0])}"
    )


def _terms(documents: Sequence[Labelled], language: Language | None, tell: Tell) -> dict[str, Sequence[Term]]:
    """The terms of each document, by its id."""
    if language is None:
        raise ValueError("to find terms a language is needed")
    found: dict[str, Sequence[Term]] = {}
    texts = [Document(document.id, document.text) for document in documents]
    for number, (document, terms) in enumerate(zip(texts, language.batch(texts), strict=True)):
        tell(Progress("parsing", number, len(texts), "documents"))
        found[document.id] = terms
    return found


def _by_level(counted: Counted) -> dict[str, DocumentScore]:
    return {
        level: DocumentScore(
            recall=_value(score.recall),
            precision=_value(score.precision),
            f=_value(score.f),
            right=score.right,
            found=score.found,
            hidden=score.hidden,
            wanted=score.wanted,
        )
        for level, score in document_scores(counted).items()
    }


def _value(share: Interval | None) -> float | None:
    return share.value if share else None


def _missed(documents: Sequence[Labelled], counts: Sequence[Counted]) -> tuple[MissedWording, ...]:
    """What was to be hidden and stands, by kind, type and wording, the commonest first."""
    texts: Mapping[str, str] = {document.id: document.text for document in documents}
    wordings = Counter(
        (label.kind, label.type, " ".join(texts[each.id][label.start : label.end].split()))
        for each in counts
        for label in each.missed
    )
    return tuple(MissedWording(kind, type, text, times) for (kind, type, text), times in wordings.most_common())
