"""Builds the generalisation hierarchy of a column: from a CSV of ARX, a nested table, intervals, prefixes or dates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.files import csv_rows, lines, shown
from sfumato.io.settings import quoted
from sfumato.tables.config import Column
from sfumato.tables.recoding import SUPPRESSED, number_text
from sfumato.tables.view import Kind, Levels

_LONGEST = 100  # characters of a value of which letters can be taken away
_DEEPEST = 50  # levels of a nested hierarchy
_ROWS = 5_000_000


def levels(column: Column, values: Array, row_of: Callable[[int], int]) -> Levels | None:
    """The hierarchy of a column over the values that it has, ascending; None where it has none.

    `row_of` tells the row at which the value of a code first stands, for messages.
    """
    source = column.hierarchy
    if source is None:
        return None
    if source == "prefix":
        return _levels(values, _prefixes(column, values, row_of), column.kind)
    if source == "calendar":
        return _levels(values, _calendar(values), column.kind)
    if isinstance(source, tuple) and not isinstance(source[0], tuple):
        return _levels(values, _intervals(values, source), column.kind)
    if isinstance(source, Mapping):
        where = f"column {quoted(column.name)}: hierarchy"
        paths = _aligned(_nested(source, where), where)
    elif isinstance(source, Path):
        where = shown(source)
        paths = _tree(_arx(source), where)
    else:
        where = f"column {quoted(column.name)}: hierarchy"
        paths = _tree(((f"row {at}", list(row)) for at, row in enumerate(source, 1)), where)
    return _levels(values, _looked_up(column, values, paths, where, row_of), column.kind)


# --- where the labels above a value come from -------------------------------------------------------------


def _arx(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The rows of a hierarchy of ARX, separated by semicolon, or by comma or tab where there is none."""
    first = next((line for line in lines(path) if line.strip()), "")
    for line, row in csv_rows(path, separator=";" if ";" in first else None):
        yield f"line {line}", row


def _tree(rows: Iterable[tuple[str, list[str]]], where: str) -> dict[str, list[str]]:
    """The labels above each value, all equally many, the last of them the same for all."""
    paths: dict[str, list[str]] = {}
    root, at_first = "", ""
    for at, row in rows:
        cells = [cell.strip() for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) < 2 or not all(cells):
            raise InputError(
                f"{where}: {at}: a value and what it becomes level by level are needed, none of them empty"
            )
        value, *above = cells
        if not root:
            root, at_first = above[-1], at
        elif above[-1] != root:
            raise InputError(f"{where}: {at}: the last column must be the same as in {at_first}, such as {SUPPRESSED}")
        if paths.setdefault(value, above) != above:
            raise InputError(f"{where}: {at}: {quoted(value)} stands there a second time, with something else above it")
        if len(paths) > _ROWS:
            raise InputError(f"{where}: more than {_ROWS:,} values")
    if not paths:
        raise InputError(f"{where}: empty")
    paths = _aligned(paths, where)
    _check_one_parent(paths, where)
    return paths


def _aligned(paths: dict[str, list[str]], where: str) -> dict[str, list[str]]:
    """The same paths, all equally long: the shorter ones repeat the value itself at the bottom."""
    deepest = max(map(len, paths.values()), default=0)
    if deepest > _DEEPEST:
        raise InputError(f"{where}: more than {_DEEPEST} levels")
    return {value: [value] * (deepest - len(above)) + above for value, above in paths.items()}


def _check_one_parent(paths: Mapping[str, Sequence[str]], where: str) -> None:
    """Refuses a label that stands below two others on the same level."""
    parents: dict[tuple[int, str], str] = {}
    for above in paths.values():
        for level, (label, parent) in enumerate(pairwise(above), 1):
            known = parents.setdefault((level, label), parent)
            if known != parent:
                raise InputError(
                    f"{where}: {quoted(label)} (level {level}) stands below {quoted(known)} and below {quoted(parent)}"
                )


def _nested(source: Mapping[str, Any], where: str) -> dict[str, list[str]]:
    """The labels above each value of a nested table; a root is added where there are several tables at the top."""
    paths: dict[str, list[str]] = {}
    waiting: list[tuple[Any, list[str]]] = [(source, [SUPPRESSED] if len(source) != 1 else [])]
    while waiting:
        item, above = waiting.pop()
        if len(above) > _DEEPEST:
            raise InputError(f"{where}: more than {_DEEPEST} levels")
        if isinstance(item, Mapping):
            waiting += [(below, [str(label), *above]) for label, below in reversed(list(item.items()))]
            continue
        for value in item if isinstance(item, list | tuple) else [item]:
            if not isinstance(value, str | int | float) or isinstance(value, bool):
                raise InputError(f"{where}: tables with lists of values are needed")
            if str(value) in paths:
                raise InputError(f"{where}: {quoted(str(value))} stands there twice")
            paths[str(value)] = above
    if not paths:
        raise InputError(f"{where}: empty")
    return paths


def _looked_up(
    column: Column, values: Array, paths: Mapping[str, list[str]], where: str, row_of: Callable[[int], int]
) -> list[list[str]]:
    """The labels above each of the values."""
    if column.kind == "number":
        known: dict[Any, list[str]] = {}
        for value, above in paths.items():
            try:
                known[float(value)] = above
            except ValueError:
                continue  # as hierarchies have a line for missing values
    elif column.kind == "date":
        from sfumato.io.arrow import pa
        from sfumato.tables.dates import days

        parsed = [days(pa.array(list(paths)), format) for format in dict.fromkeys((column.format, ""))]
        known = {}
        for found, seen in parsed:
            known |= {day: above for day, above, ok in zip(found.tolist(), paths.values(), seen, strict=True) if ok}
    else:
        known = dict(paths)
    found_all = []
    for code, value in enumerate(values.tolist()):
        above_it = known.get(value)
        if above_it is None and isinstance(value, str):
            above_it = known.get(value.strip())
        if above_it is None:
            raise InputError(
                f"column {quoted(column.name)}, row {row_of(code)} (the header is row 1): a value that the hierarchy "
                f"lacks: add it ({where})"
            )
        found_all.append(above_it)
    return found_all


def _intervals(values: Array, steps: Sequence[float]) -> list[list[str]]:
    """Intervals of these widths, from 0: [20-24] for whole numbers, [20-25) for others."""
    whole = bool(np.all(values == np.floor(values))) and all(float(step).is_integer() for step in steps)
    columns = []
    for step in steps:
        lower = np.floor(values / step) * step
        upper = lower + (step - 1 if whole else step)
        ends = zip(lower.tolist(), upper.tolist(), strict=True)
        columns.append([_interval(a, b, "]" if whole else ")") for a, b in ends])
    return [list(above) for above in zip(*columns, [SUPPRESSED] * len(values), strict=True)]


def _interval(lower: float, upper: float, end: str) -> str:
    if lower == upper:
        return number_text(lower)
    # a minus sign beside the hyphen could not be read
    return f"[{number_text(lower)}{' to ' if lower < 0 else '-'}{number_text(upper)}{end}"


def _prefixes(column: Column, values: Array, row_of: Callable[[int], int]) -> list[list[str]]:
    """Prefixes of each value, from long to short: one level for each length at which some values become the same."""
    texts = values.tolist()
    for code, text in enumerate(texts):
        if len(text) > _LONGEST:
            raise InputError(
                f"column {quoted(column.name)}, row {row_of(code)} (the header is row 1): longer than {_LONGEST} "
                "characters, too long to take letters away"
            )
    shared = {_shared(a, b) for a, b in pairwise(sorted(texts))} - {0}
    lengths = sorted(shared, reverse=True)
    return [[*(text if len(text) <= n else f"{text[:n]}*" for n in lengths), SUPPRESSED] for text in texts]


def _shared(one: str, other: str) -> int:
    """The length of the beginning that two texts share."""
    short = min(len(one), len(other))
    return next((at for at in range(short) if one[at] != other[at]), short)


def _calendar(values: Array) -> list[list[str]]:
    """The month and the year of each day."""
    months, years = values.astype("datetime64[M]").astype(str), values.astype("datetime64[Y]").astype(str)
    return [[month, year, SUPPRESSED] for month, year in zip(months.tolist(), years.tolist(), strict=True)]


# --- levels -----------------------------------------------------------------------------------------------


def _levels(values: Array, above: Sequence[Sequence[str]], kind: Kind) -> Levels:
    """Numbers the nodes: the values first, then the labels above them, from the root down."""
    depth = len(above[0]) if len(above) else 1
    labels = list(map(number_text if kind == "number" else str, values))
    nodes = np.empty((len(values), depth + 1), dtype=np.int64)
    nodes[:, 0] = np.arange(len(values))
    if len(above):
        parents = np.zeros(len(values), dtype=np.int64)
        for level in range(depth, 0, -1):  # from the root: a node is its label and the node above it
            seen: dict[tuple[int, str], int] = {}
            numbers = [
                seen.setdefault((parent, path[level - 1]), len(seen))
                for parent, path in zip(parents.tolist(), above, strict=True)
            ]
            parents = np.array(numbers, dtype=np.int64)
            nodes[:, level] = parents + len(labels)
            labels += [label for _, label in seen]
    leaves = np.bincount(nodes.reshape(-1), minlength=len(labels))
    return Levels(nodes, labels, leaves)
