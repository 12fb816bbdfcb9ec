"""What a name is the name of, and what it could be called: by the text, then by what is known, then by its type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sfumato.protocols import Taxonomy
from sfumato.replacements.linking import linked
from sfumato.replacements.nouns import Nouns, Wording
from sfumato.taxonomies.kinds import Kind, embedded_kinds
from sfumato.types import Concept, Mention, Said

TYPES = {
    "PERSON": "person", "ORG": "organization", "GPE": "place", "LOC": "place", "FAC": "place", "NORP": "group",
    "PRODUCT": "product", "EVENT": "event", "WORK_OF_ART": "work", "LAW": "law", "LANGUAGE": "language",
    "AWARD": "award",
}  # fmt: skip
"""What a label of the language takes a name for."""
_HEADED = ("award", "law", "organization", "event")
"""Sorts of names that end with what they are: the Military Service Act."""
_TITLED = ("WORK_OF_ART", "AWARD")
"""Labels of names that their writing shows."""
_FILM = re.compile(r"\bmovie\b")  # the same thing by two names would be two things to a reader
_ROLE = "character"
_GOVERNED = ("city", "town", "village", "state", "republic", "kingdom", "municipality")
"""What a place is by name: the City of London is London, the District of London is a part of it."""
_LANDS = ("administrative district", "municipality", "settlement", "geological formation", "body of water", "land")
_OFTEN = 2  # times that a text must speak of a sort of works
_PLACES = ("GPE", "LOC", "FAC")
_MEDICAL = ("MeSH", "MONDO", "HP")


def sort_of_title(title: str) -> str:
    """What sort of thing has a title; empty if none or several have it and none of them is a work."""
    sorts = {kind.sort for kind in embedded_kinds().of(title)}
    if len(sorts) == 1:
        return sorts.pop()
    return "work" if "work" in sorts else ""


class Names:
    """Says what names could be called."""

    def __init__(self, nouns: Nouns) -> None:
        self.nouns = nouns
        self.taxonomy: Taxonomy = nouns.taxonomy
        self.language = nouns.language
        self.wording = nouns.language.wording
        self._reading = lru_cache(maxsize=4)(nouns.language.read)
        self._genre = lru_cache(maxsize=4)(self._genre_of)

    def above(self, mention: Mention) -> Iterator[Wording]:
        """What a name could be called, nearer things first; the last is what its type is called."""
        said = [self._said(mention, span) for span in mention.spans[:8]]
        called = list(dict.fromkeys(phrase for each in said for phrase in each.called))
        kinds = embedded_kinds().of(mention.whole or mention.text)
        meant = self._meant(mention) if kinds else None
        if meant and meant.sort == "work" and not self._speaks_of(meant.ladder[-1], mention.around):
            meant = None
        if mention.label == "AWARD" or (meant and meant.sort == "thing" and mention.label in ("ORG", "PERSON", "GPE")):
            meant = None
        sort = meant.sort if meant else self._sort(mention, [sort for each in said for sort in each.sorts], called)
        if not meant and not sort:
            sort = self._sort_of_all(kinds)
        if _ROLE in called:
            meant, sort = None, "person"
        fitting = [phrase for phrase in called if self._fits(phrase, sort)]
        if sort == "place":
            yield from map(Wording, (phrase for phrase in fitting if self._is_settled(phrase)))
            yield from self._above_place(mention)
        yield from (Wording(_FILM.sub("film", step)) for step in (meant.ladder if meant and sort != "place" else ()))
        yield from map(Wording, fitting)
        yield from self._above_known(mention, sort)
        alike = {kind.ladder[-1] for kind in kinds if kind.sort == sort}
        spoken = sort != "work" or all(self._speaks_of(kind, mention.around) for kind in alike)
        if not meant and spoken and " " in mention.text and len(alike) == 1:
            yield Wording(_FILM.sub("film", min(alike)))  # whichever of that name is meant, it is one
        if meant and meant.concept:
            yield from (Wording(step.label, step) for step in self.nouns.steps([self.taxonomy.concept(meant.concept)]))
        if sort in _HEADED and (head := self._head(mention.text)) and self._fits(head, sort):
            yield Wording(head)
            yield from self._above_noun(head, sort)
        for phrase in fitting[-1:]:
            yield from self._above_noun(phrase.split()[-1], sort)
        if sort == "work" and (genre := self._genre(mention.around)):
            yield Wording(genre)
        kind = self.wording.kinds_of_names.get(sort)
        if kind:
            yield Wording(kind)

    def _above_noun(self, noun: str, sort: str) -> list[Wording]:
        """What is above a noun in its first sense that says what sort of name something is."""
        kin = self.wording.kin_of_names.get(sort, ())
        senses = [s for s in self.nouns.senses(noun)[:4] if self.nouns.is_below(s, kin) or s.label in kin]
        return [Wording(step.label, step) for step in self.nouns.steps(senses[:1])]

    def is_name(self, mention: Mention) -> bool:
        """Whether a term is a name: by its label or its capital, and no word of medicine or of every day."""
        text = mention.text
        words = text.split()
        if not words:
            return False
        if len(words) > 1 and words[-1].islower() and words[-1].isalpha():
            return False  # "Christmas film"
        if text[0].isupper() and (mention.whole or mention.label in _TITLED):
            return True
        senses = self.nouns.senses(text)
        if mention.label in _PLACES and any(s.source == "places" for s in senses):
            return True
        known = [s for s in senses if s.source in _MEDICAL]
        if known and not (mention.label == "PERSON" and len(words) > 1 and self.language.names.is_given(text)):
            return False
        if mention.label not in TYPES:
            named = text[:1].isupper() and words[-1][:1].isupper() and bool(mention.spans)
            return named and (not senses or self._stands_as_name(mention))
        if mention.label == "PERSON" and not self._opens(mention):
            return True
        return not (len(words) == 1 and self._is_common(text) and not self._stands_as_name(mention))

    def _stands_as_name(self, mention: Mention) -> bool:
        """Whether a term stands with a capital and without an article where common nouns have neither."""
        if self._opens(mention) or mention.text.isupper():
            return False
        syntax = self.language.syntax(mention.around)
        for start, end in mention.spans[:4]:
            words = syntax.words(start, end)
            top = syntax.top(words) if words else 0
            if any(syntax.relation[child] in ("det", "poss", "nummod") for child in syntax.children(top)):
                return False
        return True

    def _opens(self, mention: Mention) -> bool:
        """Whether a term stands only where everything has a capital."""
        around = mention.around
        return all(around[:start].rstrip()[-1:] in ".!?:;\n" or start == 0 for start, _ in mention.spans)

    def _is_common(self, word: str) -> bool:
        """Whether a single word with a capital is a common noun and no name of anything: "Court", "Agent"."""
        senses = self.nouns.senses(word)
        first = [s for s in senses if s.source == "WordNet"][:1]
        named = any(s.source == "places" for s in senses) or self.language.names.is_given(word)
        return any(label.islower() for s in first for label in self.taxonomy.labels(s)) and not named

    def _meant(self, mention: Mention) -> Kind | None:
        """The article that a name is the subject of, if the text fits it, or it is a place that everybody knows."""
        name = mention.whole or mention.text
        taxonomy = None if mention.label == "PERSON" else self.taxonomy
        return linked(name, self._reading(mention.around), self.nouns.knowledge, embedded_kinds(), taxonomy)

    def _sort_of_all(self, kinds: Sequence[Kind]) -> str:
        sorts = {kind.sort for kind in kinds}
        return sorts.pop() if len(sorts) == 1 else ""

    def _said(self, mention: Mention, span: tuple[int, int]) -> Said:
        syntax = self.language.syntax(mention.around)
        return self.wording.said_of(mention.around, *span, lambda word: bool(self.nouns.senses(word)), syntax)

    def _sort(self, mention: Mention, cues: list[str], called: list[str]) -> str:
        """What most signs say: the text first, the name itself, gazetteers, and the parser."""
        votes: Counter[str] = Counter(cues)
        parsed = TYPES.get(mention.label, "")
        if parsed:
            votes[parsed] += 3 if mention.label in _TITLED else 1
        words = (mention.whole or mention.text).split()
        given = self.language.names.is_given(words[0])
        if self._place(mention) is not None and not (given and len(words) == 1):
            votes["place"] += 1 if parsed == "person" else 2
        if len(words) > 1 and given:
            votes["person"] += 2
        for phrase in called[:2]:
            if sort := self._sort_of(phrase.split()[-1]):
                votes[sort] += 3
        if (head := self._head(mention.text)) and (sort := self._sort_of(head)):
            heavy = sort in ("organization", "place") and "work" not in cues and parsed != "organization"
            votes[sort] += 4 if heavy else 1 if sort == "person" != parsed else 2
        if len(words) > 1 and (sort := self._sort_of_all(embedded_kinds().of(" ".join(words)))):
            votes[sort] += 2
        best = max(votes.values(), default=0)
        sorts = [sort for sort, count in votes.items() if count == best and best > 0]
        return parsed if parsed in sorts else sorts[0] if sorts else ""

    def _sort_of(self, noun: str) -> str:
        """What sort of name a noun says that something is."""
        return next((sort for sort in self.wording.kin_of_names if self._fits(noun, sort)), "")

    def _head(self, name: str) -> str:
        """The common noun that a name of several words ends with, or has before "of" or "for": "Award", "Act"."""
        core = name.split()
        for link in ("of", "for", "to", "on", "in"):
            if link in core[1:]:
                core = core[: core.index(link, 1)]
        if len(name.split()) < 2 or not core:
            return ""
        word = core[-1].strip(".,'’").lower()
        return word if self._is_noun(word) else ""

    def _is_noun(self, word: str) -> bool:
        forms = (word, self.language.normal_form(word))
        senses = [sense for sense in self.nouns.senses(word) if sense.source == "WordNet"]
        return any(label in forms for sense in senses for label in self.taxonomy.labels(sense))

    def _fits(self, phrase: str, sort: str) -> bool:
        """Whether what the text calls a name is of the sort that the name is."""
        kin = self.wording.kin_of_names.get(sort)
        if not kin:
            return True
        senses = self.nouns.senses(phrase.split()[-1])[:3]
        return any(self.nouns.is_below(s, kin) or s.label in kin for s in senses)

    def _is_settled(self, phrase: str) -> bool:
        """Whether what the text calls a place is a kind of place first of all: a state, an island; a seat is not."""
        return any(
            self.nouns.is_below(s, _LANDS) or s.label in _LANDS for s in self.nouns.senses(phrase.split()[-1])[:1]
        )

    def _above_place(self, mention: Mention) -> Iterator[Wording]:
        """The kind of place with where it is, nearest first, then where it is: "city in Florida", "Florida"."""
        place = self._place(mention)
        within: dict[str, Concept] = {}
        kinds: dict[str, Concept] = {}
        for path in self.taxonomy.paths(place) if place else ():
            inside = False
            for step in path:
                if step.label[:1].isupper():
                    inside = True
                    if step.label != mention.text:
                        within.setdefault(step.label, step)
                elif not inside and self.nouns.said(step):
                    kinds.setdefault(step.label, step)
        kind = next((label for label in kinds if " in " not in label and label != "place"), "")
        for where in within if kind else ():
            yield Wording(self.wording.kind_within(kind, where, lambda phrase: bool(self.taxonomy.senses(phrase))))
        for label, step in (*within.items(), *kinds.items()):
            yield Wording(label, step)

    def _above_known(self, mention: Mention, sort: str) -> Iterator[Wording]:
        """What a taxonomy says of a name: Albert Einstein was a physicist."""
        kin = self.wording.kin_of_names.get(sort, ())
        name = mention.whole or mention.text
        if sort == "person" and " " not in name:  # any of that surname
            return
        for sense in self.nouns.senses(name):
            if sense.source in ("places", *_MEDICAL) or not sense.label[:1].isupper():
                continue
            if sense.source != "WordNet" or not sort or self.nouns.is_below(sense, kin):  # users chose what they bring
                yield from (Wording(step.label, step) for step in self.nouns.steps([sense]))
                return

    def _genre_of(self, text: str) -> str:
        """What works a text speaks of most, if it is one sort above all: "film"."""
        counts = Counter(form for form in self._reading(text).forms if form in self.wording.genres)
        (first, most), (_, next_most) = [*counts.most_common(2), ("", 0), ("", 0)][:2]
        return first if most >= _OFTEN and most > 2 * next_most else ""

    def _speaks_of(self, genre: str, text: str) -> bool:
        """Whether a text speaks of a sort of works, or at least of no other one above all."""
        most = self._genre(text)
        return not most or most == _FILM.sub("film", genre).rpartition(" ")[2] or genre in self._reading(text).forms

    def _place(self, mention: Mention) -> Concept | None:
        """The place that is meant: one whose region the text names, else the largest of that name."""
        head, _, rest = mention.text.partition(" of ")
        for name in (mention.text, rest if head.split()[-1:] and head.split()[-1].lower() in _GOVERNED else ""):
            places = [s for s in self.nouns.senses(name) if s.source == "places"] if name else []
            if not places:
                continue
            for place in places[:4]:
                above = {step.label for path in self.taxonomy.paths(place) for step in path if step.label[:1].isupper()}
                if any(label in mention.around and label != name for label in above):
                    return place
            return places[0]
        return None
