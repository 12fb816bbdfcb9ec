"""Plots of lines and bars; the only module that uses matplotlib, which is optional."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from sfumato.errors import InputError, MissingExtra
from sfumato.io.atomic import written_whole

KINDS = (".png", ".svg", ".pdf")
_COLOURS = ("#1b6ca8", "#d1495b", "#66a182", "#edae49", "#6c4675", "#4a4a4a", "#00798c", "#a1662f")
_WIDE, _HIGH = 7.0, 4.2  # inches

Line = tuple[Sequence[float], Sequence[float]]


def check_plot(path: Path) -> None:
    """Refuses a file that no plot can be written to; to be called before there is work."""
    if path.suffix.lower() not in KINDS:
        raise InputError(f"{path}: a plot is written as {', '.join(KINDS)}")
    _pyplot()


def lines(
    path: Path,
    series: Mapping[str, Line],
    *,
    title: str,
    across: str,
    up: str,
    percent: bool | Literal["both"] = False,
    bounds: tuple[float, float] | None = None,
    marked: Sequence[tuple[float, float, str]] = (),
) -> None:
    """Lines over the same axis, each with its name; `marked` points get a label of their own.

    `percent` writes the shares of the upright axis, or of "both", as percentages.
    """
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(_WIDE, _HIGH), layout="constrained")
    try:
        for number, (name, (x, y)) in enumerate(series.items()):
            axes.plot(x, y, label=name, color=_COLOURS[number % len(_COLOURS)], linewidth=2, marker="o", markersize=3.5)
        for at_x, at_y, said in marked:
            axes.annotate(said, (at_x, at_y), textcoords="offset points", xytext=(6, 6), fontsize=8)
        axes.set_title(title, loc="left", fontsize=11)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        if percent == "both":
            axes.xaxis.set_major_formatter(_ticker().PercentFormatter(1.0, decimals=0))
        elif all(float(at).is_integer() for across_at, _ in series.values() for at in across_at):
            axes.xaxis.set_major_locator(_ticker().MaxNLocator(integer=True))
        if percent:
            axes.yaxis.set_major_formatter(_ticker().PercentFormatter(1.0, decimals=0))
        if bounds:
            axes.set_ylim(*bounds)
        axes.grid(alpha=0.25)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        if len(series) > 1:
            axes.legend(frameon=False, fontsize=8)
        with written_whole(path) as part:
            figure.savefig(part, format=path.suffix.lstrip(".").lower(), dpi=150, metadata=_undated(path))
    finally:
        plt.close(figure)


def bars(
    path: Path,
    names: Sequence[str],
    series: Mapping[str, Sequence[float]],
    *,
    title: str,
    up: str,
    percent: bool = False,
    bounds: tuple[float, float] | None = None,
) -> None:
    """Groups of bars, one group for each name and one bar in it for each series; `nan` leaves a bar out."""
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(_WIDE, _HIGH), layout="constrained")
    try:
        width = 0.8 / max(len(series), 1)
        for number, (name, values) in enumerate(series.items()):
            at = [group + (number - (len(series) - 1) / 2) * width for group in range(len(names))]
            axes.bar(at, values, width * 0.92, label=name, color=_COLOURS[number % len(_COLOURS)])
        axes.set_xticks(range(len(names)), names, fontsize=8)
        axes.set_title(title, loc="left", fontsize=11)
        axes.set_ylabel(up)
        if percent:
            axes.yaxis.set_major_formatter(_ticker().PercentFormatter(1.0, decimals=0))
        if bounds:
            axes.set_ylim(*bounds)
        axes.grid(alpha=0.25, axis="y")
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        if len(series) > 1:
            figure.legend(loc="outside lower center", ncol=len(series), frameon=False, fontsize=8)
        with written_whole(path) as part:
            figure.savefig(part, format=path.suffix.lstrip(".").lower(), dpi=150, metadata=_undated(path))
    finally:
        plt.close(figure)


def _undated(path: Path) -> dict[str, Any] | None:
    """Metadata without a date, so that the same figures give the same file."""
    return {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower())


def _pyplot() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("a plot", "plots") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def _ticker() -> Any:
    from matplotlib import ticker

    return ticker
