"""What English tells of tables: numbers and dates in words, plurals, words that tell nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.tables import TABLE_WORDS, date_in_words, number_in_words

WORDS = st.sampled_from("zero one six nineteen twenty thirty hundred and a year".split())


@pytest.mark.parametrize(
    ("words", "number", "last"),
    [
        ("seven", 7, 0),
        ("nineteen", 19, 0),
        ("forty", 40, 0),
        ("thirty six year old", 36, 1),
        ("thirty nineteen", 30, 0),
        ("hundred and two", 102, 2),
        ("one hundred and two", 102, 3),
        ("two hundred forty one", 241, 3),
        ("hundred and then", 100, 0),
        ("hundred and hundred", 100, 0),
        ("year", None, 0),
    ],
)
def test_numbers_in_words(words, number, last):
    assert number_in_words(words.split(), 0) == (number, last)


@given(st.lists(WORDS, min_size=1, max_size=8), st.data())
def test_a_number_ends_within_the_text(forms, data):
    at = data.draw(st.integers(0, len(forms) - 1))
    number, last = number_in_words(forms, at)
    assert at <= last < len(forms)
    assert number_in_words(forms[at : last + 1], 0) == (number, last - at)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("14 May 2004", (2004, 5, 14)),
        ("Friday, the 14th of May, 2004", (2004, 5, 14)),
        ("Sept. 2004", (2004, 9, None)),
        ("may 14", (None, 5, 14)),
        ("May", None),
        ("2004", None),
        ("14/05/2004", None),
        ("early May 2004", None),
        ("32 May 2004", None),
        ("May June 2004", None),
        ("", None),
    ],
)
def test_dates_in_words(text, date):
    assert date_in_words(text) == date


def test_a_month_is_more_than_a_filler():
    assert {"year", "old", "of"} <= set(TABLE_WORDS.fillers)
    assert "may" not in TABLE_WORDS.fillers


@pytest.mark.parametrize(("word", "bare"), [("36th", "36"), ("36yo", "36"), ("36", "36"), ("birth", "birth")])
def test_figures_without_their_ending(word, bare):
    assert TABLE_WORDS.figure_ending.sub("", word) == bare
