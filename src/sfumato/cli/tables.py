"""What the commands about tables ask and tell alike: the claim, how texts are read, what it cost, whether it holds."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sfumato.cli.console import counted, line, meter, note, table
from sfumato.errors import InputError
from sfumato.io.files import shown
from sfumato.io.settings import not_a_number

if TYPE_CHECKING:
    from sfumato.tables import Cache, Memory, Verdict
    from sfumato.tables.config import Config
    from sfumato.tables.measures import Measures

Command = TypeVar("Command", bound=Callable[..., Any])
_ROWS = 15


def claim_options(command: Command) -> Command:
    """What is claimed of a table."""
    for option in reversed(
        [
            click.option(
                "-l", "--diversity", "l", type=float, help="Distinct values of a sensitive column in each group."
            ),
            click.option("--entropy", type=float, help="Entropy l-diversity of the sensitive columns."),
            click.option("-t", "--closeness", "t", type=float, help="t-closeness of the sensitive columns, 0 to 1."),
            click.option(
                "--population",
                type=click.Path(path_type=Path),
                help="A table of everybody: each group must look like k people of it (k-map).",
            ),
        ]
    ):
        command = option(command)
    return command


def text_options(command: Command) -> Command:
    """How texts are read."""
    for option in reversed(
        [
            click.option("--types", metavar="TYPE,...", help="Types of terms that are looked for: PERSON,GPE,DATE."),
            click.option(
                "--terms",
                metavar="COLUMN|FILE",
                help="Terms given by you: a column of lists, or JSON lines (id, ents).",
            ),
            click.option(
                "--processes", type=click.IntRange(1), help="Processes that analyse texts (default: all cores)."
            ),
            click.option(
                "--cache/--no-cache", "cached", default=True, help="Remember what was found in texts (offsets)."
            ),
        ]
    ):
        command = option(command)
    return command


def read_options(types: str | None, terms: str | None, processes: int | None) -> dict[str, Any]:
    """How texts are read, as Python takes it."""
    said: dict[str, Any] = {"processes": processes_of(processes)}
    if types is not None:
        said["types"] = [name.strip() for name in types.split(",") if name.strip()]
        if not said["types"]:
            raise InputError("--types: no type is named, as in PERSON,GPE,DATE")
    if terms is not None:
        path = Path(terms)
        said["terms"] = path if path.suffix and path.exists() else terms
        if isinstance(said["terms"], str) and path.suffix in (".jsonl", ".ndjson", ".xz", ".gz"):
            raise InputError(f"{shown(path)}: no such file")
    return said


def check_claim(l: float | None, entropy: float | None, t: float | None) -> None:  # noqa: E741
    """Refuses what nothing can satisfy, and what is no number."""
    for name, value, most in (("-l", l, 1e9), ("--entropy", entropy, 1e9), ("-t", t, 1.0)):
        least = 0 if name == "-t" else 1
        if value is not None and (problem := not_a_number(value, least, most)):
            raise InputError(f"{name} {problem}")


def files_of(config: Config) -> list[Path]:
    """The files that a config names: none of them is written over."""
    hierarchies = [column.hierarchy for column in config.columns if isinstance(column.hierarchy, Path)]
    return [*hierarchies, *(join.table for join in config.joins)]


def processes_of(asked: int | None) -> int:
    """So many processes as are asked for, or one for each core that there is for us."""
    return asked or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def config_of(path: Path | None, source: Path) -> Config:
    """The config of a table: without one it must be guessed and confirmed."""
    from sfumato.tables.config import read_config

    if path is None:
        raise InputError(
            "no config: give one with -c CONFIG; "
            f"sfumato anonymize {shown(source)} --guess config.toml writes one for you to check"
        )
    return read_config(path)


@contextmanager
def cache_of(config: Config, cached: bool, terms: object) -> Iterator[Cache | Memory]:
    """Where what was found in texts is remembered."""
    from sfumato.tables import Memory, open_cache

    if not cached or terms is not None or not config.of("text"):
        yield Memory()
        return
    with open_cache() as cache:
        yield cache


@contextmanager
def progress_of(config: Config) -> Iterator[Any]:
    """Reports how far the texts are read, where there are any."""
    with meter("characters") if config.of("text") else nullcontext(lambda step, done, total=0: None) as tell:
        yield tell


# --- telling ----------------------------------------------------------------------------------------------


def tell_measures(measures: Measures) -> None:
    """How people are grouped, what is lost and what risk is left."""
    loss, risk = measures.loss, measures.risk
    rows: list[tuple[str, str]] = [
        (
            "groups",
            f"{measures.groups:,} of {measures.smallest:,} to {measures.largest:,} people, mean {measures.size:.1f}",
        ),
        ("splits", ", ".join(f"{name} {number:,}" for name, number in sorted(measures.splits.items())) or "none"),
        ("information lost (NCP)", _lost(loss.total, loss.columns, loss.text)),
    ]
    worst = sorted(loss.by_column.items(), key=lambda pair: -pair[1])[:_ROWS]
    if worst:
        rows.append(("  of columns", ", ".join(f"{name} {share:.1%}" for name, share in worst)))
    for name, types in loss.by_type.items():
        said = sorted(types.items(), key=lambda pair: pair[1])[:_ROWS]
        rows.append((f"  of {name}", ", ".join(f"{kind} {share:.0%}" for kind, share in said)))
    rows.append(
        ("chance to be found", f"at most {risk.prosecutor:.1%} (prosecutor), {risk.marketer:.1%} on average (marketer)")
    )
    for name, each in measures.diversity.items():
        said_of = ", ".join(f"{key} {value:.2f}" for key, value in asdict(each).items())
        rows.append((f"{name} in each group", said_of))
    table(rows, err=True)


def _lost(total: float, columns: float, text: float) -> str:
    parts = [f"{name} {share:.1%}" for name, share in (("columns", columns), ("texts", text)) if not math.isnan(share)]
    return f"{total:.1%}" + (f" ({', '.join(parts)})" if len(parts) > 1 else "")


def tell_verdict(verdict: Verdict, name: str) -> None:
    """Whether a table is what it claims to be."""
    people = counted(verdict.people, "person", "people")
    classes = counted(verdict.classes, "class", "classes")
    if verdict.holds:
        line(f"{name}: holds: {people} in {classes}, each of at least {verdict.smallest:,} (k = {verdict.k})")
    else:
        line(f"{name}: does NOT hold", bold=True)
        for problem in verdict.problems:
            line(f"  {problem}")
        if verdict.rows:
            line(f"  rows {', '.join(map(str, verdict.rows))}{' ...' if len(verdict.rows) == 20 else ''}")
    for column, each in verdict.diversity.items():
        line(f"  {column}: " + ", ".join(f"{key} {value:.2f}" for key, value in asdict(each).items()))
    if verdict.population is not None:
        line(f"  every class looks like at least {counted(verdict.population, 'person', 'people')} of the population")
    if verdict.risk is not None and verdict.population is not None:
        journalist, marketer = verdict.risk.journalist, verdict.risk.marketer
        line(f"  chance to be found there: at most {journalist:.1%} (journalist), {marketer:.1%} on average (marketer)")
    if verdict.lone_counts:
        alone = counted(verdict.lone_counts, "person", "people")
        note(f"{alone} can be told by a number of rows that nobody else in the class has: no part of the claim")


def verdict_dict(verdict: Verdict) -> dict[str, Any]:
    return _finite(asdict(verdict))


def measures_dict(measures: Measures) -> dict[str, Any]:
    """The figures, with what there is none of left out: JSON has no NaN."""
    return _finite(asdict(measures))


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def verify_table(
    source: Path,
    config_file: Path | None,
    k: int | None,
    claim: dict[str, Any],
    reading: dict[str, Any],
    cached: bool,
    json_: bool,
) -> int:
    """Checks a released table from scratch: 0 it holds, 1 it does not."""
    from sfumato.cli.console import as_json
    from sfumato.tables import Given, check
    from sfumato.tables.texts.user_terms import read_given

    config = config_of(config_file, source)
    check_claim(claim["l"], claim["entropy"], claim["t"])
    terms = reading.pop("terms", None)
    if isinstance(terms, str):
        raise InputError("--terms: for a released table give the file of terms; a column of them is not released")
    if terms is not None:
        reading["original_terms"] = list(
            dict.fromkeys(Given(t.text, t.type) for _, row in read_given(terms) for t in row)
        )
    claim = {
        **claim,
        "l": config.l if claim["l"] is None else claim["l"],
        "t": config.t if claim["t"] is None else claim["t"],
    }
    with cache_of(config, cached, terms) as cache, progress_of(config) as progress:
        verdict = check(source, config, k or config.k, **claim, **reading, cache=cache, progress=progress)
    if json_:
        as_json(verdict_dict(verdict))
    else:
        tell_verdict(verdict, shown(source.name))
    return 0 if verdict.holds else 1
