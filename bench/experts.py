"""What three readers said must be hidden, against what the default profile and its alternatives hide, and what is kept.

A term counts as hidden if at least half of its letters and digits, over all its places, were replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from bench.table import Row
from sfumato.policy import DEFAULT, profile_of
from sfumato.protocols import Resources
from sfumato.sanitizing import Sanitized
from sfumato.service import Engine
from studies.labelled import Article, detection, read_articles, replaced
from studies.sanitizers import sanitizer

ALONE = 1_000_000  # a support that no count reaches: only the identifying-terms rule is left


@dataclass(frozen=True)
class Score:
    precision: float
    recall: float
    f: float
    utility: float
    names_recall: float
    concepts_recall: float
    names_precision: float
    concepts_precision: float

    def __str__(self) -> str:
        return f"P {self.precision:.3f} R {self.recall:.3f} F {self.f:.3f} utility {self.utility:.3f}"


@cache
def resources() -> Resources:
    """What ships with sfumato."""
    return Engine().resources()


@cache
def articles(data: Path) -> list[Article]:
    return read_articles(data / "expert_dev.jsonl.xz", resources())


def run(data: Path, *, own: bool = True, **settings: Any) -> Score:
    """Macro averages of one profile over all articles, with the documents about their secrets or without."""
    profile = profile_of(settings, "bench")
    figures = []
    for article in articles(data):
        make = sanitizer([article.secret], profile, resources(), without=() if own else article.own)
        done = make.sanitized(article.document, article.terms)
        figures.append([*measured(article, done), done.utility, *apart(article, done)])
    return Score(*np.array(figures).mean(axis=0))


def measured(article: Article, done: Sanitized, only: str = "") -> tuple[float, float, float]:
    found = detection(article, replaced(done), only=lambda term: only in ("", article.kind(term)))
    return found.precision, found.recall, found.f


def apart(article: Article, done: Sanitized) -> tuple[float, float, float, float]:
    """Recall and precision of names and of concepts."""
    names, concepts = measured(article, done, "name"), measured(article, done, "concept")
    return names[1], concepts[1], names[0], concepts[0]


def table(data: Path) -> Iterator[tuple[str, Score, Score]]:
    """Every configuration with the counts as they are, and without the subject's own articles."""
    both: dict[str, dict[str, Any]] = {f"alpha {a:g}": {"alpha": a} for a in (1.0, 1.5, 2.0, 3.0)}
    for alpha in (1.0, 1.5, 2.0, 3.0):
        both[f"PMI alone, alpha {alpha:g}"] = {"alpha": alpha, "identifying": "never", "unknown": "keep"}
    both["PMI alone, alpha 2, any support"] = {"alpha": 2.0, "identifying": "never", "unknown": "keep", "support": 1}
    both["identifying terms alone"] = {"support": ALONE}
    both["surface counts"] = {"counting": "surface"}
    both["groups of 2"] = {"groups": 2, "context": "sentence"}
    both["groups of 3"] = {"groups": 3, "context": "sentence"}
    both["healthcare, plain"] = {"judge": "healthcare"}
    both["healthcare, contextualised"] = {"judge": "healthcare", "contextualised": True}
    for name, settings in both.items():
        yield name, run(data, **settings), run(data, own=False, **settings)


def rows(data: Path | None) -> list[Row]:
    if data is None:
        return [Row("experts", "skipped: needs --data with expert_dev.jsonl.xz")]
    score = run(data)
    found = [
        Row(
            "default profile: recall and F, macro average of 13 articles",
            f"recall {score.recall:.3f}, F {score.f:.3f}, precision {score.precision:.3f}; utility {score.utility:.3f}",
            "recall at least 0.92, F at least 0.82",
            score.recall >= 0.92 and score.f >= 0.82,
        ),
        Row("  names and numbers", f"recall {score.names_recall:.3f}, precision {score.names_precision:.3f}"),
        Row("  other terms", f"recall {score.concepts_recall:.3f}, precision {score.concepts_precision:.3f}"),
    ]
    recalls = []
    for name, whole, without in table(data):
        found.append(Row(f"  {name}{' (default)' if name == f'alpha {DEFAULT.alpha:g}' else ''}", str(whole)))
        found.append(Row("    own articles left out", str(without)))
        if name.startswith("alpha"):
            recalls.append(whole.recall)
    grows = recalls == sorted(recalls)
    found.append(Row("recall grows with alpha", ", ".join(f"{r:.3f}" for r in recalls), "grows", grows))
    return found
