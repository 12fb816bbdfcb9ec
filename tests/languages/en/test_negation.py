"""Which statements deny, and above all which do not: what is taken for denied may stay in a released text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.negation import negated
from sfumato.languages.en.reading import read

WORDS = ["no", "not", "never", "cannot", "without", "negative", "negative for", "was ruled out", "rule out", "absent"]
WORDS += ["neither", "nor", "HIV", "syphilis", "she", "has", "and", "but", ",", ".", "\n", "fever", "test", "didn't"]


def denied(text):
    return [text[a:b] for a, b in negated(read(text))]


def is_denied(text, word="HIV"):
    at = text.index(word)
    return any(a <= at and at + len(word) <= b for a, b in negated(read(text)))


@pytest.mark.parametrize(
    "text",
    [
        "She is HIV negative.",
        "an HIV-negative man",
        "She tested negative for HIV",
        "no HIV",
        "NO HIV",
        "No sign of HIV",
        "no evidence of an HIV infection",
        "The patient denies HIV.",
        "free of HIV",
        "without syphilis or HIV",
        "neither syphilis nor HIV",
        "HIV was ruled out",
        "The HIV test came back negative.",
        "HIV has been ruled out.",
        "HIV was not detected",
        "HIV is absent",
        "no known HIV",
        "Was it syphilis? Never. Not HIV.",
    ],
)
def test_denied(text):
    assert is_denied(text)


@pytest.mark.parametrize(
    "text",
    [
        "She is HIV positive.",
        "HIV was found",
        "He has HIV. No fever.",
        "She has HIV without fever",
        "no fever, but HIV",
        "no fever but HIV",
        "no fever and HIV",
        "He is HIV positive and hepatitis negative",
        "not one two three four five six HIV",  # out of reach
        "HIV one two three four five six negative",
        "not only HIV",
        "not just HIV",
        "She no longer has HIV",  # so that she had it
        "There is no doubt that he has HIV",
        # a denial that is denied
        "She is not HIV negative.",
        "She isn't HIV negative.",
        "The HIV test was not negative.",
        "The HIV test was never negative.",
        "HIV cannot be ruled out",
        "cannot rule out HIV",
        "HIV was not excluded",
        "did not deny HIV",
        "not without HIV",
        # knowing and telling are denied, not what is known
        "No one knows that he has HIV.",
        "He did not know of HIV",
        "She never told him of HIV",
    ],
)
def test_not_denied(text):
    assert not is_denied(text)


def test_where():
    assert denied("She is HIV negative. No sign of syphilis, but hepatitis was found.") == [
        "She is HIV negative",
        "No sign of syphilis",
    ]
    assert denied("") == denied("no") == denied("negative") == denied("...") == []


@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
def test_what_is_denied_lies_in_one_clause_and_is_no_more_than_a_few_words(text):
    reading = read(text)
    spans = negated(reading)
    assert spans == sorted(set(spans))
    for start, end in spans:
        inside = [at for at in range(len(reading)) if start <= reading.starts[at] and reading.ends[at] <= end]
        assert 2 <= len(inside) <= 6 + 4  # with the cue
        assert (reading.starts[inside[0]], reading.ends[inside[-1]]) == (start, end)
        assert len({reading.clauses[at] for at in inside}) == 1


@given(st.text())
def test_any_text(text):
    assert all(0 <= a < b <= len(text) for a, b in negated(read(text)))
