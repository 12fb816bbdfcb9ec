"""Candidates that are secrets: what a text may be hiding, from a list or from what stands beside it in a taxonomy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice

from sfumato.measure.attack.candidates import Candidate, KnownCandidates
from sfumato.policy.secrets import SEEN
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.risk.inferences import LISTS, excluded
from sfumato.types import Any, Concept, Secret

SIBLINGS = 20
"""What stands beside a secret and is compared with it: the best known."""
_ENOUGH = 9  # known others below which it is looked further up
_HIGHEST = 4  # generations
_NEAR = 400  # concepts below an ancestor that are looked at, the nearer ones first
# Of 152 reviews of drugs BM25 found the condition, among 19, with 10 documents in 33 %, with 30 in 45 %, with 100 in
# 56 % and with 300 in 43 %; the classifier in 69, 69, 72 and 74 %. The reviews themselves did not count.
_DOCUMENTS, _TERMS = 100, 40  # about a secret, and terms of each


def siblings(secret: Secret, taxonomy: Taxonomy, knowledge: Knowledge, limit: int = SIBLINGS) -> list[Secret]:
    """The known concepts beside a secret in the taxonomy, the best known first; where they are few, cousins as well.

    What shares a name with the secret, or is above or below it, is left out: to name it would be no mistake.
    """
    found: list[tuple[int, Secret]] = []
    taken = set(secret.forms)
    ancestors: list[Concept] = list(secret.concepts)
    above: set[str] = set()
    for _ in range(_HIGHEST):
        ancestors = list(dict.fromkeys(up for concept in ancestors for up in taxonomy.parents(concept)))
        above |= {concept.id for concept in ancestors}
        near = (islice(taxonomy.descendants(up), _NEAR) for up in ancestors)
        for concept in dict.fromkeys(chain.from_iterable(near)):
            forms = tuple(sorted(taxonomy.forms(concept)))
            if concept.grouping or concept.id in above or not forms or not taken.isdisjoint(forms):
                continue
            documents = knowledge.count(Any(*forms))
            if SEEN <= documents <= knowledge.total / 20:  # what is everywhere is nobody's secret
                taken.update(forms)
                found.append((documents, Secret(concept.label, secret.alpha, forms, forms, secret.kind, (concept,))))
        if len(found) >= _ENOUGH:
            break
    return [other for _, other in sorted(found, key=lambda each: (-each[0], each[1].name))[:limit]]


def united(*lists: Iterable[Secret]) -> list[Secret]:
    """All secrets once each: those that share a name are the same, and the first is kept."""
    found: list[Secret] = []
    taken: set[str] = set()
    for secret in (each for group in lists for each in group):
        if taken.isdisjoint(secret.forms):
            found.append(secret)
            taken |= set(secret.forms)
    return found


def known_secrets(secrets: Sequence[Secret], knowledge: Knowledge) -> KnownCandidates:
    """What attackers have of secrets: their names, and the heaviest terms of the documents that are most about them."""
    out = frozenset(excluded(knowledge, LISTS).tolist())
    candidates = [Candidate(secret.name, _described(secret, knowledge, out), secret.name) for secret in secrets]
    return KnownCandidates(candidates, knowledge=knowledge, secrets=secrets)


def _described(secret: Secret, knowledge: Knowledge, out: frozenset[int]) -> str:
    """The names of a secret and the terms of the best documents about it, repeated as often as documents have them."""
    hits = [hit for hit in knowledge.best(Any(*secret.forms), 2 * _DOCUMENTS) if hit.document not in out]
    terms = [term for hit in hits[:_DOCUMENTS] for term, _ in knowledge.weights(hit.document, _TERMS)]
    return ". ".join((*secret.forms, *terms))
