"""Intervals of what is measured on a sample, by the bootstrap.

    Efron and Tibshirani: An Introduction to the Bootstrap (1993), chapter 13: the percentile interval.

The seed is fixed, so that the same data give the same figures. What is drawn again and again, with replacement, are
the units that were sampled: documents, people, pairs. A measure of documents is never resampled by its words: words of
one document go together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from sfumato.io.arrays import Array

Values = Array | Sequence[float] | Sequence[bool] | Sequence[int]

RESAMPLES = 10_000
SEED = 0
CONFIDENCE = 0.95
SMALL = 30
"""Fewer units than this are a small sample, and that is to be said."""

_CELLS = 1 << 22  # of the units drawn at once at most


@dataclass(frozen=True, slots=True)
class Interval:
    """A measured value and the interval of it, from `n` units."""

    value: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


class Statistic(Protocol):
    """A figure of a sample, such as its mean, for many samples at once."""

    def __call__(self, values: Array, /, *, axis: int) -> Any:
        """The statistic of the values along an axis, as `numpy.mean` and `numpy.median` give it."""


def bootstrap(
    values: Values,
    statistic: Statistic = np.mean,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    *,
    confidence: float = CONFIDENCE,
) -> Interval:
    """A statistic of the values of units, and its interval over resamples of the units.

    >>> print(bootstrap([1.0, 2.0, 3.0, 4.0]))
    2.500 (1.500 to 3.500)
    >>> print(bootstrap([5, 5, 5], np.median))
    5.000 (5.000 to 5.000)
    """
    given = _units(values)
    drawn = [np.asarray(statistic(given[units], axis=-1)) for units in draws(len(given), resamples, seed)]
    return interval(float(statistic(given, axis=-1)), np.concatenate(drawn), len(given), confidence=confidence)


def paired(
    ours: Values,
    theirs: Values,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    *,
    confidence: float = CONFIDENCE,
) -> Interval:
    """The mean difference of pairs, ours less theirs, and its interval over resamples of the pairs.

    >>> print(paired([1.0, 1.0, 1.0], [0.5, 0.5, 0.5]))
    0.500 (0.500 to 0.500)
    """
    first, second = _units(ours), _units(theirs)
    if first.shape != second.shape:
        raise ValueError("pairs must be of as many values on both sides")
    return bootstrap(first - second, resamples=resamples, seed=seed, confidence=confidence)


def of_sums(
    counts: Array | Sequence[Sequence[float]],
    measure: Callable[[Array], Array],
    resamples: int = RESAMPLES,
    seed: int = SEED,
    *,
    confidence: float = CONFIDENCE,
) -> Interval:
    """A measure of the sums of counts, such as a share of all, and its interval over resamples of the rows.

    Each row has the counts of a unit. The measure takes an array whose last axis is that of the columns.

    >>> print(of_sums([[1, 2], [1, 2], [1, 2]], lambda sums: sums[..., 0] / sums[..., 1]))
    0.500 (0.500 to 0.500)
    """
    table = np.asarray(counts, dtype=float)
    value = float(measure(table.sum(axis=0)))
    drawn = measure(resampled_sums(table, resamples, seed))
    return interval(value, drawn, len(table), confidence=confidence)


def resampled_sums(counts: Array | Sequence[Sequence[float]], resamples: int = RESAMPLES, seed: int = SEED) -> Array:
    """The sums of the columns in each resample of the rows: one row for each resample.

    Measures of the same units are taken from the same resamples, all at once.

    >>> resampled_sums([[1.0, 2.0]], resamples=2).tolist()
    [[1.0, 2.0], [1.0, 2.0]]
    """
    table = np.asarray(counts, dtype=float)
    if table.ndim != 2 or not len(table):
        raise ValueError("counts must be a table with a row for each unit")
    if np.isnan(table).any():
        raise ValueError("a count must be a number")
    n = len(table)
    sums = []
    for units in draws(n, resamples, seed):
        times = np.bincount((units + np.arange(len(units))[:, None] * n).ravel(), minlength=units.size)
        sums.append(times.reshape(len(units), n) @ table)
    return np.concatenate(sums)


def interval(value: float, drawn: Array, n: int, *, confidence: float = CONFIDENCE) -> Interval:
    """The value with the interval that the middle share of the resampled values spans.

    Resamples in which the measure has no value (NaN) are left out; where all are, the interval is the value.

    >>> print(interval(0.5, np.array([0.4, 0.5, np.nan, 0.6]), 3, confidence=0.5))
    0.500 (0.450 to 0.550)
    """
    if not 0 < confidence < 1:
        raise ValueError("confidence must be between 0 and 1")
    sound = drawn[~np.isnan(drawn)]
    if not len(sound):
        return Interval(value, value, value, n)
    low, high = np.quantile(sound, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(value, float(low), float(high), n)


def draws(n: int, resamples: int = RESAMPLES, seed: int = SEED) -> Iterator[Array]:
    """Units drawn with replacement: arrays of as many rows as fit into memory, `resamples` of them in all.

    >>> np.concatenate(list(draws(3, 4))).shape
    (4, 3)
    """
    if n < 1:
        raise ValueError("there must be at least one value")
    if resamples < 1:
        raise ValueError("there must be at least one resample")
    generator = np.random.default_rng(seed)
    rows = max(_CELLS // n, 1)
    for start in range(0, resamples, rows):
        yield generator.integers(n, size=(min(rows, resamples - start), n))


def small(n: int, unit: str = "documents") -> str:
    """A warning about a small sample; empty for others.

    >>> small(13), small(1, "people"), small(113)
    ('13 documents are few: take the intervals as rough', 'people: one alone has no interval', '')
    """
    if n >= SMALL:
        return ""
    return f"{n} {unit} are few: take the intervals as rough" if n > 1 else f"{unit}: one alone has no interval"


def _units(values: Values) -> Array:
    array = np.asarray(values, dtype=float)
    if array.ndim != 1 or not len(array):
        raise ValueError("there must be at least one value, and a list of them")
    if np.isnan(array).any():
        raise ValueError("a value must be a number")
    return array


def bounded(found: Interval, values: Array) -> Interval:
    """The exact interval of a share where all values are 0 or all are 1 (Clopper and Pearson, 1934).

    None of 20 may still be 17 %. Other intervals stay as they are.

    >>> found = bounded(Interval(0.0, 0.0, 0.0, 20), np.zeros(20))
    >>> round(found.high, 3)
    0.168
    """
    least = ((1 - CONFIDENCE) / 2) ** (1 / found.n)
    if np.all(values == 0):
        return Interval(found.value, 0.0, 1 - least, found.n)
    if np.all(values == 1):
        return Interval(found.value, least, 1.0, found.n)
    return found
