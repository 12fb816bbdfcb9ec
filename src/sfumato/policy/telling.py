"""What tells of a concept though it is none of its names: medicines that are given for it, and its codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import numpy as np

from sfumato.protocols import Knowledge, Taxonomy
from sfumato.risk.information import discloses, disclosure_limit, information_content, pmi
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
    own: frozenset[str],
    forms: tuple[str, ...],
    codes: frozenset[str],
    alpha: float,
    taxonomy: Taxonomy,
    knowledge: Knowledge,
) -> frozenset[str]:
    """The names of medicines that tell of a secret that is called `own`, counted by `forms`, and has these codes.

    - All that is of a kind that has the secret in its name does: an "anti-HIV agent".
    - All names of a medicine do of which one discloses the secret by the counts of the knowledge: a brand.
    - So does what the knowledge has hardly seen, if the name of its kind discloses the secret: an "antipsychotic".
    - What prevents does, if it shares a code with the secret: "HIV pre-exposure prophylaxis".
    """
    called, owners = _medicines(taxonomy)  # type: ignore[arg-type]
    names = [f" {name} " for name in own]
    found: set[str] = set()
    for form in (form for form in owners if any(name in f" {form} " for name in names)):
        for id in owners[form]:
            found.update(taxonomy.forms(taxonomy.concept(id)))
    told = _disclosing(_seen(taxonomy, knowledge), forms, alpha, knowledge)  # type: ignore[arg-type]
    telling = sorted({id for form in told for id in owners[form]})
    done = set(telling)
    by_counts = set(telling)
    while telling:
        id = telling.pop()
        whole = id not in by_counts or called[id][0] in told
        found.update(name for name in called[id] if whole or knowledge.count(name) < FEW)
        for child in taxonomy.children(taxonomy.concept(id)):
            names_of = called.get(child.id)
            if names_of and child.id not in done and knowledge.count(names_of[0]) < FEW:
                done.add(child.id)
                telling.append(child.id)
    for sense in taxonomy.senses(_PREVENTION):
        for each in taxonomy.descendants(sense):
            written = _as_written(taxonomy.labels(each))
            if written & codes:
                found |= written
                found.update(set(taxonomy.forms(each)) - {label.lower() for label in written})
    return frozenset(found)


def _as_written(labels: Iterable[str]) -> set[str]:
    return {label for label in labels if _AS_WRITTEN.fullmatch(label)}


@lru_cache(maxsize=8)
def _medicines(taxonomy: Taxonomy) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The names of all medicines and of their kinds by id, and the ids by name."""
    names_below: Callable[[Concept], dict[str, list[str]]] = getattr(taxonomy, "names_below", lambda concept: {})
    called: dict[str, list[str]] = {}
    for sense in taxonomy.senses(_ACTIONS):
        called |= names_below(sense)
    owners: dict[str, list[str]] = {}
    for id, names in called.items():
        for name in names:
            owners.setdefault(name, []).append(id)
    return called, owners


@lru_cache(maxsize=8)
def _seen(taxonomy: Taxonomy, knowledge: Knowledge) -> tuple[str, ...]:
    """The names that the knowledge has seen often enough to judge them."""
    return tuple(name for name in _medicines(taxonomy)[1] if knowledge.count(name) >= _SUPPORT)  # type: ignore[arg-type]


def _disclosing(names: Sequence[str], forms: Sequence[str], alpha: float, knowledge: Knowledge) -> set[str]:
    """Those of the names that tell too much of the secret."""
    secret = Any(*forms)
    documents = float(knowledge.count(secret))
    if not documents or not names:
        return set()
    joint = np.array(knowledge.counts(secret, names), dtype=float)
    seen = np.flatnonzero(joint >= _SUPPORT)
    counts = np.array([knowledge.count(names[at]) for at in seen.tolist()], dtype=float)
    bits = pmi(joint[seen], documents, counts, knowledge.total)
    limit = disclosure_limit(information_content(documents, knowledge.total, floor=knowledge.floor), alpha)
    return {names[at] for at in seen[np.asarray(discloses(bits, limit))].tolist()}
