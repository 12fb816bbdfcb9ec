"""Precision, recall and F of a collection of documents, with intervals over documents.

All at once (micro): the counts of all documents together. Mean of documents (macro): each counts the same, those for
which a share is not defined (nothing hidden, or nothing to hide) are left out of its mean. A share of nothing is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from msgspec import UNSET, UnsetType

from sfumato.io.arrays import Array
from sfumato.measure.evaluate.counting import LEVELS, Counted, Counts, Levels
from sfumato.measure.statistics import RESAMPLES, SEED, Interval, interval, resampled_sums

_BLOCK = 32  # scores whose resamples are held at once
_RIGHT, _FOUND, _HIDDEN, _WANTED, _ANYONE, _F, _DEFINED = range(7)  # columns: Counts, then F of each document
_COLUMNS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Shares at one level, and the counts behind them.

    An entity has no precision of its own: its F is that of its recall and the words' precision. Of words there is also
    the precision by the union of annotators: a word is right if anyone would hide it.
    """

    precision: Interval | None
    recall: Interval | None
    f: Interval | None
    precision_by_anyone: Interval | UnsetType = UNSET
    right: int
    found: int
    hidden: int
    wanted: int


@dataclass(frozen=True, slots=True)
class Scores:
    """What was measured of all documents, by level; recall by type and kind, then level; precision by source."""

    documents: int
    all: Mapping[str, Score]
    mean_of_documents: Mapping[str, Score]
    kinds: Mapping[str, Mapping[str, Score]]
    types: Mapping[str, Mapping[str, Score]]
    sources: Mapping[str, Score]


def scores_of(counted: Sequence[Counted], *, resamples: int = RESAMPLES, seed: int = SEED) -> Scores:
    """Scores of documents, every interval from the same resamples of them."""
    if not counted:
        raise ValueError("there must be at least one document")
    cells: dict[tuple[str, str, str], tuple[Array, Array]] = {}
    whole = _tables([each.levels for each in counted])
    for level, pair in whole.items():
        cells["all", "", level] = pair
        cells["mean", "", level] = _per_document(*pair)
    for field in ("types", "kinds"):
        for name in sorted({name for each in counted for name in getattr(each, field)}):
            tables = _tables([getattr(each, field).get(name, {}) for each in counted])
            cells |= {(field, name, level): pair for level, pair in tables.items()}
    for name in sorted({name for each in counted for name in each.sources}):
        table = _table([each.sources.get(name, Counts()) for each in counted])
        cells["sources", name, ""] = table, table
    found = dict(zip(cells, _scores(list(cells.values()), resamples, seed), strict=True))

    def levels(field: str, name: str = "") -> dict[str, Score]:
        return {level: score for (f, n, level), score in found.items() if (f, n) == (field, name)}

    def names(field: str) -> list[str]:
        return list(dict.fromkeys(name for f, name, _ in found if f == field))

    return Scores(
        len(counted),
        levels("all"),
        levels("mean"),
        {name: _recall_alone(levels("kinds", name)) for name in names("kinds")},
        {name: _recall_alone(levels("types", name)) for name in names("types")},
        {name: replace(found["sources", name, ""], f=None) for name in names("sources")},
    )


def _recall_alone(levels: Mapping[str, Score]) -> dict[str, Score]:
    """The recall of one type or kind. There is no precision: what was hidden needlessly has neither type nor kind."""
    return {level: replace(score, f=None) for level, score in levels.items()}


def document_scores(counted: Counted) -> dict[str, Score]:
    """The shares of one document by level; they have no interval."""
    return dict(zip(LEVELS, _scores(list(_tables([counted.levels]).values()), 1, SEED), strict=True))


# --- sums of counts ---------------------------------------------------------------------------------------


def _table(counts: Sequence[Counts]) -> Array:
    """Counts as a table with a row for each document."""
    table = np.zeros((len(counts), _COLUMNS))
    table[:, : len(Counts._fields)] = counts
    return table


def _tables(found: Sequence[Levels]) -> dict[str, tuple[Array, Array]]:
    """For each level the counts that recall is taken from, and those for precision: for entities those of words."""
    tables = {level: _table([each.get(level, Counts()) for each in found]) for level in LEVELS}
    return {level: (table, tables["token" if level == "entity" else level]) for level, table in tables.items()}


def _per_document(counts: Array, precise: Array) -> tuple[Array, Array]:
    """Shares of each document in the place of its counts, so that the sum over documents leads to their mean."""

    def shares(table: Array) -> Array:
        found = np.zeros_like(table)
        for part, whole in ((_RIGHT, _FOUND), (_HIDDEN, _WANTED), (_ANYONE, _FOUND)):
            found[:, part] = np.nan_to_num(_share(table[:, part], table[:, whole]))
            found[:, whole] = table[:, whole] > 0
        return found

    f = _f(_share(precise[:, _RIGHT], precise[:, _FOUND]), _share(counts[:, _HIDDEN], counts[:, _WANTED]))
    own = shares(counts)
    own[:, _F], own[:, _DEFINED] = np.nan_to_num(f), ~np.isnan(f)
    return own, own if precise is counts else shares(precise)


def _scores(cells: Sequence[tuple[Array, Array]], resamples: int, seed: int) -> Iterator[Score]:
    for start in range(0, len(cells), _BLOCK):
        block = cells[start : start + _BLOCK]
        table = np.concatenate([each for pair in block for each in pair], axis=1)
        total = table.sum(axis=0).reshape(-1, 2, _COLUMNS)
        drawn = resampled_sums(table, resamples, seed).reshape(-1, len(block), 2, _COLUMNS)
        for at, (counts, precise) in enumerate(block):
            yield _score(total[at], drawn[:, at], len(counts), own=precise is counts)


def _score(total: Array, drawn: Array, n: int, *, own: bool) -> Score:
    """A score of the sums of counts: first those that recall is taken from, then those for precision."""

    def measured(measure: Any) -> Interval | None:
        value = float(measure(total))
        return None if np.isnan(value) else interval(value, measure(drawn), n)

    def precision(sums: Array) -> Array:
        return _share(sums[..., 1, _RIGHT], sums[..., 1, _FOUND])

    def recall(sums: Array) -> Array:
        return _share(sums[..., 0, _HIDDEN], sums[..., 0, _WANTED])

    def f(sums: Array) -> Array:
        mean = _share(sums[..., 0, _F], sums[..., 0, _DEFINED])
        return mean if total[0, _DEFINED] else _f(precision(sums), recall(sums))

    anyone = None
    if own and total[0, _ANYONE]:
        anyone = measured(lambda sums: _share(sums[..., 0, _ANYONE], sums[..., 0, _FOUND]))
    return Score(
        precision=measured(precision) if own else None,
        recall=measured(recall),
        f=measured(f),
        precision_by_anyone=anyone or UNSET,
        right=round(total[0, _RIGHT]),
        found=round(total[0, _FOUND]),
        hidden=round(total[0, _HIDDEN]),
        wanted=round(total[0, _WANTED]),
    )


def _share(part: Array, whole: Array) -> Array:
    """The part over the whole; NaN where the whole is 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(whole > 0, part / whole, np.nan))


def _f(precision: Array, recall: Array) -> Array:
    """The harmonic mean; 0 where one of the two is NaN, NaN where both are."""
    p, r = np.nan_to_num(precision), np.nan_to_num(recall)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(p + r > 0, 2 * p * r / (p + r), 0.0)
    return np.asarray(np.where(np.isnan(precision) & np.isnan(recall), np.nan, mean))
