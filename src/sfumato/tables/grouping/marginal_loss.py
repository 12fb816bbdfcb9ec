"""What a group in the making would lose if one more joined: the loss of RX section 5.3, kept up to date step by step.

Many pools of people grow one group each at the same time. `slots[pool, place]` is a person. There is a class for every
kind of attribute (`GrowingLoss`), and one for the terms of a text (`KeptTerms`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from sfumato.io.arrays import Array, gather, offsets
from sfumato.risk.loss import range_loss, set_loss
from sfumato.tables.grouping.classes import order_by
from sfumato.tables.spans import Calendar, person_ends
from sfumato.tables.view import MISSING, Attribute, Terms


class GrowingLoss(Protocol):
    """What the groups in the making lose of one attribute."""

    def open(self, at: Array) -> None:
        """Starts a new group in each pool, with the person at a place."""

    def losses(self) -> Array:
        """What the group of each pool would lose with each person in it."""

    def add(self, at: Array) -> None:
        """Takes a person into the group of each pool."""

    def select(self, places: Array) -> None:
        """Keeps only some places of each pool."""


class _Spans:
    """The lowest and the highest value of each person (`low`, `high`) and of the group (`least`, `most`)."""

    def __init__(self, low: Array, high: Array) -> None:
        self.low, self.high = low, high
        self.pools = np.arange(len(low))

    def open(self, at: Array) -> None:
        self.least, self.most = self.low[self.pools, at], self.high[self.pools, at]

    def with_each(self) -> tuple[Array, Array]:
        """The lowest and the highest value of the group with each person in it."""
        return np.minimum(self.low, self.least[:, np.newaxis]), np.maximum(self.high, self.most[:, np.newaxis])

    def add(self, at: Array) -> None:
        self.least = np.minimum(self.least, self.low[self.pools, at])
        self.most = np.maximum(self.most, self.high[self.pools, at])

    def select(self, places: Array) -> None:
        self.low = np.take_along_axis(self.low, places, 1)
        self.high = np.take_along_axis(self.high, places, 1)


class NumberLoss(_Spans):
    """A number: the range of the group, in parts of the range of the table."""

    def __init__(self, attribute: Attribute, slots: Array, weight: float) -> None:
        values, own = attribute.values, person_ends(attribute)
        place = range_loss(values[:1], values, float(values[0]), float(values[-1]))
        place = (place * weight).astype(np.float32)
        # Who has no number gets ends beyond all others, turned round, so that they never move those of a group.
        low = np.append(place, np.float32(2 * weight))[own.low][slots]
        super().__init__(low, np.append(place, np.float32(-weight))[own.high][slots])

    def losses(self) -> Array:
        low, high = self.with_each()
        high -= low
        return high


class DateLoss(_Spans):
    """A date: the days of the table in the month, year or years of the group."""

    def __init__(self, attribute: Attribute, slots: Array, weight: float) -> None:
        own = person_ends(attribute)
        self.calendar = Calendar.of(attribute.values)
        days = len(attribute.values)
        self.cost = (set_loss(np.arange(days + 1), days) * weight).astype(np.float32)
        low = np.where(own.low == MISSING, days - 1, own.low).astype(np.int32)[slots]
        super().__init__(low, np.where(own.high == MISSING, 0, own.high).astype(np.int32)[slots])

    def losses(self) -> Array:
        return self.cost[self.calendar.below(*self.with_each())]


class SingleValueLoss:
    """Nominal and ordinal attributes of one value each, several at once: how many values the group has."""

    def __init__(self, attributes: Sequence[Attribute], slots: Array, weights: Sequence[float]) -> None:
        widest = max(len(attribute.values) for attribute in attributes)
        kind = np.uint8 if widest < 255 else np.uint16 if widest < 65535 else np.int32
        self.codes = np.stack([attribute.codes.astype(kind)[slots] for attribute in attributes])
        self.domains = np.array([max(len(attribute.values), 1) for attribute in attributes], dtype=np.float32)
        self.step = (np.array(weights, dtype=np.float32) / self.domains)[:, np.newaxis]
        self.pools = np.arange(len(slots))

    def open(self, at: Array) -> None:
        self.values = np.ones(self.codes.shape[:2], dtype=np.int32)
        self.fresh = (self.codes != self.codes[:, self.pools, at][:, :, np.newaxis]).astype(np.float32)

    def losses(self) -> Array:
        # A cell of one value loses nothing, so the second value costs two steps and each further one costs one.
        before = np.where(self.values > 1, self.values, 0) * self.step
        more = np.where(self.values > 1, 1, 2) * self.step
        lost = np.einsum("apm,ap->pm", self.fresh, more.astype(np.float32))
        lost += before.sum(axis=0, dtype=np.float32)[:, np.newaxis]
        return lost

    def add(self, at: Array) -> None:
        self.values += self.fresh[:, self.pools, at] > 0
        self.fresh *= self.codes != self.codes[:, self.pools, at][:, :, np.newaxis]

    def select(self, places: Array) -> None:
        self.codes = np.take_along_axis(self.codes, places[np.newaxis], 2)
        self.fresh = np.take_along_axis(self.fresh, places[np.newaxis], 2)


class HierarchyLoss:
    """An attribute with a hierarchy: the lowest node that holds everyone."""

    def __init__(self, attribute: Attribute, slots: Array, weight: float) -> None:
        levels = attribute.levels
        assert levels is not None
        own = person_ends(attribute)
        depth = levels.nodes.shape[1]
        level = np.zeros(len(own.low), dtype=np.int8)
        for at in range(depth):
            each = levels.nodes[attribute.codes, at]
            if not attribute.single:
                first = attribute.starts[:-1]
                apart = np.minimum.reduceat(each, first) != np.maximum.reduceat(each, first)
                level[apart] = min(at + 1, depth - 1)
        self.path = np.stack([levels.nodes[own.low, at].astype(np.int32)[slots] for at in range(depth)])
        self.level = level[slots]
        self.cost = (set_loss(levels.leaves, len(attribute.values)) * weight).astype(np.float32)
        self.pools = np.arange(len(slots))

    def open(self, at: Array) -> None:
        self.node, self.up = self.path[:, self.pools, at], self.level[self.pools, at]

    def losses(self) -> Array:
        lowest = np.maximum(self.level, self.up[:, np.newaxis])
        lost = self.cost[self.path[-1]]
        for at in range(len(self.path) - 2, -1, -1):
            here = (lowest <= at) & (self.path[at] == self.node[at][:, np.newaxis])
            lost = np.where(here, self.cost[self.path[at]], lost)
        return lost

    def add(self, at: Array) -> None:
        path, level = self.path[:, self.pools, at], np.maximum(self.level[self.pools, at], self.up)
        for step in range(len(self.path) - 1):
            level = np.where((level == step) & (path[step] != self.node[step]), step + 1, level)
        self.up = level

    def select(self, places: Array) -> None:
        self.path = np.take_along_axis(self.path, places[np.newaxis], 2)
        self.level = np.take_along_axis(self.level, places, 1)


class LossWithMissing:
    """An attribute that some people have no value of: a group of people with and without one loses all of it."""

    def __init__(self, inner: GrowingLoss, without: Array, weight: float) -> None:
        self.inner, self.without, self.weight = inner, without, np.float32(weight)
        self.pools = np.arange(len(without))

    def open(self, at: Array) -> None:
        self.inner.open(at)
        self.some = self.without[self.pools, at]
        self.all = self.some

    def losses(self) -> Array:
        some, all_ = self.without | self.some[:, np.newaxis], self.without & self.all[:, np.newaxis]
        return np.where(all_, np.float32(0), np.where(some, self.weight, self.inner.losses()))

    def add(self, at: Array) -> None:
        self.inner.add(at)
        self.some = self.some | self.without[self.pools, at]
        self.all = self.all & self.without[self.pools, at]

    def select(self, places: Array) -> None:
        self.inner.select(places)
        self.without = np.take_along_axis(self.without, places, 1)


class Postings:
    """For each value or term the people of a pool who have it; those that only one of a pool has are left out."""

    def __init__(self, starts: Array, codes: Array, width: int, slots: Array, filled: Array) -> None:
        pool, place = np.nonzero(filled)
        people = slots[pool, place]
        lengths = starts[people + 1] - starts[people]
        where = np.repeat(pool * slots.shape[1] + place, lengths)
        keys = np.repeat(pool, lengths) * width + gather(starts, codes, people)
        order = order_by(keys, len(slots) * width)
        keys, where = keys[order], where[order]
        new = np.flatnonzero(np.diff(keys, prepend=-1))
        counts = np.diff(np.append(new, len(keys)))
        several = counts > 1
        inside = np.repeat(several, counts)
        self.where = where[inside]
        self.starts = offsets(counts[several])
        self.pool = keys[new[several]] // width
        # And for each place the lists that it is in.
        number = np.repeat(np.arange(len(self.pool)), counts[several])
        back = order_by(self.where, slots.size)
        self.lists = number[back]
        self.list_starts = offsets(np.bincount(self.where, minlength=slots.size))
        self.size = slots.size

    def of(self, places: Array) -> Array:
        """The lists that these places are in."""
        return gather(self.list_starts, self.lists, places)

    def hits(self, lists: Array) -> Array:
        """How many of the lists each place is in."""
        return np.bincount(gather(self.starts, self.where, lists), minlength=self.size)


class ValueSetLoss:
    """A nominal or ordinal attribute of which people have several values."""

    def __init__(self, attribute: Attribute, slots: Array, filled: Array, weight: float) -> None:
        known = attribute.codes != MISSING
        person = np.repeat(np.arange(len(attribute.starts) - 1), np.diff(attribute.starts))
        lengths = np.bincount(person[known], minlength=len(attribute.starts) - 1)
        self.lists = Postings(offsets(lengths), attribute.codes[known], len(attribute.values), slots, filled)
        self.lengths = lengths[slots]
        self.domain, self.weight = len(attribute.values), weight
        self.pools, self.full = np.arange(len(slots)), slots.shape[1]
        self.place = np.broadcast_to(np.arange(self.full), slots.shape)
        self.inside = np.zeros(slots.size, dtype=np.int64)
        self.seen = np.zeros(len(self.lists.pool), dtype=bool)

    def open(self, at: Array) -> None:
        self.inside[:] = 0
        self.seen[:] = False
        self.values = np.zeros(len(self.pools), dtype=np.int64)
        self.add(at)

    def _inside(self) -> Array:
        return np.take_along_axis(self.inside.reshape(-1, self.full), self.place, 1)

    def losses(self) -> Array:
        union = self.values[:, np.newaxis] + self.lengths - self._inside()
        return (set_loss(union, self.domain) * self.weight).astype(np.float32)

    def add(self, at: Array) -> None:
        self.values += self.lengths[self.pools, at] - self._inside()[self.pools, at]
        lists = self.lists.of(self.pools * self.full + self.place[self.pools, at])
        lists = lists[~self.seen[lists]]
        self.seen[lists] = True
        self.inside += self.lists.hits(lists)

    def select(self, places: Array) -> None:
        self.lengths = np.take_along_axis(self.lengths, places, 1)
        self.place = np.take_along_axis(self.place, places, 1)


class KeptTerms:
    """The terms of a text that everyone in the group has, and what keeping them is worth."""

    def __init__(self, terms: Terms, slots: Array, filled: Array) -> None:
        self.lists = Postings(terms.starts, terms.codes, max(len(terms.labels), 1), slots, filled)
        counts = np.diff(terms.starts)[slots]
        self.worth = np.where(counts > 0, 1 / np.maximum(counts, 1), 0).astype(np.float32)
        self.pools, self.full = np.arange(len(slots)), slots.shape[1]
        self.place = np.broadcast_to(np.arange(self.full), slots.shape)
        self.member = np.zeros(len(self.lists.pool), dtype=bool)

    def _lists(self, at: Array) -> Array:
        return self.lists.of(self.pools * self.full + self.place[self.pools, at])

    def open(self, at: Array) -> None:
        self.kept = self._lists(at)
        self.worths = self.worth[self.pools, at]
        self.size = 1

    def gain(self) -> Array:
        """What the group would not lose with each person in it: terms kept times their worth, summed over members."""
        common = np.take_along_axis(self.lists.hits(self.kept).reshape(-1, self.full), self.place, 1)
        return common * (self.worths[:, np.newaxis] + self.worth)

    def add(self, at: Array) -> None:
        mine = self._lists(at)
        self.member[mine] = True
        self.kept = self.kept[self.member[self.kept]]
        self.member[mine] = False
        self.worths = self.worths + self.worth[self.pools, at]

    def select(self, places: Array) -> None:
        self.worth = np.take_along_axis(self.worth, places, 1)
        self.place = np.take_along_axis(self.place, places, 1)
