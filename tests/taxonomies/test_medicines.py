"""A medicine is called by what it is given for, whatever that is."""

import pytest

from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.taxonomies.medicines import as_drug, given_for, is_medicine

ENTRIES = (
    Entry("z:1", ["chemical"]),
    Entry("z:2", ["pharmacologic action"], ["z:1"], grouping=True),
    Entry("z:3", ["medicine"], ["z:2"]),
    Entry("z:4", ["antiviral"], ["z:3"]),
    Entry("z:5", ["anti-plague drug"], ["z:4"]),
    Entry("z:6", ["antiemetic"], ["z:3"]),
    Entry("z:7", ["kinase inhibitor"], ["z:2"], grouping=True),
    Entry("z:8", ["plagueovir"], ["z:4", "z:5", "z:7"]),
    Entry("z:9", ["manifold"], ["z:5", "z:6"]),
    Entry("z:a", ["salt"], ["z:1"]),
    Entry("z:b", ["plagueovir / manifold"], ["z:8", "z:9"]),
)
TAXONOMY = Hierarchy.build("ward", ENTRIES)


def called(label: str) -> list[str]:
    return [step.label for _, step in given_for(TAXONOMY.senses(label)[0], TAXONOMY)]


@pytest.mark.parametrize(
    ("label", "steps"),
    [
        ("plagueovir", ["antiviral", "medicine"]),  # not by how it works, nor by one of two things
        ("manifold", ["medicine"]),
        ("anti-plague drug", ["antiviral", "medicine"]),
        ("salt", []),
    ],
)
def test_what_is_true_whatever_it_is_given_for(label: str, steps: list[str]) -> None:
    assert called(label) == steps


def test_what_is_a_medicine() -> None:
    assert [is_medicine(TAXONOMY.senses(label)[0], TAXONOMY) for label in ("manifold", "salt")] == [True, False]


@pytest.mark.parametrize("word", ["zidovudine", "olanzapine", "Truvada", "prednisone", "methadone"])
def test_medicines_of_the_embedded_taxonomies(word, embedded) -> None:
    sense = embedded.senses(word)[0]
    assert is_medicine(sense, embedded)
    assert "medicine" in [step.label for _, step in given_for(sense, embedded)]


@pytest.mark.parametrize("word", ["water", "carpenter", "HIV"])
def test_what_is_none(word, embedded) -> None:
    assert not any(is_medicine(sense, embedded) for sense in embedded.senses(word) if sense.source == "MeSH")


def test_an_everyday_word_is_a_drug_by_some_of_its_paths(embedded) -> None:
    everyday = next(sense for sense in embedded.senses("lithium carbonate") if sense.source == "WordNet")
    assert as_drug(everyday, embedded)
    assert not any(step.label == "carbonate" for path in as_drug(everyday, embedded) for step in path)
