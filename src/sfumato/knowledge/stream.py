"""A corpus as one long stream of word numbers on disk: read once, counted many times.

The words of all documents stand one after the other; `BREAK` stands between documents, sentences and clauses, so
that no phrase runs across them. Besides its number a word has one bit: whether it was written with a capital.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from sfumato.io.arrays import Array
from sfumato.io.processes import Result, mapped, threaded
from sfumato.protocols import Language
from sfumato.types import Document

BREAK = -1
_CHUNK = 400  # documents a worker gets at a time
_POSITIONS = 1 << 22  # of a piece


@dataclass(frozen=True)
class Piece:
    """Some documents of a stream that follow each other, the first of them number `first`: what is counted at once.

    `codes` is `2 * word + capital` for each position, or `BREAK`; `starts` says where each document begins, and the
    last one ends.
    """

    codes: Array
    starts: Array
    first: int = 0

    @property
    def documents(self) -> int:
        return len(self.starts) - 1

    def words(self) -> Array:
        """The word numbers, `BREAK` at breaks."""
        return np.where(self.codes >= 0, self.codes >> 1, BREAK).astype(np.int64)

    def document_at(self) -> Array:
        """The number of the document that each position belongs to."""
        return np.repeat(np.arange(self.first, self.first + self.documents), np.diff(self.starts))


@dataclass(frozen=True)
class Stream:
    """All documents, as a `Piece` has them; `words` are those that the numbers mean."""

    codes: Array
    starts: Array
    words: list[str]
    titles: list[str]

    @property
    def documents(self) -> int:
        return len(self.titles)

    def each_piece(
        self, function: Callable[[Piece], Result], first: int = 0, last: int | None = None
    ) -> Iterator[Result]:
        """What the function gives for each piece, in order, of all documents or of a range.

        Two threads: what takes time is in numpy, which lets go of the interpreter.
        """
        return threaded(function, self._pieces(first, self.documents if last is None else last), threads=2)

    def _pieces(self, first: int, end: int) -> Iterator[Piece]:
        """Whole documents that together hold about `_POSITIONS`."""
        while first < end:
            last = int(np.searchsorted(self.starts, self.starts[first] + _POSITIONS, side="right")) - 1
            last = min(max(last, first + 1), end)
            a, b = self.starts[first], self.starts[last]
            yield Piece(np.asarray(self.codes[a:b]), self.starts[first : last + 1] - a, first)
            first = last


def write_stream(
    documents: Iterable[Document],
    folder: Path,
    *,
    language: Language,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Stream:
    """Writes the stream of a corpus into `folder`; memory grows with the vocabulary, not with the corpus."""
    numbers: dict[str, int] = {}
    lengths: list[Array] = []
    titles: list[str] = []
    path = folder / "stream.i32"
    with path.open("wb") as file:
        for named, words, codes, ends in _analysed(documents, language, processes or os.cpu_count() or 1):
            renumber = np.fromiter((numbers.setdefault(w, len(numbers)) for w in words), np.int64, len(words))
            file.write(renumbered(codes, renumber).tobytes())
            lengths.append(np.diff(ends, prepend=0))
            titles.extend(named)
            progress(len(titles))
    starts = np.concatenate([[0], np.cumsum(np.concatenate([np.zeros(0, np.int64), *lengths]))])
    codes = np.memmap(path, np.int32, "r") if path.stat().st_size else np.zeros(0, np.int32)
    return Stream(codes, starts.astype(np.int64), list(numbers), titles)


def renumbered(codes: Array, number: Array) -> Array:
    """The same codes for words that have other numbers."""
    made = codes.astype(np.int32)
    known = codes != BREAK
    made[known] = number[codes[known] >> 1] * 2 + (codes[known] & 1)
    return made


def titles_of(documents: Iterable[Document]) -> list[str]:
    return [" ".join((document.title or document.id).split()) for document in documents]


def clauses_of(text: str, language: Language) -> Iterator[list[str]]:
    """The words of a text in normal form, clause by clause: no phrase runs from one into the next.

    >>> from sfumato.languages import load
    >>> list(clauses_of("In Paris, France. He had a blood\\ntransfusion", load("en")))
    [['in', 'paris'], ['france'], ['he', 'had', 'a', 'blood', 'transfusion']]
    """
    words, codes, _ = word_codes([text], language)
    clause: list[str] = []
    for code in codes.tolist():
        if code != BREAK:
            clause.append(words[code >> 1])
        elif clause:
            yield clause
            clause = []


def _analysed(
    documents: Iterable[Document], language: Language, processes: int
) -> Iterator[tuple[list[str], list[str], Array, Array]]:
    """The titles of each chunk of documents and its word numbers, in order; never more than a few chunks in memory."""
    source = iter(documents)
    chunks = iter(lambda: list(islice(source, _CHUNK)), [])
    given = ((titles_of(chunk), [document.text for document in chunk]) for chunk in chunks)
    return mapped(_read, given, make=partial(_itself, language), processes=processes)


def _itself(language: Language) -> Language:
    """What a process needs beside the texts."""
    return language


def _read(language: Language, chunk: tuple[list[str], list[str]]) -> tuple[list[str], list[str], Array, Array]:
    titles, texts = chunk
    return titles, *word_codes(texts, language)


def word_codes(texts: list[str], language: Language) -> tuple[list[str], Array, Array]:
    """The distinct words of the texts, every text as codes into them with a break at its end, and the ends."""
    numbers: dict[str, int] = {}
    codes: dict[str, int] = {}
    cased: set[int] = set()
    normal_word = language.normal_word

    def code(token: str, loud: bool = False) -> int:
        word = normal_word(token, loud) if token[0].isalnum() else ""
        if not word:
            return BREAK
        number = 2 * numbers.setdefault(word, len(numbers)) + token[0].isupper()
        if word.isupper() and not word.isdigit():
            cased.add(number)
        return number

    stream: list[int] = []
    ends: list[int] = []
    for text in texts:
        tokens = language.token.findall(text)
        for token in set(tokens):
            if token not in codes:
                codes[token] = code(token)
        start = len(stream)
        stream.extend(map(codes.__getitem__, tokens))
        if not cased.isdisjoint(stream[start:]):
            _unshout(stream, start, tokens, cased, code, language)
        stream.append(BREAK)
        ends.append(len(stream))
    return list(numbers), np.array(stream, dtype=np.int32), np.array(ends, dtype=np.int64)


def _unshout(
    stream: list[int],
    start: int,
    tokens: list[str],
    cased: set[int],
    code: Callable[[str, bool], int],
    language: Language,
) -> None:
    """Capitals that alone make a word an acronym do not where everything around is in capitals."""
    places = [at for at in range(len(tokens)) if stream[start + at] != BREAK]
    words = [tokens[at] for at in places]
    for at, place in enumerate(places):
        if stream[start + place] in cased and language.shouted(words, at):
            stream[start + place] = code(tokens[place], True)
