"""What a name is the name of, and what it could be called: by the text, then by what is known, then by its type."""

from __future__ import annotations

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
}  # fmt: skip
"""What a label of the language takes a name for."""
_HEADED = ("award", "law", "organization", "event")
"""Sorts of names that end with what they are: the Military Service Act."""
_OFTEN = 2  # times that a text must speak of a sort of works
_PLACES = ("GPE", "LOC", "FAC")
_MEDICAL = ("MeSH", "MONDO", "HP")


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
        sort = meant.sort if meant else self._sort(mention, [sort for each in said for sort in each.sorts], called)
        if not meant and not sort:
            sort = self._sort_of_all(kinds)
        fitting = [phrase for phrase in called if self._fits(phrase, sort)]
        yield from map(Wording, meant.ladder if meant and sort != "place" else ())
        yield from map(Wording, fitting)
        if sort == "place":
            yield from self._above_place(mention)
        yield from self._above_known(mention, sort)
        alike = {kind.ladder[-1] for kind in kinds if kind.sort == sort}
        if not meant and " " in mention.text and len(alike) == 1:
            yield Wording(min(alike))  # whichever of that name is meant, it is one
        if meant and meant.concept:
            yield from (Wording(step.label, step) for step in self.nouns.steps([self.taxonomy.concept(meant.concept)]))
        if sort in _HEADED and (head := self._head(mention.text)) and self._fits(head, sort):
            yield Wording(head)
            yield from self.nouns.above(head, mention)
        for phrase in fitting[-1:]:
            yield from self.nouns.above(phrase.split()[-1], mention)
        if sort == "work" and (genre := self._genre(mention.around)):
            yield Wording(genre)
        kind = self.wording.kinds_of_names.get(sort)
        if kind:
            yield Wording(kind)

    def is_name(self, mention: Mention) -> bool:
        """Whether a term is a name: by its label or its capital, and no word of medicine or of every day."""
        text = mention.text
        words = text.split()
        if not words:
            return False
        senses = self.nouns.senses(text)
        if mention.label in _PLACES and any(s.source == "places" for s in senses):
            return True
        known = [s for s in senses if s.source in _MEDICAL]
        if known and not (mention.label == "PERSON" and len(words) > 1 and self.language.names.is_given(text)):
            return False
        if mention.label not in TYPES:
            return len(words) == 1 and text[:1].isupper() and not senses and bool(mention.spans)
        if mention.label == "PERSON" and not self._opens(mention):
            return True
        return not (len(words) == 1 and self._is_common(text))

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
        return self.wording.said_of(mention.around, *span, lambda word: bool(self.nouns.senses(word)))

    def _sort(self, mention: Mention, cues: list[str], called: list[str]) -> str:
        """What most signs say: the text first, the name itself, gazetteers, and the parser."""
        votes: Counter[str] = Counter(cues)
        parsed = TYPES.get(mention.label, "")
        if parsed:
            votes[parsed] += 1
        words = (mention.whole or mention.text).split()
        given = self.language.names.is_given(words[0])
        if self._place(mention) is not None and not (given and len(words) == 1):
            votes["place"] += 1 if parsed == "person" else 2
        if len(words) > 1 and given:
            votes["person"] += 2
        for noun in [*filter(None, [self._head(mention.text)]), *(phrase.split()[-1] for phrase in called[:2])]:
            if sort := self._sort_of(noun):
                votes[sort] += 2
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
        for sense in self.nouns.senses(mention.whole or mention.text):
            if sense.source in ("places", *_MEDICAL) or not sense.label[:1].isupper():
                continue
            if sense.source != "WordNet" or self.nouns.is_below(sense, kin):  # what users bring, they have chosen
                yield from (Wording(step.label, step) for step in self.nouns.steps([sense]))
                return

    def _genre_of(self, text: str) -> str:
        """What works a text speaks of most, if it is one sort above all: "film"."""
        counts = Counter(form for form in self._reading(text).forms if form in self.wording.genres)
        (first, most), (_, next_most) = [*counts.most_common(2), ("", 0), ("", 0)][:2]
        return first if most >= _OFTEN and most > 2 * next_most else ""

    def _place(self, mention: Mention) -> Concept | None:
        """The place that is meant: one whose region the text names, else the largest of that name."""
        for name in (mention.text, mention.text.partition(" of ")[2]):
            places = [s for s in self.nouns.senses(name) if s.source == "places"] if name else []
            if not places:
                continue
            for place in places[:4]:
                above = {step.label for path in self.taxonomy.paths(place) for step in path if step.label[:1].isupper()}
                if any(label in mention.around and label != name for label in above):
                    return place
            return places[0]
        return None
