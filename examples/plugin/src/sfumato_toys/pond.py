"""What is known at a pond, and which birds live there."""

from __future__ import annotations

from sfumato.knowledge import MemoryKnowledge
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import Document

_DAYS = 64
_SEEN = {
    "kingfisher": range(0, _DAYS, 8),
    "azure feathers": range(0, _DAYS, 8),  # nobody else has them
    "bird": range(0, _DAYS, 2),
    "reeds": range(0, _DAYS, 3),
    "water": range(_DAYS),
}


def pond() -> MemoryKnowledge:
    """What was seen at the pond, a document for each day."""
    days = [", ".join(what for what, days in _SEEN.items() if day in days) for day in range(_DAYS)]
    return MemoryKnowledge(Document(f"day {day}", text) for day, text in enumerate(days, 1))


def birds() -> Hierarchy:
    """The birds of the pond."""
    return Hierarchy.build(
        "birds",
        [
            Entry("pond:animal", ["animal"]),
            Entry("pond:bird", ["bird"], ["pond:animal"]),
            Entry("pond:kingfisher", ["kingfisher", "Alcedo atthis"], ["pond:bird"]),
        ],
    )
