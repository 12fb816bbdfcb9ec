"""One normal form for text, knowledge and taxonomy."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sfumato.languages.en.normalform import STOP_WORDS, normal_form, normal_word, words


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Cancers", "cancer"),
        ("breast cancers", "breast cancer"),
        ("Breast-Cancer", "breast cancer"),
        ("BREAST CANCER", "breast cancer"),
        ("HIV-positive", "hiv positive"),
        ("anti-HIV", "anti hiv"),
        ("H.I.V.", "hiv"),
        ("U.S.", "US"),
        ("the U.S. Army", "the US army"),
        ("the u.s. army", "the US army"),
        ("Signs AND Symptoms", "sign and symptom"),
        ("GPS", "gps"),
        ("hepatitis C.", "hepatitis c"),
        ("Crohn’s disease", "crohn disease"),
        ("O'Brien", "o'brien"),
        ("STDs", "std"),
        ("children's hospitals", "child hospital"),
        ("viruses", "virus"),
        ("diagnoses", "diagnosis"),
        ("diseases", "disease"),
        ("movies", "movie"),
        ("studies", "study"),
        ("diabetes", "diabetes"),
        ("Los Angeles", "los angeles"),
        ("Gaudí", "gaudi"),
        ("ＨＩＶ", "hiv"),
        ("im\u200bmune sys\u00adtem", "immune system"),
        ("1,000.5 mg", "1,000.5 mg"),
        ("COVID-19", "covid 19"),
        ("two\nlines  and\tspaces", "two line and space"),
        ("...", ""),
        ("", ""),
        ("\u200b", ""),
    ],
)
def test_normal_form(text, normal):
    assert normal_form(text) == normal


@pytest.mark.parametrize(("acronym", "word"), [("AIDS", "aids"), ("US", "us"), ("WHO", "who"), ("IT", "it")])
def test_capitals_tell_an_acronym_from_a_word(acronym, word):
    assert normal_form(acronym) == acronym
    assert normal_form(f"the {acronym} said") == f"the {acronym} said"
    assert normal_form(word) != acronym


def test_shouting_is_no_acronym():
    assert normal_form("THE WHO SAID IT OF DISEASES") == normal_form("the who said it of diseases")
    assert normal_form("RELATED DISEASES") == "related disease"
    assert normal_form("PATIENT HAS AIDS AND FEVER") == "patient has AIDS and fever"
    assert normal_form("HIV/AIDS") == "hiv AIDS"


def test_stop_words_are_left_alone():
    assert [word for word in STOP_WORDS if normal_word(word) != word] == []


@given(st.text())
@example("ß")
@example("İ")
@example("ŉ")
@example("US WHO IT AIDS")
def test_normal_form_of_a_normal_form_is_itself(text):
    once = normal_form(text)
    assert normal_form(once) == once


@given(st.lists(st.text(alphabet="abcesiuxyz'ASU.", min_size=1, max_size=8)).map(" ".join))
@example("A'Ss")
def test_normal_form_is_stable_on_plurals(text):
    once = normal_form(text)
    assert normal_form(once) == once


@given(st.text())
def test_words_stand_where_they_say(text):
    found = list(words(text))
    assert all(0 <= start < end <= len(text) for start, end, _ in found)
    assert all(a[1] <= b[0] for a, b in pairwise(found))
    assert " ".join(word for _, _, word in found) == normal_form(text)
