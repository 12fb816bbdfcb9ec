"""The modified Mondrian of RX (section 4.2, algorithm 1): cut the widest attribute or text column in the middle.

All groups of a level are cut at once, and no step looks at one person alone. How wide a column is in a group: for a
number the range, for everything else the number of distinct values, both over that of the whole table; a group in
which some have a value and some have none is as wide as can be, and is cut between them where both sides have k.
The weight is a bonus on the width: columns are tried by (width + weight) / 2, texts by (width + 1 - weight) / 2; a
weight of 0 leaves out columns, 1 texts. Equal ones are tried columns first from a weight of 0.5 on, else texts first.

A text column is one column for each entity type, in which a person is represented by the one of their terms that most
people have, the first of several, in alphabetical order; those without a term of the type come first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from sfumato.io.arrays import Array, gather, offsets
from sfumato.risk.loss import range_loss
from sfumato.tables.grouping.classes import numbered, order_by
from sfumato.tables.spans import WORD, masks, person_ends
from sfumato.tables.view import MISSING, Attribute, Groups, People, Terms

ClaimCheck = Callable[[Array, int, Array], Array]
"""Tells which groups satisfy a claim, given the group of each row, the number of groups, and the rows."""
_BLOCK = 1 << 16  # parts of the table with at most so many people are cut on their own


@dataclass(frozen=True, eq=False)
class CutColumn:
    """Something that groups can be cut on, an attribute or one type of terms: `codes` rank the value of each person.

    The code is 0 for a person without a value where others have one.

    How wide a group is comes from `low` and `high` (places in the range of a number), else from `bits` (few values as
    the bits of a word), else from `sets` (starts and codes, where people have several values), else from `codes`.
    """

    name: str
    bonus: float
    codes: Array
    total: int
    """Distinct values in the table, what is missing included."""
    median: bool = False
    """Cut at the median person, not in the middle of the distinct values."""
    missing: bool = False
    low: Array | None = None
    high: Array | None = None
    bits: Array | None = None
    sets: tuple[Array, Array] | None = None

    def take(self, rows: Array) -> CutColumn:
        """The same of some people only."""
        low = None if self.low is None else self.low[rows]
        high = low if self.high is self.low or self.high is None else self.high[rows]
        sets = self.sets
        if sets is not None:
            sets = offsets(sets[0][rows + 1] - sets[0][rows]), gather(*sets, rows)
        bits = None if self.bits is None else self.bits[rows]
        return replace(self, codes=self.codes[rows], low=low, high=high, bits=bits, sets=sets)


def mondrian(people: People, k: int, *, weight: float = 0.5, check: ClaimCheck | None = None) -> Groups:
    """Groups of at least k, cut as long as both sides have k and satisfy `check`."""
    of, splits = tree(people, k, weight=weight, check=check)
    return numbered(of, splits)


def tree(people: People, k: int, *, weight: float, check: ClaimCheck | None = None) -> tuple[Array, dict[str, int]]:
    """The group of each person, and how often each column was cut on. Groups of near numbers were cut apart late."""
    offered = columns(people, weight)
    splits = dict.fromkeys([column.name for column in offered], 0)
    of = np.zeros(people.total, dtype=np.int64)
    blocks = [(np.arange(people.total), 0)] if offered else []
    while blocks:
        rows, first = blocks.pop()
        whole = len(rows) == people.total
        inside = offered if whole else [column.take(rows) for column in offered]
        matrix = np.stack([column.codes for column in inside])
        order, starts, base = np.arange(len(rows)), np.array([0, len(rows)]), np.array([first])
        while len(starts) > 1:
            right, chosen = _cuts(inside, matrix, order, starts, k, check and _of_block(check, rows))
            for column, times in zip(offered, np.bincount(chosen + 1, minlength=len(offered) + 1)[1:], strict=True):
                splits[column.name] += int(times)
            order, starts, base = _halves(order, starts, base, right, chosen >= 0)
            of[rows[order]] = np.repeat(base, np.diff(starts))
            keep = np.diff(starts) >= 2 * k
            if len(rows) > _BLOCK:
                # Small parts of a large table are cut on their own, from columns that fit the processor's cache.
                apart = keep & (np.diff(starts) <= _BLOCK)
                at = np.flatnonzero(apart).tolist()
                blocks += [(rows[order[starts[g] : starts[g + 1]]], int(base[g])) for g in at]
                keep &= ~apart
            sizes = np.diff(starts)
            order, starts, base = order[np.repeat(keep, sizes)], offsets(sizes[keep]), base[keep]
    return of, {name: times for name, times in splits.items() if times}


def _of_block(check: ClaimCheck, rows: Array) -> ClaimCheck:
    return lambda of, total, inside: check(of, total, rows[inside])


def _cuts(
    offered: list[CutColumn], matrix: Array, order: Array, starts: Array, k: int, check: ClaimCheck | None
) -> tuple[Array, Array]:
    """Who goes to the right in each group, and which column each group is cut on, -1 for none."""
    sizes = np.diff(starts)
    total = len(sizes)
    chosen = np.full(total, -1, dtype=np.int64)
    right = np.zeros(len(order), dtype=bool)
    if not offered:
        return right, chosen
    of = np.repeat(np.arange(total), sizes)
    widths = np.stack([_width(column, order, starts, of) for column in offered])
    score = (widths + np.array([column.bonus for column in offered])[:, np.newaxis]) / 2
    score[widths == 0] = -np.inf  # one value only: nothing to cut
    ranking = np.argsort(-score, axis=0, kind="stable")
    pending = np.flatnonzero(sizes >= 2 * k)
    for rank in range(len(offered)):
        pending = pending[score[ranking[rank, pending], pending] > -np.inf]
        if len(pending) == 0:
            break
        column = ranking[rank, pending]
        lengths = sizes[pending]
        bounds = offsets(lengths)
        at = np.repeat(starts[pending] - bounds[:-1], lengths) + np.arange(bounds[-1])
        rows = order[at]
        side, good = _middle(offered, matrix, rows, column, bounds, k)
        if check is not None and good.any():
            halves = np.repeat(2 * np.arange(len(pending)), lengths) + side
            satisfied = check(halves, 2 * len(pending), rows)
            good &= satisfied[::2] & satisfied[1::2]
        taken = np.repeat(good, lengths)
        right[at[taken]] = side[taken]
        chosen[pending[good]] = column[good]
        pending = pending[~good]
    return right, chosen


def _middle(
    offered: list[CutColumn], matrix: Array, rows: Array, column: Array, bounds: Array, k: int
) -> tuple[Array, Array]:
    """Who goes right if each group is cut on its column, and whether both sides have k."""
    lengths = np.diff(bounds)
    group = np.repeat(np.arange(len(lengths)), lengths)
    values = matrix[np.repeat(column, lengths), rows].astype(np.int64)
    width = int(values.max()) + 1
    ordered = values[order_by(group * width + values, len(lengths) * width)]  # groups keep their places
    new = np.ones(len(ordered), dtype=bool)
    new[1:] = ordered[1:] != ordered[:-1]
    new[bounds[:-1]] = True
    rank = np.cumsum(new)
    first = rank[bounds[:-1]]
    half = first + (rank[bounds[1:] - 1] - first + 1) // 2  # the rank of the value that opens the right half
    opens = ordered[np.searchsorted(rank, half)]
    by_median = np.array([c.median for c in offered])[column]
    threshold = np.where(by_median, ordered[bounds[:-1] + lengths // 2], opens)
    apart = np.array([c.missing for c in offered])[column] & (ordered[bounds[:-1]] == 0)
    if apart.any():
        without = np.add.reduceat((ordered == 0).astype(np.int64), bounds[:-1])
        threshold = np.where(apart & (without >= k) & (lengths - without >= k), 1, threshold)
    side = values >= np.repeat(threshold, lengths)
    going = np.add.reduceat(side.astype(np.int64), bounds[:-1])
    return side, (going >= k) & (lengths - going >= k)


def _halves(order: Array, starts: Array, base: Array, right: Array, cut: Array) -> tuple[Array, Array, Array]:
    """The rows sorted by the groups that the cuts make, left before right, without the groups that were not cut."""
    sizes = np.diff(starts)
    inside = np.repeat(cut, sizes)
    order, right, sizes = order[inside], right[inside], sizes[cut]
    bounds = offsets(sizes)
    before = offsets(right)  # how many went right before each row
    going = before[bounds[1:]] - before[bounds[:-1]]
    within = before[:-1] - np.repeat(before[bounds[:-1]], sizes)
    left = np.repeat(bounds[:-1] + sizes - going, sizes)
    place = np.where(right, left + within, np.arange(len(order)) - within)
    fresh = np.empty_like(order)
    fresh[place] = order
    staying = sizes - going
    base = np.stack([base[cut], base[cut] + staying], axis=1).ravel()
    return fresh, offsets(np.stack([staying, going], axis=1).ravel()), base


# --- columns ----------------------------------------------------------------------------------------------


def columns(people: People, weight: float) -> list[CutColumn]:
    """Everything that can be cut on, in the order in which equals are tried."""
    relational = [_attribute(attribute, weight) for attribute in people.attributes]
    texts = [column for terms in people.texts for column in text_columns(terms, 1 - weight)]
    texts.sort(key=lambda column: column.total)
    if relational and texts and weight in (0, 1):
        return relational if weight == 1 else texts
    return relational + texts if weight >= 0.5 else texts + relational


def _attribute(attribute: Attribute, weight: float) -> CutColumn:
    own = person_ends(attribute)
    bonus = weight + 2 * attribute.bias
    if attribute.single or attribute.kind in ("nominal", "ordinal"):
        codes = own.low
    else:
        number = attribute.values.astype(np.float64)
        number = np.append(number, 0.0)[attribute.codes] / np.repeat(
            np.diff(attribute.starts), np.diff(attribute.starts)
        )
        means = np.add.reduceat(number, attribute.starts[:-1])
        known = own.high != MISSING
        codes = np.full(len(means), MISSING, dtype=np.int64)
        codes[known] = np.unique(means[known], return_inverse=True)[1]
    missing = bool((codes == MISSING).any())
    codes = (codes + missing).astype(np.int32)
    column = CutColumn(attribute.name, bonus, codes, len(attribute.values) + missing, missing=missing)
    values = attribute.values
    if attribute.kind == "number":
        place = range_loss(values[:1], values, float(values[0]), float(values[-1])) if len(values) else np.zeros(1)
        low = place.astype(np.float32)[own.low]
        high = low if attribute.single else place.astype(np.float32)[own.high]
        return replace(column, median=True, low=low, high=high)
    if len(values) <= WORD:
        return replace(column, bits=masks(attribute))
    return column if attribute.single else replace(column, sets=(attribute.starts, attribute.codes))


def text_columns(terms: Terms, bonus: float) -> list[CutColumn]:
    """One column for each entity type of a text: the term of each person that most people have."""
    people = len(terms.starts) - 1
    person = np.repeat(np.arange(people), np.diff(terms.starts))
    having = np.bincount(terms.codes, minlength=len(terms.labels))
    popular = np.lexsort((np.arange(len(having)), -having))
    rank = np.empty(len(having), dtype=np.int64)
    rank[popular] = np.arange(len(having))
    found = []
    for kind in range(len(terms.types)):
        mine = terms.kinds[terms.codes] == kind
        if not mine.any():
            continue
        best = np.full(people, len(having), dtype=np.int64)
        np.minimum.at(best, person[mine], rank[terms.codes[mine]])
        values, codes = np.unique(best, return_inverse=True)
        labels = [terms.labels[popular[value]] if value < len(having) else "" for value in values.tolist()]
        rank_of = np.empty(len(values), dtype=np.int32)
        rank_of[sorted(range(len(values)), key=labels.__getitem__)] = np.arange(len(values))
        found.append(CutColumn(terms.name, bonus, rank_of[codes], len(values)))
    return found


def _width(column: CutColumn, rows: Array, starts: Array, of: Array) -> Array:
    """How wide a column is in each group, 0 where there is nothing to cut."""
    first = starts[:-1]
    if column.low is not None and column.high is not None:
        width = np.maximum.reduceat(column.high[rows], first) - np.minimum.reduceat(column.low[rows], first)
    elif column.bits is not None:
        width = _share(np.bitwise_count(np.bitwise_or.reduceat(column.bits[rows], first)), column.total)
    elif column.sets is not None:
        lengths = column.sets[0][rows + 1] - column.sets[0][rows]
        width = _distinct(np.repeat(of, lengths), gather(*column.sets, rows), len(first), column.total)
    else:
        width = _distinct(of, column.codes[rows].astype(np.int64), len(first), column.total)
    if column.missing:
        mine = column.codes[rows]
        both = (np.minimum.reduceat(mine, first) == 0) & (np.maximum.reduceat(mine, first) > 0)
        width = np.where(both, 1.0, width)
    return width


def _distinct(of: Array, codes: Array, groups: int, total: int) -> Array:
    width = total + 1  # codes are from -1 to below the total
    keys = of * width + codes + 1
    keys = keys[order_by(keys, groups * width)]
    return _share(np.bincount(keys[np.flatnonzero(np.diff(keys, prepend=-1))] // width, minlength=groups), total)


def _share(values: Array, total: int) -> Array:
    return np.where(values > 1, values / total, 0.0)
