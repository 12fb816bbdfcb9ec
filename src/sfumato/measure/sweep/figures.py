"""A sweep over texts as a file of figures and one plot: what is kept against the risk."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from sfumato.io.atomic import written_whole
from sfumato.measure import plots
from sfumato.measure.sweep.requests import SweepPoint, SweepResult

_FIELDS = (
    "policy", "method", "groups", "alpha", "risk", "risk_low", "risk_high", "kept", "kept_low", "kept_high", "told",
    "holds", "documents", "seconds", "crowd", "rank_by_readers", "rank_by_others",
)  # fmt: skip


def write_sweep(folder: Path, result: SweepResult) -> list[Path]:
    """Writes sweep.csv and frontier.png: what is kept against the risk, a line for each way, a mark for each alpha.

    Where ranks were asked for, ranks.png has them.
    """
    points, chosen = result.points, result.proposed
    folder.mkdir(parents=True, exist_ok=True)
    table, picture = folder / "sweep.csv", folder / "frontier.png"
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_FIELDS)
    writer.writerows(map(_row, points))
    with written_whole(table) as part:
        part.write_text(text.getvalue(), encoding="utf-8")
    series: dict[str, plots.Line] = {}
    marked = []
    for name in dict.fromkeys(point.name for point in points):
        own = [point for point in points if point.name == name]
        series[name] = ([p.kept.value for p in own], [p.risk.value for p in own])
        marked += [(p.kept.value, p.risk.value, f"{p.alpha:g}") for p in own if p.alpha is not None]
    title = "What is kept, and what can still be found out (numbers are alpha)"
    if chosen is not None:
        title += f"\nproposed: {chosen.name}, alpha {chosen.alpha:g}"
        series["proposed"] = ([chosen.kept.value], [chosen.risk.value])
    plots.lines(
        picture,
        series,
        title=title,
        across="information kept",
        up=result.risk,
        percent="both",
        bounds=(-0.02, 1.02),
        marked=marked,
    )
    return [table, picture, *_ranks(folder / "ranks.png", points)]


def _ranks(picture: Path, points: Sequence[SweepPoint]) -> list[Path]:
    """Draws the median rank of the secrets against what is kept, by readers and by attackers kept apart, if known."""
    series: dict[str, plots.Line] = {}
    marked = []
    for name in dict.fromkeys(point.name for point in points):
        own = [point for point in points if point.name == name and point.ranks]
        for at, by in enumerate(("readers", "attackers kept apart")):
            ranks = [point.ranks[at] for point in own if point.ranks]
            series[f"{name}, by {by}"] = ([point.kept.value for point in own], ranks)
        marked += [(p.kept.value, p.ranks[0], f"{p.alpha:g}") for p in own if p.alpha is not None and p.ranks]
    if not any(ranks for _, ranks in series.values()):
        return []
    title = "What is kept, and where the secret stands among its rivals (numbers are alpha)"
    plots.lines(picture, series, title=title, across="information kept", up="median rank of the secret", marked=marked)
    return [picture]


def _row(point: SweepPoint) -> list[object]:
    risk, kept = point.risk, point.kept
    intervals = [f"{number:.4f}" for each in (risk, kept) for number in (each.value, each.low, each.high)]
    return [
        point.policy or "", point.method, "" if point.groups is None else point.groups,
        "" if point.alpha is None else f"{point.alpha:g}", *intervals,
        "" if point.told is None else f"{point.told:.4f}", point.holds, risk.n, f"{point.seconds:.2f}",
        "" if point.crowd is None else point.crowd, *(("", "") if point.ranks is None else point.ranks),
    ]  # fmt: skip
