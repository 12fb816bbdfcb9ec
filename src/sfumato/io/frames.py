"""Tables in and out: CSV and Parquet files, and the frames that a program has (pandas, polars, Arrow, DuckDB, ...).

Whatever comes in becomes a table of Arrow, and the result goes out as what came in. Cells of a CSV stay text ("007"
is not 7): what they mean is decided by the config. Rows are numbered as a spreadsheet shows them, the header being
row 1.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrow import pa, pc
from sfumato.io.atomic import opened_whole, written_whole
from sfumato.io.files import (
    CSV,
    PARQUET,
    check_regular,
    csv_rows,
    decoded,
    delimiter,
    guarded,
    lines,
    listed,
    opened,
    plain_suffix,
    rows_of,
    shown,
)
from sfumato.io.settings import quoted

FIRST_ROW = 2
"""The number of the first row below the header, as a spreadsheet shows it."""

_BLOCK = 1 << 24  # bytes of a CSV that are parsed at once; no cell of the fast reader is longer
_PIECE = 10_000  # rows that are written at once
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")


# --- in ---------------------------------------------------------------------------------------------------


def read_table(source: Any) -> pa.Table:
    """The table of a CSV or Parquet file, or of any frame; columns of Arrow, with distinct names, at least one row."""
    if isinstance(source, str | Path):
        path = Path(source)
        where = f"{shown(path)}: "
        suffix = plain_suffix(path)
        if suffix not in CSV + PARQUET:
            raise InputError(f"{where}not a table by its name; there are {', '.join(CSV + PARQUET)}")
        table = _parquet(path) if suffix in PARQUET else _csv(path)
    else:
        where = ""
        table = _frame(source)
    if not all(table.column_names):
        table = table.rename_columns(_named(table.column_names))
    check_names(table.column_names, where)
    if not len(table):
        raise InputError(f"{where}the table has no rows")
    return _without_views(table)


def _without_views(table: pa.Table) -> pa.Table:
    """The table with texts laid out as most of Arrow's functions take them: polars gives views."""
    plain = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}
    fields = [field.with_type(plain.get(field.type, field.type)) for field in table.schema]
    return table.cast(pa.schema(fields)) if any(f.type in plain for f in table.schema) else table


def check_names(names: Sequence[str], where: str = "") -> None:
    """Refuses a table without columns, and columns of the same name."""
    if not names:
        raise InputError(f"{where}the table has no columns")
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        first = names.index(twice[0])
        again = names.index(twice[0], first + 1)
        name = f": {quoted(twice[0])}" if listed(twice[:1]) else ""  # without a header there would be data in it
        raise InputError(f"{where}columns {first + 1} and {again + 1} have the same name{name}")


def _named(names: Sequence[str]) -> list[str]:
    """The names, with one for those that have none: a CSV of pandas has its index in such a column."""
    return [name or f"column_{at}" for at, name in enumerate(names, 1)]


def _frame(source: Any) -> pa.Table:
    try:
        if isinstance(source, pa.Table):
            return source
        if isinstance(source, pa.RecordBatch):
            return pa.Table.from_batches([source])
        if isinstance(source, pa.RecordBatchReader):
            return source.read_all()
        if _is_of(source, "pandas", "DataFrame"):
            return _pandas(source)
        if _is_of(source, "polars", "LazyFrame"):
            source = source.collect()
        if hasattr(source, "__arrow_c_stream__"):
            return pa.RecordBatchReader.from_stream(source).read_all()
        if _is_of(source, "_duckdb", "DuckDBPyRelation") or _is_of(source, "duckdb", "DuckDBPyRelation"):
            found = source.arrow()
            return found.read_all() if isinstance(found, pa.RecordBatchReader) else found
    except pa.ArrowException as error:
        raise InputError(f"the frame cannot be read ({type(error).__name__})") from None
    raise InputError(
        f"a {type(source).__name__} is no table: give a file, or a frame of pandas, polars, Arrow or DuckDB"
    )


def _is_of(source: Any, package: str, name: str) -> bool:
    """Whether an object is of a library's class, without the library being imported."""
    return any(c.__name__ == name and c.__module__.partition(".")[0] == package for c in type(source).__mro__)


def _pandas(frame: Any) -> pa.Table:
    """The columns of a frame, and the levels of its index that have a name."""
    names = [name for name in frame.index.names if name is not None]
    if names:
        frame = frame.reset_index(level=names)
    check_names(_named([str(name) for name in frame.columns]))
    columns = []
    for at, name in enumerate(frame.columns):
        try:
            columns.append(pa.chunked_array(pa.Array.from_pandas(frame.iloc[:, at])))
        except (TypeError, pa.ArrowException):
            mixed = pa.Array.from_pandas(frame.iloc[:, at].head(0))
            if not pa.types.is_null(mixed.type):
                raise InputError(f"column {quoted(str(name))}: cells of a type that is not known") from None
            raise InputError(f"column {quoted(str(name))}: cells of different types; make them all text") from None
    return pa.table(columns, names=[str(name) for name in frame.columns])


def _parquet(path: Path) -> pa.Table:
    import pyarrow.parquet as pq

    check_regular(path)
    with guarded(path), path.open("rb") as head:
        if head.read(4) != b"PAR1":
            raise InputError(f"{shown(path)}: not a Parquet file")
    try:
        with pq.ParquetFile(path) as file:
            check_names(_named(file.schema_arrow.names), f"{shown(path)}: ")
            table = file.read()
            table.validate(full=True)
            return table
    except (pa.ArrowException, OSError):
        raise InputError(f"{shown(path)}: not a Parquet file, or damaged or truncated") from None


class _Watched(io.RawIOBase):
    """A stream that counts the quotes in it: an odd number of them is the sign of one that is never closed."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self.quotes = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> bytes:
        block = self._stream.read(size)
        self.quotes += block.count(b'"')
        return block


def _csv(path: Path) -> pa.Table:
    """The cells of a CSV as text.

    Arrow reads it. Where it stumbles, or something looks odd, the slow reader decides: it says what is wrong in
    which line, or reads what is only unusual.
    """
    import pyarrow.csv as arrow_csv

    separator = separator_of(path)
    line, header = next(csv_rows(path, separator=separator), (1, []))
    where = f"{shown(path)}: "
    names = _named([name.strip() for name in header])
    if not header:
        raise InputError(f"{where}empty")
    check_names(names, where)
    with opened(path) as stream:
        wide = stream.peek(4).startswith(_WIDE)
        watched = _Watched(stream)
        if not wide:
            try:
                table = arrow_csv.read_csv(
                    watched,
                    read_options=arrow_csv.ReadOptions(block_size=_BLOCK, skip_rows=line - 1),
                    parse_options=arrow_csv.ParseOptions(delimiter=separator, newlines_in_values=True),
                    convert_options=arrow_csv.ConvertOptions(
                        column_types=dict.fromkeys(header, pa.string()), strings_can_be_null=False
                    ),
                )
                if table.column_names == header and watched.quotes % 2 == 0:
                    return table.rename_columns(names)
            except pa.ArrowException:
                pass
    return _csv_slowly(path, separator, names)


def _csv_slowly(path: Path, separator: str, names: Sequence[str]) -> pa.Table:
    rows = csv_rows(path, separator=separator, blank=True)
    header = next(row for _, row in rows if any(row))
    batches: list[Any] = []
    waiting: list[list[str]] = []
    for number, (line, row) in enumerate(rows, FIRST_ROW):
        if len(row) != len(header):
            raise InputError(
                f"{shown(path)}: row {number} (line {line}): {_cells(len(row))} where the header has {len(header)}"
            )
        waiting.append(row)
        if len(waiting) == _PIECE:
            batches.append(_batch(waiting, names))
            waiting = []
    if waiting:
        batches.append(_batch(waiting, names))
    return pa.Table.from_batches(batches, pa.schema([(name, pa.string()) for name in names]))


def _batch(rows: Sequence[Sequence[str]], names: Sequence[str]) -> Any:
    return pa.record_batch([pa.array(cells, pa.string()) for cells in zip(*rows, strict=True)], names=list(names))


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def separator_of(path: Path) -> str:
    """What separates the cells of a CSV file, by its first line."""
    first = next((line for line in lines(path) if line.strip()), "")
    return delimiter(first.partition("\r")[0])


# --- out --------------------------------------------------------------------------------------------------


def as_given(table: pa.Table, like: Any) -> Any:
    """The table as a frame of the type that `like` has; a table of Arrow where no such frame can be made.

    A relation of DuckDB is made on the default connection.
    """
    if isinstance(like, pa.RecordBatchReader):
        return table.to_reader()
    if isinstance(like, pa.RecordBatch):
        return pa.RecordBatch.from_struct_array(table.to_struct_array().combine_chunks())
    if _is_of(like, "pandas", "DataFrame"):
        import pandas  # type: ignore[import-untyped, unused-ignore]

        arrow_backed = any(isinstance(dtype, pandas.ArrowDtype) for dtype in like.dtypes)
        return table.to_pandas(types_mapper=pandas.ArrowDtype if arrow_backed else None)
    if _is_of(like, "polars", "DataFrame") or _is_of(like, "polars", "LazyFrame"):
        import polars

        frame: Any = polars.from_arrow(table)
        return frame.lazy() if _is_of(like, "polars", "LazyFrame") else frame
    if _is_of(like, "_duckdb", "DuckDBPyRelation") or _is_of(like, "duckdb", "DuckDBPyRelation"):
        import duckdb

        return duckdb.from_arrow(table)
    return table


def write_table(table: pa.Table, path: Path | str, *, separator: str | None = None, like: Path | None = None) -> None:
    """Writes CSV or Parquet by the name of the file, compressed where the name says so; whole or not at all.

    Cells of a CSV are quoted where they must be. They are separated by `separator`, a comma unless given (a tab
    for .tsv and .tab). Who may not read the file that the table came from (`like`) may not read this one.
    """
    path = Path(path)
    origin = [like] if like else []
    suffix = check_writable(path)
    if suffix in CSV:
        for field in table.schema:
            if pa.types.is_nested(field.type):
                raise InputError(f"{shown(path)}: column {quoted(field.name)}: {field.type} cells; write Parquet")
    try:
        if suffix in PARQUET:
            import pyarrow.parquet as pq

            with written_whole(path, like=origin) as part:
                pq.write_table(table, part)
        else:
            with opened_whole(path, like=origin) as out:
                for block in _blocks(table, separator or ("," if suffix == ".csv" else "\t")):
                    out.write(block)
    except OSError as error:
        raise InputError(f"{shown(path)}: cannot be written ({error.strerror})") from None


def check_writable(path: Path) -> str:
    """Refuses the name of a file as which no table can be written; gives its suffix."""
    suffix = plain_suffix(path)
    if suffix not in CSV + PARQUET:
        raise InputError(f"{shown(path)}: not a table by its name; there are {', '.join(CSV + PARQUET)}")
    return suffix


def _blocks(table: pa.Table, separator: str) -> Iterator[bytes]:
    header = pa.record_batch([pa.array([name]) for name in table.column_names], names=table.column_names)
    yield _lines(header, separator)
    for batch in table.to_batches(max_chunksize=_PIECE):
        yield _lines(batch, separator)


def _lines(batch: Any, separator: str) -> bytes:
    """The rows of a batch as lines of a CSV."""
    cells = [_quoted(column, separator) for column in batch.columns]
    joined = pc.binary_join_element_wise(*cells, pa.scalar(separator, pa.large_string()))
    if len(cells) == 1:  # a line with nothing on it is no row
        joined = pc.if_else(pc.equal(joined, ""), '""', joined)
    ended = pc.binary_join_element_wise(joined, pa.scalar("", pa.large_string()), pa.scalar("\n", pa.large_string()))
    _, bounds, characters = ended.buffers()  # which stand one after the other
    first, last = np.frombuffer(bounds, np.int64)[[ended.offset, ended.offset + len(ended)]]
    return bytes(characters[first:last])


def _quoted(column: Any, separator: str) -> Any:
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    column = column.cast(pa.large_string()).fill_null("")
    special = pc.match_substring_regex(column, f'[{separator}"\r\n]')
    if not pc.any(special).as_py():
        return column
    quote = pa.scalar('"', pa.large_string())
    doubled = pc.replace_substring(column, '"', '""')
    return pc.if_else(
        special, pc.binary_join_element_wise(quote, doubled, quote, pa.scalar("", pa.large_string())), column
    )


# --- tables that came over a wire -------------------------------------------------------------------------


def table_of_csv(text: str) -> pa.Table:
    """The table of a CSV that is at hand as a text: all cells are text, as `read_table` reads those of a file."""
    rows = rows_of(decoded(io.BufferedReader(io.BytesIO(text.encode())), "csv"), "csv")
    _, header = next(rows, (0, []))
    names = _named([name.strip() for name in header])
    if not header:
        raise InputError("csv: empty")
    check_names(names, "csv: ")
    cells: list[list[str]] = []
    for line, row in rows:
        if len(row) != len(header):
            raise InputError(f"csv: line {line}: {_cells(len(row))} where the header has {len(header)}")
        cells.append(row)
    if not cells:
        raise InputError("csv: the table has no rows")
    return pa.table([pa.array(column, pa.string()) for column in zip(*cells, strict=True)], names=names)


def table_of_rows(rows: Sequence[dict[str, Any]]) -> pa.Table:
    """The table of rows by column; a column with anything but numbers in it is text. A cell may be missing."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    check_names(names, "rows: ")
    columns = []
    for name in names:
        cells = [row.get(name) for row in rows]
        numbers = all(cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool)) for cell in cells)
        try:
            columns.append(pa.array(cells if numbers else [None if cell is None else _said(cell) for cell in cells]))
        except (pa.ArrowException, OverflowError, UnicodeEncodeError):
            raise InputError(f"rows: column {names.index(name) + 1}: cells that cannot be read") from None
    return pa.table(columns, names=names)


def _said(cell: object) -> str:
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def csv_text(table: pa.Table) -> str:
    """A table as a CSV, as `write_table` writes it to a file."""
    return b"".join(_blocks(table, ",")).decode()
