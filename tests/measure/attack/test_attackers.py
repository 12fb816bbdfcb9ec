"""All attackers together: they see nothing but words, one text tells nothing of another, the same goes in and out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.measure.attack import (
    FUSED,
    FUSION,
    INFERRING,
    NAMES,
    Candidate,
    Known,
    able,
    attack,
    fused,
    named,
    without_placeholders,
)
from sfumato.measure.attack import attackers as module

TEXTS = ["A holt by the river.", "It felled two trees.", "[...] at dusk", ""]


def test_every_attacker_scores_every_candidate(asked):
    scores = attack(TEXTS, asked)
    assert tuple(scores) == NAMES
    assert all(score.shape == (4, 4) and np.isfinite(score).all() for score in scores.values())


def test_the_same_comes_out_each_time(asked, pages):
    again = attack(TEXTS, Known(asked.candidates, knowledge=pages))
    for name, score in attack(TEXTS, asked).items():
        assert np.array_equal(score, again[name]), name


def test_no_text_tells_of_another(asked):
    together = attack(TEXTS, asked)
    for at, text in enumerate(TEXTS):
        for name, score in attack([text], asked).items():
            assert score[0] == pytest.approx(together[name][at], abs=1e-9), name


def test_attackers_never_see_an_id(asked, pages):
    """The ids say whom a text is about; they may be anything."""
    renamed = [Candidate(f"holt {TEXTS[0]} {at}", each.text, each.name) for at, each in enumerate(asked.candidates)]
    others = attack(TEXTS, Known(renamed, knowledge=pages))
    for name, score in attack(TEXTS, asked).items():
        assert np.array_equal(score, others[name]), name


def test_the_order_of_candidates_makes_no_difference(asked, pages):
    turned = attack(TEXTS, Known(asked.candidates[::-1], knowledge=pages))
    for name, score in attack(TEXTS, asked).items():
        assert score == pytest.approx(turned[name][:, ::-1], abs=1e-9), name


def test_without_knowledge_nobody_infers(animals):
    assert set(NAMES) - set(able(animals)) == set(INFERRING)
    assert not set(attack(TEXTS, animals)) & set(INFERRING)
    with pytest.raises(InputError, match="inference needs the knowledge"):
        attack(TEXTS, animals, ["inference"])


def test_attackers_by_name(animals):
    assert named("ALL") == list(NAMES)
    assert named("naive-bayes, BM25,naive bayes,") == ["naive Bayes", "BM25"]
    assert list(attack(TEXTS, animals, ["fusion", "BM25"])) == ["BM25", "fusion"]
    for wrong in ("guess", ",", ""):
        with pytest.raises(InputError, match="there are: BM25"):
            named(wrong)
    with pytest.raises(InputError, match="no attacker is called guess"):
        attack(TEXTS, animals, ["guess"])


def test_each_attacker_is_told(animals):
    told = []
    attack(TEXTS, animals, ["BM25", "rare phrases"], told.append)
    assert told == ["BM25", "rare phrases"]


def test_what_is_too_large_is_left_out_or_refused(animals, monkeypatch):
    monkeypatch.setitem(module._FITS, "classifier", lambda known: False)
    assert "classifier" not in able(animals)
    left = attack(TEXTS, animals)
    assert "classifier" not in left
    assert left[FUSION] == pytest.approx(fused([left[name] for name in FUSED if name != "classifier"]))
    with pytest.raises(InputError, match="too much memory"):
        attack(TEXTS, animals, ["classifier"])
    monkeypatch.setattr(module, "MOST_SCORES", 10)
    with pytest.raises(InputError, match="attack fewer texts at a time"):
        attack(TEXTS, animals)
    with pytest.raises(InputError, match="no text"):
        attack([], animals)


def test_fusion_by_hand():
    one, other = np.array([[3.0, 2.0, 1.0]]), np.array([[5.0, 5.0, 9.0]])
    expected = [1 / 61 + 1 / 62.5, 1 / 62 + 1 / 62.5, 1 / 63 + 1 / 61]
    assert fused([one, other])[0] == pytest.approx(expected)


@pytest.mark.parametrize(
    "hidden", ["[...]", "[PERSON]", "<DATE_TIME>", "████", "****", "____", "REDACTED", "SENSITIVE", "XXXX"]
)
def test_placeholders_are_left_out(hidden):
    assert without_placeholders(f"He met {hidden} there.").split() == ["He", "met", "there."]


def test_words_that_only_look_like_placeholders_stay():
    for text in ("a < b and c > d", "He removed it.", "XX", "a * b", "[" + "x" * 50 + "]"):
        assert without_placeholders(text) == text
    assert without_placeholders("NN met N", ["NN", ""]).split() == ["met", "N"]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_leaving_out_adds_nothing(text):
    assert len(without_placeholders(text)) <= len(text)
