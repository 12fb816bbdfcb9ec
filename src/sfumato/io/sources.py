"""Documents to work on: a text, standard input, a folder of texts, JSON lines, or cells of a table.

They come one by one, each with secrets of its own and with what is wrong with it: what cannot be read of many is told,
and the others go on.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.cells import Cells
from sfumato.io.documents import DocumentText, document_bytes, read_document
from sfumato.io.encoded import kind_by_content, kind_by_name, refusal
from sfumato.io.files import (
    CSV,
    PARQUET,
    TEXTS,
    check_regular,
    decoded,
    files_below,
    guarded,
    lines,
    links_below,
    opened,
    plain_suffix,
    shown,
)
from sfumato.io.formats.documents import is_document
from sfumato.io.formats.pieces import Reading
from sfumato.io.records import Record, is_json_lines, not_a_text, not_an_object, read_records, whole_characters
from sfumato.types import Document

STANDARD_INPUT = Path("-")
_TABLES = frozenset((*CSV, *PARQUET))
_BYTES = 4  # that a character takes at most


@dataclass(frozen=True, slots=True)
class Item:
    """A document as it was found: its id as it was written, and the secrets or the error of its record."""

    id: Any
    document: Document
    hide: tuple[str, ...] = ()
    error: str = ""
    skipped: bool = False
    """Whether it is the record of a failure: it has an error, and no text."""
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """All that its record says; nothing for a text."""
    file: DocumentText | None = field(default=None, repr=False, compare=False)
    """The document that the text is of, where it is no plain text."""


class Documents:
    """The documents of files and folders. `most` is the number of characters that one text may have.

    `kind` is "text" for a single one, "folder" for several, "jsonl" or "table"; `files` are texts by the names of their
    items, `table` the cells of a table.
    They can be read again and again, but for standard input.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        most: int,
        reading: Reading | None = None,
        *,
        cells: bool = False,
        plain: bool = False,
    ) -> None:
        """`reading` says how documents are read that are no plain texts; with `cells` tables are such.

        With `plain` there are none in folders: their texts are to be written as texts.
        """
        self.paths = tuple(paths)
        self.most = most
        self.reading = reading or Reading()
        self.cells = cells
        self.plain = plain
        self.left_out: list[str] = []
        """Files of folders that are no texts, and links."""
        records = [path for path in paths if path != STANDARD_INPUT and is_json_lines(path)]
        self.files: dict[str, Path] = {}
        self.table: Cells | None = None
        if STANDARD_INPUT in paths and len(paths) > 1:
            raise InputError("standard input (-) is one text and cannot be read together with files")
        if records and len(records) < len(paths):
            raise InputError("JSON lines cannot be read together with texts: run the command for each")
        if records:
            self.kind = "jsonl"
            self.total = sum(_number_of_lines(path) for path in records)
            return
        if cells and len(paths) == 1 and paths[0].suffix.lower() in PARQUET:
            self.kind, self.table = "table", Cells(paths[0], self.reading.columns)
            self.total = self.table.total
            return
        for path in paths:
            self._add(path)
        self.kind = "text" if len(paths) == 1 and not paths[0].is_dir() else "folder"
        self.total = len(self.files)

    def _is_document(self, path: Path) -> bool:
        if self.plain and plain_suffix(path) in TEXTS:  # Markdown
            return False
        return is_document(path.name) or (self.cells and path.suffix.lower() in CSV)

    def _is_read(self, path: Path) -> bool:
        """Whether a file of a folder is a text, or a document that is taken as one."""
        return plain_suffix(path) in TEXTS or (self._is_document(path) and not self.plain)

    @property
    def size(self) -> int:
        """The bytes that the documents take as files."""
        files = self.files.values() if self.files else self.paths
        return sum(file.stat().st_size for file in files if file != STANDARD_INPUT)

    def _add(self, path: Path) -> None:
        found = {path.name: path}
        if path != STANDARD_INPUT:
            check_regular(path)
        if path.is_dir():
            below = {file.relative_to(path).as_posix(): file for file in files_below(path)}
            self.left_out += [name for name, file in below.items() if not self._is_read(file)]
            self.left_out += [link.relative_to(path).as_posix() for link in links_below(path)]
            prefix = f"{path.resolve().name}/" if len(self.paths) > 1 else ""
            found = {prefix + name: file for name, file in below.items() if self._is_read(file)}
            if not found:
                raise InputError(f"{shown(path)}: no text in it ({', '.join(sorted(TEXTS))})")
        elif self._is_document(path):
            pass
        elif plain_suffix(path) in _TABLES:
            raise InputError(f"{shown(path)}: a table; here a text, a folder of texts or JSON lines is read")
        elif kind := kind_by_name(plain_suffix(path)):
            raise InputError(f"{shown(path)}: {refusal(kind)}", code="encoded-file")
        for name, file in found.items():
            if name in self.files:
                raise InputError(f"{shown(name)}: two texts have this name, so that one would overwrite the other")
            self.files[name] = file

    @property
    def files_given(self) -> tuple[Path, ...]:
        """The files and folders that were given: standard input is none."""
        return tuple(path for path in self.paths if path != STANDARD_INPUT)

    def __iter__(self) -> Iterator[Item]:
        if self.kind == "jsonl":
            for path in self.paths:
                yield from map(_item, read_records(path))
        if self.table:
            yield from (Item(id, Document(id, text)) for id, text in self.table)
        for name, file in self.files.items():
            id = os.fsencode(name).decode("utf-8", "replace")
            try:
                yield (
                    self._document(name, id, file)
                    if self._is_document(file)
                    else Item(name, Document(id, self._text(file)))
                )
            except InputError as error:
                if self.kind == "text":
                    raise
                yield Item(name, Document(id, ""), error=str(error).removeprefix(f"{shown(file)}: "))

    def single(self) -> Item:
        """The one text there is. An empty one is refused: nobody means it."""
        item = next(iter(self))
        if not item.document.text.strip():
            raise InputError(f"{_name(self.paths[0])}: empty, so that there is nothing to work on")
        return item

    def items(self) -> list[Item]:
        """All of them at once; a single text that is empty is refused."""
        return [self.single()] if self.kind == "text" else list(self)

    def _document(self, name: str, id: str, path: Path) -> Item:
        """A document that is no plain text."""
        data = document_bytes(path)
        try:
            found = read_document(data, path.name, self.reading)
        except InputError as error:
            raise InputError(f"{shown(path)}: {error}", code=error.code) from None
        if len(found.text) > self.most:
            raise InputError(f"{shown(path)}: more than {self.most:,} characters, the most of one text: split it")
        if not found.text.strip():
            raise InputError(f"{shown(path)}: nothing in it that can be read, so that nothing can be said of it")
        return Item(name, Document(id, found.text), file=found)

    def _text(self, path: Path) -> str:
        """All of a text, but no more of a file than can be one."""
        most = self.most * _BYTES
        if path == STANDARD_INPUT:
            data = sys.stdin.buffer.read(most + 1)
        else:
            with opened(path) as stream, guarded(path):
                data = stream.read(most + 1)
        if kind := kind_by_content(data):
            raise InputError(f"{_name(path)}: {refusal(kind)}", code="encoded-file")
        if len(data) <= most:
            text = "".join(decoded(io.BufferedReader(io.BytesIO(data)), _name(path)))
            if len(text) <= self.most:
                return text
        raise InputError(f"{_name(path)}: more than {self.most:,} characters, the most of one text: split it")


def read_secrets(path: Path) -> list[str]:
    """The secrets of a file or of standard input, one a line; empty lines and those that begin with # are none."""
    if path == STANDARD_INPUT:
        rows = list(decoded(io.BufferedReader(io.BytesIO(sys.stdin.buffer.read())), _name(path)))
    else:
        rows = list(lines(path))
    return secrets_in(rows, _name(path))


def secrets_in(rows: Sequence[str], where: str) -> list[str]:
    """The secrets of lines, none of them empty; `where` is what they are called in a message."""
    secrets = [row.strip() for row in rows if row.strip() and not row.lstrip().startswith("#")]
    if not secrets:
        raise InputError(f"{where}: no secret in it, one a line")
    return secrets


def is_table(path: Path) -> bool:
    """Whether a file is a table by its name."""
    return plain_suffix(path) in _TABLES


def _name(path: Path) -> str:
    return "standard input" if path == STANDARD_INPUT else shown(path)


def _number_of_lines(path: Path) -> int:
    """How many records a file has. All of it is decoded, so that a damaged file is refused before there is work."""
    number = sum(not line.isspace() for line in lines(path))
    if not number:
        raise InputError(f"{shown(path)}: empty, so that there is nothing to work on")
    return number


def _item(record: Record) -> Item:
    """The document of a line of JSON lines, or what is wrong with it."""

    def wrong(error: str, id: Any = record.name, **more: Any) -> Item:
        return Item(id, Document(str(id), ""), error=error, **more)

    if problem := record.fault or not_an_object(record.value):
        return wrong(problem)
    fields = record.value
    id, text, hide = fields.get("id"), fields.get("text"), fields.get("hide")
    if id is None or id == "":
        id = record.name
    if not isinstance(id, str | int | float):
        return wrong("the field id is neither a text nor a number")
    id = whole_characters(id) if isinstance(id, str) else id
    if text is None:
        return wrong("no field text", id, skipped="error" in fields)
    if problem := not_a_text(text):
        return wrong(problem, id)
    if hide is not None and not (isinstance(hide, list) and all(isinstance(label, str) for label in hide)):
        return wrong('the field hide is not a list of strings, as in ["HIV"]', id)
    return Item(id, Document(str(id), whole_characters(text)), tuple(hide or ()), fields=fields)


def joined(items: Sequence[Item], most: int) -> Item:
    """All texts as one, of so many characters at most; none may be missing, or what is said would not hold of all."""
    for item in items:
        if item.error and not item.skipped:
            raise InputError(f"{item.id}: {item.error}")
    text = "\n\n".join(item.document.text for item in items)
    if len(text) > most:
        raise InputError(f"{len(text):,} characters together, where {most:,} are the most: inspect fewer at a time")
    hide = tuple(dict.fromkeys(label for item in items for label in item.hide))
    return Item("all texts", Document("all texts", text), hide)
