"""Texts as counts of n-grams, and the weights of TF-IDF: what the attackers compare."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.protocols import Known, Language

Sparse: TypeAlias = Any  # scipy has no types

WORDS = (1,)
PHRASES = (1, 2, 3)  # words
PIECES = (3, 4, 5)  # characters
_CHARACTER_BITS = 12
_WORD_BITS = 21  # of three words one number of 63 bits


class NGrams:
    """Counts of n-grams, of words in normal form or of characters, among those that `texts` have."""

    def __init__(
        self, texts: Sequence[str], sizes: tuple[int, ...], language: Language, *, characters: bool = False
    ) -> None:
        self.sizes = sizes
        self.language = language
        self.characters = characters
        self._bits = _CHARACTER_BITS if characters else _WORD_BITS
        self._codes: dict[str, int] = {}
        if not characters:
            for text in texts:
                for word in words_of(text, language):
                    self._codes.setdefault(word, len(self._codes) + 1)
        if len(self._codes) >= 1 << self._bits:
            raise InputError(f"more than {1 << self._bits:,} different words: attack with fewer candidates at a time")
        keys, rows = self._grams([self._coded(text) for text in texts])
        self._vocabulary, columns = np.unique(keys, return_inverse=True)
        self.counts = self._matrix(rows, columns, len(texts))
        self.documents = np.bincount(self.counts.indices, minlength=len(self._vocabulary))
        """How many of the texts have each n-gram."""

    def count(self, texts: Sequence[str]) -> Sparse:
        """A row for each text; n-grams that are new have no column."""
        return self._count([self._coded(text) for text in texts])

    def count_chunks(self, texts: Sequence[str], length: int) -> tuple[Sparse, Array]:
        """A row for each run of `length` words or characters, and the text that each row is of."""
        chunks, owners = [], []
        for at, text in enumerate(texts):
            codes = self._coded(text)
            for start in chunk_starts(len(codes), length):
                chunks.append(codes[start : start + length])
                owners.append(at)
        return self._count(chunks), np.array(owners)

    def phrase(self, column: int) -> str:
        """The words of an n-gram."""
        key = int(self._vocabulary[column])
        names = list(self._codes)
        found = []
        while key:
            found.append(names[(key & ((1 << self._bits) - 1)) - 1])
            key >>= self._bits
        return " ".join(reversed(found))

    def _coded(self, text: str) -> Array:
        if self.characters:
            plain = f" {' '.join(text.casefold().split())} "
            points = np.frombuffer(plain.encode("utf-32-le", "replace"), dtype=np.uint32)
            return np.minimum(points, (1 << _CHARACTER_BITS) - 1).astype(np.int64)
        return np.array(
            [self._codes.get(word, 0) for word in words_of(text, self.language)], dtype=np.int64
        )  # 0: in no text

    def _count(self, coded: Sequence[Array]) -> Sparse:
        keys, rows = self._grams(coded)
        if not len(self._vocabulary):
            return self._matrix(rows[:0], rows[:0], len(coded))
        columns = np.minimum(np.searchsorted(self._vocabulary, keys), len(self._vocabulary) - 1)
        known = self._vocabulary[columns] == keys
        return self._matrix(rows[known], columns[known], len(coded))

    def _grams(self, coded: Sequence[Array]) -> tuple[Array, Array]:
        """The key of every n-gram, and the row that it stands in."""
        keys, lengths = [np.zeros(0, dtype=np.int64)], []
        for codes in coded:
            before = len(keys)
            for size in self.sizes:
                count = max(len(codes) - size + 1, 0)
                key = np.zeros(count, dtype=np.int64)
                for at in range(size):
                    part = codes[at : at + count]
                    key = np.where((key >= 0) & (part > 0), key << self._bits | part, -1)
                keys.append(key[key >= 0])
            lengths.append(sum(map(len, keys[before:])))
        return np.concatenate(keys), np.repeat(np.arange(len(coded)), lengths)

    def _matrix(self, rows: Array, columns: Array, height: int) -> Sparse:
        shape = (height, len(self._vocabulary))
        return sparse.coo_matrix((np.ones(len(rows)), (rows, columns)), shape=shape).tocsr()


# what attackers share of the same candidates
_counted: WeakKeyDictionary[Known, dict[tuple[tuple[int, ...], bool], NGrams]] = WeakKeyDictionary()
_lengths: WeakKeyDictionary[Known, list[int]] = WeakKeyDictionary()


def ngrams_of(known: Known, sizes: tuple[int, ...], *, characters: bool = False) -> NGrams:
    """The n-grams of what is known of the candidates, counted once for all attackers."""
    counted = _counted.setdefault(known, {})
    if (sizes, characters) not in counted:
        counted[sizes, characters] = NGrams(known.texts, sizes, known.language, characters=characters)
    return counted[sizes, characters]


def lengths_of(known: Known) -> list[int]:
    """The number of words that are known of each candidate."""
    if known not in _lengths:
        _lengths[known] = [len(words_of(text, known.language)) for text in known.texts]
    return _lengths[known]


def chunk_starts(length: int, size: int) -> range:
    """Where the pieces of a text begin; less than half a piece at the end is left out, a short text is one piece.

    >>> list(chunk_starts(290, 120)), list(chunk_starts(310, 120)), list(chunk_starts(5, 120))
    ([0, 120], [0, 120, 240], [0])
    """
    return range(0, max(length - size // 2, 1), size)


@lru_cache(maxsize=1 << 12)
def words_of(text: str, language: Language) -> tuple[str, ...]:
    """The words of a text in normal form."""
    return tuple(form for _, _, form in language.words(text))


def sums(matrix: Sparse, axis: int) -> Array:
    """The sums of a matrix along an axis, as a plain array."""
    return np.asarray(matrix.sum(axis)).ravel()


def with_data(matrix: Sparse, data: Array) -> Sparse:
    """A matrix with other numbers in the same cells."""
    return sparse.csr_matrix((data, matrix.indices, matrix.indptr), shape=matrix.shape)


def weighed(ngrams: NGrams, counts: Sparse) -> Sparse:
    """Rows of TF-IDF, TF by its logarithm, each of length 1."""
    rarity = np.log((1 + ngrams.counts.shape[0]) / (1 + ngrams.documents))
    weights = with_data(counts, (1 + np.log(counts.data)) * rarity[counts.indices])
    lengths = np.sqrt(sums(weights.multiply(weights), 1))
    return sparse.diags(1 / np.where(lengths > 0, lengths, 1)) @ weights
