"""What sentences tell of a secret by what they mean."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sfumato
from sfumato.knowledge import MemoryKnowledge
from sfumato.risk import CSanitized
from sfumato.risk.meaning import (
    BY_MEANING,
    EVERYDAY,
    RIVALS,
    Margins,
    Meaning,
    is_read,
    told_by_meaning,
    vectors_of,
)
from sfumato.types import Document, Secret

needs_model = pytest.mark.skipif(not is_read(), reason="no package carries the sentence model")
DRINK = "He has been sober for two years after all that drinking."
SOUP = "She cooked soup for the whole family."


def drinking():
    about = vectors_of(["alcoholism", "He drank too much."])
    others = vectors_of(["a broken leg", "a cold", "a fever", "a headache", "cooking", "a garden", "a train"])
    return Meaning(about, rivals=others, everyday=others)


def judge(**settings):
    texts = ["alcoholism"] * 4 + ["weather"] * 250
    secret = Secret("alcoholism", 1.5, ("alcoholism",), ("alcoholism",), meaning=drinking)
    knowledge = MemoryKnowledge(Document(str(at), text) for at, text in enumerate(texts))
    return CSanitized(knowledge, [secret], **settings)


def test_margins_that_tell():
    assert Margins(RIVALS, EVERYDAY).tell
    assert not Margins(RIVALS - 0.1, EVERYDAY).tell
    assert not Margins(RIVALS, EVERYDAY - 0.1).tell


@given(st.integers(0, 2**32 - 1))
def test_what_is_said_of_the_secret_is_nearer_to_it_than_to_others(seed):
    random = np.random.default_rng(seed)
    vectors = random.normal(size=(20, 16))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    meaning = Meaning(vectors[:1], rivals=vectors[1:10], everyday=vectors[10:])
    assert min(meaning.margins(vectors)[0]) > 0


@needs_model
def test_a_sentence_tells_by_its_meaning():
    found = told_by_meaning(f"{SOUP} {DRINK}", judge())
    assert [each.text.strip() for each in found] == [DRINK]
    told = found[0].disclosure(judge())
    assert (told.terms, told.secret, told.reason) == ((DRINK,), "alcoholism", BY_MEANING)


@needs_model
def test_what_is_exempt_tells_nothing():
    start = len(SOUP) + 1
    assert told_by_meaning(f"{SOUP} {DRINK}", judge(), [(start, start + len(DRINK))]) == []


@needs_model
def test_codes_and_single_letters_mean_nothing():
    assert told_by_meaning("Z21 b X.", judge()) == []


@needs_model
def test_function_words_tell_nothing():
    assert told_by_meaning("IF. He was.", judge()) == []


def test_as_in_the_papers_nothing_is_read():
    assert told_by_meaning(DRINK, judge(counting="surface")) == []


def test_without_the_model_nothing_is_found_and_that_is_said(monkeypatch):
    monkeypatch.setattr("sfumato.risk.meaning.encoder", lambda: None)
    assert told_by_meaning(DRINK, judge()) == []
    assert sfumato.verify(SOUP, hide="alcoholism").claim["meaning"] is False


@needs_model
def test_a_sentence_is_computed_once(monkeypatch):
    first = vectors_of([DRINK])
    monkeypatch.setattr("sfumato.languages.vectors.Encoder.texts", None)
    assert np.array_equal(vectors_of([f"  {DRINK}\n"]), first)
