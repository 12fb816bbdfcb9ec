"""What tells of a concept though it is none of its names: medicines that are given for it, and its codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from sfumato.protocols import Knowledge, Taxonomy
from sfumato.risk.information import disclosure_limit, discloses, information_content, pmi
from sfumato.types import Any, Concept

FEW = 10
"""Documents below which counts say too little of a medicine: it is judged by its kind."""
_ACTIONS = "pharmacologic action"
_PREVENTION = "primary prevention"
_SUPPORT = 3
_AS_WRITTEN = re.compile(r"[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?|[A-Z]?[a-z]+[A-Z]{2,}")


def codes(concepts: Iterable[Concept], taxonomy: Taxonomy) -> set[str]:
    """The names, of the concepts and of all below them, that are names only as they are written: B20, PrEP."""
    found = set()
    for concept in concepts:
        for each in (concept, *taxonomy.descendants(concept)):
            found |= _as_written(taxonomy.labels(each))
    return found


@lru_cache(maxsize=256)
def medicines(
    own: frozenset[str], forms: tuple[str, ...], alpha: float, taxonomy: Taxonomy, knowledge: Knowledge
) -> frozenset[str]:
    """The names of medicines whose kind tells of a secret that is called `own` and counted by `forms`.

    A kind tells if its name has a name of the secret in it ("anti-HIV agent"): then all that is of the kind does. It
    also tells if its name discloses the secret by the counts of the knowledge ("antipsychotic agent"): then that which
    the knowledge has hardly seen does, since the counts judge the rest.
    """
    called = _kinds(taxonomy)
    names = [f" {name} " for name in own]
    named = {form for form in called if any(name in f" {form} " for name in names)}
    found: set[str] = set()
    for form in named | _disclosing(list(called), forms, alpha, knowledge):
        for kind in called[form]:
            members = taxonomy.forms(kind)
            found |= {member for member in members if form in named or knowledge.count(member) < FEW}
            found |= _as_written(taxonomy.labels(kind))
    return frozenset(found)


def _as_written(labels: Iterable[str]) -> set[str]:
    return {label for label in labels if _AS_WRITTEN.fullmatch(label)}


@lru_cache(maxsize=8)
def _kinds(taxonomy: Taxonomy) -> dict[str, list[Concept]]:
    """Kinds of medicine and of prevention, which say by their names what for, by the forms of these."""
    kinds_of = getattr(taxonomy, "kinds", lambda concept: ())
    found = [kind for sense in taxonomy.senses(_ACTIONS) for kind in kinds_of(sense)]
    found += [each for sense in taxonomy.senses(_PREVENTION) for each in taxonomy.descendants(sense)]
    called: dict[str, list[Concept]] = {}
    for kind in found:
        labels = taxonomy.labels(kind)
        for form in {taxonomy.language.normal_form(label) for label in set(labels) - _as_written(labels)}:
            called.setdefault(form, []).append(kind)
    return called


def _disclosing(names: Sequence[str], forms: Sequence[str], alpha: float, knowledge: Knowledge) -> set[str]:
    """Those of the names that tell too much of the secret."""
    secret = Any(*forms)
    documents = float(knowledge.count(secret))
    if not documents or not names:
        return set()
    joint = np.array(knowledge.counts(secret, names), dtype=float)
    seen = np.flatnonzero(joint >= _SUPPORT)
    counts = np.array([knowledge.count(names[at]) for at in seen], dtype=float)
    bits = pmi(joint[seen], documents, counts, knowledge.total)
    limit = disclosure_limit(information_content(documents, knowledge.total, floor=knowledge.floor), alpha)
    return {names[at] for at in seen[np.asarray(discloses(bits, limit))]}
