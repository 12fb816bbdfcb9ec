"""A small world of which every count is known: what suites run detectors, judges and replacers over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from sfumato.knowledge import MemoryKnowledge
from sfumato.languages import load
from sfumato.protocols import Resources
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import Document, Term

TEXTS = (
    "The plague came to Ostia in 1962. Jane Quizzlebottom, aged 45, took zanavir against the bubo; she had no pest.",
    "Rats and fleas ran by the well at dusk when the bell rang.\n\nBreast\u200bcancers, too; write to jo@example.org.",
    "ALL THIS IS LOUD: grey plague, 212-555-0123, B-1234, \u0430\u0440ple.",
    "Bread and a letter lay in the house.",
    "",
    " \n\t ",
    "\u200b\ud83d\ude00 ... !!! 🙂",
)
"""What is sanitized there: names, numbers, terms that tell of the plague, alone or together, and nothing at all."""

_TOTAL = 640
_PLAGUE = range(0, _TOTAL, 16)  # 40 documents: 4 bits
_OTHERS = [number for number in range(_TOTAL) if number % 16]
HAVING: dict[str, Sequence[int]] = {
    "plague": _PLAGUE[:30],
    "grey plague": _PLAGUE[30:34],
    "black plague": _PLAGUE[34:37],
    "pest": _PLAGUE[37:],
    "bubo": _PLAGUE[:20],  # a synonym in all but name: all 4 bits
    "zanavir": [*_PLAGUE[:30], *_OTHERS[:2]],  # log2(15) bits
    "festers": [*_PLAGUE[:16], *_OTHERS[:4]],  # a verb, log2(12.8) bits
    "infection": [*_PLAGUE[:20], *_OTHERS[:60]],  # 2 bits, as a concept 2.68
    "disease": [*_PLAGUE[::4], *_OTHERS[50:200]],  # none, as a concept 1.36
    "medicine": [*_PLAGUE[:10], *_OTHERS[60:210]],
    "antiviral": [*_PLAGUE[:6], *_OTHERS[100:190]],
    "rats": [*_PLAGUE[:24], *_OTHERS[200:248]],  # log2(5.33) bits; with fleas log2(14.2)
    "fleas": [*_PLAGUE[8:32], *_OTHERS[246:294]],
    "well": [*_PLAGUE[:12], *_OTHERS[300:348]],  # any two of them log2(5.33) bits, the three all 4
    "dusk": [*_PLAGUE[:12], *_OTHERS[324:372]],
    "bell": [*_PLAGUE[:12], *_OTHERS[300:324], *_OTHERS[348:372]],
    "vermin": [*_PLAGUE[:8], *_OTHERS[200:320]],
    "animal": [*_PLAGUE[::2], *_OTHERS[100:400]],
    "Ostia": _OTHERS[400:440],
    "city": [*_PLAGUE[:10], *_OTHERS[380:530]],
    "crow": _PLAGUE[:1],  # too few to tell
    **{word: range(at, _TOTAL, 5) for at, word in enumerate(("house", "river", "bread", "garden", "letter"))},
}
"""Which documents have what."""
ENTRIES = (
    Entry("v:01", ["entity"]),
    Entry("v:02", ["disease"], ["v:01"]),
    Entry("v:03", ["infection"], ["v:02"]),
    Entry("v:04", ["plague", "grey plague", "pest"], ["v:03"]),
    Entry("v:05", ["black plague"], ["v:04"]),
    Entry("v:06", ["medicine"], ["v:01"]),
    Entry("v:07", ["antiviral"], ["v:06"]),
    Entry("v:08", ["zanavir"], ["v:07"]),
    Entry("v:09", ["animal"], ["v:01"]),
    Entry("v:10", ["vermin"], ["v:09"]),
    Entry("v:11", ["rat"], ["v:10"]),
    Entry("v:12", ["flea"], ["v:10"]),
    Entry("v:13", ["city"], ["v:01"]),
    Entry("v:14", ["Ostia"], ["v:13"]),
)


@cache
def village() -> Resources:
    """Knowledge of 640 documents and a taxonomy of a village with a plague."""
    having = {name: frozenset(numbers) for name, numbers in HAVING.items()}
    texts = [", ".join(name for name, numbers in having.items() if at in numbers) for at in range(_TOTAL)]
    knowledge = MemoryKnowledge(Document(str(at), text) for at, text in enumerate(texts))
    return Resources(knowledge, Hierarchy.build("village", ENTRIES), load())


@lru_cache
def terms_of(text: str) -> Sequence[Term]:
    """The terms of a text in the language of the village, found once."""
    return village().language.terms(Document("t", text))
