"""A small world: four animals of which a little is known, and eight documents in which two of them stand."""

import pytest

from sfumato.knowledge import MemoryKnowledge
from sfumato.measure.attack import Candidate, KnownCandidates
from sfumato.types import Document

ANIMALS = (
    Candidate("1", "It swims in rivers, cracks mussels on a stone and sleeps in a holt.", "otter"),
    Candidate("2", "It fells trees, dams streams and slaps the water with its tail.", "beaver"),
    Candidate("3", "It digs setts, carries bedding into them and hunts earthworms at dusk.", "badger"),
    Candidate("4", "It rolls into a ball of spines and hunts slugs in gardens at dusk.", "hedgehog"),
)
PAGES = (
    "an otter, a holt",
    "the otter, its holt, a river",
    "the beaver, a lodge, a river",
    "a beaver, the lodge, a dam",
    "a river, a bridge",
    "a garden, a gate",
    "a letter, a stamp",
    "a bridge, a gate",
)


@pytest.fixture(scope="session")
def pages():
    return MemoryKnowledge(Document(str(at), text) for at, text in enumerate(PAGES))


@pytest.fixture
def animals():
    return KnownCandidates(ANIMALS)


@pytest.fixture
def asked(pages):
    """The animals, with knowledge of two of them."""
    return KnownCandidates(ANIMALS, knowledge=pages)
