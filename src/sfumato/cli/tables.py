"""What the commands about tables ask and tell alike: the claim, how texts are read, what it cost, whether it holds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sfumato.cli.console import Meter, counted, line, meter, note, table
from sfumato.errors import InputError
from sfumato.io.files import shown

if TYPE_CHECKING:
    from sfumato.tables import TableVerdict
    from sfumato.tables.grouping.diversity import Diversity
    from sfumato.tables.measures import Measures
    from sfumato.tables.requests import TableRequest
    from sfumato.tables.tools import Progress

Command = TypeVar("Command", bound=Callable[..., Any])
Answer = TypeVar("Answer")
VERIFY = ("config_file", "k", "l", "entropy", "t", "types", "terms", "processes", "cached")
"""The options of `sfumato verify` that are about tables, but for the population."""
_ROWS = 15
_IN_OPTIONS = {
    "bad-l": ("l ", "-l "),
    "bad-t": ("t ", "-t "),
    "bad-entropy": ("entropy ", "--entropy "),
    "no-types": ("", "--types: "),
    "column-of-terms": ("", "--terms: "),
    "no-strategies": ("no strategy ", "--strategy: none "),
}
"""How an error begins by its code, and how it begins for those who gave an option."""

config_option = click.option(
    "-c", "--config", "config_file", type=click.Path(path_type=Path), help="What the columns are (TOML)."
)


def _all(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Adds several options, in order."""

    def add(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add


claim_options = _all(
    click.option("-l", "--diversity", "l", type=float, help="Distinct values of a sensitive column in each group."),
    click.option("--entropy", type=float, help="Entropy l-diversity of the sensitive columns."),
    click.option("-t", "--closeness", "t", type=float, help="t-closeness of the sensitive columns, 0 to 1."),
    click.option(
        "--population",
        type=click.Path(path_type=Path),
        help="A table of the whole population: each group must look like k people of it (k-map).",
    ),
)
text_options = _all(
    click.option("--types", metavar="TYPE,...", help="Types of terms that are looked for: PERSON,GPE,DATE."),
    click.option(
        "--terms", metavar="COLUMN|FILE", help="Terms given by you: a column of lists, or JSON lines (id, ents)."
    ),
    click.option("--processes", type=click.IntRange(1), help="Processes that analyse texts (default: all cores)."),
    click.option("--cache/--no-cache", "cached", default=True, help="Remember what was found in texts (offsets)."),
)


def names(said: str) -> tuple[str, ...]:
    """Names that are separated by commas."""
    return tuple(name.strip() for name in said.split(",") if name.strip())


def processes_of(asked: int | None) -> int:
    """As many processes as are asked for, or one for each core that this process may use."""
    return asked or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def answered(
    ask: Callable[..., Answer], kind: type[TableRequest], source: Path, said: dict[str, Any], **more: Any
) -> Answer:
    """Calls the function that a command stands for with the request that its options make; gives what it gives.

    `said` are the options by name: how texts are read, and all that the request holds. Errors name the options.
    """
    from sfumato.tables import Memory, Tools, open_cache
    from sfumato.tables.texts.user_terms import file_or_column

    config_file, types, terms = said.pop("config_file"), said.pop("types"), said.pop("terms")
    processes, cached = processes_of(said.pop("processes")), said.pop("cached")
    if config_file is None:
        raise InputError(
            "no config: give one with -c CONFIG; "
            f"sfumato anonymize {shown(source)} --guess config.toml writes one for you to check"
        )
    try:
        request = kind.of_file(config_file, types=None if types is None else names(types), **said)
        user_terms = None if terms is None else file_or_column(terms)
        with open_cache() as cache, _progress() as tell:
            tools = Tools(processes=processes, cache=cache if cached else Memory(), progress=tell)
            return ask(source, request, user_terms=user_terms, tools=tools, **more)
    except InputError as error:
        before, after = _IN_OPTIONS.get(error.code, ("", ""))
        raise InputError(after + str(error).removeprefix(before), code=error.code) from None


@contextmanager
def _progress() -> Iterator[Progress]:
    """Reports how far texts are read and ways are tried, where there is any such work."""
    with ExitStack() as open_:
        meters: dict[str, Meter] = {}

        def tell(step: str, done: int, total: int) -> None:
            unit = "ways" if step == "partitioning" else "characters"
            if unit not in meters:
                open_.close()  # a terminal shows one at a time
                meters[unit] = open_.enter_context(meter(unit))
            meters[unit](step, done, total)

        yield tell


# --- telling ----------------------------------------------------------------------------------------------


def tell_measures(measures: Measures) -> None:
    """Prints how people are grouped, what is lost and what risk is left."""
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
        rows.append((f"{name} in each group", _figures(each)))
    table(rows, err=True)


def _lost(total: float, columns: float | None, text: float | None) -> str:
    parts = [f"{name} {share:.1%}" for name, share in (("columns", columns), ("texts", text)) if share is not None]
    return f"{total:.1%}" + (f" ({', '.join(parts)})" if len(parts) > 1 else "")


def _figures(diversity: Diversity) -> str:
    return ", ".join(f"{key} {value:.2f}" for key, value in asdict(diversity).items())


def tell_verdict(verdict: TableVerdict, name: str) -> None:
    """Prints whether a table is what it claims to be."""
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
        line(f"  {column}: {_figures(each)}")
    if verdict.population is not None:
        line(f"  every class looks like at least {counted(verdict.population, 'person', 'people')} of the population")
    if verdict.risk is not None and verdict.population is not None:
        journalist, marketer = verdict.risk.journalist, verdict.risk.marketer
        line(f"  chance to be found there: at most {journalist:.1%} (journalist), {marketer:.1%} on average (marketer)")
    if verdict.lone_counts:
        alone = counted(verdict.lone_counts, "person", "people")
        note(f"{alone} can be told by a number of rows that nobody else in the class has: no part of the claim")
