"""Which sets of innocent words lead, through public knowledge, to a secret: Web-based inference detection (WEB).

WEB asks a search engine for every subset of a document's keywords and looks for the secret in what comes back. Here
the documents of each keyword are rows over those that have any: a subset is an intersection, a count prunes all
subsets that no document with the secret has, and only minimal sets are ranked and reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fnmatch import translate
from functools import lru_cache
from itertools import combinations
from typing import Protocol

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.languages.reading import passages
from sfumato.protocols import Knowledge, Language
from sfumato.risk.information import confidence, group_pmi, information_content
from sfumato.risk.keywords import Keyword, keywords
from sfumato.types import All, Any, Disclosure, Query, Secret

LISTS = (
    "List of *", "Lists of *", "Index of *", "Outline of *", "Glossary of *", "Timeline of *", "Deaths in *",
    "Births in *", "* (disambiguation)", "* (name)", "* (surname)", "* (given name)",
)  # fmt: skip
"""Titles of documents that name everything and tell nothing: dictionaries and lists."""
TOP = 20
"""Heaviest terms of a document among which a concept must be for the document to name it."""
SAME = 0.95
"""The share of a text's keywords that make a document of the knowledge the text itself, or a copy of it."""
_FEWEST = 8  # keywords below which no document is taken for the text itself
MOST_SETS = 20_000_000
_ABOUT, _TERMS = 20, 100  # documents about a topic, and terms of each, among which its kin is
_KIN = 1 / 3
_LEAST = {"keywords": 1, "set_size": 1, "documents": 1, "top": 0, "agree": 0, "passage": 0, "kin": 0}

LEAD = "lead to"
"""The reason of a disclosure by inference."""

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """How far an attacker looks: WEB's alpha, beta, gamma and delta, and what is no answer."""

    keywords: int = 20
    """The heaviest keywords of a text that are combined (alpha)."""
    set_size: int = 3
    """The largest set of them (beta)."""
    documents: int = 3
    """The best documents that are looked at for each set (gamma)."""
    top: int | None = None
    """A document names a secret that is among this many of its heaviest terms (delta); 0: any mention counts.

    Unless given, any mention of a name counts (it is no chance), and a concept must be among 20 (it may be one).
    """
    agree: int | None = None
    """How many of the best documents must name the secret; 0: more than half of those that there are.

    Unless given, one that has the name is enough, as in WEB's experiment with people; of a concept more than half.
    """
    passage: int = 150
    """Words of a passage of which the keywords are combined by themselves, besides those of the whole; 0: none are."""
    kin: int = 0
    """A secret that is a topic is named by so many terms, too, that hardly stand in a document without it."""
    exclude: tuple[str, ...] = LISTS
    """Titles that do not count, as patterns with * and ?."""
    without: tuple[int, ...] = ()
    """Documents of the knowledge that do not count, by their numbers."""

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is None and name in ("top", "agree"):
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise InputError(f"{name.replace('_', ' ')} must be {least} or more, not {value}")
        if (self.agree or 0) > self.documents:
            raise InputError(f"{self.agree} of {self.documents} documents cannot agree: nothing would ever be found")

    def needed(self, found: int, name: bool = False) -> int:
        """How many of so many best documents must name a secret, a name or a concept."""
        if self.agree is None and name:
            return 1
        return self.agree or found // 2 + 1

    def heaviest(self, name: bool = False) -> int:
        """Of how many of a document's heaviest terms a secret must be one; 0 where any mention counts."""
        if self.top is not None:
            return self.top
        return 0 if name else TOP

    def leads(self, text: str, secrets: Sequence[Secret], knowledge: Knowledge) -> list[Inference]:
        """The minimal sets of a text's keywords that lead to a secret, the surest and shortest first."""
        found: dict[tuple[tuple[str, ...], str], Inference] = {}
        for part in self.parts(text, knowledge.language):
            for inference in _led(self, part, tuple(secrets), knowledge):
                found.setdefault((inference.words, inference.secret), inference)
        return ranked(minimal(found.values()))

    def parts(self, text: str, language: Language) -> list[str]:
        """The text and its passages: of each the heaviest keywords are combined, so that no length hides a passage."""
        return passages(text, self.passage, language) if self.passage else [text]

    def sources(self, text: str, knowledge: Knowledge) -> list[str]:
        """The titles of the documents that are taken for the text itself."""
        parts = self.parts(text, knowledge.language)
        found = [Index(knowledge, keywords(part, knowledge, self.keywords), self).sources for part in parts]
        return [knowledge.title(document) for document in dict.fromkeys(at for each in found for at in each)]

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Inference:
    """Words that together lead to a secret: what they are found in, and how sure that is."""

    words: tuple[str, ...]
    secret: str
    best: tuple[tuple[str, bool], ...]
    """The titles of the best documents, and whether each names the secret."""
    documents: int
    """Documents that have all of the words."""
    naming: int
    """Documents among these that mention the secret."""
    confidence: float
    """The share of them."""
    bits: float
    """What the words tell of the secret: PMI, CSAN eq. 3."""
    content: float
    """Bits that there are to tell of it."""

    @property
    def sure(self) -> float:
        """How sure: the share of the best documents that name it, then that of all, by the rule of succession."""
        named = sum(names for _, names in self.best) / max(len(self.best), 1)
        return named + (self.naming + 1) / (self.documents + 2)

    def disclosure(self) -> Disclosure:
        return Disclosure(self.words, self.secret, self.bits, self.content, LEAD)


@lru_cache(maxsize=512)  # most passages are the same in every round of a repair
def _led(search: Search, text: str, secrets: tuple[Secret, ...], knowledge: Knowledge) -> tuple[Inference, ...]:
    if not secrets:
        return ()
    index = Index(knowledge, keywords(text, knowledge, search.keywords), search)
    return tuple(inference for secret in secrets for inference in index.leading_to(secret))


def minimal(found: Iterable[Inference]) -> list[Inference]:
    """The inferences of which no smaller part leads to the same secret: searches and passages may find both."""
    kept: dict[str, list[frozenset[str]]] = {}
    result = []
    for each in sorted(found, key=lambda each: len(each.words)):
        words = frozenset(each.words)
        if not any(part <= words for part in kept.get(each.secret, ())):
            kept.setdefault(each.secret, []).append(words)
            result.append(each)
    return result


class Reach(Protocol):
    """A way to conclude from words to secrets: a `Search`, or `Rules` that one has found."""

    def leads(self, text: str, secrets: Sequence[Secret], knowledge: Knowledge) -> list[Inference]: ...

    def as_dict(self) -> dict[str, object]:
        """What a certificate says of it."""
        ...


def ranked(found: Iterable[Inference]) -> list[Inference]:
    """The surest first, of equals the shorter."""
    return sorted(found, key=lambda each: (-round(each.sure, 2), len(each.words), -each.bits, each.words))


class Index:
    """The documents of a text's keywords as rows, and which of them do not count."""

    def __init__(
        self,
        knowledge: Knowledge,
        words: Sequence[Keyword] | Sequence[str],
        search: Search,
    ) -> None:
        self.knowledge = knowledge
        self.search = search
        self.words = [word.form if isinstance(word, Keyword) else word for word in words]
        found = [knowledge.scored(_query(word, knowledge)) for word in self.words]
        every = [np.asarray(documents, dtype=np.int64) for documents, _ in found]
        documents = np.unique(np.concatenate([*every, np.zeros(0, np.int64)]))
        out = np.isin(documents, excluded(knowledge, search.exclude)) | np.isin(documents, search.without)
        counts = np.bincount(
            np.searchsorted(documents, np.concatenate([*every, np.zeros(0, np.int64)])), minlength=len(documents)
        )
        self.sources: list[int] = []
        """Documents that are taken for the text itself."""
        if len(self.words) >= _FEWEST:
            same = (counts >= SAME * len(self.words)) & ~out
            self.sources = documents[same].tolist()
            out |= same
        self.documents = documents[~out]
        shape = (len(self.words), len(self.documents))
        self.has = np.zeros(shape, dtype=bool)
        self.scores = np.zeros(shape)
        for row, (having, (_, scores)) in enumerate(zip(every, found, strict=True)):
            place = np.searchsorted(self.documents, having)
            place[place == len(self.documents)] = 0
            inside = self.documents[place] == having if len(self.documents) else np.zeros(len(having), bool)
            self.has[row, place[inside]] = True
            self.scores[row, place[inside]] = scores[inside]

    def leading_to(self, secret: Secret) -> Iterator[Inference]:
        """The minimal sets that lead to a secret."""
        forms = (*secret.forms, *kin_of(secret.forms, self.knowledge, self.search.kin))
        mentioning = np.asarray(self.knowledge.matching(Any(*forms)), dtype=np.int64)
        mentions = np.isin(self.documents, mentioning)
        name = secret.kind != "concept"
        names = self._naming(frozenset(forms), mentions, self.search.heaviest(name))
        content = information_content(float(len(mentioning)), self.knowledge.total, floor=self.knowledge.floor)
        for group, inside, best in self.minimal(mentions, names, name):
            naming = int(mentions[inside].sum())
            yield Inference(
                words=tuple(self.words[at] for at in group),
                secret=secret.name,
                best=tuple((self.knowledge.title(int(self.documents[at])), names(at)) for at in best),
                documents=len(inside),
                naming=naming,
                confidence=confidence(float(naming), float(len(inside))),
                bits=group_pmi(float(naming), float(len(mentioning)), float(len(inside)), self.knowledge.total),
                content=content,
            )

    def minimal(
        self, mentions: Array, names: Callable[[int], bool], name: bool = False
    ) -> list[tuple[Group, Array, list[int]]]:
        """The smallest sets of words whose best documents name something often enough.

        `mentions` marks the documents that may name it: a set that none of them has is left, with all larger ones.
        Gives each set with its documents and the best of them.
        """
        found = []

        def goes_on(group: Group, inside: Array) -> bool:
            able = int(mentions[inside].sum())
            if able >= self.search.needed(min(len(inside), self.search.documents), name) and able:
                best = self.best(group, inside)
                if sum(map(names, best)) >= self.search.needed(len(best), name):
                    found.append((group, inside, best))
                    return False
            return able > 0

        self.walk(goes_on)
        return found

    def walk(self, goes_on: Callable[[Group, Array], bool], documents: Array | None = None) -> None:
        """Visits the sets of words with the documents that have all of them, smaller sets first.

        A set is visited only where every part of it was said to go on. `documents` are those that count.
        """
        level: dict[Group, Array] = {(): np.arange(len(self.documents)) if documents is None else documents}
        for size in range(1, min(self.search.set_size, len(self.words)) + 1):
            following: dict[Group, Array] = {}
            for group, having in level.items():
                for word in range(group[-1] + 1 if group else 0, len(self.words)):
                    larger = (*group, word)
                    if size > 2 and any(part not in level for part in combinations(larger, size - 1)):
                        continue
                    if size == 2 and (word,) not in level:
                        continue
                    inside = having[self.has[word, having]]
                    if goes_on(larger, inside):
                        following[larger] = inside
            level = following
            if len(level) * len(self.words) > MOST_SETS:
                raise InputError("too many sets of words: ask for fewer keywords or a smaller set size")

    def best(self, group: Group, inside: Array) -> list[int]:
        """The best of the documents that have all words of a set, as `Knowledge.best` ranks them."""
        scores = sum((self.scores[word, inside] for word in group), np.zeros(len(inside)))
        limit = self.search.documents
        if len(scores) > 4 * limit:
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            kept = np.flatnonzero(scores >= least)
            inside, scores = inside[kept], scores[kept]
        order = np.lexsort((inside, -scores))[:limit]
        return inside[order].tolist()

    def _naming(self, forms: frozenset[str], mentions: Array, top: int) -> Callable[[int], bool]:
        if not top:
            return lambda at: bool(mentions[at])
        known: dict[int, bool] = {}

        def names(at: int) -> bool:
            if at not in known:
                known[at] = bool(mentions[at]) and not forms.isdisjoint(self.terms_of(at, top))
            return known[at]

        return names

    def terms_of(self, at: int, top: int = 0) -> frozenset[str]:
        """The heaviest terms of a document."""
        return _heaviest(self.knowledge, int(self.documents[at]), top or self.search.heaviest() or TOP)


@lru_cache(maxsize=64)
def kin_of(forms: tuple[str, ...], knowledge: Knowledge, limit: int) -> tuple[str, ...]:
    """Terms that stand for a topic: heavy in documents about it, and a third of their own documents mention it."""
    if not limit:
        return ()
    weights: dict[str, float] = {}
    for hit in knowledge.best(Any(*forms), _ABOUT):
        for term, weight in knowledge.weights(hit.document, _TERMS):
            weights[term] = weights.get(term, 0.0) + weight
    terms = sorted(weights, key=lambda term: (-weights[term], term))
    joint = knowledge.counts(Any(*forms), terms)
    close = [t for t, n in zip(terms, joint, strict=True) if n >= max(_KIN * knowledge.count(t), 3) and t not in forms]
    return tuple(close[:limit])


def _query(word: str, knowledge: Knowledge) -> Query:
    """A word or phrase, or else, where the knowledge has never seen the phrase, all its words."""
    return word if knowledge.count(word) else All(*word.split())


@lru_cache(maxsize=1 << 16)
def _heaviest(knowledge: Knowledge, document: int, limit: int) -> frozenset[str]:
    return frozenset(term for term, _ in knowledge.weights(document, limit))


@lru_cache(maxsize=8)
def excluded(knowledge: Knowledge, patterns: tuple[str, ...]) -> Array:
    """The documents whose title fits one of the patterns."""
    if not patterns:
        return np.zeros(0, dtype=np.int64)
    match = re.compile("|".join(map(translate, patterns)), re.I).match
    return np.array([at for at in knowledge.matching(All()).tolist() if match(knowledge.title(at))], dtype=np.int64)
