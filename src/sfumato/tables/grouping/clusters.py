"""Greedy clustering with a lower bound on size, in many pools of people at the same time.

In each pool a group starts with the person with whom the group before would lose most, and takes in those with whom it
loses least until it has k; this goes on while k people are left. The few who are left over join the group of the person
with whom they would lose least (k-member clustering; Byun et al. 2007, with the loss of RX, of texts too, as distance).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sfumato.io.arrays import Array, offsets
from sfumato.tables.grouping.classes import taken
from sfumato.tables.grouping.marginal_loss import (
    DateLoss,
    GrowingLoss,
    HierarchyLoss,
    KeptTerms,
    LossWithMissing,
    NumberLoss,
    SingleValueLoss,
    ValueSetLoss,
)
from sfumato.tables.view import MISSING, Attribute, People

_COMPACT = 0.75  # places that are taken are dropped when fewer than this share are free


@dataclass(frozen=True)
class Weights:
    """How much the loss of each attribute, and of each text, of one person counts in the loss of the table."""

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
    growing = GrowingGroups(people, slots, filled, weights)
    group = np.full((pools, full), -1, dtype=np.int64)
    left = sizes.copy()
    free = filled.copy()
    place = np.broadcast_to(np.arange(full), slots.shape)
    every = np.arange(pools)
    made = 0
    growing.open(np.zeros(pools, dtype=np.int64))
    while (left >= k).any():
        busy = left >= k
        if int(left.max()) < _COMPACT * free.shape[1]:
            keep = np.argsort(~free, axis=1, kind="stable")[:, : int(left.max())]
            # The next group starts by what the last one would lose, so the last one is moved along.
            growing.select(keep)
            free, place = np.take_along_axis(free, keep, 1), np.take_along_axis(place, keep, 1)
        lost = growing.losses(k)
        at = np.where(free, lost, np.inf).argmin(axis=1) if near else np.where(free, lost, -np.inf).argmax(axis=1)
        growing.open(at)
        for size in range(1, k + 1):
            free[every[busy], at[busy]] = False
            group[every[busy], place[every, at][busy]] = made
            if size == k:
                break
            at = np.where(free, growing.losses(k), np.inf).argmin(axis=1)
            growing.add(at)
        left = left - k * busy
        made += 1
    _leftovers(people, slots, filled, group, weights, k)
    counts = sizes // k
    return group[filled] + np.repeat(offsets(counts)[:-1], sizes), int(counts.sum())


def _leftovers(people: People, slots: Array, filled: Array, group: Array, weights: Weights, k: int) -> None:
    """Puts everyone who is left over into the group of the person with whom they would lose least."""
    alone = filled & (group < 0)
    if not alone.any():
        return
    growing = GrowingGroups(people, slots, filled, weights)
    every = np.arange(len(slots))
    settled = filled & ~alone
    for _ in range(int(alone.sum(axis=1).max())):
        some = alone.any(axis=1)
        at = alone.argmax(axis=1)
        growing.open(at)
        near = np.where(settled, growing.losses(k), np.inf).argmin(axis=1)
        group[every[some], at[some]] = group[every[some], near[some]]
        alone[every[some], at[some]] = False


class GrowingGroups:
    """The groups in the making, one in each pool, and what they lose of all attributes and texts together."""

    def __init__(self, people: People, slots: Array, filled: Array, weights: Weights) -> None:
        self.columns: list[GrowingLoss] = []
        plain: list[tuple[Attribute, float]] = []
        for attribute, weight in zip(people.attributes, weights.columns, strict=True):
            without = attribute.codes == MISSING
            if weight == 0 or len(attribute.values) + bool(without.any()) < 2 or without.all():
                continue
            if attribute.single and attribute.levels is None and attribute.kind in ("nominal", "ordinal"):
                if not without.any():
                    plain.append((attribute, weight))
                    continue
                inner: GrowingLoss = SingleValueLoss([attribute], slots, [weight])
            elif attribute.levels is not None:
                inner = HierarchyLoss(attribute, slots, weight)
            elif attribute.kind == "number":
                inner = NumberLoss(attribute, slots, weight)
            elif attribute.kind == "date":
                inner = DateLoss(attribute, slots, weight)
            else:
                inner = ValueSetLoss(attribute, slots, filled, weight)
            if without.any():
                none = np.zeros(people.total, dtype=bool)
                none[np.searchsorted(attribute.starts, np.flatnonzero(without), "right") - 1] = True
                inner = LossWithMissing(inner, none[slots], weight)
            self.columns.append(inner)
        if plain:
            self.columns.append(SingleValueLoss([a for a, _ in plain], slots, [w for _, w in plain]))
        self.texts = [
            (KeptTerms(terms, slots, filled), weight)
            for terms, weight in zip(people.texts, weights.texts, strict=True)
            if weight > 0
        ]
        self.shape = slots.shape

    def losses(self, k: int) -> Array:
        """What the group of each pool would lose with each person in it.

        Columns count as if it had its k members already: what it loses of columns stays lost, for all k of them. Texts
        count for the members that it has: of the terms that these share, few may be left in the end.
        """
        lost = np.zeros(self.shape, dtype=np.float32)
        for each in self.columns:
            lost += each.losses()
        lost *= k
        for text, weight in self.texts:
            lost -= text.gain() * np.float32(weight)
        return lost

    def open(self, at: Array) -> None:
        for each in self.columns:
            each.open(at)
        for text, _ in self.texts:
            text.open(at)

    def add(self, at: Array) -> None:
        for each in self.columns:
            each.add(at)
        for text, _ in self.texts:
            text.add(at)

    def select(self, places: Array) -> None:
        for each in self.columns:
            each.select(places)
        for text, _ in self.texts:
            text.select(places)
        self.shape = places.shape
