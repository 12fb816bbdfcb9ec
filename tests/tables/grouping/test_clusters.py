"""Clustering and exchanges go by the losses that the release will have."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest

from sfumato.tables.grouping.classes import members
from sfumato.tables.grouping.clustering import _costs, _weights
from sfumato.tables.grouping.clusters import GrowingGroups, Weights, cluster
from sfumato.tables.grouping.exchange import _Pool, exchange
from sfumato.tables.view import Attribute, Groups, Levels, People, Terms

TOTAL = 24


def table(seed: int) -> People:
    """People with every kind of attribute, of one value and of several, some missing, and two texts."""
    draw = np.random.default_rng(seed)

    def cells(values: list, least: int, most: int) -> list[list]:
        sizes = draw.integers(least, most + 1, TOTAL)
        return [[values[at] for at in draw.integers(0, len(values), size)] for size in sizes]

    towns, days = [f"t{at}" for at in range(6)], [date(2003, 12, 1) + timedelta(days=9 * at) for at in range(30)]
    nodes = np.stack([np.arange(6), 6 + np.arange(6) // 2, np.full(6, 9)], axis=1)
    levels = Levels(nodes, [f"n{at}" for at in range(10)], np.bincount(nodes.ravel(), minlength=10))
    full = cells(towns, 1, 1)
    full[:6] = [[town] for town in towns]
    several = cells(towns, 0, 2)
    several[:6] = [[town] for town in towns]
    attributes = [
        Attribute.of("number", "number", cells([0, 1, 5, 9.5], 1, 1)),
        Attribute.of("numbers", "number", cells([0, 1, 5, 9.5], 0, 3)),
        Attribute.of("day", "date", cells(days, 1, 1)),
        Attribute.of("days", "date", cells(days, 0, 3)),
        Attribute.of("town", "nominal", cells(towns, 1, 1)),
        Attribute.of("town or none", "nominal", cells(towns, 0, 1)),
        Attribute.of("towns", "nominal", cells(towns, 0, 3)),
        Attribute.of("many towns", "nominal", cells([f"u{at:03d}" for at in range(300)], 1, 3)),
        Attribute.of("place", "nominal", full, levels=levels),
        Attribute.of("places", "nominal", several, levels=levels),
        Attribute.of("nothing", "number", [[]] * TOTAL),
    ]
    words = [(f"w{at}", "ORG" if at % 2 else "GPE") for at in range(8)]
    return People(TOTAL, attributes, [Terms.of("one", cells(words, 0, 5)), Terms.of("two", cells(words, 2, 8))])


def cost(people: People, who: list[int], weights: Weights) -> float:
    """The loss of one group, worked out from the whole table."""
    of = np.ones(TOTAL, dtype=np.int64)
    of[who] = 0
    groups = Groups(of, 2)
    return float(_costs(people, groups, members(groups), weights)[0])


@pytest.mark.parametrize("seed", range(5))
def test_the_losses_are_those_of_the_group_with_one_more(seed: int) -> None:
    people = table(seed)
    weights = _weights(people, 0.5)
    order = np.random.default_rng(seed).permutation(TOTAL)
    slots = order.reshape(2, 12)
    growing = GrowingGroups(people, slots, np.ones_like(slots, dtype=bool), weights)
    chosen = [np.array([3, 7]), np.array([0, 1]), np.array([11, 2]), np.array([5, 5])]
    growing.open(chosen[0])
    place = np.broadcast_to(np.arange(12), slots.shape)
    for size in range(1, 4):
        lost = growing.losses(size + 1)
        for pool in range(2):
            inside = [int(slots[pool, at[pool]]) for at in chosen[:size]]
            for at in range(lost.shape[1]):
                other = int(slots[pool, place[pool, at]])
                if other not in inside:
                    assert lost[pool, at] == pytest.approx(cost(people, [*inside, other], weights), abs=1e-5)
        if size == 2:  # the places of the third are still there after others are dropped
            keep = np.sort(np.array([[0, 3, 4, 11, 5, 9], [1, 7, 2, 10, 5, 6]]), axis=1)
            growing.select(keep)
            place = keep
        at = np.array([int(np.flatnonzero(place[pool] == chosen[size][pool])[0]) for pool in range(2)])
        growing.add(at)


@pytest.mark.parametrize("seed", range(5))
def test_changes_are_the_losses_of_the_group_with_another_in_place(seed: int) -> None:
    people = table(seed)
    weights = _weights(people, 0.4)
    rows = np.random.default_rng(seed).permutation(TOTAL)
    of = np.repeat([0, 1, 2, 3, 4], [3, 4, 5, 6, 6])
    pool = _Pool(people, rows, weights)
    who = np.arange(0, TOTAL, 2)
    lost = pool.losses(who, of, 5)
    for row, one in enumerate(who):
        for other in range(TOTAL):
            mates = [mate for mate in np.flatnonzero(of == of[one]) if mate not in (one, other)]
            if of[other] != of[one] or other == one:
                expected = cost(people, rows[[*mates, other]].tolist(), weights)
                assert lost[row, other] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("seed", range(3))
def test_exchanges_only_help_and_keep_sizes(seed: int) -> None:
    people = table(seed)
    weights = _weights(people, 0.5)
    before = np.repeat(np.arange(6), 4)
    after = exchange(people, np.arange(TOTAL), before, weights, None)
    assert np.bincount(after).tolist() == [4] * 6
    lost = [_costs(people, Groups(of, 6), members(Groups(of, 6)), weights).sum() for of in (before, after)]
    assert lost[1] < lost[0]


@pytest.mark.parametrize("near", [False, True])
def test_pools_of_any_size_are_clustered(near: bool) -> None:
    people = table(0)
    starts = np.array([0, 4, 11, 24])
    group, total = cluster(people, np.arange(TOTAL), starts, 4, _weights(people, 0.5), near=near)
    assert total == 1 + 1 + 3
    assert np.bincount(group).min() >= 4
    assert [sorted(set(group[a:b].tolist())) for a, b in [(0, 4), (4, 11), (11, 24)]] == [[0], [1], [2, 3, 4]]
