"""How well an attacker does: the rank of the true candidate, the chance to name it, and intervals of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.io.arrays import Array
from sfumato.measure.statistics import RESAMPLES, SEED, Interval, bounded, interval, resampled_sums

AS_SEEN = ", placeholders left out"
"""Follows the name of an attacker that has read the texts without placeholders."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """For each text the rank of the true candidate, and the chance to name it; equals are guessed among."""

    rank: Array
    top1: Array
    top5: Array
    reciprocal: Array
    tied: Array
    """How many candidates have the same score as the true one, itself included."""

    def __str__(self) -> str:
        return f"{self.top1.mean():.0%} / {self.top5.mean():.0%} / {self.reciprocal.mean():.3f}"

    def __len__(self) -> int:
        return len(self.rank)

    @property
    def strength(self) -> tuple[float, float]:
        """What attackers are compared by: top 1, then the mean reciprocal rank."""
        return round(float(self.top1.mean()), 9), float(self.reciprocal.mean())


def ranks(scores: Array, truth: Sequence[int]) -> Array:
    """The rank of the true candidate of each text, from 1; among equals the middle one.

    >>> ranks(np.array([[0.9, 0.5, 0.1], [0.2, 0.2, 0.2]]), [1, 1]).tolist()
    [2.0, 2.0]
    """
    above, equal = _above_and_equal(scores, truth)
    return above + (equal + 1) / 2


def outcome(scores: Array, truth: Sequence[int]) -> Outcome:
    """How well scores rank the true candidates; equals are taken in random order, and the mean over orders is exact.

    >>> found = outcome(np.array([[0.9, 0.5, 0.1], [0.2, 0.2, 0.2]]), [0, 1])
    >>> found.top1.round(2).tolist(), found.reciprocal.round(2).tolist()
    ([1.0, 0.33], [1.0, 0.61])
    """
    above, equal = _above_and_equal(scores, truth)
    harmonic = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, scores.shape[1] + 1))])
    return Outcome(
        ranks(scores, truth),
        np.clip(1 - above, 0, equal) / equal,
        np.clip(5 - above, 0, equal) / equal,
        (harmonic[above + equal] - harmonic[above]) / equal,
        equal,
    )


def by_chance(candidates: int) -> tuple[float, float, float]:
    """Top 1, top 5 and mean reciprocal rank of an attacker that guesses.

    >>> [round(value, 3) for value in by_chance(10)]
    [0.1, 0.5, 0.293]
    """
    harmonic = float(np.sum(1 / np.arange(1, candidates + 1)))
    return 1 / candidates, min(5 / candidates, 1.0), harmonic / candidates


def _above_and_equal(scores: Array, truth: Sequence[int]) -> tuple[Array, Array]:
    own = scores[np.arange(len(scores)), np.asarray(truth)][:, np.newaxis]
    return (scores > own).sum(axis=1), (scores == own).sum(axis=1)


def strongest(outcomes: Mapping[str, Outcome]) -> str:
    """The attacker with the highest top 1, of equals the one with the highest mean reciprocal rank."""
    return max(outcomes, key=lambda name: outcomes[name].strength)


# --- intervals --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Success:
    """How much an attacker finds over all texts, with intervals; `ties` are the cases in which the truth has equals."""

    top1: Interval
    top5: Interval
    mean_reciprocal_rank: Interval
    ties: int

    @property
    def strength(self) -> tuple[float, float]:
        """What attackers are compared by: top 1, then the mean reciprocal rank."""
        return round(self.top1.value, 9), self.mean_reciprocal_rank.value


def successes(outcomes: Mapping[str, Outcome]) -> dict[str, Success]:
    """The success of each attacker, with intervals over the same resamples of the texts.

    Where no text was found, or every one, resamples say nothing; there the interval is that of a proportion.
    """
    if not outcomes:
        return {}
    columns = [column for each in outcomes.values() for column in (each.top1, each.top5, each.reciprocal)]
    table = np.stack(columns, axis=1)
    drawn = resampled_sums(table, RESAMPLES, SEED) / len(table)
    intervals = [
        bounded(interval(float(table[:, at].mean()), drawn[:, at], len(table)), table[:, at])
        for at in range(table.shape[1])
    ]
    triples = zip(intervals[::3], intervals[1::3], intervals[2::3], strict=True)
    return {
        name: Success(*triple, int((each.tied > 1).sum()))
        for (name, each), triple in zip(outcomes.items(), triples, strict=True)
    }
