"""`sfumato options`: what terms could be called where they stand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import options
from sfumato.cli.console import line, meter, note, show, table
from sfumato.cli.hints import with_hint
from sfumato.cli.knowledge import FILE, json_option
from sfumato.io.files import counted
from sfumato.io.processes import cores
from sfumato.io.sinks import check_output, writing
from sfumato.io.sources import Documents, Item

if TYPE_CHECKING:
    from sfumato.sanitizing.offers import Offers
    from sfumato.service import Engine, Failure, OptionsRequest


@click.command("options")
@click.argument("source", metavar="IN", type=click.Path(path_type=Path, allow_dash=True))
@click.option("-o", "--output", metavar="OUT", type=FILE, help="JSON lines: where to write (standard output).")
@click.option("--term", help="A text: the term, where it stands first.")
@click.option(
    "--at", type=int, nargs=2, metavar="START END", help="A text: where the term begins and ends (half open)."
)
@click.option("--processes", type=click.IntRange(1), help="Processes that work (default: one a core).")
@options.knowledge_options
@json_option
def offers(source: Path, output: Path | None, processes: int | None, json_: bool, **given: Any) -> int:
    """What terms could be called where they stand, as it would be written there, nearest first, whatever is secret.

    IN is JSON lines with text, start and end (places of the text's characters, half open) and perhaps an id, or one
    text with --term or --at. OUT has a line for each record, in order, with id and options, or with id and error.

    Exit code: 0 done, 2 bad input or a record that failed.

    \b
    Example:
      sfumato options letter.txt --term zidovudine
      sfumato options terms.jsonl -o ladders.jsonl
    """
    from sfumato.sanitizing import MOST
    from sfumato.service import OptionsRequest

    engine, term, at = options.engine_of(given), given["term"], given["at"]
    documents = Documents([source], MOST)
    many = documents.kind == "jsonl"
    options.refuse(
        (many and (term or at), "JSON lines say where their terms stand: leave out --term and --at"),
        (documents.kind == "folder", "a folder; here a text or JSON lines are read"),
        (not many and output, "-o is for JSON lines: what is said of one term is printed"),
        (not many and bool(term) == bool(at), "a text: say which term of it with --term TERM or --at START END"),
    )
    if many:
        return _many(engine, documents, output, processes)
    text = documents.single().document.text
    stands = re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text) if term else None
    options.refuse((term and not stands, "the term does not stand in the text"))
    start, end = stands.span() if stands else at
    found = engine.options(OptionsRequest(text=text, start=start, end=end, id=source.name))
    show(found, json_, _tell)
    return 0


def _many(engine: Engine, documents: Documents, output: Path | None, processes: int | None) -> int:
    check_output(documents, output)
    items, asked = tee(documents)
    failed = 0
    number = min(processes or cores(documents.size), documents.total)
    with writing(documents, output) as put, meter("records", documents.total if output else 0) as progress:
        results: Iterable[Any] = engine.options_all(_requests(asked), processes=number)
        for at, (item, result) in enumerate(zip(items, results, strict=True)):
            progress("finding options", at, documents.total)
            if hasattr(result, "options"):
                record = {"id": item.id, "options": result.to_dict()["options"]}
            else:
                record = {"id": item.id, "error": with_hint(result)}
                failed += 1
            put(item, None if "error" in record else "", record)
            if not output:
                click.echo(json.dumps(record, ensure_ascii=False))
    if failed:
        note(f"{failed:,} of {counted(documents.total, 'record')} failed", bold=True, colour="red")
    if output and failed < documents.total:
        note(f"Written: {output}, {counted(documents.total, 'record')}")
    return 2 if failed else 0


def _requests(items: Iterable[Item]) -> Iterator[OptionsRequest | Failure]:
    """What is asked of each record, or what is wrong with it."""
    from sfumato.errors import InputError
    from sfumato.service import Failure, OptionsRequest

    for item in items:
        places = {name: item.fields[name] for name in ("start", "end") if name in item.fields}
        try:
            options.refuse((item.error, item.error), (len(places) < 2, "no fields start and end"))
            yield OptionsRequest(text=item.document.text, id=item.id, **places)
        except InputError as error:
            yield Failure(item.id, str(error), error.code)


def _tell(found: Offers) -> None:
    line(f"{found.term} ({found.label}) could be called:", bold=True)
    rows = [
        (f"  {each.written}", f"keeps {each.keeps:.1f} bits", each.source, f"{each.sure:.0%} sure" * (each.sure < 1))
        for each in found.options
    ]
    table(rows or [("  nothing truer than to leave it out",)], most=60)
