"""Our own strategy, `closest`: groups of people who lose least together.

It starts from Mondrian's groups and only ever takes what loses less, so it never loses more than Mondrian with the same
weight. Neighbouring groups are pooled and clustered anew (`clusters`), pool by pool the better is kept; then people
change places between groups as long as both groups lose less in sum (`exchange`). The loss it looks at is that of RX
section 5.3 with the weight as that of columns against texts: 0.5 is the plain total, 1 only columns, 0 only texts. The
bias of an attribute raises (or, if negative, lowers) its share by twice as much.

How much is tried depends only on the size of the table, so that every machine gives the same: pools of 128 to 1,024
people (more for a k above 256), and exchanges where there are texts or at most 4,096 people. Beyond 2^29 pairs of
people and pool mates (four million people, or half a million with texts) the groups are Mondrian's.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from sfumato.io.arrays import Array, offsets
from sfumato.tables.grouping.classes import Members, members, numbered
from sfumato.tables.grouping.clusters import Weights, cluster
from sfumato.tables.grouping.exchange import exchange
from sfumato.tables.grouping.mondrian import ClaimCheck, tree
from sfumato.tables.recoding import kept
from sfumato.tables.spans import group_loss
from sfumato.tables.view import Groups, People

_POOL, _SMALL_POOL = 1024, 128  # people clustered together at most, and at least where there are many
_PAIRS = 1 << 23  # without texts pools are so large that people times pool size is about this
_MOST_PAIRS = 1 << 29  # beyond it nothing is clustered or exchanged at all
_BATCH = 1 << 15  # people clustered at the same time: their arrays fit the processor's cache
_EXCHANGED = 4096  # without texts, people are exchanged only in tables of at most so many
_BETTER = 1e-9  # a smaller difference may come from adding up in another order


def closest(people: People, k: int, *, weight: float = 0.5, check: ClaimCheck | None = None) -> Groups:
    """Groups of at least k that lose little together; `check` as for Mondrian."""
    if k == 1 and check is None:
        return Groups(np.arange(people.total), people.total)
    weights = _weights(people, weight)
    of = np.unique(tree(people, k, weight=weight, check=check)[0], return_inverse=True)[1]
    size = _pool_size(people, k)
    if size * people.total > _MOST_PAIRS:
        return numbered(of)
    thorough = k > 1 and (people.total <= _EXCHANGED or len(people.texts) > 0)
    for near in (False, True) if thorough else (False,):
        of = _cluster_pools(people, of, k, size, weights, check, near)
    if thorough:
        them = members(Groups(of, int(of.max()) + 1))
        starts = _pools(them.sizes, _POOL)
        for first, last in pairwise(starts.tolist()):
            rows = them.order[them.starts[first] : them.starts[last]]
            if last - first > 1:
                of[rows] = exchange(people, rows, of[rows] - first, weights, check) + first
    return numbered(of)


def _weights(people: People, weight: float) -> Weights:
    """The weights with which the losses of all people add up to the loss of the table times the number of people."""
    columns, texts = (weight, 1 - weight) if people.attributes and people.texts else (1.0, 1.0)
    favour = np.array([max(1 + 2 * attribute.bias, 0.0) for attribute in people.attributes])
    share = favour / max(favour.sum(), 1e-9) * columns
    having = [max(int(np.count_nonzero(np.diff(terms.starts))), 1) for terms in people.texts]
    return Weights(tuple(share.tolist()), tuple(texts / len(having) * people.total / many for many in having))


def _pool_size(people: People, k: int) -> int:
    size = _POOL if people.texts else min(max(_PAIRS // people.total, _SMALL_POOL), _POOL)
    return min(max(size, 4 * k), people.total)


def _pools(sizes: Array, most: int) -> Array:
    """The first group of each pool if neighbouring groups are pooled to about `most` people; and the end."""
    ends = np.cumsum(sizes)
    pool = (ends - 1) // most
    return np.append(np.flatnonzero(np.diff(pool, prepend=-1)), len(sizes))


def _cluster_pools(
    people: People, of: Array, k: int, size: int, weights: Weights, check: ClaimCheck | None, near: bool
) -> Array:
    """The same people grouped anew within pools of neighbouring groups, where that loses less."""
    old = Groups(of, int(of.max()) + 1)
    them = members(old)
    sizes = them.sizes
    if check is None and int(sizes.max()) >= 2 * size:
        # Larger groups than two pools, which no cut could part, are parted at will: their parts lose no more than they.
        parts = np.maximum(sizes // size, 1)
        within = np.arange(len(of)) - np.repeat(them.starts[:-1], sizes)
        part = np.minimum(within // size, np.repeat(parts, sizes) - 1) + np.repeat(offsets(parts)[:-1], sizes)
        of = np.empty_like(of)
        of[them.order] = part
        old = Groups(of, int(parts.sum()))
        them = members(old)
    starts = _pools(them.sizes, size)
    bounds = them.starts[starts]
    fresh = np.empty(people.total, dtype=np.int64)
    total = 0
    for first, last in _batches(bounds):
        rows = them.order[bounds[first] : bounds[last]]
        group, many = cluster(people, rows, bounds[first : last + 1] - bounds[first], k, weights, near=near)
        fresh[rows] = group + total
        total += many
    new = Groups(fresh, total)
    pool_of_old = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    pool = pool_of_old[of]
    gain = np.bincount(pool_of_old, _costs(people, old, them, weights), minlength=len(starts) - 1)
    pool_of_new = np.zeros(total, dtype=np.int64)
    pool_of_new[fresh] = pool
    gain -= np.bincount(pool_of_new, _costs(people, new, members(new), weights), minlength=len(starts) - 1)
    better = gain > _BETTER
    if check is not None:
        fails = ~check(fresh, total, np.arange(people.total))
        better[pool_of_new[fails]] = False
    # Numbers stay in the order of pools, so that neighbours stay neighbours.
    number = np.where(better[pool], fresh, of) * 2 + better[pool]
    return np.unique(pool * (2 * max(total, old.total) + 2) + number, return_inverse=True)[1]


def _batches(bounds: Array) -> list[tuple[int, int]]:
    batch = (bounds[1:] - 1) // _BATCH
    cuts = np.append(np.flatnonzero(np.diff(batch, prepend=-1)), len(batch)).tolist()
    return list(pairwise(cuts))


def _costs(people: People, groups: Groups, them: Members, weights: Weights) -> Array:
    """What each group loses: the members' losses of columns, less what the terms that the group keeps are worth."""
    lost = np.zeros(groups.total)
    for attribute, weight in zip(people.attributes, weights.columns, strict=True):
        lost += group_loss(attribute, groups.of, them) * weight
    lost *= them.sizes
    for terms, weight in zip(people.texts, weights.texts, strict=True):
        counts = np.diff(terms.starts)
        worth = np.where(counts > 0, 1 / np.maximum(counts, 1), 0.0)
        keeps = np.diff(kept(groups, terms).starts)
        lost -= keeps * np.bincount(groups.of, worth, minlength=groups.total) * weight
    return lost
