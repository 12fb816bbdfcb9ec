"""Knowledge made of other knowledge: several beside each other, or one without some of its documents."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

import numpy as np

from sfumato.io.arrays import Array
from sfumato.protocols import Knowledge
from sfumato.types import Hit, Query


class Beside:
    """Several knowledges counted as one: the documents of the first come first, then those of the next.

    What a user knows of a secret that the embedded pack has never seen stands beside it.
    """

    def __init__(self, first: Knowledge, *others: Knowledge) -> None:
        self.parts = (first, *others)
        self.floor = first.floor
        self.language = first.language
        self._starts = np.cumsum([0, *(part.total for part in self.parts)]).tolist()
        self.total: int = self._starts[-1]

    def count(self, query: Query) -> int:
        return sum(part.count(query) for part in self.parts)

    def counts(self, given: Query, queries: Sequence[Query]) -> list[int]:
        each = [part.counts(given, queries) for part in self.parts]
        return [sum(numbers) for numbers in zip(*each, strict=True)]

    def matching(self, query: Query) -> Array:
        found = [np.asarray(part.matching(query), dtype=np.int64) for part in self.parts]
        return np.concatenate([docs + start for docs, start in zip(found, self._starts, strict=False)])

    def scored(self, query: Query) -> tuple[Array, Array]:
        each = [part.scored(query) for part in self.parts]
        found = [np.asarray(docs, dtype=np.int64) + at for (docs, _), at in zip(each, self._starts, strict=False)]
        return np.concatenate(found), np.concatenate([scores for _, scores in each])

    def best(self, query: Query, limit: int = 10) -> list[Hit]:
        hits = [
            Hit(hit.document + start, hit.title, hit.score)
            for part, start in zip(self.parts, self._starts, strict=False)
            for hit in part.best(query, limit)
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.document))[: max(limit, 0)]

    def title(self, document: int) -> str:
        part, number = self._place(document)
        return self.parts[part].title(number)

    def weights(self, document: int, limit: int = 20) -> Sequence[tuple[str, float]]:
        part, number = self._place(document)
        return self.parts[part].weights(number, limit)

    def _place(self, document: int) -> tuple[int, int]:
        """Which of the knowledges has a document, and its number there."""
        if not 0 <= document < self.total:
            raise IndexError(f"no document {document}")
        at = bisect_right(self._starts, document) - 1
        return at, document - self._starts[at]


class Without:
    """A knowledge less some of its documents, numbered as before: as if they had never been written.

    An encyclopedia has an article on a famous secret, and none on the user's: this is how the difference is measured.
    """

    def __init__(self, knowledge: Knowledge, documents: Iterable[int]) -> None:
        self.whole = knowledge
        self.dropped = np.unique(np.fromiter(documents, dtype=np.int64))
        self.floor = knowledge.floor
        self.language = knowledge.language
        self.total = knowledge.total - len(self.dropped)
        self.meta = getattr(knowledge, "meta", {})

    def count(self, query: Query) -> int:
        return self.whole.count(query) - len(self._lost(query))

    def counts(self, given: Query, queries: Sequence[Query]) -> list[int]:
        lost = self._lost(given)
        together = self.whole.counts(given, queries)
        if not len(lost):
            return list(together)
        return [n - len(np.intersect1d(lost, self._lost(q))) for n, q in zip(together, queries, strict=True)]

    def matching(self, query: Query) -> Array:
        found = np.asarray(self.whole.matching(query))
        return found[~np.isin(found, self.dropped)]

    def scored(self, query: Query) -> tuple[Array, Array]:
        found, scores = self.whole.scored(query)
        left = ~np.isin(found, self.dropped)
        return found[left], scores[left]

    def best(self, query: Query, limit: int = 10) -> list[Hit]:
        hits = self.whole.best(query, limit + len(self.dropped))
        return [hit for hit in hits if hit.document not in self.dropped][: max(limit, 0)]

    def title(self, document: int) -> str:
        return self.whole.title(self._left(document))

    def weights(self, document: int, limit: int = 20) -> Sequence[tuple[str, float]]:
        return self.whole.weights(self._left(document), limit)

    def _left(self, document: int) -> int:
        if document in self.dropped:
            raise IndexError(f"no document {document}")
        return document

    def _lost(self, query: Query) -> Array:
        """The dropped documents that match."""
        found = np.asarray(self.whole.matching(query), dtype=np.int64)
        if not len(found):
            return found
        place = np.minimum(np.searchsorted(found, self.dropped), len(found) - 1)
        return self.dropped[found[place] == self.dropped]
