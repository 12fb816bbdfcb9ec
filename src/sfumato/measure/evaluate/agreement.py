"""How far people who labelled the same texts agree, beyond what chance alone would give.

    COHEN    J. Cohen: A coefficient of agreement for nominal scales (1960)
    FLEISS   J. L. Fleiss: Measuring nominal scale agreement among many raters (1971)
    KRIPP    K. Krippendorff: Computing Krippendorff's alpha-reliability (2011), nominal data
    HRIPCSAK G. Hripcsak, A. S. Rothschild: Agreement, the F-measure, and reliability in information retrieval (2005)

Each equation is a pure function of counts; the last two axes (or the last one) are those of the categories, so that
many tables can be given at once. Where all fall into one category chance explains everything, and the value is NaN.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from sfumato.io.arrays import Array
from sfumato.measure.evaluate.labels import Labelled, marks, words
from sfumato.measure.statistics import Interval, interval, resampled_sums

# --- equations --------------------------------------------------------------------------------------------


def cohen_kappa(table: Array | Sequence[Sequence[float]]) -> Array:
    """(p_o - p_e) / (1 - p_e) of two raters: rows what the first said, columns what the second said. COHEN eq. 1.

    >>> round(float(cohen_kappa([[20, 5], [10, 15]])), 3)
    0.4
    """
    counts = np.asarray(table, dtype=float)
    whole = counts.sum(axis=(-2, -1))
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = np.trace(counts, axis1=-2, axis2=-1) / whole
        expected = (counts.sum(axis=-1) * counts.sum(axis=-2)).sum(axis=-1) / whole**2
        return np.asarray((observed - expected) / np.where(expected < 1, 1 - expected, np.nan))


def fleiss_kappa(ratings: Array | Sequence[Sequence[float]]) -> float:
    """Agreement of n raters on each item: a row for each item, how many chose each category. FLEISS eq. 7.

    >>> round(fleiss_kappa([[3, 0], [2, 1], [0, 3], [3, 0]]), 3)
    0.625
    """
    counts = np.asarray(ratings, dtype=float)
    raters = counts.sum(axis=1) if counts.ndim == 2 else np.zeros(0)
    if not len(raters) or raters[0] < 2 or np.any(raters != raters[0]):
        raise ValueError("each item must have as many raters as every other, at least two")
    n = raters[0]
    observed = float(((counts**2).sum(axis=1) - n).mean() / (n * (n - 1)))
    expected = float(((counts.sum(axis=0) / counts.sum()) ** 2).sum())
    return (observed - expected) / (1 - expected) if expected < 1 else float("nan")


def coincidences(ratings: Array | Sequence[Sequence[float]]) -> Array:
    """The coincidence matrix of items, each with how many raters chose each category. KRIPP step 2.

    An item that fewer than two raters judged says nothing of agreement.

    >>> coincidences([[2, 0], [1, 1], [1, 0]]).tolist()
    [[2.0, 1.0], [1.0, 0.0]]
    """
    counts = np.asarray(ratings, dtype=float)
    raters = counts.sum(axis=1)
    counts, raters = counts[raters > 1], raters[raters > 1]
    share = counts / (raters - 1)[:, None]
    found: Array = share.T @ counts
    found[np.diag_indices(counts.shape[1])] -= share.sum(axis=0)
    return found


def krippendorff_alpha(table: Array | Sequence[Sequence[float]]) -> Array:
    """1 - D_o / D_e of a coincidence matrix, whoever judged what. KRIPP step 3, nominal data.

    >>> round(float(krippendorff_alpha([[10, 2], [2, 6]])), 3)
    0.604
    """
    counts = np.asarray(table, dtype=float)
    values = counts.sum(axis=-1)
    whole = values.sum(axis=-1)
    observed = whole - np.trace(counts, axis1=-2, axis2=-1)
    expected = whole**2 - (values**2).sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(1 - (whole - 1) * observed / np.where(expected > 0, expected, np.nan))


def span_f(same: Array | float, one: Array | float, other: Array | float) -> Array:
    """2 |A and B| / (|A| + |B|) of the spans of two raters: kappa where there are no true negatives. HRIPCSAK.

    >>> float(span_f(3, 4, 6))
    0.6
    """
    whole = np.asarray(one, dtype=float) + np.asarray(other, dtype=float)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(2 * np.asarray(same, dtype=float) / np.where(whole > 0, whole, np.nan))


# --- labelled documents -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far labellers agree on which words must be hidden, and on where spans begin and end.

    `fleiss` is over terms with votes; the other three need labels by name. None where there is nothing to
    compare, or only one category.
    """

    annotators: int
    documents: int
    cohen: Interval | None = None
    """The mean over pairs of people, over the words that both saw."""
    krippendorff: Interval | None = None
    span_f: Interval | None = None
    fleiss: Interval | None = None


def agreement(documents: Sequence[Labelled]) -> Agreement | None:
    """How far the labellers agree, with intervals over documents; None where no document has two of them."""
    votes = [document for document in documents if document.voters > 1 and document.voted]
    if votes:
        return Agreement(max(document.voters for document in votes), len(votes), fleiss=_of_votes(votes))
    several = [document for document in documents if len(document.annotators) > 1]
    if not several:
        return None
    people = sorted({name for document in several for name in document.annotators})
    pairs = {pair: at for at, pair in enumerate(_pairs(several))}
    tables = np.zeros((len(several), len(pairs), 4))
    together = np.zeros((len(several), 4))
    spans = np.zeros((len(several), 3))
    for row, document in enumerate(several):
        said = {name: _said(document, name) for name in document.annotators}
        positive = sum(said.values())
        together[row] = coincidences(np.stack([len(said) - positive, positive], axis=1)).ravel()
        own: dict[str, set[tuple[int, int]]] = defaultdict(set)
        for label in document.labels:
            if label.hide:
                own[label.annotator].add((label.start, label.end))
        for one, other in combinations(sorted(said), 2):
            both = np.bincount(2 * said[one] + said[other], minlength=4)
            tables[row, pairs[one, other]] = both
            spans[row] += len(own[one] & own[other]), len(own[one]), len(own[other])
    return Agreement(
        len(people),
        len(several),
        _interval(tables.reshape(len(several), -1), lambda sums: _mean_kappa(sums, len(pairs))),
        _interval(together, lambda sums: krippendorff_alpha(sums.reshape(*sums.shape[:-1], 2, 2))),
        _interval(spans, lambda sums: span_f(sums[..., 0], sums[..., 1], sums[..., 2])),
    )


def _pairs(documents: Sequence[Labelled]) -> list[tuple[str, str]]:
    return sorted({pair for document in documents for pair in combinations(sorted(document.annotators), 2)})


def _said(document: Labelled, annotator: str) -> Array:
    """For each word whether this person would hide it."""
    own = marks(document.text, ((x.start, x.end) for x in document.labels if x.annotator == annotator and x.hide))
    return np.array([own.find(0, start, end) < 0 for start, end in words(document.text)], dtype=np.int64)


def _mean_kappa(sums: Array, pairs: int) -> Array:
    """The mean over the pairs that have a value."""
    kappas = cohen_kappa(sums.reshape(*sums.shape[:-1], pairs, 2, 2))
    sound = ~np.isnan(kappas)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(sound, kappas, 0).sum(axis=-1) / sound.sum(axis=-1))


def _interval(counts: Array, measure: Any) -> Interval | None:
    value = float(measure(counts.sum(axis=0)))
    return None if np.isnan(value) else interval(value, measure(resampled_sums(counts)), len(counts))


def _of_votes(documents: Sequence[Labelled]) -> Interval | None:
    """Fleiss' kappa over the terms of all documents: its parts are sums over terms, and so over documents."""
    most = max(document.voters for document in documents)
    rows = []
    for document in documents:
        yes = np.array([term.votes for term in document.voted], dtype=float)
        agreeing = (yes**2 + (most - yes) ** 2 - most).sum() / (most * (most - 1))
        rows.append([agreeing, len(yes), yes.sum()])

    def kappa(sums: Array) -> Array:
        observed, share = sums[..., 0] / sums[..., 1], sums[..., 2] / (most * sums[..., 1])
        expected = share**2 + (1 - share) ** 2
        return np.asarray((observed - expected) / np.where(expected < 1, 1 - expected, np.nan))

    return _interval(np.array(rows), kappa)
