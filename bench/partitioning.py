"""Tables made k-anonymous: time, memory and loss (NCP) of partitioning, recoding and measuring, a new process each.

Loss is RX's: a range over the range of the table, a set over the number of values (0 for one value), dates by the days
below a month or year, text by the share of terms that are suppressed, equal by normal form and type.
"""

from __future__ import annotations

import csv
import json
import resource
import sys
import time
from importlib import import_module
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from bench.table import Row, run_python
from sfumato.tables.claims import Claim
from sfumato.tables.grouping.partition import partition
from sfumato.tables.measures import Loss, loss
from sfumato.tables.recoding import kept, recode
from sfumato.tables.view import Attribute, Groups, Kind, People, Terms
from studies.rx_anon import blogger_people

ANONYPY = {5: (68, 0.046), 10: (37, 0.082)}
"""Seconds and loss of anonypy 0.2.1 on Adult, where it was measured before."""
REFERENCE = {"mondrian 0": (178, 0.748), "mondrian 0.5": (115, 0.573), "mondrian 1": (54, 0.573), "gdf": (145, 0.805)}
"""CPU seconds and loss of RX's program on the bloggers, k = 5; its textual loss counts some kept terms as lost."""
SIZES = (2, 3, 4, 5, 10, 20, 50)
STEP = 0.005
"""What a single step of the weight may go against the trend: cuts are made or not made by a hair."""
WEIGHTS = tuple(step / 10 for step in range(11))


def rows(data: Path | None) -> list[Row]:
    return [*_adult(data), *_peer(data), *_rows(), *_bloggers(data), *_crowd()]


def _child(function: str, *arguments: object) -> Any:
    """What a function of this module prints as JSON in a new process."""
    return json.loads(
        run_python(
            f"import sys; from bench import partitioning as p; p.{function}(*sys.argv[1:])", *map(str, arguments)
        )
    )


def _memory() -> float:
    """The most memory this process has had, in GB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e9 if sys.platform == "darwin" else 1e6)


def _run(people: People, k: int, strategy: str = "closest", weight: float = 0.5) -> tuple[float, Groups, Loss]:
    """The time of partitioning, recoding and measuring, and what came out."""
    start = time.perf_counter()
    groups = partition(people, Claim(k), strategy=strategy, weight=weight)
    for attribute in people.attributes:
        recode(attribute, groups)
    keeps = [kept(groups, terms) for terms in people.texts]
    lost = loss(people, groups, keeps=keeps)
    took = time.perf_counter() - start
    if int(groups.sizes.min()) < k:
        raise AssertionError(f"a group of fewer than {k}")
    return took, groups, lost


# --- Adult ------------------------------------------------------------------------------------------------


def _adult(data: Path | None) -> list[Row]:
    if data is None or not (data / "adult" / "adult.csv").exists():
        return [Row("Adult", "skipped: adult/adult.csv is not there (--data)")]
    found = []
    for k, (seconds, limit) in ANONYPY.items():
        got = _child("adult", data, k)
        found.append(
            Row(
                f"Adult, 30,162 rows, 8 quasi-identifiers, k = {k}",
                f"{got['closest'][0]:.3f} s, NCP {got['closest'][1]:.4f} (mondrian {got['mondrian'][0]:.3f} s, "
                f"{got['mondrian'][1]:.4f})",
                f"under 0.25 s, NCP not above {limit} (anonypy 0.2.1: {seconds} s)",
                got["closest"][0] < 0.25 and got["closest"][1] <= limit,
            )
        )
    return found


def adult(data: str, k: str) -> None:
    people = adult_people(Path(data))
    found = {}
    for strategy in ("closest", "mondrian"):
        runs = [_run(people, int(k), strategy) for _ in range(5)]
        found[strategy] = min(took for took, _, _ in runs), runs[0][2].total
    print(json.dumps(found))


def adult_people(data: Path) -> People:
    """Adult, all columns but the salary class as quasi-identifiers."""
    with (data / "adult" / "adult.csv").open(encoding="utf-8", newline="") as lines:
        header, *body = csv.reader(lines, delimiter=";")
    cells = dict(zip(header, np.array(body).T, strict=True))
    kept_columns = [name for name in header if name != "salary-class"]
    return People(
        len(body), [_attribute(name, "number" if name == "age" else "nominal", cells[name]) for name in kept_columns]
    )


def _attribute(name: str, kind: Kind, cells: Any) -> Attribute:
    values, codes = np.unique(cells.astype(float) if kind == "number" else cells, return_inverse=True)
    return Attribute(name, kind, values, np.arange(len(cells) + 1), codes)


def _peer(data: Path | None) -> list[Row]:
    if data is None or not (data / "adult" / "adult.csv").exists():
        return []
    got = _child("anonypy", data)
    if not got:
        return [Row("anonypy on Adult in the same run", "skipped: anonypy and pandas are not installed")]
    return [
        Row(
            f"anonypy {release} on Adult in the same run, k = {k}",
            f"{took:.1f} s, NCP {lost:.4f}",
            f"ours: {ours:.4f}",
            ours <= lost,
        )
        for release, k, took, lost, ours in got
    ]


def anonypy(data: str) -> None:
    """anonypy's partitions of the same table, measured by the same loss."""
    try:
        pandas, mondrian = import_module("pandas"), import_module("anonypy.mondrian")
    except ImportError:
        print("[]")
        return
    people = adult_people(Path(data))
    columns = {a.name: a.values[a.codes] for a in people.attributes}
    frame = pandas.DataFrame(columns)
    for attribute in people.attributes:
        if attribute.kind == "nominal":
            frame[attribute.name] = frame[attribute.name].astype("category")
    found = []
    for k in ANONYPY:
        start = time.perf_counter()
        parts = mondrian.Mondrian(frame, list(columns), None).partition(k)
        took = time.perf_counter() - start
        of = np.full(people.total, -1)
        for number, part in enumerate(parts):
            of[np.asarray(part)] = number
        theirs = loss(people, Groups(of, len(parts))).total
        found.append((version("anonypy"), k, took, theirs, _run(people, k)[2].total))
    print(json.dumps(found))


# --- many rows --------------------------------------------------------------------------------------------


def _rows() -> list[Row]:
    found = []
    for total in (30_000, 300_000, 3_000_000):
        got = _child("many", total)
        bar = ("under 30 s, under 3 GB", got["time"] < 30 and got["memory"] < 3) if total == 3_000_000 else ("", None)
        found.append(
            Row(
                f"{total:,} synthetic rows, 8 quasi-identifiers, k = 5",
                f"{got['time']:.2f} s, {got['memory']:.2f} GB, NCP {got['loss']:.4f} "
                f"(mondrian {got['mondrian time']:.2f} s, {got['mondrian loss']:.4f})",
                *bar,
            )
        )
    return found


def many(total: str) -> None:
    people = many_people(int(total))
    took, _, lost = _run(people, 5)
    memory = _memory()
    other, _, other_lost = _run(people, 5, "mondrian")
    print(
        json.dumps(
            {
                "time": took,
                "memory": memory,
                "loss": lost.total,
                "mondrian time": other,
                "mondrian loss": other_lost.total,
            }
        )
    )


def many_people(total: int) -> People:
    """Two numbers, five nominal attributes of 2 to 41 values and an ordinal one, all skewed."""
    draw = np.random.default_rng(0)
    starts = np.arange(total + 1)
    shape: list[tuple[Kind, int]] = [("number", 80), ("number", 2000), ("nominal", 2), ("nominal", 7), ("nominal", 16)]
    shape += [("nominal", 41), ("nominal", 14), ("ordinal", 10)]
    found = []
    for at, (kind, width) in enumerate(shape):
        if kind == "number":
            codes = np.clip(draw.normal(width / 2, width / 6, total), 0, width - 1).astype(np.int64)
            values: Any = np.arange(width, dtype=float)
        else:
            codes = np.minimum((draw.random(total) ** 2 * width).astype(np.int64), width - 1)
            values = np.array([f"v{code:02d}" for code in range(width)])
        found.append(Attribute(f"q{at}", kind, values, starts, codes))
    return People(total, found)


# --- bloggers ---------------------------------------------------------------------------------------------


def _bloggers(data: Path | None) -> list[Row]:
    if data is None or not (data / "blogs_1000_terms.jsonl.xz").exists():
        return [Row("bloggers", "skipped: blogs_1000_terms.jsonl.xz is not there (--data)")]
    got = _child("bloggers", data)
    found = []
    for name, (took, groups, columns, text, total) in got["one"].items():
        seconds, theirs = REFERENCE.get(name, (None, None))
        beside = f" (RX's program: {seconds} s of CPU, {theirs})" if seconds else ""
        measured = f"{took:.2f} s, {groups} groups, NCP {total:.4f} = columns {columns:.4f}, text {text:.4f}"
        found.append(Row(f"1,000 bloggers, k = 5, {name}", measured, f"under 2 s{beside}", took < 2))
    for k in SIZES:
        by_weight = {weight: got["table"][f"{k} mondrian {weight:g}"] for weight in WEIGHTS}
        best = min(by_weight, key=lambda weight: by_weight[weight][2])
        ours, gdf = got["table"][f"{k} closest 0.5"], got["table"][f"{k} gdf 0.5"]
        found.append(
            Row(
                f"  k = {k}: NCP of closest",
                f"{ours[2]:.4f} = columns {ours[0]:.4f}, text {ours[1]:.4f} "
                f"(gdf {gdf[2]:.4f} = {gdf[0]:.4f}, {gdf[1]:.4f})",
                f"below mondrian at its best weight ({best:g}): {by_weight[best][2]:.4f}",
                ours[2] < by_weight[best][2],
            )
        )
    for k in SIZES:
        table = [got["table"][f"{k} mondrian {weight:g}"] for weight in WEIGHTS]
        found.append(
            Row(
                f"  k = {k}: mondrian, columns / text at weight 0, 0.1 … 1",
                "; ".join(f"{columns:.3f} / {text:.4f}" for columns, text, _ in table),
                f"columns fall and text rises from 0 to 1, no step against it above {STEP}",
                _trend([-columns for columns, _, _ in table]) and _trend([text for _, text, _ in table]),
            )
        )
    totals = [[got["table"][f"{k} {how}"][2] for k in SIZES] for how in ("mondrian 0.5", "gdf 0.5", "closest 0.5")]
    grows = all(a < b for each in totals for a, b in pairwise(each))
    found.append(Row("  loss grows with k, all three strategies", str(grows), "True", grows))
    return found


def _trend(values: list[float]) -> bool:
    return values[0] <= values[-1] and all(b > a - STEP for a, b in pairwise(values))


def bloggers(data: str) -> None:
    people = blogger_people(Path(data) / "blogs_1000_terms.jsonl.xz")
    one = {}
    runs = [("mondrian", 0.0), ("mondrian", 0.5), ("mondrian", 1.0), ("gdf", 0.5), ("closest", 0.5)]
    for strategy, weight in runs:
        took, groups, lost = min((_run(people, 5, strategy, weight) for _ in range(2)), key=lambda run: run[0])
        name = f"{strategy} {weight:g}" if strategy == "mondrian" else strategy
        one[name] = took, groups.total, lost.columns, lost.text, lost.total
    table = {}
    for k in SIZES:
        for strategy, weight in [("closest", 0.5), ("gdf", 0.5), *(("mondrian", weight) for weight in WEIGHTS)]:
            lost = _run(people, k, strategy, weight)[2]
            table[f"{k} {strategy} {weight:g}"] = lost.columns, lost.text, lost.total
    print(json.dumps({"one": one, "table": table}))


# --- people with the paper's numbers of terms -------------------------------------------------------------


def _crowd() -> list[Row]:
    found = []
    for name in ("closest", "mondrian 0", "mondrian 0.5", "mondrian 1", "gdf"):
        got = _child("crowd", *name.split())
        found.append(
            Row(
                f"{got['people']:,} synthetic people, {got['terms']:,} distinct terms, {got['mean']:.0f} a person "
                f"(median {got['median']:.0f}, most {got['most']:,}), k = 5, {name}",
                f"{got['time']:.1f} s, {got['memory']:.2f} GB, NCP {got['total']:.4f} = columns {got['columns']:.4f}, "
                f"text {got['text']:.4f}",
                "under 60 s, under 4 GB (the paper: 1:48 to 15:19 hours, 25 GB)",
                got["time"] < 60 and got["memory"] < 4,
            )
        )
    return found


def crowd(strategy: str, weight: str = "0.5") -> None:
    people = crowd_people(20_000)
    took, _, lost = _run(people, 5, strategy, float(weight))
    counts = np.diff(people.texts[0].starts)
    print(
        json.dumps(
            {
                "time": took,
                "memory": _memory(),
                "people": people.total,
                "terms": len(people.texts[0].labels),
                "mean": float(counts.mean()),
                "median": float(np.median(counts)),
                "most": int(counts.max()),
                "columns": lost.columns,
                "text": lost.text,
                "total": lost.total,
            }
        )
    )


def crowd_people(total: int) -> People:
    """Bloggers as the paper counts them: half of the terms are ones that many have, the other half nearly nobody's."""
    draw = np.random.default_rng(0)
    signs, topics = np.array([f"s{at:02d}" for at in range(12)]), np.array([f"t{at:02d}" for at in range(40)])
    starts = np.arange(total + 1)
    ages = np.concatenate([np.arange(13, 18), np.arange(23, 28), np.arange(33, 49)]).astype(float)
    columns = [
        Attribute("gender", "nominal", np.array(["female", "male"]), starts, draw.integers(0, 2, total)),
        Attribute("age", "number", ages, starts, draw.integers(0, len(ages), total)),
        Attribute("topic", "nominal", topics, starts, (draw.random(total) ** 2.5 * 40).astype(np.int64)),
        Attribute("sign", "nominal", signs, starts, draw.integers(0, 12, total)),
    ]
    days = np.arange(np.datetime64("1999-06-01"), np.datetime64("2006-01-01"))
    posts = np.clip(draw.lognormal(2.3, 1.2, total), 1, 400).astype(np.int64)
    first = np.maximum(len(days) - 500 - draw.exponential(150, total).astype(np.int64), 0)
    who = np.repeat(np.arange(total), posts)
    day = first[who] + (draw.random(len(who)) * np.minimum(posts * 12, 500)[who]).astype(np.int64)
    columns.append(Attribute("date", "date", days, *_runs(total, who, np.minimum(day, len(days) - 1), len(days))))
    many_terms = np.minimum(draw.lognormal(np.log(60), 1.62, total).astype(np.int64) + 1, 9000)
    who = np.repeat(np.arange(total), many_terms)
    known = np.exp(draw.random(len(who)) * np.log(60_000)).astype(np.int64) - 1
    rare = 60_000 + draw.integers(0, 950_000, len(who))
    used, code = np.unique(np.where(draw.random(len(who)) < 0.55, known, rare), return_inverse=True)
    types = ["DATE", "GPE", "ORG", "PERSON", "TIME"]
    kinds = np.array([3, 0, 2, 1, 4, 3, 3, 2])[used % 8]
    terms = Terms("text", [f"w{term:07d}" for term in used], types, kinds, *_runs(total, who, code, len(used)))
    return People(total, columns, [terms])


def _runs(total: int, who: Any, code: Any, width: int) -> tuple[Any, Any]:
    keys = np.unique(who * width + code)
    return np.searchsorted(keys // width, np.arange(total + 1)), keys % width
