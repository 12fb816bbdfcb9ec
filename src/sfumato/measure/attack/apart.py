"""Attackers that sanitizing never asks, so that what is measured is not what was optimised.

They rank the candidates for what a text hides by what the knowledge has of each (TF-IDF), by how like its sentences are
to plain phrases with each name (sentence vectors), and by both.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sfumato.io.arrays import Array
from sfumato.languages.reading import phrases
from sfumato.languages.vectors import encoder
from sfumato.protocols import Knowledge
from sfumato.protocols.reading import Candidate
from sfumato.risk import content_of
from sfumato.risk.inferences import LISTS, excluded
from sfumato.risk.meaning import vectors_of
from sfumato.types import Any

FRAMES = ("{}", "treatment for {}", "I take this medicine for my {}", "symptoms of {}")
TF_IDF, VECTORS, BOTH = "TF-IDF", "sentence vectors", "TF-IDF and vectors"
_DOCUMENTS, _TERMS = 100, 40  # about a candidate, and terms of each
# Of 67 reviews of drugs with the name of the condition taken out 24 ways to compare sentences were tried: the name
# alone beats the name with a form of it, in the first ten (54 to 61 % against 45 to 51 %), whatever else; runs of
# sentences and how many count made no difference beyond chance.
_RUN = 3  # sentences that are read together, too
_BEST = 3  # sentences that count
_TINY = 1e-9


class Apart:
    """Scores candidates for texts. What it has asked of a candidate it remembers."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._out = frozenset(excluded(knowledge, LISTS).tolist())
        self._weighed: dict[str, dict[str, float]] = {}
        self._framed: dict[str, Array] = {}

    def scores(self, text: str, candidates: Sequence[Candidate]) -> dict[str, Array]:
        """How well each candidate fits a text, by each attacker; without the model of sentences by one alone."""
        found = {TF_IDF: self._tf_idf(text, candidates)}
        if encoder() is not None:
            found[VECTORS] = self._vectors(text, candidates)
            found[BOTH] = _standard(found[TF_IDF]) + _standard(found[VECTORS])
        return found

    def _tf_idf(self, text: str, candidates: Sequence[Candidate]) -> Array:
        """The cosine of the text and of the documents that are most about each candidate, in TF-IDF weights."""
        knowledge = self._knowledge
        told = {form: len(spans) for form, spans in phrases(knowledge.language.read(text)).items()}
        own = {form: number * float(content_of(knowledge, form)) for form, number in told.items()}
        return np.array([sum(own[f] * w for f, w in self._weights(each).items() if f in own) for each in candidates])

    def _weights(self, candidate: Candidate) -> dict[str, float]:
        """The mean TF-IDF weights of the documents that are most about a candidate, of length 1."""
        if candidate.name not in self._weighed:
            asked = self._knowledge.best(Any(*candidate.forms), 2 * _DOCUMENTS)
            found: dict[str, float] = {}
            for hit in [hit for hit in asked if hit.document not in self._out][:_DOCUMENTS]:
                for term, weight in self._knowledge.weights(hit.document, _TERMS):
                    found[term] = found.get(term, 0.0) + weight
            length = max(float(np.linalg.norm(list(found.values()))), _TINY)
            self._weighed[candidate.name] = {term: weight / length for term, weight in found.items()}
        return self._weighed[candidate.name]

    def _vectors(self, text: str, candidates: Sequence[Candidate]) -> Array:
        """The mean of the three sentences, or runs of three, that speak most for each candidate beside the others."""
        sentences = [text[a:b] for a, b in self._knowledge.language.sentences(text) if text[a:b].strip()]
        if not sentences:
            return np.zeros(len(candidates))
        alone = vectors_of(sentences)
        runs = [alone[at : at + _RUN].mean(axis=0) for at in range(len(sentences) - _RUN + 1)]
        told = np.sort(_standard(np.stack([*alone, *runs]) @ self._frames(candidates).T), axis=0)
        return np.asarray(told[-_BEST:].mean(axis=0))

    def _frames(self, candidates: Sequence[Candidate]) -> Array:
        new = list(dict.fromkeys(each.name for each in candidates if each.name not in self._framed))
        vectors = vectors_of([frame.format(name) for name in new for frame in FRAMES]) if new else np.zeros((0, 0))
        for at, name in enumerate(new):
            mean = vectors[at * len(FRAMES) : (at + 1) * len(FRAMES)].mean(axis=0)
            self._framed[name] = mean / max(float(np.linalg.norm(mean)), _TINY)
        return np.stack([self._framed[each.name] for each in candidates])


def _standard(scores: Array) -> Array:
    """Scores in standard deviations from the mean over candidates, which are the last axis."""
    spread = scores.std(axis=-1, keepdims=True)
    return np.asarray((scores - scores.mean(axis=-1, keepdims=True)) / np.maximum(spread, _TINY))
