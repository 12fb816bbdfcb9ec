"""What tells of a concept though it is none of its names: medicines that are given for it, tests for it, its codes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from sfumato.protocols import Knowledge, Taxonomy
from sfumato.risk.information import discloses, disclosure_limit, information_content, pmi
from sfumato.risk.telling import roots
from sfumato.taxonomies.chain import Chain
from sfumato.types import Any, Concept

FEW = 10
"""Documents below which counts say too little of a medicine: it is judged by its kind."""
_SUPPORT = 3  # documents that a kind must share with the secret
_TOGETHER = 2  # documents that all names of one medicine must share with it
_JOINT = " / "  # between the medicines that are in one
_MOST_NAMES = 300  # of a secret, up to which names with a kind of what it is named after are looked for
_REMEMBERED = 1 << 19  # forms, until all is forgotten
_EVERYDAY = "WordNet"
# In normal form, as `_said_of` puts them: what all medicines, all tests and treatments, and all substances are.
_MEDICINE = "| pharmacologic action |"
_TECHNIQUE = "| analytical diagnostic and therapeutic technique and equipment |"
_SUBSTANCES = ("| chemical substance |", "| drug |", "| beverage |")
_AGAINST = ("antagonist", "deterrent", "antidote")
_PREVENTION = "primary prevention"
_AS_WRITTEN = re.compile(r"[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?|\d{3}(?:\.\d{1,2})?|[A-Z]?[a-z]+[A-Z]{2,}")


def codes(concepts: Iterable[Concept], taxonomy: Taxonomy) -> set[str]:
    """The names, of the concepts and of all below them, that are names only as they are written: B20, PrEP.

    What prevents belongs to them if it shares a code with them: "HIV pre-exposure prophylaxis".
    """
    found: set[str] = set()
    for concept in concepts:
        for each in (concept, *taxonomy.descendants(concept)):
            found |= _as_written(taxonomy.labels(each))
    for written, forms in _preventions(taxonomy):
        if written & found:
            found |= written | forms
    return found


@dataclass(frozen=True)
class ToldByKind:
    """The normal forms that tell of a secret by their kind; each is looked at when it is first asked for.

    `own` are the secret's own names, `forms` those by which it is counted. It is told of by

    - what is of a kind that has the secret in its name: an "anti-HIV agent", a test for "syphilis serodiagnosis"
    - a medicine or a technique that discloses it by the counts of all its names together, by each of its names
    - a medicine that the knowledge has hardly seen, if its kind or an ingredient discloses it: an "antipsychotic"
    - a medicine against what the secret is named after: an "opioid antagonist"
    - a name of the secret with a kind of what it is named after: "fentanyl overdose" for "opiate overdose"
    """

    own: tuple[str, ...]
    forms: tuple[str, ...]
    alpha: float
    taxonomy: Taxonomy
    knowledge: Knowledge
    _known: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    def __contains__(self, form: object) -> bool:
        if not isinstance(form, str):
            return False
        known = self._known.get(form)
        if known is None:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            known = self._known[form] = self._tells(form)
        return known

    def _tells(self, form: str) -> bool:
        concepts = _meant(form, self.taxonomy, self.knowledge.count(form) < FEW)
        return any(map(self._is_told_by, concepts)) or self._is_variant(form)

    def _is_told_by(self, concept: Concept) -> bool:
        """Whether a concept tells of the secret by what is said of it and of its kinds, or by its counts."""
        said = _said_of(concept, self.taxonomy)
        if any(name in said for name in self._own_or_against):
            return True
        trade = [name for name in (_MEDICINE, _TECHNIQUE) if name in said]
        if not trade:
            return False
        called = _called(concept, self.taxonomy)
        if self._discloses(called, _TOGETHER):
            return True
        return _MEDICINE in trade and self.knowledge.count(Any(*called)) < FEW and self._is_given_for(concept)

    def _is_given_for(self, medicine: Concept) -> bool:
        """Whether what a medicine is given for, or a medicine that is in it, tells of the secret."""
        for kind in self.taxonomy.parents(medicine):
            names = _names(kind, self.taxonomy)
            if self._discloses(names, _SUPPORT) or (_JOINT in medicine.label and self._is_told_by(kind)):
                return True
            if not kind.grouping and self.knowledge.count(Any(*names)) < _SUPPORT and self._is_given_for(kind):
                return True
        return False

    @cached_property
    def _own_or_against(self) -> list[str]:
        """The secret's names, and what is against what it is named after: an "opioid antagonist"."""
        against = [f"{name.split()[0]} {word}" for name in self.own if " " in name for word in _AGAINST]
        return [f" {name} " for name in dict.fromkeys((*self.own, *against))]

    def _is_variant(self, form: str) -> bool:
        """Whether a phrase is a name of the secret with a kind of what it is named after: "fentanyl overdose"."""
        language = self.knowledge.language
        words = [word for word in form.split() if word not in language.stop_words]
        if len(words) != 2:
            return False
        first, last = words
        return first in self._kinds_before(last) or last in self._kinds_before(first)

    def _kinds_before(self, word: str) -> frozenset[str]:
        """What can stand for the first of two words of a name whose second has the same root as this one."""
        return self._variants.get(roots(word, self.knowledge.language), frozenset())

    @cached_property
    def _variants(self) -> dict[frozenset[str], frozenset[str]]:
        """For names of two words the root of the second ("abuse"), and the kinds of the first ("opioid")."""
        found: dict[frozenset[str], frozenset[str]] = {}
        for name in self.forms if len(self.forms) <= _MOST_NAMES else ():
            last = name.partition(" ")[2]
            if last and " " not in last and (substances := named_after([name], self.taxonomy)):
                kinds = frozenset(form for each in substances for form in self.taxonomy.forms(each))
                root = roots(last, self.knowledge.language)
                found[root] = found.get(root, frozenset()) | kinds
        return found

    def _discloses(self, names: Iterable[str], support: int) -> bool:
        """Whether these names, counted as one, tell too much of the secret."""
        secret, named, knowledge = Any(*self.forms), Any(*names), self.knowledge
        documents = float(knowledge.count(secret))
        together = float(knowledge.counts(secret, [named])[0]) if documents else 0.0
        if together < support:
            return False
        bits = pmi(together, documents, float(knowledge.count(named)), knowledge.total)
        limit = disclosure_limit(information_content(documents, knowledge.total, floor=knowledge.floor), self.alpha)
        return bool(discloses(bits, limit))


def _as_written(labels: Iterable[str]) -> set[str]:
    return {label for label in labels if _AS_WRITTEN.fullmatch(label)}


@lru_cache(maxsize=8)
def _preventions(taxonomy: Taxonomy) -> list[tuple[set[str], set[str]]]:
    """Of all that prevents, the names that are names only as they are written, and the others."""
    found = []
    for sense in taxonomy.senses(_PREVENTION):
        for each in taxonomy.descendants(sense):
            if written := _as_written(taxonomy.labels(each)):
                found.append((written, set(taxonomy.forms(each)) - {label.lower() for label in written}))
    return found


def named_after(names: Iterable[str], taxonomy: Taxonomy) -> list[Concept]:
    """The substances that begin a name of two words or more: opioids, of "opioid dependence"."""
    first = {name.split()[0] for name in names if " " in name}
    senses = (sense for word in sorted(first) for sense in taxonomy.senses(word) if word in _names(sense, taxonomy))
    return [sense for sense in dict.fromkeys(senses) if any(kind in _said_of(sense, taxonomy) for kind in _SUBSTANCES)]


@lru_cache(maxsize=1 << 17)
def _meant(form: str, taxonomy: Taxonomy, rare: bool = True) -> tuple[Concept, ...]:
    """The concepts of medicine that a form names and hardly anything else.

    Those of a rare form are also what bears another name of the same thing: Eskalith is lithium carbonate to WordNet.
    """
    found: dict[Concept, None] = dict.fromkeys(_named_by(form, taxonomy))
    if rare:
        for other in dict.fromkeys(name for sense in found for name in _names(sense, taxonomy)):
            found.update(dict.fromkeys(_named_by(other, taxonomy)))
    return tuple(concept for concept in found if concept.source != _EVERYDAY)


def _named_by(form: str, taxonomy: Taxonomy) -> list[Concept]:
    senses = (sense for sense in taxonomy.senses(form) if sense.source != "places" and ":v." not in sense.id)
    return [sense for sense in senses if form in _names(sense, taxonomy)]


@lru_cache(maxsize=1 << 15)
def _names(concept: Concept, taxonomy: Taxonomy) -> tuple[str, ...]:
    """The normal forms that name the concept itself and hardly anything else."""
    chain = taxonomy if isinstance(taxonomy, Chain) else Chain(taxonomy)
    return tuple(chain.own_forms(concept))


@lru_cache(maxsize=1 << 12)
def _called(concept: Concept, taxonomy: Taxonomy) -> tuple[str, ...]:
    """All names of a medicine, in every taxonomy."""
    own = _names(concept, taxonomy)
    same = (each for form in own[:1] for each in _named_by(form, taxonomy))
    return tuple(dict.fromkeys((*own, *(name for each in same for name in _names(each, taxonomy)))))


@lru_cache(maxsize=1 << 15)
def _said_of(concept: Concept, taxonomy: Taxonomy) -> str:
    """All names of a concept and of what it is a kind of, in normal form, a bar between any two."""
    found: dict[Concept, None] = {concept: None}
    waiting = [concept]
    while waiting:
        new = [parent for parent in taxonomy.parents(waiting.pop()) if parent not in found]
        found.update(dict.fromkeys(new))
        waiting += new
    return f"| {' | '.join(name for each in found for name in _names(each, taxonomy))} |"
