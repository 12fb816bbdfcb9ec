"""The senses of a term with what is above them, and what each is worth."""

from sfumato.risk.information import information_content
from sfumato.risk.senses import Sense, senses
from sfumato.types import Any


def test_each_sense_has_its_bits_and_its_ways_up(village):
    (found,) = senses("plague", village.taxonomy, village.knowledge, 2)
    (concept,) = village.taxonomy.senses("plague")
    count = village.knowledge.count(Any(*village.taxonomy.forms(concept)))
    assert (found.id, found.label, found.source) == (concept.id, concept.label, concept.source)
    assert found.bits == information_content(count, village.knowledge.total)
    assert [[step.id for step in path] for path in found.paths] == [
        [step.id for step in path] for path in village.taxonomy.paths(concept, 2)
    ]
    assert Sense.from_dict(found.to_dict()) == found


def test_what_nobody_knows_has_no_sense(village):
    assert senses("zebra", village.taxonomy, village.knowledge, 3) == []
