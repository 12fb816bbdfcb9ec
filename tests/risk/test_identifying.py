"""What singles out by itself: names, numbers and rare words, as they are written."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.names import JOINING
from sfumato.languages.en.reading import read
from sfumato.risk.identifying import NAMED, THRESHOLD, WEIGHTS, Shapes, features, is_superlative, scores

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


def row(pack, term, label, share=0.0, *, text=TEXT):
    return features(pack, *words(text, term), label, share)


def score(pack, term, label, share=0.0, *, text=TEXT, nouns=False):
    shapes, first, last = words(text, term)
    return float(scores(pack, shapes, [(first, last, label)], [share], nouns=nouns)[0])


def test_a_weight_for_each_feature(pack):
    assert len(WEIGHTS) == len(NAMED) + 1 == len(row(pack, "Miami", "GPE")) + 1


def test_features_by_name(pack):
    found = dict(zip(NAMED, row(pack, "John Quizzlebottom", "PERSON", 0.25), strict=True))
    assert (found["share"], found["name and share"]) == (0.25, 0.25)
    assert found["unknown"] == found["phrase"] == found["name"] == found["PERSON"] == 1
    assert found["number"] == found["quoted"] == found["place"] == 0
    assert found["rarest word"] <= 1.1
    number = dict(zip(NAMED, row(pack, "12,345 apples", "CARDINAL"), strict=True))
    assert number["number"] == number["quantity"] == 1
    assert number["number content"] > 0
    quoted = dict(zip(NAMED, row(pack, "Xyzzy", "WORK_OF_ART"), strict=True))
    assert quoted["quoted"] == quoted["work"] == 1


# --- scores -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "label"),
    [("John Quizzlebottom", "PERSON"), ("Miami", "GPE"), ("12,345 apples", "CARDINAL"), ("Xyzzy", "WORK_OF_ART")],
)
def test_names_and_numbers_identify(pack, term, label):
    assert score(pack, term, label) >= THRESHOLD["auto"]


def test_a_capital_inside_a_word_makes_a_name():
    shapes, first, _ = words("iTunes sold songs.", "iTunes")
    assert shapes.is_name(first)


def test_common_nouns_are_weighed_only_if_asked_for(pack):
    assert score(pack, "house", "NOUN_PHRASE") == score(pack, "apples at", "NOUN_PHRASE", 0.5) == 0
    assert 0 < score(pack, "house", "NOUN_PHRASE", nouns=True) < THRESHOLD["auto"]


@pytest.mark.parametrize(
    ("text", "term", "expected"),
    [
        ("It is the second-largest city.", "second-largest city", True),
        ("It is the most populous city.", "populous city", True),
        ("He was among the best teachers.", "best teachers", True),
        ("It has a forest of its own.", "forest", False),
        ("The guest had an interest in tests.", "interest", False),
        ("At most. Cities fell.", "Cities", False),
    ],
)
def test_a_superlative_identifies(pack, text, term, expected):
    shapes, first, last = words(text, term)
    assert is_superlative(pack, shapes.reading, first, last) is expected
    assert score(pack, term, "NOUN_PHRASE", text=text) == float(expected)


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_more_is_revealed_the_higher_the_score(pack, one, other):
    less, more = sorted((one, other))
    low, high = (score(pack, "Miami", "GPE", share) for share in (less, more))
    assert 0 < low <= high < 1


def test_many_at_once(pack):
    shapes = Shapes(read(TEXT))
    spans = [(words(TEXT, term)[1], words(TEXT, term)[2], "NOUN_PHRASE") for term in ("house", "Miami", "apples")]
    found = scores(pack, shapes, spans, [0.0] * 3)
    assert found.tolist() == [scores(pack, shapes, [span], [0.0])[0] for span in spans]
    assert scores(pack, shapes, [], []).shape == (0,)
    assert np.all(found >= 0)


# --- what is no name by its capital -----------------------------------------------------------------------


def test_a_date_or_an_amount_is_no_name(pack):
    text = "It came out in August 1983 for US$80."
    at = NAMED.index("name")
    assert features(pack, *words(text, "August 1983"), "DATE", 0.0)[at] == 0
    assert features(pack, *words(text, "August 1983"), "NOUN_PHRASE", 0.0)[at] == 1


def test_a_word_of_the_language_is_a_name_only_where_the_parser_or_quotes_say_so(pack):
    text = 'He was the best Actor in "Actor" of that year.'
    at = NAMED.index("name")

    def named(label, start=0):
        return features(pack, *words(text, "Actor", start), label, 0.0, lambda name: name == "actor")[at]

    assert (named("NOUN_PHRASE"), named("PERSON"), named("NOUN_PHRASE", text.index('"'))) == (0, 1, 1)


def test_what_the_parser_names_may_begin_a_sentence(pack):
    text = "They met. Quizzlebottom left. Yesterday he wrote."
    at = NAMED.index("name")
    assert features(pack, *words(text, "Quizzlebottom"), "PERSON", 0.0)[at] == 1
    assert features(pack, *words(text, "Quizzlebottom"), "NOUN_PHRASE", 0.0)[at] == 0
    assert features(pack, *words(text, "Yesterday"), "PERSON", 0.0, lambda name: True)[at] == 0


def test_an_acronym_is_a_name_anywhere_but_in_a_line_of_capitals():
    assert names("It is listed (as:XYZQ) now.", "XYZQ") == ["xyzq"]
    assert names("FACTS\nHe left.", "FACTS") == []


def test_a_year_before_a_noun_is_a_date(pack):
    text = "She saw the 1981 film and 1981 films."
    shapes, first, last = words(text, "1981 film")
    assert shapes.year_in(first, last) == first
    assert features(pack, shapes, first, last, "NOUN_PHRASE", 0.0) == features(
        pack, shapes, first, first + 1, "DATE", 0.0
    )
    shapes, first, last = words(text, "1981 films")
    assert shapes.year_in(first, last) is None  # as many films


def test_a_phrase_weighs_as_much_as_the_one_name_in_it(pack):
    text = "It is an American multinational tyre company of Bank Street fame."
    assert score(pack, "American multinational tyre company", "NOUN_PHRASE", text=text) == score(
        pack, "American", "NOUN_PHRASE", text=text
    )


def test_titles():
    def is_title(said):
        shapes, first, last = words(f"She saw {said} there.", said)
        return shapes.is_title(first, last)

    assert is_title("Knight and Day")
    assert is_title("Stalag 17")
    assert not is_title("Knight and day")
    assert not is_title("Knight")
