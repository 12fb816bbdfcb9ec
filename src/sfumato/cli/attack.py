"""`sfumato attack`: who, or what, is each released text about?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sfumato.cli import attacked, options, tables
from sfumato.cli.console import show, tell
from sfumato.cli.events import telling
from sfumato.cli.hints import about
from sfumato.cli.knowledge import FILE, json_option
from sfumato.errors import InputError
from sfumato.io.files import shown


@click.command()
@click.argument("source", metavar="OUT", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--candidates", type=FILE, help="Who it may be, and what is known of each: JSON lines, a table, a folder."
)
@click.option("--truth", metavar="FIELD", help="Field of OUT with the id or name of the candidate (default: the id).")
@options.hide_options("hide", "LABEL", "A secret of all texts, to be found; or in hide of records.")
@click.option("--secrets", "listed", metavar="LABEL,...", help="What else it may be (default: what stands beside it).")
@click.option("--original", metavar="FILE", type=FILE, help="The texts as they were: attacked for comparison.")
@click.option("--crowd", is_flag=True, help="The rank of each condition among its rivals, by readers of whole texts.")
@click.option("--attackers", default="all", show_default=True, metavar="NAME,...", help="Attackers to use.")
@click.option("--placeholder", "placeholders", multiple=True, metavar="WORD", help="A word that stands for others.")
@click.option(
    "--fail-above", "limit", type=click.FloatRange(0, 1), help="Exit code 1 if the strongest finds more first."
)
@click.option("--upper", is_flag=True, help="With --fail-above: judge by the upper end of the interval.")
@click.option("--without-sources", is_flag=True, help="Leave out of the knowledge what is one of the texts itself.")
@click.option("--text-column", help="Field of what is known of a candidate (default: text).")
@click.option("--id-column", help="Field of a candidate's id (default: id).")
@click.option("--name-column", help="Field of a candidate's name (default: name, or title).")
@options.knowledge_options
@json_option
def attack(source: Path, truth: str | None, json_: bool, **given: Any) -> int:
    """Who, or what, is each released text about?

    With --candidates: attackers compare each text with what is publicly known of every candidate, and ask the knowledge
    where its words lead. With --hide, or secrets in the field hide of records: attackers try to name the secret among
    others. Told are the shares of texts found first and among the first five, and the mean reciprocal rank, each with
    its interval; where the truth is unknown, the likeliest candidates. The output names them: it is a working paper.

    With --crowd: where each secret stands among its rivals, by the readers that sanitizing asks (clues, meaning) and by
    attackers that it never asks: TF-IDF over the knowledge, and sentence vectors of plain phrases with each name.

    OUT is a text, a folder of texts, or JSON lines with id and text.

    Exit code: 0 done, 1 the strongest attacker is above --fail-above, 2 bad input.

    \b
    Example:
      sfumato attack released.jsonl --candidates people.jsonl --original originals.jsonl
      sfumato attack released.jsonl --candidates people.jsonl --fail-above 0.1
      sfumato attack safe/ --candidates public/ --attackers "BM25, fusion" --json
      sfumato attack safe.txt --original letter.txt --hide HIV
      sfumato attack safe.txt --original letter.txt --hide HIV --crowd
      sfumato attack release.jsonl --original notes.jsonl --secrets "HIV, hepatitis C, diabetes"
    """
    from sfumato.measure.attack import AttackRequest, named, read_candidates, read_texts, with_originals

    names = named(given["attackers"])
    original, candidates = given["original"], given["candidates"]
    if truth and not candidates:
        raise InputError("--truth says which candidate it is: it goes with --candidates")
    texts = read_texts(source, truth, tell=tell)
    if original:
        with about(shown(original), "originals-missing"):
            texts = with_originals(texts, read_texts(original, truth, tell=tell))
    columns = {name: given[name] for name in ("text_column", "id_column", "name_column")}
    request = AttackRequest(
        texts=texts,
        candidates=tuple(read_candidates(candidates, **columns)) if candidates else (),
        others=tables.names(given["listed"] or ""),
        attackers=tuple(names),
        **{name: given[name] for name in ("hide", "placeholders", "limit", "upper", "without_sources")},
        detail=not json_,
    )
    if given["crowd"]:
        if candidates or request.others or request.limit is not None:
            raise InputError("--crowd asks for the rivals of secrets: without --candidates, --secrets and --fail-above")
        with telling() as heard:
            show(options.engine_of(given).attack_crowd(request, tell=heard), json_, attacked.show_crowd)
        return 0
    try:
        with telling() as heard:
            result = options.engine_of(given).attack(request, tell=heard)
    except InputError as error:
        if error.code != "truth-unknown":
            raise
        raise InputError(f"--truth {shown(truth or '')}: no record has the id or name of a candidate there") from None
    show(result, json_, attacked.show)
    return 1 if result.above else 0
