"""What the engine lends to the work on tables."""

from sfumato.protocols import Resources
from sfumato.service import Engine
from sfumato.tables import Cache


def test_a_cache_that_has_nothing_yet_is_used(village, english, tmp_path):
    engine = Engine(resources=Resources(village.knowledge, village.taxonomy, english))
    with Cache(lambda: "detectors", tmp_path) as cache:
        assert engine.tools(cache=cache).cache is cache
