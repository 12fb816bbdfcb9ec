"""The crowd that a secret hides in: how many rivals fit what is left of a text at least as well as the secret does.

A reader adds up what the pieces of a text say for each candidate. The strongest pieces weigh most with people, so a
crowd is counted for all pieces and for the strongest 1, 2, 3, 5 and 10 alone: the smallest of these numbers counts.
A rival fits as well if it is at most four times less likely (`WITHIN`), unless the reader knows more exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.protocols.reading import Evidence

STRONGEST = (1, 2, 3, 5, 10)
"""How many of the strongest pieces of evidence are looked at alone."""
WITHIN = 2.0
"""Bits by which a rival may fall behind the secret and still fit as well."""
_SECONDS = 2.0  # that the exact choice may take
_LEAST = 1e-6
_EXACT = 1e-9  # by which equal sums may differ
_MOST = 300  # rivals that the exact choice looks at: those who fit best


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many rivals fit at least as well as the secret, and on which of the strongest pieces; 0 pieces: on all."""

    size: int
    pieces: int = 0


def crowd_of(evidence: Sequence[Evidence], rivals: int, within: float = WITHIN) -> Crowd:
    """The smallest crowd over all pieces of evidence and over the strongest ones.

    >>> tells = [Evidence(0, 4, 4.0, np.array([0.0, 3.0])), Evidence(5, 9, 1.0, np.array([0.0, 2.0]))]
    >>> crowd_of(tells, 2), crowd_of([], 2)
    (Crowd(size=1, pieces=0), Crowd(size=2, pieces=0))
    """
    speaking = sorted((each for each in evidence if each.secret > 0), key=lambda each: -each.secret)
    if not speaking:
        return Crowd(rivals)
    found = [Crowd(_fitting(evidence, within), 0)]
    found += [Crowd(_fitting(speaking[:few], within), few) for few in STRONGEST if few <= len(speaking)]
    return min(found, key=lambda crowd: (crowd.size, crowd.pieces))


def _fitting(evidence: Sequence[Evidence], within: float) -> int:
    """How many rivals have as much evidence in all as the secret has."""
    margins = sum(each.rivals for each in evidence) - sum(each.secret for each in evidence)
    return int(np.count_nonzero(margins >= -within - _EXACT))


def cheapest_drop(
    evidence: Sequence[Evidence], costs: Sequence[float], wanted: int, within: float = WITHIN
) -> list[int]:
    """Which pieces to take so that so many rivals fit the rest at least as well as the secret, at the least cost.

    An integer program: a variable for each piece (it goes) and for each rival (it fits), and for each rival and each
    of the sets of pieces that count one row, which holds where the rival is to fit. HiGHS solves it; where it does not
    in time, or finds nothing better, the greedy choice stands.
    """
    simple = greedy_drop(evidence, costs, wanted, within)
    if len(simple) <= 1:
        return simple
    from scipy.optimize import Bounds, LinearConstraint, milp  # slow to import

    margins = np.stack([each.secret - each.rivals for each in evidence])  # pieces by rivals: above 0 speaks for it
    every = margins.shape[1]
    margins = margins[:, np.argsort(margins.sum(axis=0), kind="stable")[: max(_MOST, wanted)]]
    pieces, rivals = margins.shape
    large = np.abs(margins).sum(axis=0) + 1.0
    # sum over pieces kept of the margin <= large * (1 - fits)   <=>   -margins.T @ gone + large * fits <= large - total
    rows = np.concatenate([-margins.T, np.diag(large)], axis=1)
    enough = np.concatenate([np.zeros(pieces), np.ones(rivals)])[np.newaxis]
    solution = milp(
        np.concatenate([np.maximum(costs, _LEAST), np.zeros(rivals)]),
        constraints=[
            LinearConstraint(rows, -np.inf, large - margins.sum(axis=0) + max(within - _LEAST, 0.0)),
            LinearConstraint(enough, wanted, np.inf),
        ],
        integrality=np.ones(pieces + rivals),
        bounds=Bounds(0, 1),
        options={"time_limit": _SECONDS},
    )
    if solution.x is None:
        return simple
    gone = np.flatnonzero(solution.x[:pieces] > 0.5).tolist()
    left = [each for at, each in enumerate(evidence) if at not in set(gone)]
    cost = sum(costs[at] for at in gone)
    better = crowd_of(left, every, within).size >= wanted and cost <= sum(costs[at] for at in simple)
    return gone if better else simple


def greedy_drop(evidence: Sequence[Evidence], costs: Sequence[float], wanted: int, within: float = WITHIN) -> list[int]:
    """The same, piece by piece: what speaks most for the secret, for its cost, goes first."""
    if not evidence:
        return []
    rivals = len(evidence[0].rivals)
    left = dict(enumerate(evidence))
    gone: list[int] = []
    while left and crowd_of(list(left.values()), rivals, within).size < min(wanted, rivals):
        speaking = [at for at, each in left.items() if each.secret > 0]
        if not speaking:
            break
        best = max(speaking, key=lambda at: (_lead(left[at], wanted) / max(costs[at], 1.0), -at))
        gone.append(best)
        del left[best]
    return gone


def _lead(piece: Evidence, wanted: int) -> float:
    """By how much a piece speaks more for the secret than for the rival that is the last to be wanted."""
    rank = min(wanted, len(piece.rivals)) - 1
    return piece.secret - float(np.sort(piece.rivals)[::-1][rank])
