"""The risk that a text is linked to whom it is about: the strongest of the attackers that compare texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sfumato.errors import InputError
from sfumato.measure.attack.attackers import attack
from sfumato.measure.attack.candidates import Known, Lookup, read_candidates
from sfumato.measure.attack.outcomes import outcome, strongest
from sfumato.measure.sweep.text import Attack
from sfumato.types import Document


def linking(path: Path, documents: Sequence[Document]) -> Attack:
    """An attack by the candidates of a file, of whom each document's id (or file name) names the right one."""
    candidates = read_candidates(path)
    lookup = Lookup(candidates)
    truth = []
    for document in documents:
        found = lookup.find(document.id)
        if found is None:
            raise InputError(f"{document.id}: no candidate of this id or name")
        truth.append(found)
    known = Known(candidates)

    def attacked(documents: Sequence[Document], texts: Sequence[str]) -> list[float]:
        outcomes = {name: outcome(scores, truth) for name, scores in attack(texts, known).items()}
        return [float(found) for found in outcomes[strongest(outcomes)].top1]

    return attacked
