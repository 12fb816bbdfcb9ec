"""`sfumato taxonomy`: what a term is a kind of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sfumato.cli.console import as_json, line, note, table
from sfumato.cli.knowledge import json_option, open_pack, pack_option
from sfumato.errors import InputError

if TYPE_CHECKING:
    from sfumato.protocols import Knowledge, Taxonomy
    from sfumato.types import Concept


@click.group()
def taxonomy() -> None:
    """What a term is a kind of: labels, synonyms and paths from special to general.

    \b
    Example:
      sfumato taxonomy show "breast cancer"
    """


@taxonomy.command()
@click.argument("label")
@click.option(
    "--taxonomy",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A taxonomy of your own, asked before the embedded ones (see: sfumato taxonomy formats).",
)
@click.option("--format", "format_", help="The format of your own taxonomies (default: found out).")
@click.option("--paths", "limit", default=3, show_default=True, type=click.IntRange(1), help="Paths a sense.")
@pack_option
@json_option
def show(label: str, files: tuple[Path, ...], format_: str | None, limit: int, path: Path | None, json_: bool) -> None:
    """The senses of LABEL with their source, and each way from it to something more general.

    Bits are information content by taxonomic counting: the number of documents that name the concept or one of its
    specialisations. [Brackets] mark concepts that order the taxonomy but that nobody would say.

    \b
    Example:
      sfumato taxonomy show "breast cancer"
      sfumato taxonomy show lentivirus --taxonomy SnomedCT_Release.zip
    """
    from sfumato import taxonomies
    from sfumato.taxonomies.readers import read

    own = [read(file, format_) for file in files]
    chain = taxonomies.Chain(*own, *taxonomies.embedded(progress=note).taxonomies)
    senses = chain.senses(label)
    if not senses:
        raise InputError(f"no taxonomy has {label!r}")
    bits = _bits(open_pack(path), chain)
    if json_:
        as_json([_described(chain, sense, limit, bits) for sense in senses])
        return
    for sense in senses:
        synonyms = chain.synonyms(sense)
        line(f"{_said(sense, bits)}  {sense.source} {sense.id.partition(':')[2]}", bold=True)
        if synonyms:
            more = f" and {len(synonyms) - 6} more" if len(synonyms) > 6 else ""
            line(f"  also: {', '.join(synonyms[:6])}{more}")
        for steps in chain.paths(sense, limit):
            line("  → " + " → ".join(_said(step, bits) for step in steps))
        line("")
    note("numbers: information content in bits, ? where no document names it; [in brackets]: nothing one would say")


@taxonomy.command()
def formats() -> None:
    """The taxonomy formats that can be read.

    \b
    Example:
      sfumato taxonomy formats
    """
    from sfumato.taxonomies.readers import FORMATS

    table([(name, format.what) for name, format in FORMATS.items()])


def _bits(knowledge: Knowledge, chain: Taxonomy) -> Callable[[Concept], float | None]:
    """Information content of a concept, counted taxonomically; None where no document names it."""
    from sfumato.risk.information import information_content
    from sfumato.types import Any

    known: dict[str, float | None] = {}

    def bits(concept: Concept) -> float | None:
        if concept.id not in known:
            count = knowledge.count(Any(*chain.forms(concept)))
            known[concept.id] = information_content(count, knowledge.total) if count else None
        return known[concept.id]

    return bits


def _said(concept: Concept, bits: Callable[[Concept], float | None]) -> str:
    value = bits(concept)
    name = f"[{concept.label}]" if concept.grouping else concept.label
    return f"{name} {value:.1f}" if value is not None else f"{name} ?"


def _described(
    chain: Taxonomy, sense: Concept, limit: int, bits: Callable[[Concept], float | None]
) -> dict[str, object]:
    def step(concept: Concept) -> dict[str, object]:
        return {"id": concept.id, "label": concept.label, "grouping": concept.grouping, "bits": bits(concept)}

    return {
        **step(sense),
        "source": sense.source,
        "synonyms": list(chain.synonyms(sense)),
        "paths": [[step(concept) for concept in path] for path in chain.paths(sense, limit)],
    }
