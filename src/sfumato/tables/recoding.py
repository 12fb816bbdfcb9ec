"""Local recoding (RX section 4.2): what a whole group releases in place of its members' values.

| values of the group | released |
|---|---|
| all the same | that value |
| numbers | `[24-36]`, ends as they are (`whole=True`: floor and ceiling, as RX's program does) |
| days | the day, else the month `2004-05`, else the year `2004`, else `[2004-2005]` |
| nominal, ordinal | `(Aries,Leo)`: alphabetical without regard to case, or in the user's order |
| with a hierarchy | the label of the lowest node that holds all of them |
| some missing | `*` |
| all missing | nothing |
| terms of a text | what everyone in the group has (`kept`), else a more general term of all (`shared`), else none |
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.io.arrays import Array, offsets
from sfumato.tables.grouping.classes import members
from sfumato.tables.spans import WORD, common_nodes, ends, group_masks, value_sets
from sfumato.tables.view import MISSING, Attribute, Groups, Terms

SUPPRESSED = "*"
_PRECISE = 1e15  # whole numbers up to here are written as such


@dataclass(frozen=True, eq=False)
class Recoded:
    """What each group releases of one attribute: group g has `labels[codes[g]]`."""

    name: str
    labels: Sequence[str]
    codes: Array

    def of(self, groups: Groups) -> list[str]:
        """The released cell of each person, given the groups."""
        return np.array([*self.labels, ""], dtype=object)[self.codes[groups.of]].tolist()


def recode(attribute: Attribute, groups: Groups, *, whole: bool = False) -> Recoded:
    """What each group releases of `attribute`."""
    them = members(groups)
    span = ends(attribute, them)
    if attribute.levels is not None:
        keys = common_nodes(attribute, them)
    elif attribute.kind in ("number", "date"):
        keys = span.low * len(attribute.values) + span.high
    elif len(attribute.values) <= WORD:
        keys = group_masks(attribute, them)
    else:
        keys = np.arange(groups.total)
    settled = np.where(span.mixed, 1, np.where(span.high == MISSING, 0, 2))
    keys = np.where(settled == 2, keys, 0)
    first, codes = _distinct(keys, settled)
    labels = _labels(attribute, groups, keys[first], whole, first)
    plain = [("", SUPPRESSED, label)[kind] for kind, label in zip(settled[first].tolist(), labels, strict=True)]
    return Recoded(attribute.name, plain, codes)


def _distinct(keys: Array, settled: Array) -> tuple[Array, Array]:
    """Groups that release the same cell, found by their keys: the first group of each cell, and each group's cell."""
    order = np.lexsort((keys, settled))
    new = np.ones(len(order), dtype=bool)
    new[1:] = np.diff(settled[order]).astype(bool) | (keys[order][1:] != keys[order][:-1])
    codes = np.empty(len(order), dtype=np.int64)
    codes[order] = np.cumsum(new) - 1
    return order[new], codes


def _labels(attribute: Attribute, groups: Groups, keys: Array, whole: bool, first: Array) -> list[str]:
    width = len(attribute.values)
    if width == 0:
        return [""] * len(keys)
    if attribute.levels is not None:
        return [attribute.levels.labels[node] for node in keys.tolist()]
    if attribute.kind == "number":
        return _ranges(attribute.values, keys // width, keys % width, whole)
    if attribute.kind == "date":
        return _dates(attribute.values[keys // width], attribute.values[keys % width])
    if width <= WORD:
        bits = (keys[:, np.newaxis] >> np.arange(width, dtype=np.uint64)) & np.uint64(1)
        row, code = np.nonzero(bits)
        return _sets(attribute, row, code, len(keys))
    group, code = value_sets(attribute, groups.of, groups.total)
    place = np.full(groups.total, MISSING)
    place[first] = np.arange(len(first))
    return _sets(attribute, place[group], code, len(first))


def _sets(attribute: Attribute, row: Array, code: Array, rows: int) -> list[str]:
    names = [str(value) for value in attribute.values.tolist()]
    rank = np.arange(len(names))
    if attribute.kind == "nominal":
        rank[sorted(range(len(names)), key=lambda at: (names[at].casefold(), names[at]))] = np.arange(len(names))
    order = np.lexsort((rank[code], row))
    starts = np.searchsorted(row[order], np.arange(rows + 1))
    ordered = [names[at] for at in code[order].tolist()]
    runs = (ordered[a:b] for a, b in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True))
    return [run[0] if len(run) == 1 else f"({','.join(run)})" for run in runs]


def _ranges(values: Array, low: Array, high: Array, whole: bool) -> list[str]:
    texts = [number_text(value) for value in values.tolist()]
    floors = [number_text(math.floor(value)) for value in values.tolist()] if whole else texts
    roofs = [number_text(math.ceil(value)) for value in values.tolist()] if whole else texts
    # Next to a minus sign a hyphen could not be told apart, so that "to" stands in its place.
    dashes = ["-" if value >= 0 else " to " for value in values.tolist()]
    return [
        texts[y] if y == z else f"[{floors[y]}{dashes[y]}{roofs[z]}]"
        for y, z in zip(low.tolist(), high.tolist(), strict=True)
    ]


def number_text(value: float) -> str:
    """A number as a person writes it: 24, not 24.0; otherwise all of its digits.

    >>> number_text(24.0), number_text(0.1), number_text(-3.5)
    ('24', '0.1', '-3.5')
    """
    return str(int(value)) if value == int(value) and abs(value) < _PRECISE else repr(float(value))


def _dates(low: Array, high: Array) -> list[str]:
    labels = [f"[{a}-{b}]" for a, b in zip(low.astype("M8[Y]"), high.astype("M8[Y]"), strict=True)]
    for unit in ("Y", "M", "D"):
        same = np.flatnonzero(low.astype(f"M8[{unit}]") == high.astype(f"M8[{unit}]"))
        for at, label in zip(same.tolist(), np.datetime_as_string(low[same], unit=unit).tolist(), strict=True):
            labels[at] = label
    return labels


# --- terms of texts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Kept:
    """The terms that each group keeps: `codes[starts[g]:starts[g + 1]]`, ascending."""

    starts: Array
    codes: Array

    def of(self, group: int) -> Array:
        return self.codes[self.starts[group] : self.starts[group + 1]]


def kept(groups: Groups, terms: Terms) -> Kept:
    """The terms that everyone in a group has."""
    width = max(len(terms.labels), 1)
    # Only a term of the member with the fewest terms can be one that all have: the others' are counted among those.
    counts = np.diff(terms.starts)
    order = np.lexsort((counts, groups.of))
    fewest = order[np.flatnonzero(np.diff(groups.of[order], prepend=-1))]
    lengths = counts[fewest]
    at = np.repeat(terms.starts[fewest] - offsets(lengths)[:-1], lengths) + np.arange(lengths.sum())
    wanted = np.repeat(np.arange(groups.total), lengths) * width + terms.codes[at]
    have = np.zeros(len(wanted) + 1, dtype=np.int64)
    for start in range(0, len(terms.codes), 1 << 22):  # in pieces: the keys of all at once are the largest array here
        piece = terms.codes[start : start + (1 << 22)]
        person = np.searchsorted(terms.starts, np.arange(start, start + len(piece)), "right") - 1
        keys = groups.of[person] * width + piece
        place = np.searchsorted(wanted, keys)
        place[place == len(wanted)] = 0
        found = wanted[place] == keys if len(wanted) else np.zeros(len(keys), dtype=bool)
        have += np.bincount(place[found], minlength=len(have))
    group = wanted // width
    common = have[:-1] == groups.sizes[group]
    return Kept(offsets(np.bincount(group[common], minlength=groups.total)), wanted[common] % width)


def shared(groups: Groups, terms: Terms, ancestors: Mapping[int, Sequence[str]]) -> list[dict[int, str]]:
    """For each group, which label each of its suppressed terms may be replaced by so that all members release the same.

    `ancestors[j]` are the labels above term j, the most specific first; a term is also a label of itself. A term
    becomes the most specific label that fits a suppressed term of everyone in the group. A label that not everyone ends
    up with (because all terms of someone got a more specific one) is taken back. Terms without a label stay suppressed
    and are not in the result.
    """
    keeps = kept(groups, terms)
    them = members(groups)
    chains = {code: (terms.labels[code], *ancestors[code]) for code in ancestors}
    result = []
    for group in range(groups.total):
        common = set(keeps.of(group).tolist())
        people = [
            [code for code in terms.codes[terms.starts[who] : terms.starts[who + 1]].tolist() if code not in common]
            for who in them.order[them.starts[group] : them.starts[group + 1]].tolist()
        ]
        released = {terms.labels[code] for code in common}
        result.append(_shared(people, chains, released))
    return result


def _shared(people: list[list[int]], chains: Mapping[int, Sequence[str]], released: set[str]) -> dict[int, str]:
    sayable = [{label for code in codes for label in chains.get(code, ())} for codes in people]
    usable = set.intersection(*sayable) - released if sayable else set()
    while usable:
        becomes = {}
        for codes in people:
            for code in codes:
                label = next((label for label in chains.get(code, ()) if label in usable), None)
                if label is not None:
                    becomes[code] = label
        said = [{becomes[code] for code in codes if code in becomes} for codes in people]
        everyone = set.intersection(*said)
        if set.union(*said) == everyone:
            return becomes
        usable = everyone
    return {}
