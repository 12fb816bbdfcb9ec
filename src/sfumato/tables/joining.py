"""Several tables of the same people as one (RX section 3: D is the join of R1 to Rn)."""

from __future__ import annotations

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array, offsets
from sfumato.io.arrow import pa
from sfumato.io.files import shown
from sfumato.io.frames import read_table
from sfumato.io.settings import near, quoted
from sfumato.tables.cells import as_text, encoded
from sfumato.tables.config import Config, Join
from sfumato.tables.view import MISSING


def joined(table: pa.Table, config: Config) -> pa.Table:
    """The table with the columns of those that the config joins to it.

    Where one of the two has a single row of a key, it stands beside every row that the other has of it. Where both
    have several, nothing says which belong together: they stand one below the other, the other's cells missing.
    Rows of the second table with a key that the first does not have are nobody's, and left out.
    """
    for join in config.joins:
        table = _joined(table, join)
    return table


def _joined(table: pa.Table, join: Join) -> pa.Table:
    where = shown(join.table)
    second = read_table(join.table)
    for name in join.on:
        for columns, which in ((table.column_names, "the table"), (second.column_names, where)):
            if name not in columns:
                raise InputError(f"{which}: no column {quoted(name)} to join on{near(name, columns)}")
    added = [name for name in second.column_names if name not in join.on]
    for name in added:
        if name in table.column_names:
            raise InputError(f"{where}: the column {quoted(name)} is in the table already: rename one of them")
    left, right = _keys(table, second, join.on)
    mine, theirs = _beside(left, right)
    kept = table.take(pa.array(mine, mask=mine == MISSING))
    for name in join.on:  # where only the second table has a row, its key is that of the first
        keys = table.column(name).take(pa.array(_first(left)[np.where(mine == MISSING, right[theirs], left[mine])]))
        kept = kept.set_column(kept.column_names.index(name), name, keys)
    more = second.select(added).take(pa.array(theirs, mask=theirs == MISSING))
    for name in added:
        kept = kept.append_column(name, more.column(name))
    return kept


def _keys(table: pa.Table, second: pa.Table, on: tuple[str, ...]) -> tuple[Array, Array]:
    """The number of each row's key in both tables; `MISSING` for a row of the second whose key the first lacks."""
    lengths = len(table), len(second)
    keys = np.zeros(sum(lengths), dtype=np.int64)
    known = np.ones(sum(lengths), dtype=bool)
    for name in on:
        cells = [chunk for part in (table, second) for chunk in part.column(name).chunks]
        texts = [as_text(chunk.dictionary_decode() if pa.types.is_dictionary(chunk.type) else chunk) for chunk in cells]
        distinct, codes = encoded(name, pa.chunked_array([text.cast(pa.large_string()) for text in texts]))
        known &= codes != MISSING
        found = pa.array(keys * (len(distinct) + 1) + codes + 1).dictionary_encode()
        keys = np.asarray(found.indices, dtype=np.int64)
    left, right = keys[: lengths[0]], keys[lengths[0] :]
    present = np.zeros(keys.max(initial=0) + 1, dtype=bool)
    present[left[known[: lengths[0]]]] = True  # a missing key joins nothing
    return left, np.where(present[right] & known[lengths[0] :], right, MISSING)


def _first(keys: Array) -> Array:
    """The first row of each key."""
    first = np.zeros(keys.max(initial=0) + 1, dtype=np.int64)
    first[keys[::-1]] = np.arange(len(keys))[::-1]
    return first


def _beside(left: Array, right: Array) -> tuple[Array, Array]:
    """Which row of the first and of the second table make up each row of the joined one; `MISSING` for none."""
    many = int(left.max(initial=0)) + 1
    order = np.argsort(right, kind="stable")
    order = order[right[order] != MISSING]
    theirs = np.bincount(right[order], minlength=many)
    starts = offsets(theirs)
    ours = np.bincount(left, minlength=many)
    several = (ours > 1) & (theirs > 1)
    # beside each row of the first: all of the second's rows of its key, or none
    width = np.where(several, 1, np.maximum(theirs, 1))[left]
    mine = np.repeat(np.arange(len(left)), width)
    nth = np.arange(len(mine)) - np.repeat(offsets(width)[:-1], width)
    key = left[mine]
    none = several[key] | (theirs[key] == 0)
    other = np.full(len(mine), MISSING, dtype=np.int64)
    other[~none] = order[starts[key[~none]] + nth[~none]]
    # below the last row of a key of which both have several: the second's rows
    below = order[several[right[order]]]
    last = np.zeros(many, dtype=np.int64)
    last[left] = np.arange(len(left))
    place = np.concatenate([mine, last[right[below]]])
    sorted_ = np.argsort(place, kind="stable")
    return (
        np.concatenate([mine, np.full(len(below), MISSING)])[sorted_],
        np.concatenate([other, below])[sorted_],
    )
