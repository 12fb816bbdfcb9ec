"""`sfumato anonymize`: a table of people with the texts they wrote, k-anonymous as one whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sfumato.cli import tables
from sfumato.cli.console import as_json, note, table
from sfumato.cli.knowledge import FILE, json_option
from sfumato.errors import InputError
from sfumato.io.files import counted, shown


@click.command()
@click.argument("source", required=False, metavar="TABLE", type=FILE)
@tables.config_option
@click.option("--guess", type=FILE, metavar="FILE", help="Guess what the columns are, and write it to check.")
@click.option("-k", type=click.IntRange(1), help="People who look alike, at least (default: the config's, 5).")
@click.option("--weight", type=float, help="Columns against texts: 0 only texts, 1 only columns (default 0.5).")
@click.option("--strategy", metavar="closest|mondrian|gdf", help="Who is put together (default: closest, ours).")
@tables.claim_options
@tables.text_options
@click.option("--approximate", is_flag=True, help="Find what repeats a column under other spellings too.")
@click.option("--generalize/--bare", default=True, help="Say of hidden terms what is true of the group, or their type.")
@click.option("-o", "--output", metavar="OUT", type=FILE, help="Where to write: CSV or Parquet.")
@click.option("--report", type=FILE, help="Where to write all figures (JSON): yours, not to release.")
@click.option("--erase-cache", is_flag=True, help="Erase what was remembered of texts, of all tables; nothing else.")
@click.option(
    "--seed", type=click.IntRange(0), help="The same keys and order of rows each time: for tests, not for a release."
)
@json_option
def anonymize(source: Path | None, guess: Path | None, erase_cache: bool, json_: bool, **said: Any) -> None:
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
    from sfumato.tables import AnonymizeRequest, erase
    from sfumato.tables.files import anonymize_file

    if erase_cache:
        erase()
        note("What was remembered of texts is erased.")
        return
    if source is None:
        raise InputError("no table: name a CSV or Parquet file")
    if guess is not None:
        _guess(source, guess)
        return
    files = {name: said.pop(name) for name in ("output", "report", "population")}
    output = files["output"]
    if output is None and not json_ and said["config_file"]:  # who has no config is told that first
        raise InputError("say where to write with -o OUT, or --json for the figures alone")
    result = tables.answered(anonymize_file, AnonymizeRequest, source, said, **files)
    if json_:
        as_json(result.to_dict())
        return
    tables.tell_measures(result.measures)
    for column, number in result.report.redundant.items():
        repeat = "repeats" if number == 1 else "repeat"
        note(f"{counted(number, 'term')} of the texts {repeat} {column}, and {repeat} it still: recoded alike")
    if result.report.suppressed_texts:
        note(f"{counted(result.report.suppressed_texts, 'text')} had to be suppressed as a whole", colour="yellow")
    tables.tell_verdict(result.verdict, shown(output.name) if output else "release")
    note(f"Written: {output}")


def _guess(source: Path, target: Path) -> None:
    from sfumato.tables.files import guess_file

    config = guess_file(source, target)
    table([(column.name, column.role, column.kind or "") for column in config.columns], err=True)
    if len(config.of("direct_identifier")) > 1:
        keys = ", ".join(column.name for column in config.keys)
        note(f"All direct identifiers go, from the texts, too. People are counted by {keys}: key = true says so.")
    note(f"Written: {target}. These are guesses: check every role before you use it.", bold=True)
