"""Builds a pack from a stream of documents, in bounded memory and time linear in the corpus.

Read the documents once into a word stream; count words, then phrases; choose the terms; find them in the stream
again; sort by term; write. The same documents and parameters give the same bytes. What is counted of a piece of the
stream stands in `phrases`, `terms` and `postings`: threads do it here, and the workers of a cluster in `spark`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sfumato import languages
from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.atomic import work_folder
from sfumato.knowledge.layout import Terms
from sfumato.knowledge.phrases import Membership, frequent_phrases
from sfumato.knowledge.postings import Finder
from sfumato.knowledge.stream import Piece, Stream, write_stream
from sfumato.knowledge.terms import (
    LENGTHS,
    Floors,
    by_length,
    chosen,
    first_seen,
    label_rows,
    lengths_of,
    looked_for,
    title_form,
    well_formed,
    word_counts,
)
from sfumato.knowledge.written import About, Counted, Found, write
from sfumato.protocols import Language
from sfumato.types import Document


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
        counted = count(
            documents,
            folder,
            labels=labels,
            floors=floors,
            language=language,
            processes=processes,
            progress=progress,
        )
        about = About(language, floors, meta or {})
        write(path, about, counted, progress=lambda step: progress(step, 0))


def count(
    documents: Iterable[Document],
    folder: Path,
    *,
    labels: Iterable[str] = (),
    floors: Floors,
    language: Language,
    processes: int | None = None,
    progress: Callable[[str, int], None] = lambda step, done: None,
) -> Counted:
    """Counts documents, with `folder` for what is needed until what was counted is written."""
    stream = write_stream(
        documents, folder, language=language, processes=processes, progress=lambda n: progress("reading", n)
    )
    if not stream.documents:
        raise InputError("the corpus has no documents")
    progress("counting phrases", 0)
    terms, number = _choose(stream, labels, floors, folder, language)
    finder = Finder.of(terms, number)
    tables = finder.tables()

    def find(piece: Piece) -> Found:
        titles = stream.titles[piece.first : piece.first + piece.documents]
        return Found(titles, lengths_of(piece), finder.find(piece, tables))

    return Counted(stream.documents, terms, partial(stream.each_piece, find))


def _choose(
    stream: Stream, labels: Iterable[str], floors: Floors, folder: Path, language: Language
) -> tuple[Terms, Array]:
    """The terms, and the number of each stream word among their words."""
    size = len(stream.words)
    counts = sum(stream.each_piece(partial(word_counts, number=size)), np.zeros(size, dtype=np.int64))
    forms = set(map(language.normal_form, labels))
    forms.update(title_form(title, language) for title in stream.titles)
    wanted = by_length(label_rows(forms, {word: at for at, word in enumerate(stream.words)}))
    stop = np.array([word in language.stop_words for word in stream.words], dtype=bool)

    keep = (counts >= floors.words) & ~stop
    keep[wanted[1].ravel()] = True
    usable = counts >= floors.parts
    frequent = dict(frequent_phrases(stream, usable, folder, floor=floors.phrases, name_floor=floors.names))
    tables = {n: Membership(hashes) for n, hashes in looked_for(frequent, wanted).items()}
    found = _words_of(stream, tables)
    return chosen(stream.words, keep, {n: well_formed(found[n], wanted[n], stop) for n in LENGTHS})


def _words_of(stream: Stream, tables: Mapping[int, Membership]) -> dict[int, Array]:
    """The words of every phrase of the tables that occurs, as rows of word numbers."""
    seen = {n: np.zeros(len(table.hashes), dtype=bool) for n, table in tables.items()}
    found = {n: np.zeros((len(table.hashes), n), dtype=np.int64) for n, table in tables.items()}
    for new in stream.each_piece(partial(first_seen, tables=tables, seen=seen)):
        for n, rows, words in new:
            found[n][rows] = words
    return {n: found[n][seen[n]] for n in tables}
