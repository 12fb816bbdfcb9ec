"""What a term could be called instead: true, less precise, and something that a person would say.

For a phrase: what is left when words are dropped from the left ("infected immune cells" -> "cells"), then everything
above it in the taxonomies, over all paths of the sense that it has in this text; for a name what the language took it
for; for a date, a number or a code the steps of its ladder. Leaving it out is always the last.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.replacements.senses import fit
from sfumato.risk.judges import content_of
from sfumato.types import LEFT_OUT, Concept, Option

NAMES = frozenset(("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE"))
OTHER = "OTHER"
"""The label of what is no noun phrase and no entity: the taxonomies' nouns do not stand above it."""
VERB = "VERB"
NAME = "NAME"
"""The label of a name of which nothing is known but its capital."""
_WITHOUT = frozenset((OTHER, NAME, "ADJECTIVE", "ADVERB"))
_PLACES = frozenset(("GPE", "LOC", "FAC"))
_SPECIAL = frozenset(("MeSH", "MONDO", "HP"))
_NUMERIC = frozenset(
    ("MONEY", "QUANTITY", "PERCENT", "CARDINAL", "ORDINAL", "DATE", "TIME", "DATE_TIME", "AGE", "CODE")
)
_SAID = 20  # documents that must use a label for it to be something that people say
_LONGEST = 8  # words that are left of a phrase at most: nobody says more of them as one
_SENSES = 5  # senses of a word that are weighed against each other
_PLAIN = re.compile(r"[^\W\d_][^\W\d_' -]*(?:[ '-][^\W\d_]+){0,3}")


class Options:
    """Finds and remembers the options of terms."""

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy) -> None:
        self.knowledge = knowledge
        self.taxonomy = taxonomy
        self.language = knowledge.language
        self.wording = self.language.wording
        self._known: dict[tuple[str, str, str], tuple[Option, ...]] = {}
        self._senses: dict[str, Sequence[Concept]] = {}

    def of(self, text: str, label: str, topics: Sequence[str] = ()) -> tuple[Option, ...]:
        """The options of a term that is labelled so, the nearest to it first, leaving it out last.

        None keeps more information than the term itself. `topics` are what the text is about: they choose the sense.
        """
        key = (text, label, " ".join(topics) if self._ambiguous(text) else "")
        if key not in self._known:
            if len(self._known) > 100_000:
                self._known.clear()
            self._known[key] = self._find(text, label, topics)
        return self._known[key]

    def _find(self, text: str, label: str, topics: Sequence[str]) -> tuple[Option, ...]:
        if label == VERB:
            return self._verbs(text)
        if label in _WITHOUT:
            return (LEFT_OUT,)
        normal_form, wording = self.language.normal_form, self.wording
        form = normal_form(text)
        most = content_of(self.knowledge, form)
        found: dict[str, Option] = {}

        def offer(said: str, concept: Concept | None = None, *, literal: bool = False) -> None:
            name = normal_form(said)
            if name and name != form and name not in found:
                found[name] = Option(said, min(content_of(self.knowledge, name), most), concept, literal)

        if label in _NUMERIC:
            for said in self._coarser(text, label):
                offer(said, literal=True)
            if found:
                return _descending(found.values())
        else:
            above = self._above(text, label, topics)
            for concept in above:
                offer(concept.label, concept)
            for said in _shorter(text, self.language) if label not in NAMES else ():
                if self.knowledge.count(said) >= _SAID:
                    offer(said)
                for concept in [] if above else self._above(said, label, topics):
                    offer(concept.label, concept)
        kind = wording.kinds.get(label)
        if kind and (label not in wording.kin or not text.isupper() or not self._nouns(text)):
            offer(kind)
        return _descending(found.values())

    def _coarser(self, text: str, label: str) -> Sequence[str]:
        """What a date, an age, a number or a code could be called."""
        return self.wording.quantity_steps(text, label, "", "")

    def _above(self, text: str, label: str, topics: Sequence[str]) -> list[Concept]:
        """Everything above the term's concept that people say, nearer things first, of equals the more informative."""
        steps: dict[str, tuple[int, Concept]] = {}
        for sense in self._chosen(text, label, topics):
            for path in self.taxonomy.paths(sense):
                for far, step in enumerate(_true_of(sense, path, self.wording.kinds)):
                    if self._said(step) and (step.id not in steps or far < steps[step.id][0]):
                        steps[step.id] = (far, step)
        return [
            step for _, step in sorted(steps.values(), key=lambda pair: (pair[0], self.knowledge.count(pair[1].label)))
        ]

    def _verbs(self, text: str) -> tuple[Option, ...]:
        """What a verb could be called: everything above its commonest sense as a verb, in its own form."""
        found: dict[str, Option] = {}
        normal_form, wording = self.language.normal_form, self.wording
        most = content_of(self.knowledge, normal_form(text))
        senses = [s for base in wording.bases(text) for s in self.taxonomy.senses(base) if ":v." in s.id]
        for path in self.taxonomy.paths(senses[0], 2) if senses else []:
            for step in path:
                if self._said(step) and normal_form(step.label) != normal_form(text):
                    content = min(content_of(self.knowledge, normal_form(step.label)), most)
                    found.setdefault(step.id, Option(wording.conjugated(step.label, text), content, step, literal=True))
        return (*found.values(), LEFT_OUT)

    def _chosen(self, text: str, label: str, topics: Sequence[str]) -> Sequence[Concept]:
        """The sense that a term has in this text, in every taxonomy that has it."""
        senses = self._nouns(text)
        if label in _PLACES:
            places = [s for s in senses if s.source == "places"] or [s for s in senses if s.label[:1].isupper()]
            return places[:1]  # of towns of one name the largest
        if kinds := self.wording.kin.get(label):
            senses = [s for s in senses if self._is_below(s, kinds)] or (senses if text.isupper() else [])
        special = [sense for sense in senses if sense.source in _SPECIAL][:_SENSES]
        everyday = [sense for sense in senses if sense.source not in _SPECIAL][:_SENSES]
        if not special or len(senses) == 1:
            return everyday[:1] or special  # the commonest sense
        fits = {s.id: fit([s], text, topics, self.taxonomy, self.knowledge) for s in senses} if topics else {}
        best = max([*special, *everyday[:1]], key=lambda sense: fits.get(sense.id, 0.0))
        kin = self._kin(best) - {self.language.normal_form(text)}
        return [best, *(s for s in [*special, *everyday] if s is not best and kin & self._kin(s))]

    def _kin(self, sense: Concept) -> set[str]:
        """What tells whether two taxonomies mean the same: second names and what is next above."""
        normal_form = self.language.normal_form
        names = {normal_form(name) for name in self.taxonomy.labels(sense)[1:]}
        near = (step for path in self.taxonomy.paths(sense, 4) for step in path[:4] if not step.grouping)
        return names | {normal_form(step.label) for step in near}

    def _ambiguous(self, text: str) -> bool:
        return any(len(self._nouns(said)) > 1 for said in (text, *_shorter(text, self.language)))

    def _nouns(self, text: str) -> Sequence[Concept]:
        form = self.language.normal_form(text)
        if form not in self._senses:
            self._senses[form] = [s for s in self.taxonomy.senses(form) if ":v." not in s.id]
        return self._senses[form]

    def _is_below(self, sense: Concept, labels: Collection[str]) -> bool:
        return any(step.label in labels for path in self.taxonomy.paths(sense, 4) for step in path)

    def _said(self, concept: Concept) -> bool:
        """Whether a person would say the label: no grouping, no code, and known to more than a few documents."""
        if concept.grouping or concept.label in self.wording.untrue or not _PLAIN.fullmatch(concept.label):
            return False
        return self.knowledge.count(concept.label) >= _SAID


def _descending(options: Iterable[Option]) -> tuple[Option, ...]:
    """The options, none keeping more information than the one before, and leaving the term out."""
    contents = accumulate((option.content for option in options), min)
    return (*(replace(option, content=content) for option, content in zip(options, contents, strict=True)), LEFT_OUT)


def _true_of(sense: Concept, path: Sequence[Concept], kinds: Mapping[str, str]) -> list[Concept]:
    """The steps of a path that can be said of the concept itself: Miami is in Florida, but no state as Florida is."""
    if sense.source != "places":
        return list(path)
    inside = False
    steps = []
    for step in path:
        named = step.label[:1].isupper()
        if not inside or named or step.label == kinds["LOC"]:
            steps.append(step)
        inside = inside or named
    return steps


def _shorter(text: str, language: Language) -> list[str]:
    """What is left of a phrase when words are dropped from the left, one by one, once all its names are.

    >>> from sfumato.languages import load
    >>> _shorter("infected immune cells", load("en"))
    ['immune cells', 'cells']
    """
    words = text.split()
    rest = (words[at:] for at in range(max(1, len(words) - _LONGEST), len(words)))
    return [
        " ".join(part)
        for part in rest
        if language.normal_form(part[0]) not in language.stop_words
        and part[0][:1].isalpha()
        and not any(w.istitle() and w.isalpha() for w in part)
    ]
