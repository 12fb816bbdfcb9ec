"""`sfumato anonymize`: a table of people with the texts they wrote, k-anonymous as one whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from sfumato.cli import tables
from sfumato.cli.console import as_json, counted, note, table
from sfumato.cli.knowledge import json_option
from sfumato.errors import InputError
from sfumato.io.files import CSV, plain_suffix, shown
from sfumato.io.sinks import private_json


@click.command()
@click.argument("source", required=False, metavar="TABLE", type=click.Path(path_type=Path))
@click.option("-c", "--config", "config_file", type=click.Path(path_type=Path), help="What the columns are (TOML).")
@click.option(
    "--guess",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Guess what the columns are, and write it to check.",
)
@click.option("-k", type=click.IntRange(1), help="People who look alike, at least (default: the config's, 5).")
@click.option("--weight", type=float, help="Columns against texts: 0 only texts, 1 only columns (default 0.5).")
@click.option("--strategy", metavar="closest|mondrian|gdf", help="Who is put together (default: closest, ours).")
@tables.claim_options
@tables.text_options
@click.option("--approximate", is_flag=True, help="Find what repeats a column under other spellings too.")
@click.option(
    "--generalize", is_flag=True, help="Write what a whole group shares by the taxonomies for a suppressed term."
)
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path), help="Where to write: CSV or Parquet.")
@click.option(
    "--report", type=click.Path(path_type=Path), help="Where to write all figures (JSON): yours, not to release."
)
@click.option(
    "--erase-cache", is_flag=True, help="Erase what was remembered of texts, of all tables, and do nothing else."
)
@click.option(
    "--seed", type=click.IntRange(0), help="The same keys and order of rows each time: for tests, never for a release."
)
@json_option
def anonymize(
    source: Path | None,
    config_file: Path | None,
    guess: Path | None,
    k: int | None,
    weight: float | None,
    strategy: str | None,
    l: float | None,  # noqa: E741
    entropy: float | None,
    t: float | None,
    population: Path | None,
    types: str | None,
    terms: str | None,
    processes: int | None,
    cached: bool,
    approximate: bool,
    generalize: bool,
    output: Path | None,
    report: Path | None,
    erase_cache: bool,
    seed: int | None,
    json_: bool,
) -> int:
    """Publish a table of people with the texts they wrote, each of them one of at least k.

    TABLE is CSV (any separator, compressed or not) or Parquet. Direct identifiers go, quasi-identifiers are recoded,
    terms in the texts stay only where everyone in the group has them, and the same fact reads alike in column and
    text. The release has a random key for each person and shuffled rows. It is checked from scratch before it is
    written: texts are analysed anew and recoded again until the check agrees.

    \b
    Example:
      sfumato anonymize blogs.csv --guess blogs.toml
      sfumato anonymize blogs.csv -c blogs.toml -k 5 --weight 0.4 -o released.csv
      sfumato verify released.csv -c blogs.toml -k 5
    """
    if erase_cache:
        from sfumato.tables import erase

        erase()
        note("What was remembered of texts is erased.")
        return 0
    if source is None:
        raise InputError("no table: name a CSV or Parquet file")
    if guess is not None:
        return _guess(source, guess)
    from sfumato.tables.grouping.partition import STRATEGIES, check_way

    config = tables.config_of(config_file, source)
    reading = tables.read_options(types, terms, processes)
    tables.check_claim(l, entropy, t)
    check_way(strategy or config.strategy or STRATEGIES[0], config.weight if weight is None else weight)
    given = reading.get("terms")
    inputs = [source, config_file, population, given if isinstance(given, Path) else None]
    _check_paths([path for path in inputs if path is not None] + tables.files_of(config), output, report)
    if output is None and not json_:
        raise InputError("say where to write with -o OUT, or --json for the figures alone")
    from sfumato.io.frames import separator_of, write_table
    from sfumato.tables import anonymize as run

    taxonomy = None
    if approximate or generalize:
        from sfumato import taxonomies

        taxonomy = taxonomies.embedded()
    with tables.cache_of(config, cached, terms) as cache, tables.progress_of(config) as progress:
        result = run(
            source,
            config,
            k=k,
            weight=weight,
            strategy=strategy,
            l=l,
            t=t,
            entropy=entropy,
            approximate=approximate,
            generalize=generalize,
            taxonomy=taxonomy,
            cache=cache,
            progress=progress,
            population=population,
            seed=seed,
            **reading,
        )
    if output is not None:
        same = plain_suffix(output) == plain_suffix(source) and plain_suffix(source) in CSV
        write_table(result.table, output, separator=separator_of(source) if same else None, like=source)
    told: dict[str, Any] = {
        "measures": tables.measures_dict(result.measures),
        "verdict": tables.verdict_dict(result.verdict),
        "report": asdict(result.report),
    }
    if report is not None:
        with private_json(report, several=False) as add:  # it tells how the people of the original are grouped
            add(told)
    if json_:
        as_json(told)
        return 0 if result.verdict.holds else 1
    tables.tell_measures(result.measures)
    for column, number in result.report.redundant.items():
        repeat = "repeats" if number == 1 else "repeat"
        note(f"{counted(number, 'term')} of the texts {repeat} {column}, and {repeat} it still: recoded alike")
    if result.report.suppressed_texts:
        note(f"{counted(result.report.suppressed_texts, 'text')} had to be suppressed as a whole", colour="yellow")
    tables.tell_verdict(result.verdict, shown(output.name) if output else "release")
    note(f"Written: {output}")
    return 0 if result.verdict.holds else 1


def _guess(source: Path, target: Path) -> int:
    from sfumato.io.atomic import written_whole
    from sfumato.io.frames import read_table
    from sfumato.tables.guessing import guess, written

    if target.exists():
        raise InputError(f"{shown(target)}: exists; it may be one that you have checked, so name another")
    if not target.resolve().parent.is_dir():
        raise InputError(f"{shown(target.parent)}: no such folder")
    config = guess(read_table(source))
    text = written(config, folder=target.resolve().parent)
    with written_whole(target) as part:
        part.write_text(text, encoding="utf-8")
    table([(column.name, column.role, column.kind or "") for column in config.columns], err=True)
    if len(config.of("direct_identifier")) > 1:
        note("Several direct identifiers tell a person together: if one alone does, call the others keep or drop.")
    note(f"Written: {target}. These are guesses: check every role before you use it.", bold=True)
    return 0


def _check_paths(inputs: Iterable[Path], output: Path | None, report: Path | None) -> None:
    """Refuses, before there is work, what would write over an input, into nowhere or as no table."""
    from sfumato.io.frames import check_writable

    given = [path.resolve() for path in inputs]
    wanted = [path for path in (output, report) if path is not None]
    for path in wanted:
        if path.resolve() in given:
            raise InputError(f"{shown(path)}: is an input; name another to write")
        if not path.resolve().parent.is_dir():
            raise InputError(f"{shown(path.parent)}: no such folder")
        if path.exists() and not path.is_file():
            raise InputError(f"{shown(path)}: is not a file; name another to write")
    if len(wanted) == 2 and wanted[0].resolve() == wanted[1].resolve():
        raise InputError(f"{shown(wanted[0])}: is named twice; the report goes to a path of its own")
    if output is not None:
        check_writable(output)
