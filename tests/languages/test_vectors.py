"""Sentences and words as vectors: those of the model, computed without its package."""

from __future__ import annotations

import numpy as np
import pytest

from sfumato.languages.vectors import SIZE, Encoder, encoder
from sfumato.languages.wordpieces import WordPieces

TEXTS = ["He was diagnosed with HIV.", "The patient has AIDS.", "The bank raised its rates.", "A cat sat on the mat."]


@pytest.fixture(scope="module")
def model() -> Encoder:
    made = encoder()
    assert made is not None, "make sets up the model"
    return made


def test_texts_that_mean_the_like_are_near(model: Encoder) -> None:
    vectors = model.texts(TEXTS)
    assert vectors.shape == (len(TEXTS), SIZE)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    likeness = vectors @ vectors.T
    assert likeness[0, 1] == pytest.approx(0.693, abs=0.01)  # as the model's own package has it
    assert likeness[0, 2] == pytest.approx(0.056, abs=0.01)


def test_a_text_has_the_same_vector_among_others(model: Encoder) -> None:
    assert np.allclose(model.texts(TEXTS)[2], model.texts(TEXTS[2:3])[0], atol=1e-5)
    assert np.allclose(model.texts(TEXTS[:1])[0], model.in_context(TEXTS[0], 0, 2)[0], atol=1e-4)


def test_a_word_has_another_vector_in_another_sentence(model: Encoder) -> None:
    river, money = "They sat on the bank of the river.", "She took a loan from the bank."
    one, other = (model.in_context(text, text.index("bank"), text.index("bank") + 4)[1] for text in (river, money))
    assert float(one @ other) < 0.9


def test_words_are_cut_into_the_longest_pieces() -> None:
    pieces = WordPieces(["[CLS]", "[SEP]", "[UNK]", "un", "##aff", "##able", "##ord", "cafe", ","])
    assert pieces("Unaffable, café xyz", 100) == (
        [0, 3, 4, 5, 8, 7, 2, 1],
        [(0, 0), (0, 9), (0, 9), (0, 9), (9, 10), (11, 15), (16, 19), (0, 0)],
    )
    assert len(pieces("un un un un", 4).ids) == 4
