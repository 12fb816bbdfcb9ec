"""The risk that a text is linked to whom it is about: the strongest of the attackers that compare texts."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.errors import InputError
from sfumato.measure.attack.attackers import scored
from sfumato.measure.attack.candidates import Candidate, CandidateIndex, KnownCandidates
from sfumato.measure.attack.outcomes import outcome, strongest
from sfumato.measure.sweep.text import Attack
from sfumato.protocols import Language
from sfumato.types import Document


def linking(candidates: Sequence[Candidate], documents: Sequence[Document], language: Language) -> Attack:
    """An attack by what is known of candidates, of whom each document's id (or file name) names the right one."""
    index = CandidateIndex(candidates)
    truth = []
    for document in documents:
        found = index.find(document.id)
        if found is None:
            raise InputError(f"{document.id}: no candidate of this id or name")
        truth.append(found)
    known = KnownCandidates(candidates, language=language)

    def attacked(texts: Sequence[str]) -> list[float]:
        outcomes = {name: outcome(scores, truth) for name, scores in scored(texts, known).items()}
        return [float(found) for found in outcomes[strongest(outcomes)].top1]

    return attacked
