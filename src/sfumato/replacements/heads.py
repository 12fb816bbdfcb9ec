"""The nouns that say what a name is the name of: those it ends with, and those that a text calls it by."""

from __future__ import annotations

from collections.abc import Iterator

from sfumato.protocols import Taxonomy
from sfumato.replacements.name_pools import name_pools
from sfumato.replacements.nouns import Nouns, Wording
from sfumato.taxonomies.kinds import embedded_kinds
from sfumato.taxonomies.words import is_word

_SEVERAL = 5  # people of a surname that says by itself that somebody is meant
_DOING = "activity"  # an event is something that happens, not what an organization does: Hospice Care
_RULERS = ("sovereign", "aristocrat")


class Heads:
    """Says of nouns and of the ends of names what sort of thing they mean."""

    def __init__(self, nouns: Nouns) -> None:
        self.nouns = nouns
        self.taxonomy: Taxonomy = nouns.taxonomy
        self.language = nouns.language
        self.wording = nouns.language.wording

    def head(self, name: str) -> str:
        """The common noun that a name of several words ends with, or has before "of" or "for": "Award", "Act"."""
        core = name.split()
        for link in ("of", "for", "to", "on", "in"):
            if link in core[1:]:
                core = core[: core.index(link, 1)]
        if not core or (len(name.split()) < 2 and not self.is_office(name)):
            return ""
        word = core[-1].strip(".,'’").lower()
        return word if self.is_noun(word) else ""

    def ends(self, name: str, head: str) -> Iterator[str]:
        """What something is by the last words of its name, the longest first: "high school", then "school"."""
        words = name.lower().split()
        last = next(at for at in range(len(words) - 1, -1, -1) if words[at].strip(".,'’") == head)
        for first in range(1, last):
            phrase = " ".join((*words[first:last], head))
            if embedded_kinds().is_said(phrase) or any(s.source == "WordNet" for s in self.nouns.senses(phrase)):
                yield phrase
        yield head

    def is_noun(self, word: str) -> bool:
        """Whether a word is a common noun."""
        forms = (word, self.language.normal_form(word))
        senses = [sense for sense in self.nouns.senses(word) if sense.source == "WordNet"]
        return any(label in forms for sense in senses for label in self.taxonomy.labels(sense))

    def is_office(self, word: str) -> bool:
        """Whether a word says what somebody is, and is no name: "Vicar of Bedford"."""
        if not is_word(word, self.taxonomy) or is_surname(word):
            return False
        senses = [s for s in self.nouns.senses(word) if any(map(str.islower, self.taxonomy.labels(s)))]
        return any(self.nouns.is_below(sense, ("person",)) for sense in senses[:1])

    def has_office(self, name: str) -> bool:
        """Whether a name says what somebody is: "Chairman of the Board"; a Burger King is no king."""
        head = self.head(name)
        if not head or not self.is_office(head) or self._is_called_so(name):
            return False
        return not any(self.nouns.is_below(s, _RULERS) for s in self.nouns.senses(head)[:1]) or " of " in name

    def _is_called_so(self, name: str) -> bool:
        """Whether somebody has an office for a surname: Elvin Bishop."""
        words = name.split()
        if len(words) != 2 or is_word(words[0], self.taxonomy):
            return False
        if not is_surname(words[1]) and name_pools().people(words[0])[0] < _SEVERAL:
            return False
        return not any(sense.source == "places" for sense in self.nouns.senses(words[0]))

    def fits(self, phrase: str, sort: str) -> bool:
        """Whether what the text calls a name is of the sort that the name is."""
        kin = self.wording.kin_of_names.get(sort)
        if not kin:
            return True
        senses = self.nouns.senses(phrase.split()[-1])[:5]
        return any(self.nouns.is_below(s, kin) or s.label in kin for s in senses)

    def sort_of(self, noun: str) -> str:
        """What sort of name a noun says that something is."""
        found = next((sort for sort in self.wording.kin_of_names if self.fits(noun, sort)), "")
        first = self.nouns.senses(noun)[:1] if found == "event" else ()
        return "" if any(self.nouns.is_below(sense, (_DOING,)) for sense in first) else found

    def above(self, noun: str, sort: str) -> list[Wording]:
        """What is above a noun in all its senses that say what sort of name something is: a president is a leader."""
        kin = self.wording.kin_of_names.get(sort, ())
        senses = [s for s in self.nouns.senses(noun)[:4] if self.nouns.is_below(s, kin) or s.label in kin]
        steps = [self.nouns.steps([sense]) for sense in senses]
        shared = set.intersection(*({step.id for step in each} for each in steps)) if steps else set()
        return [Wording(step.label, step) for each in steps[:1] for step in each if step.id in shared]


def is_surname(name: str) -> bool:
    """Whether several people have a name for their surname, and not more for their given name."""
    as_given, as_surname = name_pools().people(name)
    return as_surname >= max(_SEVERAL, as_given)
