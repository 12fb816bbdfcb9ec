"""All attackers together: they see nothing but words, one text tells nothing of another, the same goes in and out."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.languages import load
from sfumato.measure.attack import (
    FUSED,
    FUSION,
    NAMES,
    Candidate,
    KnownCandidates,
    able,
    asks_knowledge,
    find,
    fused,
    linkage,
    named,
    scored,
    without_placeholders,
)
from sfumato.measure.attack import attackers as module

TEXTS = ["A holt by the river.", "It felled two trees.", "[...] at dusk", ""]


def test_every_attacker_scores_every_candidate(asked):
    scores = scored(TEXTS, asked)
    assert tuple(scores) == NAMES
    assert all(score.shape == (4, 4) and np.isfinite(score).all() for score in scores.values())


def test_the_same_comes_out_each_time(asked, pages):
    again = scored(TEXTS, KnownCandidates(asked.candidates, knowledge=pages))
    for name, score in scored(TEXTS, asked).items():
        assert np.array_equal(score, again[name]), name


def test_no_text_tells_of_another(asked):
    together = scored(TEXTS, asked)
    for at, text in enumerate(TEXTS):
        for name, score in scored([text], asked).items():
            assert score[0] == pytest.approx(together[name][at], abs=1e-9), name


def test_attackers_never_see_an_id(asked, pages):
    """The ids say whom a text is about; they may be anything."""
    renamed = [Candidate(f"holt {TEXTS[0]} {at}", each.text, each.name) for at, each in enumerate(asked.candidates)]
    others = scored(TEXTS, KnownCandidates(renamed, knowledge=pages))
    for name, score in scored(TEXTS, asked).items():
        assert np.array_equal(score, others[name]), name


def test_the_order_of_candidates_makes_no_difference(asked, pages):
    turned = scored(TEXTS, KnownCandidates(asked.candidates[::-1], knowledge=pages))
    for name, score in scored(TEXTS, asked).items():
        assert score == pytest.approx(turned[name][:, ::-1], abs=1e-9), name


def test_without_knowledge_nobody_infers(animals):
    assert set(NAMES) - set(able(animals)) == {"inference", "inference bits"}
    assert not asks_knowledge(list(scored(TEXTS, animals)))
    assert asks_knowledge(NAMES)
    with pytest.raises(InputError, match="inference needs the knowledge"):
        scored(TEXTS, animals, ["inference"])


def test_attackers_by_name(animals):
    assert named("ALL") == list(NAMES)
    assert named("naive-bayes, BM25,naive bayes,") == ["naive Bayes", "BM25"]
    assert list(scored(TEXTS, animals, ["fusion", "BM25"])) == ["BM25", "fusion"]
    for wrong in ("guess", ",", ""):
        with pytest.raises(InputError, match="there are: BM25"):
            named(wrong)
    with pytest.raises(InputError, match="no attacker is called guess"):
        scored(TEXTS, animals, ["guess"])


def test_each_attacker_is_told(animals):
    told = []
    scored(TEXTS, animals, ["BM25", "rare phrases"], told.append)
    assert told == ["BM25", "rare phrases"]


def test_what_is_too_large_is_left_out_or_refused(animals, monkeypatch):
    monkeypatch.setattr(linkage, "MOST_PIECES", 3)
    assert set(NAMES) - set(able(animals)) == {"classifier", "classifier masked", "inference", "inference bits"}
    left = scored(TEXTS, animals)
    assert "classifier" not in left
    assert left[FUSION] == pytest.approx(fused([left[name] for name in FUSED if "classifier" not in name]))
    with pytest.raises(InputError, match="too much memory"):
        scored(TEXTS, animals, ["classifier"])
    monkeypatch.setattr(module, "MOST_SCORES", 10)
    with pytest.raises(InputError, match="attack fewer texts at a time"):
        scored(TEXTS, animals)
    with pytest.raises(InputError, match="no text"):
        scored([], animals)


# --- attackers of others ---


LONGEST = """
import numpy as np
class Longest:
    name, needs = "Longest", "texts"
    def fits(self, known): return True
    def scores(self, texts, known):
        return np.tile([float(len(text)) for text in known.texts], (len(texts), 1))
longest = Longest()
"""


@pytest.fixture
def declared(install):
    """Installs a distribution that declares an attacker of its own, and one that takes a name of ours."""
    install("guessing", LONGEST, "[sfumato.attackers]\nlongest = guessing:longest\nbm25 = guessing:longest\n")


@pytest.mark.usefixtures("declared")
def test_an_attacker_of_another_distribution_takes_part_only_if_it_is_named(animals):
    assert "guessing:longest" not in able(animals)
    assert "guessing:longest" not in scored(TEXTS, animals)
    assert "guessing" not in sys.modules  # not even loaded
    assert named("guessing:longest, fusion, bm25") == ["guessing:longest", "fusion", "BM25"]
    scores = scored(TEXTS, animals, ["guessing:longest", "BM25"])
    assert list(scores) == ["BM25", "guessing:longest"]
    assert np.argmax(scores["guessing:longest"], axis=1).tolist() == [2] * 4
    for wrong in ("guess", "longest"):
        with pytest.raises(InputError, match="inference bits, guessing:bm25, guessing:longest"):
            named(wrong)


@pytest.mark.usefixtures("declared")
def test_an_attacker_of_ours_is_not_replaced():
    assert find("BM25") is linkage.BM25
    assert find("guessing:bm25") is not linkage.BM25


# --- fusion and placeholders ---


def test_fusion_by_hand():
    one, other = np.array([[3.0, 2.0, 1.0]]), np.array([[5.0, 5.0, 9.0]])
    expected = [1 / 61 + 1 / 62.5, 1 / 62 + 1 / 62.5, 1 / 63 + 1 / 61]
    assert fused([one, other])[0] == pytest.approx(expected)


@pytest.mark.parametrize(
    "hidden", ["[...]", "[PERSON]", "<DATE_TIME>", "████", "****", "____", "REDACTED", "SENSITIVE", "XXXX"]
)
def test_placeholders_are_left_out(hidden):
    assert without_placeholders(f"He met {hidden} there.", load()).split() == ["He", "met", "there."]


def test_words_that_only_look_like_placeholders_stay():
    for text in ("a < b and c > d", "He removed it.", "XX", "a * b", "[" + "x" * 50 + "]"):
        assert without_placeholders(text, load()) == text
    assert without_placeholders("NN met N", load(), ["NN", ""]).split() == ["met", "N"]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_leaving_out_adds_nothing(text):
    assert len(without_placeholders(text, load())) <= len(text)
