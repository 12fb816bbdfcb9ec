"""Exchanges people: two people of two groups change places where both groups together then lose less.

For any two people of a pool it is worked out what the group of the first would lose with the second in the place of the
first. The pairs that gain most are exchanged, each group at most once in a round; then what changed is worked out anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from sfumato.io.arrays import Array, offsets
from sfumato.risk.loss import range_loss, set_loss
from sfumato.tables.grouping.classes import members, taken
from sfumato.tables.grouping.clusters import Weights
from sfumato.tables.grouping.mondrian import ClaimCheck
from sfumato.tables.spans import Calendar
from sfumato.tables.view import MISSING, Attribute, Groups, People, Terms

_ROUNDS = 24
_DENSE = 256  # values up to which sets are multiplied as full matrices
_BETTER = 1e-5  # gain, in whole losses of one person, that is more than an error of single precision


@dataclass(frozen=True, eq=False)
class _Others:
    """The other members of the group of some people: those of person i are `list[starts[i]:starts[i + 1]]`."""

    list: Array
    starts: Array


def exchange(people: People, rows: Array, of: Array, weights: Weights, check: ClaimCheck | None) -> Array:
    """The groups `of` the people `rows` after all exchanges that help; every group keeps its size."""
    of = of.copy()
    total = int(of.max()) + 1
    pool = _Pool(people, rows, weights)
    every = np.arange(len(rows))
    lost = pool.losses(every, of, total)
    for _ in range(_ROUNDS):
        change = lost - lost[every, every][:, np.newaxis]
        change += change.T
        change[of[:, np.newaxis] == of] = np.inf
        partner = change.argmin(axis=1)
        gain = -change[every, partner]
        swapped: list[tuple[int, int]] = []
        used = np.zeros(total, dtype=bool)
        for one in np.argsort(-gain, kind="stable").tolist():
            if gain[one] <= _BETTER:
                break
            other = int(partner[one])
            if not used[of[one]] and not used[of[other]]:
                used[of[one]] = used[of[other]] = True
                swapped.append((one, other))
        for one, other in swapped:
            of[one], of[other] = of[other], of[one]
        if check is not None and swapped:
            good = check(of, total, rows)
            back = [(a, b) for a, b in swapped if not (good[of[a]] and good[of[b]])]
            for one, other in back:
                of[one], of[other] = of[other], of[one]
            if len(back) == len(swapped):
                break
        if not swapped:
            break
        touched = np.flatnonzero(used[of])
        lost[touched] = pool.losses(touched, of, total)
    return of


class _Pool:
    """The values of the people of a pool, ready to be compared with groups."""

    def __init__(self, people: People, rows: Array, weights: Weights) -> None:
        people = taken(people, rows)
        self.attributes = [
            (attribute, weight)
            for attribute, weight in zip(people.attributes, weights.columns, strict=True)
            if weight > 0 and len(attribute.values)
        ]
        self.texts = [
            (_terms(terms), weight) for terms, weight in zip(people.texts, weights.texts, strict=True) if weight > 0
        ]
        self.size = len(rows)

    def losses(self, who: Array, of: Array, total: int) -> Array:
        """What the group of each of `who` would lose with each person of the pool in their place."""
        them = members(Groups(of, total))
        sizes = them.sizes[of[who]]
        everyone = np.repeat(them.starts[of[who]], sizes) + _within(sizes)
        mates = them.order[everyone]
        others = mates[mates != np.repeat(who, sizes)]
        other = _Others(others, offsets(sizes - 1))
        lost = np.zeros((len(who), self.size), dtype=np.float32)
        for attribute, weight in self.attributes:
            lost += np.float32(weight) * _attribute_losses(attribute, other)
        lost *= sizes[:, np.newaxis]
        for (terms, worth), weight in self.texts:
            together = np.bincount(of, worth, minlength=total)[of[who]] - worth[who]
            held = _held(terms, who, of, total, them.sizes) @ terms.T
            lost -= np.float32(weight) * held.toarray() * (together[:, np.newaxis] + worth).astype(np.float32)
        return lost


def _within(sizes: Array) -> Array:
    """0, 1, 2, ... up to each size, one run after the other."""
    return np.arange(sizes.sum()) - np.repeat(offsets(sizes)[:-1], sizes)


def _terms(terms: Terms) -> tuple[sparse.csr_matrix, Array]:
    """Who of the pool has which of the terms that at least two have, and what one term is worth to each."""
    lengths = np.diff(terms.starts)
    _, place, having = np.unique(terms.codes, return_inverse=True, return_counts=True)
    several = having > 1
    column = np.cumsum(several) - 1
    person = np.repeat(np.arange(len(lengths)), lengths)
    inside = several[place]
    matrix = _matrix(person[inside], column[place[inside]], (len(lengths), int(several.sum())))
    return matrix, np.where(lengths > 0, 1 / np.maximum(lengths, 1), 0.0)


def _held(terms: sparse.csr_matrix, who: Array, of: Array, total: int, sizes: Array) -> sparse.csr_matrix:
    """The terms that all other members of one's group have."""
    here = np.zeros(total, dtype=bool)
    here[of[who]] = True
    person = np.repeat(np.arange(len(of)), np.diff(terms.indptr))
    inside = here[of[person]]
    width = max(terms.shape[1], 1)
    keys, place, having = np.unique(
        of[person[inside]] * width + terms.indices[inside], return_inverse=True, return_counts=True
    )
    group, term = keys // width, keys % width
    # The one who lacks a term that all others have: the sum of all members' numbers less that of those who have it.
    lacking = np.bincount(of, np.arange(len(of)), minlength=total)[group]
    lacking = np.rint(lacking - np.bincount(place, person[inside], minlength=len(keys))).astype(np.int64)
    row_of = np.full(len(of), MISSING)
    row_of[who] = np.arange(len(who))
    alone = (having == sizes[group] - 1) & (row_of[np.where(lacking < len(of), lacking, 0)] != MISSING)
    every = having == sizes[group]
    counts = np.bincount(group[every], minlength=total)
    starts = offsets(counts)
    common = term[every]
    lengths = counts[of[who]]
    rows = np.concatenate([np.repeat(np.arange(len(who)), lengths), row_of[lacking[alone]]])
    columns = np.concatenate([common[np.repeat(starts[of[who]], lengths) + _within(lengths)], term[alone]])
    return _matrix(rows, columns, (len(who), terms.shape[1]))


# --- losses of attributes ---------------------------------------------------------------------------------


def _attribute_losses(attribute: Attribute, other: _Others) -> Array:
    """What each group of others would lose of an attribute with each person of the pool in it."""
    first = other.starts[:-1]
    codes = attribute.codes if attribute.single else None
    low = codes if codes is not None else np.minimum.reduceat(attribute.codes, attribute.starts[:-1])
    high = codes if codes is not None else np.maximum.reduceat(attribute.codes, attribute.starts[:-1])
    if attribute.levels is not None:
        lost = _node_losses(attribute, other)
    elif attribute.kind in ("number", "date"):
        floor = np.where(low == MISSING, len(attribute.values) - 1, low)
        roof = np.where(high == MISSING, 0, high)
        least = np.minimum(np.minimum.reduceat(floor[other.list], first)[:, np.newaxis], floor)
        most = np.maximum(np.maximum.reduceat(roof[other.list], first)[:, np.newaxis], roof)
        lost = _span_losses(attribute, least, most)
    else:
        lost = _set_losses(attribute, other)
    missing = high == MISSING
    if missing.any():
        some = np.logical_or.reduceat(missing[other.list], first)[:, np.newaxis] | missing
        all_ = np.logical_and.reduceat(missing[other.list], first)[:, np.newaxis] & missing
        lost = np.where(all_, np.float32(0), np.where(some, np.float32(1), lost))
    return lost.astype(np.float32, copy=False)


def _span_losses(attribute: Attribute, least: Array, most: Array) -> Array:
    values = attribute.values
    if attribute.kind == "number":
        place = range_loss(values[:1], values, float(values[0]), float(values[-1])).astype(np.float32)
        return place[most] - place[least]
    return _sizes_lost(Calendar.of(values).below(least, most), len(values))


def _set_losses(attribute: Attribute, other: _Others) -> Array:
    pool, domain = len(attribute.starts) - 1, len(attribute.values)
    known = attribute.codes != MISSING
    person = np.repeat(np.arange(pool), np.diff(attribute.starts))[known]
    mine = _matrix(person, attribute.codes[known], (pool, domain))
    row = np.repeat(np.arange(len(other.starts) - 1), np.diff(other.starts))
    union = _matrix(row, other.list, (len(other.starts) - 1, pool)) @ mine
    union.data[:] = 1
    theirs = np.diff(union.indptr)[:, np.newaxis]
    if attribute.single and domain <= pool:
        return _sizes_lost(theirs + 1 - union.toarray(), domain)[:, attribute.codes]  # by value, then by person
    inside = union.toarray() @ mine.toarray().T if domain <= _DENSE else (union @ mine.T).toarray()
    return _sizes_lost(theirs + np.diff(mine.indptr) - inside, domain)


def _matrix(rows: Array, columns: Array, shape: tuple[int, int]) -> sparse.csr_matrix:
    return sparse.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=shape)


def _sizes_lost(sizes: Array, domain: int) -> Array:
    """`set_loss` of a whole matrix of sizes; looked up, as there are few sizes and many places."""
    return set_loss(np.arange(domain + 2), domain).astype(np.float32)[sizes.astype(np.intp)]


def _node_losses(attribute: Attribute, other: _Others) -> Array:
    levels = attribute.levels
    assert levels is not None
    first, own = other.starts[:-1], attribute.starts[:-1]
    cost = set_loss(levels.leaves, len(attribute.values))
    lost = np.ones((len(first), len(own)))
    for level in range(levels.nodes.shape[1] - 1, -1, -1):
        each = levels.nodes[attribute.codes, level]
        low, high = np.minimum.reduceat(each, own), np.maximum.reduceat(each, own)
        least = np.minimum(np.minimum.reduceat(low[other.list], first)[:, np.newaxis], low)
        most = np.maximum(np.maximum.reduceat(high[other.list], first)[:, np.newaxis], high)
        lost = np.where(least == most, cost[most], lost)
    return lost
