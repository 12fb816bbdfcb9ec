"""Which terms a pack has: words, names and phrases that enough documents have, and labels and titles that any has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.io.arrays import Array
from sfumato.knowledge.layout import Terms
from sfumato.knowledge.phrases import Membership, occurrences, row_hashes
from sfumato.knowledge.stream import Piece
from sfumato.protocols import Language

LONGEST_LABEL = 8
"""Words of the longest label or title that is kept."""
LENGTHS = range(2, LONGEST_LABEL + 1)
"""Words of phrases that are kept."""
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")


@dataclass(frozen=True)
class Floors:
    """In how many documents a term must stand to be kept. Labels and titles are kept wherever they stand once."""

    words: int = 2
    names: int = 2
    phrases: int = 3

    @property
    def parts(self) -> int:
        """In how many documents a word must stand to be part of a phrase that is kept for its frequency."""
        return min(self.phrases, self.names)


def title_form(title: str, language: Language) -> str:
    """A title as a text would say it: "The Crown (TV series)" is spoken of as "crown".

    >>> from sfumato.languages import load
    >>> title_form("The Crown (TV series)", load("en"))
    'crown'
    """
    words = language.normal_form(_IN_BRACKETS.sub("", title)).split()
    while words and words[0] in language.stop_words:
        words.pop(0)
    return " ".join(words)


def label_rows(forms: Iterable[str], number: Mapping[str, int]) -> set[tuple[int, ...]]:
    """Labels and titles as rows of word numbers, those that can occur at all."""
    rows = set()
    for words in map(str.split, set(forms)):
        if 0 < len(words) <= LONGEST_LABEL and all(word in number for word in words):
            rows.add(tuple(number[word] for word in words))
    return rows


def by_length(rows: Iterable[tuple[int, ...]]) -> dict[int, Array]:
    """Rows of word numbers as a table for each length, in order."""
    tables: dict[int, list[tuple[int, ...]]] = {n: [] for n in (1, *LENGTHS)}
    for row in rows:
        tables[len(row)].append(row)
    return {n: np.array(sorted(table), dtype=np.int64).reshape(-1, n) for n, table in tables.items()}


# --- a piece of a corpus ----------------------------------------------------------------------------------


def word_counts(piece: Piece, number: int) -> Array:
    """How many documents of a piece have each of so many words."""
    words = piece.words()
    pairs = np.unique((piece.document_at() * number + words)[words >= 0])
    return np.bincount(pairs % max(number, 1), minlength=number)


def lengths_of(piece: Piece) -> Array:
    """The number of words of each document."""
    return np.add.reduceat(piece.codes >= 0, piece.starts[:-1], dtype=np.int64)


def first_seen(
    piece: Piece, tables: Mapping[int, Membership], seen: Mapping[int, Array]
) -> list[tuple[int, Array, Array]]:
    """For each length the phrases of a piece that are in a table and were not seen before: their rows and words.

    `seen[n][row]` is set for them.
    """
    words = piece.words()
    new = []
    for n, at, rows in occurrences(words, tables):
        unseen = np.flatnonzero(~seen[n][rows])
        rows, first = np.unique(rows[unseen], return_index=True)
        seen[n][rows] = True
        new.append((n, rows, words[at[unseen[first]][:, None] + np.arange(n)]))
    return new


# --- a whole corpus ---------------------------------------------------------------------------------------


def looked_for(frequent: Mapping[int, Array], labels: Mapping[int, Array]) -> dict[int, Array]:
    """The hashes of phrases that may be kept: those that enough documents have, and labels as rows of word numbers."""
    none = np.zeros(0, np.uint64)
    return {n: np.union1d(frequent.get(n, none), row_hashes(labels[n])) for n in LENGTHS}


def well_formed(rows: Array, labels: Array, stop: Array) -> Array:
    """Of phrases of one length, as rows of word numbers, those that begin and end well, and labels."""
    is_label = np.isin(row_hashes(rows), row_hashes(labels))
    return rows[is_label | ~(stop[rows[:, 0]] | stop[rows[:, -1]])]


def chosen(words: Sequence[str], keep: Array, rows: Mapping[int, Array]) -> tuple[Terms, Array]:
    """The terms, and the number of each word among those that they are made of, or -1.

    `keep` tells the words that are terms by themselves, `rows` has the phrases of each length.
    """
    used = keep.copy()
    for row in rows.values():
        used[row.ravel()] = True
    order = np.array(sorted(np.flatnonzero(used).tolist(), key=lambda at: words[at]), dtype=np.int64)
    number = np.full(len(words), -1, dtype=np.int64)
    number[order] = np.arange(len(order))
    numbered = {n: number[row] for n, row in rows.items() if len(row)}
    in_order = {n: row[np.lexsort(row.T[::-1])] for n, row in numbered.items()}
    return Terms([words[at] for at in order], keep[order], in_order), number
