"""Greedy clustering with a lower bound on size, in many pools of people at the same time.

In each pool a group starts with the person that the group before would lose most by, and takes in whom it loses least
by until it has k; this goes on while k people are left. The few who are left over join the group of whoever they would
lose least with (k-member clustering; Byun et al. 2007, with the loss of RX as distance and texts in it).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sfumato.io.arrays import Array, offsets
from sfumato.tables.grouping.classes import taken
from sfumato.tables.grouping.marginal_loss import Common, Days, Mixed, Nodes, Price, Ranges, Unions, Values
from sfumato.tables.view import MISSING, Attribute, People

_COMPACT = 0.75  # share of places still free below which those taken are dropped


@dataclass(frozen=True)
class Weights:
    """What one person's whole loss of each attribute, and of each text, counts in the loss of the table."""

    columns: tuple[float, ...]
    texts: tuple[float, ...]


def cluster(
    people: People, rows: Array, starts: Array, k: int, weights: Weights, *, near: bool = False
) -> tuple[Array, int]:
    """Groups within pools: pool p has the people `rows[starts[p]:starts[p + 1]]`, at least k.

    With `near`, the next group starts next to the one before, not far from it. Returns the group of each row, numbered
    pool after pool, and how many there are.
    """
    sizes = np.diff(starts)
    pools, full = len(sizes), int(sizes.max())
    filled = np.arange(full) < sizes[:, np.newaxis]
    slots = np.zeros((pools, full), dtype=np.int64)
    slots[filled] = np.arange(len(rows))
    people = taken(people, rows)
    market = Market(people, slots, filled, weights)
    group = np.full((pools, full), -1, dtype=np.int64)
    left = sizes.copy()
    free = filled.copy()
    place = np.broadcast_to(np.arange(full), slots.shape)
    every = np.arange(pools)
    made = 0
    market.open(np.zeros(pools, dtype=np.int64))
    while (left >= k).any():
        busy = left >= k
        if int(left.max()) < _COMPACT * free.shape[1]:
            keep = np.argsort(~free, axis=1, kind="stable")[:, : int(left.max())]
            # The last group's prices choose the next seed, so they move along.
            market.select(keep)
            free, place = np.take_along_axis(free, keep, 1), np.take_along_axis(place, keep, 1)
        prices = market.price(k)
        at = np.where(free, prices, np.inf).argmin(axis=1) if near else np.where(free, prices, -np.inf).argmax(axis=1)
        market.open(at)
        for size in range(1, k + 1):
            free[every[busy], at[busy]] = False
            group[every[busy], place[every, at][busy]] = made
            if size == k:
                break
            at = np.where(free, market.price(k), np.inf).argmin(axis=1)
            market.add(at)
        left = left - k * busy
        made += 1
    _leftovers(people, slots, filled, group, weights, k)
    counts = sizes // k
    return group[filled] + np.repeat(offsets(counts)[:-1], sizes), int(counts.sum())


def _leftovers(people: People, slots: Array, filled: Array, group: Array, weights: Weights, k: int) -> None:
    """Puts everyone without a group into that of the one they would lose least with."""
    alone = filled & (group < 0)
    if not alone.any():
        return
    market = Market(people, slots, filled, weights)
    every = np.arange(len(slots))
    settled = filled & ~alone
    for _ in range(int(alone.sum(axis=1).max())):
        some = alone.any(axis=1)
        at = alone.argmax(axis=1)
        market.open(at)
        near = np.where(settled, market.price(k), np.inf).argmin(axis=1)
        group[every[some], at[some]] = group[every[some], near[some]]
        alone[every[some], at[some]] = False


class Market:
    """The prices of all attributes and texts together."""

    def __init__(self, people: People, slots: Array, filled: Array, weights: Weights) -> None:
        self.prices: list[Price] = []
        plain: list[tuple[Attribute, float]] = []
        for attribute, weight in zip(people.attributes, weights.columns, strict=True):
            without = attribute.codes == MISSING
            if weight == 0 or len(attribute.values) + bool(without.any()) < 2 or without.all():
                continue
            if attribute.single and attribute.levels is None and attribute.kind in ("nominal", "ordinal"):
                if not without.any():
                    plain.append((attribute, weight))
                    continue
                inner: Price = Values([attribute], slots, [weight])
            elif attribute.levels is not None:
                inner = Nodes(attribute, slots, weight)
            elif attribute.kind == "number":
                inner = Ranges(attribute, slots, weight)
            elif attribute.kind == "date":
                inner = Days(attribute, slots, weight)
            else:
                inner = Unions(attribute, slots, filled, weight)
            if without.any():
                none = np.zeros(people.total, dtype=bool)
                none[np.searchsorted(attribute.starts, np.flatnonzero(without), "right") - 1] = True
                inner = Mixed(inner, none[slots], weight)
            self.prices.append(inner)
        if plain:
            self.prices.append(Values([a for a, _ in plain], slots, [w for _, w in plain]))
        self.texts = [
            (Common(terms, slots, filled), weight)
            for terms, weight in zip(people.texts, weights.texts, strict=True)
            if weight > 0
        ]
        self.shape = slots.shape

    def price(self, k: int) -> Array:
        """What the groups would lose with each person in them, columns as if they had k members already.

        They will have them, and what they lose of columns by then they lose k times; of what they keep of texts now
        little may be left.
        """
        prices = np.zeros(self.shape, dtype=np.float32)
        for each in self.prices:
            prices += each.price()
        prices *= k
        for text, weight in self.texts:
            prices -= text.gain() * np.float32(weight)
        return prices

    def open(self, at: Array) -> None:
        for each in self.prices:
            each.open(at)
        for text, _ in self.texts:
            text.open(at)

    def add(self, at: Array) -> None:
        for each in self.prices:
            each.add(at)
        for text, _ in self.texts:
            text.add(at)

    def select(self, places: Array) -> None:
        for each in self.prices:
            each.select(places)
        for text, _ in self.texts:
            text.select(places)
        self.shape = places.shape
