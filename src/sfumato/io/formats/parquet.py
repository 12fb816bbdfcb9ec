"""Parquet: a document is a row."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sfumato.errors import InputError, MissingExtra
from sfumato.io.files import OnBytes, check_regular, guarded, shown
from sfumato.io.formats.rows import columns_of, document_of
from sfumato.protocols import Fields
from sfumato.types import Document

name = "parquet"
what = "Parquet"
single = False

_BATCH = 1000  # rows in memory


def sample(extension: str) -> bytes:
    """Two rows."""
    pa, pq = pyarrow()
    stream = io.BytesIO()
    rows = [{"id": "1", "title": "Well", "text": "The well is by the river."}, {"id": "2", "text": "Bread."}]
    pq.write_table(pa.Table.from_pylist(rows), stream)
    return stream.getvalue()


def read(path: Path, fields: Fields, on_bytes: OnBytes | None = None) -> Iterator[Document]:
    """A Parquet file, a batch of rows at a time, only the columns that are needed."""
    pa, pq = pyarrow()
    check_regular(path)
    with guarded(path):
        total = path.stat().st_size
        with path.open("rb") as head:
            if head.read(4) != b"PAR1":
                raise InputError(f"{shown(path)}: not a Parquet file")
    try:
        with pq.ParquetFile(path) as file:
            text, id, title = columns_of(fields, file.schema_arrow.names, shown(path))
            kind = file.schema_arrow.field(text).type
            if not is_text(kind):
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
                    yield document_of(cells[0] or "", cells[1], cells[2], path, row, "row")
                if on_bytes:
                    read = total * row // file.metadata.num_rows
                    on_bytes(read - told)
                    told = read
            if on_bytes:
                on_bytes(total - told)
    except (pa.ArrowException, OSError):
        raise InputError(f"{shown(path)}: not a Parquet file, or damaged or truncated") from None


def pyarrow() -> tuple[Any, Any]:
    """pyarrow and its module for Parquet, where they are installed."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra("reading Parquet", "parquet") from None
    return pa, pq


def is_text(kind: Any) -> bool:
    """Whether the values of a type of Arrow are texts."""
    import pyarrow.types as types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))
