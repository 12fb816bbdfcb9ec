"""Which phrases a corpus has often enough: counted level by level on the word stream.

A phrase is known by a 64-bit hash of its words. A phrase of n words can only be frequent if both phrases of n - 1
words in it are, so each level looks only where the one before it found something (R. Agrawal and R. Srikant, "Fast
algorithms for mining association rules", VLDB 1994). What is to be counted is dealt into files by hash, each small
enough to sort in memory: time is linear in the corpus and memory is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np

from sfumato.io.arrays import Array
from sfumato.knowledge.stream import BREAK, Piece, Stream

LONGEST = 4
"""Words of the longest phrase that is kept for its frequency alone."""
_SPREAD = np.uint64(0xD6E8FEB86659FD93)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SPILL = 12_000_000  # records of one file: about 0.5 GB while it is sorted


def extended(hashes: Array, words: Array) -> Array:
    """The hashes of phrases made one word longer; the hash of no words is 0."""
    with np.errstate(over="ignore"):
        mixed = (hashes ^ ((words.astype(np.uint64) + np.uint64(1)) * _SPREAD)) * _MULTIPLIER
    return mixed ^ (mixed >> np.uint64(32))


def row_hashes(rows: Array) -> Array:
    """The hash of each row of word numbers."""
    hashes = np.zeros(len(rows), dtype=np.uint64)
    for column in rows.T:
        hashes = extended(hashes, column)
    return hashes


def indexed(rows: Array, first: int) -> tuple[Array, Array]:
    """The hashes of rows of word numbers, ascending, and the number of each, where the first row has number `first`."""
    hashes, at = np.unique(row_hashes(rows), return_index=True)
    return hashes, at + first


def phrases(words: Array, longest: int) -> Iterator[tuple[int, Array, Array]]:
    """For each length up to `longest` where a phrase starts, a break nowhere in it, and its hash."""
    at = np.flatnonzero(words >= 0)
    hashes = extended(np.zeros(len(at), dtype=np.uint64), words[at])
    yield 1, at, hashes
    for length in range(2, longest + 1):
        inside = at + length - 1 < len(words)
        at, hashes = at[inside], hashes[inside]
        added = words[at + length - 1]
        at, hashes = at[added >= 0], extended(hashes, added)[added >= 0]
        yield length, at, hashes


class Membership:
    """A set of hashes that many can be looked up in at once: a bitmap first, since most are not in it."""

    def __init__(self, hashes: Array) -> None:
        """`hashes` are ascending and distinct: they may be those of a mapped file."""
        self.hashes = hashes
        bits = max(16, len(self.hashes).bit_length() + 4)
        self._mask = np.uint64((1 << min(bits, 28)) - 1)
        self._bitmap = np.zeros(int(self._mask) + 1, dtype=bool)
        self._bitmap[(self.hashes & self._mask).astype(np.int64)] = True

    def find(self, hashes: Array) -> Array:
        """The row of each hash in `self.hashes`, or -1."""
        rows = np.full(len(hashes), -1, dtype=np.int64)
        maybe = np.flatnonzero(self._bitmap[(hashes & self._mask).astype(np.int64)])
        maybe = maybe[np.argsort(hashes[maybe])]  # a search for ascending values stays in the processor's cache
        wanted = hashes[maybe]
        places = np.searchsorted(self.hashes, wanted)
        places[places == len(self.hashes)] = 0
        hit = self.hashes[places] == wanted if len(self.hashes) else np.zeros(0, dtype=bool)
        rows[maybe[hit]] = places[hit]
        return rows


def occurrences(words: Array, tables: Mapping[int, Membership]) -> Iterator[tuple[int, Array, Array]]:
    """For each length where the phrases of its table stand among the words, and which row each is."""
    for n, at, hashes in phrases(words, max(tables, default=1)):
        if n in tables:
            rows = tables[n].find(hashes)
            yield n, at[rows >= 0], rows[rows >= 0]


# --- a piece of a corpus ----------------------------------------------------------------------------------


def candidates(piece: Piece, usable: Array, before: Membership | None, length: int) -> Array:
    """Every phrase of a piece that may be frequent: hash, document and capitals, document by document.

    `usable[word]` tells the words that a phrase may be made of, and `before` the phrases that are a word shorter.
    """
    words = piece.words()
    words[words >= 0] = np.where(usable[words[words >= 0]], words[words >= 0], BREAK)
    shorter = np.zeros(len(words) + 1, dtype=bool)
    for reached, at, hashes in phrases(words, length):
        if reached == length - 1:
            shorter[at] = before is None or before.find(hashes) >= 0
    fine = shorter[at] & shorter[at + 1]
    at, hashes = at[fine], hashes[fine]
    capital = np.ones(len(at), dtype=np.int64)
    for step in range(length):
        capital &= piece.codes[at + step] & 1
    record = np.empty(len(at), dtype=_RECORD)
    record["hash"] = hashes
    record["document"] = piece.document_at()[at] * 2 + capital
    return record


def counted(record: Array) -> tuple[Array, Array, Array]:
    """The distinct hashes, ascending, how many documents have each, and how many as a name.

    `record` is what `candidates` gives, of whole documents one after the other.
    """
    if not len(record):
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    order = np.argsort(record["hash"], kind="stable")  # documents stay in ascending order
    hashes, documents = record["hash"][order], record["document"][order]
    new = np.append(True, hashes[1:] != hashes[:-1])
    first = np.flatnonzero(new)
    fresh = new | np.append(True, documents[1:] >> 1 != documents[:-1] >> 1)
    count = np.add.reduceat(fresh.astype(np.int64), first)
    capital = np.maximum.reduceat(documents & 1, np.flatnonzero(fresh))  # anywhere in the document
    named = np.add.reduceat(capital, np.cumsum(fresh)[first] - 1)
    return hashes[first], count, named


_RECORD = np.dtype([("hash", np.uint64), ("document", np.int64)])


# --- a whole corpus ---------------------------------------------------------------------------------------


def frequent_phrases(
    stream: Stream, usable: Array, folder: Path, *, floor: int, name_floor: int
) -> Iterator[tuple[int, Array]]:
    """For each length from 2 on, the hashes of the phrases that enough documents have.

    Enough is `floor` documents, or `name_floor` documents where each word of the phrase has a capital: names matter
    more than their frequency. `usable[word]` tells the words that a phrase may be made of.
    """
    before: Membership | None = None
    for length in range(2, LONGEST + 1):
        files = _deal(stream, usable, before, length, folder)
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda path: _frequent(path, floor, name_floor), files))
        for path in files:
            path.unlink()
        frequent = np.unique(np.concatenate([np.zeros(0, np.uint64), *found]))
        yield length, frequent
        before = Membership(frequent)


def _deal(stream: Stream, usable: Array, before: Membership | None, length: int, folder: Path) -> list[Path]:
    """Writes every phrase that may be frequent, dealt into files by hash."""
    number = max(2, 1 << int(len(stream.codes) // _SPILL).bit_length())
    paths = [folder / f"phrases-{length}-{part}" for part in range(number)]
    files = [path.open("wb") for path in paths]

    def find(piece: Piece) -> tuple[Array, Array]:
        record = candidates(piece, usable, before, length)
        part = (record["hash"] >> np.uint64(40)).astype(np.int64) & (number - 1)
        order = np.argsort(part.astype(np.int16), kind="stable")
        return record[order], np.searchsorted(part[order], np.arange(number + 1))

    try:
        for record, bounds in stream.each_piece(find):
            for file, (a, b) in zip(files, pairwise(bounds), strict=True):
                file.write(record[a:b].tobytes())
    finally:
        for file in files:
            file.close()
    return paths


def _frequent(path: Path, floor: int, name_floor: int) -> Array:
    """The hashes of one file that enough documents have."""
    hashes, count, named = counted(np.fromfile(path, dtype=_RECORD))
    return hashes[(count >= floor) | (named >= name_floor)]
