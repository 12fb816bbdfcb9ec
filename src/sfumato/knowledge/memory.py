"""Knowledge of a few documents in plain Python: for tests, and for what a user adds beside a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from sfumato.io.arrays import Array
from sfumato.knowledge.ranking import Ranked, bm25, tf_idf
from sfumato.knowledge.stream import clauses_of
from sfumato.languages import load
from sfumato.protocols import Language
from sfumato.types import All, Document, Query, leaves

LONGEST = 8
"""Words of the longest phrase that can be asked for."""


class MemoryKnowledge(Ranked):
    """Every phrase of every document, however rare: the number of documents is what limits it."""

    floor = 1

    def __init__(
        self, documents: Iterable[Document], *, longest: int = LONGEST, language: Language | None = None
    ) -> None:
        self.language = language or load()
        stop_words = self.language.stop_words
        self._titles: list[str] = []
        self._terms: list[Counter[str]] = []
        self._lengths: list[int] = []
        self._having: dict[str, set[int]] = {}
        for number, document in enumerate(documents):
            clauses = list(clauses_of(document.text, self.language))
            terms = Counter(
                " ".join(words[at : at + length])
                for words in clauses
                for at in range(len(words))
                for length in range(1, min(longest, len(words) - at) + 1)
                if words[at] not in stop_words and words[at + length - 1] not in stop_words
            )
            self._titles.append(document.title or document.id)
            self._terms.append(terms)
            self._lengths.append(sum(map(len, clauses)))
            for term in terms:
                self._having.setdefault(term, set()).add(number)
        self.total = len(self._titles)

    def count(self, query: Query) -> int:
        return len(self._matching(query))

    def counts(self, given: Query, queries: Sequence[Query]) -> list[int]:
        documents = self._matching(given)
        return [len(documents & self._matching(query)) for query in queries]

    def matching(self, query: Query) -> Array:
        return np.array(sorted(self._matching(query)), dtype=np.int64)

    def scored(self, query: Query) -> tuple[Array, Array]:
        documents = sorted(self._matching(query))
        mean = sum(self._lengths) / max(self.total, 1)
        lengths = np.array([self._lengths[number] for number in documents])
        scores = np.zeros(len(documents))
        for term in sorted({self._known(leaf) for leaf in leaves(query)}):
            frequencies = np.array([self._terms[number][term] for number in documents], dtype=float)
            scores += bm25(frequencies, lengths, mean, len(self._having.get(term, ())), self.total)
        return np.array(documents, dtype=np.int64), scores

    def weights(self, document: int, limit: int = 20) -> list[tuple[str, float]]:
        if not 0 <= document < self.total:
            raise IndexError(f"no document {document}")
        terms = sorted(self._terms[document].items())
        frequencies = np.array([frequency for _, frequency in terms], dtype=float)
        having = np.array([len(self._having[term]) for term, _ in terms])
        weights = tf_idf(frequencies, having, self.total)
        order = np.lexsort((np.arange(len(terms)), -weights))[: max(limit, 0)]
        return [(terms[at][0], float(weights[at])) for at in order.tolist()]

    def _known(self, name: str) -> str:
        """The normal form of a term, without function words at its ends."""
        return self.language.trimmed(self.language.normal_form(name))

    def _matching(self, query: Query) -> set[int]:
        if isinstance(query, str):
            return self._having.get(self._known(query), set())
        parts = [self._matching(part) for part in query.parts]
        if isinstance(query, All):
            return set.intersection(*parts) if parts else set(range(self.total))
        return set().union(*parts)
