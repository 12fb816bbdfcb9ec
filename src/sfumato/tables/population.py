"""Counts the people of a population who look like each class of a release (k-map)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.frames import read_table
from sfumato.tables.config import Config
from sfumato.tables.people import people
from sfumato.tables.recoding import SUPPRESSED
from sfumato.tables.view import MISSING, Attribute, Groups, People

_RANGE = re.compile(r"\[(-?[\d.e+]+)(?: to |-)(-?[\d.e+]+)\]")


def counted(population: Any, config: Config, released: People, groups: Groups) -> Array:
    """For each group the number of people in the population whose columns fit what the group releases.

    The population is a table with the quasi-identifiers of the original one.
    """
    table = read_table(population)
    columns = [column for column in config.columns if column.name in table.column_names]
    wanted = {column.name for column in config.of("quasi_identifier")}
    missing = sorted(wanted - set(table.column_names))
    if missing:
        raise InputError(f"the population has no column {missing[0]}")
    kept = tuple(column for column in columns if column.role in ("quasi_identifier", "direct_identifier"))
    seen, _ = people(table.select([column.name for column in kept]), replace(config, columns=kept, joins=()))
    first = np.unique(groups.of, return_index=True)[1]
    result = np.zeros(groups.total, dtype=np.int64)
    own = {column.name: column for column in seen.attributes}
    masks = [(_labels(column, first), own[column.name]) for column in released.attributes]
    cached: dict[tuple[str, str], Array] = {}
    for group in range(groups.total):
        good = np.ones(seen.total, dtype=bool)
        for labels, column in masks:
            for label in labels[group]:
                at = (column.name, label)
                if at not in cached:
                    cached[at] = _people_fitting(column, label)
                good &= cached[at]
        result[group] = np.count_nonzero(good)
    return result


def _labels(column: Attribute, first: Array) -> list[list[str]]:
    """What each group releases of a column, by its first member."""
    runs = (column.codes[column.starts[at] : column.starts[at + 1]].tolist() for at in first.tolist())
    return [[str(column.values[code]) for code in codes if code != MISSING] for codes in runs]


def _people_fitting(column: Attribute, label: str) -> Array:
    """Which people of the population fit a released label: all of their values may be generalised to it."""
    fitting = np.append(_fitting(column, label), label == SUPPRESSED)
    every = np.ones(len(column.starts) - 1, dtype=bool)
    owner = np.repeat(np.arange(len(every)), np.diff(column.starts))
    np.logical_and.at(every, owner, fitting[column.codes])
    return every


def _fitting(column: Attribute, label: str) -> Array:
    """Which values of a column a released label may stand for."""
    if label == SUPPRESSED:
        return np.ones(len(column.values), dtype=bool)
    if column.levels is not None:
        nodes = [at for at, name in enumerate(column.levels.labels) if name == label]
        return np.asarray(np.isin(column.levels.nodes, nodes).any(axis=1))
    between = _RANGE.fullmatch(label)
    if column.kind == "number":
        low, high = (float(between[1]), float(between[2])) if between else (_number(label),) * 2
        return np.array((column.values >= low) & (column.values <= high))
    if column.kind == "date":
        texts = np.datetime_as_string(column.values)
        if between:
            years = column.values.astype("datetime64[Y]").astype(np.int64) + 1970
            return np.array((years >= int(between[1])) & (years <= int(between[2])))
        return np.array([str(text).startswith(label) for text in texts], dtype=bool)
    listed: Sequence[str] = (label,)
    if label.startswith("(") and label.endswith(")"):
        listed = (label, *label[1:-1].split(","))
    inside = f",{label[1:-1]},"
    return np.array([str(v) in listed or ("," in str(v) and f",{v}," in inside) for v in column.values], dtype=bool)


def _number(label: str) -> float:
    """A label as a number; NaN, which equals nothing, if it is none."""
    try:
        return float(label)
    except ValueError:
        return float("nan")
