"""What a text as a whole tells of a secret, by counts."""

from pathlib import Path

import numpy as np
import pytest

import sfumato
from sfumato.policy.secrets import resolve
from sfumato.risk import CSanitized
from sfumato.risk.whole_text import (
    WEIGHTS,
    chance_of,
    features_of,
    names_in,
    own_words,
    places_of,
    speaking_of,
    surest_of,
    told_as_a_whole,
    weights_of,
)

LETTER = (Path(sfumato.__file__).parents[2] / "examples" / "letter.txt").read_text(encoding="utf-8")
HEART = (
    "He was seen after chest pain at night. The electrocardiogram showed raised segments, troponin was high, and a "
    "coronary angiogram found a blocked artery, which was opened with a stent. He takes aspirin, a statin and a beta "
    "blocker, has given up smoking, and walks in the park with his wife every day."
)


@pytest.fixture(scope="module")
def told(pack, embedded):
    """What a text tells of a secret."""

    def told(text, label, exempt=(), **settings):
        secret = resolve(label, taxonomy=embedded, knowledge=pack, alpha=1.5).secret
        return told_as_a_whole(pack.language.read(text), CSanitized(pack, [secret], **settings), exempt)[0]

    return told


def test_a_text_about_a_secret_tells_of_it_and_not_of_another(told):
    assert told(LETTER, "HIV").chance > 0.3
    assert told(HEART, "HIV").chance < 0.01
    assert told(HEART, "myocardial infarction").chance > 10 * told(LETTER, "myocardial infarction").chance


def test_bits_are_those_of_the_chance_beyond_that_of_any_text(told, pack):
    found = told(LETTER, "HIV")
    documents = 2 ** (found.bits - np.log2(found.chance))
    assert pack.total / documents == pytest.approx(811, rel=0.01)
    assert found.by
    assert not any("hiv" in phrase for phrase in found.by)


def test_names_of_the_secret_are_no_evidence(told):
    assert told(LETTER + " HIV. HIV infection. HIV.", "HIV").chance == pytest.approx(
        told(LETTER + " infection.", "HIV").chance, rel=0.02
    )


def test_what_is_exempt_says_nothing(told):
    assert told(LETTER, "HIV", exempt=[(0, len(LETTER))]) is None
    middle = LETTER.index("\n", len(LETTER) // 2)
    assert told(LETTER + HEART, "HIV", exempt=[(0, middle)]).chance < told(LETTER + HEART, "HIV").chance


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("A short note.", "HIV"),
        ("", "HIV"),
        (LETTER, "name:Zebulon Quatermass"),  # never seen
        (LETTER, "person"),  # in every other document
    ],
)
def test_nothing_is_said_of_what_cannot_be_judged(told, text, label):
    assert told(text, label) is None


def test_nothing_is_said_where_the_paper_counts(told):
    assert told(LETTER, "HIV", counting="surface") is None


def test_nothing_is_said_by_small_knowledge(village):
    secret = resolve("plague", taxonomy=village.taxonomy, knowledge=village.knowledge, alpha=1.5).secret
    reading = village.knowledge.language.read(LETTER)
    assert told_as_a_whole(reading, CSanitized(village.knowledge, [secret])) == [None]


def test_words_of_a_usual_name_are_its_own(pack):
    forms = ("human immunodeficiency virus", "hiv")
    assert own_words(pack, forms, frozenset(forms)) == {"human", "immunodeficiency", "virus", "hiv"}
    rare = frozenset((*forms, "simian immunodeficiency virus"))
    assert "simian" not in own_words(pack, forms, rare)


def test_each_word_speaks_by_the_phrase_that_tells_most(english):
    reading = english.read("blood transfusion, blood bank")
    places = places_of(reading)
    weights = np.array(
        [{"blood transfusion": 4.0, "blood bank": -0.5, "blood": 1.0}.get(p, 0.5) for p in places.phrases]
    )
    assert [places.phrases[at] for at in speaking_of(weights, places)] == ["blood", "blood transfusion", "bank"]
    hidden = names_in(reading, places, ["blood transfusion"], [])
    assert hidden.tolist() == [True, True, False, False]
    assert [places.phrases[at] for at in speaking_of(weights, places.without(hidden))] == ["blood", "bank"]


def test_evidence_against_is_bounded_and_what_was_never_seen_tells_nothing():
    against, unseen = weights_of(np.array([0.0, 0.0]), np.array([200_000.0, 0.0]), 800, 262_743)
    assert against == -1
    assert np.isnan(unseen)


def test_the_surest_phrase_is_trusted_as_far_as_counts_go(english):
    places = places_of(english.read("zidovudine, anecdote"))
    assert surest_of(np.array([30.0, 0.0]), np.array([30.0, 9.0]), 0.01, places) == pytest.approx(30.05 / 35)
    assert surest_of(np.array([1.0, 0.0]), np.array([1.0, 9.0]), 0.01, places) == pytest.approx(1.05 / 6)


def test_no_text_is_certain():
    many = np.full(2_000, 15.0)
    assert len(features_of(many, 0.99, 8.0)) == len(WEIGHTS)
    assert 0 < chance_of(features_of(np.full(2_000, -1.0), 1e-6, 8.0)) < 0.001
    assert chance_of(features_of(many, 0.99, 8.0)) <= 1
