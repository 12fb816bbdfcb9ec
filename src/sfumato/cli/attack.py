"""`sfumato attack`: who, or what, is each released text about?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import attacked, options
from sfumato.cli.console import as_json, note
from sfumato.cli.events import telling
from sfumato.cli.hints import about
from sfumato.cli.knowledge import json_option
from sfumato.errors import InputError
from sfumato.io.files import counted, shown
from sfumato.io.sources import Documents

if TYPE_CHECKING:
    from sfumato.measure.attack import AttackText


@click.command()
@click.argument("source", metavar="OUT", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--candidates",
    "candidates_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Who it may be, with what is publicly known of each: JSON lines, a table, or a folder of texts.",
)
@click.option("--truth", metavar="FIELD", help="Field of OUT with the id or name of the candidate (default: the id).")
@click.option(
    "--hide",
    "labels",
    multiple=True,
    metavar="LABEL",
    help="A secret of all texts, to be found; or in hide of records.",
)
@click.option(
    "--secrets", "listed", metavar="LABEL,...", help="What else it may be (default: what a taxonomy has beside it)."
)
@click.option(
    "--original",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The texts as they were: attacked for comparison.",
)
@click.option("--attackers", default="all", show_default=True, metavar="NAME,...", help="Attackers to use.")
@click.option(
    "--placeholder", "placeholders", multiple=True, metavar="WORD", help="A word that stands for hidden ones."
)
@click.option(
    "--fail-above",
    "limit",
    type=click.FloatRange(0, 1),
    help="Exit code 1 if the strongest finds a larger share first.",
)
@click.option("--upper", is_flag=True, help="With --fail-above: judge by the upper end of the interval.")
@click.option("--without-sources", is_flag=True, help="Leave out of the knowledge what is one of the texts itself.")
@click.option("--text-column", help="Field of what is known of a candidate (default: text).")
@click.option("--id-column", help="Field of a candidate's id (default: id).")
@click.option("--name-column", help="Field of a candidate's name (default: name, or title).")
@options.knowledge_options
@json_option
def attack(
    source: Path,
    candidates_file: Path | None,
    truth: str | None,
    labels: tuple[str, ...],
    listed: str | None,
    original: Path | None,
    attackers: str,
    placeholders: tuple[str, ...],
    limit: float | None,
    upper: bool,
    without_sources: bool,
    text_column: str | None,
    id_column: str | None,
    name_column: str | None,
    background: tuple[Path, ...],
    path: Path | None,
    taxonomy_files: tuple[Path, ...],
    json_: bool,
) -> int:
    """Who, or what, is each released text about?

    With --candidates: attackers compare each text with what is publicly known of every candidate, and ask the knowledge
    where its words lead. With --hide, or secrets in the field hide of records: attackers try to name the secret among
    others. Told are the shares of texts found first and among the first five, and the mean reciprocal rank, each with
    its interval; where the truth is unknown, the likeliest candidates. The output names them: it is a working paper.

    OUT is a text, a folder of texts, or JSON lines with id and text.

    Exit code: 0 done, 1 the strongest attacker is above --fail-above, 2 bad input.

    \b
    Example:
      sfumato attack released.jsonl --candidates people.jsonl --original originals.jsonl
      sfumato attack released.jsonl --candidates people.jsonl --fail-above 0.1
      sfumato attack safe/ --candidates public/ --attackers "BM25, fusion" --json
      sfumato attack safe.txt --original letter.txt --hide HIV
      sfumato attack release.jsonl --original notes.jsonl --secrets "HIV, hepatitis C, diabetes"
    """
    from sfumato.measure.attack import AttackRequest, named, read_candidates, with_originals

    names = named(attackers)
    if truth and not candidates_file:
        raise InputError("--truth says which candidate it is: it goes with --candidates")
    texts = _texts(source, truth)
    if original:
        with about(shown(original), "originals-missing"):
            texts = with_originals(texts, _texts(original, truth))
    candidates = []
    if candidates_file:
        candidates = read_candidates(
            candidates_file, text_column=text_column, id_column=id_column, name_column=name_column
        )
    request = AttackRequest(
        texts=texts,
        candidates=tuple(candidates),
        hide=labels,
        others=tuple(filter(None, map(str.strip, (listed or "").split(",")))),
        attackers=tuple(names),
        placeholders=placeholders,
        limit=limit,
        upper=upper,
        without_sources=without_sources,
        detail=not json_,
    )
    engine = options.engine_of({"path": path, "background": background, "taxonomy_files": taxonomy_files})
    try:
        with telling() as tell:
            result = engine.attack(request, tell=tell)
    except InputError as error:
        if error.code != "truth-unknown":
            raise
        raise InputError(f"--truth {shown(truth or '')}: no record has the id or name of a candidate there") from None
    if json_:
        as_json(result.to_dict())
    else:
        attacked.show(result)
    return 1 if result.above else 0


def _texts(path: Path, field: str | None) -> tuple[AttackText, ...]:
    """The texts of a file or folder; where a field of their records says whom each is about, what it says."""
    from sfumato.measure.attack import AttackText
    from sfumato.sanitizing import MOST

    documents = Documents([path], MOST)
    items = [documents.single()] if documents.kind == "text" else list(documents)
    truths: list[str | None] = [None] * len(items)
    if field:
        if documents.kind != "jsonl":
            raise InputError(f"--truth {shown(field)}: only records of JSON lines have fields")
        truths = [_value(item.fields, field) for item in items]
    found = []
    for item, truth in zip(items, truths, strict=True):
        if item.error and not item.skipped:
            raise InputError(f"{shown(path)}: {shown(str(item.id))}: {item.error}")
        if not item.error:
            found.append(AttackText(str(item.id), item.document.text, hide=item.hide, truth=truth))
    if len(found) < len(items):
        note(f"{path}: {counted(len(items) - len(found), 'record')} of a failure, without a text: left out")
    if not found:
        raise InputError(f"{shown(path)}: no text in it")
    return tuple(found)


def _value(record: Mapping[str, Any], field: str) -> str:
    """What a field of a record says; nothing where it has none."""
    value = record.get(field)
    return str(value) if isinstance(value, str | int | float) else ""
