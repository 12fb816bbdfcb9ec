"""What a reader may conclude from a text where no secret is named: all inferences of a draft, and what is new in it.

WEB sections 7.4 and 7.5: the public image of who publishes it, and leaks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.io.arrays import Array
from sfumato.languages.reading import visible
from sfumato.protocols import Knowledge, Language
from sfumato.risk import Index, Inference, Keyword, Search, ranked
from sfumato.risk.inferences import Group
from sfumato.risk.information import confidence, group_pmi, information_content

_SPELT_OUT = 200  # conclusions whose counts are looked up


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A term that is not in the text and that sets of its words lead to: how many, and the surest of them."""

    term: str
    sets: int
    surest: Inference


def conclusions(text: str, words: Sequence[Keyword], knowledge: Knowledge, search: Search) -> list[Conclusion]:
    """Everything that minimal sets of the words lead to (WEB: K* is everything): subjects of documents, then the rest.

    A set leads to a term that is among the `search.top` heaviest of enough of its best documents and not in the text.
    What most sets lead to comes first.
    """
    index = Index(knowledge, words, search)
    language = knowledge.language
    here = visible(text, language).keys()
    found: dict[str, list[Group]] = {}
    held: dict[Group, tuple[Array, list[int]]] = {}

    def goes_on(group: Group, inside: Array) -> bool:
        if not len(inside):
            return False
        held[group] = inside, index.best(group, inside)
        for term in _shared(index, held[group][1], search):
            if (
                term not in here
                and term not in knowledge.language.stop_words
                and not _known(group, found.get(term, ()))
            ):
                found.setdefault(term, []).append(group)
        return True

    index.walk(goes_on)
    order = sorted(found, key=lambda term: (-len(found[term]), term))[:_SPELT_OUT]
    told = [
        Conclusion(term, len(found[term]), ranked(_spelt_out(index, term, found[term], held))[0])
        for term in _outermost(order)
    ]
    return sorted(
        told, key=lambda each: (not _is_subject(each, knowledge.language), -each.sets, -each.surest.sure, each.term)
    )


def _is_subject(found: Conclusion, language: Language) -> bool:
    """Whether a document that the surest set leads to is about it, by its title."""
    return any(language.normal_form(title.split(" (")[0]) == found.term for title, _ in found.surest.best)


def _shared(index: Index, best: Sequence[int], search: Search) -> set[str]:
    """The terms that enough of the best documents are about."""
    counts: dict[str, int] = {}
    for at in best:
        for term in index.terms_of(at):
            counts[term] = counts.get(term, 0) + 1
    needed = search.needed(len(best))
    return {term for term, number in counts.items() if number >= needed}


def _known(group: Group, sets: Sequence[Group]) -> bool:
    """Whether a smaller set leads to it already."""
    return any(set(part) <= set(group) for part in sets)


def _outermost(terms: Sequence[str]) -> list[str]:
    """The terms without those that are a part of another: of "bin laden" and "osama bin laden" the latter."""
    return [t for t in terms if not any(t != other and f" {t} " in f" {other} " for other in terms)]


def _spelt_out(
    index: Index, term: str, sets: Sequence[Group], held: dict[Group, tuple[Array, list[int]]]
) -> list[Inference]:
    knowledge = index.knowledge
    mentioning = np.asarray(knowledge.matching(term), dtype=np.int64)
    mentions = np.isin(index.documents, mentioning)
    content = information_content(float(len(mentioning)), knowledge.total, floor=knowledge.floor)
    found = []
    for group in sets:
        inside, best = held[group]
        naming = int(mentions[inside].sum())
        found.append(
            Inference(
                words=tuple(index.words[at] for at in group),
                secret=term,
                best=tuple((knowledge.title(int(index.documents[at])), term in index.terms_of(at)) for at in best),
                documents=len(inside),
                naming=naming,
                confidence=confidence(float(naming), float(len(inside))),
                bits=group_pmi(float(naming), float(len(mentioning)), float(len(inside)), knowledge.total),
                content=content,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class Novelty:
    """Words that no public document has together: how many would be expected to, by chance."""

    words: tuple[str, ...]
    expected: float


def novelties(words: Sequence[Keyword], knowledge: Knowledge, search: Search) -> list[Novelty]:
    """The minimal sets of words of a draft that no document of the knowledge has: what the draft would add to it.

    The more documents would be expected to have them by chance, the more it tells that none has: those come first.
    """
    index = Index(knowledge, words, search)
    shares = index.has.sum(axis=1) / max(knowledge.total, 1)
    found = []

    def goes_on(group: Group, inside: Array) -> bool:
        if not len(inside):
            expected = float(np.prod(shares[list(group)]) * knowledge.total)
            found.append(Novelty(tuple(index.words[at] for at in group), expected))
        return len(inside) > 0

    index.walk(goes_on)
    return sorted(found, key=lambda each: (-each.expected, each.words))


def unheard(text: str, knowledge: Knowledge) -> list[str]:
    """The words of a text that no document of the knowledge has, as they are written, in order."""
    language = knowledge.language
    reading = language.read(text)
    words = {
        form: text[a:b]
        for form, a, b in zip(reading.forms, reading.starts, reading.ends, strict=True)
        if form.isalpha() and form not in language.stop_words
    }
    return [word for form, word in words.items() if not knowledge.count(form)]
