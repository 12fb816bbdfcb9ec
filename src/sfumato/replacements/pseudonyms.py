"""Pseudonyms: what a term is, and a letter or a code that tells it from others: "Person A", "City 7KQ2M".

Letters are given in the order in which things are first mentioned in a document, codes by a key. Names of one thing get
one pseudonym; nothing of a name is in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.entities import UNKNOWN, Entities
from sfumato.replacements.keys import Drawn, code, for_document
from sfumato.replacements.nouns import Nouns
from sfumato.replacements.options import Options
from sfumato.types import LEFT_OUT, Concept, Edit, Mention, Option, Proposal

PSEUDONYM = re.compile(r"\b([A-Z][a-z]+) (?:([A-Z][0-9]*)|[2-9][2-9A-HJ-NP-Z]{4})\b")
"""A pseudonym: its kind, and its letter if it has one."""
_TERM, _PERSON = UNKNOWN, "person"
_LETTERS = 26
_NO_NUMBERS = frozenset(("NOUN_PHRASE", "OTHER", "NAME", "VERB", "ADJECTIVE", "ADVERB"))
"""Labels of terms that may have a number in them and are none."""
_SENSES = 3  # of a noun that may say what a name is


class Pseudonyms:
    """Calls the same thing by the same pseudonym, in a document or under a key; it is judged like any wording."""

    generalises = False

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        self._wording = knowledge.language.wording
        self._options = Options(knowledge, taxonomy)
        self._entities = Entities(knowledge.language)
        self._key = key

    def options(self, mention: Mention) -> tuple[Option, ...]:
        own = code(for_document(self._key, mention.around), mention.text)
        marks = ["A", own] if isinstance(self._key, Drawn) else [own]
        kinds = list(dict.fromkeys([*self._kinds(mention), _TERM]))
        said = [f"{kind.capitalize()} {mark}" for kind in kinds[:1] for mark in marks]
        said += [f"{kind.capitalize()} {own}" for kind in kinds[1:]]
        return (*(Option(label, 0.0) for label in said), LEFT_OUT)

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        """The edits that read well; each pseudonym gets the letter or the code of what it stands for."""
        mine = sorted((each for each in proposals if PSEUDONYM.fullmatch(each.label)), key=lambda each: each.start)
        kinds = [each.label.partition(" ")[0] for each in mine]
        said = [" ".join(text[each.start : each.end].split()) for each in mine]
        things = self._entities.same([(name, kind.lower()) for name, kind in zip(said, kinds, strict=True)])
        order = {thing: at for at, thing in enumerate(dict.fromkeys(things))}
        called: dict[str, str] = {}
        for thing, kind in zip(things, kinds, strict=True):  # what one of its names says, all of them say
            called[thing] = kind if called.get(thing, _TERM).lower() == _TERM else called[thing]
        key = for_document(self._key, text)
        marked: dict[Proposal, Proposal] = {}
        for each, thing in zip(mine, things, strict=True):
            mark = _letter(order[thing]) if each.label.endswith(" A") else code(key, thing)
            marked[each] = replace(each, label=f"{called[thing]} {mark}")
        return self._entities.written(text, [marked.get(each, each) for each in proposals])

    def _kinds(self, mention: Mention) -> Iterator[str]:
        """What a term is in one word, the most precise first; nothing for what is no name and no number."""
        if mention.label != "PERSON" and self._options.names.is_name(mention):
            ladder = [option for option in self._options.of(mention) if option.label]
            if any(self._is_person(option) for option in ladder):
                yield _PERSON
            else:
                kinds = [option for option in ladder if is_kind(option.label, self._options.nouns)]
                kinds.sort(key=lambda option: option.concept is None or option.concept.source != "places")
                yield from [option.label for option in kinds[:1]]  # a gazetteer knows better than a word before it
                yield from [option.label for option in ladder[-1:] if option.label in self._wording.kinds_of_names]
        words = self._options.language.tables
        if kind := self._wording.kinds.get(mention.label) or words.type_names.get(mention.label):
            yield kind
        elif mention.label not in _NO_NUMBERS and any(map(str.isdecimal, mention.text)):
            yield words.number_name

    def _is_person(self, option: Option) -> bool:
        kin = self._wording.kin_of_names.get(_PERSON, ())
        if option.concept is None:
            return option.label == self._wording.kinds_of_names.get(_PERSON)
        return _is_of(option.concept, kin, self._options.nouns)


def is_kind(word: str, nouns: Nouns) -> bool:
    """Whether a word says what a name is, and is no word for people: no "baker", who may be called so.

    >>> from sfumato.contracts import village
    >>> is_kind("person", Nouns(village().knowledge, village().taxonomy))
    True
    """
    wording = nouns.language.wording
    types = nouns.language.tables.type_names.values()
    if word in (_TERM, *wording.kinds.values(), *wording.kinds_of_names.values(), *types):
        return True
    senses = nouns.senses(word)[:_SENSES] if word.isalpha() and word.islower() else ()
    common = [sense for sense in senses if sense.label.islower()]
    sorts = [sort for sort, kin in wording.kin_of_names.items() for sense in common if _is_of(sense, kin, nouns)]
    return bool(sorts) and _PERSON not in sorts


def _is_of(sense: Concept, kin: Collection[str], nouns: Nouns) -> bool:
    return sense.label in kin or nouns.is_below(sense, kin)


def _letter(at: int) -> str:
    """A letter for each number: after Z comes A2.

    >>> [_letter(at) for at in (0, 25, 26, 53)]
    ['A', 'Z', 'A2', 'B3']
    """
    return chr(ord("A") + at % _LETTERS) + (str(at // _LETTERS + 1) if at >= _LETTERS else "")
