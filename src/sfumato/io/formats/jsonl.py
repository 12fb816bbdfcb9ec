"""JSON lines: a document is an object with a text, and perhaps an id and a title."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.files import OnBytes
from sfumato.io.formats.rows import columns_of, document_of
from sfumato.io.records import not_an_object, read_records
from sfumato.protocols import Fields
from sfumato.types import Document

name = "jsonl"
what = "JSON lines with a text field"
single = False


def sample(extension: str) -> bytes:
    """Two records, one without an id."""
    return b'{"id": "1", "title": "Well", "text": "The well is by the river."}\n{"text": "Bread."}\n'


def read(path: Path, fields: Fields, on_bytes: OnBytes | None = None) -> Iterator[Document]:
    """A JSON object per line; those whose text is null are left out."""
    for record in read_records(path, on_bytes):
        if record.fault:
            raise InputError(f"{record.where}: {record.fault} ({record.detail})")
        if problem := not_an_object(record.value):
            raise InputError(f"{record.where}: {problem}")
        given = record.value
        text, id, title = columns_of(fields, list(given), record.where, "field")
        if given[text] is None:
            continue
        if not isinstance(given[text], str):
            raise InputError(f"{record.where}: the field {text} is not a string")
        yield document_of(given[text], given.get(id), given.get(title), path, record.number)
