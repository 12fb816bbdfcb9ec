"""Cells of a Parquet table as documents: a row group is in memory at a time, and all other columns go out as they are.

    cells = Cells(Path("notes.parquet"), ("note",))
    for id, text in cells: ...                       # "row 1, note", "He was started on zidovudine."
    with rewritten(cells, Path("safe.parquet")) as put: put("He was started on a medicine.")

What is written has the same rows, columns, types, row groups and compression. It is read again before it appears.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.atomic import written_whole
from sfumato.io.files import check_regular, guarded, shown
from sfumato.io.formats.parquet import is_text, pyarrow
from sfumato.io.settings import quoted

_BATCH = 1_000  # rows of other columns that are looked at together


class Cells:
    """The cells of text columns of a Parquet file, in the order of its rows; empty ones are none."""

    def __init__(self, path: Path, columns: Sequence[str] = ()) -> None:
        """`columns` are those whose cells are texts: all that can be unless given."""
        self.path = path
        with self.opened() as file:
            names = file.schema_arrow.names
            texts = [field.name for field in file.schema_arrow if is_text(field.type)]
            self.rows = int(file.metadata.num_rows)
        for column in columns:
            if names.count(column) != 1:
                raise InputError(f"{shown(path)}: no column of the name that is given", code="no-text-column")
            if column not in texts:
                raise InputError(f"{shown(path)}: the column {quoted(column)} has no texts", code="no-text-column")
        self.columns = tuple(column for column in names if column in (columns or texts))
        if not self.columns or not self.rows:
            raise InputError(f"{shown(path)}: the table has no {'texts' if self.rows else 'rows'}")

    @contextmanager
    def opened(self, path: Path | None = None) -> Iterator[Any]:
        """The file as pyarrow has it, or another that is to be like it."""
        path = path or self.path
        pa, pq = pyarrow()
        check_regular(path)
        with guarded(path), path.open("rb") as head:
            if head.read(4) != b"PAR1":
                raise InputError(f"{shown(path)}: not a Parquet file")
        try:
            with pq.ParquetFile(path) as file:
                yield file
        except (pa.ArrowException, OSError):
            raise InputError(f"{shown(path)}: not a Parquet file, or damaged or truncated") from None

    @property
    def total(self) -> int:
        """How many cells there are at most."""
        return self.rows * len(self.columns)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """The ids and texts of the cells: "row 1, note"."""
        row = 0
        with self.opened() as file:
            for group in range(file.num_row_groups):
                found = file.read_row_group(group, columns=list(self.columns))
                for values in self._texts(found):
                    row += 1
                    for column, text in zip(self.columns, values, strict=True):
                        if text and text.strip():
                            yield f"row {row}, {column}", text

    def _texts(self, found: Any) -> Iterator[tuple[str | None, ...]]:
        """The texts of each row of a row group."""
        try:
            columns = [found.column(name).to_pylist() for name in self.columns]
        except UnicodeDecodeError:
            raise InputError(f"{shown(self.path)}: a text in it is not UTF-8") from None
        return zip(*columns, strict=True)

    def beside(self) -> Iterator[tuple[str, str]]:
        """What else goes out and can be read, by place: names of columns, metadata, and cells of other columns."""
        with self.opened() as file:
            yield "the names of its columns", file.schema_arrow.to_string(truncate_metadata=False)
            others = [
                field.name
                for field in file.schema_arrow
                if field.name not in self.columns and not _is_plain(field.type)
            ]
            for batch in file.iter_batches(batch_size=_BATCH, columns=others) if others else ():
                for name in others:
                    values = {str(value) for value in batch.column(name).to_pylist() if value is not None}
                    yield f"the column {quoted(name)}", "\n".join(sorted(values))


@contextmanager
def rewritten(cells: Cells, output: Path) -> Iterator[Callable[[str | None], None]]:
    """Takes the new text of each cell, in order, None for one that is to be empty; the file appears at the end."""
    _, pq = pyarrow()
    with cells.opened() as source, written_whole(output, like=[cells.path]) as part:
        schema = source.schema_arrow
        with pq.ParquetWriter(part, schema, compression=_compression(source.metadata)) as writer:
            groups = _Groups(cells, source, writer)
            yield groups.put
            groups.end()
        with cells.opened(part) as made:
            _check(source, made, cells.columns)


class _Groups:
    """Row groups on their way to a file: each is written when the last of its cells has come."""

    def __init__(self, cells: Cells, source: Any, writer: Any) -> None:
        self._cells, self._source, self._writer = cells, source, writer
        self._group = -1
        self._texts: list[list[str | None]] = []
        self._places: Iterator[tuple[int, int]] = iter(())
        self._next: tuple[int, int] | None = None

    def put(self, text: str | None) -> None:
        """Writes the next cell."""
        while self._next is None:
            self._turn()
        row, column = self._next
        self._texts[row][column] = text
        self._next = next(self._places, None)

    def end(self) -> None:
        """Writes what is left, where all cells have come."""
        while self._next is None and self._group < self._source.num_row_groups:
            self._turn()
        if self._next is not None:
            raise InputError(f"{shown(self._cells.path)}: has changed while it was read")

    def _turn(self) -> None:
        """Writes the row group that is done, and begins the next."""
        if self._texts:
            self._write()
        self._group += 1
        self._texts = []
        if self._group < self._source.num_row_groups:
            found = self._source.read_row_group(self._group, columns=list(self._cells.columns))
            self._texts = [list(values) for values in self._cells._texts(found)]
            self._places = iter(
                [(r, c) for r, row in enumerate(self._texts) for c, text in enumerate(row) if text and text.strip()]
            )
            self._next = next(self._places, None)

    def _write(self) -> None:
        pa, _ = pyarrow()
        table = self._source.read_row_group(self._group)
        for at, name in enumerate(self._cells.columns):
            field = table.schema.field(name)
            empty = None if field.nullable else ""
            texts = [empty if row[at] is None else row[at] for row in self._texts]
            if pa.types.is_dictionary(field.type):
                column = pa.array(texts, field.type.value_type).dictionary_encode().cast(field.type)
            else:
                column = pa.array(texts, field.type)
            table = table.set_column(table.schema.get_field_index(name), field, column)
        self._writer.write_table(table, row_group_size=max(len(table), 1))


def _compression(metadata: Any) -> dict[str, str] | str:
    """How each column is compressed."""
    if not metadata.num_row_groups:
        return "snappy"
    group = metadata.row_group(0)
    columns = (group.column(at) for at in range(group.num_columns))
    return {each.path_in_schema: each.compression.replace("UNCOMPRESSED", "NONE") for each in columns}


def _check(source: Any, made: Any, columns: Sequence[str]) -> None:
    """Refuses a table that has other rows, types or cells of other columns than the one it was made of."""
    same = made.schema_arrow.equals(source.schema_arrow) and made.num_row_groups == source.num_row_groups
    others = [name for name in source.schema_arrow.names if name not in columns]
    for group in range(source.num_row_groups if same else 0):
        one, other = (file.read_row_group(group, columns=others) for file in (source, made))
        same = same and len(one) == len(other) and all(_alike(one[name], other[name]) for name in others)
    if not same:
        raise InputError("the table that was made is not like the one that was read: nothing is written")


def _alike(one: Any, other: Any) -> bool:
    """Whether two columns are the same: what is not a number is not even equal to itself."""
    return bool(one.equals(other)) or repr(one.to_pylist()) == repr(other.to_pylist())


def _is_plain(kind: Any) -> bool:
    """Whether values of a type are numbers, dates or nothing."""
    import pyarrow.types as types

    checks = (types.is_integer, types.is_floating, types.is_boolean, types.is_temporal, types.is_decimal, types.is_null)
    return any(check(kind) for check in checks)
