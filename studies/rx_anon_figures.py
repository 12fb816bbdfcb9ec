"""The figures of RX's experiments beside ours: what the page, the CSV and the plots show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sfumato.measure import plots
from sfumato.tables import TablePoint
from studies.pages import NOT_MEASURED, number
from studies.rx_anon import FACTS, KS, OURS, SETS, WAYS, WEIGHTS, Swept

NAME = "rx-anon"
AT = 5
"""The k of plots and examples over the weight."""
LOSSES = (("columns", 0, "columns"), ("text", 1, "texts"), ("total", 2, "both"))


@dataclass
class OurFigures:
    """What we measured: by set of types, and of hotels."""

    blogs: dict[str, Swept] = field(default_factory=dict)
    people: int = 0
    terms: dict[str, int] = field(default_factory=dict)
    hotels: Swept | None = None
    hotel_count: int = 0
    memory: float | None = None

    def point(self, kind: str, way: str, k: int) -> TablePoint | None:
        return self.blogs[kind].points.get((way, k)) if kind in self.blogs else None


def theirs_of(kind: str, way: str, what: str, at: int) -> Any:
    facts = FACTS[kind].get(way, {}).get(what)
    return None if facts is None else facts[at]


def cuts_of(point: TablePoint) -> tuple[int, int]:
    """Cuts by columns and by texts."""
    texts = point.measures.splits.get("text", 0)
    return sum(point.measures.splits.values()) - texts, texts


def figures(ours: OurFigures) -> Iterator[tuple[object, ...]]:
    for kind in SETS:
        for way in (*WAYS, OURS):
            for at, k in enumerate(KS):
                point = ours.point(kind, way, k)
                for what, theirs, own in _of_point(kind, way, at, point):
                    yield f"blogs, {kind}", what, way, k, theirs, own
            if way != OURS:
                yield f"blogs, {kind}", "seconds", way, "", FACTS[kind][way]["seconds"], seconds_of(ours, kind, way)
    for name, losses in FACTS["types"].items():
        for at, k in enumerate(KS):
            own = type_loss(ours, name, k)
            yield "blogs, all", f"loss of {name}", "mondrian 0.2", k, number(losses[at], 4), number(own, 4)
    for name, count in FACTS["terms"].items():
        yield "blogs, all", f"distinct terms, {name}", "", "", count, ours.terms.get(name, NOT_MEASURED)
    for at, k in enumerate(KS):
        point = ours.hotels.points.get(("mondrian 1", k)) if ours.hotels else None
        facts = FACTS["hotels_columns"]
        m = point.measures if point else None
        for what, theirs, share in (
            ("groups", facts["groups"][at][0], m and m.groups),
            ("mean size", facts["groups"][at][1], m and round(m.size, 4)),
            ("spread of sizes", facts["groups"][at][2], m and round(m.spread, 4)),
            ("loss, columns", facts["loss"][at], m and m.loss.columns and round(m.loss.columns, 4)),
        ):
            yield "hotels", what, "mondrian 1", k, theirs, NOT_MEASURED if share is None else share


def _of_point(kind: str, way: str, at: int, point: TablePoint | None) -> Iterator[tuple[str, object, object]]:
    groups, losses, splits = (theirs_of(kind, way, what, at) for what in ("groups", "loss", "splits"))
    m = point.measures if point else None
    names = ("groups", "mean size", "spread of sizes")
    own = (m.groups, round(m.size, 4), round(m.spread, 4)) if m else (NOT_MEASURED,) * 3
    for place, name in enumerate(names):
        yield name, groups[place] if groups else NOT_MEASURED, own[place]
    for part, place, said in LOSSES:
        mine = getattr(m.loss, part) if m else None
        yield f"loss, {said}", losses[place] if losses else NOT_MEASURED, number(mine, 4)
    if way.startswith("mondrian"):
        cuts: tuple[object, object] = cuts_of(point) if point else (NOT_MEASURED, NOT_MEASURED)
        for place, said in enumerate(("columns", "texts")):
            yield f"splits, {said}", splits[place], cuts[place]


def seconds_of(ours: OurFigures, kind: str, way: str) -> str:
    return number(ours.blogs[kind].seconds(way), 3) if kind in ours.blogs else NOT_MEASURED


def type_loss(ours: OurFigures, name: str, k: int) -> float | None:
    point = ours.point("all", "mondrian 0.2", k)
    return point.measures.loss.by_type["text"].get(name) if point else None


def draw(folder: Path, ours: OurFigures) -> list[str]:
    drawn = []
    ks = [k for k in KS if ours.point("all", "gdf", k)]
    if len(ks) < 2:
        return []
    for part, place, said in LOSSES[:2]:
        shown = ("mondrian 0", "mondrian 0.5") if part == "columns" else ("mondrian 0", "gdf")
        series: dict[str, plots.Line] = {}
        for way in shown:
            series[f"paper, {said_of(way)}"] = ks, [theirs_of("all", way, "loss", KS.index(k))[place] for k in ks]
        for way in (*shown, OURS):
            points = [ours.point("all", way, k) for k in ks]
            series[f"ours, {said_of(way)}"] = ks, [getattr(p.measures.loss, part) for p in points if p]
        path = folder / (f"{NAME}.png" if part == "columns" else f"{NAME}-text.png")
        title = f"Information lost, {said}: all types of entities"
        plots.lines(path, series, title=title, across="k", up=f"loss (NCP), {said}", percent=True)
        drawn.append(path.name)
    if AT in ks:
        at = KS.index(AT)
        series = {}
        for part, place, said in LOSSES[:2]:
            paper = [theirs_of("all", f"mondrian {weight:g}", "loss", at)[place] for weight in WEIGHTS]
            series[f"paper, {said}"] = WEIGHTS, paper
            points = [ours.point("all", f"mondrian {weight:g}", AT) for weight in WEIGHTS]
            series[f"ours, {said}"] = WEIGHTS, [getattr(p.measures.loss, part) for p in points if p]
        path = folder / f"{NAME}-weight.png"
        title = f"Information lost by lambda, Mondrian, k = {AT}"
        across = "lambda: weight of columns against texts"
        plots.lines(path, series, title=title, across=across, up="loss (NCP)", percent=True, bounds=(0, 1.02))
        drawn.append(path.name)
    return drawn


def said_of(way: str) -> str:
    return f"λ = {way.removeprefix('mondrian ')}" if way.startswith("mondrian") else way
