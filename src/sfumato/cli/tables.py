"""What the commands about tables ask and tell alike: the claim, how texts are read, what it cost, whether it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sfumato.cli import options
from sfumato.cli.console import line, note, table
from sfumato.cli.events import telling
from sfumato.cli.knowledge import FILE
from sfumato.errors import InputError
from sfumato.io.files import counted, shown
from sfumato.io.processes import cores

if TYPE_CHECKING:
    from sfumato.tables import TableVerdict
    from sfumato.tables.grouping.diversity import Diversity
    from sfumato.tables.measures import Measures
    from sfumato.tables.requests import TableRequest

Answer = TypeVar("Answer")
_READING = ("config_file", "types", "terms", "processes", "cached")  # options that say how a table is read
VERIFY = (*_READING, "k", "l", "entropy", "t")
"""The options of `sfumato verify` that are about tables, but for the population."""
_ROWS = 15

config_option = click.option("-c", "--config", "config_file", type=FILE, help="What the columns are (TOML).")
claim_options = options.all_of(
    click.option("-l", "--diversity", "l", type=float, help="Distinct values of a sensitive column in each group."),
    click.option("--entropy", type=float, help="Entropy l-diversity of the sensitive columns."),
    click.option("-t", "--closeness", "t", type=float, help="t-closeness of the sensitive columns, 0 to 1."),
    click.option(
        "--population", type=FILE, help="A table of the population: each group looks like k people of it (k-map)."
    ),
)
text_options = options.all_of(
    click.option("--types", metavar="TYPE,...", help="Types of terms that are looked for: PERSON,GPE,DATE."),
    click.option("--terms", metavar="COLUMN|FILE", help="Terms given by you: a column of lists, or JSON lines."),
    click.option("--processes", type=click.IntRange(1), help="Processes that analyse texts (default: all cores)."),
    click.option("--cache/--no-cache", "cached", default=True, help="Remember what was found in texts (offsets)."),
)


def names(said: str) -> tuple[str, ...]:
    """Names that are separated by commas."""
    return tuple(name.strip() for name in said.split(",") if name.strip())


def answered(
    ask: Callable[..., Answer], kind: type[TableRequest], source: Path, said: dict[str, Any], **more: Any
) -> Answer:
    """Calls the function that a command stands for with the request that its options make; gives what it gives.

    `said` are the options by name: how texts are read, and all that the request holds.
    """
    from sfumato.tables import Memory, open_cache
    from sfumato.tables.texts.user_terms import file_or_column

    config_file, types, terms, processes, cached = map(said.pop, _READING)
    if config_file is None:
        guess = f"sfumato anonymize {shown(source)} --guess config.toml writes one for you to check"
        raise InputError(f"no config: give one with -c CONFIG; {guess}")
    request = kind.of_file(config_file, types=None if types is None else names(types), **said)
    user_terms = None if terms is None else file_or_column(terms)
    with open_cache() as cache, telling() as tell:
        memory = cache if cached else Memory()
        tools = options.engine_of({}).tools(processes=processes or cores(), cache=memory, tell=tell)
        return ask(source, request, user_terms=user_terms, tools=tools, **more)


# --- telling ----------------------------------------------------------------------------------------------


def tell_measures(measures: Measures) -> None:
    """Prints how people are grouped, what is lost and what risk is left."""
    loss, risk = measures.loss, measures.risk
    sizes = f"{measures.groups:,} of {measures.smallest:,} to {measures.largest:,} people, mean {measures.size:.1f}"
    splits = ", ".join(f"{name} {number:,}" for name, number in sorted(measures.splits.items())) or "none"
    named = (("columns", loss.columns), ("texts", loss.text))
    parts = [f"{name} {share:.1%}" for name, share in named if share is not None]
    lost = f"{loss.total:.1%}" + (f" ({', '.join(parts)})" if len(parts) > 1 else "")
    rows = [("groups", sizes), ("splits", splits), ("information lost (NCP)", lost)]
    if worst := sorted(loss.by_column.items(), key=lambda pair: -pair[1])[:_ROWS]:
        rows.append(("  of columns", ", ".join(f"{name} {share:.1%}" for name, share in worst)))
    for name, types in loss.by_type.items():
        said = sorted(types.items(), key=lambda pair: pair[1])[:_ROWS]
        rows.append((f"  of {name}", ", ".join(f"{kind} {share:.0%}" for kind, share in said)))
    found = f"at most {risk.prosecutor:.1%} (prosecutor), {risk.marketer:.1%} on average (marketer)"
    rows.append(("chance to be found", found))
    rows += [(f"{name} in each group", _figures(each)) for name, each in measures.diversity.items()]
    table(rows, err=True)


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
