"""What a release loses and what it risks: the equations for tables, as pure functions of arrays.

    RX      rx-anon: a novel approach on the de-identification of heterogeneous data based on a modified Mondrian
    LDIV    l-diversity: privacy beyond k-anonymity
    TCLOSE  t-closeness: privacy beyond k-anonymity and l-diversity
    RISK    a methodology for the de-identification of personal health data (prosecutor, journalist, marketer)

Every function takes numbers or arrays that fit together and works on all of them at once. A loss is between 0, as
precise as the original, and 1, nothing left. RX calls it NCP, the normalised certainty penalty.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Numbers = npt.ArrayLike


# --- loss -------------------------------------------------------------------------------------------------


def range_loss(low: Numbers, high: Numbers, least: float, most: float, *, reference: bool = False) -> Array:
    """NCP_num = (z - y) / (max - min): a range of numbers against that of the whole table. RX section 5.3.

    With `reference`, as RX's program counts: (z - y + 1) / (max - min + 1), and 0 for a single number.

    >>> range_loss([24, 29, 30], [36, 37, 30], 24, 37).round(4).tolist()
    [0.9231, 0.6154, 0.0]
    >>> range_loss([24, 30], [36, 30], 24, 37, reference=True).round(4).tolist()
    [0.9286, 0.0]
    """
    y, z = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    if reference:
        return np.where(z > y, (z - y + 1) / (most - least + 1), 0.0)
    whole = most / 2 - least / 2  # halves: the range of the largest numbers is no number any more
    return np.asarray((z / 2 - y / 2) / (whole if whole > 0 else 1.0))


def set_loss(values: Numbers, domain: float) -> Array:
    """NCP_cat = 0 if |u| = 1, else |u| / |A|: the values that a cell may stand for. RX section 5.3.

    |A| is the number of distinct values in the table. For a date or a node of a hierarchy, u is all values of the
    table that lie below it: 6 of 7 days in "2004".

    >>> set_loss([1, 2, 5], 5).tolist()
    [0.0, 0.4, 1.0]
    """
    size = np.asarray(values, dtype=float)
    return np.where(size > 1, size / max(domain, 1), 0.0)


def text_loss(suppressed: Numbers, terms: Numbers) -> Array:
    """NCP_X(r) = suppressed terms of r / terms of r. RX section 5.3.

    RX leaves open what someone without terms loses. It is `nan` here: they are left out of every mean, as RX's
    program does.

    >>> text_loss([2, 0, 0], [3, 1, 0]).round(4).tolist()
    [0.6667, 0.0, nan]
    """
    lost, whole = np.asarray(suppressed, dtype=float), np.asarray(terms, dtype=float)
    return np.where(whole > 0, lost / np.where(whole > 0, whole, 1), np.nan)


def total_loss(columns: float, text: float, *, w_columns: float = 1.0, w_text: float = 1.0) -> float:
    """NCP = (w_A NCP_A + w_X NCP_X) / (w_A + w_X): both sides of a release as one number. RX section 5.3.

    What does not exist (`nan`: a table without text, or without columns) has no weight.

    >>> total_loss(0.25, 0.75), total_loss(0.25, 0.75, w_columns=3), total_loss(0.25, float("nan"))
    (0.5, 0.375, 0.25)
    """
    sides = [(w, value) for w, value in ((w_columns, columns), (w_text, text)) if not np.isnan(value)]
    weight = sum(w for w, _ in sides)
    return sum(w * value for w, value in sides) / weight if weight > 0 else 0.0


# --- diversity and closeness of sensitive values ----------------------------------------------------------


def entropy(counts: Numbers) -> Array:
    """-sum p log2 p over the last axis, in bits: entropy l-diversity asks for at least log2 l. LDIV definition 4.1.

    >>> entropy([[1, 1, 1, 1], [4, 0, 0, 0]]).tolist()
    [2.0, 0.0]
    """
    parts = _shares(counts)
    return np.asarray(-np.sum(parts * np.log2(np.where(parts > 0, parts, 1)), axis=-1)) + 0.0


def equal_distance(counts: Numbers, whole: Numbers) -> Array:
    """The earth mover's distance where all values are equally far apart: half of sum |p - q|. TCLOSE section 4.3.

    >>> equal_distance([[2, 0], [1, 1]], [3, 3]).tolist()
    [0.5, 0.0]
    """
    return np.asarray(np.abs(_shares(counts) - _shares(whole)).sum(axis=-1) / 2)


def ordered_distance(counts: Numbers, whole: Numbers) -> Array:
    """The earth mover's distance between distributions over values in order, neighbours 1 / (m - 1) apart.

    TCLOSE section 4.3: salaries 3k, 4k and 5k of 3k to 11k are 0.375 away from all nine, 6k, 8k and 11k 0.167.

    >>> ordered_distance([[1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 1, 0, 0, 1]], [1] * 9).round(3).tolist()
    [0.375, 0.167]
    """
    moved = np.cumsum(_shares(counts) - _shares(whole), axis=-1)
    return np.asarray(np.abs(moved).sum(axis=-1) / max(moved.shape[-1] - 1, 1))


def _shares(counts: Numbers) -> Array:
    number = np.asarray(counts, dtype=float)
    whole = number.sum(axis=-1, keepdims=True)
    return np.asarray(number / np.where(whole > 0, whole, 1))


# --- risk -------------------------------------------------------------------------------------------------


def prosecutor_risk(sizes: Numbers) -> float:
    """The largest chance to be picked out by one who knows that the person is in the table: 1 / smallest group. RISK.

    >>> prosecutor_risk([5, 8, 20])
    0.2
    """
    return 1 / float(np.min(np.asarray(sizes)))


def journalist_risk(population: Numbers) -> float:
    """The largest chance to be picked out by one who does not know who is in the table. RISK.

    `population` is how many people of the population look like each group (k-map asks for at least k).

    >>> journalist_risk([50, 10, 400])
    0.1
    """
    return 1 / float(np.min(np.asarray(population)))


def marketer_risk(sizes: Numbers, population: Numbers) -> float:
    """The share of people who are found on average by one who links the whole table. RISK.

    Sum of f / F over the number of people; where the table is the population, groups over people.

    >>> marketer_risk([5, 5], [5, 5]), marketer_risk([5, 5], [50, 10])
    (0.2, 0.06)
    """
    inside, outside = np.asarray(sizes, dtype=float), np.asarray(population, dtype=float)
    return float(np.sum(inside / outside) / np.sum(inside))
