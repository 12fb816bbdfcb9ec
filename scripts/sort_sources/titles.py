"""The sort of each title, finer than the kinds have it, where its kind leaves no doubt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from sfumato.protocols import Taxonomy
from sfumato.taxonomies.kinds import Kind

_HEADS: Mapping[str, str] = {
    "person": "character god goddess deity saint racer monarch",
    "organization": "band duo trio quartet quintet orchestra choir ministry channel university college company firm"
    " airline provider team club publisher manufacturer label retailer",
    "place": "nation colony duchy principality kingdom republic empire country kibbutz constituency reserve railway"
    " railroad coaster",
    "event": "event season tour hurricane cyclone storm typhoon tornado earthquake edition battle war election"
    " tournament championship festival race siege massacre riot revolution uprising concert"
    " referendum ceremony conflict",
    "award": "award prize medal trophy honor honour decoration",
    "law": "law treaty statute agreement constitution convention bill ordinance accord amendment",
    "language": "language dialect",
    "group": "people tribe ethnicity caste clan",
    "product": "ship aircraft car vehicle device computer gun rifle weapon engine locomotive submarine airliner"
    " smartphone phone camera console motorcycle missile tank fighter yacht destroyer cruiser battleship frigate brand"
    " drug beer wine cocktail cheese drink beverage helicopter bomber microprocessor processor pistol printer lens",
    "work": "cartoon anime manga sitcom soundtrack webcomic podcast",
}
"""Nouns whose sort the kinds do not have, or have wrongly now and then."""
_SORT_OF_HEAD = {head: sort for sort, heads in _HEADS.items() for head in heads.split()}
_UNCLEAR = frozenset(
    "act alliance body branch case change code collection complex copy group implementation member mission model"
    " network number part point project program programme representation section series service set site standard"
    " station study discipline science system time title unit variant variation version website work game field"
    " stage line".split()
)
"""Nouns that things of several sorts are called by; those of several words may be clear."""
_PHRASES: Mapping[str, str] = {
    "ethnic group": "group", "railway station": "place", "train station": "place", "metro station": "place",
    "radio station": "organization", "television station": "organization", "tv station": "organization",
    "girl group": "organization", "boy group": "organization", "musical group": "organization",
    "rock group": "organization", "pop group": "organization", "television series": "work", "tv series": "work",
    "video game": "work", "book series": "work", "novel series": "work", "film series": "work",
    "comic book series": "work", "radio program": "work", "television program": "work", "computer program": "product",
    "military unit": "organization", "television network": "organization", "operating system": "product",
    "railway line": "place", "archaeological site": "place", "computer game": "work", "television programme": "work",
    "anime series": "work", "manga series": "work", "drama series": "work", "comedy series": "work",
}  # fmt: skip
_MADE = frozenset(("instrumentality", "drug", "food", "beverage", "commodity"))


_NOT_PEOPLE = ("award", "law", "product", "group", "thing")


def sorts_of_titles(kinds: Iterable[Kind], taxonomy: Taxonomy, is_somebody: Callable[[str], bool]) -> dict[str, str]:
    """For each name, as it is written in titles without brackets, the one sort of all that has it.

    A name that looks like a person's (`is_somebody`) and is said to be an award or the like was read wrongly.
    """

    @cache
    def is_made(concept: str) -> bool:
        paths = taxonomy.paths(taxonomy.concept(concept))
        return any(step.label in _MADE for path in paths for step in path)

    found: defaultdict[str, set[str]] = defaultdict(set)
    for kind in kinds:
        found[kind.name].add(_sort_of(kind, is_made(kind.concept) if kind.concept else False))
    sure = {name: next(iter(sorts)) for name, sorts in found.items() if len(sorts) == 1 and "" not in sorts}
    return {name: sort for name, sort in sure.items() if sort not in _NOT_PEOPLE or not is_somebody(name)}


def _sort_of(kind: Kind, made: bool) -> str:
    """The sort of one subject; "" where it is not clear."""
    last = kind.ladder[-1].lower()
    for step in kind.ladder:
        for phrase, sort in _PHRASES.items():
            if step.lower().endswith(phrase):
                return sort
    head = last.rpartition(" ")[2]
    if head == "act" and " Act" in kind.title:
        return "law"
    if kind.sort == "person":
        return "person"
    if head in _SORT_OF_HEAD:
        return _SORT_OF_HEAD[head]
    if head in _UNCLEAR:
        return ""
    if kind.sort in ("place", "organization", "work", "event"):
        return kind.sort
    return "product" if made else "thing"
