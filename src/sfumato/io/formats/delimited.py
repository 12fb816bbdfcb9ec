"""CSV and TSV: a document is a row below a header."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.files import OnBytes, csv_rows, shown
from sfumato.io.formats.rows import columns_of, document_of
from sfumato.protocols import Fields
from sfumato.types import Document

name = "csv"
what = "CSV or TSV with a header"
single = False


def sample(extension: str) -> bytes:
    """Two rows below a header."""
    rows = ("id", "title", "text"), ("1", "Well", "The well is by the river."), ("2", "", "Bread.")
    return "".join(("," if extension == "csv" else "\t").join(row) + "\n" for row in rows).encode()


def read(path: Path, fields: Fields, on_bytes: OnBytes | None = None) -> Iterator[Document]:
    """A CSV whose first row names its columns."""
    rows = csv_rows(path, on_bytes)
    line, header = next(rows, (1, []))
    header = [name.strip() for name in header]
    text, id, title = columns_of(fields, header, f"{shown(path)}: line {line}")
    at = [header.index(column) if column else None for column in (text, id, title)]
    needed = max(place for place in at if place is not None)
    for line, row in rows:
        if len(row) <= needed or any(row[len(header) :]):
            raise InputError(f"{shown(path)}: line {line}: {len(row)} fields where the header has {len(header)}")
        cells = [row[place] if place is not None else None for place in at]
        yield document_of(cells[0] or "", cells[1], cells[2], path, line)
