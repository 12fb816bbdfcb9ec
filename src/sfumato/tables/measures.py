"""Measures a partitioning: what is lost, how people are grouped, and what risk is left (RX section 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sfumato.io.arrays import Array
from sfumato.io.messages import Message
from sfumato.risk.loss import journalist_risk, marketer_risk, prosecutor_risk, text_loss, total_loss
from sfumato.tables.grouping.classes import members
from sfumato.tables.grouping.diversity import Diversity, diversity
from sfumato.tables.recoding import Kept, kept
from sfumato.tables.spans import group_loss
from sfumato.tables.view import Groups, People, Terms


@dataclass(frozen=True)
class Loss:
    """Normalised certainty penalty: 0 is the original, 1 nothing left; `None` for what the table does not have.

    `columns` is the mean over attributes of the mean over people, `text` the mean over text columns of the mean over
    the people who have terms there: someone without terms has nothing to lose and is not counted. `total` weighs both.
    """

    total: float
    columns: float | None
    text: float | None
    by_column: dict[str, float]
    by_text: dict[str, float | None]
    by_type: dict[str, dict[str, float]]
    """For each text column and entity type the mean over the people who have terms of that type."""


@dataclass(frozen=True)
class Risk:
    """The chance to be found again; journalist and marketer against the population, or the table itself without one."""

    prosecutor: float
    journalist: float
    marketer: float


@dataclass(frozen=True)
class Measures(Message):
    """All figures of one partitioning."""

    people: int
    groups: int
    size: float
    spread: float
    """The sample standard deviation of the sizes of groups, 0 for a single group."""
    smallest: int
    largest: int
    splits: dict[str, int]
    loss: Loss
    risk: Risk
    diversity: dict[str, Diversity] = field(default_factory=dict)


def measure(people: People, groups: Groups, *, population: Array | None = None, w_text: float = 1.0) -> Measures:
    """Every figure of a partitioning; `population` is how many of the population look like each group."""
    sizes = groups.sizes
    outside = sizes if population is None else population
    return Measures(
        people=people.total,
        groups=groups.total,
        size=float(sizes.mean()),
        spread=float(sizes.std(ddof=1)) if groups.total > 1 else 0.0,
        smallest=int(sizes.min()),
        largest=int(sizes.max()),
        splits=dict(groups.splits),
        loss=loss(people, groups, w_text=w_text),
        risk=Risk(prosecutor_risk(sizes), journalist_risk(outside), marketer_risk(sizes, outside)),
        diversity={attribute.name: diversity(attribute, groups) for attribute in people.sensitive},
    )


def loss(
    people: People,
    groups: Groups,
    *,
    keeps: Sequence[Kept] | None = None,
    w_columns: float = 1.0,
    w_text: float = 1.0,
    reference: bool = False,
) -> Loss:
    """The loss of a partitioning; `keeps` are the kept terms of each text column where they are known already."""
    them = members(groups)
    share = groups.sizes / people.total
    by_column = {
        attribute.name: float(group_loss(attribute, groups.of, them, reference=reference) @ share)
        for attribute in people.attributes
    }
    by_text: dict[str, float | None] = {}
    by_type: dict[str, dict[str, float]] = {}
    for at, terms in enumerate(people.texts):
        keep = kept(groups, terms) if keeps is None else keeps[at]
        lost, whole = _by_type(groups, terms, keep)
        by_text[terms.name] = _figure(_mean(text_loss(lost.sum(axis=0), whole.sum(axis=0))))
        by_type[terms.name] = {
            name: _mean(text_loss(lost[kind], whole[kind]))
            for kind, name in enumerate(terms.types)
            if whole[kind].any()
        }
    columns = float(np.mean(list(by_column.values()))) if by_column else float("nan")
    text = _mean(np.array(list(by_text.values()), dtype=float))
    total = float(total_loss(columns, text, w_columns=w_columns, w_text=w_text))
    return Loss(total, _figure(columns), _figure(text), by_column, by_text, by_type)


def text_losses(groups: Groups, terms: Terms, keep: Kept) -> Array:
    """What each person loses of a text (NCP_X of RX), NaN for those without terms."""
    lost, whole = _by_type(groups, terms, keep)
    return text_loss(lost.sum(axis=0), whole.sum(axis=0))


def _by_type(groups: Groups, terms: Terms, keep: Kept) -> tuple[Array, Array]:
    """How many terms of each type each person loses, and how many they have: two arrays of types by people."""
    people, types = len(groups.of), max(len(terms.types), 1)
    person = np.repeat(np.arange(people), np.diff(terms.starts))
    whole = np.bincount(terms.kinds[terms.codes] * people + person, minlength=types * people).reshape(types, people)
    group = np.repeat(np.arange(groups.total), np.diff(keep.starts))
    held = np.bincount(terms.kinds[keep.codes] * groups.total + group, minlength=types * groups.total)
    return whole - held.reshape(types, groups.total)[:, groups.of], whole


def _mean(values: Array) -> float:
    """The mean of what is known, NaN where nothing is."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")


def _figure(value: float) -> float | None:
    """A figure as a result holds it: `None` where there is none."""
    return None if np.isnan(value) else value
