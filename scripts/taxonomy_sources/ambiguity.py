"""Which labels do not count for their concept, because the word mostly means something else.

All rules are here. A label's normal form is ambiguous in a source if it is

- a function word, or a single letter;
- in WordNet: a word that is an adjective or adverb more often than one time in five;
- in a medical source: a synonym (never the preferred label) of one word that WordNet knows and that is, in
  most uses, no noun of the kind that the concept is ("crabs", "cold", "shock"); or one of at most three
  letters that WordNet does not know;
- in places: a name that WordNet knows and that is no place in one use of five or more ("Nice", "Reading"),
  where enough people living there add a use; a given name ("Charlotte", "Victoria"); a surname ("Jackson")
  unless a million people live there; a name of at most three letters, or of four and fewer than half a
  million people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sfumato.languages import load
from sfumato.taxonomies.hierarchy import DOMINANT, Entry
from taxonomy_sources.places import LOCATION
from taxonomy_sources.wordnet import WordNet

ENGLISH = load("en")

# WordNet's lexicographer files: what kind of noun a concept of each MeSH category is.
ACT, ANIMAL, ARTIFACT, ATTRIBUTE, BODY, COGNITION, EVENT = 4, 5, 6, 7, 8, 9, 11
FEELING, FOOD, PERSON, PHENOMENON, PLANT, PROCESS, STATE, SUBSTANCE = 12, 13, 18, 19, 20, 22, 26, 27
ILLNESS = frozenset((STATE, PROCESS))
KINDS = {
    "A": frozenset((BODY, ANIMAL, PLANT, SUBSTANCE)),
    "B": frozenset((ANIMAL, PLANT, PERSON)),
    "C": ILLNESS,
    "D": frozenset((SUBSTANCE, ARTIFACT, FOOD, BODY)),
    "E": frozenset((ACT, ARTIFACT, COGNITION)),
    "F": frozenset((ACT, COGNITION, FEELING, STATE, ATTRIBUTE)),
    "G": frozenset((PROCESS, PHENOMENON, ACT, ATTRIBUTE, STATE, EVENT, COGNITION)),
}
FEW_PEOPLE, MANY_PEOPLE = 500_000, 1_000_000
PEOPLE_A_USE = 200_000  # a place of this size is as good as seen once in WordNet's texts
TITLES = frozenset(("saint", "st", "mount", "mt", "sir", "lord", "king", "queen"))
_ALSO_GIVEN = """aurora austin brooklyn carolina chelsea dakota devon jordan logan madison regina savannah
    tyler victoria"""  # common ones that no person of WordNet has
GIVEN_NAMES = frozenset(re.findall(r"[a-z]+", _ALSO_GIVEN))


def everywhere() -> set[str]:
    return set(ENGLISH.stop_words) | {chr(code) for code in range(ord("a"), ord("z") + 1)}


def in_wordnet(entries: Iterable[Entry], wordnet: WordNet) -> set[str]:
    found = everywhere()
    for form in {ENGLISH.normal_form(label) for entry in entries for label in entry.labels}:
        uses = wordnet.uses[form]
        other = sum(use.weight for use in uses if use.part in "ar")
        if other > (1 - DOMINANT) * sum(use.weight for use in uses):
            found.add(form)
    return found


def in_medicine(entries: Iterable[Entry], categories: Mapping[str, str], wordnet: WordNet) -> set[str]:
    """`categories` gives the MeSH categories of each concept by id; illnesses where it has none."""
    found = everywhere()
    preferred = set()
    for entry in entries:
        preferred.add(ENGLISH.normal_form(entry.labels[0]))
        letters = categories.get(entry.id, "C")
        if any(letter not in KINDS for letter in letters):
            kinds = None
        else:
            kinds = frozenset().union(*(KINDS[letter] for letter in letters))
        for label in entry.labels[1:]:
            form = ENGLISH.normal_form(label)
            if " " in form:
                continue
            if form in wordnet.uses:
                if wordnet.share(form, kinds) < 0.5:
                    found.add(form)
            elif len(form) <= 3:
                found.add(form)
    return found - (preferred - everywhere())


def in_places(entries: Iterable[Entry], people: Mapping[str, int], wordnet: WordNet) -> set[str]:
    found = everywhere()
    largest: dict[str, int] = {}
    for entry in entries:
        for label in entry.labels:
            form = ENGLISH.normal_form(label)
            largest[form] = max(largest.get(form, 0), people[entry.id])
    given, surnames = _names_of_persons(wordnet)
    kinds = {ENGLISH.normal_form(e.labels[0]) for e in entries if e.id.startswith("places:")}
    for form, number in largest.items():
        if form in kinds:
            continue
        of_persons = form in given or (form in surnames and number < MANY_PEOPLE)
        short = len(form) <= 3 or (len(form) == 4 and number < FEW_PEOPLE)
        if of_persons or short or not _mostly_place(form, number, wordnet):
            found.add(form)
    return found


def _mostly_place(form: str, people: int, wordnet: WordNet) -> bool:
    uses = wordnet.uses.get(form, [])
    place = sum(use.weight for use in uses if use.file == LOCATION) + people / PEOPLE_A_USE
    other = sum(use.weight + 0.1 for use in uses if use.file != LOCATION)
    return place >= DOMINANT * (place + other)


def _names_of_persons(wordnet: WordNet) -> tuple[set[str], set[str]]:
    """The given names and the surnames of the persons that WordNet knows."""
    given, surnames = set(GIVEN_NAMES), set()
    for synset in wordnet.synsets.values():
        if synset.individual and synset.file == PERSON:
            for name in synset.names:
                first, *rest = name.split()
                surnames.add(ENGLISH.normal_form(name.split()[-1]))
                if rest and rest[-1][:1].isupper() and ENGLISH.normal_form(first) not in TITLES:
                    given.add(ENGLISH.normal_form(first))
    return given, surnames
