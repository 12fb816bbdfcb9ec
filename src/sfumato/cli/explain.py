"""`sfumato explain`: why a term discloses a secret or does not, with all numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import options
from sfumato.cli.console import line, show, table
from sfumato.cli.knowledge import FILE, json_option
from sfumato.io.files import counted, whole_text

if TYPE_CHECKING:
    from sfumato.sanitizing.explanation import Explanation, PhraseTold, SecretTold, Step, Wording
    from sfumato.sanitizing.rivals import RivalsTold

_STEPS = 8  # of a path, that are shown


@click.command()
@click.argument("term")
@options.secrets_options
@options.settings("alpha", "support", "counting")
@click.option("--label", metavar="LABEL", help="What the term is in its text: NOUN_PHRASE, PERSON, GPE ... (guessed).")
@click.option("--in", "text", type=FILE, help="A text: which sense the term has, and how it would be written there.")
@options.knowledge_options
@json_option
def explain(term: str, label: str | None, text: Path | None, json_: bool, **given: Any) -> int:
    """What TERM reveals of a secret: the counts, the equation, the verdict, and what it could be called instead.

    Every phrase of a term of several words is judged, as a reader sees it; where the whole is unknown, that is what
    there is to go by. An option is accepted if neither its words nor the concept that they name disclose. Of a
    condition its rivals are shown, what else one could take it for, and for which of them TERM speaks by each reader.

    \b
    Example:
      sfumato explain zidovudine --hide HIV
      sfumato explain "blood transfusion" --hide HIV --alpha 2
      sfumato explain "night sweats" --hide tuberculosis --in letter.txt
    """
    from sfumato.service import ExplainRequest

    engine = options.engine_of(given)
    context = whole_text(text) if text else ""
    request = ExplainRequest(term=term, label=label, context=context, **options.secrets_of(given))
    if not json_:
        options.tell_secrets([each for each in engine.secrets(request, context) if not each.seen])
    show(engine.explain(request), json_, _tell)
    return 0


def _tell(told: Explanation) -> None:
    if told.names:
        line(f'"{told.term}" names a secret ({", ".join(dict.fromkeys(told.names))}): hidden, whatever it tells')
    for each in told.secrets:
        _tell_secret(told.term, each, told.total)
    for rivals in told.rivals:
        _tell_rivals(told.term, rivals)
    line("")
    line(f"It could be called ({told.label}):", bold=True)
    table([_option_row(option) for option in told.options], most=40)
    if told.paths:
        line("")
        line("By the taxonomies it is a kind of (bits of information, [in brackets] what nobody says):", bold=True)
        for way in told.paths:
            more = " → ..." if len(way) > _STEPS else ""
            line(f"  {way[0].source}: " + " → ".join(map(_step, way[:_STEPS])) + more)


def _tell_secret(term: str, each: SecretTold, total: int) -> None:
    line("")
    documents = each.documents
    line(f"{each.secret}: in {documents:,} of {counted(total, 'document')}", bold=True)
    if not documents:
        line("  The knowledge has never seen it, so nothing can be said of what a term reveals.")
        return
    ic, limit, alpha = each.information, each.limit, each.alpha
    line(f"  IC = log2(N / n(c)) = log2({total:,} / {documents:,}) = {ic:.2f} bits")
    line(f"  limit = IC / alpha = {ic:.2f} / {alpha:g} = {limit:.2f} bits")
    rows = [(f"  {phrase.phrase}", *_phrase_row(phrase, each.support)) for phrase in each.phrases]
    table([("  phrase t", "n(t)", "n(t and c)", "reveals", ""), *rows], right=[1, 2, 3])
    best = max(each.phrases, key=lambda phrase: phrase.bits)
    if best.bits > 0 and not best.reason:
        line(f"  PMI(c; {best.phrase}) = log2(n(t and c) · N / (n(t) · n(c)))")
        counts = f"{best.together:,} · {total:,} / ({best.documents:,} · {documents:,})"
        line(f"    = log2({counts}) = {best.bits:.2f} bits")
    sign = "≥" if each.discloses else "<"
    never = f"cannot be judged: never seen is {', '.join(each.unseen)}" if each.unseen else ""
    verdict = f"discloses {each.secret}" if each.discloses else never or f"does not disclose {each.secret}"
    line(f"  {max(best.bits, 0):.2f} {sign} {limit:.2f}: {term} {verdict}", bold=True)


def _tell_rivals(term: str, told: RivalsTold) -> None:
    line("")
    named = ", ".join(rival.name for rival in told.readers[0].nearest)
    line(f"{told.secret} has {counted(told.rivals, 'rival')}, the nearest: {named}", bold=True)
    for reader in told.readers:
        line(f"  by {reader.reader}, {term} {reader.said}")
        for what, rivals in (("of the nearest", reader.nearest), ("most", reader.most)):
            if said := ", ".join(f"{rival.name} {rival.bits:.1f}" for rival in rivals if rival.bits > 0):
                line(f"    {what} for: {said}")


def _phrase_row(phrase: PhraseTold, support: int) -> tuple[str, str, str, str]:
    if not phrase.documents and not phrase.reason:
        return "0", "", "", "unknown to the knowledge"
    few = f"fewer than {support} documents together: no evidence" if phrase.together < support else ""
    said = phrase.reason or ("discloses" if phrase.discloses else few)
    return f"{phrase.documents:,}", f"{phrase.together:,}", f"{phrase.bits:.2f} bits", said


def _option_row(option: Wording) -> tuple[str, str, str]:
    if not option.wording:
        return "  (left out)", "keeps 0.0 bits", "accepted"
    concept = f", its concept {max(option.concept, 0):.1f}" if option.concept is not None else ""
    told = f"reveals {max(option.words, 0):.1f}{concept} bits of {option.secret}, limit {option.limit:.1f}"
    said = "accepted" if option.accepted else "names a secret" if option.names else "refused"
    return f"  {option.written}", f"keeps {option.keeps:.1f} bits", f"{said}: {told}"


def _step(step: Step) -> str:
    bits = "?" if step.information is None else f"{step.information:.1f}"
    return f"[{step.label}] {bits}" if step.grouping else f"{step.label} {bits}"
