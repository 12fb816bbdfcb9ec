"""What stands above a common noun in the sense that it has where it stands: true, and something that people say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sfumato.languages import DEFAULT
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.sense_vectors import Sense, sense_vectors
from sfumato.replacements.senses import fit
from sfumato.replacements.thesaurus import NOUN, embedded_thesaurus
from sfumato.risk.unseen import ORDINARY
from sfumato.taxonomies.medicines import ELEMENT, USE, as_drug, given_for, is_medicine
from sfumato.taxonomies.words import is_word
from sfumato.types import All, Any, Concept, Mention

SAID = 20
"""Documents that must use a label for it to be something that people say."""
SURE = 0.5
"""How likely something must be true of a noun of several senses to be said of it."""
_RARER = 40
"""How many times rarer than a word what is above it may be and still be said: nobody calls a mouth a rima."""
_SHORT, _SHORTER = 5, 3  # letters of what may be the short form of anything, in capitals and in small letters
_USUAL = 500
"""Documents that must use another word for the same thing."""
_PERSON = "person"
_DESCRIBING = ("ADJ", "ADV")
_AS_REMEDY = 0.05  # share of the documents with a word that speak of medicines
_SPECIAL = ("MeSH", "MONDO", "HP")
_SENSES = 5  # of special taxonomies that are weighed against each other
_STOPS = (". ", "\n", "? ", "! ")
_ASKED, _PLACES = 60, 8  # characters around a noun that say what it must be, in so many of its places
_NEAR = 150  # characters on either side that a sentence is looked for in
_PLAIN = re.compile(r"[^\W\d_][^\W\d_' -]*(?:[ '-][^\W\d_]+){0,3}")


class Wording(NamedTuple):
    """What something could be called, the concept that says so, where one does, and how likely it is true."""

    said: str
    concept: Concept | None = None
    sure: float = 1.0


class Nouns:
    """Finds what a noun could be called by the taxonomies."""

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy) -> None:
        self.knowledge = knowledge
        self.taxonomy = taxonomy
        self.language = knowledge.language
        self.untrue = knowledge.language.wording.untrue
        ordinary = knowledge.total >= ORDINARY and self.language.name == DEFAULT
        self.thesaurus = embedded_thesaurus() if ordinary else None
        self._senses: dict[str, Sequence[Concept]] = {}

    def senses(self, text: str) -> Sequence[Concept]:
        """The concepts that a noun names."""
        form = self.language.normal_form(text)
        if form not in self._senses:
            self._senses[form] = [s for s in self.taxonomy.senses(form) if ":v." not in s.id]
        return self._senses[form]

    def above(self, said: str, mention: Mention) -> list[Wording]:
        """What is above a noun of a mention, all of it or its last words, nearer things first.

        What people say for it comes first, then what the taxonomies have that says no more than that.
        """
        plain = self._as_people_say(said, mention)
        fewest = max((self.knowledge.count(wording.said) for wording in plain), default=0)
        above = self._above_by_taxonomies(said, mention)
        return [*plain, *self._said_further(step for step in above if self.knowledge.count(step.said) >= fewest)]

    def _said_further(self, above: Iterable[Wording]) -> Iterator[Wording]:
        """Steps of the taxonomies, and after the first that people have words for these: "illness" for infection."""
        found = self.thesaurus is None
        for step in above:
            yield step
            if self.thesaurus is None or found:
                continue
            senses = self.thesaurus.of(NOUN, self.language.normal_form(step.said), step.said, 0, len(step.said))
            found = bool(senses)
            yield from (Wording(wording, None, step.sure) for each in senses[:1] for wording in each.wordings)

    def is_one(self, said: str) -> bool:
        """Whether several words have a name of their own in the thesaurus: a hot flash is no flash."""
        return self.thesaurus is not None and (NOUN, self.language.normal_form(said)) in self.thesaurus

    def _as_people_say(self, said: str, mention: Mention) -> list[Wording]:
        """What a noun is called in the likeliest of the thesaurus's senses."""
        if self.thesaurus is None or self._is_short_form(said, mention):
            return []
        text, start, end = sentence_around(mention, said)
        senses = self.thesaurus.of(NOUN, self.language.normal_form(said), text, start, end)
        if self.asked_for(mention) == _PERSON:
            senses = [sense for sense in senses if sense.wordings and self.is_person(sense.wordings[0])] or senses
        return [Wording(wording, None, senses[0].sure) for wording in senses[0].wordings] if senses else []

    def _above_by_taxonomies(self, said: str, mention: Mention) -> list[Wording]:
        senses = self.senses(said)
        everyday = [sense for sense in senses if sense.source == "WordNet"]
        if self._is_short_form(said, mention):
            everyday = [sense for sense in everyday if said in self.taxonomy.labels(sense)]
        if everyday:
            return self._above_everyday(said, everyday, mention)
        if len(said) <= (_SHORT if said.isupper() else _SHORTER):  # short forms of many things at once
            senses = [sense for sense in senses if sense.source not in _SPECIAL]
        special = self._special(said, senses, mention) if senses else []
        return [Wording(step.label, step) for step in self.steps(special)]

    def asked_for(self, mention: Mention) -> str:
        """What a noun must be by the words around it, in one of its places: "person", "medicine" or nothing."""
        around = mention.around
        asked = (
            self.language.wording.asked_for(around[max(0, start - _ASKED) : start], around[end : end + _ASKED])
            for start, end in mention.spans[:_PLACES]
        )
        return next(filter(None, asked), "")

    def as_medicine(self, text: str, asked: bool = False) -> list[Wording]:
        """What a medicine is given for; nothing if a word means something else first and no medicine is `asked` for."""
        if said := self._known_as_medicine(text):
            return said
        senses = self.senses(text)
        if any(sense.source == "places" for sense in senses) or self.language.names.is_given(text):
            return []
        if asked and self._is_of_no_other_kind(text):
            return [Wording(USE)]
        everyday = [sense for sense in senses if sense.source not in _SPECIAL][:1]
        drug = [path for sense in everyday for path in as_drug(sense, self.taxonomy)]
        special = [sense for sense in senses if sense.source in _SPECIAL and is_medicine(sense, self.taxonomy)]
        if asked and not special and self._is_remedy(text, everyday):
            return [Wording(USE)]
        if not special or (everyday and not drug and not asked):
            return []
        pairs = [*given_for(special[0], self.taxonomy), *(pair for path in drug for pair in enumerate(path))]
        found: dict[str, Wording] = {}
        for _, step in sorted(pairs, key=lambda pair: (pair[0], self.knowledge.count(pair[1].label))):
            if self.said(step):
                everything = step.label == USE and step.source in _SPECIAL  # too much to be counted
                found.setdefault(step.label, Wording(step.label, None if everything else step))
        return list(found.values())

    def _known_as_medicine(self, text: str) -> list[Wording]:
        """What people say for a word that the thesaurus has as nothing but a medicine."""
        form = self.language.normal_form(text)
        senses = self.thesaurus.of(NOUN, form, text, 0, len(text)) if self.thesaurus is not None else []
        if len(senses) != 1 or len(senses[0].wordings) < 2 or USE not in senses[0].wordings:
            return []
        return [Wording(wording) for wording in senses[0].wordings]

    def _is_of_no_other_kind(self, text: str) -> bool:
        """Whether nothing has a word's name, nor that of its last part: what is taken by it can be a medicine only."""
        words = text.split()
        last = words[-1].rpartition("-")[2] if words else ""
        known = self.thesaurus is None or self.is_one(last)
        return text[:1].isalpha() and len(words) <= 2 and not known and not self.senses(text) and not self.senses(last)

    def _is_remedy(self, text: str, everyday: Sequence[Concept]) -> bool:
        """Whether a word names an element of which documents speak as of a medicine: lithium, but not gold."""
        if not any(self.is_below(sense, (ELEMENT,)) for sense in everyday):
            return False
        form = self.language.normal_form(text)
        beside = self.knowledge.count(All(form, Any(*self.language.wording.beside_medicines)))
        return beside >= _AS_REMEDY * self.knowledge.count(form) > 0

    def said(self, concept: Concept) -> bool:
        """Whether a person would say the label: no grouping, no code, and known to more than a few documents."""
        if concept.grouping or concept.label in self.untrue or not _PLAIN.fullmatch(concept.label):
            return False
        return self.knowledge.count(concept.label) >= SAID

    def is_below(self, sense: Concept, labels: Iterable[str]) -> bool:
        """Whether something above a concept has one of these labels."""
        wanted = frozenset(labels)
        return any(step.label in wanted for path in self.taxonomy.paths(sense, 4) for step in path)

    def is_heading(self, mention: Mention) -> bool:
        """Whether common words fill a line between others and have capitals for that: "Early Years"."""
        words = mention.text.lower().split()
        tags = self.language.syntax(" ".join(words)).pos if mention.spans else ()
        if not tags or len(tags) != len(words) or not is_word(words[-1], self.taxonomy):
            return False
        pairs = zip(words, tags, strict=True)
        if not all(is_word(word, self.taxonomy) or tag in _DESCRIBING for word, tag in pairs):
            return False
        labels = [label for sense in self.senses(mention.text) for label in self.taxonomy.labels(sense)]
        return mention.text not in labels and all(_fills_line(mention.around, *span) for span in mention.spans)

    def is_person(self, phrase: str) -> bool:
        """Whether the last word of a phrase is first of all somebody."""
        return any(self.is_below(sense, (_PERSON,)) for sense in self.senses(phrase.split()[-1])[:1])

    def _above_everyday(self, said: str, senses: Sequence[Concept], mention: Mention) -> list[Wording]:
        """What is above the likeliest sense, as far as it is likely enough true, whichever sense is meant."""
        likely = self._likely(said, mention, {sense.id for sense in senses}) or [Sense(senses[0].id, 1.0)]
        ladders = [(self.steps([self.taxonomy.concept(sense.id)]), sense.weight) for sense in likely]
        sure: dict[str, float] = {}
        for ladder, share in ladders:
            for step in ladder:
                sure[step.id] = sure.get(step.id, 0.0) + share
        best = next((ladder for ladder, _ in ladders if ladder), [])
        fewest = self.knowledge.count(said) / _RARER
        usual = [step for step in best if self.knowledge.count(step.label) >= fewest]
        above = [Wording(step.label, step, sure[step.id]) for step in usual if sure[step.id] >= SURE]
        return above or self._same(said, likely)

    def _same(self, said: str, likely: Sequence[Sense]) -> list[Wording]:
        """Other words for a noun above which nothing is said: "choice" for "option"."""
        id, share = likely[0]
        if share < SURE:
            return []
        names = self.taxonomy.labels(self.taxonomy.concept(id))
        usual = [name for name in names if name.islower() and self.knowledge.count(name) >= _USUAL]
        own = self.language.normal_form(said)
        return [Wording(name, None, share) for name in usual if self.language.normal_form(name) != own]

    def _likely(self, said: str, mention: Mention, known: set[str]) -> list[Sense]:
        """Those of the known senses that a noun can have there with their shares, where there are several."""
        text, start, end = sentence_around(mention, said)
        found = sense_vectors().likely(self.language.normal_form(said), text, start, end)
        small = said.islower()
        known = {id for id in known if not small or self._is_small(self.taxonomy.concept(id), said)}
        if self.asked_for(mention) == _PERSON:
            people = {id for id in known if self.is_below(self.taxonomy.concept(id), (_PERSON,))}
            known = people or known
        total = sum(sense.weight for sense in found if sense.id in known)
        return [sense._replace(weight=sense.weight / total) for sense in found if sense.id in known]

    def _is_short_form(self, said: str, mention: Mention) -> bool:
        """Whether letters in capitals among small ones are no word that has the same letters: ERA is no era there."""
        if not (said.isupper() and said.isalpha() and len(said) > 1):
            return False
        looked_at = None if len(said) <= _SHORTER else 1  # of longer words: dad is no PA, but pain is PAIN
        if not any(said.lower() in self.taxonomy.labels(sense)[:looked_at] for sense in self.senses(said)):
            return False
        sentence, start, end = sentence_around(mention, said)
        return any(map(str.islower, sentence[:start] + sentence[end:]))

    def _is_small(self, sense: Concept, said: str) -> bool:
        """Whether a word in small letters can have a sense: a pueblo is no Pueblo."""
        form = self.language.normal_form(said)
        names = [name for name in self.taxonomy.labels(sense) if self.language.normal_form(name) == form]
        return not names or any(not name[:1].isupper() for name in names)

    def _special(self, said: str, senses: Sequence[Concept], mention: Mention) -> list[Concept]:
        """The sense of a word of medicine, in every taxonomy that means the same."""
        special = [sense for sense in senses if sense.source in _SPECIAL][:_SENSES] or list(senses[:1])
        if len(special) == 1:
            return special
        fits = {s.id: fit([s], said, mention.topics, self.taxonomy, self.knowledge) for s in special}
        best = max(special, key=lambda sense: fits[sense.id] if mention.topics else 0.0)
        kin = self._kin(best) - {self.language.normal_form(said)}
        return [best, *(s for s in special if s is not best and kin & self._kin(s))]

    def _kin(self, sense: Concept) -> set[str]:
        """What tells whether two taxonomies mean the same: second names and what is next above."""
        normal_form = self.language.normal_form
        names = {normal_form(name) for name in self.taxonomy.labels(sense)[1:]}
        near = (step for path in self.taxonomy.paths(sense, 4) for step in path[:4] if not step.grouping)
        return names | {normal_form(step.label) for step in near}

    def steps(self, senses: Iterable[Concept]) -> list[Concept]:
        """Everything above the senses that people say, nearer things first, of equals the more informative."""
        steps: dict[str, tuple[int, Concept]] = {}
        for sense in senses:
            for path in self.taxonomy.paths(sense):
                for far, step in enumerate(path):
                    if self.said(step) and (step.id not in steps or far < steps[step.id][0]):
                        steps[step.id] = (far, step)
        return [
            step for _, step in sorted(steps.values(), key=lambda pair: (pair[0], self.knowledge.count(pair[1].label)))
        ]


def _fills_line(text: str, start: int, end: int) -> bool:
    """Whether nothing but marks stands beside a term in its line, which is not the first one."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    return first > 0 and not (text[first:start] + text[end : last if last >= 0 else len(text)]).strip(".:*# ")


def sentence_around(mention: Mention, said: str) -> tuple[str, int, int]:
    """The line or sentence in which a mention stands first, and where the words `said` of it stand there."""
    if not mention.spans:
        return mention.text, 0, len(mention.text)
    start, end = mention.spans[0]
    lowest, highest = max(0, start - _NEAR), min(len(mention.around), end + _NEAR)
    first = max(lowest, *(mention.around.rfind(mark, lowest, start) + 1 for mark in _STOPS))
    last = min(highest, *(at + 1 for mark in _STOPS if (at := mention.around.find(mark, end, highest)) >= 0), highest)
    sentence = mention.around[first:last]
    at = mention.around.rfind(said, start, end)
    at = start if at < 0 else at
    return sentence, at - first, min(end, at + len(said)) - first
