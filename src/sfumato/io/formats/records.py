"""One document per row: JSON lines, CSV and Parquet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfumato.errors import InputError, MissingExtra
from sfumato.io.files import OnBytes, check_regular, csv_rows, guarded, lines, listed, shown
from sfumato.types import Document

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Fields:
    """The columns of text, id and title, where the user named them."""

    text: str | None = None
    id: str | None = None
    title: str | None = None

    def of(self, columns: Sequence[str], where: str, kind: str = "column") -> tuple[str, str | None, str | None]:
        """The columns to read. The text, and what the user named, must be there; id and title need not."""
        for role, column in (("text", self.text or "text"), ("id", self.id), ("title", self.title)):
            if column is None:
                continue
            count = columns.count(column)
            if count > 1:
                raise InputError(f"{where}: the {kind} {shown(column)} is there {count} times")
            if not count:
                raise InputError(f"{where}: {_missing(role, column, columns, kind)}")
        id = self.id or ("id" if "id" in columns else None)
        title = self.title or ("title" if "title" in columns else None)
        return self.text or "text", id, title


def _missing(role: str, column: str, columns: Sequence[str], kind: str) -> str:
    names = listed(columns)
    if names or not columns:
        return f"no {kind} {shown(column)}; there are: {names or 'none'}"
    many = f"1 {kind}" if len(columns) == 1 else f"{len(columns)} {kind}s"
    return f"{many}, none is {shown(column)}; name it with --{role}-column"


def read_jsonl(path: Path, fields: Fields, on_bytes: OnBytes | None = None) -> Iterator[Document]:
    """A JSON object per line."""
    for number, line in enumerate(lines(path, on_bytes), 1):
        if line.isspace():
            continue
        where = f"{shown(path)}: line {number}"
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(f"{where}: not valid JSON ({error.msg}, column {error.colno})") from None
        except (ValueError, RecursionError):
            raise InputError(f"{where}: not valid JSON (a number too long, or nested too deep)") from None
        if not isinstance(record, dict):
            raise InputError(f"{where}: not a JSON object")
        text, id, title = fields.of(list(record), where, "field")
        if record[text] is None:
            continue
        if not isinstance(record[text], str):
            raise InputError(f"{where}: the field {text} is not a string")
        yield _document(record[text], record.get(id), record.get(title), path, number)


def read_csv(path: Path, fields: Fields, on_bytes: OnBytes | None = None) -> Iterator[Document]:
    """A CSV whose first row names its columns."""
    rows = csv_rows(path, on_bytes)
    line, header = next(rows, (1, []))
    header = [name.strip() for name in header]
    text, id, title = fields.of(header, f"{shown(path)}: line {line}")
    at = [header.index(column) if column else None for column in (text, id, title)]
    needed = max(place for place in at if place is not None)
    for line, row in rows:
        if len(row) <= needed or any(row[len(header) :]):
            raise InputError(f"{shown(path)}: line {line}: {len(row)} fields where the header has {len(header)}")
        cells = [row[place] if place is not None else None for place in at]
        yield _document(cells[0] or "", cells[1], cells[2], path, line)


def read_parquet(path: Path, fields: Fields, on_bytes: OnBytes | None = None) -> Iterator[Document]:
    """A Parquet file, a batch of rows at a time, only the columns that are needed."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra("reading Parquet", "parquet") from None
    check_regular(path)
    with guarded(path):
        total = path.stat().st_size
        with path.open("rb") as head:
            if head.read(4) != b"PAR1":
                raise InputError(f"{shown(path)}: not a Parquet file")
    try:
        with pq.ParquetFile(path) as file:
            text, id, title = fields.of(file.schema_arrow.names, shown(path))
            kind = file.schema_arrow.field(text).type
            if not _is_text(kind):
                raise InputError(f"{shown(path)}: the column {text} is of type {kind}, not text")
            columns = list(dict.fromkeys(filter(None, (text, id, title))))
            row = 0
            told = 0
            for batch in file.iter_batches(batch_size=_BATCH, columns=columns):
                values = {name: batch.column(name) for name in columns}
                for at in range(len(batch)):
                    row += 1
                    try:
                        cells = [values[name][at].as_py() if name else None for name in (text, id, title)]
                    except UnicodeDecodeError:
                        raise InputError(f"{shown(path)}: row {row}: not UTF-8") from None
                    yield _document(cells[0] or "", cells[1], cells[2], path, row, "row")
                if on_bytes:
                    read = total * row // file.metadata.num_rows
                    on_bytes(read - told)
                    told = read
            if on_bytes:
                on_bytes(total - told)
    except (pa.ArrowException, OSError):
        raise InputError(f"{shown(path)}: not a Parquet file, or damaged or truncated") from None


def _is_text(kind: Any) -> bool:
    import pyarrow.types as types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _document(text: str, id: Any, title: Any, path: Path, number: int, unit: str = "line") -> Document:
    """A document of what a row has. Half a surrogate pair is no character: it could not be written again."""
    strings = (
        text,
        f"{path.name}:{number}" if id is None or id == "" else str(id),
        "" if title is None else str(title),
    )
    if any("\0" in string for string in strings):
        raise InputError(f"{shown(path)}: {unit} {number}: not text: NUL character")
    text, id, title = (_LONE_SURROGATE.sub("\ufffd", string) for string in strings)
    return Document(id, text, title)
