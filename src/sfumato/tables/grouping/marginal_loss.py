"""What a group in the making would lose if one more joined: the loss of RX section 5.3, kept up to date step by step.

Many pools of people grow a group each at the same time. Slots are arrays of pools by places; every kind of attribute
answers three questions for all pools at once: `open` a group with one person, `price` every place (what the group
would lose of the attribute with that person in it), `add` a person. `select` keeps only some of the places.
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


class Price(Protocol):
    def open(self, at: Array) -> None: ...
    def price(self) -> Array: ...
    def add(self, at: Array) -> None: ...
    def select(self, places: Array) -> None: ...


class Ranges:
    """A number: the range of the group, in parts of the range of the table."""

    def __init__(self, attribute: Attribute, slots: Array, weight: float) -> None:
        values, own = attribute.values, person_ends(attribute)
        place = range_loss(values[:1], values, float(values[0]), float(values[-1]))
        place = (place * weight).astype(np.float32)
        # Nobody is below the lowest or above the highest of nothing: it never moves an end.
        self.low = np.append(place, np.float32(2 * weight))[own.low][slots]
        self.high = np.append(place, np.float32(-weight))[own.high][slots]
        self.pools = np.arange(len(slots))

    def open(self, at: Array) -> None:
        self.least, self.most = self.low[self.pools, at], self.high[self.pools, at]

    def price(self) -> Array:
        wide = np.maximum(self.high, self.most[:, np.newaxis])
        wide -= np.minimum(self.low, self.least[:, np.newaxis])
        return wide

    def add(self, at: Array) -> None:
        self.least = np.minimum(self.least, self.low[self.pools, at])
        self.most = np.maximum(self.most, self.high[self.pools, at])

    def select(self, places: Array) -> None:
        self.low = np.take_along_axis(self.low, places, 1)
        self.high = np.take_along_axis(self.high, places, 1)


class Days:
    """A date: the days of the table in the month, year or years of the group."""

    def __init__(self, attribute: Attribute, slots: Array, weight: float) -> None:
        own = person_ends(attribute)
        self.calendar = Calendar.of(attribute.values)
        self.domain = len(attribute.values)
        self.cost = (set_loss(np.arange(self.domain + 1), self.domain) * weight).astype(np.float32)
        self.low = np.where(own.low == MISSING, self.domain - 1, own.low).astype(np.int32)[slots]
        self.high = np.where(own.high == MISSING, 0, own.high).astype(np.int32)[slots]
        self.pools = np.arange(len(slots))

    def open(self, at: Array) -> None:
        self.least, self.most = self.low[self.pools, at], self.high[self.pools, at]

    def price(self) -> Array:
        low = np.minimum(self.low, self.least[:, np.newaxis])
        high = np.maximum(self.high, self.most[:, np.newaxis])
        return self.cost[self.calendar.below(low, high)]

    def add(self, at: Array) -> None:
        self.least = np.minimum(self.least, self.low[self.pools, at])
        self.most = np.maximum(self.most, self.high[self.pools, at])

    def select(self, places: Array) -> None:
        self.low = np.take_along_axis(self.low, places, 1)
        self.high = np.take_along_axis(self.high, places, 1)


class Values:
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

    def price(self) -> Array:
        # The second value makes a cell of one a cell of two, each further one a cell of one more.
        lost = np.where(self.values > 1, self.values, 0) * self.step
        more = np.where(self.values > 1, 1, 2) * self.step
        prices = np.einsum("apm,ap->pm", self.fresh, more.astype(np.float32))
        prices += lost.sum(axis=0, dtype=np.float32)[:, np.newaxis]
        return prices

    def add(self, at: Array) -> None:
        self.values += self.fresh[:, self.pools, at] > 0
        self.fresh *= self.codes != self.codes[:, self.pools, at][:, :, np.newaxis]

    def select(self, places: Array) -> None:
        self.codes = np.take_along_axis(self.codes, places[np.newaxis], 2)
        self.fresh = np.take_along_axis(self.fresh, places[np.newaxis], 2)


class Nodes:
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

    def price(self) -> Array:
        lowest = np.maximum(self.level, self.up[:, np.newaxis])
        prices = self.cost[self.path[-1]]
        for at in range(len(self.path) - 2, -1, -1):
            here = (lowest <= at) & (self.path[at] == self.node[at][:, np.newaxis])
            prices = np.where(here, self.cost[self.path[at]], prices)
        return prices

    def add(self, at: Array) -> None:
        path, level = self.path[:, self.pools, at], np.maximum(self.level[self.pools, at], self.up)
        for step in range(len(self.path) - 1):
            level = np.where((level == step) & (path[step] != self.node[step]), step + 1, level)
        self.up = level

    def select(self, places: Array) -> None:
        self.path = np.take_along_axis(self.path, places[np.newaxis], 2)
        self.level = np.take_along_axis(self.level, places, 1)


class Mixed:
    """Any attribute that some people have no value of: a group that mixes both loses all of it."""

    def __init__(self, inner: Price, without: Array, weight: float) -> None:
        self.inner, self.without, self.weight = inner, without, np.float32(weight)
        self.pools = np.arange(len(without))

    def open(self, at: Array) -> None:
        self.inner.open(at)
        self.some = self.without[self.pools, at]
        self.all = self.some

    def price(self) -> Array:
        some, all_ = self.without | self.some[:, np.newaxis], self.without & self.all[:, np.newaxis]
        return np.where(all_, np.float32(0), np.where(some, self.weight, self.inner.price()))

    def add(self, at: Array) -> None:
        self.inner.add(at)
        self.some = self.some | self.without[self.pools, at]
        self.all = self.all & self.without[self.pools, at]

    def select(self, places: Array) -> None:
        self.inner.select(places)
        self.without = np.take_along_axis(self.without, places, 1)


class Postings:
    """Who in each pool has a value or term: the sets of people turned round, without what only one of a pool has."""

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
        # The same the other way round: the lists that each place is in.
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


class Unions:
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

    def price(self) -> Array:
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


class Common:
    """The terms of a text: how many everyone in the group would keep, and what that is worth to them."""

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
        """Terms kept times what each is worth, summed over the members: what the group would not lose."""
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
