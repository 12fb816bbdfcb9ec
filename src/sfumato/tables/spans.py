"""The values of whole groups, attribute by attribute: the lowest and highest, the set of all, and what a group loses.

The one place where the loss of a group is worked out (RX section 5.3): partitioning, recoding and measuring all ask
here. A group in which some have a value and some have none keeps nothing of that attribute: its loss is 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sfumato.io.arrays import Array
from sfumato.risk.loss import range_loss, set_loss
from sfumato.tables.grouping.classes import Members, order_by
from sfumato.tables.view import MISSING, Attribute

WORD = 64  # sets of so many values fit a machine word, one bit each


@dataclass(frozen=True, eq=False)
class Ends:
    """The lowest and the highest code of each person or group, `MISSING` without a value.

    `mixed` are the groups in which some people have a value and some have none.
    """

    low: Array
    high: Array
    mixed: Array


def person_ends(attribute: Attribute) -> Ends:
    """The lowest and highest value of each person."""
    if attribute.single:
        return Ends(attribute.codes, attribute.codes, np.zeros(len(attribute.codes), dtype=bool))
    first = attribute.starts[:-1]
    low = np.minimum.reduceat(attribute.codes, first)
    return Ends(low, np.maximum.reduceat(attribute.codes, first), np.zeros(len(low), dtype=bool))


def ends(attribute: Attribute, them: Members) -> Ends:
    """The lowest and highest value of each group."""
    own, first = person_ends(attribute), them.starts[:-1]
    low = own.low[them.order]
    high = low if own.high is own.low else own.high[them.order]
    lowest, highest = np.minimum.reduceat(low, first), np.maximum.reduceat(high, first)
    mixed = (lowest == MISSING) & (highest != MISSING)
    if mixed.any():
        known = np.minimum.reduceat(np.where(low == MISSING, len(attribute.values), low), first)
        lowest = np.where(mixed, known, lowest)
    return Ends(lowest, highest, mixed)


def masks(attribute: Attribute) -> Array:
    """The values of each person as the bits of a machine word, for attributes of at most `WORD` values."""
    bits = np.append(np.uint64(1) << np.arange(len(attribute.values), dtype=np.uint64), np.uint64(0))
    each = bits[attribute.codes]  # the code of what is missing, -1, is the last: no bit
    return each if attribute.single else np.bitwise_or.reduceat(each, attribute.starts[:-1])


def group_masks(attribute: Attribute, them: Members) -> Array:
    """The values of each group as the bits of a machine word, for attributes of at most `WORD` values."""
    return np.bitwise_or.reduceat(masks(attribute)[them.order], them.starts[:-1])


def value_sets(attribute: Attribute, of: Array, total: int) -> tuple[Array, Array]:
    """The distinct values of each group as two arrays, groups and codes, ascending; missing values are left out."""
    rows = of if attribute.single else np.repeat(of, np.diff(attribute.starts))
    known = attribute.codes != MISSING
    width = max(len(attribute.values), 1)
    keys = rows[known] * width + attribute.codes[known]
    keys = keys[order_by(keys, total * width)]
    keys = keys[np.flatnonzero(np.diff(keys, prepend=-1))]
    return keys // width, keys % width


def distinct(attribute: Attribute, of: Array, them: Members) -> Array:
    """How many distinct values each group has."""
    if len(attribute.values) <= WORD:
        return np.bitwise_count(group_masks(attribute, them)).astype(np.int64)
    total = len(them.starts) - 1
    return np.bincount(value_sets(attribute, of, total)[0], minlength=total)


# --- dates and hierarchies --------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Calendar:
    """For each day of an attribute its month and year, and which days of the table lie in them (codes, half-open)."""

    month: Array
    year: Array
    month_days: Array
    year_first: Array
    year_end: Array

    @classmethod
    def of(cls, days: Array) -> Calendar:
        month = days.astype("datetime64[M]").astype(np.int64)
        year = days.astype("datetime64[Y]").astype(np.int64)
        month_days = np.searchsorted(month, month, "right") - np.searchsorted(month, month, "left")
        return cls(month, year, month_days, np.searchsorted(year, year, "left"), np.searchsorted(year, year, "right"))

    def below(self, low: Array, high: Array) -> Array:
        """How many days of the table lie in the smallest of day, month, year or range of years that holds both days."""
        years = self.year_end[high] - self.year_first[low]
        return np.where(low == high, 1, np.where(self.month[low] == self.month[high], self.month_days[low], years))


def common_nodes(attribute: Attribute, them: Members) -> Array:
    """The lowest node of the hierarchy that holds all values of a group; `MISSING` where there are none."""
    levels = attribute.levels
    assert levels is not None
    first = them.starts[:-1]
    found = np.full(len(first), MISSING, dtype=np.int64)
    known = attribute.codes != MISSING
    open_ = np.ones(len(first), dtype=bool)
    for level in range(levels.nodes.shape[1]):
        each = levels.nodes[attribute.codes, level]
        low, high = np.where(known, each, len(levels.labels)), np.where(known, each, MISSING)
        if not attribute.single:
            low = np.minimum.reduceat(low, attribute.starts[:-1])
            high = np.maximum.reduceat(high, attribute.starts[:-1])
        low, high = np.minimum.reduceat(low[them.order], first), np.maximum.reduceat(high[them.order], first)
        here = open_ & (low >= high)  # one node, or no value at all, which leaves low above high
        found[here] = high[here]
        open_ &= ~here
        if not open_.any():
            break
    return found


# --- loss -------------------------------------------------------------------------------------------------


def group_loss(attribute: Attribute, of: Array, them: Members, *, reference: bool = False) -> Array:
    """What each member of each group loses of this attribute (NCP_Ai of RX). `reference` as in `range_loss`."""
    span = ends(attribute, them)
    return np.where(span.mixed, 1.0, _loss(attribute, of, them, span, reference))


def _loss(attribute: Attribute, of: Array, them: Members, span: Ends, reference: bool) -> Array:
    values = attribute.values
    if len(values) == 0:
        return np.zeros(len(span.low))
    none = span.high == MISSING
    if attribute.levels is not None:
        node = common_nodes(attribute, them)
        below = np.where(none, 0, attribute.levels.leaves[node])
        return set_loss(np.where(span.low == span.high, 1, below), len(values))
    if attribute.kind == "number":
        return range_loss(values[span.low], values[span.high], float(values[0]), float(values[-1]), reference=reference)
    if attribute.kind == "date":
        return set_loss(Calendar.of(values).below(span.low, span.high), len(values))
    return set_loss(distinct(attribute, of, them), len(values))
