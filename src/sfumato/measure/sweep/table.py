"""One table anonymized in many ways: what each k, weight and strategy costs, as the figures of RX show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from sfumato.errors import InputError
from sfumato.io.atomic import write_csv
from sfumato.io.files import shown
from sfumato.measure import plots
from sfumato.tables import SweepTableRequest, SweepTableResult, TablePoint, TermOptions, Tools, prepare
from sfumato.tables.claims import Claim
from sfumato.tables.grouping.partition import STRATEGIES, partition
from sfumato.tables.measures import Measures, measure
from sfumato.tables.requests import WEIGHTED
from sfumato.tables.texts.user_terms import UserTerms
from sfumato.tables.tools import Progress, untold
from sfumato.tables.view import People

USUAL_KS = (2, 3, 4, 5, 10, 20, 50)
"""The k that are tried where none are asked for, as far as there are people."""
_FIELDS = (
    "strategy", "weight", "k", "groups", "size", "spread", "smallest", "largest", "splits_columns", "splits_text",
    "loss", "loss_columns", "loss_text", "prosecutor", "marketer", "seconds",
)  # fmt: skip


def sweep_table(
    table: Any,
    request: SweepTableRequest,
    *,
    user_terms: UserTerms | None = None,
    tools: Tools | None = None,
) -> SweepTableResult:
    """What anonymizing a table, a file or any frame, costs under every k, weight and strategy; texts are read once.

    Without a text column there is nothing to weigh columns against, and the strategy gdf is left out unless it is the
    only one.
    """
    tools = tools or Tools()
    config = request.parsed_config()
    strategies = _checked(request.strategies)
    prepared = prepare(table, config, TermOptions(request.types, user_terms), tools=tools)
    people = prepared.people
    ks = request.ks or [k for k in USUAL_KS if k <= people.total] or [1]
    weights, left_out = list(request.weights), []
    if not people.texts:
        weights = [0.5]
        if len(strategies) > 1:
            left_out = [name for name in strategies if name == "gdf"]
            strategies = [name for name in strategies if name != "gdf"]
    points = tuple(sweep(people, ks=ks, weights=weights, strategies=strategies, progress=tools.progress))
    return SweepTableResult(points, config.k, tuple(terms.name for terms in people.texts), tuple(left_out))


def _checked(strategies: Sequence[str]) -> list[str]:
    """The strategies, each once; unknown ones, and none at all, are refused."""
    there = ", ".join(STRATEGIES)
    if not strategies:
        raise InputError(f"no strategy is named; there are {there}", code="no-strategies")
    for name in strategies:
        if name not in STRATEGIES:
            raise InputError(f"strategy {shown(name)} is not known: use one of {there}")
    return list(dict.fromkeys(strategies))


def sweep(
    people: People,
    *,
    ks: Sequence[int],
    weights: Sequence[float],
    strategies: Sequence[str],
    progress: Progress = untold,
) -> Iterator[TablePoint]:
    """Every k under every strategy and weight, the least k first."""
    ways = [(strategy, weight) for strategy in strategies for weight in (weights if strategy in WEIGHTED else (0.5,))]
    total = len(ways) * len(ks)
    if max(ks) > people.total:  # before there is work
        raise InputError(f"k = {max(ks)} is more than the {people.total} people of the table")
    for number, (k, (strategy, weight)) in enumerate((k, way) for k in sorted(ks) for way in ways):
        progress("partitioning", number, total)
        start = perf_counter()
        groups = partition(people, Claim(k), strategy=strategy, weight=weight)
        measures = measure(people, groups)
        yield TablePoint(strategy, weight, k, measures, perf_counter() - start)


# --- files ------------------------------------------------------------------------------------------------


def sweep_file(
    source: Path,
    request: SweepTableRequest,
    folder: Path,
    *,
    user_terms: UserTerms | None = None,
    tools: Tools | None = None,
) -> tuple[SweepTableResult, list[Path]]:
    """Sweeps over a CSV or Parquet file and writes figures and plots to a folder; gives both, and what was written."""
    plots.check_plot(folder / "loss.png")
    swept = sweep_table(source, request, user_terms=user_terms, tools=tools)
    return swept, write_sweep(folder, swept)


def write_sweep(folder: Path, swept: SweepTableResult) -> list[Path]:
    """Writes the figures (sweep.csv, types.csv) and the plots that they allow; gives what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    points = swept.points
    written = [folder / "sweep.csv"]
    write_csv(written[0], _FIELDS, (_row(point, swept.texts) for point in points))
    if swept.texts:
        written.append(folder / "types.csv")
        write_csv(written[-1], ("strategy", "weight", "k", "text", "type", "loss"), _types(points))
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
        k = swept.k if swept.k in ks else ks[0]
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


_VIEWS: tuple[tuple[str, str, Callable[[Measures], float | None]], ...] = (
    ("loss", "Information lost (NCP)", lambda m: m.loss.total),
    ("loss_columns", "Information lost, columns", lambda m: m.loss.columns),
    ("loss_text", "Information lost, texts", lambda m: m.loss.text),
    ("groups", "Groups", lambda m: float(m.groups)),
)


def _by_name(points: Sequence[TablePoint], value: Callable[[Measures], float | None]) -> dict[str, plots.Line]:
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
        known = [share for share in shares if share is not None]
        if len(known) == len(shares):
            lines[f"{strategy}, best weight" if several else own[0].name] = (ks, known)
    return lines


def _by_weight(points: Sequence[TablePoint]) -> dict[str, plots.Line]:
    """A line over the weight for every strategy that has one: its loss in all, of columns and of texts."""
    lines: dict[str, plots.Line] = {}
    for strategy in dict.fromkeys(point.strategy for point in points if point.strategy in WEIGHTED):
        own = sorted((point for point in points if point.strategy == strategy), key=lambda point: point.weight)
        for part in ("total", "columns", "text"):
            shares = [getattr(point.measures.loss, part) for point in own]
            if None not in shares:
                lines[f"{strategy}: {part}"] = ([point.weight for point in own], shares)
    return lines


def _row(point: TablePoint, texts: Sequence[str]) -> list[object]:
    m = point.measures
    in_texts = sum(number for name, number in m.splits.items() if name in texts)
    return [
        point.strategy, _weight(point), point.k, m.groups, f"{m.size:.3f}", f"{m.spread:.3f}", m.smallest, m.largest,
        sum(m.splits.values()) - in_texts, in_texts, _share(m.loss.total), _share(m.loss.columns), _share(m.loss.text),
        _share(m.risk.prosecutor), _share(m.risk.marketer), f"{point.seconds:.3f}",
    ]  # fmt: skip


def _types(points: Sequence[TablePoint]) -> Iterator[list[object]]:
    for point in points:
        for text, types in point.measures.loss.by_type.items():
            for kind, share in sorted(types.items()):
                yield [point.strategy, _weight(point), point.k, text, kind, _share(share)]


def _weight(point: TablePoint) -> str:
    return f"{point.weight:g}" if point.strategy in WEIGHTED else ""


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.6f}"
