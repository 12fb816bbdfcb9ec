"""Which place a name means, by gazetteers and the text around it, and what it could be called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sfumato.replacements.name_pools import name_pools
from sfumato.replacements.nouns import Nouns, Wording
from sfumato.taxonomies.kinds import Kind, embedded_kinds
from sfumato.taxonomies.words import is_word
from sfumato.types import Concept, Mention

GOVERNED = ("city", "town", "village", "state", "republic", "kingdom", "municipality")
"""What a place is by name: the City of London is London, the District of London is a part of it."""
_TOWNS = ("municipality", "urban area", "settlement", "city", "town")
"""What gazetteers call a city, whatever it is exactly."""
_LANDS = ("administrative district", "municipality", "settlement", "geological formation", "body of water", "land")
_WIDE = ("county", "region", "island", "river", "lake", "mountain")
"""What is no town."""
_LARGE = ("country", "state", "region", "province")
"""What gazetteers call places that have towns in them."""
OFTEN_NAMED = 400
"""Documents with the name of a place that everybody knows."""
_PLACES = ("GPE", "LOC", "FAC")
_NAMED = 100  # documents with the name of a place that many know
_REACH = 30  # characters before a name that say what it is
_AFTER = re.compile(r", ([A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)*)(,?)(?=[,.;)]|$)")  # what stands after a place and a comma
_CAPITALS = re.compile(r"[A-Z][^\W\d_]+(?:[ \n][A-Z][^\W\d_]+)?")
_IN = re.compile(r"\b(?:in|at|of|from|to|near) $")


class Places:
    """Says what places could be called."""

    def __init__(self, nouns: Nouns) -> None:
        self.nouns = nouns
        self.taxonomy = nouns.taxonomy
        self.wording = nouns.language.wording
        self._countries = lru_cache(maxsize=4)(self._countries_of)

    def find(self, mention: Mention) -> Concept | None:
        """The place that is meant: one whose region the text names, else the largest of that name.

        London is no city in Ohio because a text names the United States: it must name Ohio.
        """
        head, _, rest = mention.text.partition(" of ")
        for name in (mention.text, rest if head.split()[-1:] and head.split()[-1].lower() in GOVERNED else ""):
            places = [s for s in self.nouns.senses(name) if s.source == "places" and self.is_called(s, name)]
            if not places or self._is_meant_as_word(name, mention):
                continue
            places.sort(key=lambda place: name not in place.label)  # names in other languages come last
            start = mention.spans[0][0] if mention.spans else 0
            before = mention.around[max(0, start - _REACH) : start].lower().removesuffix(" of ").split()[-1:]
            for place in places[:4]:
                kinds = {path[0].label.split(" in ")[0] for path in self.taxonomy.paths(place)}
                if kinds & set(before):  # "the state of New York"
                    return place
            region, only = self._region(mention)
            for place in places if region else ():
                if region in {step.label for path in self.taxonomy.paths(place) for step in path}:
                    return place
            if region and (only or self._is_elsewhere(places, region)):
                return None  # "in Camden, London" is none that gazetteers have
            lands = [place for place in places[:4] if self._is_land(place)]
            for place in lands if places[0] in lands else places[:4]:
                paths = [path if place is places[0] else path[:1] for path in self.taxonomy.paths(place)]
                above = {step.label for path in paths for step in path if step.label[:1].isupper()}
                if any(label in mention.around and label != name for label in above):
                    return place
            return None if self.by_title(name) else places[0]
        return None

    def by_title(self, name: str) -> str:
        """What people mean by a name that gazetteers have for towns alone: "county" for Suffolk, a city in Virginia."""
        titled = (kind for kind in embedded_kinds().of(name) if kind.title == name and kind.sort == "place")
        return next((kind.ladder[-1] for kind in titled if kind.ladder[-1] in _WIDE), "")

    def _is_meant_as_word(self, name: str, mention: Mention) -> bool:
        """Whether a name is a word that stands as one: an Officer is not in Victoria, the North not in Cameroon."""
        if " " in mention.text or not is_word(name, self.taxonomy):
            return False
        if mention.label not in _PLACES:
            return True
        return any(mention.around[max(0, start - 4) : start] in ("the ", "The ") for start, _ in mention.spans[:1])

    def _region(self, mention: Mention) -> tuple[str, bool]:
        """The place that stands right after a place and a comma, and whether it must be where that is: "in A, B."."""
        for start, end in mention.spans[:4]:
            found = _AFTER.match(mention.around, end)
            region = self.wording.short_regions.get(found[1], found[1]) if found else ""
            if found and any(s.source == "places" and region == s.label for s in self.nouns.senses(region)):
                sure = bool(_IN.search(mention.around[max(0, start - _REACH) : start]))
                return region, sure and (not found[2] or region != found[1])
        return "", False

    def _is_elsewhere(self, places: Sequence[Concept], region: str) -> bool:
        """Whether a text puts a town into a country that gazetteers have none of its name in: "Cornwall, England"."""
        lands = [s for s in self.nouns.senses(region) if s.source == "places" and s.label == region]
        return any(map(self._is_land, lands)) and not any(map(self._is_land, places[:1]))

    def is_called(self, place: Concept, name: str) -> bool:
        """Whether a name is a place's as it stands, accents apart: Ossès is no plural of Oss, a vicar not Vícar."""
        labels = self.taxonomy.labels(place)
        return name in labels or (_plain(name) in map(_plain, labels) and not is_word(name, self.taxonomy))

    def above(self, mention: Mention, meant: Kind | None) -> Iterator[Wording]:
        """The kind of place with where it is, nearest first, then where it is: "city in Florida", "Florida"."""
        place = self.find(mention)
        part = "" if place and self.is_country(place) else self._part(mention.text, meant)
        part = part or ("" if place else self.by_title(mention.text))
        within: dict[str, Concept] = {}
        kinds: dict[str, Concept] = {}
        surely = place is not None and self._is_surely(place, mention)
        for path in self.taxonomy.paths(place) if place else ():
            inside = False
            for step in path:
                if step.label[:1].isupper():
                    inside = True
                    if surely and mention.text not in step.label and self._is_known(step):
                        within.setdefault(step.label, step)  # Brussels is no city in Brussels Capital
                elif not inside and not part and step.label != "place" and self.nouns.said(step):
                    kinds.setdefault(step.label, step)
        kind = part or next((label for label in kinds if " in " not in label), "")
        for where in within if kind else ():
            yield Wording(self.wording.kind_within(kind, where, lambda phrase: bool(self.taxonomy.senses(phrase))))
        for label, step in (*within.items(), *kinds.items()):
            yield Wording(label, step)
        if part:
            yield Wording(part)

    def _is_surely(self, place: Concept, mention: Mention) -> bool:
        """Whether it is this place and no other, nor somebody of that name: many know it, or the text says where."""
        name = mention.text
        above = {step.label for path in self.taxonomy.paths(place) for step in path if step.label[:1].isupper()}
        if any(label in mention.around and label != name for label in above):
            return True
        if self.nouns.knowledge.count(self.nouns.language.normal_form(name)) >= _NAMED:
            return True
        others = [s for s in self.nouns.senses(name) if s.source == "places" and s.id != place.id]
        return not others and max(name_pools().people(name)) == 0 and not self._countries(mention.around)

    def _is_known(self, region: Concept) -> bool:
        """Whether many know a region by its name, and it is one: nobody says that Bergen is a city in Vestland."""
        if self.is_country(region):
            return True
        return self.nouns.knowledge.count(region.label) >= OFTEN_NAMED and not is_word(region.label, self.taxonomy)

    def _countries_of(self, text: str) -> frozenset[str]:
        """The countries that a text names."""
        named = {" ".join(found.split()) for found in _CAPITALS.findall(text)}
        senses = ((name, sense) for name in named for sense in self.nouns.senses(name)[:4])
        return frozenset(
            sense.label
            for name, sense in senses
            if sense.source == "places" and name == sense.label and self.is_country(sense)
        )

    def _is_land(self, place: Concept) -> bool:
        """Whether a place is a country, or one of those that a country is made of: Wales is no village in England."""
        return any(path[0].label.split(" in ")[0] in _LARGE for path in self.taxonomy.paths(place) if path)

    def is_country(self, place: Concept) -> bool:
        """Whether nothing smaller than a continent is around a place."""
        around = {step.label for path in self.taxonomy.paths(place) for step in path if step.label[:1].isupper()}
        return len(around) <= 1

    def _part(self, name: str, meant: Kind | None) -> str:
        """What an article or the dictionary calls a place that gazetteers call a city and that is none: "borough"."""
        if meant and meant.sort == "place" and meant.concept and meant.title == meant.name and ", " not in meant.title:
            return "" if self._is_town(self.taxonomy.concept(meant.concept)) else meant.ladder[-1]
        named = [s for s in self.nouns.senses(name) if s.source == "WordNet" and name in self.taxonomy.labels(s)]
        above = self.nouns.steps(named)[:1] if len(named) == 1 else []
        return next((step.label for step in above if step.label.islower() and not self._is_town(step)), "")

    def _is_town(self, kind: Concept) -> bool:
        """Whether a kind of place says no more than a gazetteer does, or nothing that tells."""
        return kind.label in _TOWNS or self.nouns.is_below(kind, _TOWNS) or not self.nouns.is_below(kind, _LANDS)

    def is_settled(self, phrase: str) -> bool:
        """Whether what the text calls a place is a kind of place first of all: a state, an island; a seat is not."""
        return any(
            self.nouns.is_below(s, _LANDS) or s.label in _LANDS for s in self.nouns.senses(phrase.split()[-1])[:1]
        )


def _plain(name: str) -> str:
    """A name without accents and capitals."""
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).casefold()
