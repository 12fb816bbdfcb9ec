"""What is written as one, before grammar is looked at: parts of one name, letters behind a term, a place in another."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from sfumato.languages.en.normalform import STOP_WORDS
from sfumato.languages.en.wording.english import form, head_of, noun
from sfumato.languages.en.wording.lexicon import PLACES, WIDE_PLACES, names_people
from sfumato.languages.en.wording.rows import WORKS
from sfumato.types import Proposal

_SHORTENED = re.compile(r"\b(?:Inc|Ltd|Corp|Co|Jr|Sr|Bros|plc|Mt|St)\Z")
_SENTENCE = re.compile(r"\s*(?:\n|\Z)|\s+(?:[A-Z][a-z]+\s[a-z]|The|It|In|He|She|A)\b")
_APOSTROPHE = re.compile(r"(?:\s|\A)['’]\Z")
_CLOSED = re.compile(r"[a-z]|[^'’\n]{0,80}['’](?![A-Za-z])")
"""What follows an apostrophe that opens a quotation: that of 'Ndrangheta does not."""
_EXCLAIMED = re.compile(r"[!?…][\"”]")
_PLACE = "place"
"""What a place is called of which nothing is known."""
_LED = re.compile(r"[a-z,] ((?:The|(?:[A-Z]\.){2,}) )\Z")
"""What belongs to a name behind it inside a sentence: its own article in "by The Orbos", "the U.S. Army"."""
_HOME = re.compile(r"\b(?:hometown|birthplace)( of )\Z")
_JUNIOR = re.compile(r",?\s(?:Jr|Sr|II|III|IV)\b\.?(?!\s?,?\s?[A-Z]\.)")
_QUOTED = re.compile(r"\"[A-ZÀ-Þ][^\"\n]{1,80}\"|“[A-ZÀ-Þ][^”\n]{1,80}”")


def joined(text: str, proposals: Iterable[Proposal]) -> list[Proposal]:
    """The proposals in order, those that are one thing as one."""
    found = _with_juniors(text, [_with_edges(text, each) for each in sorted(proposals, key=lambda each: each.start)])
    found = _whole_quotations(text, found)
    return _with_what_explains(text, _one_name(text, found))


def _with_edges(text: str, proposal: Proposal) -> Proposal:
    """The proposal without the possessive that ends it, which stays, and with the full stop of "Inc."."""
    shortened = proposal.name and _SHORTENED.search(text, proposal.start, proposal.end)
    if shortened and text.startswith(".", proposal.end) and not _SENTENCE.match(text, proposal.end + 1):
        return replace(proposal, end=proposal.end + 1)
    begun = proposal.name and _APOSTROPHE.search(text, max(0, proposal.start - 2), proposal.start)
    if begun and not _CLOSED.match(text, proposal.start):
        return replace(proposal, start=proposal.start - 1)
    quoted = text[proposal.start - 1 : proposal.start] in tuple('"“')
    if proposal.name and quoted and _EXCLAIMED.match(text, proposal.end):
        return replace(proposal, end=proposal.end + 1)
    led = _LED.search(text, max(0, proposal.start - 12), proposal.start) if proposal.name and proposal.label else None
    if led and not names_people(noun(proposal.label).forms[-1]):
        proposal = replace(proposal, start=led.start(1))
    home = _HOME.search(text, max(0, proposal.start - 16), proposal.start) if proposal.name and proposal.label else None
    if home and (where := noun(proposal.label).tail).startswith(" in "):
        return replace(proposal, start=home.start(1), label=where, literal=True)
    inside = text[proposal.start : proposal.end]
    if inside.count("(") > inside.count(")") and text.startswith(")", proposal.end):
        return replace(proposal, end=proposal.end + 1)
    if inside.count("]") > inside.count("[") and text.endswith("[", 0, proposal.start):
        return replace(proposal, start=proposal.start - 1)
    for opening, closing in ('""', "“”"):
        if inside.count(opening) == inside.count(closing) and (opening != closing or inside.count(opening) % 2 == 0):
            continue
        if text.startswith(closing, proposal.end) and opening in inside:
            return replace(proposal, end=proposal.end + 1)
        if text.endswith(opening, 0, proposal.start) and closing in inside:
            return replace(proposal, start=proposal.start - 1)
    if proposal.literal or not inside[1:].endswith(("'s", "’s")) or not proposal.label:
        return proposal
    return replace(proposal, end=proposal.end - 2)


def _with_juniors(text: str, found: list[Proposal]) -> list[Proposal]:
    """The names with the "Jr." that belongs to them, which is nobody by itself."""
    kept: list[Proposal] = []
    for proposal in found:
        if kept and proposal.start < kept[-1].end:
            continue
        junior = (
            _JUNIOR.match(text, proposal.end) if proposal.name and names_people(form(head_of(proposal.label))) else None
        )
        kept.append(replace(proposal, end=junior.end()) if junior else proposal)
    return kept


def _whole_quotations(text: str, found: list[Proposal]) -> list[Proposal]:
    """Joins what is replaced in a quotation of several foreign words with all of it: none of them is read alone.

    A quotation without a function word of the language is foreign, or a title.
    """
    quotations = [match for match in _QUOTED.finditer(text) if _is_foreign(match.group()[1:-1])] if found else []
    kept: list[Proposal] = []
    for proposal in found:
        if kept and proposal.end <= kept[-1].end:
            continue
        at = bisect_right(quotations, proposal.start, key=lambda match: match.start()) - 1
        quotation = quotations[at] if at >= 0 else None
        if quotation is None or proposal.end >= quotation.end() or proposal.start == quotation.start():
            kept.append(proposal)
        elif proposal.name and form(proposal.label).rpartition(" ")[2] in WORKS:
            kept.append(replace(proposal, start=quotation.start(), end=quotation.end(), alone=True))
        else:
            start, end = quotation.span()
            kept.append(replace(proposal, start=start, end=end, label="certain words", name=False, literal=True))
    return kept


def _is_foreign(quoted: str) -> bool:
    words = [word.strip(".,;:!?").lower() for word in quoted.split()]
    small = any(word[0].islower() for word in quoted.split() if word[0].isalpha())
    return len(words) > 1 and small and STOP_WORDS.isdisjoint(words)


def _with_what_explains(text: str, found: list[Proposal]) -> list[Proposal]:
    """Joins a term with its letters in brackets behind it, and a place with the one that it lies in.

    "the World Health Organization (WHO)" is "the organization", "Los Gatos, California" is "a city in California". Of a
    place of which nothing is known its region tells: "Orbo, France" is "a place in Europe", not two places in a row.
    """
    joined: list[Proposal] = []
    for proposal in found:
        last = joined[-1] if joined else None
        if last is not None and not last.literal and not proposal.literal and last.label:
            gap, said = text[last.end : proposal.start], text[proposal.start : proposal.end]
            letters = gap in (" (", " (“", ' ("') and text[proposal.end : proposal.end + 1] in (")", "”", '"')
            if letters and said.isupper() and " " not in said:
                end = text.find(")", proposal.end, proposal.end + 3) + 1 or proposal.end
                joined[-1] = replace(last, end=end)
                continue
            if gap == ", " and last.name and (last.label.endswith(f" in {said}") or _lies_in(last, proposal)):
                joined[-1] = replace(last, end=proposal.end)
                continue
            if gap == ", " and last.name and proposal.name and (within := _within(last.label, proposal.label)):
                joined[-1] = replace(last, end=proposal.end, label=within)
                while len(joined) > 1 and _is_place_before(text, joined[-2], joined[-1]):
                    joined[-2:] = [replace(joined[-1], start=joined[-2].start)]
                continue
        joined.append(proposal)
    return joined


def _is_place_before(text: str, one: Proposal, other: Proposal) -> bool:
    """Whether a place of which nothing is known stands before a comma and the place that it lies in."""
    return one.name and one.label == _PLACE and text[one.end : other.start] == ", "


def _within(label: str, region: str) -> str:
    """What a place without a region is that lies in one of a label: "place in Europe" for a country in Europe."""
    wide = noun(region) if label in PLACES - WIDE_PLACES and region else None
    if wide is None or wide.forms[-1] not in WIDE_PLACES:  # a town behind a place is another one
        return ""
    return label + wide.tail if wide.tail.startswith(" in ") else ""


def _lies_in(one: Proposal, other: Proposal) -> bool:
    """Whether a town is told by its region, so that the country behind it says nothing more."""
    if not other.label:
        return False
    town, wide = noun(one.label), noun(other.label)
    return bool(town.tail) and other.name and town.forms[-1] in PLACES - WIDE_PLACES and wide.forms[-1] in WIDE_PLACES


def _one_name(text: str, found: list[Proposal]) -> list[Proposal]:
    """Joins the parts of one name that are to be called the same or nothing: "Tom" and "Cruise"."""
    joined: list[Proposal] = []
    for proposal in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and text[last.end : proposal.start] == " "
            and not (last.literal or proposal.literal)
            and last.name
            and text[last.start].isupper()
            and text[proposal.start].isupper()
        ):
            label = proposal.label or last.label
            joined[-1] = replace(proposal, start=last.start, label=label, name=True)
        else:
            joined.append(proposal)
    return joined


def apart(text: str, proposals: Iterable[Proposal]) -> list[Proposal]:
    """The proposals in order, those that have come to overlap made one: what goes whole swallows what is in it."""
    kept: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda each: (each.start, -each.end)):
        last = kept[-1] if kept else None
        if last is None or proposal.start >= last.end:
            kept.append(proposal)
        elif last.literal and last.end == proposal.start + 1 and last.label == text[proposal.start].upper():
            written = (
                last.label + proposal.label[1:] if proposal.literal else proposal.label
            )  # now it opens the sentence
            kept[-1] = replace(proposal, start=last.start, label=written)
        elif proposal.end > last.end:
            label = proposal.label if not last.literal or not last.label.strip() else last.label
            kept[-1] = replace(proposal, start=last.start, label=label)
    return kept
