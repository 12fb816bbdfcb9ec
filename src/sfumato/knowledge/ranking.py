"""How much a document is about a term: BM25 for queries, TF-IDF for what a document is about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sfumato.io.arrays import Array
from sfumato.types import Hit, Query

K1 = 1.2  # how soon more occurrences stop to count
B = 0.75  # how far long documents are held back


def bm25(frequencies: Array, lengths: Array, mean_length: float, documents_with: int, total: int) -> Array:
    """The score of a term for documents that have it so often.

    S. Robertson and H. Zaragoza, "The probabilistic relevance framework: BM25 and beyond", 2009, eq. 3.15, with the
    inverse document frequency kept above 0.
    """
    idf = np.log1p((total - documents_with + 0.5) / (documents_with + 0.5))
    norm = K1 * (1 - B + B * lengths / max(mean_length, 1e-9))
    return idf * frequencies * (K1 + 1) / (frequencies + norm)


def top(documents: Array, scores: Array, limit: int) -> Array:
    """Where the highest scores are, highest first, and of equals the document with the lower number."""
    return np.lexsort((documents, -scores))[: max(limit, 0)]


def tf_idf(frequencies: Array, documents_with: Array, total: int) -> Array:
    """Term frequency times the logarithm of inverse document frequency."""
    return frequencies * np.log(total / np.maximum(documents_with, 1))


class Ranked:
    """A knowledge whose documents have titles, and scores for a query: it says which are best."""

    total: int
    _titles: Sequence[str]

    def scored(self, query: Query) -> tuple[Array, Array]:
        """The numbers of the documents that match, and their scores."""
        raise NotImplementedError

    def best(self, query: Query, limit: int = 10) -> list[Hit]:
        documents, scores = self.scored(query)
        order = top(documents, scores, limit).tolist()
        return [Hit(int(documents[at]), self.title(int(documents[at])), float(scores[at])) for at in order]

    def title(self, document: int) -> str:
        if not 0 <= document < self.total:
            raise IndexError(f"no document {document}")
        return self._titles[document]
