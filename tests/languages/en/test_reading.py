"""A text as its reader sees it: words, clauses, phrases, and which of them are judged together."""

from itertools import groupby, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sfumato.knowledge import MemoryKnowledge
from sfumato.knowledge.stream import clauses_of
from sfumato.languages.en import English
from sfumato.languages.en.normalform import STOP_WORDS, normal_form
from sfumato.languages.en.reading import _read, _read_long, parts, read, read_disguised
from sfumato.languages.reading import LONGEST, contexts, forms_of, in_contexts, phrases, places, places_of, visible
from sfumato.types import Document

ENGLISH = English()
PIECES = ["HIV", "blood", "transfusions", "of", "the", "St.", "U.S.", "AIDS", "J.", "3.5", "x-ray", "end.", ","]
PIECES += [";", "\n", "\n\n", '"', "!", "(", ")", "\u200b", "\u00ad", "—", "\u115f", "Über", "42"]
texts = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join))


def clauses(text):
    """The words of each clause."""
    reading = read(text)
    words = zip(reading.clauses, reading.forms, strict=True)
    return [[form for _, form in clause] for _, clause in groupby(words, lambda word: word[0])]


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("In Paris, France. He had AIDS", [["in", "paris"], ["france"], ["he", "had", "AIDS"]]),
        ("of St. Louis", [["of", "st", "louis"]]),
        ("J. Edgar of the U.S. Army", [["j", "edgar", "of", "the", "US", "army"]]),
        ("it is 3.5 mg. Then", [["it", "is", "3.5", "mg"], ["then"]]),
        ("a blood\ntransfusion", [["a", "blood", "transfusion"]]),
        ("Blood\nTransfusion", [["blood"], ["transfusion"]]),
        ("im\u200bmune sys\u00adtem", [["immune", "system"]]),
        ("HIV-positive", [["hiv", "positive"]]),
        ("(", []),
        ("", []),
        ("\u200b", []),
    ],
)
def test_words_in_clauses(text, read_as):
    assert clauses(text) == read_as


@given(texts)
def test_words_stand_where_they_say(text):
    reading = read(text)
    assert len(reading) == len(reading.starts) == len(reading.ends) == len(reading.clauses)
    assert all(0 <= a < b <= len(text) for a, b in zip(reading.starts, reading.ends, strict=True))
    assert all(end <= start for end, start in zip(reading.ends, reading.starts[1:], strict=False))
    assert " ".join(reading.forms) == normal_form(text)
    assert all(0 <= b - a <= 1 for a, b in pairwise(reading.clauses))


@given(texts)
@example("US, WHO. it IT")
def test_it_is_read_as_the_knowledge_counts(text):
    assert clauses(text) == list(clauses_of(text, ENGLISH))


@given(texts)
def test_every_phrase_is_one_that_the_knowledge_counts(text):
    knowledge = MemoryKnowledge([Document("1", text)])
    assert all(knowledge.count(form) == 1 for form in phrases(read(text)))


@given(texts, st.integers(1, 5))
def test_phrases_are_all_runs_of_words_that_begin_and_end_with_none_of_function(text, longest):
    reading = read(text)
    forms, at = reading.forms, range(len(reading))
    runs = [(a, b) for a in at for b in range(a + 1, min(a + longest, len(forms)) + 1)]
    expected = {
        (" ".join(forms[a:b]), a, b)
        for a, b in runs
        if reading.clauses[a] == reading.clauses[b - 1] and not {forms[a], forms[b - 1]} & STOP_WORDS
    }
    assert {(form, a, b) for form, spans in phrases(reading, longest).items() for a, b in spans} == expected


def test_phrases_go_no_further_than_the_longest():
    found = phrases(read("one blood transfusion unit costs money"))
    assert "blood transfusion unit cost" in found
    assert max(len(form.split()) for form in found) == LONGEST


@given(texts, st.sampled_from(["sentence", "paragraph", "document"]))
def test_contexts_are_the_whole_text_in_pieces(text, kind):
    spans = contexts(text, kind, ENGLISH)
    assert "".join(text[a:b] for a, b in spans) == text
    assert all(a < b for a, b in spans) or kind == "document"


@pytest.mark.parametrize(
    ("text", "kind", "pieces"),
    [
        ("One here. Two there!", "sentence", ["One here.", " Two there!"]),
        ("He met Dr. Who. And J. Edgar.", "sentence", ["He met Dr. Who.", " And J. Edgar."]),
        ("in St. Louis, U.S. soil", "sentence", ["in St. Louis, U.S. soil"]),
        ('"He left." So', "sentence", ['"He left."', " So"]),
        ("A list:\none\n\ntwo", "sentence", ["A list:\n", "one\n\n", "two"]),
        ("one\ntwo\n \t\nthree", "paragraph", ["one\ntwo\n \t\n", "three"]),
        ("one. two.\n\nthree", "document", ["one. two.\n\nthree"]),
    ],
)
def test_contexts(text, kind, pieces):
    assert [text[a:b] for a, b in contexts(text, kind, ENGLISH)] == pieces


def test_disguises_are_read_through_at_their_places():
    text = "The zid\u043evudine, the pneumo-\n  cystis and a well-\nKnown town."
    seen = read_disguised(text)
    assert [seen.forms[at] for at in (1, 3)] == ["zidovudine", "pneumocystis"]
    assert [text[seen.starts[at] : seen.ends[at]] for at in (1, 3)] == ["zid\u043evudine", "pneumo-\n  cystis"]
    assert read_disguised("Plain text - no disguise.") is None


@given(texts)
def test_what_is_visible_is_what_is_read_and_what_stands_under_disguises(text):
    expected = {}
    for reading in filter(None, (read(text), read_disguised(text))):
        for form, spans in phrases(reading).items():
            expected.setdefault(form, set()).update((reading.starts[a], reading.ends[b - 1]) for a, b in spans)
    found = visible(text, ENGLISH)
    assert {form: set(spans) for form, spans in found.items()} == expected
    assert all(len(set(spans)) == len(spans) for spans in found.values())
    assert all(0 <= a < b <= len(text) for spans in found.values() for a, b in spans)


def test_a_word_is_seen_in_all_its_places_plain_or_not():
    text = "zidovudine or zid\u043evudine, blood\u2011transfusion"
    assert [text[a:b] for a, b in visible(text, ENGLISH)["zidovudine"]] == ["zidovudine", "zid\u043evudine"]
    assert len(visible(text, ENGLISH)["blood transfusion"]) == 1


@given(texts, st.sampled_from(["sentence", "paragraph", "document"]))
def test_what_stands_in_each_context(text, kind):
    places, spans = visible(text, ENGLISH), contexts(text, kind, ENGLISH)
    expected = [
        {form: here for form, each in places.items() if (here := [(a, b) for a, b in each if start <= a and b <= end])}
        for start, end in spans
    ]
    assert in_contexts(places, spans) == expected


ENDS = [
    ".\n",
    "patient.\n",
    "\n\n",
    ":\n",
    "has aids",
    "aids",
    "SHOUT",
    "LOUD",
    "A1",
    "\r\n",
    "&shy;",
    "\\x2abc",
    "def.\n",
]


@given(st.lists(st.sampled_from([*PIECES, *ENDS, " "]), max_size=60).map("".join))
def test_a_text_reads_the_same_part_by_part(text):
    whole, long = _read(text), _read_long(text)
    assert "".join(parts(text)) == text
    for column in ("starts", "ends", "forms", "clauses", "content"):
        assert getattr(long, column) == getattr(whole, column)
    assert list(phrases(long).items()) == list(phrases(whole).items())
    assert list(places(long).items()) == list(places(whole).items())
    assert forms_of(long) == forms_of(whole)
    assert all(places_of(form, long) == spans for form, spans in places(whole).items())
