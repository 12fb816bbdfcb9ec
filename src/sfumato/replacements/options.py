"""What a term could be called instead: true, less precise, and something that a person would say.

For a phrase: what is left when words are dropped from the left ("infected immune cells" -> "cells"), then everything
above it in the taxonomies in the sense that it has in this text; for a medicine what it is given for; for a name what
the text calls it, what is known of it and its type; for a date or a number its ladder. Leaving it out is the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from sfumato.languages.slips import LONG, meant
from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.replacements.names import Names
from sfumato.replacements.nouns import SAID, Nouns, Wording, sentence_around
from sfumato.replacements.thesaurus import VERB as THESAURUS_VERB
from sfumato.risk.judges import content_of
from sfumato.taxonomies.kinds import embedded_kinds
from sfumato.types import LEFT_OUT, Mention, Option

NAMES = frozenset(
    ("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE", "AWARD")
)
OTHER = "OTHER"
"""The label of what is no noun phrase and no entity: the taxonomies' nouns do not stand above it."""
VERB = "VERB"
NAME = "NAME"
"""The label of a name of which nothing is known but its capital."""
CODE = "CODE"
_LETTERS = re.compile(r"[^\W\d_]+")
_IN_BRACKETS = re.compile(r"(?<=\w)\s\([^()]*\)\Z")
"""What explains a name behind it: what it is called in another language."""
_SPELLED = re.compile(r"[A-Z][A-Z]?[a-z]+[A-Z]{0,2}-?\d{1,3}")
"""A word with a number, that is no code: "CoQ-10"."""
_MEDICINE = "medicine"
_STRENGTH = re.compile(r"\s\d+(?:\.\d+)?(?:\s?[mµ]?[cg]g?)?\Z")
"""How strong a medicine is, behind its name: "Motrin 800"."""
_WITHOUT = frozenset((OTHER, "ADJECTIVE", "ADVERB"))
_PARSED = frozenset(("MONEY", "QUANTITY", "PERCENT", "CARDINAL", "ORDINAL", "DATE", "TIME"))
"""Labels that a parser gives to numbers and dates, and now and then to a name."""
FIGURES = _PARSED | {"DATE_TIME", "AGE", "SCORE"}
"""Labels of dates and numbers."""
_NUMERIC = FIGURES | {CODE}
_OPEN = frozenset(("NOUN_PHRASE", "MISC", OTHER, NAME))
"""Labels that do not say what a term is."""
_CENTURY = ("century", "century BC", "century AD", "century BCE", "century CE")
_NEAR = 40  # characters around a number that say what it is
_MEASURES = frozenset(
    """number lot lots group pair series set variety range majority minority part most some all one two many couple
    dozen hundreds thousands millions type kind sort form rest half share percent amount mix host""".split()
)
"""Nouns before "of" that say how many or which, not what."""
_WITH_OBJECT = re.compile(r"\s(?:the|an?|one's)\s")
"""In what is said for a verb, an object of its own: "take the place of"."""
_GRAMMAR = frozenset(("PRON", "AUX", "PART", "ADV"))
"""What stands before a verb and tells nothing."""
_LONGEST = 8  # words that are left of a phrase at most: nobody says more of them as one


class Options:
    """Finds the options of terms where they stand."""

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy) -> None:
        self.knowledge = knowledge
        self.taxonomy = taxonomy
        self.language = knowledge.language
        self.wording = self.language.wording
        self.nouns = Nouns(knowledge, taxonomy)
        self.names = Names(self.nouns)

    def of(self, mention: Mention) -> tuple[Option, ...]:
        """The options of a term, the nearest to it first, leaving it out last.

        None keeps more information than the term itself.
        """
        if mention.label == CODE and _SPELLED.fullmatch(mention.text):
            mention = replace(mention, label=NAME)
        mention = replace(mention, text=self._as_meant(_IN_BRACKETS.sub("", mention.text)))
        if mention.label in _PARSED and mention.text[:1].isupper() and mention.around.strip() != mention.text:
            mention = mention if self._steps(mention) else replace(mention, label=NAME)  # taken for a number by mistake
        if mention.label == VERB:
            return self._verbs(mention)
        if mention.label == OTHER and (verb := self._verb_in(mention)):
            return verb
        if len(mention.text) == 1 and not mention.text.isdigit():  # a letter is the name of nothing that can be told
            return (LEFT_OUT,)
        normal_form = self.language.normal_form
        form = normal_form(mention.text)
        most = content_of(self.knowledge, form)
        found: dict[str, Option] = {}
        numeric = mention.label in _NUMERIC
        written = numeric and any(map(str.isdigit, mention.text)) and not self._is_counted(mention)
        literal = self._is_quantity(mention) or written
        for said, concept, sure in self._wordings(mention):
            name = normal_form(said)
            if name and name != form and name not in found:
                found[name] = Option(said, min(content_of(self.knowledge, name), most), concept, literal, sure)
        if numeric and not found and (kind := self.wording.kinds.get(mention.label)):
            found[kind] = Option(kind, min(content_of(self.knowledge, kind), most))
        contents = accumulate((option.content for option in found.values()), min)  # it never grows on the way up
        options = (replace(option, content=c) for option, c in zip(found.values(), contents, strict=True))
        return (*options, LEFT_OUT)

    def _as_meant(self, text: str) -> str:
        """A term without the slips of the finger in words that nobody has written: "urticaria" for "urticartia"."""
        for word in _LETTERS.findall(text):
            form = self.language.normal_form(word)
            small = word.islower() or len(word) >= LONG  # a capital may begin a name
            if small and not any(map(self.knowledge.count, (word.lower(), form, *self.language.bases(form)))):
                text = text.replace(word, next(iter(meant(form, self.knowledge.count, self.language.alphabet)), word))
        return text

    def _wordings(self, mention: Mention) -> Iterator[Wording]:
        asked = self.nouns.asked_for(mention) == _MEDICINE
        if medicine := self.nouns.as_medicine(_STRENGTH.sub("", mention.text), asked):
            yield from medicine
        elif mention.label in _WITHOUT:
            return
        elif self._is_quantity(mention):
            yield from map(Wording, self._steps(mention))
        elif mention.label in _NUMERIC:
            if not any(map(str.isdigit, mention.text)) or self._is_counted(mention):  # taken for a date
                yield from self._of_noun(mention)
        elif continent := self.wording.continent_of(mention.text):
            yield Wording(continent)
        elif self.nouns.is_heading(mention):
            yield from self._of_noun(replace(mention, text=mention.text.lower()))
        elif self.names.is_name(mention):
            yield from self.names.above(mention)
        else:
            yield from self._of_noun(mention)

    def _is_quantity(self, mention: Mention) -> bool:
        """Whether a term is a date, a number or a code: by its label, or by its look where the parser says nothing."""
        by_look = mention.text[:1].isdigit() and (mention.label in _OPEN or mention.text.endswith(_CENTURY))
        if mention.label not in _NUMERIC and not by_look:
            return False
        return bool(self._steps(mention))

    def _is_counted(self, mention: Mention) -> bool:
        """Whether a number without steps has the name of what it counts: "1 game"."""
        number, _, counted = mention.text.partition(" ")
        return number == "1" and counted.replace(" ", "").isalpha() and counted.islower()

    def _steps(self, mention: Mention) -> Sequence[str]:
        start, end = mention.spans[0] if mention.spans else (0, 0)
        before, after = mention.around[max(0, start - _NEAR) : start], mention.around[end : end + _NEAR]
        return self.wording.quantity_steps(mention.text, mention.label, before, after)

    def _of_noun(self, mention: Mention) -> Iterator[Wording]:
        """What is left of a phrase without its first words, and what stands above the whole or the rest."""
        shorter = [said for said in _shorter(mention.text, self.language) if self._is_said(said)]
        first, _, rest = mention.text.partition(" ")
        if rest in shorter[:1] and (continent := self.wording.continent_of(first)) and self.nouns.is_person(rest):
            yield Wording(f"{continent} {rest}")
        if self.nouns.is_one(mention.text):
            yield from self.nouns.above(mention.text, mention)
            yield from map(Wording, shorter)
            return
        yield from map(Wording, shorter)
        for said in (mention.text, *shorter):
            if above := self.nouns.above(said, mention):
                yield from above
                return

    def _is_said(self, phrase: str) -> bool:
        """Whether people use a phrase, or all its words, or say with it what something is."""
        words = phrase.split()
        return embedded_kinds().is_said(phrase) or all(self.knowledge.count(word) >= SAID for word in words)

    def _verbs(self, mention: Mention) -> tuple[Option, ...]:
        """What a verb could be called, in its own form: as people say, and what is above its commonest sense."""
        text = mention.text
        found: dict[str, Option] = {}
        normal_form, wording = self.language.normal_form, self.wording
        most = content_of(self.knowledge, normal_form(text))
        participle, passive = self._voice(mention)
        for said in self._verbs_said(mention):
            if passive and _WITH_OBJECT.search(said):
                continue
            content = min(content_of(self.knowledge, normal_form(said)), most)
            written = wording.conjugated(said, text, participle=participle)
            found.setdefault(said, Option(written, content, literal=True))
        senses = [s for base in wording.bases(text) for s in self.taxonomy.senses(base) if ":v." in s.id]
        for path in self.taxonomy.paths(senses[0], 2) if senses else []:
            for step in path:
                if self.nouns.said(step) and normal_form(step.label) != normal_form(text):
                    content = min(content_of(self.knowledge, normal_form(step.label)), most)
                    written = wording.conjugated(step.label, text, participle=participle)
                    found.setdefault(step.id, Option(written, content, step, literal=True))
        return (*found.values(), LEFT_OUT)

    def _voice(self, mention: Mention) -> tuple[bool, bool]:
        """Whether a verb stands as a participle, and whether something is done to its subject: "was replaced"."""
        if not mention.spans or mention.text.strip() == mention.around.strip():
            return False, False
        syntax = self.language.syntax(mention.around)
        words = syntax.words(*mention.spans[0])
        if not words or syntax.tag[words[-1]] != "VBN":
            return False, False
        helpers = {syntax.relation[child] for child in syntax.children(words[-1])}
        return True, "auxpass" in helpers or "aux" not in helpers

    def _verb_in(self, mention: Mention) -> tuple[Option, ...]:
        """What the verb of a term that has only words of grammar beside it could be called: that of "I've taken"."""
        if not mention.spans or mention.text.strip() == mention.around.strip():
            return ()
        start, end = mention.spans[0]
        syntax = self.language.syntax(mention.around)
        words = syntax.words(start, end)
        if not words or syntax.pos[words[-1]] != "VERB" or any(syntax.pos[at] not in _GRAMMAR for at in words[:-1]):
            return ()
        at = syntax.starts[words[-1]]
        alone = replace(mention, text=mention.around[at:end], label=VERB, spans=((at, end),))
        before = mention.around[start:at]
        found = (replace(option, label=before + option.label) for option in self._verbs(alone) if option.label)
        return (*found, LEFT_OUT)

    def _verbs_said(self, mention: Mention) -> tuple[str, ...]:
        """What people say for a verb in the sense that it has, in the base form."""
        thesaurus = self.nouns.thesaurus
        if thesaurus is None:
            return ()
        text, start, end = sentence_around(mention, mention.text)
        for base in self.wording.bases(mention.text):
            if senses := thesaurus.of(THESAURUS_VERB, base, text, start, end):
                return senses[0].wordings
        return ()


def _shorter(text: str, language: Language) -> list[str]:
    """What is left of a phrase when words are dropped from the left, one by one, once all its names are.

    >>> from sfumato.languages import load
    >>> _shorter("infected immune cells", load("en"))
    ['immune cells', 'cells']
    """
    head, of, _ = text.partition(" of ")
    if of and head.strip() and head.split()[-1].lower() not in _MEASURES:  # a director of a program is no program
        whole = head if " " in head else head.lower()
        return [*([whole] if whole.islower() else []), *_shorter(head, language)]
    words = text.split()
    if any(map(str.isdigit, text.rpartition(" ")[2])):  # which one of them: vitamin B12 is no B12
        kind = language.wording.without_article(text).split()[:1]
        return kind if len(words) > 1 and kind[0].islower() and kind[0].isalpha() else []
    rest = (words[at:] for at in range(max(1, len(words) - _LONGEST), len(words)))
    return [
        " ".join(part)
        for part in rest
        if language.normal_form(part[0]) not in language.stop_words
        and part[0][:1].isalpha()
        and not any(w.istitle() and w.isalpha() for w in part)
    ]
