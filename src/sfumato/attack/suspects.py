"""Candidates that are secrets: what a text may be hiding, from a list or from what stands beside it in a taxonomy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sfumato.attack.candidates import Candidate, Known
from sfumato.models.inferences import LISTS, excluded
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.secrets import SEEN
from sfumato.types import Any, Concept, Secret

SIBLINGS = 20
"""What stands beside a secret and is compared with it: the best known."""
_ENOUGH = 4  # siblings below which cousins are asked for
_DOCUMENTS, _TERMS = 10, 60  # about a secret, and terms of each


def siblings(secret: Secret, taxonomy: Taxonomy, knowledge: Knowledge, limit: int = SIBLINGS) -> list[Secret]:
    """What stands beside a secret in the taxonomy and is known, the best known first; where that is little, cousins.

    Whatever shares a name with the secret, or is above or below it, is none: to name it would be no mistake.
    """
    found: dict[frozenset[str], tuple[int, Secret]] = {}
    own = set(secret.forms)
    above = {step.id for concept in secret.concepts for path in taxonomy.paths(concept) for step in path}
    for generation in (1, 2):
        for concept in dict.fromkeys(_beside(secret.concepts, taxonomy, generation)):
            forms = frozenset(taxonomy.forms(concept))
            if concept.grouping or concept.id in above or not forms or forms & own:
                continue
            documents = knowledge.count(Any(*sorted(forms)))
            if documents >= SEEN and not any(forms & known for known in found):
                names = tuple(sorted(forms))
                found[forms] = documents, Secret(concept.label, secret.alpha, names, names, secret.kind, (concept,))
        if len(found) >= _ENOUGH:
            break
    ordered = sorted(found.values(), key=lambda each: (-each[0], each[1].name))
    return [other for _, other in ordered[:limit]]


def _beside(concepts: Sequence[Concept], taxonomy: Taxonomy, generation: int) -> Iterator[Concept]:
    """The other children of the parents, or of the grandparents all grandchildren."""
    for concept in concepts:
        for parent in taxonomy.parents(concept):
            if generation == 1:
                yield from taxonomy.children(parent)
            else:
                for grandparent in taxonomy.parents(parent):
                    for aunt in taxonomy.children(grandparent):
                        yield aunt
                        yield from taxonomy.children(aunt)


def united(*lists: Iterable[Secret]) -> list[Secret]:
    """All secrets once: one that shares a name with another before it is the same."""
    found: list[Secret] = []
    taken: set[str] = set()
    for secret in (each for group in lists for each in group):
        if taken.isdisjoint(secret.forms):
            found.append(secret)
            taken |= set(secret.forms)
    return found


def known_secrets(secrets: Sequence[Secret], knowledge: Knowledge) -> Known:
    """What attackers have of secrets: their names, and the heaviest terms of the documents that are most about them."""
    out = frozenset(excluded(knowledge, LISTS).tolist())
    candidates = [Candidate(secret.name, _described(secret, knowledge, out), secret.name) for secret in secrets]
    return Known(candidates, knowledge=knowledge, secrets=secrets)


def _described(secret: Secret, knowledge: Knowledge, out: frozenset[int]) -> str:
    """The names of a secret, and the terms of the best documents about it: a term of several is there several times."""
    hits = [hit for hit in knowledge.best(Any(*secret.forms), 2 * _DOCUMENTS) if hit.document not in out]
    terms = [term for hit in hits[:_DOCUMENTS] for term, _ in knowledge.weights(hit.document, _TERMS)]
    return ". ".join((*secret.forms, *terms))
