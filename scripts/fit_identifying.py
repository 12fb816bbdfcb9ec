"""Fits the weights of `sfumato.risk.identifying` to what readers said must be hidden, and prints them.

    python scripts/fit_identifying.py --data FOLDER    (with expert_dev.jsonl.xz)

Every article is scored by a model that was fitted on the others; the printed weights are fitted on all of them. Each
term is seen twice: with the counts as they are, and with those of the subject's own articles left out. Articles on
concepts are left out, and so are common nouns, of which the model says nothing.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from sfumato.knowledge import Pack, Without
from sfumato.languages import load
from sfumato.languages.reading import phrases
from sfumato.policy.secrets import resolve
from sfumato.risk import CSanitized
from sfumato.risk.identifying import NAMED, Shapes, features, says_who
from sfumato.taxonomies import embedded
from sfumato.taxonomies.words import is_mere_word
from sfumato.types import Any as AnyOf
from sfumato.types import Document, Reading

SUPPORT = 3
RIDGE = 1.0


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--data", type=Path, required=True)
    folder = arguments.parse_args().data
    with lzma.open(folder / "expert_dev.jsonl.xz", "rt", encoding="utf-8") as file:
        articles = [json.loads(line) for line in file]
    pack, taxonomy, language = Pack.open(), embedded(), load()
    is_word = partial(is_mere_word, taxonomy=taxonomy)
    rows: list[tuple[int, bool, bool, list[float]]] = []
    for number, article in enumerate(articles):
        label = article["secrets"][0]
        secret = resolve(label, taxonomy=taxonomy, knowledge=pack, alpha=2).secret
        if secret.kind == "concept":
            continue
        own = own_articles(pack, [*secret.labels, load().normal_form(article["title"])])
        reading = language.read(article["text"])
        terms = language.terms(Document(str(number), article["text"]))
        for knowledge in (pack, Without(pack, own)):
            found = phrases(reading)
            judge = CSanitized(knowledge, [secret], support=SUPPORT)
            shares = judge.bits(list(found))[0] / max(judge.contents[0], 1)
            bits = dict(zip(found, shares.tolist(), strict=True))
            shapes = Shapes(reading)
            for candidate in article["terms"]:
                best: list[float] | None = None
                for start, end in candidate["spans"]:
                    first, last = words_between(reading, start, end)
                    if first == last:
                        continue
                    entity = next((t.label for t in terms if t.start < end and start < t.end), "")
                    share = max((bits[f] for f in phrases_between(found, first, last)), default=0.0)
                    row = features(knowledge, shapes, first, last, entity, share, is_word)
                    best = row if best is None else [max(a, b) for a, b in zip(best, row, strict=True)]
                if best is not None and says_who(best):
                    rows.append((number, knowledge is pack, candidate["votes"] >= 2, best))
    article_of, whole, truth, table = (np.array(column) for column in zip(*rows, strict=True))
    guesses = np.zeros(len(rows))
    for number in sorted(set(article_of.tolist())):
        held = article_of == number
        guesses[held] = guess(table[held], fit(table[~held], truth[~held]))
    for part, what in ((whole, "as counted"), (~whole, "own articles left out")):
        print(f"{what}:")
        for threshold in np.arange(0.15, 0.51, 0.05):
            figures = np.array(
                [
                    measure(guesses[held] >= threshold, truth[held])
                    for number in sorted(set(article_of.tolist()))
                    for held in [part & (article_of == number)]
                ]
            )
            precision, recall, f = figures.mean(axis=0)
            print(f"  {threshold:.2f}: P {precision:.3f} R {recall:.3f} F {f:.3f}")
    weights = fit(table, truth)
    print(", ".join(f"{weight:.2f}" for weight in weights))
    print({name: round(float(weight), 2) for name, weight in zip(NAMED, weights[1:], strict=True)})


def own_articles(knowledge: Pack, forms: list[str]) -> list[int]:
    """The documents of which the title is a name of the secret."""
    found = []
    for hit in knowledge.best(AnyOf(*forms), 100_000):
        if load().normal_form(hit.title.partition("(")[0]) in forms:
            found.append(hit.document)
    return found


def words_between(reading: Reading, start: int, end: int) -> tuple[int, int]:
    inside = [at for at in range(len(reading)) if reading.starts[at] < end and start < reading.ends[at]]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def phrases_between(found: Mapping[str, Sequence[tuple[int, int]]], first: int, last: int) -> list[str]:
    return [form for form, places in found.items() if any(first <= a and b <= last for a, b in places)]


def fit(table: Any, truth: Any) -> Any:
    """Logistic regression with a small ridge."""

    def loss(weights: Any) -> tuple[float, Any]:
        margin = table @ weights[1:] + weights[0]
        sign = np.where(truth, 1.0, -1.0)
        value = np.logaddexp(0, -sign * margin).sum() + RIDGE / 2 * (weights[1:] ** 2).sum()
        slope = -sign / (1 + np.exp(sign * margin))
        return value, np.concatenate([[slope.sum()], table.T @ slope + RIDGE * weights[1:]])

    return minimize(loss, np.zeros(table.shape[1] + 1), jac=True, method="L-BFGS-B").x


def guess(table: Any, weights: Any) -> Any:
    return 1 / (1 + np.exp(-(table @ weights[1:] + weights[0])))


def measure(found: Any, truth: Any) -> tuple[float, float, float]:
    right = float((found & truth).sum())
    precision, recall = right / max(found.sum(), 1), right / truth.sum()
    return precision, recall, 2 * precision * recall / (precision + recall) if right else 0.0


if __name__ == "__main__":
    main()
