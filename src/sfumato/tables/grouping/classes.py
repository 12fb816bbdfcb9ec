"""Sorts people by group: all that looks at whole groups starts from here."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sfumato.io.arrays import Array, gather, offsets
from sfumato.tables.view import Attribute, Groups, People

_DIGIT = 16  # numpy sorts sixteen bits by counting, ten times as fast as more of them by comparing


def order_by(keys: Array, bound: int) -> Array:
    """The stable order of whole numbers from 0 to below `bound`: sixteen bits after sixteen bits, lowest first.

    >>> order_by(np.array([70000, 3, 70000, 1]), 70001).tolist()
    [3, 1, 0, 2]
    """
    order = np.argsort((keys & 0xFFFF).astype(np.uint16), kind="stable")
    shift = _DIGIT
    while bound > 1 << shift:
        digit = ((keys[order] >> shift) & 0xFFFF).astype(np.uint16)
        order = order[np.argsort(digit, kind="stable")]
        shift += _DIGIT
    return order


@dataclass(frozen=True, eq=False)
class Members:
    """Who is in each group: group g has `order[starts[g]:starts[g + 1]]`, in the order of the table."""

    order: Array
    starts: Array

    @property
    def sizes(self) -> Array:
        return np.diff(self.starts)


def members(groups: Groups) -> Members:
    """The people of every group, all groups in one array.

    >>> them = members(Groups(np.array([0, 1, 0, 1, 1]), 2))
    >>> them.order.tolist(), them.starts.tolist()
    ([0, 2, 1, 3, 4], [0, 2, 5])
    """
    return Members(order_by(groups.of, groups.total), offsets(groups.sizes))


def numbered(of: Array, splits: dict[str, int] | None = None) -> Groups:
    """Groups from the number of each person's group, numbered anew from 0 in order of first appearance.

    >>> numbered(np.array([7, 2, 7, 0])).of.tolist()
    [0, 1, 0, 2]
    """
    highest = int(of.max(initial=-1)) + 1
    first = np.full(highest, len(of), dtype=np.int64)
    first[of[::-1]] = np.arange(len(of) - 1, -1, -1)  # backwards, so that the first in the table is written last
    used = np.flatnonzero(first < len(of))
    used = used[np.argsort(first[used])]
    number = np.zeros(highest, dtype=np.int64)
    number[used] = np.arange(len(used))
    return Groups(number[of], len(used), splits or {})


def taken(people: People, rows: Array) -> People:
    """Only the people `rows`, in that order; values and terms keep their numbers.

    >>> taken(People(3, [Attribute.of("age", "number", [[7], [8, 9], []])]), np.array([2, 1])).attributes[0].codes
    array([-1,  1,  2])
    """
    return People(
        len(rows),
        tuple(_of_rows(attribute, rows) for attribute in people.attributes),
        tuple(
            replace(terms, starts=_starts(terms.starts, rows), codes=gather(terms.starts, terms.codes, rows))
            for terms in people.texts
        ),
        tuple(_of_rows(attribute, rows) for attribute in people.sensitive),
    )


def _of_rows(attribute: Attribute, rows: Array) -> Attribute:
    if attribute.single:
        return replace(attribute, starts=np.arange(len(rows) + 1), codes=attribute.codes[rows])
    codes = gather(attribute.starts, attribute.codes, rows)
    return replace(attribute, starts=_starts(attribute.starts, rows), codes=codes)


def _starts(starts: Array, rows: Array) -> Array:
    return offsets(starts[rows + 1] - starts[rows])
