"""l-diversity and t-closeness: how little a group tells of the sensitive values of its members.

Besides k it can be claimed that every group has at least l distinct values (`distinct`), or an entropy of at least
log2 l (`entropy`), or a distribution at most t away from the whole table's (`closeness`: earth mover's distance, with
numbers, days and ordinal values in order, and all other values equally far apart). What is missing counts as a value of
its own; of someone with several values each counts in full.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.risk.loss import entropy, equal_distance, ordered_distance
from sfumato.tables.claims import Claim
from sfumato.tables.view import Attribute, Groups, People

_EQUAL = 1e-9  # sums of the same shares in another order may differ by so much
_CELLS = 1 << 24  # a table of groups by values is worked on in pieces of so many numbers


@dataclass(frozen=True)
class Diversity:
    """What the groups attain for one sensitive column: the fewest values, the least 2^entropy, the largest distance."""

    distinct: int
    entropy: float
    closeness: float


def diversity(attribute: Attribute, groups: Groups) -> Diversity:
    """What all groups attain for a sensitive column."""
    values, bits, distance = _attained(attribute, groups.of, groups.total)
    return Diversity(int(values.min()), float(2 ** bits.min()), float(distance.max()))


def satisfied(people: People, claim: Claim, of: Array, total: int, rows: Array | None = None) -> Array:
    """Which of `total` groups satisfy a claim; `of[i]` is the group of person `rows[i]`, or i without `rows`."""
    good = np.ones(total, dtype=bool)
    if not claim.about_sensitive:
        return good
    for attribute in people.sensitive:
        values, bits, distance = _attained(attribute, of, total, rows)
        good &= values >= claim.distinct
        good &= bits >= np.log2(max(claim.entropy, 1.0)) - _EQUAL
        good &= distance <= claim.t + _EQUAL
    return good


def require(people: People, claim: Claim) -> None:
    """Raises `InputError` if not even the whole table as one group satisfies the claim: then no partitioning can."""
    if claim.about_sensitive and not people.sensitive:
        raise InputError("l-diversity and t-closeness need a sensitive column, and none is given")
    everyone = Groups(np.zeros(people.total, dtype=np.int64), 1)
    for attribute in people.sensitive:
        whole = diversity(attribute, everyone)
        if whole.distinct < claim.distinct:
            asked = f"{claim.distinct} distinct values in each group, and the whole table has {whole.distinct}"
        elif whole.entropy < claim.entropy - _EQUAL:
            asked = f"an entropy of log2 {claim.entropy:g} in each group, and the whole table has {whole.entropy:.3g}"
        else:
            continue
        raise InputError(f"column {attribute.name}: the claim asks for {asked}; ask for less")


def _attained(attribute: Attribute, of: Array, total: int, rows: Array | None = None) -> tuple[Array, Array, Array]:
    """For each group its number of values, entropy in bits and distance from the whole table.

    Every value of a person counts; but a group in which everyone has the same value has no diversity.
    """
    width = len(attribute.values) + 1  # what is missing, code -1, is the last
    whole = np.bincount(attribute.codes % width, minlength=width)
    people = np.arange(len(of)) if rows is None else rows
    lengths = attribute.starts[people + 1] - attribute.starts[people]
    if attribute.single:
        owner, code = of, attribute.codes[people] % width
    else:
        owner = np.repeat(of, lengths)
        ends = np.cumsum(lengths)
        at = np.repeat(attribute.starts[people] - (ends - lengths), lengths) + np.arange(len(owner))
        code = attribute.codes[at] % width
    if attribute.kind in ("number", "date", "ordinal"):
        order = np.flatnonzero(whole)  # values that nobody has would stretch the distances; missing comes last
        distance = ordered_distance
    else:
        order, distance = np.arange(width), equal_distance
    place = np.zeros(width, dtype=np.int64)
    place[order] = np.arange(len(order))
    known = order != width - 1  # a value that is missing is none
    several = not attribute.single
    table, code, width = whole[order], place[code], len(order)
    found: list[tuple[Array, Array, Array]] = []
    step = max(_CELLS // width, 1)
    by_group = np.argsort(owner, kind="stable") if total > step else None
    for start in range(0, total, step):
        size = min(step, total - start)
        if by_group is None:
            at_group, at_code = owner, code
        else:
            a, b = np.searchsorted(owner, [start, start + size], sorter=by_group)
            at_group, at_code = owner[by_group[a:b]] - start, code[by_group[a:b]]
        counts = np.bincount(at_group * width + at_code, minlength=size * width).reshape(size, width)
        members = np.bincount(of, minlength=total)[start : start + size]
        told = ((counts == members[:, np.newaxis]) & (members[:, np.newaxis] > 1)).any(axis=1) if several else None
        said = np.count_nonzero(counts[:, known], axis=1)
        bits_here = entropy(counts)
        if told is not None:  # what everyone in a group has is known, whatever else some of them have
            said, bits_here = np.where(told, np.minimum(said, 1), said), np.where(told, 0.0, bits_here)
        found.append((said, bits_here, distance(counts, table)))
    values, bits, away = zip(*found, strict=True)
    return np.concatenate(values), np.concatenate(bits), np.concatenate(away)
