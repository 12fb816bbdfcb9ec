"""An attack from beginning to end: versions, readings, several truths, and texts whose truth is unknown."""

import numpy as np
import pytest

from sfumato.measure.attack import AS_SEEN, Candidate, Case, KnownCandidates, attacked, compared, of_cases

TEXTS = ["A holt, and mussels.", "Bedding in a sett.", "Slugs at dusk."]
CASES = [Case(0, 0), Case(1, 2), Case(2, 3)]


def test_who_is_found_and_by_what(animals):
    result = attacked(TEXTS, animals, CASES)
    assert result.successes[result.strongest].top1.value == 1
    assert [place.candidate for place in result.order(0, result.strongest, 1)] == [0]
    assert set(result.telltales(0, 0)) == {"holt", "mussel"}
    assert result.agreeing(0, 0) >= 8


def test_placeholders_are_read_and_left_out():
    world = KnownCandidates([Candidate("1", "an otter"), Candidate("2", "a redacted otter"), Candidate("3", "a mole")])
    result = attacked(["REDACTED otter"], world, [Case(0, 0)], names=["TF-IDF characters"])
    assert set(result.scores) == {"TF-IDF characters", "TF-IDF characters" + AS_SEEN}
    assert result.outcomes["TF-IDF characters"].rank[0] == 2
    assert result.outcomes["TF-IDF characters" + AS_SEEN].rank[0] == 1
    assert result.strongest == "TF-IDF characters" + AS_SEEN
    plain = attacked(["otter"], world, [Case(0, 0)], names=["BM25"])
    assert set(plain.scores) == {"BM25"}


def test_words_that_stand_for_hidden_ones_can_be_given(animals):
    result = attacked(["NN in a holt"], animals, placeholders=["NN"], names=["BM25"])
    assert "BM25" + AS_SEEN in result.scores


def test_versions_are_measured_each_by_itself(animals):
    both = compared({"released": ["It.", "[...] setts.", "Dusk."], "original": TEXTS}, animals, CASES)
    alone = attacked(TEXTS, animals, CASES)
    assert set(both["original"].scores) == set(alone.scores)  # no placeholder there
    assert any(name.endswith(AS_SEEN) for name in both["released"].scores)
    for name, found in alone.outcomes.items():
        assert both["original"].outcomes[name].rank.tolist() == found.rank.tolist()
    assert both["released"].successes["BM25"].top1.value < both["original"].successes["BM25"].top1.value


def test_what_is_right_too_is_not_in_the_way():
    scores = np.array([[5.0, 4.0, 3.0]])
    assert of_cases(scores, [Case(0, 1)]).rank[0] == 2
    assert of_cases(scores, [Case(0, 1, (0,))]).rank[0] == 1
    assert scores.tolist() == [[5.0, 4.0, 3.0]]


def test_where_the_truth_is_unknown_the_order_is_what_there_is(animals):
    result = attacked(TEXTS, animals)
    assert (result.outcomes, result.successes, result.strongest) == ({}, {}, "fusion")
    assert [result.first(at, "fusion") for at in range(3)] == [0, 2, 3]
    assert attacked(TEXTS, animals, names=["BM25"]).strongest == "BM25"


def test_ties_are_told():
    twins = KnownCandidates([Candidate("1", "an otter"), Candidate("2", "an otter"), Candidate("3", "a mole")])
    result = attacked(["otter", "nothing"], twins, [Case(0, 0), Case(1, 2)], names=["BM25"])
    assert result.first(0, "BM25") is None
    assert [(place.rank, place.tied) for place in result.order(0, "BM25", 3)] == [(1.5, 2), (1.5, 2), (3, 1)]
    found = result.outcomes["BM25"]
    assert found.top1.tolist() == pytest.approx([0.5, 1 / 3])
    assert found.tied.tolist() == [2, 3]
