"""Which spans of a text are terms, and where exactly they begin and end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfumato.languages import load
from sfumato.languages.en import English
from sfumato.languages.en.normalform import STOP_WORDS, normal_form
from sfumato.types import Document, Term


def terms(language: English, text: str) -> list[Term]:
    found = list(language.terms(Document("test", text)))
    assert all(term.text == text[term.start : term.end] and term.text for term in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    return found


def texts(language: English, text: str) -> list[str]:
    return [term.text for term in terms(language, text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He has hepatitis C. The patient was told.", ["hepatitis C", "patient"]),
        ("The patient has hepatitis C.", ["patient", "hepatitis C"]),
        ("He lives in the U.S. The family moved there.", ["U.S.", "family"]),
        ("She lives in the U.S.", ["U.S."]),
        ("HIV\n\nThe human immunodeficiency virus", ["HIV", "human immunodeficiency virus"]),
        ("He is HIV-positive and anti-HIV drugs help.", ["HIV-positive", "anti-HIV drugs"]),
        ("Their co-factors were found.", ["co-factors"]),
        ("It was his mother's illness.", ["mother's illness"]),
        ("Treatment began in May.", ["Treatment", "May"]),
        ('They are members of the genus "Lentivirus".', ["members", "genus", "Lentivirus"]),
        ("Two copies of the viral genome were counted.", ["copies", "viral genome"]),
        ("George W. Bush met her.", ["George W. Bush"]),
        ("I saw you and she saw it.", []),
        ("I was an alcoholic and drank vodka.", ["alcoholic", "vodka"]),
        ("Drink lots of water and take one pill a day.", ["lots of water", "pill"]),
        ("He lost none and won a lot. It is a bit odd.", []),
        ("Wipe front to back, swaying from side to side.", []),
        ("I HAD A FLARE-UP AND NOW A LOT LESS PAIN.", ["FLARE-UP", "LESS PAIN"]),
        ("!!! ... ??? --- 😀", []),
        ("", []),
        (" \t\r\n \u200b ", []),
    ],
)
def test_examples(language: English, text: str, expected: list[str]) -> None:
    assert texts(language, text) == expected


def test_labels(language: English) -> None:
    found = {term.text: term.label for term in terms(language, "Barack Obama spoke about the disease in Miami.")}
    assert found == {"Barack Obama": "PERSON", "disease": "NOUN_PHRASE", "Miami": "GPE"}


def test_an_entity_labels_a_phrase_only_where_it_covers_the_head(language: English) -> None:
    found = {term.text: term.label for term in terms(language, "The American company left the United States.")}
    assert found == {"American company": "NOUN_PHRASE", "United States": "GPE"}


def test_what_cannot_be_seen_changes_nothing(language: English) -> None:
    plain = texts(language, "The patient has breast cancer in Miami.")
    hidden = texts(language, "The patient has breast\u00a0can\u00adcer in Mia\u200bmi.")
    assert plain == ["patient", "breast cancer", "Miami"]
    assert hidden == ["patient", "breast\u00a0can\u00adcer", "Mia\u200bmi"]
    assert [normal_form(text) for text in hidden] == [normal_form(text) for text in plain]


@pytest.mark.parametrize("gap", ["\n\n", "\r\n\r\n", "\t", "\n \n", "\u2028", "      ", "\x85", "\v"])
def test_no_term_crosses_a_paragraph_or_a_gap(language: English, gap: str) -> None:
    text = f"The old man has been treated for severe breast{gap}cancer in the city of{gap}New York."
    for term in terms(language, text):
        assert gap not in term.text


def test_a_wrapped_line_is_read_as_one_sentence(language: English) -> None:
    found = texts(language, "The patient was brought to the city hospital with a very\nhigh fever and pain.")
    assert found[-2:] == ["high fever", "pain"]
    wrapped = (
        "The patient was brought to our hospital for a blood\n"
        "   transfusion after an accident in the city of New\r\n"
        "York."
    )
    found = [normal_form(text) for text in texts(language, wrapped)]
    assert found[2:] == ["blood transfusion", "accident", "city", "new york"]


def test_a_line_that_its_writer_ended_ends_the_term(language: English) -> None:
    assert texts(language, "Diagnosis: HIV\nTreatment: none\nMiami\nFlorida")[-2:] == ["Miami", "Florida"]


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["The", "patient", "HIV", "hepatitis C.", "Dr. Smith's", "\n", "\r\n\r\n", "\t", "\u200b", "\ud800",
                 "(the", "\"quoted", "U.S.", "-", "co-", "$5", "50%", "😀", "\u00a0", "of", "and", "THE", "...", "'s"]
            ),
            st.text(max_size=6),
        ),
        max_size=25,
    ),
    st.sampled_from([" ", ""]),
)  # fmt: skip
def test_offsets_hold_for_any_text(language: English, parts: list[str], glue: str) -> None:
    for term in terms(language, glue.join(parts)):
        assert "\n\n" not in term.text
        assert term.text == term.text.strip()
        assert any(map(str.isalnum, term.text))
        words = term.text.lower().split()
        assert words[0] not in ("the", "a", "an")
        assert not (len(words) == 1 and term.text in STOP_WORDS)


def test_degrees_have_their_scale():
    text = "At the pier it is 75 °F whereas it is 95 °F in the park."
    assert not any(term.text.endswith("°") for term in English().terms(Document("", text)))


def test_a_phrase_begins_behind_the_comma_that_a_parser_took_into_it():
    terms = load().terms(Document("d", "In 1828, the German chemist Friedrich Wöhler obtained urea."))
    assert [term.text for term in terms[:2]] == ["1828", "German chemist"]
