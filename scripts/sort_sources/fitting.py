"""Fits the weights of signs to examples: a multinomial logistic regression."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from sfumato.io.arrays import Array
from sfumato.replacements.sorts import ROWS, SORTS

_FEWEST = 3  # titles that must have a sign for it to be learned: a name that is never seen again teaches nothing


class Example(NamedTuple):
    """The rows of an example's signs, its sort, its title, and how much it counts."""

    rows: Sequence[int]
    sort: int
    title: str
    weight: float = 1.0


def matrix(examples: Sequence[Sequence[int]], width: int = ROWS) -> csr_matrix:
    """A row for each example with a one for each of its signs."""
    starts = np.concatenate(([0], np.cumsum([len(rows) for rows in examples])))
    columns = np.fromiter((row for rows in examples for row in rows), dtype=np.int32, count=int(starts[-1]))
    return csr_matrix((np.ones(len(columns), dtype=np.float32), columns, starts), shape=(len(examples), width))


def fitted(examples: Sequence[Example], rounds: int, strength: float) -> Array:
    """The weights of all signs for each sort; `strength` is that of the pull towards zero."""
    kept = _common(examples)
    signs = matrix([example.rows for example in examples])[:, kept]
    back = signs.T.tocsr()
    weight = np.array([example.weight for example in examples], dtype=np.float32)
    weight /= weight.sum()
    target = np.zeros((len(examples), len(SORTS)), dtype=np.float32)
    target[np.arange(len(examples)), [example.sort for example in examples]] = 1

    def loss(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(len(kept), len(SORTS)).astype(np.float32)
        scores = signs @ weights
        scores -= scores.max(axis=1, keepdims=True)
        powers = np.exp(scores)
        total = powers.sum(axis=1, keepdims=True)
        value = float(weight @ (np.log(total[:, 0]) - (scores * target).sum(axis=1)))
        slope = back @ ((powers / total - target) * weight[:, None]) + strength * weights
        return value + strength / 2 * float((weights**2).sum()), slope.astype(np.float64).ravel()

    options = {"maxiter": rounds, "maxcor": 5}
    best = minimize(loss, np.zeros(len(kept) * len(SORTS)), jac=True, method="L-BFGS-B", options=options)
    weights = np.zeros((ROWS, len(SORTS)), dtype=np.float32)
    weights[kept] = best.x.reshape(len(kept), len(SORTS))
    return weights


def _common(examples: Sequence[Example]) -> Array:
    """The rows that stand for signs of several titles."""
    of_title: dict[str, set[int]] = {}
    for example in examples:
        of_title.setdefault(example.title, set()).update(example.rows)
    rows = np.fromiter((row for rows in of_title.values() for row in rows), dtype=np.int64)
    return np.flatnonzero(np.bincount(rows, minlength=ROWS) >= _FEWEST)
