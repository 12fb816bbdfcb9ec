"""What singles out by itself: names, numbers and rare words, as they are written."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.names import JOINING
from sfumato.languages.en.reading import read
from sfumato.risk.identifying import CONCEPT, NAMED, THRESHOLD, WEIGHTS, Shapes, features, scores

TEXT = (
    "Yesterday John Quizzlebottom of Miami bought 12,345 apples at the Bank of England and the house. "
    'His "Xyzzy" stood there. House by house. Miami was warm.'
)


def words(text, term, at=0):
    """The reading of a text and the words of a term in it."""
    reading = read(text)
    start = text.index(term, at)
    inside = [n for n in range(len(reading)) if start <= reading.starts[n] < start + len(term)]
    return Shapes(reading), inside[0], inside[-1] + 1


def names(text, term, at=0):
    shapes, first, last = words(text, term, at)
    return shapes.names_in(first, last, JOINING)


# --- writing ----------------------------------------------------------------------------------------------


def test_a_name_has_a_capital_where_only_names_have_one():
    assert names(TEXT, "Miami") == ["miami"]
    assert names(TEXT, "house") == []
    assert names(TEXT, "Yesterday") == []  # every sentence begins with one
    assert names(TEXT, "House by") == []
    assert names(TEXT, "Miami was") == ["miami"]  # known from elsewhere in the text
    assert names(TEXT, "Xyzzy") == ["xyzzy"]


def test_names_run_over_joining_words():
    assert names(TEXT, "John Quizzlebottom of Miami") == ["john quizzlebottom of miami"]
    assert names(TEXT, "the Bank of England and the house") == ["bank of england"]
    assert names(TEXT, "apples at the") == []


@pytest.mark.parametrize(
    "text", ["Rain fell.", "It fell. Rain fell.", "List:\n- Rain", "“Rain fell.", "1. \n* Rain", "so; Rain"]
)
def test_what_opens_a_sentence_a_line_or_an_item_is_no_name(text):
    shapes, first, _ = words(text, "Rain")
    assert shapes.is_name(first) is text.startswith("“")  # a quotation may be a title


def test_quotes_and_numbers():
    shapes, first, _ = words(TEXT, "Xyzzy")
    assert shapes.quoted(first)
    assert not shapes.quoted(first + 1)
    shapes, first, _ = words(TEXT, "12,345 apples")
    assert [shapes.is_number(at) for at in (first, first + 1)] == [True, False]


def test_names_that_no_term_covers():
    shapes, first, last = words(TEXT, "John Quizzlebottom")
    found = shapes.stray_names([(first, last)])
    forms = [" ".join(shapes.reading.forms[a:b]) for a, b in found]
    assert forms == ["miami", "bank", "england", "xyzzy"]
    whole = shapes.stray_names([(0, len(shapes.reading))])
    assert whole == []
    assert Shapes(read("He read Me Before You, I think.")).stray_names([]) == [(2, 5)]  # "I" is no name


@given(st.text())
def test_any_text_has_shapes(text):
    reading = read(text)
    shapes = Shapes(reading)
    for first, last in shapes.stray_names([]):
        assert 0 <= first < last <= len(reading)
        assert all(text[reading.starts[at]].isupper() for at in range(first, last))
    assert all(isinstance(name, str) and name for name in shapes.names_in(0, len(reading), JOINING))


# --- features ---------------------------------------------------------------------------------------------


def row(pack, term, label, shares=(0.0, 0.0), *, named=True, text=TEXT):
    return features(pack, *words(text, term), label, shares, named=named)


def score(pack, term, label, shares=(0.0, 0.0), *, named=True):
    return float(scores([row(pack, term, label, shares, named=named)], named=named)[0])


def test_a_weight_for_each_feature(pack):
    assert len(WEIGHTS["named"]) == len(NAMED) + 1 == len(row(pack, "Miami", "GPE")) + 1
    assert len(WEIGHTS["concept"]) == len(CONCEPT) + 1 == len(row(pack, "Miami", "GPE", named=False)) + 1


def test_features_by_name(pack):
    found = dict(zip(NAMED, row(pack, "John Quizzlebottom", "PERSON", (0.5, 0.25)), strict=True))
    assert (found["share"], found["name and share"]) == (0.25, 0.25)
    assert found["unknown"] == found["phrase"] == found["name"] == found["PERSON"] == 1
    assert found["number"] == found["quoted"] == found["place"] == 0
    assert found["rarest word"] <= 1.1
    number = dict(zip(NAMED, row(pack, "12,345 apples", "CARDINAL"), strict=True))
    assert number["number"] == number["quantity"] == 1
    assert number["number content"] > 0
    quoted = dict(zip(NAMED, row(pack, "Xyzzy", "WORK_OF_ART"), strict=True))
    assert quoted["quoted"] == quoted["work"] == 1


def test_for_a_concept_names_and_numbers_do_not_count(pack):
    for term in ("Miami", "12,345 apples", "John Quizzlebottom"):
        found = {tuple(row(pack, term, label, named=False)) for label in ("PERSON", "GPE", "CARDINAL", "NOUN_PHRASE")}
        assert len(found) == 1
        assert score(pack, term, "PERSON", named=False) < THRESHOLD["concept"]


def test_for_a_concept_a_rare_word_counts_only_if_it_was_seen_with_the_secret(pack):
    without, together = (
        dict(zip(CONCEPT, row(pack, "apples", "NOUN_PHRASE", shares, named=False), strict=True))
        for shares in ((0.0, 0.0), (0.2, 0.0))
    )
    assert without["rarest word"] == 0 < together["rarest word"]


# --- scores -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "label"),
    [("John Quizzlebottom", "PERSON"), ("Miami", "GPE"), ("12,345 apples", "CARDINAL"), ("Xyzzy", "WORK_OF_ART")],
)
def test_names_and_numbers_identify_a_named_secret(pack, term, label):
    assert score(pack, term, label) >= THRESHOLD["named"]


def test_common_words_do_not(pack):
    assert score(pack, "house", "NOUN_PHRASE") < THRESHOLD["always"] < THRESHOLD["named"]
    assert score(pack, "house", "NOUN_PHRASE", named=False) < THRESHOLD["concept"]


@given(st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_the_more_is_revealed_the_higher_the_score(pack, one, other, named):
    less, more = sorted((one, other))
    low, high = (score(pack, "apples", "NOUN_PHRASE", (share, share), named=named) for share in (less, more))
    assert 0 < low <= high < 1


def test_many_at_once(pack):
    rows = [row(pack, term, "NOUN_PHRASE") for term in ("house", "Miami", "apples")]
    assert scores(rows, named=True).tolist() == [scores([each], named=True)[0] for each in rows]
    assert scores([], named=True).shape == scores([], named=False).shape == (0,)
    assert np.all(np.diff(sorted(scores(rows, named=True))) >= 0)
