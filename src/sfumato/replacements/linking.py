"""Which article a name in a text is about: the one that the rest of the text fits, or none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

import numpy as np

from sfumato.languages.reading import phrases
from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.replacements.senses import about
from sfumato.risk.information import pmi
from sfumato.taxonomies.kinds import Kind, Kinds
from sfumato.taxonomies.words import is_word
from sfumato.types import Reading

FULL, SINGLE = 40.0, 60.0
"""The bits that a name of several words needs, and a single word."""
OWN = 8.0
"""The bits of them that an article's own terms must tell; where it has none, the words beside the name tell all."""
_TERMS = 60  # of an article, that say what it is about
_WORDS = 300  # of a document of common length: a longer text has more terms by chance
_COMMON = 1 / 50  # of all documents have a term that tells little
_LEAST = 2.0  # bits that a word tells of a name if it tells anything
_TOGETHER = 3  # documents that a word and a name share if it does
_MARGIN = 1.5  # how much better than the next one of its name an article must fit
_KNOWN = 400  # documents with the name of a place that everybody knows


def linked(
    name: str, reading: Reading, knowledge: Knowledge, kinds: Kinds, taxonomy: Taxonomy | None = None
) -> Kind | None:
    """What a name in a text means, if that is the subject of an article; `None` where the text does not fit it.

    The text fits if it has distinctive terms of the article (`shared`), or words that stand beside the name elsewhere
    (`company`). A single word needs more than a name of several. Of several articles of one name one must fit clearly
    better than the others, or have the name alone for its title. With a taxonomy, a place that is named often and is
    no word of the language needs no text that fits.

    >>> from sfumato.knowledge import Pack
    >>> from sfumato.languages import load
    >>> from sfumato.taxonomies.kinds import embedded_kinds
    >>> text = "Bruce Willis played John McClane in Die Hard, an action film directed by John McTiernan."
    >>> linked("Bruce Willis", load().read(text), Pack.open(), embedded_kinds()).ladder[-1]
    'actor'
    >>> text = "Bruce Willis came to the clinic on Monday with a cough and was sent home."
    >>> linked("Bruce Willis", load().read(text), Pack.open(), embedded_kinds()) is None
    True
    """
    found = kinds.of(name)
    if not found:
        return None
    stands = _phrases_of(reading.text, knowledge.language)
    bits = [shared(kind, name, stands, len(reading), knowledge) for kind in found]
    best = _best(found, bits)
    if best is not None:
        needed = FULL if len(name.split()) > 1 else SINGLE
        own = found[best].document < 0 or bits[best] >= OWN  # of two Peter Halls the words beside the name mean either
        if bits[best] >= needed or (own and bits[best] + company(name, reading, knowledge) >= needed):
            return found[best]
    return next((kind for kind in found if taxonomy is not None and _is_known(kind, name, knowledge, taxonomy)), None)


def shared(kind: Kind, name: str, stands: Collection[str], length: int, knowledge: Knowledge) -> float:
    """The bits that the distinctive terms of an article tell that stand in a text of this length, beside its name."""
    document = _document(kind, name, knowledge)
    if document is None:
        return 0.0
    own = set(knowledge.language.normal_form(kind.title).split())
    often = max(1.0, length / _WORDS)
    told: dict[str, float] = {}
    for term, _ in knowledge.weights(document, _TERMS):
        words = term.split()
        if term in stands and own.isdisjoint(words) and not any(word in told for word in words):
            share = knowledge.count(term) * often / knowledge.total
            if 0 < share < _COMMON:
                told[term] = float(-np.log2(share))
    return sum(told.values())


def company(name: str, reading: Reading, knowledge: Knowledge) -> float:
    """The bits that the words which say what a text is about tell of a name, by the documents that have both."""
    own = set(knowledge.language.normal_form(name).split())
    topics = [topic for topic in about(reading, knowledge) if topic not in own]
    known = knowledge.count(name)
    if not topics or known < _TOGETHER:
        return 0.0
    together = np.array(knowledge.counts(name, topics), dtype=float)
    counts = np.array([knowledge.count(topic) for topic in topics], dtype=float)
    told = pmi(together, float(known), counts, knowledge.total)
    return float(told[(together >= _TOGETHER) & (told >= _LEAST)].sum())


@lru_cache(maxsize=4)
def _phrases_of(text: str, language: Language) -> frozenset[str]:
    """The phrases of up to three words of a text: all its names ask for them."""
    return frozenset(phrases(language.read(text), 3))


def _best(found: Sequence[Kind], bits: Sequence[float]) -> int | None:
    """Which of the articles of a name is meant: the one that fits clearly best, or else the one that is titled so."""
    order = sorted(range(len(found)), key=lambda at: -bits[at])
    if len(order) == 1 or (bits[order[0]] > 0 and bits[order[0]] >= _MARGIN * bits[order[1]]):
        return order[0]
    plain = [at for at in order if found[at].title == found[at].name and ", " not in found[at].title]
    return plain[0] if len(plain) == 1 and bits[plain[0]] >= bits[order[0]] / _MARGIN else None


def _document(kind: Kind, name: str, knowledge: Knowledge) -> int | None:
    """The number of the article in the knowledge, if it is there."""
    try:
        if 0 <= kind.document < knowledge.total and knowledge.title(kind.document) == kind.title:
            return kind.document
    except IndexError:  # the knowledge is as if it did not have that document
        pass
    return next((hit.document for hit in knowledge.best(name, 20) if hit.title == kind.title), None)


def _is_known(kind: Kind, name: str, knowledge: Knowledge, taxonomy: Taxonomy) -> bool:
    """Whether it is a place that everybody knows by this name."""
    if kind.sort != "place" or kind.title.casefold() != name.casefold() or knowledge.count(name) < _KNOWN:
        return False
    return not is_word(name, taxonomy) and not knowledge.language.names.is_given(name)
