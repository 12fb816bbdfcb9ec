"""Attackers that infer: they ask the knowledge, as `inspect` does, where the words of a text lead.

They need no text about a candidate, only a name, and find nobody whom the knowledge has never seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sfumato.attack.candidates import Known
from sfumato.columns import Array
from sfumato.errors import InputError
from sfumato.models import CSanitized, Index, Search, keywords
from sfumato.models.inferences import Group
from sfumato.protocols import Knowledge
from sfumato.reading import visible

_TERMS = 2_000  # of a text, that are asked for at most: those of a few pages
_SUPPORT = 3  # documents with a term and the candidate, for the term to be shown


def leads(texts: Sequence[str], known: Known, *, search: Search | None = None) -> Array:
    """How many sets of the text's keywords lead to the candidate: for each set the share of its best documents.

    A document is one of the candidate if that is among its heaviest terms (WEB).
    """
    knowledge = _asked(known)
    search = search or Search()
    owners: dict[str, list[int]] = {}
    for at, secret in enumerate(known.secrets):
        for form in secret.forms:
            owners.setdefault(form, []).append(at)
    return np.stack([_led(text, owners, len(known), knowledge, search) for text in texts])


def _led(text: str, owners: dict[str, list[int]], count: int, knowledge: Knowledge, search: Search) -> Array:
    index = Index(knowledge, keywords(text, knowledge, search.keywords), search)
    scores = np.zeros(count)
    named: dict[int, list[int]] = {}

    def goes_on(group: Group, inside: Array) -> bool:
        if not len(inside):
            return False
        best = index.best(group, inside)
        for at in best:
            if at not in named:
                named[at] = sorted({who for term in index.terms_of(at) for who in owners.get(term, ())})
            scores[named[at]] += 1 / len(best)
        return True

    index.walk(goes_on)
    return scores


def bits(texts: Sequence[str], known: Known) -> Array:
    """What the terms of the text tell of the candidate, in bits, one with the other: the sum of PMI(c;t)."""
    knowledge = _asked(known)
    judge = CSanitized(knowledge, known.secrets)
    rows = []
    for text in texts:
        terms = [term for term in visible(text) if knowledge.count(term)][:_TERMS]
        rows.append(judge.bits(terms).sum(axis=1))
    return np.stack(rows)


def telling(text: str, candidate: int, known: Known, limit: int = 8) -> list[tuple[str, float]]:
    """The terms of a text that tell most of a candidate, and how many bits each; no part of another that tells as much.

    Empty where the knowledge is not asked or has never seen the candidate.
    """
    if known.knowledge is None:
        return []
    judge = CSanitized(known.knowledge, [known.secrets[candidate]], support=_SUPPORT)
    terms = [term for term in visible(text) if known.knowledge.count(term)][:_TERMS]
    told = judge.bits(terms)[0]
    found: list[tuple[str, float]] = []
    for at in np.lexsort((-np.array([len(term) for term in terms]), -told)).tolist():
        if told[at] <= 0 or len(found) == limit:
            break
        if not any(f" {terms[at]} " in f" {other} " for other, _ in found):
            found.append((terms[at], float(told[at])))
    return found


def sources(texts: Sequence[str], knowledge: Knowledge) -> list[int]:
    """The documents of the knowledge that are the texts themselves, or copies of them, as `inspect` tells them.

    Whoever has the text itself infers nothing: `knowledge.Without` leaves such documents out.
    """
    search = Search()
    found = (Index(knowledge, keywords(text, knowledge, search.keywords), search).sources for text in texts)
    return sorted({document for each in found for document in each})


def _asked(known: Known) -> Knowledge:
    if known.knowledge is None:
        raise InputError("an attack by inference needs the knowledge")
    return known.knowledge
