"""Knowledge in a pack: memory-mapped postings, opened in milliseconds and shared between processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakValueDictionary

import numpy as np

from sfumato import languages
from sfumato.errors import PackError
from sfumato.io.arrays import Array, StringIndex, Strings, gather, offsets
from sfumato.io.columns import Archive, Columns, expanded, expanded_folder
from sfumato.io.stopping import check_stopped
from sfumato.knowledge.layout import expand
from sfumato.knowledge.ranking import Ranked, bm25, tf_idf
from sfumato.types import All, Query, leaves

EMBEDDED = Path(__file__).parent.parent / "data" / "knowledge.pack"
"""The pack that comes with sfumato."""
_KEPT = 64  # matches of recent queries that are remembered
_KEPT_NAMES = 1 << 17  # terms whose row is remembered
_FEW = 1 << 15  # postings that are faster counted than thought about


def open_archive(path: Path) -> Archive:
    """The file of a pack, whose description is checked to be one."""
    archive, _ = languages.open_archive(Path(path), "knowledge")
    meta = archive.meta
    numbers = [meta.get(key) for key in ("documents", "terms", "postings", "words_read")]
    floors = meta.get("floors")
    numbers += list(floors.values()) if isinstance(floors, dict) and "phrases" in floors else [None]
    texts = [meta.get(key, "") for key in ("name", "source", "licence")]
    files = meta.get("files", [])
    if (
        not all(type(number) is int and number >= 0 for number in numbers)
        or not all(isinstance(text, str) for text in texts)
        or not (isinstance(files, list) and all(_is_file(entry) for entry in files))
    ):
        raise PackError(f"{path}: damaged (its description is not that of a pack)")
    return archive


def _is_file(entry: object) -> bool:
    return isinstance(entry, dict) and {"name", "bytes", "sha256"} <= entry.keys() and type(entry["bytes"]) is int


_OPEN: WeakValueDictionary[str, Pack] = WeakValueDictionary()
"""The packs that are open, by where they were expanded."""


class Whole(Protocol):
    """What the scores of a part of a knowledge are made of."""

    total: int
    mean_length: float

    def count(self, query: Query) -> int: ...


class Pack(Ranked):
    """A `Knowledge` over the columns of an expanded pack."""

    def __init__(self, columns: Columns, meta: dict[str, Any]) -> None:
        self.columns = columns
        self.meta = meta
        self.total = len(columns["titles_starts"]) - 1
        self.floor: int = meta["floors"]["phrases"]
        self.language = languages.load(meta.get("language", languages.DEFAULT))
        self.mean_length = meta["words_read"] / max(self.total, 1)
        self._terms = StringIndex(
            Strings(columns["terms"], columns["terms_starts"]),
            columns["terms_hashes"],
            columns["terms_order"],
        )
        self._titles = Strings(columns["titles"], columns["titles_starts"])
        self._starts, self._postings = columns["postings_starts"], columns["postings"]
        self._matching = lru_cache(maxsize=_KEPT)(self._match)
        self._known: dict[str, int] = {}

    @classmethod
    def open(cls, path: Path = EMBEDDED, progress: Callable[[str], None] | None = None) -> Pack:
        """Opens a pack file; the first time it is expanded into the cache folder.

        What is open already is given again: it does not change, and remembers what it was asked.
        """
        archive = open_archive(path)
        columns = expanded(archive, expand, progress)
        where = str(expanded_folder(archive))
        known = _OPEN.get(where)
        if known is None:
            known = _OPEN[where] = cls(columns, {**archive.meta, "checksum": archive.checksum})
        return known

    # --- the Knowledge protocol ---

    def count(self, query: Query) -> int:
        if isinstance(query, str):
            row = self._row(query)
            return int(self._starts[row + 1] - self._starts[row]) if row >= 0 else 0
        check_stopped()
        return len(self.matching(query))

    def counts(self, given: Query, queries: Sequence[Query]) -> list[int]:
        """Time grows with the postings of `queries`, or with the terms of the documents of `given`, if fewer."""
        check_stopped()
        documents = self.matching(given)
        result = np.zeros(len(queries), dtype=np.int64)
        names = [query if isinstance(query, str) else "" for query in queries]
        rows = self._rows(names)
        known = rows >= 0
        known[known] = self._lengths_of(rows[known]) > 0
        if len(documents) == self.total:
            result[known] = self._lengths_of(rows[known])
        elif len(documents) and known.any():
            result[known] = self._counts_of_rows(documents, rows[known])
        for at, query in enumerate(queries):
            if not isinstance(query, str):
                result[at] = len(_intersected(documents, self.matching(query)))
        return result.tolist()

    def scored(self, query: Query, whole: Whole | None = None) -> tuple[Array, Array]:
        """As the protocol has it; `whole` is the knowledge that this is a part of, if it is."""
        whole = whole or self
        documents = self.matching(query)
        scores = np.zeros(len(documents))
        lengths = self.columns["lengths"]
        names = {self._row(leaf): leaf for leaf in leaves(query)}
        for row in sorted(names.keys() - {-1}):
            a, b = self._starts[row], self._starts[row + 1]
            if a == b:  # a label of other shards
                continue
            posted = self._postings[a:b]
            place = np.searchsorted(posted, documents)
            has = np.flatnonzero(posted[np.minimum(place, len(posted) - 1)] == documents)
            frequencies = self.columns["frequencies"][a:b][place[has]].astype(float)
            having = whole.count(names[row])
            scores[has] += bm25(frequencies, lengths[documents[has]], whole.mean_length, having, whole.total)
        return documents, scores

    def weights(self, document: int, limit: int = 20, whole: Whole | None = None) -> list[tuple[str, float]]:
        """As the protocol has it; `whole` is the knowledge that this is a part of, if it is."""
        starts = self.columns["forward_starts"]
        if not 0 <= document < self.total:
            raise IndexError(f"no document {document}")
        a, b = starts[document], starts[document + 1]
        rows = self.columns["forward"][a:b]
        having, total = self._lengths_of(rows), self.total
        if whole is not None:
            having, total = np.array([whole.count(name) for name in self._terms.strings.take(rows)]), whole.total
        weights = tf_idf(self.columns["forward_frequencies"][a:b].astype(float), having, total)
        order = np.lexsort((rows, -weights))[: max(limit, 0)]
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
        rows = self._find([part for part in query.parts if isinstance(part, str)])
        mask = np.zeros(self.total, dtype=bool)
        mask[gather(self._starts, self._postings, np.unique(rows[rows >= 0]))] = True
        for part in query.parts:
            if not isinstance(part, str):
                mask[self._match(part)] = True
        return np.flatnonzero(mask).astype(np.int32)

    def _counts_of_rows(self, documents: Array, rows: Array) -> Array:
        starts, forward = self.columns["forward_starts"], self.columns["forward"]
        lengths = self._lengths_of(rows)
        if lengths.sum() > _FEW and (starts[documents + 1] - starts[documents]).sum() < lengths.sum():
            place_of = np.full(len(self._terms.strings), len(rows), dtype=np.int32)
            place_of[rows] = np.arange(len(rows))
            counts = np.bincount(place_of[gather(starts, forward, documents)], minlength=len(rows))
            return counts[place_of[rows]]  # a row that is asked for twice has the place of the last
        mask = np.zeros(self.total, dtype=bool)
        mask[documents] = True
        return np.add.reduceat(mask[gather(self._starts, self._postings, rows)], offsets(lengths)[:-1], dtype=np.int64)

    def _rows(self, names: Sequence[str]) -> Array:
        """The row of each term, or -1."""
        new = [name for name in dict.fromkeys(names) if name not in self._known]
        if new:
            if len(self._known) > _KEPT_NAMES:
                self._known.clear()
                new = list(dict.fromkeys(names))
            self._known.update(zip(new, self._find(new).tolist(), strict=True))
        return np.array([self._known[name] for name in names], dtype=np.int64)

    def _find(self, names: Sequence[str]) -> Array:
        """The row of each term by its normal form, or else by that without function words at its ends, or -1."""
        forms = list(map(self.language.normal_form, names))
        rows = self._terms.find_all(forms)
        for at in np.flatnonzero(rows < 0).tolist():
            if (shorter := self.language.trimmed(forms[at])) != forms[at]:
                rows[at] = self._terms.find(shorter)
        return rows

    def _row(self, name: str) -> int:
        known = self._known.get(name)
        return int(self._rows([name])[0]) if known is None else known

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


def embedded(progress: Callable[[str], None] | None = None) -> Pack:
    """The knowledge that ships with sfumato."""
    return Pack.open(EMBEDDED, progress)
