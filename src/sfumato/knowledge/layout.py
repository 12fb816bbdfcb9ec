"""The columns of a pack: what is written to the file, and what it is expanded to.

A file holds the words, the phrases as rows of word numbers, how many documents each term has, and the coded lists
(`codec`). Expanded, a pack has the postings both ways: the documents of each term, and the terms of each document.
Terms are numbered: words in alphabetical order, then phrases by length and words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sfumato.io.arrays import Array, StringIndex, Strings, gather, offsets
from sfumato.io.columns import Archive, Columns
from sfumato.knowledge import codec
from sfumato.knowledge.phrases import Membership, indexed, row_hashes

STORED = ("lists", "repeats", "frequencies")
"""Columns that are coded already: compressing them again only costs time."""
_BLOCK = 1 << 21  # postings coded together
_POSTING = 10  # bytes of a posting once it is expanded: number and frequency, both ways


@dataclass
class Postings:
    """The documents of each term, ascending, with how often (at most 255 times) each has it."""

    starts: Array
    documents: Array
    frequencies: Array


@dataclass
class Terms:
    """`words` are all that any term is made of; `is_term` tells those that are terms by themselves.

    `rows[n]` are the phrases of n words, one a row, in order, as numbers of words.
    """

    words: list[str]
    is_term: Array
    rows: dict[int, Array]

    @property
    def number(self) -> int:
        """How many there are."""
        return int(self.is_term.sum()) + sum(map(len, self.rows.values()))

    def texts(self) -> Iterator[str]:
        yield from (self.words[at] for at in np.flatnonzero(self.is_term))
        for row in self.rows.values():
            columns = [[self.words[at] for at in column] for column in row.T.tolist()]
            yield from map(" ".join, zip(*columns, strict=True))


# --- to the file ------------------------------------------------------------------------------------------


def packed(terms: Terms, postings: Postings, titles: list[str], lengths: Array) -> Columns:
    """The columns of the file."""
    counts = np.diff(postings.starts)
    universes, parents = _universes(terms, counts, len(titles))
    lists, repeats, frequencies = [], [], []
    often_counts = np.zeros(len(counts), dtype=np.int64)
    for first, last in _blocks(terms, counts):
        a, b = postings.starts[first], postings.starts[last]
        documents = np.asarray(postings.documents[a:b]).astype(np.int64)
        sizes = counts[first:last]
        owners = np.repeat(np.arange(first, last), sizes)
        inside = _positions(documents, parents[owners], postings)
        lists.append(codec.encode(inside, sizes, universes[first:last]))
        frequency = np.asarray(postings.frequencies[a:b])
        often = frequency > 1
        often_counts[first:last] = np.bincount(owners[often] - first, minlength=last - first)
        own = np.arange(len(documents)) - np.repeat(offsets(sizes)[:-1], sizes)
        repeats.append(codec.encode(own[often], often_counts[first:last], sizes))
        frequencies.append(codec.encode_numbers(frequency[often].astype(np.int64) - 2))
    words, names = Strings.of(terms.words), Strings.of(titles)
    columns: dict[str, Array] = {
        "words": words.pool,
        "words_lengths": _planes(np.diff(words.starts)),
        "is_term": np.packbits(terms.is_term),
        "counts": _planes(counts),
        "often": _planes(often_counts),
        "titles": names.pool,
        "titles_lengths": _planes(np.diff(names.starts)),
        "lengths": _planes(lengths),
        "shapes": np.array([(n, len(row)) for n, row in terms.rows.items()], dtype=np.int64).reshape(-1, 2),
    }
    ranks = _ranks(terms, counts)
    for n, row in terms.rows.items():
        for at, column in enumerate(ranks[row].T):
            columns[f"phrases_{n}_{at}"] = _planes(column)
    for name, blocks in zip(STORED, (lists, repeats, frequencies), strict=True):
        columns[name] = np.concatenate([np.zeros(0, np.uint8), *blocks])
        columns[f"{name}_sizes"] = np.array([len(block) for block in blocks], dtype=np.int64)
    return columns


def _positions(documents: Array, parents: Array, postings: Postings) -> Array:
    """Where each document stands in the list of the parent of its term; its number where there is no parent."""
    inside = documents.copy()
    child = np.flatnonzero(parents >= 0)
    if len(child):
        distinct, which = np.unique(parents[child], return_inverse=True)
        pool = gather(postings.starts, postings.documents, distinct).astype(np.int64)
        sizes = np.diff(postings.starts)[distinct]
        bases = offsets(sizes)[:-1]
        span = int(pool.max()) + 1
        keys = np.repeat(np.arange(len(distinct)), sizes) * span + pool  # ascending: parents, then documents
        wanted = which * span + documents[child]
        found = np.searchsorted(keys, wanted)
        inside[child] = found - bases[which]
    return inside


# --- from the file ----------------------------------------------------------------------------------------


def expand(archive: Archive) -> Columns:
    """The columns of an open pack."""
    terms, counts, titles = _read_terms(archive)
    total = len(list(titles))
    lengths = _unplaned(archive.column("lengths")).astype(np.int32)
    if len(lengths) != total or (len(counts) and counts.max() > total):
        raise ValueError("the columns do not fit together")
    starts = offsets(counts)
    archive.check_room(int(starts[-1]) * _POSTING)
    documents = np.empty(int(starts[-1]), dtype=np.int32)
    frequencies = np.ones(int(starts[-1]), dtype=np.uint8)
    universes, parents = _universes(terms, counts, total)
    often = _unplaned(archive.column("often"))
    next_list, next_repeat, next_frequency = (_block_reader(archive, name) for name in STORED)
    for first, last in _blocks(terms, counts):
        a = int(starts[first])
        sizes = counts[first:last]
        owners = np.repeat(np.arange(first, last), sizes)
        inside = codec.decode(next_list(), sizes, universes[first:last])
        parent = parents[owners]
        child = np.flatnonzero(parent >= 0)
        inside[child] = documents[starts[parent[child]] + inside[child]]
        documents[a : a + len(inside)] = inside
        own = codec.decode(next_repeat(), often[first:last], sizes)
        numbers = codec.decode_numbers(next_frequency(), len(own))
        frequencies[a + own + np.repeat(offsets(sizes)[:-1], often[first:last])] = numbers + 2
    if len(documents) and not 0 <= documents.min() <= documents.max() < total:
        raise ValueError("document numbers out of range")
    texts = Strings.of(terms.texts())
    lookup = StringIndex.of(texts)
    forward = _transposed(Postings(starts, documents, frequencies), total)
    return {
        "terms": texts.pool,
        "terms_starts": texts.starts,
        "terms_hashes": lookup.hashes,
        "terms_order": lookup.order,
        "postings_starts": starts,
        "postings": documents,
        "frequencies": frequencies,
        "forward_starts": forward.starts,
        "forward": forward.documents,
        "forward_frequencies": forward.frequencies,
        "titles": titles.pool,
        "titles_starts": titles.starts,
        "lengths": lengths,
    }


def _read_terms(archive: Archive) -> tuple[Terms, Array, Strings]:
    def strings(name: str) -> Strings:
        pool, starts = archive.column(name), offsets(_unplaned(archive.column(f"{name}_lengths")))
        if starts[-1] != len(pool):
            raise ValueError("strings are missing")
        return Strings(pool, starts)

    words = list(strings("words"))
    terms = Terms(words, np.unpackbits(archive.column("is_term"))[: len(words)].astype(bool), {})
    counts = _unplaned(archive.column("counts"))
    word_of_rank = np.argsort(_ranks(terms, counts))
    for n, size in archive.column("shapes").tolist():
        columns = [word_of_rank[_unplaned(archive.column(f"phrases_{n}_{at}"))] for at in range(n)]
        terms.rows[n] = np.stack(columns, axis=1) if size else np.zeros((0, n), np.int64)
    return terms, counts, strings("titles")


def _block_reader(archive: Archive, name: str) -> Callable[[], Array]:
    code = archive.column(name)
    ends = np.cumsum(archive.column(f"{name}_sizes")).tolist()
    blocks = iter([code[a:b] for a, b in zip([0, *ends], ends, strict=False)])
    return lambda: next(blocks)


def _transposed(postings: Postings, total: int) -> Postings:
    from scipy.sparse import csr_array

    number = len(postings.starts) - 1
    # scipy keeps one value a posting: the term and its frequency travel as row and data
    by_term = csr_array((postings.frequencies, postings.documents, postings.starts), shape=(number, total))
    by_document = by_term.tocsc()
    return Postings(by_document.indptr.astype(np.int64), by_document.indices.astype(np.int32), by_document.data)


# --- both ways --------------------------------------------------------------------------------------------


def _blocks(terms: Terms, counts: Array) -> Iterator[tuple[int, int]]:
    """Ranges of terms with some `_BLOCK` postings together, all of one length: parents come in blocks before."""
    starts = offsets(counts)
    first = 0
    for size in (int(terms.is_term.sum()), *map(len, terms.rows.values())):
        end = first + size
        while first < end:
            last = int(np.searchsorted(starts, starts[first] + _BLOCK, side="right")) - 1
            last = min(max(last, first + 1), end)
            yield first, last
            first = last


def _ranks(terms: Terms, counts: Array) -> Array:
    """The place of each word when the commonest comes first: small numbers compress best."""
    by_word = np.zeros(len(terms.words), dtype=np.int64)
    by_word[terms.is_term] = counts[: int(terms.is_term.sum())]
    ranks = np.empty(len(by_word), dtype=np.int64)
    ranks[np.lexsort((np.arange(len(by_word)), -by_word))] = np.arange(len(by_word))
    return ranks


def _universes(terms: Terms, counts: Array, total: int) -> tuple[Array, Array]:
    """For each term the size of the list it is coded in and the term that list belongs to, or -1 for all documents."""
    term_of_word = np.where(terms.is_term, np.cumsum(terms.is_term) - 1, -1)
    universes = np.full(len(counts), total, dtype=np.int64)
    parents = np.full(len(counts), -1, dtype=np.int64)
    shorter: tuple[Membership, Array] | None = None
    first = int(terms.is_term.sum())
    for row in terms.rows.values():
        mine = slice(first, first + len(row))
        candidates = [term_of_word[column] for column in row.T]
        if shorter is not None:
            table, term_of_row = shorter
            for part in (row[:, :-1], row[:, 1:]):
                found = table.find(row_hashes(part))
                candidates.append(np.where(found >= 0, term_of_row[found], -1))
        for candidate in candidates:
            size = np.where(candidate >= 0, counts[candidate], total)
            better = size < universes[mine]
            universes[mine][better] = size[better]
            parents[mine][better] = candidate[better]
        hashes, numbers = indexed(row, first)
        shorter = Membership(hashes), numbers
        first += len(row)
    return universes, parents


def _planes(numbers: Array) -> Array:
    """Numbers below 2**32 byte by byte, all lowest bytes first: what compressors like."""
    return np.ascontiguousarray(numbers.astype("<u4").view(np.uint8).reshape(-1, 4).T)


def _unplaned(planes: Array) -> Array:
    return np.ascontiguousarray(planes.T).view("<u4").reshape(-1).astype(np.int64)
