"""The experiments of "Web-based inference detection" (WEB) against the knowledge at hand.

Topics: how many keywords of a topic's page, and how many pairs of them, lead to the topic, against control terms.
People: how many are found by the first 1 to 20 keywords of their biography, their own article left aside, and how many
still are after the repair of `inspect`.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any as Anything

import numpy as np

from sfumato.inspecting import PROFILE, Search, biographies, keywords
from sfumato.protocols import Knowledge, Resources
from sfumato.risk import Index
from sfumato.types import All, Any, Document
from studies.sanitizers import sanitizer

FACTS: dict[str, dict[str, Anything]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
KEYWORDS = 20
PLACES = ("california", "illinois")
"""The paper's people came from these two states."""
FIRST_HIT = Search(set_size=2, documents=1, top=0, agree=1)
"""The paper's rule for topics: any word of K* in the first hit."""
THREE_HITS = Search(keywords=KEYWORDS, set_size=3, documents=3, top=0, agree=1)
"""Its rule for people: the full name in one of the first three; sets of up to three stand beside its prefixes."""


# --- topics -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """Of some sets of words those that lead to a topic; of some of them there is no document at all."""

    leading: int
    found: int
    total: int

    @property
    def percent(self) -> float:
        return 100 * self.leading / max(self.total, 1)


def topic_shares(topic: str, words: str, knowledge: Knowledge) -> tuple[Share, Share]:
    """Of the paper's keywords or control terms of a topic, the singles and the pairs that lead to it."""
    facts = FACTS[topic]
    index = Index(knowledge, [_searched(word) for word in facts[words]], FIRST_HIT)
    names = np.isin(index.documents, knowledge.matching(Any(*facts["secret"])))
    shares = []
    for size in (1, 2):
        groups = list(combinations(range(len(index.words)), size))
        inside = [np.flatnonzero(index.has[list(group)].all(axis=0)) for group in groups]
        best = [index.best(group, docs) for group, docs in zip(groups, inside, strict=True) if len(docs)]
        shares.append(Share(sum(bool(names[first[0]]) for first in best), len(best), len(groups)))
    return shares[0], shares[1]


def _searched(word: str) -> str:
    """A dictionary's entry as one would search for it: "Aneurysm, thoracic" by its words."""
    return " ".join(re.findall(r"[\w.]+(?:-\w+)*", word))


# --- people -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """Someone with a biography in the knowledge, who is named in other documents too."""

    name: str
    document: int
    own: tuple[int, ...]
    """The documents that are about them."""
    elsewhere: tuple[int, ...]
    """Others that have their full name."""
    text: str = ""


def people(knowledge: Knowledge, limit: int, places: Sequence[str] = PLACES) -> tuple[list[Person], int]:
    """People of these places who are named elsewhere, evenly out of all, and how many there were to choose from."""
    lives = np.intersect1d(biographies(knowledge), knowledge.matching(Any(*places)))
    titles: dict[str, list[int]] = {}
    for at in knowledge.matching(All()).tolist():
        titles.setdefault(_named(knowledge.title(at)), []).append(at)
    found = []
    for at in lives.tolist():
        name = _named(knowledge.title(at))
        elsewhere = np.setdiff1d(knowledge.matching(knowledge.language.normal_form(name)), titles[name])
        if len(elsewhere) and titles[name][0] == at:
            found.append(Person(name, at, tuple(titles[name]), tuple(elsewhere.tolist())))
    step = max(len(found) / max(limit, 1), 1.0)
    chosen = [found[int(number * step)] for number in range(min(limit, len(found)))]
    return chosen, len(found)


def _named(title: str) -> str:
    return title.split(" (")[0]


def words_of(person: Person, knowledge: Knowledge, limit: int = KEYWORDS) -> list[str]:
    """The first keywords of a biography, by TF/DF, without the words of the name: of its text, or of the knowledge."""
    language = knowledge.language
    own = set(language.normal_form(person.name).split())
    if person.text:
        every = (each.form for each in keywords(person.text, knowledge, 10 * limit))
        return [form for form in every if own.isdisjoint(form.split())][:limit]
    weighed = []
    for term, weight in knowledge.weights(person.document, 1_000_000):
        count = knowledge.count(term)
        if " " not in term and term not in own and term not in language.stop_words and 0 < count < knowledge.total:
            weighed.append((-weight / math.log(knowledge.total / count) / count, term))  # the weight is TF log(N/DF)
    return [term for _, term in sorted(weighed)[:limit]]


def identified(person: Person, words: Sequence[str], knowledge: Knowledge) -> tuple[int | None, int | None]:
    """How many of the first keywords it takes to find a person: queried all together as the paper does, and in sets."""
    index = Index(knowledge, words, replace(THREE_HITS, without=person.own))
    names = np.isin(index.documents, person.elsewhere)
    inside = np.arange(len(index.documents))
    prefix = None
    for number in range(1, len(words) + 1):
        inside = inside[index.has[number - 1, inside]]
        if not len(inside):
            break
        if names[index.best(tuple(range(number)), inside)].any():
            prefix = number
            break
    sets = index.minimal(names, lambda at: bool(names[at]))
    return prefix, min((group[-1] + 1 for group, _, _ in sets), default=None)


def curve(numbers: Iterable[int | None], longest: int = KEYWORDS) -> list[float]:
    """The share of people found by the first 1, 2, ... keywords.

    >>> curve([1, 3, None, 3], 3)
    [0.25, 0.25, 0.75]
    """
    needed = list(numbers)
    return [sum(n is not None and n <= at for n in needed) / max(len(needed), 1) for at in range(1, longest + 1)]


@dataclass(frozen=True, slots=True)
class Repaired:
    """A biography after the repair: what is kept by generalising, and by leaving the cheapest words out."""

    person: Person
    kept: float
    kept_redacted: float
    cost: float
    """Bits that the repair lost by the words it chose, and that greedily chosen ones would have lost."""
    cost_greedily: float
    holds: bool


def repaired(
    found: Sequence[Person],
    resources: Resources,
    progress: Callable[[int, int], None] = lambda done, total: None,
    search: Search = THREE_HITS,
) -> list[Repaired]:
    """The texts of people after `inspect --fix`, by sets of up to three keywords, their own articles left aside."""
    results = []
    for number, person in enumerate(found):
        progress(number, len(found))
        own = replace(search, without=person.own)
        document = Document(person.name, person.text)
        terms = resources.language.terms(document)
        ours, left_out = (
            sanitizer([f"name:{person.name}"], profile, resources, searches=[own]).sanitized(document, terms)
            for profile in (PROFILE, replace(PROFILE, method="redact"))
        )
        person = replace(person, text=ours.text)
        cost = ours.certificate.claim.get("repair", {"cost": 0.0, "greedy": 0.0})
        results.append(
            Repaired(person, ours.utility, left_out.utility, cost["cost"], cost["greedy"], ours.certificate.holds)
        )
    return results
