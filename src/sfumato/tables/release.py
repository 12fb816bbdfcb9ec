"""The table that is published: no direct identifiers, a random key per person, rows in random order."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from sfumato.io.arrays import Array
from sfumato.io.arrow import pa
from sfumato.tables.config import Config
from sfumato.tables.recoding import Recoded
from sfumato.tables.view import Groups

KEY = "person"
"""The name of the column of keys, unless the table has such a column."""

_LARGE = 1 << 30  # bytes of text from which 64-bit offsets are used: 32-bit ones reach twice as far at most


def released(
    table: pa.Table,
    config: Config,
    of: Array,
    groups: Groups,
    recoded: Sequence[Recoded],
    texts: Mapping[str, Sequence[str | None]],
    *,
    seed: int | None = None,
) -> pa.Table:
    """What may be published of a table.

    `of` is the person of each row, `recoded` what each group releases of every quasi-identifier, `texts` the
    rewritten cells of every text column, row by row. Direct identifiers and columns to drop are left out; sensitive
    columns and those to keep stay as they are. Keys and the order of rows are drawn anew for each release, from the
    system's randomness unless there is a `seed` (for tests: who knows it can undo the order).
    """
    config.check(table.column_names)
    draw = _drawn(seed)
    labels = {column.name: column for column in recoded}
    roles = {column.name: column.role for column in config.columns}
    names = [name for name in table.column_names if roles[name] not in ("direct_identifier", "drop")]
    total = int(of.max(initial=-1)) + 1
    keys = _keys(total, draw)
    order = np.argsort(draw(len(table)), kind="stable")
    who = of[order]
    group = groups.of[who]
    columns = [keys.take(pa.array(who))]
    for name in names:
        if roles[name] == "quasi_identifier":
            columns.append(_of_groups(labels[name], group))
            continue
        cells = table.column(name)
        if roles[name] == "text":
            cells = _texts(texts[name], cells.type)
            if len(cells) != len(table):
                raise ValueError(f"{len(cells)} texts of {name} for {len(table)} rows")
        columns.append(_taken(cells, pa.array(order)))
    # a new table, without the old one's metadata, which may tell where its columns come from
    return pa.table(columns, names=[key_name(names), *names])


def key_name(names: Collection[str]) -> str:
    """A name for the column of keys that no other column has.

    >>> key_name(["age", "person"])
    'person_'
    """
    name = KEY
    while name in names:
        name += "_"
    return name


def _drawn(seed: int | None) -> Callable[[int], Array]:
    """A function that draws as many random numbers of 64 bits as it is asked for."""
    if seed is None:
        return lambda count: np.frombuffer(secrets.token_bytes(8 * count), dtype=np.uint64)
    generator = np.random.default_rng(seed)
    return lambda count: generator.integers(0, 1 << 64, count, dtype=np.uint64)


def _taken(cells: Any, order: Any) -> Any:
    """Cells in another order. Categories are listed anew: the old list may name some that no cell has."""
    if pa.types.is_string(cells.type) and cells.nbytes > _LARGE:
        cells = cells.cast(pa.large_string())
    if not pa.types.is_dictionary(cells.type):
        return cells.take(order)
    return cells.cast(cells.type.value_type).take(order).dictionary_encode()


def _keys(total: int, draw: Callable[[int], Array]) -> Any:
    """A key for each person: 16 hexadecimal digits, all different."""
    drawn = draw(total)
    while np.any(np.diff(np.sort(drawn)) == 0):
        drawn = draw(total)
    digits = drawn.astype(">u8").tobytes().hex().encode()
    starts = np.arange(0, len(digits) + 16, 16, dtype=np.int64)
    wide = pa.Array.from_buffers(pa.large_string(), total, [None, pa.py_buffer(starts), pa.py_buffer(digits)])
    return wide.cast(pa.string())


def _of_groups(recoded: Recoded, group: Array) -> Any:
    """The released cells of one quasi-identifier for rows of these groups; null where there is nothing to release."""
    labels = pa.array([label or None for label in recoded.labels], pa.string())
    return labels.take(pa.array(recoded.codes[group]))


def _texts(cells: Sequence[str | None], kind: Any) -> Any:
    wide = pa.types.is_large_string(kind)
    return pa.chunked_array([pa.array(cells, pa.large_string())]) if wide else pa.array(cells, pa.string())
