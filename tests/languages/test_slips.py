"""Slips of the finger: what they make of a word, and which word was meant."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.slips import is_longer, is_other, is_swap, meant, slips, typed

LETTERS = string.ascii_lowercase
WORDS = st.text(LETTERS, min_size=4, max_size=12)


@given(WORDS)
def test_a_word_and_its_slips_differ_by_one(word):
    assert all(is_swap(word, slip) or is_longer(word, slip) or is_other(word, slip) for slip in slips(word, LETTERS))


@given(WORDS)
def test_one_can_slip_back(word):
    assert all(word in set(slips(slip, LETTERS)) for slip in typed(word) if slip != word and len(slip) > 3)


def test_very_short_words_are_slips_by_swapping_alone():
    assert set(slips("hvi", LETTERS)) == {"vhi", "hiv"}


KNOWN = {"diuretic": 60, "diabetic": 800, "erythromycin": 7, "heaven": 900, "table": 5000}


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("diaretic", ("diabetic", "diuretic")),
        ("erythromicin", ("erythromycin",)),
        ("diuretik", ("diuretic",)),
        ("talbe", ()),  # too short to tell
        ("zqtarvy", ()),
    ],
)
def test_what_was_meant(word, words):
    assert meant(word, lambda each: KNOWN.get(each, 0), LETTERS) == words


def test_a_rare_word_is_meant_only_by_a_long_one():
    assert meant("diuretik", lambda each: {"diuretic": 7}.get(each, 0), LETTERS) == ()
