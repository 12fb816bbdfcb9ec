"""Corpora that users bring, as streams of documents.

    for document in read_documents(Path("articles.jsonl.xz")): ...

Every reader goes through its file once, in order, and holds one document (or one batch of rows) at a time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import OnBytes, check_regular, files_below, guarded, plain_suffix, shown
from sfumato.io.formats.records import Fields, read_csv, read_jsonl, read_parquet
from sfumato.io.formats.texts import read_text
from sfumato.io.formats.wiki import read_mediawiki
from sfumato.types import Document

__all__ = ["FORMATS", "Format", "fingerprint", "read_all", "read_documents", "size"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format that corpora come in: the extensions by which it is known, and its reader."""

    what: str
    suffixes: frozenset[str]
    read: Callable[[Path, Fields, OnBytes | None], Iterator[Document]]


FORMATS: dict[str, Format] = {
    "text": Format("one text", frozenset({".txt", ".text", ".md", ".markdown", ".rst"}), read_text),
    "jsonl": Format("JSON lines with a text field", frozenset({".jsonl", ".ndjson"}), read_jsonl),
    "csv": Format("CSV or TSV with a header", frozenset({".csv", ".tsv", ".tab"}), read_csv),
    "parquet": Format("Parquet", frozenset({".parquet", ".pq"}), read_parquet),
    "mediawiki": Format("MediaWiki XML dump", frozenset({".xml"}), read_mediawiki),
}
"""Every format by its name; all but Parquet may be compressed with gzip, bzip2 or xz."""


def read_documents(
    path: Path,
    *,
    text_column: str | None = None,
    id_column: str | None = None,
    title_column: str | None = None,
    format: str | None = None,
    on_bytes: OnBytes | None = None,
) -> Iterator[Document]:
    """The documents of a file, or of every file of a known format below a folder, in sorted order.

    Documents without text are skipped. Columns (or JSON fields) are `text`, `id` and `title` unless given; a
    row without an id is called by file and line, a text by its path below the folder. A given `format` holds
    for every file. `on_bytes` is told how many more of the bytes that `size` counts have been read.
    """
    path = Path(path)
    if format is not None and format not in FORMATS:
        raise InputError(f"unknown corpus format {format}; there are: {', '.join(FORMATS)}")
    fields = Fields(text_column, id_column, title_column)
    if not path.is_dir():
        return _kept(FORMATS[format or _format(path)].read(path, fields, on_bytes))
    return _read_folder(path, fields, format, on_bytes)


def read_all(paths: Iterable[Path], **options: Any) -> Iterator[Document]:
    """The documents of several files or folders, one after the other; `options` are those of `read_documents`."""
    return chain.from_iterable(read_documents(path, **options) for path in paths)


def size(paths: Iterable[Path], *, format: str | None = None) -> int:
    """How many bytes on disk `read_all` will go through."""
    total = 0
    for file in chain.from_iterable(_files(Path(path), format) for path in paths):
        with guarded(file):
            total += file.stat().st_size
    return total


def fingerprint(path: Path, *, format: str | None = None) -> dict[str, str | int]:
    """Name, size and SHA-256 of a file, or of all files that are read of a folder: what a pack was built from."""
    digest = hashlib.sha256()
    total = 0
    for file in _files(path, format):
        with guarded(file), file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
                total += len(block)
    return {"name": path.resolve().name, "bytes": total, "sha256": digest.hexdigest()}


def _read_folder(folder: Path, fields: Fields, format: str | None, on_bytes: OnBytes | None) -> Iterator[Document]:
    for file in _files(folder, format):
        name = format or _format(file)
        for document in _kept(FORMATS[name].read(file, fields, on_bytes)):
            if name == "text":
                path = os.fsencode(file.relative_to(folder).as_posix()).decode("utf-8", "replace")
                document = Document(path, document.text, document.title)
            yield document


def _files(path: Path, format: str | None) -> list[Path]:
    """The file itself, or the files below a folder that are of the format, or of any."""
    if not path.is_dir():
        check_regular(path)
        return [path]
    known = frozenset[str]().union(*(known.suffixes for known in FORMATS.values()))
    files = [file for file in files_below(path) if format or plain_suffix(file) in known]
    if not files:
        raise InputError(f"{shown(path)}: no file in it that can be read ({', '.join(sorted(known))})")
    return files


def _format(path: Path) -> str:
    suffix = plain_suffix(path)
    for name, format in FORMATS.items():
        if suffix in format.suffixes:
            return name
    if not path.exists():
        raise InputError(f"{shown(path)}: no such file")
    raise InputError(f"{shown(path)}: unknown corpus format; give one of: {', '.join(FORMATS)}")


def _kept(documents: Iterator[Document]) -> Iterator[Document]:
    return (document for document in documents if document.text and not document.text.isspace())
