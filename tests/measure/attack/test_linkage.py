"""The attackers that compare texts: against their equations, worked out by hand or written down the plain way."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.measure.attack import FUSION, NAMES, Candidate, KnownCandidates, find, linkage, telltales
from sfumato.measure.attack.ngrams import PHRASES, WORDS, ngrams_of, weighed

LINKING = [name for name in NAMES if name != FUSION and find(name).needs == "texts"]
COLOURS = KnownCandidates([Candidate("a", "red fox"), Candidate("b", "blue whale"), Candidate("c", "green frog")])

words = st.lists(st.sampled_from("oak elm ash fir yew".split()), max_size=12).map(" ".join)
worlds = st.lists(words, min_size=2, max_size=6).filter(any)


def known(texts):
    return KnownCandidates([Candidate(str(at), text) for at, text in enumerate(texts)])


def test_bm25_by_hand():
    # each word in one of three candidates, once in a text of mean length: ln(1 + 2.5/1.5) times 1
    each = math.log(1 + 2.5 / 1.5)
    assert linkage.bm25(["the red fox", "a blue frog", "a cat"], COLOURS) == pytest.approx(
        np.array([[2 * each, 0, 0], [0, each, each], [0, 0, 0]])
    )


def test_tf_idf_by_hand():
    scores = linkage.tf_idf_words(["red red fox whale"], COLOURS)[0]
    twice = 1 + math.log(2)
    length = math.sqrt(twice**2 + 1 + 1)
    assert scores == pytest.approx([(twice + 1) / math.sqrt(2) / length, 1 / math.sqrt(2) / length, 0])


def test_phrases_tell_the_order_of_words():
    both = known(["red fox jumps", "fox red jumps"])
    assert linkage.tf_idf_phrases(["red fox"], both)[0, 0] > linkage.tf_idf_phrases(["red fox"], both)[0, 1]
    assert linkage.tf_idf_words(["red fox"], both)[0] == pytest.approx([0, 0])  # all have both words


def test_characters_see_through_other_endings():
    both = known(["reading", "walking tall"])
    assert np.argmax(linkage.tf_idf_characters(["she readily reads"], both)[0]) == 0


def test_rare_phrases_by_hand():
    four = known(["oak elm", "oak ash", "oak fir", "oak yew"])
    # elm and "oak elm" have one of four: two bits each; oak has all four, more than three
    assert linkage.rare_phrases(["oak elm"], four)[0] == pytest.approx([4, 0, 0, 0])


@settings(max_examples=40, deadline=None)
@given(worlds, words)
def test_the_language_model_is_the_smoothed_likelihood(texts, text):
    world = known(texts)
    ngrams = ngrams_of(world, PHRASES)
    counts, asked = ngrams.counts.toarray(), ngrams.count([text]).toarray()[0]
    everyone = counts.sum(axis=0) / counts.sum()
    likelihood = [
        float(asked @ np.log((row + 1e5 * everyone) / (row.sum() + 1e5))) - float(asked @ np.log(1e5 * everyone))
        for row in counts
    ]
    assert linkage.language_model([text], world)[0] == pytest.approx(likelihood, abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(worlds, words)
def test_complement_naive_bayes_is_the_equation_of_its_paper(texts, text):
    world = known(texts)
    ngrams = ngrams_of(world, WORDS)
    counts = ngrams.counts.toarray()
    others = counts.sum(axis=0) - counts + 1.0
    weights = np.log(others / others.sum(axis=1, keepdims=True))
    weights = weights / np.where(weights.sum(axis=1, keepdims=True) == 0, -1, weights.sum(axis=1, keepdims=True))
    asked = ngrams.count([text]).toarray()[0]
    expected = weights @ np.where(asked > 0, 1 + np.log(np.maximum(asked, 1)), 0)
    assert linkage.complement_bayes([text], world)[0] == pytest.approx(expected, abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(worlds, words)
def test_the_classifier_is_a_ridge_regression(texts, text):
    world = known(texts)
    ngrams = ngrams_of(world, WORDS)
    examples = weighed(ngrams, ngrams.counts).toarray()
    examples = np.vstack([examples, examples])  # nothing to mask: each text is there twice
    target = np.vstack([np.eye(len(texts))] * 2)
    penalty = np.eye(examples.shape[1])
    weights = np.linalg.solve(examples.T @ examples + penalty, examples.T @ target)
    expected = weighed(ngrams, ngrams.count([text])).toarray()[0] @ weights
    assert linkage.classifier_masked([text], world)[0] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", LINKING)
def test_every_attacker_finds_who_is_described(name, animals):
    texts = ["A holt by the rivers, and mussels on a stone.", "Spines, a ball, and slugs in our gardens."]
    assert np.argmax(find(name).scores(texts, animals), axis=1).tolist() == [0, 3]


@pytest.mark.parametrize("name", LINKING)
@pytest.mark.parametrize("text", ["", "...", "Zwölf Boxkämpfer", "\ud800", "x" * 20_000, "9" * 20_000, "\u0130" * 50])
def test_nothing_known_and_odd_texts_are_scored(name, text, animals):
    scores = find(name).scores([text, "holt"], animals)
    assert scores.shape == (2, 4)
    assert np.isfinite(scores).all()


@pytest.mark.parametrize("name", LINKING)
def test_candidates_of_whom_nothing_is_known_do_no_harm(name):
    world = KnownCandidates([Candidate("1", "..."), Candidate("2", "oak and elm"), Candidate("3", "oak and ash")])
    assert np.argmax(find(name).scores(["elm"], world)[0]) == 1


@pytest.mark.parametrize("name", LINKING)
def test_twins_have_the_same_score(name):
    world = known(["oak elm ash", "fir yew oak", "oak elm ash"])
    scores = find(name).scores(["elm ash", "yew"], world)
    assert scores[:, 0] == pytest.approx(scores[:, 2], abs=1e-12)


def test_telltales_are_the_phrases_that_are_shared(animals):
    found = telltales("A holt, and mussels.", 0, animals)
    counts = {phrase: count for phrase, _, count in found}
    assert counts == {"holt": 1, "mussel": 1, "a holt": 1, "a": 2}  # the hedgehog rolls into "a ball"
    assert sum(share for _, share, _ in found) == pytest.approx(1)
    assert [share for _, share, _ in found] == sorted((share for _, share, _ in found), reverse=True)
    assert telltales("nothing of it", 1, animals) == []


def test_what_a_release_masks_is_guessed_in_linear_time():
    assert linkage._masked("He met Anna in 1998. She left.") == "maskedword met maskedword in maskedword She left."
    assert len(linkage._masked("a" * 200_000)) == 200_000


def test_too_much_text_is_known_beforehand(animals, monkeypatch):
    monkeypatch.setattr(linkage, "MOST_PIECES", 100)
    monkeypatch.setattr(linkage, "MOST_PIECED", 10_000)
    assert linkage.few_pieces(animals)
    assert linkage.few_characters(animals)
    long = KnownCandidates([Candidate("1", "oak " * 10_000), Candidate("2", "elm " * 11_000)])
    assert not linkage.few_pieces(long)
    assert not linkage.few_characters(long)
