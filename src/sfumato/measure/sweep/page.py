"""A sweep over texts as a file of figures and one plot that a manager understands."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from sfumato.io.atomic import written_whole
from sfumato.measure import plots
from sfumato.measure.sweep.text import Point

_FIELDS = (
    "policy", "method", "groups", "alpha", "risk", "risk_low", "risk_high", "kept", "kept_low", "kept_high", "told",
    "holds", "documents", "seconds",
)  # fmt: skip


def write_sweep(folder: Path, points: Sequence[Point], chosen: Point | None, risk: str) -> list[Path]:
    """Writes sweep.csv and frontier.png: what is kept against the risk, a line for each way, a mark for each alpha."""
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
    for name in dict.fromkeys(point.setting.name for point in points):
        own = [point for point in points if point.setting.name == name]
        series[name] = ([p.kept.value for p in own], [p.risk.value for p in own])
        marked += [(p.kept.value, p.risk.value, f"{p.setting.alpha:g}") for p in own if p.setting.policy is not None]
    title = "What is kept, and what can still be found out (numbers are alpha)"
    if chosen is not None:
        title += f"\nproposed: {chosen.setting.name}, alpha {chosen.setting.alpha:g}"
        series["proposed"] = ([chosen.kept.value], [chosen.risk.value])
    plots.lines(
        picture,
        series,
        title=title,
        across="information kept",
        up=risk,
        percent=True,
        percent_across=True,
        bounds=(-0.02, 1.02),
        marked=marked,
    )
    return [table, picture]


def _row(point: Point) -> list[object]:
    setting, risk, kept = point.setting, point.risk, point.kept
    intervals = [f"{number:.4f}" for each in (risk, kept) for number in (each.value, each.low, each.high)]
    return [
        setting.policy.name if setting.policy else "", setting.method, setting.groups if setting.policy else "",
        f"{setting.alpha:g}" if setting.policy else "", *intervals,
        "" if point.told != point.told else f"{point.told:.4f}", point.holds, risk.n, f"{point.seconds:.2f}",
    ]  # fmt: skip
