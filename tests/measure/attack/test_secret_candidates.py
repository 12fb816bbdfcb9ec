"""Candidates that are secrets: what stands beside one in the village, and what is known of it."""

import numpy as np
import pytest

from sfumato.knowledge import MemoryKnowledge
from sfumato.measure.attack import Case, attacked, known_secrets, siblings, united
from sfumato.policy import secrets
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import Document, Secret


def as_secret(*forms):
    return Secret(forms[0], 1.0, forms, forms)


@pytest.fixture(scope="module")
def plague(village):
    return secrets.resolve("plague", taxonomy=village.taxonomy, knowledge=village.knowledge, alpha=1.5).secret


WARD = Hierarchy.build(
    "ward",
    [
        Entry("w:1", ["illness"]),
        Entry("w:2", ["fevers"], ["w:1"], grouping=True),
        Entry("w:3", ["red fever"], ["w:2"]),
        Entry("w:4", ["early red fever"], ["w:3"]),
        Entry("w:5", ["blue fever"], ["w:2"]),
        Entry("w:6", ["late blue fever"], ["w:5"]),
        Entry("w:7", ["green fever"], ["w:2"]),
        Entry("w:8", ["pox"], ["w:1"]),
        Entry("w:9", ["rash"], ["w:1"]),
    ],
)
STAY = {"red fever": 4, "early red fever": 3, "late blue fever": 5, "green fever": 4, "pox": 3, "rash": 2, "illness": 4}
NOTES = [name for name, times in STAY.items() for _ in range(times)] + ["a visit"] * 75


def test_what_stands_beside_a_secret_is_neither_above_nor_below_it():
    knowledge = MemoryKnowledge(Document(str(at), note) for at, note in enumerate(NOTES))
    fever = secrets.resolve("red fever", taxonomy=WARD, knowledge=knowledge, alpha=1.5).secret
    found = siblings(fever, WARD, knowledge)
    # the best known first; the rash stands in too few documents, and illness is what all of them are
    assert [secret.name for secret in found] == ["blue fever", "green fever", "pox"]
    assert found[0].forms == ("blue fever", "late blue fever")
    assert siblings(fever, WARD, knowledge, limit=1) == found[:1]


def test_a_name_that_no_taxonomy_has_stands_alone(village):
    assert siblings(as_secret("larkmoor"), village.taxonomy, village.knowledge) == []


def test_secrets_that_share_a_name_are_one():
    one, same, other = as_secret("pest", "plague"), as_secret("plague"), as_secret("rats")
    assert united([one], [same, other]) == [one, other]


def test_what_is_known_of_a_secret_is_its_names_and_the_terms_beside_it(village, plague):
    known = known_secrets([plague, as_secret("ostia")], village.knowledge)
    assert [each.name for each in known.candidates] == ["plague", "ostia"]
    text = known.candidates[0].text
    assert "pest" in text
    assert "zanavir" in text
    assert known.secrets[0] is plague


def test_the_secret_is_named_from_what_tells_of_it(village, plague):
    known = known_secrets([plague, as_secret("ostia"), as_secret("garden")], village.knowledge)
    result = attacked(["zanavir, rats, fleas", "bread"], known, [Case(0, 0), Case(1, 0)])
    for name in ("inference", "inference bits", "BM25", "TF-IDF words"):
        assert result.outcomes[name].rank[0] == 1, name
    assert result.telling(0, 0)[0][0] == "zanavir"
    assert np.all(result.outcomes["inference bits"].top1 <= 1)
