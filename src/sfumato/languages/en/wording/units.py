"""What is worded as one: single terms, and lists, names with their acronym and doubled words that mean the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sfumato.languages.en.wording import english
from sfumato.languages.en.wording.ladders.kinds import AGE, CODE, DATE, MONTHS, SEASONS
from sfumato.languages.en.wording.ladders.kinds import NUMBER_OF as NUMBER
from sfumato.languages.en.wording.ladders.wordings import said_by
from sfumato.languages.en.wording.lexicon import INTRODUCING, SINGLING, SINGULAR_VERBS, TITLES
from sfumato.languages.en.wording.surroundings import HYPHENS, comma_of_aside, flows, shouted, word_after, word_before
from sfumato.types import Proposal

_LONGEST_GAP = 24
_JOINT = "(and/or|and|or|as well as|&)"
_LIST = re.compile(
    rf"(?:\s?[,;]\s+(?:{_JOINT}\s+)?|\s+{_JOINT}\s+|\s?/\s?)(?:(?:(an?|the)|(?:{'|'.join(sorted(TITLES))})\.?)\s+)?",
    re.I,
)
_BRACKET = re.compile(r"\s?[(\[](?:(?:e\.g\.,?|i\.e\.,?|such as|including|especially|mainly|mostly|or)\s)?")
_BEFORE_COMMA = re.compile(r"(\w+),\s\Z")
_MORE = re.compile(r",?\s+(?:and|or|&)\s", re.I)
_INTRODUCED = re.compile(r"(?:\A|[.!?:;\n]\s*)([A-Z][\w'’]*)(?:\s[\w'’-]+){0,5},\s*\Z")

_ROW = re.compile(
    r"\s?[,;]?\s?(?:(?:and|or|to|until|till|through)\s+|[-–‑/]\s?)?(?:(?:on|in|of|from|by|the|nos?\.)\s+)*", re.I
)
_TIME_UNIT = re.compile(r"\s?(?:years?|months?|weeks?|days?)")
_WITH_YEAR = re.compile(r"\d{3}|century")
_OF_MONTH = re.compile(rf"{MONTHS}|{SEASONS}")


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of text that gets one label."""

    start: int
    end: int
    label: str
    name: bool
    literal: bool
    forms: tuple[str, ...]
    """The normal forms by which it may be mentioned again."""
    plural: bool
    """Whether it is to be named in the plural."""
    plural_end: bool
    """Whether its last term is in the plural."""
    alone: bool = False
    """Whether its first term is a whole noun phrase without an article."""
    opens: bool = False
    """Whether a sentence begins with it."""
    lead: str = ""
    """The conjunction of a longer list that it ends, and whose own it has swallowed."""
    said: str = ""
    """What is written this time for the label, as it is but for its case."""


def units(text: str, proposals: Sequence[Proposal]) -> list[Unit]:
    """The proposals in order, those joined that are worded as one; `ValueError` if they do not fit the text."""
    found = []
    end = 0
    for proposal in sorted(proposals, key=lambda proposal: proposal.start):
        if not end <= proposal.start < proposal.end <= len(text):
            raise ValueError(f"the proposal {proposal} overlaps another, is empty or lies outside the text")
        end = proposal.end
        found.append(_unit(text, proposal))
    return _paired(text, _listed(text, _paired(text, _in_rows(text, found))))


def _unit(text: str, proposal: Proposal) -> Unit:
    surface = text[proposal.start : proposal.end]
    label = proposal.label if proposal.literal else proposal.label.strip()
    loud = shouted(text, proposal.start, proposal.end)
    last = english.head_of(surface)
    plural = english.is_plural(last, loud) and (not proposal.name or english.form(last) == english.form(label))
    forms = (english.form(surface.partition(", ")[0] if proposal.name else surface),)
    return Unit(
        proposal.start,
        proposal.end,
        label,
        proposal.name,
        proposal.literal,
        forms,
        plural,
        plural,
        proposal.alone,
        proposal.opens,
        said=proposal.said,
    )


def _in_rows(text: str, found: list[Unit]) -> list[Unit]:
    """Joins dates and numbers in a row that are called the same: "in 1925 and 1927", both "the 1920s".

    A date without a year has that of the next one: of "12 January and 14 June 2000" both are in 2000.
    """
    joined: list[Unit] = []  # from the last to the first
    for unit in reversed(found):
        following = joined[-1] if joined else None
        if following and unit.literal and following.start - unit.end <= _LONGEST_GAP and _is_row(text, unit, following):
            label = following.label if following.literal else unit.label
            joined[-1] = replace(following, start=unit.start, label=label, literal=True)
        else:
            joined.append(unit)
    return joined[::-1]


def _is_row(text: str, one: Unit, other: Unit) -> bool:
    kind, gap = said_by(one.label), text[one.end : other.start]
    if kind == AGE and _TIME_UNIT.fullmatch(text, other.start, other.end):  # "aged 22" and "years" as two
        return not gap.strip()
    if kind == AGE and ";" in gap:  # two things that are said of somebody
        return False
    if kind == NUMBER and gap in HYPHENS and said_by(other.label) == CODE:  # the two ends of one code
        return other.literal
    if (
        not kind
        or not other.literal
        or said_by(other.label) != kind
        or not _ROW.fullmatch(gap)
        or "\n" in gap.strip(" ")
    ):
        return False
    if one.label == other.label:
        return True
    if kind == DATE:
        return not _WITH_YEAR.search(one.label) and not _OF_MONTH.match(other.label) and other.label != one.label
    return kind == NUMBER and other.label.startswith(one.label) and gap.strip() in ("to", "or", "-", "–")


def _same(one: Unit, other: Unit) -> bool:
    if one.literal or other.literal or other.said:
        return False
    return one.label == other.label or english.form(one.label) == english.form(other.label) != ""


def _paired(text: str, found: list[Unit]) -> list[Unit]:
    """Joins what stands side by side ("HIV virus") or explains in brackets ("acquired ... syndrome (AIDS)")."""
    joined: list[Unit] = []
    for unit, limit in zip(found, _limits(text, found), strict=True):
        last = joined[-1] if joined else None
        if last is None or unit.start - last.end > _LONGEST_GAP or not _same(last, unit):
            joined.append(unit)
            continue
        gap = text[last.end : unit.start]
        forms = last.forms + unit.forms
        if gap in HYPHENS or flows(text, last.end, unit.start):
            plural = last.plural or unit.plural
            name, alone, opens = last.name and unit.name, last.alone, last.opens
            joined[-1] = replace(
                unit, start=last.start, forms=forms, plural=plural, name=name, alone=alone, opens=opens
            )
        elif _BRACKET.fullmatch(gap) and text[unit.end : min(unit.end + 1, limit)] in tuple(")]"):
            joined[-1] = replace(last, end=unit.end + 1, forms=forms)
        else:
            joined.append(unit)
    return joined


def _limits(text: str, found: list[Unit]) -> list[int]:
    """How far each unit may reach: to the next one."""
    return [*(unit.start for unit in found[1:]), len(text)][: len(found)]


def _listed(text: str, found: list[Unit]) -> list[Unit]:
    """Joins the items of a list that all have one label: "gonorrhea, syphilis and chlamydia"."""
    joined: list[Unit] = []
    limits = _limits(text, found)
    first = 0
    while first < len(found):
        last = first
        gaps: list[str] = []
        while last + 1 < len(found) and _same(found[last], found[last + 1]):
            gap = text[found[last].end : found[last + 1].start][: _LONGEST_GAP + 1]
            if not (match := _LIST.fullmatch(gap)) or gap.count("\n") > 1 or "\t" in gap:
                break
            gaps.append((match[1] or match[2] or gap.strip()[:1]).lower())
            last += 1
        items = found[first : last + 1]
        one = _as_one(text, items, gaps, joined[-1] if joined else None, limits[last]) if gaps else None
        joined += [one] if one else items
        first = last + 1
    return joined


def _as_one(text: str, items: list[Unit], gaps: list[str], previous: Unit | None, ceiling: int) -> Unit | None:
    """The list as one unit between the `previous` one and `ceiling`, or nothing if that would read wrongly."""
    start, end = items[0].start, items[-1].end
    first = items[0]
    whole = replace(
        items[-1], start=start, forms=(), plural=True, name=first.name, alone=first.alone, opens=first.opens
    )
    if not whole.label:
        return whole
    before = word_before(text, start)
    if before.word.lower() in ("a", "an") and word_before(text, before.start).word.lower() in ("both", "either"):
        before = word_before(text, before.start)
    left, after = before.word.lower(), word_after(text, end).word.lower()
    joint = gaps[-1]
    one_verb = after in SINGULAR_VERBS
    if len({item.forms for item in items}) < len(items) or (joint == ";" and len(items) == 2):
        return None
    if left in SINGLING or (joint in ("and", "&", "as well as") and one_verb):
        return None
    if joint not in (",", ";", "/") and _goes_on_from_comma(text, start) and not _is_told_before(text, whole):
        if previous is None or not _is_item(text, previous, start):
            return None
        whole = replace(whole, lead=joint)
    if left in ("both", "either") and before.start >= (previous.end if previous else 0):
        whole = replace(whole, start=before.start)
    if set(gaps) == {"/"}:
        forms = ("/".join(form for item in items for form in item.forms),)
        return replace(whole, forms=forms, plural=any(item.plural for item in items))
    if len(items) == 2 and joint == "," and not _MORE.match(text, end):
        aside = text[items[0].end : items[1].start].strip(", ") != ""  # "HIV, a retrovirus"
        if aside or items[0].name or items[1].name:  # "Miami, Florida"
            end += end < ceiling and comma_of_aside(text, end)
            return replace(whole, end=end, forms=items[0].forms, plural=False, said=items[0].said)
    return replace(whole, plural=not (one_verb or left == "either"))


def _is_told_before(text: str, listed: Unit) -> bool:
    """Whether the word before the comma says what a list of names is: "two brothers, Jeff and Greg"."""
    before = _BEFORE_COMMA.search(text, max(0, listed.start - _LONGEST_GAP), listed.start)
    if before is None or not listed.name:
        return False
    return english.is_plural(before[1]) and english.form(before[1]) == english.form(listed.label)


def _is_item(text: str, previous: Unit, start: int) -> bool:
    """Whether the previous unit is an item of the list that goes on at `start`; not so in "in Miami, HIV and ..."."""
    before = word_before(text, previous.start).word.lower()
    return text[previous.end : start].strip() == "," and before not in INTRODUCING


def _goes_on_from_comma(text: str, start: int) -> bool:
    """Whether a list began before `start`, so that its "and" must stay; not so in "In Florida, Miami and Tampa"."""
    before = text[max(0, start - 80) : start]
    if not before.rstrip().endswith(","):
        return False
    match = _INTRODUCED.search(before)
    return match is None or not (match[1].lower() in INTRODUCING or match[1].endswith("ly"))
