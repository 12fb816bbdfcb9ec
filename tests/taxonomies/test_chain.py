"""Several taxonomies in order of preference."""

import pytest

from sfumato.errors import InputError
from sfumato.protocols import Taxonomy
from sfumato.taxonomies import Chain
from sfumato.taxonomies.hierarchy import Entry, Hierarchy

ILLNESSES = Hierarchy.build("illnesses", [Entry("i:1", ["disease"]), Entry("i:2", ["cold", "common cold"], ["i:1"])])
WORDS = Hierarchy.build("words", [Entry("w:1", ["property"]), Entry("w:2", ["cold", "coldness"], ["w:1"])])


def test_it_is_a_taxonomy() -> None:
    assert isinstance(Chain(ILLNESSES, WORDS), Taxonomy)


def test_senses_come_in_order_of_preference() -> None:
    assert [c.id for c in Chain(ILLNESSES, WORDS).senses("Colds")] == ["i:2", "w:2"]
    assert [c.id for c in Chain(WORDS, ILLNESSES).senses("Colds")] == ["w:2", "i:2"]


def test_a_concept_stays_with_its_source() -> None:
    chain = Chain(ILLNESSES, WORDS)
    cold = chain.concept("w:2")
    assert [c.label for c in chain.parents(cold)] == ["property"]
    assert list(chain.synonyms(cold)) == ["coldness"]
    assert list(chain.labels(cold)) == ["cold", "coldness"]
    assert [[c.id for c in path] for path in chain.paths(cold)] == [["w:1"]]
    assert [c.id for c in chain.descendants(chain.concept("w:1"))] == ["w:2"]
    assert [c.id for c in chain.children(chain.concept("i:1"))] == ["i:2"]
    assert "common cold" in chain.forms(chain.concept("i:1"))


def test_an_unknown_concept_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Chain(ILLNESSES).concept("w:2")
    with pytest.raises(KeyError):
        Chain(ILLNESSES).parents(WORDS.concept("w:2"))


def test_two_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="two taxonomies have the name words"):
        Chain(WORDS, Chain(ILLNESSES, WORDS))


def test_a_chain_of_chains_is_a_chain() -> None:
    chain = Chain(Chain(ILLNESSES), WORDS)
    assert [c.label for c in chain.parents(chain.concept("i:2"))] == ["disease"]
    assert chain.name == "illnesses+words"
