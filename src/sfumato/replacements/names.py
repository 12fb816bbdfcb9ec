"""What a name is the name of, and what it could be called: by the text, then by what is known, then by its type."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import dropwhile, takewhile

from sfumato.io.arrays import Array
from sfumato.protocols import Taxonomy
from sfumato.replacements.heads import Heads, is_surname
from sfumato.replacements.linking import linked
from sfumato.replacements.name_pools import name_pools
from sfumato.replacements.nouns import Nouns, Wording
from sfumato.replacements.places import GOVERNED, OFTEN_NAMED, Places
from sfumato.replacements.sorts import NO_LABEL, SORTS, embedded_sorts, label_signs, shares
from sfumato.taxonomies.kinds import SORTS as SORTS_OF_KINDS
from sfumato.taxonomies.kinds import Kind, embedded_kinds
from sfumato.taxonomies.words import is_name_too, is_word
from sfumato.types import All, Any, Concept, Mention, Said

TYPES = {
    "PERSON": "person", "ORG": "organization", "GPE": "place", "LOC": "place", "FAC": "place", "NORP": "group",
    "PRODUCT": "product", "EVENT": "event", "WORK_OF_ART": "work", "LAW": "law", "LANGUAGE": "language",
    "AWARD": "award",
}  # fmt: skip
"""What a label of the language takes a name for."""
_HEADED = ("award", "law", "organization", "event", "place", "work")
"""Sorts of names that end with what they are: the Military Service Act."""
_TITLED = ("WORK_OF_ART", "AWARD")
"""Labels of names that their writing shows."""
_LINKS = frozenset(("of", "for", "at", "in", "to", "on"))
_IN = re.compile(r"\b(?:in|near|from) $")
_FILM = re.compile(r"\bmovie\b")  # the same thing by two names would be two things to a reader
_ROLE, _MEDICINE = "character", "medicine"
_FEWEST, _BESIDE = 2, 0.4  # documents that must have a brand, and the share of them that speak of medicines
_ANYBODYS = 2  # people of a surname that others have, too
_OFTEN = 2  # times that a text must speak of a sort of works
_CALLED, _CUE, _TITLE, _KNOWN, _EVERYBODY = 1.5, 0.5, 3.0, 2.0, 4.0
"""How much, as a logarithm of odds, what a text calls a name speaks for a sort, the form around it, and its title."""
_PART = 2  # times a cue: the part in the sentence
_SURE, _OTHER = 0.4, 0.7  # how likely a sort must be among those that can be said, and how likely that none of them is
_NOT_IN_KINDS = frozenset(SORTS).difference(SORTS_OF_KINDS) | {"thing"}
"""Sorts that are all things to the kinds."""
_SEVERAL = 5  # people of a surname that says by itself that somebody is meant
_COMMON = 50  # titles of something that is true of whatever else has a name, too
_SHARED = 10  # titles of which something must be true to be said of a name
_LOOKED_AT = 8  # places of a name
_BELIEVED = ("belief", "imagination")
_RELATIVE = "relative"
_ENDING = 4  # characters that a name may be longer by where it stands: an article, a possessive
_PLACES = ("GPE", "LOC", "FAC")
_MEDICAL = ("MeSH", "MONDO", "HP")


class Names:
    """Says what names could be called."""

    def __init__(self, nouns: Nouns) -> None:
        self.nouns = nouns
        self.taxonomy: Taxonomy = nouns.taxonomy
        self.language = nouns.language
        self.wording = nouns.language.wording
        self.places = Places(nouns)
        self.heads = Heads(nouns)
        self._reading = lru_cache(maxsize=4)(nouns.language.read)
        self._genre = lru_cache(maxsize=4)(self._genre_of)
        self._is_brand = lru_cache(maxsize=1 << 14)(self._is_brand_of)
        self._signs = lru_cache(maxsize=1 << 12)(self.signs_of)
        self._core = lru_cache(maxsize=1 << 12)(self._core_of)
        self._is_persons = lru_cache(maxsize=1 << 12)(self._is_persons_of)

    def above(self, mention: Mention) -> Iterator[Wording]:
        """What a name could be called, nearer things first; the last is what its type is called."""
        mention = self._as_named(mention)
        in_full = sorted(mention.spans, key=lambda span: span[0] - span[1])  # there a text says who somebody is
        said = [self._said(mention, span) for span in in_full[:_LOOKED_AT]]
        called = list(dict.fromkeys((*self._before_name(mention.text), *(w for each in said for w in each.called))))
        kinds = embedded_kinds().of(mention.whole or mention.text)
        meant = self._meant(mention) if kinds else None
        if meant and meant.sort == "work" and not self._speaks_of(meant.ladder[-1], mention.around):
            meant = None
        if meant and mention.label == "PERSON" and meant.sort == "place":
            meant = None  # of somebody called Prosser nobody means the town
        if mention.label == "AWARD" or (meant and meant.sort == "thing" and mention.label in ("ORG", "PERSON", "GPE")):
            meant = None
        parts = [part for each in said for part in each.parts]
        made_of = list(self.wording.made_of(mention.text))
        told = [sort for sort, _ in (*parts, *made_of) for _ in range(_PART)]
        cues = [*(sort for each in said for sort in each.sorts), *told]
        sort = meant.sort if meant else self._sort(mention, cues, called)
        if not meant and not sort:
            sort = self._sort_of_all(kinds)
        if _ROLE in called:
            meant, sort = None, "person"
        elif self._is_medicine(mention.text):
            meant, sort, called = None, "product", [*called, _MEDICINE]
        alone = self._as_dictionary(mention.text) if sort != "place" or not self.places.find(mention) else None
        if alone and not self._is_of(alone):
            yield from (Wording(step.label, step) for step in self.nouns.steps([alone]))
            return
        fitting = sorted((phrase for phrase in called if self.heads.fits(phrase, sort)), key=self._is_kin)
        if sort == "place":
            yield from map(Wording, (phrase for phrase in fitting if self.places.is_settled(phrase)))
            yield from self.places.above(mention, meant if len(kinds) == 1 else None)
        yield from self._as_known(meant if sort != "place" else None)
        yield from map(Wording, fitting)
        yield from self._above_known(mention, sort)
        of_sort = {sort, "thing"} if sort in _NOT_IN_KINDS else {sort}
        alike = {kind.ladder[-1] for kind in kinds if kind.sort in of_sort}
        spoken = sort != "work" or all(self._speaks_of(kind, mention.around) for kind in alike)
        common = sort == "person" and name_pools().people(mention.text.split()[-1])[1] >= _ANYBODYS  # any John Smith
        if not meant and spoken and len(alike) == 1 and " " in mention.text and not common:
            if len(kinds) == 1:
                yield from self._as_many_are(kinds[0])
            yield Wording(_FILM.sub("film", min(alike)))  # whichever of that name is meant, it is one
        elif not meant and spoken and len(kinds) == len(alike) == 1 and self._is_one(mention.text, kinds[0]):
            yield from self._as_known(kinds[0])
        if sort == "award":
            yield from (Wording(noun) for each, noun in made_of if each == sort)
        headed = sort in _HEADED or self.heads.has_office(mention.text)
        if headed and (head := self.heads.head(mention.text)) and self.heads.fits(head, sort):
            yield from map(Wording, self.heads.ends(mention.text, head))
            yield from self.heads.above(head, sort)
        if sort != "award":
            yield from (Wording(noun) for each, noun in made_of if each == sort)
        if meant and meant.concept:
            yield from (Wording(step.label, step) for step in self.nouns.steps([self.taxonomy.concept(meant.concept)]))
        for phrase in fitting[-1:]:
            yield from self.heads.above(phrase.split()[-1], sort)
        yield from (Wording(noun) for each, noun in parts if each == sort)
        if sort == "work" and (genre := self._genre(mention.around)):
            yield Wording(genre)
        if sort == "person" and (sex := self._sex(mention)):
            yield Wording(self.wording.sexes[sex])
        kind = self.wording.kinds_of_names.get(sort)
        if kind:
            yield Wording(kind)

    def _as_dictionary(self, name: str) -> Concept | None:
        """What a dictionary knows by a name as it is written, if that is one thing alone: the Middle Ages."""
        if name.isupper():
            return None
        named = [s for s in self.nouns.senses(name) if s.source == "WordNet" and name in self.taxonomy.labels(s)]
        return named[0] if len(named) == 1 and not self.nouns.is_below(named[0], _BELIEVED) else None

    def _is_of(self, sense: Concept) -> bool:
        """Whether what a sense means is of a sort of names."""
        return any(self.nouns.is_below(sense, kin) for kin in self.wording.kin_of_names.values())

    def _as_known(self, kind: Kind | None) -> Iterator[Wording]:
        """What is known of a name, as far as it is true of several."""
        if kind is None:
            return
        for step in kind.ladder:
            if kind.document < 0 or embedded_kinds().titles_called(step) >= _SHARED:  # others share what others say
                yield Wording(_FILM.sub("film", step))

    def _as_many_are(self, kind: Kind) -> Iterator[Wording]:
        """What is likely true of whatever has a name: all that articles call it, or what very many titles are."""
        called = embedded_kinds().titles_called
        several = [step for step in kind.ladder if kind.document < 0 or called(step) >= _COMMON]
        yield from (Wording(_FILM.sub("film", step)) for step in several)

    def _is_one(self, name: str, kind: Kind) -> bool:
        """Whether a single word means one thing to everybody: by itself, or since all that speak of it say so."""
        return self._is_its_own(name) or (kind.document < 0 and not is_word(name, self.taxonomy))

    def _as_named(self, mention: Mention) -> Mention:
        """The mention without the longer name that ends with it, unless it is somebody's.

        A text that has the University of California and California does not mean a university by both.
        """
        if not mention.whole.endswith(f" {mention.text}") or self._is_persons(mention.whole) or self._is_short(mention):
            return mention
        longest = len(mention.text) + _ENDING
        spans = tuple(span for span in mention.spans if span[1] - span[0] <= longest)
        return replace(mention, whole="", spans=spans or mention.spans[:1])

    def _is_short(self, mention: Mention) -> bool:
        """Whether a text calls an organization by the end of its name, and means no place by that: Rovers, United."""
        if not _LINKS.isdisjoint(mention.whole.split()):
            return False
        known = self._sort_of_all(embedded_kinds().of(mention.whole)) == "organization"
        return known and not any(_IN.search(mention.around[max(0, at - 8) : at]) for at, _ in mention.spans)

    def _is_persons_of(self, name: str) -> bool:
        """Whether a name is somebody's by its words alone."""
        words = self._core(name).split()
        names = {" ".join(words), f"{words[0]} {words[-1]}"}  # a middle name may be anything
        likely = (shares(embedded_sorts().scores(each, self._signs(each), "", ()))["person"] for each in names)
        return max(likely) >= _SURE

    def _before_name(self, term: str) -> Iterator[str]:
        """What a term says before the name that it ends with: "comedian Ann Lee"; of several people nothing."""
        words = term.split()
        said = list(takewhile(str.islower, words))
        if (
            said
            and len(said) < len(words)
            and self.heads.is_noun(said[-1])
            and self.language.normal_form(said[-1]) == said[-1]
        ):
            yield said[-1]

    def _is_kin(self, phrase: str) -> bool:
        """Whether a noun says whose somebody is, rather than what: "youngest child"."""
        return any(self.nouns.is_below(sense, (_RELATIVE,)) for sense in self.nouns.senses(phrase.split()[-1])[:3])

    def _is_medicine(self, name: str) -> bool:
        """Whether a name stands, in most documents that have it, beside what is said of medicines."""
        return any(map(self._is_brand, name.split()[:1]))

    def _is_brand_of(self, word: str) -> bool:
        knowledge, form = self.nouns.knowledge, self.language.normal_form(word)
        documents = knowledge.count(form)
        if documents < _FEWEST or is_word(word, self.taxonomy):
            return False
        return knowledge.count(All(form, Any(*self.wording.beside_medicines))) >= _BESIDE * documents

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
        if any(map(self.heads.sort_of, self._before_name(text))):  # "comedian Ann Lee"
            return True
        senses = self.nouns.senses(text)
        if mention.label in _PLACES and any(s.source == "places" for s in senses):
            return True
        if mention.label in _PLACES and is_name_too(text, self.taxonomy) and not self._opens(mention):
            return True  # the Amazon is no parrot
        known = [s for s in senses if s.source in _MEDICAL]
        person = mention.label == "PERSON" and len(words) > 1 and self.language.names.is_given(text)
        titled = TYPES.get(mention.label, "-") == self._sort_of_all(embedded_kinds().of(text))
        if known and not person and not titled:
            return False
        if mention.label not in TYPES:
            named = text[:1].isupper() and words[-1][:1].isupper() and bool(mention.spans)
            return named and (all(s.source == "places" for s in senses) or self._stands_as_name(mention))
        if mention.label == "PERSON" and not self._opens(mention):
            return True
        return not (len(words) == 1 and self._is_common(text) and not self._stands_as_name(mention))

    def _stands_as_name(self, mention: Mention) -> bool:
        """Whether a term stands with a capital and without an article where common nouns have neither."""
        if self._opens(mention) or mention.text.isupper() or self.heads.is_office(mention.text):
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
        """What a name most likely is: by what the text says of it, its words and those around it; empty if unsure."""
        parsed = TYPES.get(mention.label, "")
        if mention.around.strip() in ("", mention.text) or not any(map(str.isupper, mention.text)):
            return parsed  # nothing around tells, or it is written as no name: "section 73"
        votes: defaultdict[str, float] = defaultdict(float)
        for sort in cues:
            votes[sort] += _CUE
        for phrase in called[:2]:
            votes[self.heads.sort_of(phrase.split()[-1])] += _CALLED
        if mention.label in _TITLED:
            votes[TYPES[mention.label]] += _TITLE
        name = self._core(mention.whole or mention.text)
        if parsed in ("person", "organization", "") and self._is_somebody(name):
            votes["person"] += 2 * _EVERYBODY
        if self.heads.has_office(name):
            votes["person"] += 2 * _EVERYBODY
        if (" " in name or self._is_its_own(name)) and (known := self._sort_of_all(embedded_kinds().of(name))):
            for sort in (known,) if known in SORTS[1:] else _NOT_IN_KINDS:
                votes[sort] += _KNOWN if self._is_titled(name) else _EVERYBODY
        if self.places.find(mention) or self.places.by_title(name):
            votes["place"] += _KNOWN if self.heads.head(name) in GOVERNED else self._is_known_place(name) * _EVERYBODY
        scores = self.scores(mention) + [votes[sort] for sort in SORTS]
        likely = shares(scores)
        other = likely.pop("thing")
        best = max(likely, key=lambda sort: likely[sort])
        return best if other < _OTHER and likely[best] >= _SURE * (1 - other) else ""

    def _sex(self, mention: Mention) -> str:
        """The sex of somebody whose given name tells it: nothing for a surname alone."""
        words = self._core(mention.whole or mention.text).split()
        return name_pools().sex(words[0]) if len(words) > 1 and "and" not in words else ""

    def _is_titled(self, name: str) -> bool:
        """Whether a name is that of an article, of which another thing may have it, too."""
        return any(kind.document >= 0 for kind in embedded_kinds().of(name))

    def _is_known_place(self, name: str) -> bool:
        """Whether everybody knows a place by its name, and nobody is called so."""
        often = self.nouns.knowledge.count(name) >= OFTEN_NAMED
        return often and not self.language.names.is_given(name) and not is_surname(name)

    def scores(self, mention: Mention) -> Array:
        """How much speaks for each sort, in the order of `SORTS`, before it is asked what the text says of the name."""
        name = self._core(mention.whole or mention.text)
        label = mention.label if mention.label in TYPES else NO_LABEL
        signs = (*self._signs(name), *label_signs(label, name))
        return embedded_sorts().scores(name, signs, mention.around, mention.spans)

    def _core_of(self, name: str) -> str:
        """A name without the words in small letters, and what somebody is, before it: "Mayor Ann Lee"."""
        words = list(dropwhile(str.islower, name.split()))
        while len(words) > 2 and self.heads.is_office(words[0]):
            del words[0]
        return " ".join(words) or name

    def signs_of(self, name: str) -> tuple[str, ...]:
        """What gazetteers and dictionaries show of a name: the sort of its head noun, whether its words are words."""
        words = name.split() or [name]
        number = min(len(words), 3)
        head = self.heads.head(name)
        found = [f"head {self.heads.sort_of(head) or 'other'}"] if head else []
        if any(sense.source == "places" and self.places.is_called(sense, name) for sense in self.nouns.senses(name)):
            found.append(f"gazetteer {number}")
        ends = [str(is_word(word, self.taxonomy)) for word in (words[0], words[-1])]
        return (*found, f"words {number} {' '.join(ends)}")

    def _is_its_own(self, name: str) -> bool:
        """Whether a single word is the name of one thing alone: no word, nobody's name, no short form."""
        return not (name.isupper() or is_word(name, self.taxonomy) or max(name_pools().people(name)) > 1)

    def _is_somebody(self, name: str) -> bool:
        """Whether two words are a given name that several people have, and not what an organization is: Jane Roe."""
        words, head = name.split(), self.heads.head(name)
        if len(words) != 2 or not all(map(str.istitle, words)) or (head and self.heads.sort_of(head) == "organization"):
            return False
        as_given, as_surname = name_pools().people(words[0])
        return as_given >= max(_SEVERAL, as_surname)

    def _above_known(self, mention: Mention, sort: str) -> Iterator[Wording]:
        """What a taxonomy says of a name: Albert Einstein was a physicist."""
        kin = self.wording.kin_of_names.get(sort, ())
        name = mention.whole or mention.text
        namesakes = sort == "person" and (" " not in name or is_surname(name.split()[-1]))  # any of that surname
        for sense in self.nouns.senses(name):
            if sense.source in ("places", *_MEDICAL) or not sense.label[:1].isupper():
                continue
            if namesakes and sense.source == "WordNet":
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
