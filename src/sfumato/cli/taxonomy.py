"""`sfumato taxonomy`: what a term is a kind of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli.console import as_json, line, note, table
from sfumato.cli.knowledge import json_option, open_pack, pack_option
from sfumato.cli.options import taxonomy_option
from sfumato.errors import InputError

if TYPE_CHECKING:
    from sfumato.risk.senses import Step


@click.group()
def taxonomy() -> None:
    """What a term is a kind of: labels, synonyms and paths from special to general.

    \b
    Example:
      sfumato taxonomy show "breast cancer"
    """


@taxonomy.command()
@click.argument("label")
@taxonomy_option
@click.option("--format", help="The format of your own taxonomies (default: found out).")
@click.option("--paths", "limit", default=3, show_default=True, type=click.IntRange(1), help="Paths a sense.")
@pack_option
@json_option
def show(label: str, limit: int, path: Path | None, json_: bool, **given: Any) -> None:
    """The senses of LABEL with their source, and each way from it to something more general.

    Bits are information content by taxonomic counting: the number of documents that name the concept or one of its
    specialisations. [Brackets] mark concepts that order the taxonomy but that nobody would say.

    \b
    Example:
      sfumato taxonomy show "breast cancer"
      sfumato taxonomy show lentivirus --taxonomy SnomedCT_Release.zip
    """
    from sfumato import taxonomies
    from sfumato.risk.senses import senses
    from sfumato.taxonomies.readers import read

    own = [read(file, given["format"]) for file in given["taxonomy_files"]]
    chain = taxonomies.Chain(*own, *taxonomies.embedded(progress=note).taxonomies)
    if not chain.senses(label):
        raise InputError(f"no taxonomy has {label!r}")
    found = senses(label, chain, open_pack(path), limit)
    if json_:
        as_json([sense.to_dict() for sense in found])
        return
    for sense in found:
        line(f"{_said(sense)}  {sense.source} {sense.id.partition(':')[2]}", bold=True)
        if sense.synonyms:
            more = f" and {len(sense.synonyms) - 6} more" if len(sense.synonyms) > 6 else ""
            line(f"  also: {', '.join(sense.synonyms[:6])}{more}")
        for steps in sense.paths:
            line("  → " + " → ".join(map(_said, steps)))
        line("")
    note("numbers: information content in bits, ? where no document names it; [in brackets]: nothing one would say")


def _said(step: Step) -> str:
    name = f"[{step.label}]" if step.grouping else step.label
    return f"{name} ?" if step.bits is None else f"{name} {step.bits:.1f}"


@taxonomy.command()
def formats() -> None:
    """The taxonomy formats that can be read.

    \b
    Example:
      sfumato taxonomy formats
    """
    from sfumato.taxonomies.readers import FORMATS

    table([(name, format.what) for name, format in FORMATS.items()])
