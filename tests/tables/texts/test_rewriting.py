"""Texts are changed where they are to be, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages import load
from sfumato.tables.texts.rewriting import Change, edits, rewritten


def changed(text, *parts):
    return rewritten(
        text, [Change(text.index(part), text.index(part) + len(part), *how) for part, *how in parts], load()
    )


@pytest.mark.parametrize(
    ("text", "parts", "expected"),
    [
        ("My name is Pedro.", [("Pedro", "PERSON")], "My name is person."),
        ("Four days ago, I left.", [("Four days ago", "DATE")], "Date, I left."),
        ("It ended. four days ago", [("four days ago", "DATE")], "It ended. date"),
        ("She is an engineer.", [("engineer", "JOB")], "She is a job."),
        ("A doctor came.", [("doctor", "ORG")], "An organization came."),
        ("She is a 36 years old.", [("36", "[24-36]", "value")], "She is a [24-36] years old."),
        ("He is an 18-year-old.", [("18", "[16-20]", "value")], "He is a [16-20]-year-old."),
        ("WE MET ANNA TODAY", [("ANNA", "PERSON")], "WE MET PERSON TODAY"),
        ("Anna's car", [("Anna", "PERSON")], "Person's car"),
        ("Off to Paris!", [("Paris", "city", "concept")], "Off to a city!"),
        ("Vitamin A Anna", [("Anna", "ORG")], "Vitamin A organization"),
    ],
)
def test_wording(text, parts, expected):
    assert changed(text, *parts) == expected


def test_what_overlaps_is_covered():
    text = "New York City Hall"
    assert rewritten(text, [Change(0, 8, "GPE"), Change(4, 18, "ORG")], load()) == "Location"
    assert rewritten(text, [Change(0, 13, "GPE"), Change(4, 8, "PERSON")], load()) == "Location Hall"


@st.composite
def texts_and_changes(draw):
    text = draw(st.text(st.sampled_from("ab A.an \n\u200b'-é😀1"), min_size=1, max_size=40))
    spans = draw(st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, len(text))), max_size=5))
    ways = st.sampled_from([("PERSON", "type"), ("[1-2]", "value"), ("city", "concept")])
    return text, [Change(*sorted(span), *draw(ways)) for span in spans]


@given(texts_and_changes())
def test_everything_outside_the_edits_is_untouched(case):
    text, changes = case
    made = edits(text, changes, load())
    kept, at = [], 0
    for edit in made:
        assert at <= edit.start
        kept.append(text[at : edit.start])
        at = edit.end
    kept.append(text[at:])
    new = rewritten(text, changes, load())
    assert new == "".join(part for pair in zip(kept, [*(e.text for e in made), ""], strict=True) for part in pair)
    for change in changes:
        if change.start < change.end:
            assert any(edit.start <= change.start and change.end <= edit.end for edit in made)
