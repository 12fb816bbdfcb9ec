"""Of which words a word may be a form."""

import pytest

from sfumato.languages.en.inflections import bases


@pytest.mark.parametrize(
    ("word", "base"),
    [("nastier", "nasty"), ("biggest", "big"), ("wider", "wide"), ("coddling", "coddle"), ("stopped", "stop")],
)
def test_it_is_among_them(word, base):
    assert base in bases(word)


@pytest.mark.parametrize("word", ["Truvada", "Descovy", "x", "", "er"])
def test_a_word_is_no_form_of_itself(word):
    assert word not in bases(word)
