"""From rows to people (RX section 4): which person a row belongs to, and which values each person has in a column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.arrow import pa, pc
from sfumato.io.frames import FIRST_ROW
from sfumato.io.settings import quoted
from sfumato.tables.cells import at_row, coded, encoded
from sfumato.tables.config import Column, Config
from sfumato.tables.hierarchies import levels
from sfumato.tables.view import MISSING, Attribute, People


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a table: the person of each (`of`), and the code of its value in every attribute, by name."""

    of: Array
    codes: Mapping[str, Array]


def people(table: pa.Table, config: Config) -> tuple[People, Rows]:
    """Who is in the table, without the terms of their texts, and which rows are whose.

    People are numbered in order of first appearance. Rows with the same key (`Config.keys`) belong to one person;
    without a direct identifier every row is a person.
    """
    config.check(table.column_names)
    of, total = persons(table, config)
    codes: dict[str, Array] = {}
    attributes: list[Attribute] = []
    sensitive: list[Attribute] = []
    for column in config.of("quasi_identifier", "sensitive"):
        values, each = coded(column, table.column(column.name), config.missing)
        codes[column.name] = each
        attribute = _attribute(column, values, each, of, total)
        (attributes if column.role == "quasi_identifier" else sensitive).append(attribute)
    return People(total, tuple(attributes), (), tuple(sensitive)), Rows(of, codes)


def persons(table: pa.Table, config: Config) -> tuple[Array, int]:
    """The person of every row, numbered in order of first appearance, and how many there are."""
    if not config.keys:
        return np.arange(len(table)), len(table)
    of, total = np.zeros(len(table), dtype=np.int64), 1
    for column in config.keys:
        distinct, codes = encoded(column.name, table.column(column.name), config.missing)
        if (codes == MISSING).any():
            row = int(np.argmax(codes == MISSING))
            raise InputError(f"row {row + FIRST_ROW} (the header is row 1) has no {quoted(column.name)}: whose is it?")
        if pa.types.is_string(distinct.type) or pa.types.is_large_string(distinct.type):
            trimmed = pc.utf8_trim_whitespace(distinct)
            if not trimmed.equals(distinct):  # white space around an identifier does not make it another one
                codes = _numbered(trimmed)[0][codes]
        of, total = _numbered(pa.array(of * max(len(distinct), 1) + codes))
    return of, total


def _numbered(values: pa.Array) -> tuple[Array, int]:
    """Equal values get equal numbers, from 0 in order of first appearance; and how many numbers there are."""
    found = values.dictionary_encode()
    return np.asarray(found.indices, dtype=np.int64), len(found.dictionary)


def _attribute(column: Column, values: Array, codes: Array, of: Array, total: int) -> Attribute:
    def row_of(code: int) -> int:
        return int(np.argmax(codes == code)) + FIRST_ROW

    known = codes != MISSING
    first = np.full(total, MISSING, dtype=np.int64)
    first[of[known][::-1]] = codes[known][::-1]  # backwards, so that each person's first row is written last
    other = known & (first[of] != codes)
    if not other.any():
        starts, sets = np.arange(total + 1), first
    else:
        if column.single:
            row = int(np.argmax(other))
            before = int(np.argmax(known & (of == of[row])))
            raise InputError(
                f"{at_row(column.name, row)}: another value than in row {before + FIRST_ROW}, which is the same "
                "person's; the config says that it is single"
            )
        starts, sets = _sets(first, codes[other], of[other], len(values))
    return Attribute(
        name=column.name,
        kind=column.kind,
        values=values,
        starts=starts,
        codes=sets,
        levels=levels(column, values, row_of),
        bias=column.bias,
    )


def _sets(first: Array, codes: Array, of: Array, width: int) -> tuple[Array, Array]:
    """The codes of each person, ascending and each once, from their first code and further ones: starts and codes."""
    keys = np.concatenate([np.arange(len(first)) * (width + 1) + first + 1, of * (width + 1) + codes + 1])
    keys.sort()  # np.unique hashes first, which takes ten times as long
    keys = keys[np.diff(keys, prepend=-1) > 0]
    person, code = np.divmod(keys, width + 1)
    return np.searchsorted(person, np.arange(len(first) + 1)), code - 1
