"""A sweep of the 13 articles over five alphas and three methods: what is kept, what is still found out, how long."""

from __future__ import annotations

import os
import time
from pathlib import Path

from bench.sanitizing import articles
from bench.table import Row
from sfumato import taxonomies
from sfumato.knowledge import Pack
from sfumato.languages import load
from sfumato.measure.sweep import proposed, settings, sweep_text
from sfumato.policy import Hide, Policy
from sfumato.protocols import Resources

ALPHAS = (1.0, 1.5, 2.0, 3.0, 5.0)
METHODS = ("generalize", "redact", "pseudonym")
RISK = 0.1
MOST = 300  # seconds


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / "articles.jsonl.xz").exists():
        return [Row("sweep of the articles", "skipped: articles.jsonl.xz is not there (--data)")]
    texts = [(document, (Hide(secret),)) for document, secret in articles(data)]
    cores = os.cpu_count() or 1
    start = time.perf_counter()
    points = list(
        sweep_text(
            texts,
            settings([Policy("command")], ALPHAS, [1], METHODS),
            Resources(Pack.open(), taxonomies.embedded(), load()),
            processes=cores,
        )
    )
    took = time.perf_counter() - start
    best = proposed(points, RISK)
    said = f"{best.method}, alpha {best.alpha:g}" if best else "none"
    return [
        Row(
            f"{len(texts)} articles, {len(ALPHAS)} alphas, {len(METHODS)} methods, {cores} cores",
            f"{took:.0f} s",
            "under 5 minutes",
            took < MOST,
        ),
        *(
            Row(
                f"{p.name}{'' if p.alpha is None else f', alpha {p.alpha:g}'}",
                f"risk {p.risk.value:.0%} ({p.risk.low:.0%} to {p.risk.high:.0%}), kept {p.kept.value:.1%} "
                f"({p.kept.low:.0%} to {p.kept.high:.0%})",
            )
            for p in points
        ),
        Row(f"proposed for a risk of {RISK:.0%}; {len(texts)} texts are few", said),
    ]
