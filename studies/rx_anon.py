"""The experiments of rx-anon (RX): people with columns and texts in groups of k, over k, weight and strategy.

Redundant terms are left aside, as in the paper's experiments: terms are those that were extracted once from the posts.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.files import csv_rows, lines, shown
from sfumato.languages import load
from sfumato.measure.sweep.table import sweep
from sfumato.tables import TablePoint
from sfumato.tables.view import Attribute, Kind, People, Terms
from studies.pages import Tell

FACTS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
KS: tuple[int, ...] = tuple(FACTS["k"])
WEIGHTS = tuple(step / 10 for step in range(11))
WAYS = (*(f"mondrian {weight:g}" for weight in WEIGHTS), "gdf")
"""The paper's ways to make groups."""
OURS = "closest"
TYPES: tuple[str, ...] = tuple(FACTS["terms"])
"""The types of entities that the paper counts as sensitive."""
SETS: Mapping[str, tuple[str, ...]] = {"all": TYPES, "gpe": ("GPE",)}
BLOGS = "blogs_1000_terms.jsonl*"
HOTELS = "hotel_reviews.csv*"
_COLUMNS: Mapping[str, Kind] = {
    "gender": "nominal",
    "age": "number",
    "topic": "nominal",
    "sign": "nominal",
    "date": "date",
}
_HOTEL: Mapping[str, Kind] = {
    "Additional_Number_of_Scoring": "number",
    "Average_Score": "number",
    "Total_Number_of_Reviews": "number",
    "Total_Number_of_Reviews_Reviewer_Has_Given": "number",
    "Reviewer_Score": "number",
    "lat": "number",
    "lng": "number",
    "Review_Date": "date",
    "Reviewer_Nationality": "nominal",
    "days_since_review": "nominal",
}
"""Seven numbers, a date and two others are quasi-identifiers; name and address of a hotel say who it is."""


@dataclass(frozen=True)
class Swept:
    """All figures of a table: by way and k."""

    points: Mapping[tuple[str, int], TablePoint]

    def seconds(self, way: str) -> float | None:
        """How long a way took, all k together."""
        took = [point.seconds for (name, _), point in self.points.items() if name == way]
        return sum(took) if took else None


def way_of(point: TablePoint) -> str:
    return f"mondrian {point.weight:g}" if point.strategy == "mondrian" else point.strategy


def swept(people: People, tell: Tell, *, weights: Iterable[float] = WEIGHTS, gdf: bool = True) -> Swept:
    """Every k that the people allow, by the paper's strategies and by ours."""
    ks = [k for k in KS if k <= people.total]
    found: dict[tuple[str, int], TablePoint] = {}
    plans = (("mondrian", tuple(weights)), *((("gdf", (0.5,)),) if gdf else ()), (OURS, (0.5,)))
    for strategy, own in plans:
        for point in sweep(people, ks=ks, weights=own, strategies=(strategy,), progress=tell):
            found[way_of(point), point.k] = point
    return Swept(found)


# --- the people -------------------------------------------------------------------------------------------


def blogger_people(path: Path, types: Collection[str] | None = None) -> People:
    """The bloggers of a file of posts, each with its columns and its entities; only those of some types, or all."""
    number: dict[str, int] = {}
    cells: dict[str, list[set[Any]]] = {name: [] for name in _COLUMNS}
    terms: list[set[tuple[str, str]]] = []
    normal_form = load().normal_form
    for at, line in enumerate(lines(path), 1):
        where = f"{shown(path)}: line {at}"
        post = _post(line, where)
        who = number.setdefault(post["id"], len(number))
        if who == len(terms):
            terms.append(set())
            for column in cells.values():
                column.append(set())
        for name, column in cells.items():
            value = post.get(name)
            if value not in (None, "", "NaT"):  # some posts have no date
                column[who].add(_value(value, _COLUMNS[name], where, name))
        for text, kind, *_ in post["ents"]:
            if types is None or kind in types:
                terms[who].add((normal_form(text) or text.lower(), kind))
    columns = [Attribute.of(name, kind, cells[name]) for name, kind in _COLUMNS.items()]
    return People(len(number), columns, [Terms.of("text", terms)])


def hotel_people(path: Path) -> People:
    """The hotels of a file of reviews by their columns alone, without those whose place is not known."""
    rows = csv_rows(path)
    _, header = next(rows, (1, []))
    wanted = ("Hotel_Name", *_HOTEL)
    if missing := [name for name in wanted if name not in header]:
        raise InputError(f"{shown(path)}: no column {missing[0]}")
    place = [header.index(name) for name in wanted]
    number: dict[str, int] = {}
    cells: dict[str, list[set[Any]]] = {name: [] for name in _HOTEL}
    for at, row in rows:
        where = f"{shown(path)}: line {at}"
        if len(row) != len(header):
            raise InputError(f"{where}: {len(row)} cells where the header has {len(header)}")
        hotel, *values = (row[column].strip() for column in place)
        given = dict(zip(_HOTEL, values, strict=True))
        if not {given["lat"], given["lng"]}.isdisjoint(("", "NA")):
            continue
        who = number.setdefault(hotel, len(number))
        for name, column in cells.items():
            if who == len(column):
                column.append(set())
            if given[name]:
                column[who].add(_value(given[name], _HOTEL[name], where, name))
    return People(len(number), [Attribute.of(name, kind, cells[name]) for name, kind in _HOTEL.items()])


def _post(line: str, where: str) -> dict[str, Any]:
    try:
        post = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"{where}: not valid JSON") from None
    entities = post.get("ents") if isinstance(post, dict) else None
    if not isinstance(entities, list) or not isinstance(post.get("id"), str):
        raise InputError(f"{where}: not an object with a text id and a list of ents")
    if not all(
        isinstance(e, list) and len(e) >= 2 and isinstance(e[0], str) and isinstance(e[1], str) for e in entities
    ):
        raise InputError(f"{where}: each of the ents must begin with a text and a type")
    return post


def _value(value: Any, kind: Kind, where: str, name: str) -> Any:
    """A cell as its column has it: numbers, days, or text."""
    try:
        if kind == "number":
            number = float(value)
            if not np.isfinite(number):
                raise ValueError
            return number
        if kind == "date":
            return np.datetime64(_day(str(value)))
    except (TypeError, ValueError):
        raise InputError(f"{where}: {name} is not a {kind}") from None
    return str(value)


def _day(text: str) -> date:
    return datetime.strptime(text, "%m/%d/%Y").date() if "/" in text else date.fromisoformat(text[:10])


def memory() -> float | None:
    """The most memory that this process has had, in GB, where the system says it."""
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e9 if sys.platform == "darwin" else 1e6)
