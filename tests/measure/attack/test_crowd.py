"""The rank of a secret among its rivals, by readers and by attackers that sanitizing never asks."""

import numpy as np
import pytest

from sfumato.errors import InputError
from sfumato.measure.attack import AttackRequest, AttackText
from sfumato.measure.attack.apart import BOTH, TF_IDF, VECTORS, Apart
from sfumato.measure.attack.crowd import READERS, rank_of, shares_of
from sfumato.protocols.reading import Candidate
from sfumato.service import Engine

LETTER = "She was seen for her knee. She takes zidovudine for HIV. She walks to work and lives with her sister."
RELEASED = "She was seen for her knee. She walks to work and lives with her sister."


@pytest.fixture(scope="module")
def engine():
    return Engine()


@pytest.fixture(scope="module")
def attacked(engine):
    texts = (AttackText("1", RELEASED, original=LETTER, hide=("HIV",)),)
    return engine.attack_crowd(AttackRequest(texts))


def test_what_names_the_secret_is_found_and_what_tells_nothing_is_not(attacked):
    (case,) = attacked.cases
    assert case.secret == "HIV"
    assert case.rivals >= 50
    assert set(case.ranks["original"]) == {*READERS, TF_IDF, VECTORS, BOTH}
    assert case.ranks["original"]["clues"] == case.ranks["original"][TF_IDF] == 1
    assert case.ranks["original"][VECTORS] <= 2
    assert min(case.ranks["released"].values()) > 10
    assert case.ranks["released"]["clues"] > case.rivals / 2  # nothing is said for it: the middle of all, or less


def test_shares(attacked):
    original = attacked.versions["original"]
    assert (original["clues"].first, original["clues"].in_ten, original["clues"].median) == (1.0, 1.0, 1.0)
    assert [name for name, each in original.items() if each.built_in] == list(READERS)
    assert attacked.versions["released"]["clues"].in_ten == 0.0
    assert attacked.to_dict()["cases"][0]["id"] == "1"


def test_a_secret_without_rivals_is_said_to_have_none(engine):
    with pytest.raises(InputError, match="no secret has rivals"):
        engine.attack_crowd(AttackRequest((AttackText("1", "He was born in Idar-Oberstein."),), hide=("Bruce Willis",)))


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("I hear voices that comment on what I do, and I take an antipsychotic.", "schizophrenia"),
        ("My skin clears up when I use the cream: fewer pimples and spots.", "acne"),
    ],
)
def test_attackers_kept_apart_know_something(engine, text, best):
    candidates = [Candidate(name, (name,)) for name in ("schizophrenia", "acne", "gout", "asthma")]
    for name, scores in Apart(engine.knowledge).scores(text, candidates).items():
        assert candidates[int(np.argmax(scores))].name == best, name


def test_ranks_of_equals_are_the_middle():
    assert rank_of(np.zeros(5)) == 3
    assert rank_of(np.array([1.0, 2.0, 0.0])) == 2
    shares = shares_of([{"released": {"clues": 1.0}}, {"released": {"clues": 11.0}}])["released"]["clues"]
    assert (shares.first, shares.in_ten, shares.median) == (0.5, 0.5, 6.0)
