"""How much of what was to be hidden is hidden, and how much of what is hidden was to be: counts of one document.

By the definitions of the Text Anonymization Benchmark (I. Pilán et al., 2022): what each annotator would hide is
counted for himself, so that a share is an average over annotators.

    term       a labelled span: hidden if all of it is, but for titles, function words and punctuation. A span that was
               hidden is right if all of it is labelled, but for the same. Where people voted on terms it is such a term
               with all its places: hidden if at least half of its letters and digits are, right if more than half of
               the people voted for it
    token      a word: labelled, or hidden, if all of it is
    character  a letter or digit
    entity     all labels of one thing: hidden if each of them is. Without ids, labels of the same wording and type
               are one thing. If one of its labels is DIRECT all of it is
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sfumato.io.arrays import Array
from sfumato.measure.evaluate.labels import Label, Labelled, Mask, Masked, VotedTerm, covered, marks, words
from sfumato.protocols import Language

LEVELS = ("term", "token", "character", "entity")
"""What is counted: labelled spans, words, letters and digits, all mentions of a thing."""
UNNAMED = "unnamed"
"""The group of labels that have no type, or no kind."""


class Counts(NamedTuple):
    """What was found and how much of that is right; what was wanted and how much of that is hidden.

    `anyone`: how much of what was found is right by at least one annotator. What was found counts once for each.
    """

    right: int = 0
    found: int = 0
    hidden: int = 0
    wanted: int = 0
    anyone: int = 0


Levels = Mapping[str, Counts]


@dataclass(frozen=True, slots=True)
class Counted:
    """The counts of a document at every level, and those of its parts."""

    id: str
    levels: Levels
    types: Mapping[str, Levels]
    """By type of entity: wanted and hidden only."""
    kinds: Mapping[str, Levels]
    """By kind of identifier: wanted and hidden only."""
    sources: Mapping[str, Counts]
    """Words, by what the tool called what it hid: found and right only."""
    missed: tuple[Label, ...]
    """Labels that are not hidden and were to be."""


def count(document: Labelled, masked: Masked, language: Language) -> Counted:
    """Counts what was hidden in a document against what each of its annotators would hide."""
    text = _Text(document.text, masked.masks, language)
    levels: list[Levels] = []
    types: dict[str, list[Levels]] = {}
    kinds: dict[str, list[Levels]] = {}
    sources: dict[str, list[Counts]] = {}
    missed: list[Label] = []
    for annotator in document.annotators:
        entities = _entities(document, annotator, language)
        own = [label for entity in entities for label in entity]
        wanted = marks(document.text, ((label.start, label.end) for label in own))
        levels += [text.recalled(entities), text.found(wanted)]
        missed += [label for label in own if not text.hides(label)]
        for groups, name_of in ((types, _type), (kinds, _kind)):
            parts: dict[str, list[list[Label]]] = {}
            for entity in entities:
                parts.setdefault(name_of(entity), []).append(entity)
            for name, some in parts.items():
                groups.setdefault(name, []).append(text.recalled(some))
        for name, counts in text.sources(wanted).items():
            sources.setdefault(name, []).append(counts)
    whole = _summed(levels)
    if document.voted:
        whole["term"] = _of_voted(document, text.hidden)
    anybody = marks(document.text, ((label.start, label.end) for label in document.labels if label.hide))
    agreed = int((text.hidden_words & text.words_in(anybody)).sum()) * len(document.annotators)
    whole["token"] = whole["token"]._replace(anyone=agreed)
    return Counted(
        document.id,
        whole,
        {name: _summed(found) for name, found in types.items()},
        {name: _summed(found) for name, found in kinds.items()},
        {name: _total(found) for name, found in sources.items()},
        tuple(dict.fromkeys(missed)),
    )


class _Text:
    """A text and what was hidden in it."""

    def __init__(self, text: str, masks: Sequence[Mask], language: Language) -> None:
        self.text, self.masks, self.language = text, masks, language
        self.hidden = marks(text, ((mask.start, mask.end) for mask in masks))
        spots = np.array(words(text), dtype=np.int64).reshape(-1, 2)
        self.starts, self.ends = spots[:, 0], spots[:, 1]
        self.told = np.fromiter(map(str.isalnum, text), dtype=bool, count=len(text))
        self.hidden_words = self.words_in(self.hidden)
        self.hidden_characters = self.characters_in(self.hidden)

    def words_in(self, marked: bytearray) -> Array:
        """For each word whether all of it is marked."""
        sums = np.concatenate([[0], np.cumsum(np.frombuffer(marked, dtype=np.uint8), dtype=np.int64)])
        return np.asarray(sums[self.ends] - sums[self.starts] == self.ends - self.starts)

    def characters_in(self, marked: bytearray) -> Array:
        """For each character whether it is a letter or digit and marked."""
        return np.frombuffer(marked, dtype=bool) & self.told

    def hides(self, label: Label) -> bool:
        return covered(self.text, self.hidden, label.start, label.end, self.language)

    def recalled(self, entities: Sequence[Sequence[Label]]) -> dict[str, Counts]:
        """How much of these entities is hidden."""
        labels = [label for entity in entities for label in entity]
        wanted = marks(self.text, ((label.start, label.end) for label in labels))
        words, characters = self.words_in(wanted), self.characters_in(wanted)
        whole = sum(all(map(self.hides, entity)) for entity in entities)
        return {
            "term": Counts(hidden=sum(map(self.hides, labels)), wanted=len(labels)),
            "token": Counts(hidden=int((words & self.hidden_words).sum()), wanted=int(words.sum())),
            "character": Counts(hidden=int((characters & self.hidden_characters).sum()), wanted=int(characters.sum())),
            "entity": Counts(hidden=whole, wanted=len(entities)),
        }

    def found(self, wanted: bytearray) -> dict[str, Counts]:
        """How much of what was hidden is wanted."""
        right = sum(covered(self.text, wanted, mask.start, mask.end, self.language) for mask in self.masks)
        words, characters = self.words_in(wanted) & self.hidden_words, self.characters_in(wanted)
        return {
            "term": Counts(right, len(self.masks)),
            "token": Counts(int(words.sum()), int(self.hidden_words.sum())),
            "character": Counts(int((characters & self.hidden_characters).sum()), int(self.hidden_characters.sum())),
        }

    def sources(self, wanted: bytearray) -> dict[str, Counts]:
        """Words by what the tool called the spans they are in, and how many of them are wanted."""
        spans: dict[str, list[tuple[int, int]]] = {}
        for mask in self.masks:
            spans.setdefault(mask.label or UNNAMED, []).append((mask.start, mask.end))
        found = {}
        right = self.words_in(wanted)
        for name, some in spans.items():
            inside = self.words_in(marks(self.text, some))
            found[name] = Counts(int((inside & right).sum()), int(inside.sum()))
        return found


def _entities(document: Labelled, annotator: str, language: Language) -> list[list[Label]]:
    """What this person would hide: the labels of each thing."""
    found: dict[tuple[str, str], list[Label]] = {}
    for label in document.labels:
        if label.annotator == annotator and label.hide:
            text = document.text[label.start : label.end]
            key = (label.entity, "") if label.entity else (f"\0{label.type}", language.normal_form(text) or text)
            found.setdefault(key, []).append(label)
    return list(found.values())


def _type(entity: Sequence[Label]) -> str:
    """The type that most of the labels have; of equals the first."""
    return Counter(label.type for label in entity).most_common(1)[0][0] or UNNAMED


def _kind(entity: Sequence[Label]) -> str:
    kinds = {label.kind for label in entity}
    return "DIRECT" if "DIRECT" in kinds else "QUASI" if "QUASI" in kinds else UNNAMED


def voted_hidden(text: str, hidden: bytearray, term: VotedTerm) -> bool:
    """Whether at least half of the letters and digits of a term, over all its places, are hidden.

    >>> voted_hidden("HIV, HIV", marks("HIV, HIV", [(0, 3)]), VotedTerm(((0, 3), (5, 8)), 3))
    True
    """
    whole = gone = 0
    for start, end in term.spans:
        told = [character.isalnum() for character in text[start:end]]
        whole += sum(told)
        gone += sum(a and b for a, b in zip(told, hidden[start:end], strict=True))
    return gone * 2 >= whole > 0


def _of_voted(document: Labelled, hidden: bytearray) -> Counts:
    found = right = wanted = 0
    for term in document.voted:
        gone = voted_hidden(document.text, hidden, term)
        must = document.wanted(term)
        found += gone
        wanted += must
        right += gone and must
    return Counts(right, found, right, wanted)


def _total(counts: Iterable[Counts]) -> Counts:
    return Counts(*map(sum, zip(*counts, strict=True)))


def _summed(found: Sequence[Levels]) -> dict[str, Counts]:
    return {level: _total([Counts(), *(each[level] for each in found if level in each)]) for level in LEVELS}
