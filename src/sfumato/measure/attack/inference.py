"""Attackers that infer: they ask the knowledge, as `inspect` does, where the words of a text lead.

They need no text about a candidate, only a name, and find nobody whom the knowledge has never seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.languages.reading import visible
from sfumato.measure.attack.function_attacker import FunctionAttacker
from sfumato.protocols import Knowledge, Known
from sfumato.risk import CSanitized, Index, Search, keywords
from sfumato.risk.inferences import TOP, Group
from sfumato.types import Any, Secret

SEARCH = Search(top=TOP)
"""How far they look."""
_TERMS = 2_000  # of a text, that are asked for at most: those of a few pages
_SUPPORT = 3  # documents with a term and the candidate, for the term to be shown


def leads(texts: Sequence[str], known: Known, *, search: Search | None = None) -> Array:
    """How many sets of a text's keywords lead to the candidate; a set counts by the share of its documents that do.

    The keywords are those of the text and of each of its passages. A document names a candidate that is among its
    heaviest terms (WEB); any mention, which `inspect` takes as a warning where it is of a name, tells candidates less
    well apart.
    """
    knowledge = _asked(known)
    search = search or SEARCH
    mentioned: dict[int, list[int]] = {}
    for at, secret in enumerate(known.secrets):
        for document in knowledge.matching(Any(*secret.forms)).tolist():
            mentioned.setdefault(document, []).append(at)
    scores = np.zeros((len(texts), len(known)))
    for row, text in enumerate(texts):
        for part in search.parts(text, knowledge.language):
            index = Index(knowledge, keywords(part, knowledge, search.keywords), search)
            _add_leads(scores[row], index, mentioned, known)
    return scores


def _add_leads(scores: Array, index: Index, mentioned: Mapping[int, Sequence[int]], known: Known) -> None:
    named: dict[int, list[int]] = {}

    def names(at: int) -> list[int]:
        if at not in named:
            candidates = mentioned.get(int(index.documents[at]), ())
            named[at] = [candidate for candidate in candidates if _names(index, at, known.secrets[candidate])]
        return named[at]

    def goes_on(group: Group, inside: Array) -> bool:
        best = index.best(group, inside) if len(inside) else []
        for at in best:
            scores[names(at)] += 1 / len(best)
        return len(inside) > 0

    index.walk(goes_on)


def _names(index: Index, at: int, secret: Secret) -> bool:
    """Whether a document that mentions a secret is one that names it."""
    top = index.search.heaviest(secret.kind != "concept")
    return not top or not index.terms_of(at, top).isdisjoint(secret.forms)


def bits(texts: Sequence[str], known: Known) -> Array:
    """How likely each candidate is, in bits, if every term of the text counts by itself (naive Bayes).

    log2 p(c) plus the sum of PMI(c;t): what is known before the text is read, and what each of its terms tells.
    """
    knowledge = _asked(known)
    judge = CSanitized(knowledge, known.secrets)
    rows = []
    for text in texts:
        terms = [term for term in visible(text, knowledge.language) if knowledge.count(term)][:_TERMS]
        rows.append(judge.bits(terms).sum(axis=1) - judge.contents)
    return np.stack(rows)


INFERENCE = FunctionAttacker("inference", leads, needs="knowledge")
INFERENCE_BITS = FunctionAttacker("inference bits", bits, needs="knowledge")


def telling(text: str, candidate: int, known: Known, limit: int = 8) -> list[tuple[str, float]]:
    """The terms of a text that tell most of a candidate, and how many bits each; none is a part of one before it.

    Empty where the knowledge is not asked or has never seen the candidate.
    """
    if known.knowledge is None:
        return []
    judge = CSanitized(known.knowledge, [known.secrets[candidate]], support=_SUPPORT)
    terms = [term for term in visible(text, known.knowledge.language) if known.knowledge.count(term)][:_TERMS]
    told = judge.bits(terms)[0]
    found: list[tuple[str, float]] = []
    for at in np.lexsort((-np.array([len(term) for term in terms]), -told)).tolist():
        if told[at] <= 0 or len(found) == limit:
            break
        if not any(f" {terms[at]} " in f" {other} " for other, _ in found):
            found.append((terms[at], float(told[at])))
    return found


def sources(texts: Sequence[str], knowledge: Knowledge) -> list[int]:
    """The documents of the knowledge that are the texts themselves or copies of them, found as `inspect` finds them.

    Whoever has the text itself infers nothing: `knowledge.Without` leaves such documents out.
    """
    found = (
        Index(knowledge, keywords(part, knowledge, SEARCH.keywords), SEARCH).sources
        for text in texts
        for part in SEARCH.parts(text, knowledge.language)
    )
    return sorted({document for each in found for document in each})


def _asked(known: Known) -> Knowledge:
    if known.knowledge is None:
        raise InputError("an attack by inference needs the knowledge")
    return known.knowledge
