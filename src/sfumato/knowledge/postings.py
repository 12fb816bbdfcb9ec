"""Which document has which term how often: found piece by piece, then sorted by term."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sfumato.io.arrays import Array, offsets
from sfumato.knowledge.layout import Postings, Terms
from sfumato.knowledge.phrases import Membership, indexed, occurrences
from sfumato.knowledge.stream import Piece

POSTING = np.dtype([("document", np.int32), ("term", np.int32), ("frequency", np.uint8)])
_AT_ONCE = 1 << 23  # postings that are sorted at a time


@dataclass(frozen=True)
class Finder:
    """Finds terms among the word numbers of a stream."""

    number: Array
    """Of each word of the stream among those of the terms, or -1."""
    term_of_word: Array
    """For each of those the term that it is by itself, or -1."""
    phrases: Mapping[int, tuple[Array, Array]]
    """For each length the hashes of the phrases, ascending, and the term that each is."""
    terms: int

    @classmethod
    def of(cls, terms: Terms, number: Array) -> Finder:
        first = int(terms.is_term.sum())
        term_of_word = np.where(terms.is_term, np.cumsum(terms.is_term) - 1, -1)
        phrases = {}
        for n, rows in terms.rows.items():
            phrases[n] = indexed(rows, first)
            first += len(rows)
        return cls(number, term_of_word, phrases, first)

    def columns(self) -> dict[str, Array]:
        """All of it as named arrays, as others find it in files."""
        phrases = {f"phrases_{n}": hashes for n, (hashes, _) in self.phrases.items()}
        numbers = {f"terms_{n}": numbers for n, (_, numbers) in self.phrases.items()}
        sizes = np.array([self.terms, *self.phrases], dtype=np.int64)
        return {"number": self.number, "term_of_word": self.term_of_word, "sizes": sizes, **phrases, **numbers}

    @classmethod
    def from_columns(cls, column: Callable[[str], Array]) -> Finder:
        """What `columns` was asked of."""
        terms, *lengths = column("sizes").tolist()
        phrases = {n: (column(f"phrases_{n}"), column(f"terms_{n}")) for n in lengths}
        return cls(column("number"), column("term_of_word"), phrases, terms)

    def tables(self) -> dict[int, Membership]:
        """What is looked up in: made once, and used for many pieces."""
        return {n: Membership(hashes) for n, (hashes, _) in self.phrases.items()}

    def find(self, piece: Piece, tables: Mapping[int, Membership]) -> Array:
        """The postings of a piece, document by document."""
        words = piece.words()
        words[words >= 0] = self.number[words[words >= 0]]
        document = piece.document_at() * self.terms
        at = np.flatnonzero(words >= 0)
        at = at[self.term_of_word[words[at]] >= 0]
        pairs = [document[at] + self.term_of_word[words[at]]]
        for n, at, rows in occurrences(words, tables):
            pairs.append(document[at] + self.phrases[n][1][rows])
        pair, frequency = np.unique(np.concatenate(pairs), return_counts=True)
        record = np.empty(len(pair), dtype=POSTING)
        record["document"], record["term"] = np.divmod(pair, max(self.terms, 1))
        record["frequency"] = np.minimum(frequency, 255)
        return record


def sorted_by_term(found: Iterable[Array], terms: int, folder: Path) -> Postings:
    """What was found of so many terms in piece after piece, sorted by term in files of `folder`."""
    counts = np.zeros(terms, dtype=np.int64)
    path = folder / "forward"
    with path.open("wb") as file:
        for record in found:
            counts += np.bincount(record["term"], minlength=terms)
            file.write(record.tobytes())
    return _by_term(path, counts, folder)


def _by_term(forward: Path, counts: Array, folder: Path) -> Postings:
    """Postings of a file, sorted by document, sorted by term: each chunk is, and its runs are put where they belong."""
    starts = offsets(counts)
    size = int(starts[-1])
    found = np.memmap(forward, POSTING, "r") if size else np.zeros(0, POSTING)
    documents = np.memmap(folder / "documents", np.int32, "w+", shape=max(size, 1))[:size]
    frequencies = np.memmap(folder / "frequencies", np.uint8, "w+", shape=max(size, 1))[:size]
    filled = starts[:-1].copy()
    for first in range(0, size, _AT_ONCE):
        chunk = np.asarray(found[first : first + _AT_ONCE])
        order = np.argsort(chunk["term"], kind="stable")
        term = chunk["term"][order]
        new = np.flatnonzero(np.append(True, term[1:] != term[:-1]))
        runs = np.diff(np.append(new, len(term)))
        place = np.repeat(filled[term[new]] - new, runs) + np.arange(len(term))
        documents[place] = chunk["document"][order]
        frequencies[place] = chunk["frequency"][order]
        filled[term[new]] += runs
    return Postings(starts, documents, frequencies)
