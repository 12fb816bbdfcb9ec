"""`sfumato sweep`: what each setting costs, as figures and plots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from sfumato.cli import tables
from sfumato.cli.show import meter, note, table
from sfumato.errors import InputError
from sfumato.files import shown

N = TypeVar("N", int, float)


@click.group()
def sweep() -> None:
    """What each setting costs, as figures and plots.

    \b
    Example:
      sfumato sweep table blogs.csv -c blogs.toml -k 2,5,10 --weight 0,0.5,1 -o sweep
    """


@sweep.command("table")
@click.argument("source", metavar="TABLE", type=click.Path(path_type=Path))
@click.option("-c", "--config", "config_file", type=click.Path(path_type=Path), help="What the columns are (TOML).")
@click.option("-k", "ks", default="2,3,4,5,10,20,50", show_default=True, help="The k to try, separated by commas.")
@click.option("--weight", "weights", default="0,0.5,1", show_default=True, help="The weights of columns to try.")
@click.option(
    "--strategy", "strategies", default="closest,mondrian,gdf", show_default=True, help="The strategies to try."
)
@tables.text_options
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder to write to."
)
def sweep_table(
    source: Path,
    config_file: Path | None,
    ks: str,
    weights: str,
    strategies: str,
    types: str | None,
    terms: str | None,
    processes: int | None,
    cached: bool,
    output: Path,
) -> int:
    """What anonymizing a table costs under each k, weight and strategy.

    Texts are analysed once. Writes sweep.csv (groups, splits, loss, risk), types.csv (loss by type of terms) and plots
    of the loss over k and over the weight. Nothing of the table itself is written.

    \b
    Example:
      sfumato sweep table blogs.csv -c blogs.toml -k 2,5,10 --weight 0,0.5,1 -o sweep
    """
    from sfumato import plots
    from sfumato.anonymize import prepare
    from sfumato.anonymize.sweeping import sweep as run
    from sfumato.anonymize.sweeping import write_sweep
    from sfumato.tables.partition import STRATEGIES

    config = tables.config_of(config_file, source)
    wanted = [name.strip() for name in strategies.split(",") if name.strip()]
    for name in wanted:
        if name not in STRATEGIES:
            raise InputError(f"strategy {shown(name)} is not known: use one of {', '.join(STRATEGIES)}")
    numbers = _numbers(ks, int, "-k", 1, 10**9)
    shares = _numbers(weights, float, "--weight", 0, 1)
    plots.check_plot(output / "loss.png")
    reading = tables.read_options(types, terms, processes)
    with tables.cache_of(config, cached, terms) as cache, tables.progress_of(config) as progress:
        prepared = prepare(source, config, cache=cache, progress=progress, **reading)
    if not prepared.people.texts:
        if "gdf" in wanted and len(wanted) > 1:
            wanted.remove("gdf")
            note("gdf is left out: it goes by the terms of texts, and the table has no text column")
        shares = [0.5]  # there is nothing to weigh columns against
    with meter("ways") as tell:
        points = list(run(prepared.people, ks=numbers, weights=shares, strategies=wanted, tell=tell))
    written = write_sweep(output, points, prepared.people, at_k=config.k)
    rows: list[tuple[Any, ...]] = [("k", "strategy", "groups", "lost", "columns", "texts", "seconds")]
    rows += [
        (p.k, p.name, p.measures.groups, _share(p.measures.loss.total), _share(p.measures.loss.columns),
         _share(p.measures.loss.text), f"{p.seconds:.2f}")
        for p in points
    ]  # fmt: skip
    table(rows, right=[0, 2, 3, 4, 5, 6])
    note(f"Written: {', '.join(str(path) for path in written)}")
    return 0


def _share(value: float) -> str:
    return "" if value != value else f"{value:.1%}"


def _numbers(said: str, kind: Callable[[str], N], option: str, least: float, most: float) -> list[N]:
    """Numbers that are separated by commas, each once, in order."""
    try:
        found = sorted({kind(part) for part in said.split(",") if part.strip()})
    except ValueError:
        raise InputError(f"{option} {shown(said)}: numbers separated by commas are needed") from None
    if not found or not all(least <= number <= most for number in found):
        raise InputError(f"{option} {shown(said)}: numbers from {least:g} to {most:g} are needed")
    return found
