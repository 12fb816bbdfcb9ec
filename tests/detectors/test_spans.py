"""What every detector promises of its spans: exact, in order, none overlapping; and hostile texts in little time."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sfumato.detectors import entities, from_dicts, informative, patterns, term_list, to_dicts, united
from sfumato.detectors.spans import resolved
from sfumato.knowledge import MemoryKnowledge
from sfumato.languages.folding import UNSEEN
from sfumato.types import Document, Match, Term

PIECES = st.sampled_from(
    [
        "jo@example.org", "www.example.org", "212-736-5000", "4111 1111 1111 1111", "GB82WEST12345698765432",
        "12 March 1984", "1984", "aged 45", "45-year-old", "SW1A 1AA", "12 Main Street", "no. 18403/91", "MRN 123456",
        "SSN", "536-90-4399", "192.168.0.1", "40.7128, -74.0060", " ", "\n", ", ", "-", "/", ".", "(", ")", "+", "1",
        "9", "\u200b", "\u00ad", "٣", "５", "–", "the", "in", "Jo", "Straße", "é", "😀", "\ud800", "'",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=12).map("".join) | st.text()


def terms_of(text: str):
    """Terms that a language might have found, none overlapping."""
    cuts = st.lists(st.integers(0, len(text)), max_size=12, unique=True).map(sorted)
    labels = st.sampled_from(["PERSON", "GPE", "DATE", "CARDINAL", "NOUN_PHRASE"])
    return st.tuples(cuts, st.lists(labels, min_size=12, max_size=12)).map(
        lambda drawn: [
            Term(a, b, text[a:b], label) for (a, b), label in zip(pairwise(drawn[0]), drawn[1], strict=False)
        ]
    )


def check(text: str, found: list[Term]) -> None:
    assert all(0 <= term.start < term.end <= len(text) for term in found)
    assert all(term.text == text[term.start : term.end] for term in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(term.label.isupper() and term.label.replace("_", "").isalnum() for term in found)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
@example("\u200b1984\u200b")
@example("in 1984\u200b.")
@example("1\n2\n3")
def test_patterns_are_exact(text):
    found = patterns(Document("1", text))
    check(text, found)
    assert found == patterns(Document("2", text))


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.sampled_from(["\u200b", "\u00ad", "\ufeff"]))
def test_what_cannot_be_seen_hides_nothing(text, mark):
    seen = UNSEEN.sub("", text)
    hidden = mark.join(seen)
    assert [UNSEEN.sub("", term.text) for term in patterns(Document("1", hidden))] == [
        term.text for term in patterns(Document("1", seen))
    ]


@settings(max_examples=100, deadline=None)
@given(TEXTS.flatmap(lambda text: st.tuples(st.just(text), terms_of(text))))
def test_the_other_detectors_are_exact(drawn):
    text, terms = drawn
    document = Document("1", text)
    knowledge = MemoryKnowledge([Document("k", "Jo was born in 1984")])
    detectors = [patterns, entities, term_list(["Jo", "12 March", "Main Street 12"]), informative(knowledge, 1.0)]
    lists = [detector(document, terms) for detector in detectors]
    for found in lists:
        check(text, found)
    everything = united(*lists)
    check(text, everything)
    covered = {at for term in everything for at in range(term.start, term.end)}
    assert covered == {at for found in lists for term in found for at in range(term.start, term.end)}
    assert from_dicts(document, to_dicts(everything)) == everything


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9), st.booleans(), st.sampled_from("ABC"))))
def test_resolving_loses_nothing(drawn):
    matches = [Match(start, start + length, label, valid) for start, length, valid, label in drawn]
    done = resolved(matches)
    assert all(one.end <= other.start for one, other in pairwise(done))
    assert {at for one in done for at in range(one.start, one.end)} == {
        at for one in matches for at in range(one.start, one.end)
    }
    for one in done:
        inside = [match for match in matches if one.start <= match.start < one.end]
        longest = max(match.end - match.start for match in inside)
        assert one.label in {match.label for match in inside if match.end - match.start == longest}
    assert resolved(done) == done


def test_the_checked_match_gives_the_label():
    assert resolved([Match(0, 9, "A"), Match(0, 9, "B", True)]) == [Match(0, 9, "B", True)]
    assert resolved([Match(0, 9, "A"), Match(0, 9, "B")]) == [Match(0, 9, "A")]
    assert resolved([Match(0, 9, "A"), Match(2, 5, "B", True)]) == [Match(0, 9, "A")]


def test_united():
    a, b, c = Term(0, 4, "Jo D", "PERSON"), Term(3, 12, "Doe Lane 5", "X"), Term(20, 22, "it", "Y")
    assert united() == united([], []) == []
    assert united([c], [a]) == [a, c]
    assert united([a], [a]) == [a]
    assert united([Term(0, 4, "Jo D", "A")], [Term(0, 4, "Jo D", "B")]) == [Term(0, 4, "Jo D", "A")]
    assert united([Term(0, 2, "Jo", "A")], [Term(2, 4, "hn", "B")]) == [Term(0, 2, "Jo", "A"), Term(2, 4, "hn", "B")]
    assert [term.label for term in united([a], [b])] == ["X"]


HOSTILE = [
    "a",
    "A",
    "1",
    "@",
    ".",
    " ",
    "\n",
    "-",
    "(",
    "'",
    "\u200b",
    "a.",
    "a@",
    "1-",
    "12 ",
    "1:",
    "+1",
    "Aa ",
    "no. ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_texts_are_read_to_the_end(piece):
    text = (piece * 50_000)[:50_000]
    assert all(term.text == text[term.start : term.end] for term in patterns(Document("1", text)))


@pytest.mark.parametrize("piece", ["a", "1", "@", ".", " "])
def test_a_megabyte_of_anything_is_read(piece):
    assert patterns(Document("1", piece * 1_000_000)) == []
