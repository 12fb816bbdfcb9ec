"""One table anonymized in many ways: what each k, weight and strategy costs, as the figures of RX show it."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from sfumato.errors import InputError
from sfumato.io.atomic import written_whole
from sfumato.measure import plots
from sfumato.tables.grouping.partition import partition
from sfumato.tables.measures import Measures, measure
from sfumato.tables.view import People

WEIGHTED = ("closest", "mondrian")
"""Strategies for which the weight makes a difference."""
_FIELDS = (
    "strategy", "weight", "k", "groups", "size", "spread", "smallest", "largest", "splits_columns", "splits_text",
    "loss", "loss_columns", "loss_text", "prosecutor", "marketer", "seconds",
)  # fmt: skip


@dataclass(frozen=True)
class Point:
    """One way to anonymize, and all its figures."""

    strategy: str
    weight: float
    k: int
    measures: Measures
    seconds: float

    @property
    def name(self) -> str:
        """The line of a plot that it belongs to."""
        return f"{self.strategy}, weight {self.weight:g}" if self.strategy in WEIGHTED else self.strategy


def sweep(
    people: People,
    *,
    ks: Sequence[int],
    weights: Sequence[float],
    strategies: Sequence[str],
    tell: Callable[[str, int, int], None] = lambda step, done, total: None,
) -> Iterator[Point]:
    """Every k under every strategy and weight, the least k first."""
    ways = [(strategy, weight) for strategy in strategies for weight in (weights if strategy in WEIGHTED else (0.5,))]
    total = len(ways) * len(ks)
    if max(ks) > people.total:  # before there is work
        raise InputError(f"k = {max(ks)} is more than the {people.total} people of the table")
    for number, (k, (strategy, weight)) in enumerate((k, way) for k in sorted(ks) for way in ways):
        tell("partitioning", number, total)
        start = perf_counter()
        groups = partition(people, k, strategy=strategy, weight=weight)
        measures = measure(people, groups)
        yield Point(strategy, weight, k, measures, perf_counter() - start)


def write_sweep(folder: Path, points: Sequence[Point], people: People, *, at_k: int | None = None) -> list[Path]:
    """Writes the figures (sweep.csv, types.csv) and the plots that they allow; gives what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {terms.name for terms in people.texts}
    written = [folder / "sweep.csv"]
    _write_csv(written[0], _FIELDS, (_row(point, texts) for point in points))
    if texts:
        written.append(folder / "types.csv")
        _write_csv(written[-1], ("strategy", "weight", "k", "text", "type", "loss"), _types(points))
    ks = sorted({point.k for point in points})
    weights = sorted({point.weight for point in points if point.strategy in WEIGHTED})
    if len(ks) > 1:
        for name, up, value in _VIEWS:
            series = _by_name(points, value)
            if series:
                written.append(folder / f"{name}.png")
                percent = name != "groups"
                bounds = (0.0, 1.0) if percent else None
                plots.lines(written[-1], series, title=up, across="k", up=up, percent=percent, bounds=bounds)
    if len(weights) > 1:
        k = at_k if at_k in ks else ks[0]
        written.append(folder / "weight.png")
        plots.lines(
            written[-1],
            _by_weight([point for point in points if point.k == k]),
            title=f"Information lost by the weight of columns, k = {k}",
            across="weight of columns against texts",
            up="information lost (NCP)",
            percent=True,
            bounds=(0, 1),
        )
    return written


_VIEWS: tuple[tuple[str, str, Callable[[Measures], float]], ...] = (
    ("loss", "Information lost (NCP)", lambda m: m.loss.total),
    ("loss_columns", "Information lost, columns", lambda m: m.loss.columns),
    ("loss_text", "Information lost, texts", lambda m: m.loss.text),
    ("groups", "Groups", lambda m: float(m.groups)),
)


def _by_name(points: Sequence[Point], value: Callable[[Measures], float]) -> dict[str, plots.Line]:
    """A line over k for every strategy; of several weights the one that loses least in all, for each k."""
    lines: dict[str, plots.Line] = {}
    for strategy in dict.fromkeys(point.strategy for point in points):
        own = [point for point in points if point.strategy == strategy]
        several = len({point.weight for point in own}) > 1
        best = {
            k: min((p for p in own if p.k == k), key=lambda p: (p.measures.loss.total, p.weight))
            for k in {p.k for p in own}
        }
        ks = sorted(best)
        shares = [value(best[k].measures) for k in ks]
        if not any(map(math.isnan, shares)):
            lines[f"{strategy}, best weight" if several else own[0].name] = (ks, shares)
    return lines


def _by_weight(points: Sequence[Point]) -> dict[str, plots.Line]:
    lines: dict[str, plots.Line] = {}
    for strategy in dict.fromkeys(point.strategy for point in points if point.strategy in WEIGHTED):
        own = sorted((point for point in points if point.strategy == strategy), key=lambda point: point.weight)
        for part in ("total", "columns", "text"):
            shares = [getattr(point.measures.loss, part) for point in own]
            if not any(map(math.isnan, shares)):
                lines[f"{strategy}: {part}"] = ([point.weight for point in own], shares)
    return lines


def _row(point: Point, texts: set[str]) -> list[object]:
    m = point.measures
    in_texts = sum(number for name, number in m.splits.items() if name in texts)
    return [
        point.strategy, f"{point.weight:g}" if point.strategy in WEIGHTED else "", point.k, m.groups, f"{m.size:.3f}",
        f"{m.spread:.3f}", m.smallest, m.largest, sum(m.splits.values()) - in_texts, in_texts, _share(m.loss.total),
        _share(m.loss.columns), _share(m.loss.text), _share(m.risk.prosecutor), _share(m.risk.marketer),
        f"{point.seconds:.3f}",
    ]  # fmt: skip


def _share(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.6f}"


def _types(points: Sequence[Point]) -> Iterator[list[object]]:
    for point in points:
        weight = f"{point.weight:g}" if point.strategy in WEIGHTED else ""
        for text, types in point.measures.loss.by_type.items():
            for kind, share in sorted(types.items()):
                yield [point.strategy, weight, point.k, text, kind, _share(share)]


def _write_csv(path: Path, head: Sequence[str], rows: Iterator[list[object]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    with written_whole(path) as part:
        part.write_text(text.getvalue(), encoding="utf-8")
