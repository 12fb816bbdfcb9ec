"""Fits the model of `identifiers` to texts in which people marked what identifies."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from sfumato.languages.en.identifiers.model import Model, features
from sfumato.languages.en.identifiers.spans import candidates
from sfumato.types import Document, Term

_TOKEN = re.compile(r"\w+")
_LEAST = 4  # documents that a feature must be seen in: what is rarer is chance
_RIDGE = 4.0  # strength of the L2 penalty, chosen by cross-validation
_NEGLIGIBLE = 0.01  # weights below are not kept


class Marked(NamedTuple):
    """A document, its terms, and the spans that people would hide."""

    document: Document
    terms: Sequence[Term]
    hidden: Sequence[tuple[int, int]]


def fit(marked: Iterable[Marked]) -> Model:
    """The model under which the marks are likeliest, with an L2 penalty on its weights.

    Each name, date or number of a document is one example, whose target is the share of its words that are hidden.
    """
    examples: list[dict[str, float]] = []
    targets: list[float] = []
    seen: Counter[str] = Counter()
    for one in marked:
        shares = _shares(one)
        found = features(one.document, one.terms, candidates(one.document, one.terms))
        seen.update({name for values in found.values() for name in values})
        examples += found.values()
        targets += [shares[key] for key in found]
    names = sorted(name for name, documents in seen.items() if documents >= _LEAST)
    weights, bias = _minimum(_matrix(examples, names), np.array(targets))
    kept = {name: round(float(w), 3) for name, w in zip(names, weights, strict=True) if abs(w) >= _NEGLIGIBLE}
    return Model(kept, round(bias, 3))


def _shares(marked: Marked) -> dict[str, float]:
    """For each key of a document the share of its words that people would hide."""
    text = marked.document.text
    hidden = bytearray(len(text))
    for start, end in marked.hidden:
        hidden[start:end] = b"\1" * (end - start)
    found: dict[str, list[bool]] = defaultdict(list)
    for candidate in candidates(marked.document, marked.terms):
        for word in _TOKEN.finditer(text, candidate.start, candidate.end):
            found[candidate.key].append(all(hidden[word.start() : word.end()]))
        found[candidate.key] += []
    return {key: sum(words) / max(len(words), 1) for key, words in found.items()}


def _matrix(examples: Sequence[dict[str, float]], names: Sequence[str]) -> sparse.csr_matrix:
    column = {name: at for at, name in enumerate(names)}
    cells = [
        (row, column[name], value)
        for row, values in enumerate(examples)
        for name, value in values.items()
        if name in column
    ]
    rows, columns, values = zip(*cells, strict=True) if cells else ((), (), ())
    return sparse.csr_matrix((values, (rows, columns)), shape=(len(examples), len(names)))


def _minimum(matrix: sparse.csr_matrix, targets: np.ndarray) -> tuple[np.ndarray, float]:
    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        score = matrix @ weights[:-1] + weights[-1]
        error = 1 / (1 + np.exp(-score)) - targets
        value = (np.logaddexp(0, score) - targets * score).sum() + _RIDGE / 2 * (weights[:-1] ** 2).sum()
        return value, np.append(matrix.T @ error + _RIDGE * weights[:-1], error.sum())

    found = minimize(loss, np.zeros(matrix.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    return found[:-1], float(found[-1])
