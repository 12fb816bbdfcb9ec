"""Who a text may be about: how many people fit what is left of it (WEB section 7.2: anonymity of individuals)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sfumato.io.arrays import Array
from sfumato.protocols import Knowledge, Names
from sfumato.risk import Index, Keyword, Search
from sfumato.risk.inferences import Group
from sfumato.types import All, Any

_SHOWN = 10
_LIVES = 0.6  # of the titles that begin with a word, for it to be a given name


@dataclass(frozen=True, slots=True)
class Fitting:
    """The people who fit some of a text's keywords: how many, and some of their names."""

    words: tuple[str, ...]
    """The words, or none where any `least` of all of them are meant."""
    least: int
    people: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PeopleFitting:
    """Who fits a text: by how many of its keywords, and which few words leave fewer than `k` people."""

    k: int
    by_number: tuple[Fitting, ...]
    """Who has at least so many of the keywords, from all of them down to where `k` people do."""
    too_few: tuple[Fitting, ...]
    """Minimal sets that fit somebody, but fewer than `k` people; the shortest first."""

    @property
    def anonymous(self) -> bool:
        return not self.too_few


def people_fitting(
    words: Sequence[Keyword] | Sequence[str], knowledge: Knowledge, search: Search, k: int
) -> PeopleFitting:
    """Who fits: the people are the biographies of the knowledge; whoever has none there is not counted.

    So a set that fits nobody is no proof of anything, and one that fits fewer than `k` may fit more in the world.
    """
    index = Index(knowledge, words, search)
    people = _one_each(index, np.flatnonzero(np.isin(index.documents, biographies(knowledge))))
    counts = index.has[:, people].sum(axis=0)
    steps = []
    for least in range(int(counts.max(initial=0)), 0, -1):
        having = people[counts >= least]
        steps.append(_fitting(index, (), least, having, counts[counts >= least]))
        if len(having) >= k:
            break
    return PeopleFitting(k, tuple(steps), tuple(_too_few(index, people, k)))


def _one_each(index: Index, people: Array) -> Array:
    """One document of each person: who has several has the words of all of them in the first."""
    first: dict[str, int] = {}
    for at in people.tolist():
        name = _name(index.knowledge.title(int(index.documents[at])))
        if name in first:
            index.has[:, first[name]] |= index.has[:, at]
        else:
            first[name] = at
    return np.array(sorted(first.values()), dtype=np.int64)


def _too_few(index: Index, people: Array, k: int) -> list[Fitting]:
    found = []

    def goes_on(group: Group, inside: Array) -> bool:
        if 0 < len(inside) < k:
            found.append(_fitting(index, group, len(group), inside, np.zeros(len(inside))))
        return len(inside) >= k

    index.walk(goes_on, people)
    return sorted(found, key=lambda each: (each.least, each.people, each.words))


def _fitting(index: Index, group: Group, least: int, having: Array, counts: Array) -> Fitting:
    order = np.lexsort((having, -counts))[:_SHOWN]
    names = tuple(index.knowledge.title(int(index.documents[at])) for at in having[order])
    return Fitting(tuple(index.words[at] for at in group), least, len(having), names)


@lru_cache(maxsize=4)
def biographies(knowledge: Knowledge) -> Array:
    """The documents that are about a person: someone was born, and the title is a name that begins as people's do.

    So begins a name with a given name that is known, or with a word that begins other titles, most of them of
    documents in which someone was born.
    """
    names = knowledge.language.names
    titles = {at: _name(knowledge.title(at)) for at in knowledge.matching(All()).tolist()}
    named = {at: title.split()[0] for at, title in titles.items() if _is_written_as_person(title, names)}
    born = set(knowledge.matching(Any(*names.lives)).tolist()) & named.keys()
    begin = Counter(named.values())
    begin_life = Counter(named[at] for at in born)
    given = {word for word, lives in begin_life.items() if lives >= 2 and lives >= _LIVES * begin[word]}
    found = [at for at in sorted(born) if named[at] in given or names.is_given(titles[at])]
    return np.array(found, dtype=np.int64)


def _name(title: str) -> str:
    return title.split(" (")[0].split(",")[0]


def _is_written_as_person(name: str, names: Names) -> bool:
    """Whether a title is of two to four words and written as a person's name.

    >>> from sfumato.languages import load
    >>> [_is_written_as_person(name, load("en").names) for name in ("Frank Lloyd Wright", "Frank", "Apple Inc.")]
    [True, False, False]
    """
    return 2 <= len(name.split()) <= 4 and names.is_name(name) and names.kind_of(name) != "organization"
