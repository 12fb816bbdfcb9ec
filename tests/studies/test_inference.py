"""The experiments of WEB on the embedded knowledge: its lists, its rules, and a small world for the rest."""

import pytest

from sfumato.inspecting import biographies
from sfumato.knowledge import MemoryKnowledge
from sfumato.types import Document
from studies.inference import FACTS, curve, identified, people, topic_shares, words_of
from studies.inference_page import contrast, write_page

LIVES = [
    Document("1", "Ada Finch was born in Illinois and kept bees and a lighthouse ledger.", "Ada Finch"),
    Document("2", "The lighthouse ledger of the coast was written by Ada Finch, who kept bees.", "Lighthouse"),
    Document("3", "Ada Marsh was born in California and sold boats.", "Ada Marsh"),
    Document("4", "Boats are sold by many people, and bees are kept.", "Boats"),
    Document("5", "Ada Reed was born in Illinois.", "Ada Reed"),
]


@pytest.fixture
def small():
    return MemoryKnowledge(LIVES)


def test_the_lists_are_the_papers():
    assert {topic: len(facts["control"]) for topic, facts in FACTS.items()} == {"STD": 30, "alcoholism": 30}
    assert len(FACTS["alcoholism"]["keywords"]) == 30
    assert len(FACTS["STD"]["keywords"]) == 29  # one is lost


@pytest.mark.parametrize("topic", FACTS)
def test_keywords_lead_to_the_topic_and_control_terms_hardly(topic, pack):
    paper, ours = contrast(pack, topic)
    assert ours >= paper
    singles, pairs = topic_shares(topic, "keywords", pack)
    assert singles.total == len(FACTS[topic]["keywords"])
    assert pairs.total == singles.total * (singles.total - 1) // 2
    assert 0 < pairs.leading <= pairs.found <= pairs.total


def test_people_are_those_with_a_biography_who_are_named_elsewhere(small):
    assert biographies(small).tolist() == [0, 2, 4]
    found, total = people(small, 10)
    assert [(each.name, each.own, each.elsewhere) for each in found] == [("Ada Finch", (0,), (1,))]
    assert total == 1


def test_a_person_is_found_by_words_of_other_documents_not_by_their_own(small):
    (person,), _ = people(small, 10)
    words = words_of(person, small)
    assert "ada" not in words
    assert "finch" not in words
    prefix, sets = identified(person, ["ledger", "illinois"], small)
    assert (prefix, sets) == (1, 1)
    assert identified(person, ["illinois"], small) == (None, None)
    assert identified(person, ["illinois", "ledger"], small) == (None, 2)  # nothing has both but the own article


def test_a_curve_never_falls():
    shares = curve([3, None, 1, 20, 3])
    assert shares == sorted(shares)
    assert (shares[0], shares[2], shares[-1]) == (0.2, 0.6, 0.8)


def test_the_page_has_ours_beside_the_papers(only_knowledge, tmp_path):
    steps = []
    page = write_page(
        tmp_path / "out",
        only_knowledge,
        limit=5,
        data=None,
        tell=steps.append,
        command="a command",
    )
    text = page.read_text()
    assert "| STD | keywords of the topic's page | pairs | 70.34 % |" in text
    assert "a command" in text
    assert (page.parent / "inference.png").read_bytes().startswith(b"\x89PNG")
    assert len((page.parent / "inference.csv").read_text().splitlines()) == 21
    assert steps
