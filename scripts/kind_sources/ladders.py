"""Ladders of phrases that say what something is, each less precise than the one before and as true.

"American film actress", "film actress", "actress": what stands before the head is dropped from the left, a name or a
known compound ("science fiction", "United States") at once. A compound that is no kind of its last word ("soap
opera", "attorney general") is never cut.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sfumato.languages import load
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.types import Concept

ENGLISH = load("en")

PERSON = "wordnet:n.00007846"
NOTHING = frozenset(
    """abbreviation acronym article aspect category date day decade disambiguation edition expression index
    initialism list month name nickname one page part phrase pseudonym redirect spelling subject
    surname term thing topic way word year""".split()
)
"""Heads that say nothing of what the subject is."""
KINDS = frozenset("example form kind sort type variety version".split())
"""Heads whose "of" says what the subject is: a type of vehicle is a vehicle."""
SPECIES = frozenset("breed cultivar species subspecies brand make model".split())
"""Likewise, but "species of beetle" says more than "beetle"."""
NAMES = frozenset("name nickname term title word".split())
"""Heads whose "of a" says it: the title of a song is a song."""
PRIVATIVE = frozenset(
    """abandoned alleged cancelled canceled defunct extinct failed fictional fictitious hypothetical imaginary
    legendary mythical mythological planned projected proposed supposed unreleased virtual""".split()
)
"""Words that are kept on every step: a fictional city is no city."""
DULL = frozenset(
    """acclaimed another award-winning basic best-known big celebrated certain common critically-acclaimed
    current distinguished eponymous famed famous former great important influential key known large
    late leading long main major metre mile minor minute modern new notable noted official old only
    original other overall own particular popular present primary principal prolific prominent
    renowned respected retired same self-titled short significant single small so-called sole
    special specific storey story successful such typical useful various well-known well-respected
    widely year-round young""".split()
)
"""Adjectives that praise or count, and say nothing of the kind."""
ORDINALS = frozenset(
    """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    last next""".split()
)
"""Words that tell which one it is, not what."""
ENDED = PRIVATIVE & frozenset("abandoned cancelled canceled defunct extinct failed planned proposed unreleased".split())
"""Those of them that leave a thing its kind: an extinct genus is a genus."""
_TITLES = re.compile(r"\(disambiguation\)$|^(?:List|Lists|Index|Outline|Timeline) of |^\w+:\S")
_LONGEST = 6  # words of a phrase
_OFTEN = 15  # titles that make a capitalised word one that is said of many


class Labels:
    """What WordNet and the places call things."""

    def __init__(self, wordnet: Hierarchy, places: Hierarchy) -> None:
        self.wordnet, self.places = wordnet, places

    @cache  # noqa: B019
    def senses(self, label: str) -> tuple[Concept, ...]:
        """The noun senses of a label that is written so, the likeliest first."""
        if not self.wordnet.senses(label) and "-" in label:
            label = label.rsplit("-", 1)[1]  # a singer-songwriter is a songwriter
        first, _, rest = label.partition(" ")
        if first in ENDED and not self.wordnet.senses(label):
            label = rest
        form = ENGLISH.normal_form(label)
        return tuple(c for c in self.wordnet.senses(label) if ":n." in c.id and self._written(c, form, label))

    def _written(self, concept: Concept, form: str, label: str) -> bool:
        """Whether one of the concept's names is this one with no more capitals than it has."""
        names = [name for name in self.wordnet.labels(concept) if ENGLISH.normal_form(name) == form]
        return any(name.islower() or name == label for name in names)

    @cache  # noqa: B019
    def above(self, id: str) -> frozenset[str]:
        """The ids of a concept and of all above it."""
        concept = self.wordnet.concept(id)
        return frozenset({id}.union(*(self.above(parent.id) for parent in self.wordnet.parents(concept))))

    @cache  # noqa: B019
    def is_small(self, word: str) -> bool:
        """Whether the word is written in small letters, and never with a capital."""
        names = self._names(word)
        return any(name.islower() for name in names) and not any(name[0].isupper() for name in names)

    @cache  # noqa: B019
    def has_capital(self, word: str) -> bool:
        """Whether it is a name, or a word made of one: "American", "Swiss-built"."""
        first = word.split("-")[0]
        return any(name[0].isupper() for part in (word, first) for name in self._names(part)) or bool(
            self.places.senses(first)
        )

    def _names(self, word: str) -> list[str]:
        form = ENGLISH.normal_form(word)
        return [
            name
            for concept in self.wordnet.senses(word)
            for name in self.wordnet.labels(concept)
            if ENGLISH.normal_form(name) == form
        ]


class Ladders:
    """Makes ladders; `often` counts the words that stand before heads, as they are written."""

    def __init__(self, labels: Labels, often: Mapping[str, int]) -> None:
        self.labels, self.often = labels, often

    def steps(self, subject: Mapping[str, Any]) -> tuple[str, ...]:
        """The phrases of a parsed subject, the most precise first; none where they would say nothing."""
        if _TITLES.search(subject["title"]):
            return ()
        head, of = self._head(subject["head"]), subject["of"]
        if head == "people" and subject["born"] is not None:
            head = "person"
        inner = of.removeprefix("a ").removeprefix("an ").split()
        before = subject["before"]
        if subject["born"] is not None and not self._is_person(head):
            between, person = self._person_behind(subject["head"], subject["said"])
            if person:
                before, head, of = [*before, *between], person, ""
        blocks = self._blocks(before)
        if head in KINDS or (head in NAMES and of.startswith(("a ", "an "))):
            return self._of(inner) if inner else ()
        if head in NOTHING or not re.fullmatch(r"[^\W\d_][\w'’-]+", head):
            return ()
        if not (self.labels.senses(head) or (subject["sure"] and head.islower())):
            return ()
        if of and not of.startswith(("a ", "an ")) and all(re.fullmatch(r"[\w'’-]+", word) for word in inner):
            phrase = f"{head} of {' '.join(map(self._small, inner))}"
            below = self._of(inner) if head in SPECIES else (head,)
            return tuple(dict.fromkeys((*_joined(blocks, phrase)[-3:], *below)))
        return self._cut(blocks, head)

    def _is_person(self, head: str) -> bool:
        return head in NAMES | KINDS or any(PERSON in self.labels.above(sense.id) for sense in self.labels.senses(head))

    def _person_behind(self, head: str, said: str) -> tuple[list[str], str]:
        """What stands between a noun and the person whom the parser took it for: "football" in "football tackle"."""
        words = said[said.find(head) :].split(",")[0].split()[:4]
        for at, word in enumerate(words[1:], 1):
            if word in ENGLISH.stop_words or not word.isalpha() or ENGLISH.normal_word(word) != word.lower():
                break
            if word.islower() and self._is_person(word):
                return words[:at], word
        return [], ""

    def _of(self, inner: Sequence[str]) -> tuple[str, ...]:
        last = ENGLISH.normal_word(inner[-1])
        return () if last in NOTHING | KINDS else self._cut(self._blocks([" ".join(inner[:-1])]), last)

    def _cut(self, blocks: list[str], head: str) -> tuple[str, ...]:
        """Every phrase down to the head, or to the compound that is no kind of it."""
        kept = [block for block in blocks if block in PRIVATIVE][:1]
        steps = _joined([block for block in blocks if block not in kept], head)
        own = {sense.id for sense in self.labels.senses(head)}
        for at, step in enumerate(steps[:-1]):
            senses = self.labels.senses(step)
            if senses and not any(own & self.labels.above(sense.id) for sense in senses):
                steps = steps[: at + 1]
                break
        short = [" ".join((*kept, step)) for step in steps]
        return tuple(step for step in short if len(step.split()) <= _LONGEST) or tuple(short[-1:])

    def _blocks(self, units: Iterable[str]) -> list[str]:
        """What stands before a head, in pieces that are dropped at once."""
        found: list[str] = []
        for unit in units:
            kept = [word for word in unit.split() if word not in ("a", "an", "the")]
            named = [word for word in kept if word[0].isupper()]
            if len(named) < 2 or not self.labels.wordnet.senses(" ".join(named)):
                named = []
            words = [word if word in named else self._small(word) for word in kept if word not in DULL]
            words = words[1:] if words and words[0] in ("and", "or") else words
            words = words[:-1] if words and words[-1] in ("and", "or", ",") else words
            if not words or words[0] in ORDINALS or not all(map(self._plain, words)):
                continue
            if "and" in words or "or" in words or "&" in words:
                found.append(" ".join(words))
            else:
                found += self._segments(words)
        return found

    def _segments(self, words: list[str]) -> list[str]:
        found = []
        at = 0
        while at < len(words):
            end = at + 1
            while end < len(words) and words[end][0].isupper() and words[end - 1][0].isupper():
                end += 1
            for longer in (at + 3, at + 2):
                if end < longer <= len(words) and self.labels.senses(" ".join(words[at:longer])):
                    end = longer
            found.append(" ".join(words[at:end]))
            at = end
        return found

    def _plain(self, word: str) -> bool:
        """Whether a word may stand in a phrase: no number, and no name but of a people, a place or the like."""
        if not re.fullmatch(r"[^\W\d_](?:[^\W\d_]|['’.&-])*|&", word) or re.search(r"-\w+est$", word):
            return False
        return word[0].islower() or word == "&" or self.often.get(word, 0) >= _OFTEN or self.labels.has_capital(word)

    def _head(self, word: str) -> str:
        """A head in small letters if there is such a noun: a King is a king."""
        return word.lower() if self.labels.senses(word.lower()) else word

    def _small(self, word: str) -> str:
        """A word in small letters unless it is a name."""
        lowered = word[:1].lower() + word[1:]
        if word == lowered or not word[1:].islower() or self.often.get(word, 0) > self.often.get(lowered, 0):
            return word
        return lowered if self.labels.is_small(lowered) else word


def _joined(blocks: Sequence[str], head: str) -> list[str]:
    return [" ".join((*blocks[at:], head)) for at in range(len(blocks) + 1)]


def written(subjects: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """How many subjects have each word before their head, as it is written."""
    return Counter(
        word for subject in subjects for word in {word for unit in subject["before"] for word in unit.split()}
    )
