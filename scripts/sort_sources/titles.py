"""The sort of each title, finer than the kinds have it, where its kind leaves no doubt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from kind_sources.heads import SORT_OF_HEAD, UNCLEAR

from sfumato.protocols import Taxonomy
from sfumato.taxonomies.kinds import Kind

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
    if head in SORT_OF_HEAD:
        return SORT_OF_HEAD[head]
    if head in UNCLEAR:
        return ""
    if kind.sort in ("place", "organization", "work", "event"):
        return kind.sort
    return "product" if made else "thing"
