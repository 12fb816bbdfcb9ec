"""What inspecting found, told to a person: the words, the evidence, the repair, and where they stand in the text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from sfumato.cli.console import line, note, table
from sfumato.cli.summary import tell_one
from sfumato.io.files import counted, shown

if TYPE_CHECKING:
    from sfumato.inspecting import Inference
    from sfumato.service import Conclusions, Inspected, Inspection, Novelties, People

_ROWS = 10
_TITLES = 3
_BESIDE = 60  # characters of the text that are shown around a word


def tell(found: Inspected) -> None:
    """What was found where no secret is asked for."""
    from sfumato.service import Conclusions, Novelties, People

    if isinstance(found, Conclusions):
        _tell_conclusions(found)
    elif isinstance(found, Novelties):
        _tell_novelties(found)
    elif isinstance(found, People):
        _tell_people(found)


def tell_inspection(found: Inspection, text: str, *, fix: bool) -> None:
    """All about one text; what --fix did goes to standard error, beside the text."""
    from sfumato.verifying.certificate import looked

    say = note if fix else line
    by = looked(found.searches)
    name, repaired = found.id, found.repaired
    for secret in found.unseen:
        note(f"{name}: the knowledge has never seen {secret}: nothing can be said of what leads to it", colour="yellow")
    if found.sources:
        note(f"{name}: taken for the text itself, and left aside: {', '.join(found.sources[:_TITLES])}")
    for crowd in found.crowds():
        say(f"{name}: {crowd}")
    if found.clean:
        say(f"{name}: nothing leads to a secret{by}.")
        if fix and repaired and repaired.replacements:
            tell_one(repaired)
        return
    if found.named:
        secrets = ", ".join(dict.fromkeys(each.secret for each in found.named))
        say(f"{name}: {secrets} is named in {counted(len(found.named), 'place')}.")
    if found.inferences:
        lead = "leads" if len(found.inferences) == 1 else "lead"
        say(f"{name}: {counted(len(found.inferences), 'set')} of words {lead} to a secret.", bold=True)
    for inference in found.inferences[: 0 if fix else _ROWS]:
        say("")
        say("  " + sentence(inference, inference.written))
        say("    " + evidence(inference))
        if inference.repair:
            said = ", ".join(f"{each.term} → {each.text or '(left out)'}" for each in inference.repair)
            say(f"    repair: {said}")
    if len(found.inferences) > _ROWS and not fix:
        say(f"  and {counted(len(found.inferences) - _ROWS, 'more set')} (--json shows all)")
    say("")
    if not fix:
        for excerpt in highlighted(text, [(each.start, each.end) for each in found.highlights]):
            click.echo("  " + excerpt)
    if fix and repaired:
        tell_one(repaired)
        if found.unheard:
            note(f"Left as they are, since no document has them: {', '.join(found.unheard[:_ROWS])}", colour="yellow")
    elif repaired:
        cost = repaired.certificate.claim.get("repair", {})
        chosen = f"; it costs {cost['cost']:.1f} bits, chosen greedily {cost['greedy']:.1f}" if cost else ""
        places = counted(len(repaired.replacements), "place")
        note("")
        note(f"A repair in {places} keeps {repaired.utility:.0%} of the information{chosen}: --fix makes it.")


def sentence(inference: Inference, written: Sequence[str]) -> str:
    """Which words, as they are written in the text, lead where."""
    words = [f"*{word}*" for word in written]
    joined = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]} together"
    names = sum(names for _, names in inference.best)
    best = counted(len(inference.best), "best document")
    verb = "leads" if len(words) == 1 else "lead"
    of = f"{names} of the {best} {'names' if names == 1 else 'name'} it"
    return f"{joined} {verb} to {inference.secret} ({of if len(inference.best) > 1 else 'the only document names it'})"


def evidence(inference: Inference) -> str:
    titles = ", ".join(dict.fromkeys(title for title, names in inference.best if names))
    return (
        f"{titles}; {inference.naming:,} of {counted(inference.documents, 'document')} with these words mention it "
        f"({inference.confidence:.0%}), {inference.bits:.1f} of {inference.content:.1f} bits"
    )


def highlighted(text: str, places: Iterable[tuple[int, int]]) -> list[str]:
    """The text around the places, the words between « and », or in colour on a terminal."""
    merged: list[list[int]] = []
    for start, end in sorted(places):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    colour = sys.stdout.isatty()
    excerpts: list[str] = []
    at = 0
    while at < len(merged):
        last = at
        while last + 1 < len(merged) and merged[last + 1][0] - merged[last][1] < 2 * _BESIDE:
            last += 1
        said, place = "", max(merged[at][0] - _BESIDE, 0)
        said = "…" if place else ""
        for start, end in merged[at : last + 1]:
            word = _plain(text[start:end])
            said += _plain(text[place:start]) + (click.style(word, fg="red", bold=True) if colour else f"«{word}»")
            place = end
        end = min(place + _BESIDE, len(text))
        excerpts.append(said + _plain(text[place:end]) + ("…" if end < len(text) else ""))
        at = last + 1
    return excerpts


def _plain(text: str) -> str:
    return shown(text.replace("\n", " "))


def _tell_conclusions(found: Conclusions) -> None:
    line(f"{found.id}: what a reader may conclude, by how many sets of words lead there", bold=True)
    rows = [
        (each.sets, each.term, " + ".join(each.surest.words), ", ".join(dict.fromkeys(t for t, _ in each.surest.best)))
        for each in found.conclusions[:_ROWS]
    ]
    table([("sets", "to", "surest by", "found in"), *rows] if rows else [("nothing",)], right=[0], most=44)


def _tell_novelties(found: Novelties) -> None:
    if found.unheard:
        line(f"{found.id}: words that no public document has: {', '.join(found.unheard[:_ROWS])}", bold=True)
    line(f"{found.id}: words that no public document has together, what is least expected first", bold=True)
    rows = [(f"{each.expected:.2f}", " + ".join(each.words)) for each in found.new]
    table([("by chance", "words"), *rows] if rows else [("nothing is new",)], right=[0], first=_ROWS + 1)


def _tell_people(found: People) -> None:
    line(f"{found.id}: people of the knowledge who fit", bold=True)
    by_number = [
        (f"at least {each.least} keywords", counted(each.people, "person", "people"), ", ".join(each.names[:5]))
        for each in found.by_number
    ]
    table(by_number, most=60)
    few = counted(len(found.too_few), "set")
    line(f"{few} of words fit somebody but fewer than {found.k} people" + (":" if found.too_few else "."))
    rows = [
        (" + ".join(each.words), counted(each.people, "person", "people"), ", ".join(each.names[:3]))
        for each in found.too_few
    ]
    table(rows, most=60, first=_ROWS)
