"""What a text as a whole tells of a secret, by counts: of the texts that are given a chance, how many speak of it?

Documents of the embedded knowledge from which the names of a secret were taken, of secrets (conditions, places, people,
other things) and of documents that the chances were not fitted to; each is left out of the counts it is judged by. They
are drawn so that those likest to speak of the secret come most often, and weighed so that the figures are those of all
documents, every secret weighing the same. Almost all documents are trivial (the chance is next to nothing), so the
calibration error is also given for those with a chance of at least 1% and 10%, and shares for each decade. An error is
the mean distance between the chance given and the share that has it, over ten bins of equal mass.

The naive sum, chances from adding up what all terms tell, stands beside it as what was not chosen. Ways that were
fitted to the same documents are compared by `scripts/fit_whole_text.py`.

![given and found](calibration.png)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from bench.known_texts import Sample, samples
from bench.table import Row
from sfumato.io.arrays import Array
from sfumato.knowledge import Pack
from sfumato.measure import plots
from sfumato.policy.secrets import resolve
from sfumato.risk import CSanitized
from sfumato.risk.whole_text import chance_of, features_of, told_as_a_whole
from sfumato.taxonomies import embedded

SECRETS = 140
_BINS = (0.0, 1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)
_PLOT = Path("docs/benchmarks/calibration.png")
_LETTER = Path("examples/letter.txt")


def rows(data: Path | None) -> list[Row]:
    if data is None or not (data / "medical.jsonl.xz").exists():
        return [Row("calibration", "skipped: no texts of the embedded knowledge in --data")]
    found = list(samples(data, SECRETS, apart=True))
    chances = np.array([chance_of(features_of(each.weights, each.surest, each.content)) for each in found])
    table = list(measured(found, chances))
    naive = np.array([1 / (1 + 2.0 ** np.clip(each.content - each.weights.sum(), -50, 50)) for each in found])
    has, mass = _columns(found)
    likely = naive >= 0.01
    table.append(Row("naive sum: AUC", f"{auc(naive, has, mass):.3f}"))
    table.append(Row("  calibration error at 1% or more", f"{error(naive[likely], has[likely], mass[likely]):.3f}"))
    table.append(_speed())
    _plot(found, chances, naive)
    return table


def measured(found: list[Sample], chances: Array) -> Iterator[Row]:
    """Calibration of chances that were given to samples, in all and by bins, kinds and sources."""
    has, mass = _columns(found)
    number = len({each.secret for each in found})
    yield Row(f"{len(found):,} texts, {number} secrets: AUC", f"{auc(chances, has, mass):.3f}")
    for least in (0.0, 0.01, 0.1):
        at = chances >= least
        wrong = error(chances[at], has[at], mass[at])
        said = (
            f"  calibration error, chance {least:.0%} or more ({at.sum():,} texts)" if least else "  calibration error"
        )
        yield Row(said, f"{wrong:.5f}", "at most 0.05", bool(wrong <= 0.05))
    about = (chances >= 0.25) & (chances < 0.35)
    shares = np.average(chances[about], weights=mass[about]), np.average(has[about], weights=mass[about])
    yield Row(f"  given about 30% ({about.sum()} texts), on average", f"{shares[0]:.1%}")
    yield Row("  of these have it", f"{shares[1]:.1%}")
    for low, high, given, share, texts in _bins(chances, has, mass):
        yield Row(f"  given {low:.5g} to {high:.5g} ({texts:,} texts): {given:.2g}, have it", f"{share:.2g}")
    kinds = np.array([f"secret: {each.kind}" for each in found])
    fields = np.array(["an encyclopedia" if each.source.endswith("wiki") else "medical texts" for each in found])
    for of in (kinds, fields):
        for name in sorted(set(of.tolist())):
            at = (of == name) & (chances >= 0.01)
            wrong = error(chances[at], has[at], mass[at])
            yield Row(f"  {name}: calibration error at 1% or more ({at.sum():,} texts)", f"{wrong:.3f}")


def _columns(found: list[Sample]) -> tuple[Array, Array]:
    return np.array([each.has for each in found], dtype=float), np.array([each.stands_for for each in found])


def error(chances: Array, has: Array, mass: Array, bins: int = 10) -> float:
    """The expected calibration error over bins of equal mass."""
    order = np.argsort(chances, kind="stable")
    bin_of = np.minimum((np.cumsum(mass[order]) / mass.sum() * bins).astype(int), bins - 1)
    gaps = np.bincount(bin_of, weights=(mass * (chances - has))[order], minlength=bins)
    return float(np.abs(gaps).sum() / mass.sum())


def auc(chances: Array, has: Array, mass: Array) -> float:
    """How often one that has it is given more than one that has not."""
    order = np.argsort(chances, kind="stable")
    yes, no = (mass * has)[order], (mass * (1 - has))[order]
    return float((yes * np.cumsum(no)).sum() / (yes.sum() * no.sum()))


def _bins(chances: Array, has: Array, mass: Array) -> Iterator[tuple[float, float, float, float, int]]:
    for low, high in pairwise(_BINS):
        at = (chances >= low) & (chances < high)
        if at.any():
            given, share = np.average(chances[at], weights=mass[at]), np.average(has[at], weights=mass[at])
            yield low, high, float(given), float(share), int(at.sum())


def _speed() -> Row:
    """Milliseconds for the letter of the README, warm."""
    pack = Pack.open()
    judge = CSanitized(pack, [resolve("HIV", taxonomy=embedded(), knowledge=pack, alpha=1.5).secret])
    text = _LETTER.read_text(encoding="utf-8")
    text = " ".join([text] * round(300 / len(text.split()) + 0.5))
    times = []
    for _ in range(10):
        start = time.perf_counter()
        told_as_a_whole(pack.language.read(text), judge)
        times.append(time.perf_counter() - start)
    took = 1000 * min(times)
    return Row(f"a letter of {len(text.split())} words, warm", f"{took:.0f} ms", "at most 50 ms", took <= 50)


def _plot(found: list[Sample], chances: Array, naive: Array) -> None:
    has, mass = _columns(found)
    series: dict[str, plots.Line] = {"as it should be": ([0.0, 1.0], [0.0, 1.0])}
    for name, given in (("chances, as certificates have them", chances), ("naive sum", naive)):
        bins = [(a, b) for low, _, a, b, texts in _bins(given, has, mass) if low >= 0.01 and texts >= 20]
        series[name] = [a for a, _ in bins], [b for _, b in bins]
    title = "Chance given to texts, and share of them that speak of the secret"
    plots.lines(_PLOT, series, title=title, across="chance given", up="have it", percent="both", bounds=(0.0, 1.0))
