"""Corpora that users bring, as streams of documents.

    for document in read_documents(Path("articles.jsonl.xz")): ...

Every format goes through its file once, in order, and holds one document (or one batch of rows) at a time.
`plugins` names the packages whose formats are asked beside those of sfumato.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import OnBytes, check_regular, files_below, guarded, plain_suffix, shown
from sfumato.io.formats.registry import active, formats, loaded
from sfumato.plugins import blaming
from sfumato.protocols import Fields, Format
from sfumato.types import Document

__all__ = ["files", "fingerprint", "has_text", "names", "read_all", "read_documents", "size"]


def names(plugins: Collection[str] = ()) -> list[str]:
    """What the formats are called that can be read; all but Parquet may be compressed with gzip, bzip2 or xz.

    >>> names()
    ['csv', 'jsonl', 'mediawiki', 'parquet', 'text']
    """
    return sorted(format.name for format in formats(active(plugins)))


def read_documents(
    path: Path,
    *,
    text_column: str | None = None,
    id_column: str | None = None,
    title_column: str | None = None,
    format: str | None = None,
    on_bytes: OnBytes | None = None,
    plugins: Collection[str] = (),
    below: Path | None = None,
) -> Iterator[Document]:
    """The documents of a file, or of every file of a known format below a folder, in sorted order.

    Documents without text are skipped. Columns (or JSON fields) are `text`, `id` and `title` unless given; a
    row without an id is called by file and line, a text by its path below the folder. A given `format` holds
    for every file. `on_bytes` is told how many more of the bytes that `size` counts have been read. A file of a
    folder is read as all of it would be where `below` names that.
    """
    path = Path(path)
    known = active(plugins)
    given = _named(format, known) if format is not None else None
    fields = Fields(text_column, id_column, title_column)
    if path.is_dir():
        found = _files(path, given is not None, known)
        return chain.from_iterable(
            _read_file(file, path, fields, given or _format(file, known), on_bytes) for file in found
        )
    return _read_file(path, below, fields, given or _format(path, known), on_bytes)


def read_all(paths: Iterable[Path], **options: Any) -> Iterator[Document]:
    """The documents of several files or folders, one after the other; `options` are those of `read_documents`."""
    return chain.from_iterable(read_documents(path, **options) for path in paths)


def size(paths: Iterable[Path], *, format: str | None = None, plugins: Collection[str] = ()) -> int:
    """How many bytes on disk `read_all` will go through."""
    total = 0
    for file in files(paths, format=format, plugins=plugins):
        with guarded(file):
            total += file.stat().st_size
    return total


def files(paths: Iterable[Path], *, format: str | None = None, plugins: Collection[str] = ()) -> list[Path]:
    """The files that `read_all` will read."""
    known = active(plugins)
    return list(chain.from_iterable(_files(Path(path), format is not None, known) for path in paths))


def fingerprint(path: Path, *, format: str | None = None, plugins: Collection[str] = ()) -> dict[str, str | int]:
    """Name, size and SHA-256 of a file, or of all files that are read of a folder: what a pack was built from."""
    digest = hashlib.sha256()
    total = 0
    for file in _files(path, format is not None, active(plugins)):
        with guarded(file), file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
                total += len(block)
    return {"name": path.resolve().name, "bytes": total, "sha256": digest.hexdigest()}


_Known = Mapping[str, str]
"""The names of formats by extension."""


def _read_file(
    file: Path, folder: Path | None, fields: Fields, format: Format, on_bytes: OnBytes | None
) -> Iterator[Document]:
    """The documents of a file that have text; where it is one of a folder, a text is called by its path there."""
    with blaming():
        for document in format.read(file, fields, on_bytes):
            if not has_text(document):
                continue
            if format.single and folder is not None:
                path = os.fsencode(file.relative_to(folder).as_posix()).decode("utf-8", "replace")
                document = Document(path, document.text, document.title)
            yield document


def has_text(document: Document) -> bool:
    """Whether there is anything but space in a document."""
    return bool(document.text) and not document.text.isspace()


def _files(path: Path, every: bool, known: _Known) -> list[Path]:
    """The file itself, or the files below a folder: every one, or those of a known format."""
    if not path.is_dir():
        check_regular(path)
        return [path]
    found = [file for file in files_below(path) if every or plain_suffix(file) in known]
    if not found:
        raise InputError(f"{shown(path)}: no file in it that can be read ({', '.join(sorted(known))})")
    return found


def _named(name: str, known: _Known) -> Format:
    for format in formats(known):
        if format.name == name:
            return format
    raise InputError(f"unknown corpus format {name}; there are: {_names(known)}")


def _format(path: Path, known: _Known) -> Format:
    name = known.get(plain_suffix(path))
    if name:
        return loaded(name)
    if not path.exists():
        raise InputError(f"{shown(path)}: no such file")
    raise InputError(f"{shown(path)}: unknown corpus format; give one of: {_names(known)}")


def _names(known: _Known) -> str:
    return ", ".join(sorted(format.name for format in formats(known)))
