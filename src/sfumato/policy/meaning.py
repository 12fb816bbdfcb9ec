"""What is said of a concept of medicine, and what else could be: vectors by which sentences are told to be about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sfumato.io.arrays import Array
from sfumato.languages.vectors import encoder
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.sense_vectors import sense_vectors
from sfumato.risk.information import disclosure_limit, information_content, pmi
from sfumato.risk.meaning import Meaning
from sfumato.types import Any, Concept

_FRAMES = ("{}", "treatment for {}", "symptoms of {}")
_NAMES = 4  # of the secret that are put into frames
_TELLING = 24  # terms that disclose it and say most of what the documents about it say
_DOCUMENTS, _TERMS = 30, 20  # documents about the secret that are looked at, and terms of each
_SUPPORT = 3  # documents that a term must share with the secret
_RIVALS = ("ill health", "drug", "medical procedure")
_FEWEST = 50  # rivals below which a secret is so broad that hardly anything else is left
_EVERY = 10  # of so many things that words mean one stands for everyday things


@dataclass(frozen=True)
class ToldByMeaning:
    """Gives what sentences are compared with to see whether they tell of a secret; made when it is first asked for.

    `names` are what people call it, `forms` those by which it is counted. What is said of it are its names in a few
    plain frames and the terms that disclose it in the documents about it. Its rivals are what else
    people have, take and have done who are not well, as a dictionary explains it; everyday things are some of all that
    the dictionary explains.
    """

    names: tuple[str, ...]
    forms: tuple[str, ...]
    concepts: tuple[Concept, ...]
    alpha: float
    taxonomy: Taxonomy
    knowledge: Knowledge

    def __call__(self) -> Meaning | None:
        return _meaning(self)


@lru_cache(maxsize=256)
def _meaning(told: ToldByMeaning) -> Meaning | None:
    model = encoder()
    rivals = _rivals(told)
    if model is None or len(rivals) < _FEWEST:
        return None
    framed = [frame.format(name) for name in told.names[:_NAMES] for frame in _FRAMES]
    terms = telling_terms(told.forms, told.alpha, told.knowledge)
    vectors = model.texts([*framed, *terms])
    about = vectors[: len(framed)].mean(axis=0)
    if terms:
        about = np.stack([about / np.linalg.norm(about), vectors[len(framed) :].mean(axis=0)])
    capitals = frozenset(word for said in (*told.names, *terms) for word in said.split() if word.isupper())
    return Meaning(np.atleast_2d(about), rivals=rivals, everyday=_everyday(), capitals=capitals)


def telling_terms(forms: Iterable[str], alpha: float, knowledge: Knowledge) -> list[str]:
    """The terms that disclose a secret and say most of what the documents about it say, those that say most first."""
    secret = Any(*forms)
    documents = float(knowledge.count(secret))
    weights: dict[str, float] = {}
    for hit in knowledge.best(secret, _DOCUMENTS) if documents else ():
        for term, weight in knowledge.weights(hit.document, _TERMS):
            weights[term] = weights.get(term, 0.0) + weight
    terms = sorted(weights, key=lambda term: (-weights[term], term))
    if not terms:
        return []
    together = np.array(knowledge.counts(secret, terms), dtype=float)
    counts = np.array([knowledge.count(term) for term in terms], dtype=float)
    bits = pmi(together, documents, counts, knowledge.total)
    limit = disclosure_limit(information_content(documents, knowledge.total, floor=knowledge.floor), alpha)
    return [terms[at] for at in np.flatnonzero((together >= _SUPPORT) & (bits >= limit)).tolist()][:_TELLING]


def _rivals(told: ToldByMeaning) -> Array:
    """The vectors of what else medicine is about: what people have, take and have done, but for kinds of the secret."""
    taxonomy = told.taxonomy
    senses = (sense for name in _RIVALS for sense in taxonomy.senses(name))
    ids = {each.id for sense in senses for each in taxonomy.descendants(sense)}
    for concept in told.concepts:
        ids -= {concept.id, *(each.id for each in taxonomy.descendants(concept))}
    return sense_vectors().vectors(ids)


@lru_cache(maxsize=1)
def _everyday() -> Array:
    return sense_vectors().every(_EVERY)
