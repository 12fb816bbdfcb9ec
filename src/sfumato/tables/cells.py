"""The cells of one column as codes: the config says what they mean, and each distinct cell is read once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.arrow import pa, pc
from sfumato.io.frames import FIRST_ROW
from sfumato.io.settings import quoted
from sfumato.tables.config import Column
from sfumato.tables.dates import days
from sfumato.tables.view import MISSING

_EXACT = 2.0**53  # above it a float cannot hold every whole number

_NUMBER = r"^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$"


def at_row(name: str, row: int) -> str:
    """Where a cell stands, for a message; `row` counts from 0 below the header."""
    return f"column {quoted(name)}, row {row + FIRST_ROW} (the header is row 1)"


def encoded(name: str, cells: pa.ChunkedArray, missing: Collection[str] = ()) -> tuple[Any, Array]:
    """The distinct cells of a column in order of first appearance, and which of them each row has.

    A row without one has `MISSING`: null, NaN, white space alone, or one of the texts that the user calls `missing`.
    """
    try:
        if pa.types.is_dictionary(cells.type):
            cells = cells.cast(cells.type.value_type)
        if pa.types.is_string_view(cells.type):
            cells = cells.cast(pa.large_string())
        if pa.types.is_null(cells.type):
            cells = cells.cast(pa.string())
        coded = cells.dictionary_encode()  # all pieces get the one dictionary
    except pa.ArrowException:
        raise InputError(
            f"column {quoted(name)}: cells of type {cells.type} cannot be used so; keep or drop it"
        ) from None
    distinct = coded.chunk(0).dictionary if coded.num_chunks else pa.array([], cells.type)
    codes = np.concatenate(
        [np.asarray(chunk.indices.fill_null(MISSING), dtype=np.int64) for chunk in coded.chunks]
        or [np.empty(0, np.int64)]
    )
    empty = np.asarray(distinct.is_null(nan_is_null=True))
    if _is_text(distinct):
        trimmed = pc.utf8_trim_whitespace(distinct)
        said = pa.array(["", *missing], trimmed.type)
        empty = empty | np.asarray(pc.is_in(trimmed, said).fill_null(True))
    if empty.any():
        places = np.append(np.where(empty, MISSING, np.cumsum(~empty) - 1), MISSING)
        distinct, codes = distinct.filter(pa.array(~empty)), places[codes]
    return distinct, codes


def coded(column: Column, cells: pa.ChunkedArray, missing: Collection[str] = ()) -> tuple[Array, Array]:
    """The values of a column, ascending and typed as its kind says, and the code of each row's value.

    A cell that is none of its kind raises `InputError` with column and row.
    """
    distinct, codes = encoded(column.name, cells, missing)
    read = {"number": _numbers, "date": _dates, "ordinal": _ordinals, "nominal": _texts}[column.kind]
    try:
        values, places, wrong = read(column, distinct)
    except pa.ArrowException:
        raise InputError(
            f"column {quoted(column.name)}: cells of type {cells.type} cannot be read as the kind {column.kind}"
        ) from None
    if wrong is not None and wrong.any():
        row = int(np.argmax(codes == np.argmax(wrong)))
        raise InputError(f"{at_row(column.name, row)}: {_not(column)}")
    return values, np.append(places, MISSING)[codes]


def _not(column: Column) -> str:
    """What a message says of a cell that is not of its column's kind."""
    if column.kind == "number":
        return "not a number"
    if column.kind == "date":
        return f"not a date of the format {column.format or 'YYYY-MM-DD (say another with format = ...)'}"
    return "a value that is not in the order of the config"


def _numbers(column: Column, distinct: Any) -> tuple[Array, Array, Array | None]:
    if _is_text(distinct):
        trimmed = pc.utf8_trim_whitespace(distinct)
        fits = pc.match_substring_regex(trimmed, _NUMBER)
        numbers = np.asarray(pc.if_else(fits, trimmed, "nan").cast(pa.float64()))
    else:
        numbers = np.asarray(
            distinct.cast(pa.uint8() if pa.types.is_boolean(distinct.type) else pa.float64(), safe=False)
        )
        numbers = numbers.astype(np.float64)
    wrong = ~np.isfinite(numbers) | (np.abs(numbers) > _EXACT)
    values, places = np.unique(numbers + 0.0, return_inverse=True)  # 0.0 for -0.0
    return values, places, wrong


def _dates(column: Column, distinct: Any) -> tuple[Array, Array, Array | None]:
    wrong = None
    if pa.types.is_temporal(distinct.type):
        if pa.types.is_timestamp(distinct.type):
            found = pc.floor_temporal(pc.local_timestamp(distinct) if distinct.type.tz else distinct, unit="day")
            dates = np.asarray(found).astype("datetime64[D]")
        else:
            dates = np.asarray(distinct.cast(pa.date32())).astype("datetime64[D]")
    else:
        dates, known = days(distinct if _is_text(distinct) else distinct.cast(pa.string()), column.format)
        wrong = ~known
    values, places = np.unique(dates, return_inverse=True)
    return values, places, wrong


def _ordinals(column: Column, distinct: Any) -> tuple[Array, Array, Array | None]:
    texts = pc.utf8_trim_whitespace(as_text(distinct))
    ranks = np.asarray(pc.index_in(texts, pa.array(column.order, texts.type)).fill_null(MISSING), dtype=np.int64)
    present, places = np.unique(ranks, return_inverse=True)
    return np.array(column.order, dtype=object)[present], places, ranks == MISSING


def _texts(column: Column, distinct: Any) -> tuple[Array, Array, Array | None]:
    texts = as_text(distinct)
    order = np.asarray(pc.array_sort_indices(texts), dtype=np.int64)  # by code points, as Python does
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    return np.asarray(texts.take(pa.array(order)).to_numpy(zero_copy_only=False), dtype=object), places, None


def as_text(cells: Any) -> Any:
    """Cells of any plain type as text."""
    return cells if _is_text(cells) else cells.cast(pa.string())


def _is_text(cells: Any) -> bool:
    return bool(pa.types.is_string(cells.type) or pa.types.is_large_string(cells.type))
