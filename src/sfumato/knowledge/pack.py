"""Knowledge in a pack: memory-mapped postings, opened in milliseconds and shared between processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.columns import Archive, Array, Columns, Lookup, Strings, expanded, gather
from sfumato.knowledge.layout import expand
from sfumato.knowledge.ranking import bm25, tf_idf
from sfumato.normalform import normal_form
from sfumato.types import All, Hit, Query, leaves

EMBEDDED = Path(__file__).parent.parent / "data" / "knowledge.pack"
_KEPT = 64  # matches of recent queries that are remembered


class Pack:
    """A `Knowledge` over the columns of an expanded pack."""

    def __init__(self, columns: Columns, meta: dict[str, Any]) -> None:
        self.columns = columns
        self.meta = meta
        self.total = len(columns["titles_starts"]) - 1
        self.floor = int(meta["floors"]["phrases"])
        self._terms = Lookup(
            Strings(columns["terms"], columns["terms_starts"]),
            columns["terms_hashes"],
            columns["terms_order"],
        )
        self._titles = Strings(columns["titles"], columns["titles_starts"])
        self._starts, self._postings = columns["postings_starts"], columns["postings"]
        self._matching = lru_cache(maxsize=_KEPT)(self._match)
        self._row = lru_cache(maxsize=1 << 16)(lambda name: self._terms.find(normal_form(name)))

    @classmethod
    def open(cls, path: Path = EMBEDDED, progress: Callable[[str], None] | None = None) -> Pack:
        """Opens a pack file; the first time it is expanded into the cache folder."""
        archive = Archive(Path(path), "knowledge")
        return cls(expanded(archive, expand, progress), {**archive.meta, "checksum": archive.checksum})

    # --- the Knowledge protocol ---

    def count(self, query: Query) -> int:
        if isinstance(query, str):
            row = self._row(query)
            return int(self._starts[row + 1] - self._starts[row]) if row >= 0 else 0
        return len(self.matching(query))

    def counts(self, given: Query, queries: Sequence[Query]) -> list[int]:
        """Time grows with the postings of `queries`, or with the terms of the documents of `given`, if fewer."""
        documents = self.matching(given)
        result = np.zeros(len(queries), dtype=np.int64)
        simple = np.array([at for at, query in enumerate(queries) if isinstance(query, str)], dtype=np.int64)
        rows = np.array([self._row(queries[at]) for at in simple.tolist()], dtype=np.int64)
        simple, rows = simple[rows >= 0], rows[rows >= 0]
        if len(rows) and len(documents):
            result[simple] = self._counts_of_rows(documents, rows)
        for at, query in enumerate(queries):
            if not isinstance(query, str):
                result[at] = len(_intersected(documents, self.matching(query)))
        return result.tolist()

    def best(self, query: Query, limit: int = 10) -> list[Hit]:
        documents = self.matching(query)
        scores = np.zeros(len(documents))
        lengths = self.columns["lengths"]
        mean = self.meta["words_read"] / max(self.total, 1)
        for row in sorted({self._row(leaf) for leaf in leaves(query)} - {-1}):
            a, b = self._starts[row], self._starts[row + 1]
            posted = self._postings[a:b]
            place = np.searchsorted(posted, documents)
            has = np.flatnonzero(posted[np.minimum(place, len(posted) - 1)] == documents)
            frequencies = self.columns["frequencies"][a:b][place[has]].astype(float)
            scores[has] += bm25(frequencies, lengths[documents[has]], mean, int(b - a), self.total)
        order = np.lexsort((documents, -scores))[:limit]
        return [Hit(int(documents[at]), self._titles[int(documents[at])], float(scores[at])) for at in order]

    def weights(self, document: int, limit: int = 20) -> list[tuple[str, float]]:
        starts = self.columns["forward_starts"]
        if not 0 <= document < self.total:
            raise IndexError(f"no document {document}")
        a, b = starts[document], starts[document + 1]
        rows = self.columns["forward"][a:b]
        weights = tf_idf(self.columns["forward_frequencies"][a:b].astype(float), self._lengths_of(rows), self.total)
        order = np.lexsort((rows, -weights))[:limit]
        return [(self._terms.strings[int(rows[at])], float(weights[at])) for at in order]

    # --- documents ---

    def matching(self, query: Query) -> Array:
        """The numbers of the documents that match, ascending."""
        return self._matching(query)

    def _match(self, query: Query) -> Array:
        if isinstance(query, str):
            row = self._row(query)
            return np.asarray(
                self._postings[self._starts[row] : self._starts[row + 1]] if row >= 0 else self._postings[:0]
            )
        if isinstance(query, All):
            if not query.parts:
                return np.arange(self.total, dtype=np.int32)
            found = sorted(map(self._match, query.parts), key=len)
            documents = found[0]
            for other in found[1:]:
                documents = _intersected(documents, other)
            return documents
        rows = self._terms.find_all([normal_form(part) for part in query.parts if isinstance(part, str)])
        mask = np.zeros(self.total, dtype=bool)
        mask[gather(self._starts, self._postings, np.unique(rows[rows >= 0]))] = True
        for part in query.parts:
            if not isinstance(part, str):
                mask[self._match(part)] = True
        return np.flatnonzero(mask).astype(np.int32)

    def _counts_of_rows(self, documents: Array, rows: Array) -> Array:
        forward_starts = self.columns["forward_starts"]
        there = int((forward_starts[documents + 1] - forward_starts[documents]).sum())
        if there < int(self._lengths_of(rows).sum()):
            terms = gather(forward_starts, self.columns["forward"], documents)
            order = np.argsort(rows)
            place = np.searchsorted(rows, terms, sorter=order)
            place[place == len(rows)] = 0
            hit = rows[order[place]] == terms
            counts = np.bincount(order[place[hit]], minlength=len(rows))
            return counts[order[np.searchsorted(rows, rows, sorter=order)]]  # a row that is asked for twice
        mask = np.zeros(self.total, dtype=bool)
        mask[documents] = True
        hits = mask[gather(self._starts, self._postings, rows)]
        lengths = self._lengths_of(rows)
        ends = np.cumsum(np.concatenate([[0], hits]))[np.cumsum(np.concatenate([[0], lengths]))]
        return np.diff(ends)

    def _lengths_of(self, rows: Array) -> Array:
        return self._starts[rows + 1] - self._starts[rows]


def _intersected(few: Array, many: Array) -> Array:
    """Documents of both lists; time grows with the shorter one."""
    if len(few) > len(many):
        few, many = many, few
    if not len(few):
        return few
    place = np.searchsorted(many, few)
    place[place == len(many)] = 0
    return few[many[place] == few]
