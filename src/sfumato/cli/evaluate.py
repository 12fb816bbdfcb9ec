"""`sfumato evaluate`: what was hidden against what people labelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import options
from sfumato.cli.console import line, note, show, table
from sfumato.cli.events import telling
from sfumato.cli.hints import about
from sfumato.cli.knowledge import FILE, json_option, pack_option
from sfumato.io.files import counted, shown

if TYPE_CHECKING:
    from sfumato.measure.evaluate import Agreement, DocumentScore, EvaluateResult, Kept, MissedWording, Score
    from sfumato.measure.statistics import Interval

_MANY = 2_000_000  # characters of documents that take longer than two seconds
_LONGEST = 40  # characters of a cell
_MISSED = 20  # wordings that are told


@click.command()
@click.argument("gold_file", metavar="GOLD", type=FILE)
@click.argument("out_file", metavar="OUT", type=FILE)
@click.option("--format", help="Format of GOLD: sfumato, tab, votes, presidio, spans (default: guessed).")
@click.option("--original", type=FILE, help="The original documents, where GOLD has spans without text.")
@click.option("--compare-texts", is_flag=True, help="Count what is gone from the text, whatever OUT says it replaced.")
@click.option("--by", multiple=True, type=click.Choice(["type", "kind", "document"]), help="Scores of parts too.")
@click.option("--missed", is_flag=True, help="Tell the wordings that were to be hidden and stand. Not for release.")
@click.option("--utility", type=click.Choice(["words", "terms"]), help="Information kept: of words (fast), or terms.")
@pack_option
@click.option(
    "--fail-below", metavar="LIMITS", help="Exit code 1 if a measure is lower: recall=0.9,entity.DIRECT.recall=0.97."
)
@click.option("--partial", is_flag=True, help="Evaluate the documents that have an output, if some have none.")
@json_option
def evaluate(gold_file: Path, out_file: Path, by: tuple[str, ...], json_: bool, **given: Any) -> int:
    """Measure what was hidden against what people labelled: recall, precision and F, and what is kept.

    GOLD has the labels: JSON lines with id, text and labels (start, end, type, kind), the Text Anonymization Benchmark,
    candidate terms with votes, Presidio's results, or plain spans (CSV, JSON lines). OUT is the working file of sfumato
    sanitize, released texts (JSON lines, a folder, a text), or spans that a tool found.

    \b
    term       a labelled span; hidden if all of it is but for titles, function words and punctuation
    token      a word
    character  a letter or digit
    entity     all labels of one thing; hidden if each of them is

    Exit code: 0 done, 1 a measure is below its limit, 2 bad input.

    \b
    Example:
      sfumato evaluate gold.jsonl safe.jsonl --by kind --by type
      sfumato evaluate echr_dev.json safe.jsonl --fail-below entity.DIRECT.recall=0.97,precision=0.7
      sfumato evaluate spans.csv released/ --original letters/ --utility words
    """
    from sfumato.measure.evaluate import EvaluateRequest, limits_of, read_gold, read_out
    from sfumato.measure.evaluate.limits import NOT_ASKED_FOR

    limits = limits_of(given["fail_below"]) if given["fail_below"] is not None else ()
    gold = read_gold(gold_file, format=given["format"], original=given["original"])
    long = given["utility"] == "terms" or sum(len(document.text) for document in gold.documents) > _MANY
    engine = options.engine_of(given)
    with telling(progress=long) as tell, about(shown(out_file), "output-missing"):
        reading = {"compare": given["compare_texts"], "language": engine.language}
        out = read_out(out_file, gold.documents, **reading, tell=tell)
        asked = {name: given[name] for name in ("partial", "utility")}
        told = {"by_document": "document" in by, "missed": given["missed"] and not json_, "detail": not json_}
        result = engine.evaluate(EvaluateRequest.of(gold, out, limits=limits, **asked, **told), tell=tell)
    below = (said.replace(NOT_ASKED_FOR, "measured with --utility") for said in result.below)
    result = replace(result, below=tuple(below))
    show(result, json_, partial(_show, gold=gold_file.name, out=out_file.name, by=by))
    return 1 if result.below else 0


# --- for people -------------------------------------------------------------------------------------------


def _show(result: EvaluateResult, gold: str, out: str, by: Sequence[str]) -> None:
    """Prints a result that has its detail, of two files by their names, with the parts that are asked for."""
    _head(result, gold, out)
    _scores("", result.all)
    _scores("mean of documents", result.mean_of_documents)
    for what, parts in (("kind", result.kinds), ("type", result.types)):
        if what in by:
            _parts(what, parts)
    if "type" in by and list(result.sources) != ["unnamed"]:
        rows = [(name, _share(each.precision), f"{each.found:,}") for name, each in result.sources.items()]
        _table([("hidden as", "precision", "words"), *rows], right=(2,))
    if result.by_document:
        _documents(result.by_document)
    _kept(result.kept)
    if result.agreement:
        _agreement(result.agreement)
    _how_sure(result.documents)
    if isinstance(result.missed, tuple):
        _missed(result.missed)
    for said in result.below:
        note(said, bold=True, colour="red")


def _table(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> None:
    table(rows, right=right, most=_LONGEST)
    line("")


def _head(result: EvaluateResult, gold: str, out: str) -> None:
    from sfumato.measure.evaluate.gold import HOLDS
    from sfumato.measure.evaluate.masked_output import SAYS

    kinds = {name: levels["term"].wanted for name, levels in result.kinds.items()}
    split = f" ({', '.join(f'{number:,} {name}' for name, number in kinds.items())})" if len(kinds) > 1 else ""
    documents, spans = counted(result.documents, "document"), counted(sum(kinds.values()), "span")
    line(f"{gold}: {HOLDS[result.format]}, {documents}, {spans} to hide{split}")
    line(f"{out}: {'; '.join(SAYS[kind] for kind in result.out.split(' and '))}")
    if result.missing:
        note(f"{counted(len(result.missing), 'document')} without an output left aside", colour="yellow")
    if result.without_labels:
        note(f"{counted(result.without_labels, 'output')} without labels left aside")
    line("")


def _scores(name: str, scores: Mapping[str, Score]) -> None:
    rows = [(level, _share(score.recall), _share(score.precision), _share(score.f)) for level, score in scores.items()]
    table([(name, "recall", "precision", "F"), *rows])
    if (anyone := scores["token"].precision_by_anyone) and scores["token"].precision != anyone:
        line(f"precision of words that at least one labeller would hide: {anyone}")
    line("")


def _parts(what: str, parts: Mapping[str, Mapping[str, Score]]) -> None:
    """Recall alone: what was hidden for nothing is of no type and no kind."""
    levels = ("term", "token", "entity")
    rows = [
        (name, *(_share(scores[level].recall) for level in levels), f"{scores['entity'].wanted:,}")
        for name, scores in sorted(parts.items(), key=lambda part: -part[1]["entity"].wanted)
    ]
    _table([(what, *(f"recall, {level}" for level in levels), "entities"), *rows], right=(4,))


def _documents(documents: Mapping[str, Mapping[str, DocumentScore]]) -> None:
    rows: list[Sequence[object]] = [("document", "entity recall", "token recall", "token precision", "token F")]
    for id, scores in documents.items():
        token = scores["token"]
        values = (scores["entity"].recall, token.recall, token.precision, token.f)
        rows.append((id, *("–" if value is None else f"{value:.3f}" for value in values)))
    _table(rows, right=(1, 2, 3, 4))


def _kept(kept: Kept) -> None:
    rows = [("words kept", _share(kept.words))]
    if kept.information:
        rows.append(("information kept", _share(kept.information)))
    if kept.utility:
        rows.append(("information kept, as sanitize measured it", _share(kept.utility)))
    if kept.telling_share is not None:
        kinds = f", {kept.kinds:,} of them only the kind" if kept.kinds else ""
        said = f"{kept.telling:,} of {kept.replaced:,} ({kept.telling_share:.0%}){kinds}"
        rows.append(("replacements that say something", said))
        rows.append(("replacements with a word of what they stand for", f"{kept.echoing:,}"))
    table(rows)


def _agreement(agreed: Agreement) -> None:
    line("")
    line(f"{counted(agreed.annotators, 'labeller')}, {counted(agreed.documents, 'document')} with several:")
    named = {
        "Cohen's kappa of words, mean of pairs": agreed.cohen,
        "Krippendorff's alpha of words": agreed.krippendorff,
        "F of spans, one labeller against another": agreed.span_f,
    }
    votes = {"Fleiss' kappa of candidate terms": agreed.fleiss}
    table([(f"  {name}", _share(value)) for name, value in (named if agreed.fleiss is None else votes).items()])


def _how_sure(documents: int) -> None:
    from sfumato.measure.statistics import CONFIDENCE, RESAMPLES, small

    line("")
    resamples = f"{CONFIDENCE:.0%} of {RESAMPLES:,} resamples of the documents"
    line(f"In brackets: {resamples}. The F of entities takes the precision of words.")
    if said := small(documents):
        line(said[0].upper() + said[1:] + ".")


def _missed(missed: Sequence[MissedWording]) -> None:
    total = sum(each.times for each in missed)
    line("")
    line(f"{counted(total, 'span')} to hide still {'stands' if total == 1 else 'stand'}:")
    rows = [(f"{each.times:,}", each.kind, each.type, each.text) for each in missed]
    table(rows, right=(0,), most=_LONGEST, first=_MISSED)


def _share(value: Interval | None) -> str:
    return str(value) if value else "–"
