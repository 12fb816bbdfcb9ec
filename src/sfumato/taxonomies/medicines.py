"""Medicines: which concepts are one, and what a medicine may be called by what it is given for."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.protocols import Taxonomy
from sfumato.types import Concept

ACTION = "pharmacologic action"
"""The concept that all medicines and their kinds are below."""
USE = "medicine"
"""What all are that are given for something."""
ELEMENT = "chemical element"
"""What some medicines are to everybody else."""
_DRUG = "drug"


def is_medicine(concept: Concept, taxonomy: Taxonomy) -> bool:
    """Whether a concept of a medical taxonomy is given for something."""
    above = {step.label for path in taxonomy.paths(concept, 64) for step in path}
    return {ACTION, USE} <= above


def as_drug(concept: Concept, taxonomy: Taxonomy) -> list[Sequence[Concept]]:
    """Of the paths of an everyday word those by which it is a drug, not a salt or an acid."""
    return [path for path in taxonomy.paths(concept) if any(step.label in (USE, _DRUG) for step in path)]


def given_for(medicine: Concept, taxonomy: Taxonomy) -> list[tuple[int, Concept]]:
    """What is true of a medicine whatever it is given for, and how far above it that is, nearest first.

    How it works is left out, and so is any one of several things that it is given for: olanzapine is called no
    antiemetic, nor Truvada by one of the two medicines in it.
    """
    above = [_up_to_use(parent, taxonomy) for parent in taxonomy.parents(medicine)]
    above = [steps for steps in above if steps]
    shared = set(above[0]).intersection(*above[1:]) if above else set()
    return sorted(((min(steps[step] for steps in above), step) for step in shared), key=lambda pair: pair[0])


def _up_to_use(concept: Concept, taxonomy: Taxonomy) -> dict[Concept, int]:
    """A concept and what is between it and "medicine", with how far it is; nothing if no medicine is called so."""
    if concept.label == USE:
        return {concept: 0}
    found: dict[Concept, int] = {}
    for parent in taxonomy.parents(concept):
        for step, far in _up_to_use(parent, taxonomy).items():
            found[step] = min(found.get(step, far + 1), far + 1)
    return {concept: 0} | found if found else {}
