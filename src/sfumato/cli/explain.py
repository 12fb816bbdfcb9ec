"""`sfumato explain`: why a term discloses a secret or does not, with all numbers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import options
from sfumato.cli.console import as_json, counted, line, table
from sfumato.cli.knowledge import json_option
from sfumato.errors import InputError

if TYPE_CHECKING:
    from sfumato.policy.secrets import Resolved
    from sfumato.protocols import Knowledge, Taxonomy
    from sfumato.replacements.options import Option, Options
    from sfumato.risk import CSanitized
    from sfumato.types import Concept

_SENSES = 3
_PATHS = 2  # a sense, that are shown
_STEPS = 8  # of a path


@click.command()
@click.argument("term")
@options.secrets_options
@options.settings("alpha", "support", "counting")
@click.option("--label", metavar="LABEL", help="What the term is in its text: NOUN_PHRASE, PERSON, GPE ... (guessed).")
@click.option("--in", "text", type=click.Path(path_type=Path), help="A text that says which sense the term has.")
@options.knowledge_options
@json_option
def explain(
    term: str,
    labels: tuple[str, ...],
    aliases: tuple[str, ...],
    policy_name: str | None,
    profile_name: str | None,
    label: str | None,
    text: Path | None,
    background: tuple[Path, ...],
    path: Path | None,
    taxonomy_files: tuple[Path, ...],
    json_: bool,
    **settings: Any,
) -> int:
    """What TERM reveals of a secret: the counts, the equation, the verdict, and what it could be called instead.

    Every phrase of a term of several words is judged, as a reader sees it; where the whole is unknown, that is what
    there is to go by. An option is accepted if neither its words nor the concept that they name disclose.

    \b
    Example:
      sfumato explain zidovudine --hide HIV
      sfumato explain "blood transfusion" --hide HIV --alpha 2
    """
    from sfumato.io.files import whole_text
    from sfumato.languages.en.normalform import normal_form, trimmed
    from sfumato.languages.en.reading import read
    from sfumato.languages.en.scan import Scanner
    from sfumato.replacements.options import Options
    from sfumato.replacements.senses import about
    from sfumato.risk import CSanitized

    if not trimmed(normal_form(term)):
        raise InputError("a term must have a letter or a digit, and more than a function word")
    policy = options.policy_of(labels, aliases, policy_name, profile_name, settings)
    if not policy.hide:
        raise InputError("nothing to explain: give --hide LABEL or --policy NAME")
    profile = policy.profile
    context = whole_text(text) if text else ""
    taxonomy = options.taxonomy_of(policy, taxonomy_files)
    knowledge = options.knowledge_of(path, background)
    found = options.resolved(policy.hide, profile, taxonomy, knowledge, context)
    secrets = [secret for each in found for secret in (each.secret, *each.proxies)]
    judge = CSanitized(knowledge, secrets, support=profile.support, counting=profile.counting)
    scanner = Scanner(name for each in found for name in each.secret.labels)
    offers = Options(knowledge, taxonomy)
    topics = about(read(context), knowledge) if context else ()
    kind = label or _guessed(term, taxonomy)
    told = {
        "term": term,
        "label": kind,
        "total": knowledge.total,
        "names": [name for _, _, name in scanner.find(term)],
        "secrets": [_of_secret(judge, row, term) for row in range(len(secrets))],
        "options": [_of_option(option, judge, scanner, taxonomy) for option in offers.of(term, kind, topics)],
        "paths": _paths(term, kind, offers, knowledge),
    }
    if json_:
        as_json(told)
    else:
        options.tell_secrets([each for each in found if not each.seen])
        _tell(told, found)
    return 0


def _guessed(term: str, taxonomy: Taxonomy) -> str:
    """What the language would most likely call the term: a place, or a noun phrase."""
    place = term[:1].isupper() and any(sense.source == "places" for sense in taxonomy.senses(term))
    return "GPE" if place else "NOUN_PHRASE"


# --- numbers ----------------------------------------------------------------------------------------------


def _of_secret(judge: CSanitized, row: int, term: str) -> dict[str, Any]:
    """The counts of every phrase of the term with one secret, and the phrase that reveals most."""
    from sfumato.languages.en.reading import read
    from sfumato.languages.reading import phrases
    from sfumato.risk import content_of
    from sfumato.risk.information import discloses

    knowledge, limit = judge.knowledge, float(judge.limits[row])
    forms = list(phrases(read(term)))
    together = knowledge.counts(judge.queries[row], forms) if judge.documents[row] else [0] * len(forms)
    bits = judge.bits(forms)[row].tolist()
    rows = [
        {
            "phrase": form,
            "documents": knowledge.count(form),
            "information": content_of(knowledge, form),
            "together": both,
            "bits": told,
            "discloses": bool(discloses(told, limit)) and both >= judge.support,
        }
        for form, both, told in zip(forms, together, bits, strict=True)
    ]
    return {
        "secret": judge.names[row],
        "alpha": judge.secrets[row].alpha,
        "documents": judge.documents[row],
        "information": judge.contents[row],
        "limit": limit,
        "support": judge.support,
        "phrases": rows,
        "discloses": any(each["discloses"] for each in rows),
    }


def _of_option(option: Option, judge: CSanitized, scanner: Any, taxonomy: Taxonomy) -> dict[str, Any]:
    """What a wording keeps and reveals: the most that its words or its concept tell of any secret."""
    import numpy as np

    from sfumato.languages.en.reading import read
    from sfumato.languages.reading import phrases
    from sfumato.risk.information import discloses
    from sfumato.types import Any as AnyOf

    forms = list(phrases(read(option.label)))
    columns = [judge.bits(forms).max(axis=1)] if forms else [np.zeros(len(judge.limits))]
    if option.concept is not None:
        columns.append(judge.bits([AnyOf(*taxonomy.forms(option.concept))])[:, 0])
    most = np.max(columns, axis=0)
    worst = int(np.argmax(most - judge.limits))
    names = bool(option.label and scanner.find(option.label))
    return {
        "wording": option.label,
        "keeps": option.content,
        "words": float(columns[0][worst]),
        "concept": float(columns[1][worst]) if len(columns) > 1 else None,
        "secret": judge.names[worst],
        "limit": float(judge.limits[worst]),
        "names": names,
        "accepted": not names and not bool(np.any(discloses(most, judge.limits))),
    }


def _paths(term: str, kind: str, options: Options, knowledge: Knowledge) -> list[list[dict[str, Any]]]:
    """Ways from the term, or from what is left of it when words are dropped from the left, to something general."""
    from sfumato.risk.information import information_content
    from sfumato.types import Any as AnyOf

    def step(concept: Concept) -> dict[str, Any]:
        count = knowledge.count(AnyOf(*options.taxonomy.forms(concept)))
        bits = information_content(count, knowledge.total) if count else None
        return {"label": concept.label, "source": concept.source, "grouping": concept.grouping, "information": bits}

    words = term.split()
    for at in range(len(words)):
        senses = [s for s in options.taxonomy.senses(" ".join(words[at:])) if ":v." not in s.id]
        if kind == "GPE":
            senses.sort(key=lambda sense: sense.source != "places")
        if senses:
            ways = [(sense, *way) for sense in senses[:_SENSES] for way in options.taxonomy.paths(sense, _PATHS)]
            return [[step(concept) for concept in way] for way in ways]
    return []


# --- words ------------------------------------------------------------------------------------------------


def _tell(told: dict[str, Any], found: Sequence[Resolved]) -> None:
    if told["names"]:
        line(f'"{told["term"]}" names a secret ({", ".join(dict.fromkeys(told["names"]))}): hidden, whatever it tells')
    for each in told["secrets"]:
        _tell_secret(told["term"], each, told["total"])
    line("")
    line(f"It could be called ({told['label']}):", bold=True)
    table([_option_row(option) for option in told["options"]], most=40)
    if told["paths"]:
        line("")
        line("By the taxonomies it is a kind of (bits of information, [in brackets] what nobody says):", bold=True)
        for way in told["paths"]:
            more = " → ..." if len(way) > _STEPS else ""
            line(f"  {way[0]['source']}: " + " → ".join(map(_step, way[:_STEPS])) + more)


def _tell_secret(term: str, each: dict[str, Any], total: int) -> None:
    line("")
    documents = each["documents"]
    line(f"{each['secret']}: in {documents:,} of {counted(total, 'document')}", bold=True)
    if not documents:
        line("  The knowledge has never seen it, so nothing can be said of what a term reveals.")
        return
    ic, limit, alpha = each["information"], each["limit"], each["alpha"]
    line(f"  IC = log2(N / n(c)) = log2({total:,} / {documents:,}) = {ic:.2f} bits")
    line(f"  limit = IC / alpha = {ic:.2f} / {alpha:g} = {limit:.2f} bits")
    table(
        [
            ("  phrase t", "n(t)", "n(t and c)", "reveals", ""),
            *((f"  {p['phrase']}", *_phrase_row(p, each["support"])) for p in each["phrases"]),
        ],
        right=[1, 2, 3],
    )
    best = max(each["phrases"], key=lambda phrase: phrase["bits"])
    if best["bits"] > 0:
        n, both = best["documents"], best["together"]
        line(f"  PMI(c; {best['phrase']}) = log2(n(t and c) · N / (n(t) · n(c)))")
        line(f"    = log2({both:,} · {total:,} / ({n:,} · {documents:,})) = {best['bits']:.2f} bits")
    sign = "≥" if each["discloses"] else "<"
    verdict = f"discloses {each['secret']}" if each["discloses"] else f"does not disclose {each['secret']}"
    line(f"  {max(best['bits'], 0):.2f} {sign} {limit:.2f}: {term} {verdict}", bold=True)


def _phrase_row(phrase: dict[str, Any], support: int) -> tuple[str, str, str, str]:
    if not phrase["documents"]:
        return "0", "", "", "unknown to the knowledge"
    few = f"fewer than {support} documents together: no evidence" if phrase["together"] < support else ""
    said = "discloses" if phrase["discloses"] else few
    return f"{phrase['documents']:,}", f"{phrase['together']:,}", f"{phrase['bits']:.2f} bits", said


def _option_row(option: dict[str, Any]) -> tuple[str, str, str]:
    if not option["wording"]:
        return "  (left out)", "keeps 0.0 bits", "accepted"
    concept = f", its concept {max(option['concept'], 0):.1f}" if option["concept"] is not None else ""
    told = f"reveals {max(option['words'], 0):.1f}{concept} bits of {option['secret']}, limit {option['limit']:.1f}"
    said = "accepted" if option["accepted"] else "names a secret" if option["names"] else "refused"
    return f"  {option['wording']}", f"keeps {option['keeps']:.1f} bits", f"{said}: {told}"


def _step(step: dict[str, Any]) -> str:
    bits = "?" if step["information"] is None else f"{step['information']:.1f}"
    return f"[{step['label']}] {bits}" if step["grouping"] else f"{step['label']} {bits}"
