"""`sfumato evaluate`: what was hidden against what people labelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli.console import Meter, as_json, counted, line, meter, note, table
from sfumato.cli.knowledge import json_option, open_pack, pack_option
from sfumato.errors import InputError
from sfumato.io.files import shown

if TYPE_CHECKING:
    from sfumato.measure.evaluate import Evaluation, Gold, Labelled, Out, Score
    from sfumato.measure.statistics import Interval
    from sfumato.types import Term

_MANY = 2_000_000  # characters of documents that take longer than two seconds
_LONGEST = 40  # characters of a cell
_MISSED = 20  # wordings that are told
_MEASURES = ("recall", "precision", "f")
_KEPT = ("words", "information", "utility")
_FORMATS = {
    "sfumato": "labels",
    "tab": "labels of the Text Anonymization Benchmark",
    "votes": "candidate terms with votes",
    "presidio": "results of Presidio",
    "spans": "plain spans",
}
_OUTS = {
    "replacements": "what sanitize replaced; a span that was made more general counts as hidden",
    "spans": "spans that were found",
    "texts": "released texts, compared with the originals word by word",
}


@click.command()
@click.argument("gold_file", metavar="GOLD", type=click.Path(path_type=Path))
@click.argument("out_file", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--format", "format_", help="Format of GOLD: sfumato, tab, votes, presidio, spans (default: guessed).")
@click.option(
    "--original", type=click.Path(path_type=Path), help="The original documents, where GOLD has spans without text."
)
@click.option("--compare-texts", is_flag=True, help="Count what is gone from the text, whatever OUT says it replaced.")
@click.option(
    "--by", multiple=True, type=click.Choice(["type", "kind", "document"]), help="Scores of parts too; repeatable."
)
@click.option("--missed", is_flag=True, help="Tell the wordings that were to be hidden and stand. Not for release.")
@click.option(
    "--utility",
    type=click.Choice(["words", "terms"]),
    help="Measure the information kept: of words (fast), or of terms as the parser finds them.",
)
@pack_option
@click.option(
    "--fail-below",
    metavar="LIMITS",
    help="Exit code 1 if a measure is lower, as recall=0.9,precision=0.7 (words) or entity.DIRECT.recall=0.97.",
)
@click.option("--partial", is_flag=True, help="Evaluate the documents that have an output, if some have none.")
@json_option
def evaluate(
    gold_file: Path,
    out_file: Path,
    format_: str | None,
    original: Path | None,
    compare_texts: bool,
    by: tuple[str, ...],
    missed: bool,
    utility: str | None,
    path: Path | None,
    fail_below: str | None,
    partial: bool,
    json_: bool,
) -> int:
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
    from sfumato.measure.evaluate import evaluate as measure
    from sfumato.measure.evaluate import read_gold, read_out

    limits = list(_limits(fail_below)) if fail_below is not None else []
    gold = read_gold(gold_file, format=format_, original=original)
    total = len(gold.documents)
    long = utility == "terms" or sum(len(document.text) for document in gold.documents) > _MANY
    with meter("documents") if long else nullcontext(lambda step, done, total=0: None) as progress:
        out = read_out(
            out_file, gold.documents, compare=compare_texts, on_document=lambda at: progress("reading", at, total)
        )
        if out.missing and not partial:
            raise InputError(_incomplete(out_file, out, total))
        knowledge: Any = open_pack(path) if utility else None
        terms = _terms(gold.documents, progress) if utility == "terms" else None
        found = measure(
            gold.documents,
            out.masked,
            knowledge=knowledge,
            terms=terms,
            on_document=lambda at: progress("evaluating", at, total),
        )
    below = [said for limit in limits for said in _below(limit, found)]
    if json_:
        as_json(_as_dict(gold, out, found, by, below))
    else:
        _tell(gold_file, gold, out_file, out, found, by)
        if missed:
            _tell_missed(gold, found)
        for said in below:
            note(said, bold=True, colour="red")
    return 1 if below else 0


def _incomplete(path: Path, out: Out, total: int) -> str:
    failures = f", {len(out.failed)} of them failed" if out.failed else ""
    return (
        f"{shown(path)}: {len(out.missing)} of {counted(total, 'labelled document')} "
        f"{'has' if len(out.missing) == 1 else 'have'} no output{failures}, the first {shown(out.missing[0])}; "
        "--partial evaluates the others"
    )


def _terms(documents: Sequence[Labelled], progress: Meter) -> dict[str, Sequence[Term]]:
    from sfumato.languages import load
    from sfumato.types import Document

    found: dict[str, Sequence[Term]] = {}
    texts = [Document(document.id, document.text) for document in documents]
    for number, (document, terms) in enumerate(zip(texts, load().batch(texts), strict=True)):
        progress("parsing", number, len(texts))
        found[document.id] = terms
    return found


# --- limits -----------------------------------------------------------------------------------------------

Limit = tuple[str, str, str, float]
"""A level, a type or kind (or nothing), a measure, and what it must reach."""


def _limits(said: str) -> Iterator[Limit]:
    """The limits of --fail-below. Words are meant where no level is named."""
    from sfumato.measure.evaluate import LEVELS

    for each in said.split(","):
        name, _, number = each.strip().partition("=")
        *parts, measure = name.strip().split(".")
        levels = [part for part in parts if part in LEVELS]
        groups = [part for part in parts if part not in LEVELS]
        try:
            limit = float(number)
        except ValueError:
            limit = -1.0
        known = measure in _MEASURES or (measure in _KEPT and not parts)
        if not known or not 0 <= limit <= 1 or len(levels) > 1 or len(groups) > 1 or (groups and measure != "recall"):
            raise InputError(
                f"--fail-below {shown(each.strip())}: a limit is a measure ({', '.join((*_MEASURES, *_KEPT))}) and a "
                "number from 0 to 1, as recall=0.9, entity.recall=0.9 or entity.DIRECT.recall=0.97"
            )
        yield levels[0] if levels else "token", groups[0] if groups else "", measure, limit


def _below(limit: Limit, found: Evaluation) -> Iterator[str]:
    """What is to be said of a limit that is not reached; a measure of nothing reaches none."""
    level, group, measure, least = limit
    scores = found.scores
    name = ".".join(filter(None, (level, group, measure))) if measure in _MEASURES else measure
    value: Interval | None
    if measure in _KEPT:
        value = getattr(found.kept, measure)
    elif group:
        part = scores.kinds.get(group) or scores.types.get(group)
        if part is None:
            there = ", ".join(shown(each) for each in [*scores.kinds, *scores.types][:20])
            raise InputError(f"--fail-below: nothing to hide is labelled {shown(group)}; there are: {there or 'none'}")
        value = getattr(part[level], measure)
    else:
        value = getattr(scores.all[level], measure)
    if value is None:
        why = "measured with --utility" if measure == "information" else "of nothing here"
        yield f"{name}: is {why}, so that it does not reach {least:g}"
    elif value.value < least:
        yield f"{name}: {value.value:.3f} is below {least:g}"


# --- for programs -----------------------------------------------------------------------------------------


def _as_dict(gold: Gold, out: Out, found: Evaluation, by: Sequence[str], below: Sequence[str]) -> dict[str, Any]:
    from sfumato.measure.evaluate import document_scores

    result = {
        "format": gold.format,
        "out": out.kind,
        "missing": list(out.missing),
        "without_labels": out.others,
        **found.as_dict(),
        "below": list(below),
    }
    if "document" in by:
        result["by_document"] = {
            each.id: {level: _plain(score) for level, score in document_scores(each).items()} for each in found.counted
        }
    return result


def _plain(score: Score) -> dict[str, Any]:
    """A score of one document, which has no interval."""
    found = {name: getattr(score, name) for name in _MEASURES}
    return {
        **{name: round(value.value, 4) if value else None for name, value in found.items()},
        **{name: getattr(score.counts, name) for name in ("right", "found", "hidden", "wanted")},
    }


# --- for people -------------------------------------------------------------------------------------------


def _tell(gold_file: Path, gold: Gold, out_file: Path, out: Out, found: Evaluation, by: Sequence[str]) -> None:
    from sfumato.measure.statistics import CONFIDENCE, RESAMPLES, small

    scores = found.scores
    kinds = [f"{levels['term'].counts.wanted:,} {name}" for name, levels in scores.kinds.items()]
    number = sum(levels["term"].counts.wanted for levels in scores.kinds.values())
    split = f" ({', '.join(kinds)})" if len(kinds) > 1 else ""
    line(
        f"{gold_file.name}: {_FORMATS[gold.format]}, {counted(scores.documents, 'document')}, "
        f"{counted(number, 'span')} to hide{split}"
    )
    line(f"{out_file.name}: {'; '.join(_OUTS[kind] for kind in out.kind.split(' and '))}")
    if out.missing:
        note(f"{counted(len(out.missing), 'document')} without an output left aside", colour="yellow")
    if out.others:
        note(f"{counted(out.others, 'output')} without labels left aside")
    line("")
    _tell_scores("", scores.all)
    line("")
    _tell_scores("mean of documents", scores.mean)
    line("")
    if "kind" in by:
        _tell_parts("kind", scores.kinds)
    if "type" in by:
        _tell_parts("type", scores.types)
        if list(scores.sources) != ["unnamed"]:
            rows = [
                (name, _share(score.precision), f"{score.counts.found:,}") for name, score in scores.sources.items()
            ]
            table([("hidden as", "precision", "words"), *rows], right=(2,), most=_LONGEST)
            line("")
    if "document" in by:
        _tell_documents(found)
    _tell_kept(found)
    _tell_agreement(found)
    line("")
    resamples = f"{CONFIDENCE:.0%} of {RESAMPLES:,} resamples of the documents"
    line(f"In brackets: {resamples}. The F of entities takes the precision of words.")
    if said := small(scores.documents):
        line(said[0].upper() + said[1:] + ".")


def _tell_scores(name: str, scores: Mapping[str, Score]) -> None:
    rows = [(level, _share(score.recall), _share(score.precision), _share(score.f)) for level, score in scores.items()]
    table([(name, "recall", "precision", "F"), *rows])
    if (anyone := scores["token"].anyone) and scores["token"].precision != anyone:
        line(f"precision of words that at least one labeller would hide: {anyone}")


def _tell_parts(what: str, parts: Mapping[str, Mapping[str, Score]]) -> None:
    """Recall alone: what is hidden and was not to be is of no type."""
    levels = ("term", "token", "entity")
    rows = [
        (name, *(_share(scores[level].recall) for level in levels), f"{scores['entity'].counts.wanted:,}")
        for name, scores in sorted(parts.items(), key=lambda part: -part[1]["entity"].counts.wanted)
    ]
    table([(what, *(f"recall, {level}" for level in levels), "entities"), *rows], right=(4,), most=_LONGEST)
    line("")


def _tell_documents(found: Evaluation) -> None:
    from sfumato.measure.evaluate import document_scores

    rows: list[Sequence[object]] = [("document", "entity recall", "token recall", "token precision", "token F")]
    for each in found.counted:
        scores = document_scores(each)
        token = scores["token"]
        values = (scores["entity"].recall, token.recall, token.precision, token.f)
        rows.append((each.id, *(f"{value.value:.3f}" if value else "–" for value in values)))
    table(rows, right=(1, 2, 3, 4), most=_LONGEST)
    line("")


def _tell_kept(found: Evaluation) -> None:
    kept = found.kept
    rows = [("words kept", _share(kept.words))]
    if kept.information:
        rows.append(("information kept", _share(kept.information)))
    if kept.utility:
        rows.append(("information kept, as sanitize measured it", _share(kept.utility)))
    if kept.replaced:
        kinds = f", {kept.kinds:,} of them only the kind" if kept.kinds else ""
        share = f"{kept.telling / kept.replaced:.0%}"
        rows.append(("replacements that say something", f"{kept.telling:,} of {kept.replaced:,} ({share}){kinds}"))
        rows.append(("replacements with a word of what they stand for", f"{kept.echoing:,}"))
    table(rows)


def _tell_agreement(found: Evaluation) -> None:
    agreed = found.agreement
    if agreed is None:
        return
    line("")
    line(f"{counted(agreed.annotators, 'labeller')}, {counted(agreed.documents, 'document')} with several:")
    named = {
        "Cohen's kappa of words, mean of pairs": agreed.cohen,
        "Krippendorff's alpha of words": agreed.krippendorff,
        "F of spans, one labeller against another": agreed.span_f,
        "Fleiss' kappa of candidate terms": agreed.fleiss,
    }
    votes = agreed.fleiss is not None
    table([(f"  {name}", _share(value)) for name, value in named.items() if ("Fleiss" in name) == votes])


def _tell_missed(gold: Gold, found: Evaluation) -> None:
    texts = {document.id: document.text for document in gold.documents}
    wordings = Counter(
        (label.kind, label.type, " ".join(texts[each.id][label.start : label.end].split()))
        for each in found.counted
        for label in each.missed
    )
    line("")
    line(f"{counted(wordings.total(), 'span')} to hide still {'stands' if wordings.total() == 1 else 'stand'}:")
    rows = [(f"{times:,}", kind, type, text) for (kind, type, text), times in wordings.most_common(_MISSED)]
    table(rows, right=(0,), most=_LONGEST)
    if len(wordings) > _MISSED:
        line(f"and {counted(len(wordings) - _MISSED, 'wording')} more")


def _share(value: Interval | None) -> str:
    return str(value) if value else "–"
