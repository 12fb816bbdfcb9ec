"""What else an opening tells: what sort of thing it is, where it is, when it was, he or she."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kind_sources.ladders import Labels
from kind_sources.openings import bare
from kind_sources.senses import is_alive
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.taxonomies.kinds import Kind
from sfumato.types import Concept

_RELATIVE = "wordnet:n.10235549"
_SORTS = {
    "person": ("00007846",),
    "species": ("07992450", "00004475"),  # taxonomic group, organism
    "place": (
        "00027167", "09287968", "09225146", "09334396", "09335240", "04341686", "03315023", "04096066", "08223802",
        "08225581", "04602044",
    ),  # location, geological formation, body of water, land, structure, facility, road, community, workplace
    "organization": ("07950920",),  # social group
    "work": (
        "06589574", "07020895", "06619065", "06613686", "06591815", "06362953", "06363778", "06566077", "00458890",
        "03129123", "06263609", "07221094",
    ),  # publication, music, show, movie, album, writing, software, computer game, creation, print media, narrative
    "event": ("07288639", "01080366", "07283608", "00517728"),  # social event, group action, happening, celebration
}  # fmt: skip
"""For each sort the concepts of WordNet that all of it is below."""
_DIVISION = re.compile(r"places:(?!city )\w+ in \w\w\.$")
_COUNTRY = re.compile(r"places:country in ")


def kind(subject: Mapping[str, Any], ladder: tuple[str, ...], concept: str, labels: Labels) -> Kind:
    """All that is known of the subject of an article."""
    above = labels.above(concept) if concept else frozenset()
    sort = sort_of(ladder, above, labels)
    if not concept and is_alive(subject):
        sort = "person"
    sex = ""
    if sort == "person" and max(subject["he"], subject["she"]) > 2 * min(subject["he"], subject["she"]):
        sex = "male" if subject["he"] > subject["she"] else "female"
    if _RELATIVE in above:  # whose son he was must not be told
        ladder = ({"male": "man", "female": "woman"}.get(sex, "person"),)
        concept = labels.senses(ladder[0])[0].id
    year = subject["born"] if sort == "person" else next(iter(subject["years"]), None)
    names = [*subject["places"], *subject["title"].split(", ")[1:]]
    title, number = subject["title"], subject["document"]
    return Kind(title, ladder, concept, sort, place(names, labels.places), year, sex, number)


def sort_of(ladder: Iterable[str], above: frozenset[str], labels: Labels) -> str:
    """What sort of thing has this ladder, and these concepts above its head."""
    compounds = [labels.senses(step)[0] for step in ladder if " " in step and labels.senses(step)]
    for concepts in (above, above.union(*(labels.above(sense.id) for sense in compounds))):
        for sort, roots in _SORTS.items():
            if any(f"wordnet:n.{root}" in concepts for root in roots):
                return sort
    return "thing"


def place(names: Iterable[str], places: Hierarchy) -> str:
    """The region that is named, or else the country; "" where it might be another one of that name."""
    found = [_large(name, places) for name in names]
    sure = {concepts[0].id for concepts in found if len(concepts) == 1}
    around = sure | {parent.id for id in sure for parent in places.parents(places.concept(id))}
    for wanted in (_DIVISION, _COUNTRY):
        for concepts in found:
            fitting = [c for c in concepts if any(p.id in sure for p in places.parents(c)) or c.id in around]
            for concept in fitting[:1] if fitting else concepts[: len(concepts) == 1]:
                if _is(concept, wanted, places):
                    return concept.label
    return ""


def _large(name: str, places: Hierarchy) -> list[Concept]:
    """The countries of a name, and the regions unless a town is better known by it."""
    senses = places.senses(name)
    regions = bool(senses) and _is(senses[0], _DIVISION, places)
    return [c for c in senses if _is(c, _COUNTRY, places) or (regions and _is(c, _DIVISION, places))]


def has_short_name(kind: Kind) -> bool:
    """Whether what stands behind a comma of the title only tells where or who: "Salou, Spain"."""
    return ", " in kind.title and kind.sort in ("place", "person", "organization") and bool(bare(kind.title))


def _is(concept: Concept, wanted: re.Pattern[str], places: Hierarchy) -> bool:
    return any(wanted.match(parent.id) for parent in places.parents(concept))
