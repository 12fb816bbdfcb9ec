"""Fits the weights of `sfumato.risk.whole_text`, compares ways to come to a chance, and prints both.

    PYTHONPATH=. python scripts/fit_whole_text.py --data FOLDER    (the texts that the embedded knowledge is made of)

Every way is fitted to some secrets and documents and measured on others (`bench/known_texts.py`): a loss in bits for
each text that had its secret, how well chances rank texts, and how far they are from the truth.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from bench.calibration import auc, error
from bench.known_texts import Sample, samples
from sfumato.io.arrays import Array
from sfumato.risk.whole_text import features_of

FITTED, APART = 200, 140
RIDGE = 1e-6


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--data", type=Path, required=True)
    data = arguments.parse_args().data
    compare(list(samples(data, FITTED, apart=False)), list(samples(data, APART, apart=True)))


def compare(fitted: list[Sample], apart: list[Sample]) -> None:
    """Prints how each way fares on the samples kept apart, and the weights of the one that is kept."""
    has, mass = columns(apart)
    for name, way in WAYS.items():
        weights = fit(table(fitted, way), *columns(fitted))
        chances = 1 / (1 + np.exp(-(table(apart, way) @ weights)))
        told = np.where(has > 0, chances, 1 - chances)
        loss = -(mass * np.log2(np.maximum(told, 1e-12))).sum() / (mass * has).sum()
        errors = " ".join(
            f"{error(chances[at], has[at], mass[at]):.4f}" for at in (chances >= 0, chances >= 0.01, chances >= 0.1)
        )
        print(f"{name}: loss {loss:.3f}, AUC {auc(chances, has, mass):.4f}, calibration error {errors}")
    print(", ".join(f"{weight:.4f}" for weight in fit(table(fitted, features_of), *columns(fitted))))


def naive(weights: Array, surest: float, content: float) -> Array:
    """The sum of all that terms tell, less what the secret is worth."""
    return np.array([1.0, weights.sum() - content])


def apart_from_length(weights: Array, surest: float, content: float) -> Array:
    """The sums for and against, what the secret is worth, and how long the text is."""
    sums = weights[weights > 0].sum(), weights[weights < 0].sum()
    return np.array([1.0, *sums, content, np.log2(len(weights))])


def strongest(weights: Array, surest: float, content: float) -> Array:
    """What the strongest 1, 3 and 10 terms tell, what the secret is worth, and how long the text is."""
    most = np.sort(weights)[::-1]
    return np.array([1.0, *(most[:few].sum() for few in (1, 3, 10)), content, np.log2(len(weights))])


WAYS: dict[str, Callable[[Array, float, float], Array]] = {
    "sum of all terms": naive,
    "sums for and against, length": apart_from_length,
    "strongest 1, 3 and 10 terms": strongest,
    "features of strength and number (kept)": features_of,
}


def table(found: list[Sample], way: Callable[[Array, float, float], Array]) -> Array:
    return np.stack([way(each.weights, each.surest, each.content) for each in found])


def columns(found: list[Sample]) -> tuple[Array, Array]:
    """Whether each has the secret, and for how many it stands."""
    return np.array([each.has for each in found], dtype=float), np.array([each.stands_for for each in found])


def fit(features: Array, has: Array, mass: Array) -> Array:
    """The weights of a logistic model, the constant first."""
    middle, spread = features.mean(axis=0), features.std(axis=0)
    middle[0], spread[0] = 0.0, 1.0
    scaled = (features - middle) / spread
    share = mass / mass.sum()

    def loss(weights: Array) -> tuple[float, Array]:
        score = scaled @ weights
        value = (share * (np.logaddexp(0, score) - has * score)).sum() + RIDGE * (weights[1:] ** 2).sum()
        slope = scaled.T @ (share * (1 / (1 + np.exp(-score)) - has))
        slope[1:] += 2 * RIDGE * weights[1:]
        return float(value), slope

    start = np.zeros(features.shape[1])
    start[0] = -6.0
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 5000, "ftol": 1e-14, "gtol": 1e-10}).x
    weights = best / spread
    weights[0] = best[0] - (best[1:] * middle[1:] / spread[1:]).sum()
    return np.asarray(weights)


if __name__ == "__main__":
    main()
