"""What the workers of a cluster do for a pack: each is a function of batches, whose rows are pieces of a corpus.

It pickles as a few paths. What is large is a mapped file below the folder of a stage, which all hosts see.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from sfumato import languages
from sfumato.errors import InputError, SfumatoError
from sfumato.io.arrays import Array, StringIndex, Strings
from sfumato.io.arrow import pa
from sfumato.io.columns import mapped
from sfumato.io.formats import corpora
from sfumato.io.formats.rows import document_of
from sfumato.knowledge.phrases import Membership, candidates, counted
from sfumato.knowledge.postings import Finder
from sfumato.knowledge.stream import Piece, renumbered, titles_of, word_codes
from sfumato.knowledge.terms import LENGTHS, first_seen, label_rows, lengths_of, title_form, word_counts
from sfumato.spark.work import WorkerError
from sfumato.types import Document

READ = "part int, before bigint, titles array<binary>, words array<binary>, codes binary, ends binary"
WORDS = "word binary, documents bigint"
NUMBERED = "first bigint, titles array<binary>, codes binary, starts binary"
ROWS = "words binary"
HASHES = "hash bigint, documents bigint, named bigint"
FOUND = "range bigint, first bigint, titles array<binary>, lengths binary, postings binary"
RANGE = 1 << 16
"""Documents whose postings lie in one folder."""
_DOCUMENTS = 400  # of a piece at most
_CHARACTERS = 1 << 20  # of a piece, about
_SIGN = np.uint64(1 << 63)
_STRINGS = pa.list_(pa.binary())


def as_signed(hashes: Array) -> Array:
    """Hashes as Spark has whole numbers, in the same order."""
    return (hashes ^ _SIGN).view(np.int64)


def as_hashes(numbers: Array) -> Array:
    """The hashes that `as_signed` was given."""
    return numbers.view(np.uint64) ^ _SIGN


@contextmanager
def _saying() -> Iterator[None]:
    """What fails on a worker, in a line that quotes no text."""
    try:
        yield
    except SfumatoError as error:
        raise WorkerError(f"sfumato: {error}") from None
    except WorkerError:
        raise
    except Exception as error:
        raise WorkerError(f"sfumato: unforeseen {type(error).__name__}") from None


@dataclass(frozen=True, slots=True)
class Task:
    """A function of batches; what it does to one row, or to all of them, its kinds say."""

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        with _saying():
            for batch in batches:
                yield from self.of(batch)

    def of(self, batch: Any) -> Iterator[Any]:
        """What becomes of a batch."""
        raise NotImplementedError


# --- documents as words -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadFiles(Task):
    """Reads files, whose places in a list the rows have; each partition reads on where the one before it ended."""

    listed: str
    language: str
    columns: Mapping[str, Any]

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        with _saying():
            yield from _as_words(self._documents(batches), self.language)

    def _documents(self, batches: Iterable[Any]) -> Iterator[tuple[int, Document]]:
        files = _listed(self.listed)
        for batch in batches:
            for at, part in zip(*(batch.column(name).to_pylist() for name in ("id", "part")), strict=True):
                file, below = files[at]
                folder = Path(below) if below is not None else None
                for document in corpora.read_documents(Path(file), below=folder, **self.columns):
                    yield part, document


@dataclass(frozen=True, slots=True)
class ReadRows(Task):
    """Reads rows of a frame, in their order; two with the same place in it are refused."""

    language: str

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        with _saying():
            yield from _as_words(self._documents(batches), self.language)

    def _documents(self, batches: Iterable[Any]) -> Iterator[tuple[int, Document]]:
        before: Any = None
        for batch in batches:
            names = ("part", "order", "text", "id", "title")
            for part, order, text, id, title in zip(*(batch.column(name).to_pylist() for name in names), strict=True):
                if order is None or order == before:
                    raise InputError(
                        "the column of the order has " + ("no value" if order is None else "a value twice")
                    )
                before = order
                document = document_of(
                    text or "", order if id in (None, "") else id, title, Path("frame"), order, "row"
                )
                if corpora.has_text(document):
                    yield part, document


def _as_words(documents: Iterator[tuple[int, Document]], language: str) -> Iterator[Any]:
    """The documents of a partition as pieces, each with words of its own."""
    spoken = languages.load(language)
    before = 0
    for part, piece in _cut(documents):
        words, codes, ends = word_codes([document.text for document in piece], spoken)
        titles = titles_of(piece)
        yield _row(
            READ, part, before, _bytes_of(titles), _bytes_of(words), codes.tobytes(), ends.astype(np.int64).tobytes()
        )
        before += len(piece)


def _cut(documents: Iterator[tuple[int, Document]]) -> Iterator[tuple[int, list[Document]]]:
    piece: list[Document] = []
    size = part = 0
    for part, document in documents:
        piece.append(document)
        size += len(document.text)
        if len(piece) >= _DOCUMENTS or size >= _CHARACTERS:
            yield part, piece
            piece, size = [], 0
    if piece:
        yield part, piece


# --- counting ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountWords(Task):
    """How many documents of each piece have each of its words."""

    def of(self, batch: Any) -> Iterator[Any]:
        for row in _rows(batch):
            words = row["words"]
            ends = np.frombuffer(row["ends"], np.int64)
            piece = Piece(np.frombuffer(row["codes"], np.int32), np.append(0, ends))
            yield _batch(WORDS, pa.array(words, pa.binary()), word_counts(piece, len(words)))


@dataclass(frozen=True, slots=True)
class Number(Task):
    """Numbers the documents and the words of each piece as those of the whole corpus are."""

    read: str
    vocabulary: str

    def of(self, batch: Any) -> Iterator[Any]:
        first = mapped(Path(self.read) / "first.npy")
        for row in _rows(batch):
            number = vocabulary(self.vocabulary).find_all([_text(word) for word in row["words"]])
            codes = renumbered(np.frombuffer(row["codes"], np.int32), number)
            starts = np.append(0, np.frombuffer(row["ends"], np.int64))
            begins = int(first[row["part"]]) + row["before"]
            yield _row(NUMBERED, begins, row["titles"], codes.tobytes(), starts.tobytes())


@dataclass(frozen=True, slots=True)
class TitleRows(Task):
    """The titles as a text would say them, as rows of word numbers, those that can occur at all."""

    vocabulary: str
    language: str

    def of(self, batch: Any) -> Iterator[Any]:
        language = languages.load(self.language)
        for titles in batch.column("titles").to_pylist():
            forms = {title_form(_text(title), language) for title in titles}
            rows = rows_of(forms, vocabulary(self.vocabulary))
            yield _batch(ROWS, pa.array([np.array(row, np.int64).tobytes() for row in sorted(rows)], pa.binary()))


@dataclass(frozen=True, slots=True)
class CountPhrases(Task):
    """How many documents of each piece have each phrase that may be frequent, and how many as a name."""

    given: str
    before: str
    length: int

    def of(self, batch: Any) -> Iterator[Any]:
        usable = mapped(Path(self.given) / "usable.npy")
        before = membership(str(Path(self.before) / "hashes.npy")) if self.before else None
        for row in _rows(batch):
            hashes, documents, named = counted(candidates(_piece(row), usable, before, self.length))
            yield _batch(HASHES, as_signed(hashes), documents, named)


@dataclass(frozen=True, slots=True)
class SeePhrases(Task):
    """The words of every phrase that may be kept and occurs, once for each partition."""

    given: str

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        with _saying():
            tables = {n: membership(str(Path(self.given) / f"hashes_{n}.npy")) for n in LENGTHS}
            seen = {n: np.zeros(len(table.hashes), dtype=bool) for n, table in tables.items()}
            for batch in batches:
                for row in _rows(batch):
                    for _, _, words in first_seen(_piece(row), tables, seen):
                        yield _batch(ROWS, pa.array(list(map(bytes, words.astype(np.int64))), pa.binary()))


@dataclass(frozen=True, slots=True)
class FindTerms(Task):
    """Which document has which term how often."""

    given: str

    def of(self, batch: Any) -> Iterator[Any]:
        finder, tables = _finder(self.given)
        for row in _rows(batch):
            piece = _piece(row)
            lengths = lengths_of(piece).astype(np.int64).tobytes()
            postings = finder.find(piece, tables).tobytes()
            yield _row(FOUND, piece.first // RANGE, piece.first, row["titles"], lengths, postings)


# --- what lies in files -----------------------------------------------------------------------------------


@lru_cache(4)
def _listed(path: str) -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = json.loads(Path(path).read_text(encoding="utf-8"))
    return found


@lru_cache(2)
def vocabulary(folder: str) -> StringIndex:
    """The words of a corpus, in order."""
    pool, starts, hashes, order = (
        mapped(Path(folder) / f"{name}.npy") for name in ("pool", "starts", "hashes", "order")
    )
    return StringIndex(Strings(pool, starts), hashes, order)


def rows_of(forms: Iterable[str], words: StringIndex) -> set[tuple[int, ...]]:
    """Labels and titles as rows of word numbers, those that can occur at all."""
    forms = set(forms)
    distinct = sorted({word for form in forms for word in form.split()})
    found = words.find_all(distinct).tolist()
    return label_rows(forms, {word: at for word, at in zip(distinct, found, strict=True) if at >= 0})


@lru_cache(16)
def membership(path: str) -> Membership:
    """The hashes of a file."""
    return Membership(mapped(Path(path)))


@lru_cache(1)
def _finder(folder: str) -> tuple[Finder, dict[int, Membership]]:
    finder = Finder.from_columns(lambda name: mapped(Path(folder) / f"{name}.npy"))
    return finder, finder.tables()


# --- rows -------------------------------------------------------------------------------------------------


def _piece(row: Mapping[str, Any]) -> Piece:
    starts = np.frombuffer(row["starts"], np.int64)
    return Piece(np.frombuffer(row["codes"], np.int32), starts, row["first"])


def _rows(batch: Any) -> Iterator[dict[str, Any]]:
    """The rows of a batch, one at a time."""
    names = batch.schema.names
    for at in range(len(batch)):
        yield {name: batch.column(name)[at].as_py() for name in names}


def _row(schema: str, *values: Any) -> Any:
    return _batch(schema, *([value] for value in values))


def _batch(schema: str, *columns: Any) -> Any:
    fields = [field.split(" ") for field in schema.split(", ")]
    arrays = [pa.array(column, _TYPES[kind]) for column, (_, kind) in zip(columns, fields, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, [name for name, _ in fields])


_TYPES: Mapping[str, Any] = {
    "int": pa.int32(),
    "bigint": pa.int64(),
    "binary": pa.binary(),
    "array<binary>": _STRINGS,
}


def _bytes_of(strings: list[str]) -> list[bytes]:
    return [string.encode("utf-8", "surrogatepass") for string in strings]


def _text(encoded: bytes) -> str:
    return encoded.decode("utf-8", "surrogatepass")
