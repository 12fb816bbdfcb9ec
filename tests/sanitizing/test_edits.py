"""A draft and the way back to the original, character by character; which term covers a place."""

import re
from itertools import groupby, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sfumato.languages.en.reading import read
from sfumato.languages.en.wording import worded
from sfumato.replacements.options import OTHER
from sfumato.sanitizing.edits import Change, TermIndex, drafted
from sfumato.types import LEFT_OUT, Disclosure, Option, Term

WORDS = ["Miami", "HIV", "an", "a", "his", "wife", "Mary", "cities", "and", "the", "old", "virus", ",", ".", "\n\n"]
OPTIONS = (
    Option("city", 3.0),
    Option("person", 3.0),
    Option("the 1960s", 3.0, literal=True),
    Option("X", 0.0, literal=True),
    Option("", 0.0, literal=True),  # nothing at all stands there
    LEFT_OUT,
)


def change(text, places, option, label="NOUN_PHRASE", **more):
    start, end = places[0]
    why = Disclosure((), "", 0.0, 0.0, "names")
    return Change(text[start:end], text[start:end], label, why, list(places), options=(option,), **more)


@st.composite
def drafts(draw):
    """A draft of random words, some of which are replaced."""
    words = draw(st.lists(st.sampled_from(WORDS), max_size=20))
    text = " ".join(words)
    spans = []
    at = 0
    for word in words:
        if word[0].isalpha() and draw(st.booleans()):
            spans.append((at, at + len(word)))
        at += len(word) + 1
    labels = st.sampled_from(["PERSON", "GPE", "NOUN_PHRASE"])
    changes = [change(text, [span], draw(st.sampled_from(OPTIONS)), draw(labels)) for span in spans]
    return drafted(text, changes, worded), changes


def traced(draft):
    """For each character of the draft its place in the original, or the number of the edit that made it."""
    trace = []
    at = 0
    for number, edit in enumerate(draft.edits):
        trace += [("kept", place) for place in range(at, edit.start)]
        trace += [("edit", number)] * len(edit.text)
        at = edit.end
    return trace + [("kept", place) for place in range(at, len(draft.original))]


def some_span(data, draft):
    assume(draft.text)
    start = data.draw(st.integers(0, len(draft.text) - 1))
    return start, data.draw(st.integers(start + 1, len(draft.text)))


# --- drafts -----------------------------------------------------------------------------------------------


@given(drafts())
def test_what_no_edit_made_is_where_the_origin_says(made):
    draft, _ = made
    trace = traced(draft)
    assert len(trace) == len(draft.text)
    for at, (kind, place) in enumerate(trace):
        if kind == "kept":
            assert draft.origin(at) == place
            assert draft.original[place] == draft.text[at]


@given(drafts(), st.data())
def test_edits_at_are_those_that_made_a_character_there(made, data):
    draft, _ = made
    start, end = some_span(data, draft)
    made = {number for kind, number in traced(draft)[start:end] if kind == "edit"}
    found = draft.edits_at(start, end)
    assert [edit for edit in found if edit.text] == [draft.edits[number] for number in sorted(made)]


@given(drafts(), st.data())
def test_untouched_are_the_runs_that_no_edit_made(made, data):
    draft, _ = made
    start, end = some_span(data, draft)
    kept = [place for kind, place in traced(draft)[start:end] if kind == "kept"]
    runs = [[place for _, place in run] for _, run in groupby(enumerate(kept), lambda pair: pair[1] - pair[0])]
    expected = [(run[0], run[-1] + 1) for run in runs]
    assert draft.untouched(start, end) == [(a, b) for a, b in expected if draft.original[a:b].strip()]


@given(drafts())
def test_every_place_of_a_change_is_in_an_edit_and_edits_do_not_overlap(made):
    draft, changes = made
    assert all(a.end <= b.start for a, b in pairwise(draft.edits))
    for place in (place for each in changes for place in each.places):
        assert sum(edit.start <= place[0] and place[1] <= edit.end for edit in draft.edits) == 1
    assert bool(draft.edits) is bool(changes)


def test_no_changes_no_edits():
    draft = drafted("He left Miami.", [], worded)
    assert (draft.text, draft.edits) == ("He left Miami.", ())
    assert draft.untouched(3, 7) == [(3, 7)]
    assert draft.origin(5) == 5
    assert drafted("", [], worded).text == ""


def test_the_whole_of_a_change_gets_one_wording():
    text = "Miami and Miami again"
    draft = drafted(text, [change(text, [(0, 5), (10, 15)], Option("city", 3.0), "GPE")], worded)
    assert draft.text == "A city and the city again"


def test_what_a_rule_writes_stands_as_it_is():
    text = "No 078-05-1120 there"
    given = change(text, [(3, 14)], Option("[US_SSN ending 1120]", 0.0), fixed=True)
    assert drafted(text, [given], worded).text == "No [US_SSN ending 1120] there"


def test_what_is_left_out_is_seen_to_be_missing_even_where_a_rule_wrote_it():
    text = "No 078-05-1120 there"
    given = change(text, [(3, 14)], LEFT_OUT, fixed=True)
    assert drafted(text, [given], worded).text == "No [...] there"


def test_a_change_is_spent_when_nothing_is_left_to_say():
    why = Disclosure((), "", 0.0, 0.0, "names")
    given = Change("miami", "Miami", "GPE", why, [(0, 5)], (Option("city", 3.0), LEFT_OUT))
    assert (given.option.label, given.spent) == ("city", False)
    given.at = 1
    assert (given.option, given.spent) == (LEFT_OUT, True)


# --- places -----------------------------------------------------------------------------------------------

TEXT = "The HIV-positive man of New York, N.Y."


@pytest.fixture
def places():
    terms = [Term(4, 20, "HIV-positive man", "NOUN_PHRASE"), Term(24, 32, "New York", "GPE")]
    return TermIndex(read(TEXT), terms)


@pytest.mark.parametrize(
    ("part", "form"),
    [("HIV-positive", "hiv positive"), ("IV-pos", "hiv positive"), ("New York", "new york"), (", ", "")],
)
def test_the_words_of_a_span_are_whole(places, part, form):
    start = TEXT.index(part)
    assert places.form(start, start + len(part)) == form


def test_the_term_over_a_span(places):
    assert places.term_over(4, 7) == places.term_over(4, 20) == places.terms[0]
    assert places.term_over(28, 32) == places.terms[1]
    assert places.term_over(0, 7) is places.term_over(16, 28) is places.term_over(34, 38) is None


def test_a_span_that_cuts_terms_stands_for_the_last_of_them(places):
    assert places._widened(16, 28)[1:] == (32, "GPE")
    assert places._widened(0, 5) == (4, 20, "NOUN_PHRASE")
    assert places._widened(34, 38) == (34, 38, OTHER)
    assert places._widened(21, 23) == (21, 23, OTHER)


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.data())
def test_widening_cuts_no_term(text, data):
    reading = read(text)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(reading)), max_size=6)))
    spans = [(reading.starts[a], reading.ends[b - 1]) for a, b in pairwise(cuts)][::2]
    terms = [Term(a, b, text[a:b], "NOUN_PHRASE") for a, b in spans]
    places = TermIndex(reading, terms)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    low, high, label = places._widened(start, end)
    touched = [span for span in spans if span[0] < end and start < span[1]]
    assert (low, high) == (touched[-1] if touched else (start, end))
    assert (label == OTHER) is (not touched)
    covering = [term for term in terms if term.start <= start and end <= term.end]
    if start < end:
        assert places.term_over(start, end) == (covering[0] if covering else None)


def mention_of(text, names, name):
    """The last place of a name in a text of names, as a mention."""
    places = [(text.index(each), each) for each in names]
    terms = [Term(at, at + len(each), each, "PERSON") for at, each in places]
    last = text.rindex(name)
    terms.append(Term(last, last + len(name), name, "PERSON"))
    possessive = re.compile(r"['’]s?\Z")
    return TermIndex(read(text), sorted(terms)).mention(last, last + len(name), "PERSON", possessive)


def test_a_surname_alone_is_of_whom_the_text_names_first():
    text = "Albert M. Orrin lived here, the son of Rabbi Philip Orrin. Albert Maurice Orrin sang. Orrin died."
    found = mention_of(text, ["Albert M. Orrin", "Rabbi Philip Orrin", "Albert Maurice Orrin"], "Orrin")
    assert found.whole == "Albert Maurice Orrin"
    assert (text.index("Rabbi"), text.index("Rabbi") + len("Rabbi Philip Orrin")) not in found.spans


def test_a_town_is_no_team_of_the_town():
    text = "The Quorbeck Falcons won. He lives in Quorbeck."
    terms = [Term(4, 20, "Quorbeck Falcons", "ORG"), Term(38, 46, "Quorbeck", "GPE")]
    found = TermIndex(read(text), terms).mention(38, 46, "GPE", re.compile(r"['’]s?\Z"))
    assert found.whole == ""
