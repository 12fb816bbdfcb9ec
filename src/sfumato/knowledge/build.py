"""Builds a pack from a stream of documents, in bounded memory and time linear in the corpus.

Read the documents once into a word stream; count words, then phrases; choose the terms; find them in the stream
again; sort by term; write. The same documents and parameters give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sfumato import languages
from sfumato.errors import InputError
from sfumato.io.arrays import Array, offsets
from sfumato.io.atomic import work_folder
from sfumato.io.columns import write_archive
from sfumato.knowledge.layout import STORED, Postings, Terms, packed
from sfumato.knowledge.phrases import Membership, frequent_phrases, phrases, row_hashes
from sfumato.knowledge.stream import Stream, write_stream
from sfumato.protocols import Language
from sfumato.types import Document

LONGEST_LABEL = 8
"""Words of the longest label or title that is kept."""
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")


@dataclass(frozen=True)
class Floors:
    """In how many documents a term must stand to be kept. Labels and titles are kept wherever they stand once."""

    words: int = 2
    names: int = 2
    phrases: int = 3


def build(
    documents: Iterable[Document],
    path: Path,
    *,
    labels: Iterable[str] = (),
    floors: Floors | None = None,
    meta: Mapping[str, Any] | None = None,
    language: Language | None = None,
    processes: int | None = None,
    progress: Callable[[str, int], None] = lambda step, done: None,
) -> None:
    """Writes a pack of `documents` to `path`, which appears whole or not at all.

    `labels` are names to be counted however rare they are, such as those of the taxonomies. The language is that of
    the documents, English unless given. Only its owner may read the pack.
    """
    language = language or languages.load()
    floors = floors or Floors()
    with work_folder(path) as folder:
        stream = write_stream(
            documents, folder, language=language, processes=processes, progress=lambda n: progress("reading", n)
        )
        if not stream.documents:
            raise InputError("the corpus has no documents")
        progress("counting phrases", 0)
        terms, renumbered = _choose(stream, labels, floors, folder, language)
        progress("counting documents", 0)
        postings = _postings(stream, terms, renumbered, folder)
        progress("writing", 0)
        lengths = _lengths(stream)
        description = {
            "documents": stream.documents,
            "terms": len(postings.starts) - 1,
            "postings": int(postings.starts[-1]),
            "words_read": int(lengths.sum()),
            "floors": asdict(floors),
            **(meta or {}),
        }
        columns = packed(terms, postings, stream.titles, lengths)
        named = {} if language.name == languages.DEFAULT else {"language": language.name}
        form = {"normal_form": language.version, **named}
        write_archive(path, "knowledge", {**form, **description}, columns, stored=STORED, private=True)


def _lengths(stream: Stream) -> Array:
    """The number of words of each document."""
    lengths = np.zeros(stream.documents, dtype=np.int64)
    for first, last in stream.chunks():
        is_word = stream.words_between(first, last) >= 0
        lengths[first:last] = np.add.reduceat(is_word, stream.starts[first:last] - stream.starts[first], dtype=np.int64)
    return lengths


def title_form(title: str, language: Language) -> str:
    """A title as a text would say it: "The Crown (TV series)" is spoken of as "crown".

    >>> title_form("The Crown (TV series)", languages.load("en"))
    'crown'
    """
    words = language.normal_form(_IN_BRACKETS.sub("", title)).split()
    while words and words[0] in language.stop_words:
        words.pop(0)
    return " ".join(words)


# --- choosing the terms -----------------------------------------------------------------------------------


def _choose(
    stream: Stream, labels: Iterable[str], floors: Floors, folder: Path, language: Language
) -> tuple[Terms, Array]:
    """The terms, and the number of each stream word among their words."""
    counts = _word_counts(stream)
    number = {word: at for at, word in enumerate(stream.words)}
    stop = np.array([word in language.stop_words for word in stream.words], dtype=bool)
    wanted = _wanted(stream, labels, number, language)

    keep = (counts >= floors.words) & ~stop
    keep[[words[0] for words in wanted if len(words) == 1]] = True
    frequent: dict[int, Array] = {n: np.zeros(0, np.uint64) for n in range(2, LONGEST_LABEL + 1)}
    usable = counts >= min(floors.phrases, floors.names)
    for n, hashes in frequent_phrases(stream, usable, folder, floor=floors.phrases, name_floor=floors.names):
        frequent[n] = hashes
    rows = _found_phrases(stream, frequent, wanted, stop)

    used = keep.copy()
    for row in rows.values():
        used[row.ravel()] = True
    order = np.array(sorted(np.flatnonzero(used).tolist(), key=lambda at: stream.words[at]), dtype=np.int64)
    renumbered = np.full(len(stream.words), -1, dtype=np.int64)
    renumbered[order] = np.arange(len(order))
    words = [stream.words[at] for at in order]
    rows = {n: renumbered[row] for n, row in rows.items() if len(row)}
    rows = {n: row[np.lexsort(row.T[::-1])] for n, row in rows.items()}
    terms = Terms(words, keep[order], rows)
    return terms, renumbered


def _word_counts(stream: Stream) -> Array:
    """The number of documents that have each word."""
    number = len(stream.words)

    def count(first: int, last: int) -> Array:
        words = stream.words_between(first, last)
        pairs = np.unique((stream.document_at(first, last) * number + words)[words >= 0])
        return np.bincount(pairs % number, minlength=number)

    return sum(stream.each_chunk(count), np.zeros(number, dtype=np.int64))


def _wanted(
    stream: Stream, labels: Iterable[str], number: Mapping[str, int], language: Language
) -> list[tuple[int, ...]]:
    """Labels and titles as rows of word numbers, those that can occur at all."""
    rows = set()
    forms = set(map(language.normal_form, labels))
    forms.update(title_form(title, language) for title in stream.titles)
    for form in forms:
        words = form.split()
        if 0 < len(words) <= LONGEST_LABEL and all(word in number for word in words):
            rows.add(tuple(number[word] for word in words))
    return sorted(rows)


def _found_phrases(
    stream: Stream, frequent: Mapping[int, Array], wanted: list[tuple[int, ...]], stop: Array
) -> dict[int, Array]:
    """The words of every phrase that is kept: frequent ones that begin and end well, and labels that occur."""
    tables: dict[int, Membership] = {}
    labels: dict[int, Array] = {}
    for n, hashes in frequent.items():
        labels[n] = row_hashes(np.array([row for row in wanted if len(row) == n], dtype=np.int64).reshape(-1, n))
        tables[n] = Membership(np.concatenate([hashes, labels[n]]))
    found = {n: np.full((len(table.hashes), n), -1, dtype=np.int64) for n, table in tables.items()}

    def look(first: int, last: int) -> list[tuple[int, Array, Array]]:
        words = stream.words_between(first, last)
        new = []
        for n, at, rows in _occurrences(words, tables):
            unseen = found[n][rows, 0] < 0
            new.append((n, rows[unseen], words[at[unseen][:, None] + np.arange(n)]))
        return new

    for new in stream.each_chunk(look):
        for n, rows, words in new:
            found[n][rows] = words
    for n, row in found.items():
        label = np.isin(tables[n].hashes, labels[n])
        good = label | ~(stop[row[:, 0]] | stop[row[:, -1]])
        found[n] = row[good & (row[:, 0] >= 0)]
    return found


def _occurrences(words: Array, tables: Mapping[int, Membership]) -> Iterator[tuple[int, Array, Array]]:
    """For each length where the phrases of its table stand among the words, and which each is."""
    for n, at, hashes in phrases(words, max(tables, default=1)):
        if n in tables:
            rows = tables[n].find(hashes)
            yield n, at[rows >= 0], rows[rows >= 0]


# --- counting the terms -----------------------------------------------------------------------------------


def _postings(stream: Stream, terms: Terms, renumbered: Array, folder: Path) -> Postings:
    """The documents of each term with frequencies, sorted by term in files of bounded size."""
    term_of_word = np.where(terms.is_term, np.cumsum(terms.is_term) - 1, -1)
    number = int(terms.is_term.sum()) + sum(map(len, terms.rows.values()))
    tables, term_of_row = _finders(terms)

    def find(first: int, last: int) -> Array:
        words = stream.words_between(first, last)
        words[words >= 0] = renumbered[words[words >= 0]]
        document = stream.document_at(first, last)
        at = np.flatnonzero(words >= 0)
        at = at[term_of_word[words[at]] >= 0]
        pairs = [document[at] * number + term_of_word[words[at]]]
        for n, at, rows in _occurrences(words, tables):
            pairs.append(document[at] * number + term_of_row[n][rows])
        pair, frequency = np.unique(np.concatenate(pairs), return_counts=True)
        record = np.empty(len(pair), dtype=_RECORD)
        record["document"], record["term"] = np.divmod(pair, number)
        record["frequency"] = np.minimum(frequency, 255)
        return record

    counts = np.zeros(number, dtype=np.int64)
    path = folder / "forward"
    with path.open("wb") as file:
        for record in stream.each_chunk(find):
            counts += np.bincount(record["term"], minlength=number)
            file.write(record.tobytes())
    return _by_term(np.memmap(path, _RECORD, "r") if counts.sum() else np.zeros(0, _RECORD), counts, folder)


_RECORD = np.dtype([("document", np.int32), ("term", np.int32), ("frequency", np.uint8)])


def _finders(terms: Terms) -> tuple[dict[int, Membership], dict[int, Array]]:
    """For each length how to find its phrases, and the term number of each row of the table."""
    tables, term_of_row = {}, {}
    first = int(terms.is_term.sum())
    for n, rows in terms.rows.items():
        hashes = row_hashes(rows)
        tables[n] = Membership(hashes)
        term_of_row[n] = np.argsort(hashes) + first
        first += len(rows)
    return tables, term_of_row


def _by_term(forward: Array, counts: Array, folder: Path) -> Postings:
    """Postings sorted by document, sorted by term: each chunk is sorted and its runs are put where they belong."""
    starts = offsets(counts)
    size = int(starts[-1])
    documents = np.memmap(folder / "documents", np.int32, "w+", shape=max(size, 1))[:size]
    frequencies = np.memmap(folder / "frequencies", np.uint8, "w+", shape=max(size, 1))[:size]
    filled = starts[:-1].copy()
    for first in range(0, size, 1 << 23):
        chunk = np.asarray(forward[first : first + (1 << 23)])
        order = np.argsort(chunk["term"], kind="stable")
        term = chunk["term"][order]
        new = np.flatnonzero(np.append(True, term[1:] != term[:-1]))
        runs = np.diff(np.append(new, len(term)))
        place = np.repeat(filled[term[new]] - new, runs) + np.arange(len(term))
        documents[place] = chunk["document"][order]
        frequencies[place] = chunk["frequency"][order]
        filled[term[new]] += runs
    return Postings(starts, documents, frequencies)
