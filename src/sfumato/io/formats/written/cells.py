"""CSV: a cell is a piece. Cells of text columns are edited; of others a cell that tells is emptied."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

from sfumato.io.files import delimiter
from sfumato.io.formats.pieces import CELL, PARAGRAPH, Opened, Reading, edited, refused
from sfumato.io.formats.written.spans import decoded
from sfumato.types import Edit

name = "csv"
what = "a table of cells"
suffixes = (".csv", ".tsv", ".tab")
types = ("text/csv", "text/tab-separated-values")


def is_one(data: bytes) -> bool:
    """Whether bytes can be a table: any text can."""
    return b"\0" not in data[:1000] or data.startswith((b"\xff\xfe", b"\xfe\xff"))


def opened(data: bytes, reading: Reading) -> Opened:
    """The table."""
    text, encoding, mark = decoded(data)
    between = delimiter(text.partition("\n")[0])
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True))
    except csv.Error:
        raise refused("its rows cannot be read: a field is too long, or a quote is never closed") from None
    header = [cell.strip() for cell in rows[0]] if rows else []
    missing = [column for column in reading.columns if column not in header]
    if missing:
        raise refused("no column of the name that is given", "no-text-column")
    chosen = {header.index(column) for column in reading.columns} or set(range(len(header)))
    found = Opened()
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            place = f"row {at + 1}, column {header[column] if column < len(header) else column + 1}"
            put = _put(rows, at, column, whole=column not in chosen and at > 0)
            if "cells" not in reading.off:
                found.add(place if at else f"header {column + 1}", cell, put, CELL if column else PARAGRAPH)
    found.part("table", "rewritten")
    ends = "\r\n" if "\r\n" in text else "\n"

    def save() -> bytes:
        made = io.StringIO(newline="")
        csv.writer(made, delimiter=between, lineterminator=ends).writerows(rows)
        return mark + made.getvalue().encode(encoding, "replace")

    found.save = save
    return found


def _put(rows: list[list[str]], row: int, column: int, *, whole: bool) -> Callable[[Sequence[Edit]], None]:
    def put(edits: Sequence[Edit]) -> None:
        rows[row][column] = "" if whole else edited(rows[row][column], edits)

    return put
