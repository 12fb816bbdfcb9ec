"""Nouns that say what sort of thing a name is the name of, and nouns that do not."""

from __future__ import annotations

from collections.abc import Mapping

_HEADS: Mapping[str, str] = {
    "person": "character god goddess deity saint racer monarch",
    "organization": "band duo trio quartet quintet orchestra choir ministry channel university college company firm"
    " airline provider team club publisher manufacturer label retailer broadcaster",
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
SORT_OF_HEAD = {head: sort for sort, heads in _HEADS.items() for head in heads.split()}
UNCLEAR = frozenset(
    "act alliance body branch case change code collection complex copy group implementation member mission model"
    " network number part point project program programme representation section series service set site standard"
    " station study discipline science system time title unit variant variation version website work game field"
    " stage line".split()
)
"""Nouns that things of several sorts are called by; those of several words may be clear."""
