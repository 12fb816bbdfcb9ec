"""Long rows of works with their years as one phrase: "Jaws (1975), Duel (1971) and Hook (1991)" are "several films"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sfumato.languages.en.wording.english import form, is_plural, plural
from sfumato.types import Proposal

_FEWEST = 2  # items of a row that is told as one
_BETWEEN = re.compile(r"[\"”’']?,?\s(?:(?:and|or|&|as well as)\s)?(?:the\s)?[\"“‘']?")
_LED = re.compile(r"\b(\w+)(?:,?\s(?:such as|including|like))?\s[\"“]?\Z")
_OPENING = re.compile(r"[\"”’']?\s\((?:(?:both|all)\s)?(?:in\s)?")
_YEARS = re.compile(r"(?:the (?:(?:early|late) |mid-)?)?(\d{3})(?:\d|0s)")
_GENRES = frozenset(
    "film movie drama comedy thriller western series show novel book album song game play musical sequel work".split()
)
WORKS = frozenset("film series show novel book album song play game miniseries sitcom musical work".split())
"""What is called by its title."""


def told_as_one(text: str, proposals: Sequence[Proposal]) -> list[Proposal]:
    """The proposals, each row of works as one that says how many and from when."""
    found: list[Proposal] = []
    at = 0
    while at < len(proposals):
        items, following, end, dates = _row(text, proposals, at)
        kind = _kind([item.label for item in items])
        if kind and len(items) >= (_FEWEST if dates else _FEWEST + 1):
            words = f"{'two' if len(items) == 2 else 'several'} {plural(kind)}{_when(dates)}"
            start = items[0].start - (text[items[0].start - 1 : items[0].start] in tuple('"“'))
            led = _LED.search(text, max(0, start - 40), start)
            if led and is_plural(led[1]) and form(led[1]) in _GENRES:  # "films such as Jaws (1975) and Hook (1991)"
                start, words = led.end(1), _when(dates)
            found.append(replace(items[0], start=start, end=end, label=words, literal=True))
            at = following
        else:
            found.append(proposals[at])
            at += 1
    return found


def _row(text: str, proposals: Sequence[Proposal], at: int) -> tuple[list[Proposal], int, int, list[str]]:
    """The works in a row from one on, the number of what follows, where the row ends, and its dates."""
    items: list[Proposal] = []
    dates: list[str] = []
    end = proposals[at].start
    following = at
    while following < len(proposals):
        item = proposals[following]
        if item.literal or not item.name or not item.label or (items and not _BETWEEN.fullmatch(text, end, item.start)):
            break
        if items and _kind([items[0].label, item.label]) == "":
            break
        items.append(item)
        end = item.end + (text[item.end : item.end + 1] in tuple('"”'))
        following += 1
        date = proposals[following] if following < len(proposals) else None
        opening = _OPENING.match(text, item.end)
        if (
            date is not None
            and date.literal
            and opening
            and opening.end() == date.start
            and text[date.end : date.end + 1] == ")"
        ):
            dates.append(date.label)
            end, following = date.end + 1, following + 1
        elif opening:  # brackets with something else
            break
    return items, following, end, dates


def _kind(labels: Sequence[str]) -> str:
    """What all of these works are, if it is one thing: "film"."""
    heads = {form(label.split(" of ")[0].split(" in ")[0]).rpartition(" ")[2] for label in labels}
    return next(iter(heads)) if len(heads) == 1 and heads <= WORKS else ""


def _when(dates: Sequence[str]) -> str:
    """From when they are, if all dates are years or decades."""
    found = [_YEARS.fullmatch(date) for date in dates]
    decades = sorted({f"{year[1]}0s" for year in found if year})
    if not decades or not all(found):
        return ""
    return f" of the {decades[0]}" if len(decades) == 1 else f" from the {decades[0]} to the {decades[-1]}"
