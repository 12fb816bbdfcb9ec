"""The ways in which one name is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.names import derived, is_name, kind_of, variants
from sfumato.languages.en.normalform import normal_form


@pytest.mark.parametrize(
    "label", ["Steve Wozniak", "Apple", "Ludwig van Beethoven", "J. Edgar Hoover", "O'Brien", "Bank of England", "HIV"]
)
def test_names(label):
    assert is_name(label)


@pytest.mark.parametrize("label", ["hepatitis C", "crabs", "breast Cancer", "Breast cancer", "", "42", "..."])
def test_no_names(label):
    assert not is_name(label)


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Steve Wozniak", "person"),
        ("Ann Marie Petersen", "person"),
        ("Dr. Petersen", "person"),
        ("J. Petersen", "person"),
        ("Steve Petersen III", "person"),
        ("Robert deNiro", "person"),
        ("Apple Inc.", "organization"),
        ("Acme Holdings, Ltd", "organization"),
        ("University of Ostia", "organization"),
        ("Zarkovia", "unknown"),
        ("X9", "unknown"),
        ("", "unknown"),
    ],
)
def test_what_a_name_is_most_likely_of(label, kind):
    assert kind_of(label) == kind


def test_a_person_goes_by_surname_short_forms_and_initials():
    found = variants("Steve Wozniak", "person")
    assert found[0] == "Wozniak"
    assert {"Stephen Wozniak", "Steven Wozniak", "Wozniak, Steve", "Wozniak, Stephen", "S. Wozniak"} <= set(found)
    assert "Stephen Gary Wozniak" not in found
    assert {"Steve Wozniak", "Wozniak"} <= set(variants("Stephen Wozniak", "person"))


def test_middle_names_may_be_left_out_or_be_initials():
    found = variants("John Fitzgerald Kennedy", "person")
    assert {"John Kennedy", "Jack Kennedy", "John F. Kennedy", "J. Kennedy", "Kennedy"} <= set(found)


def test_titles_and_suffixes_may_be_left_out():
    assert {"Jane Miller", "Miller"} <= set(variants("Dr. Jane Miller", "person"))
    assert {"James Miller", "Jim Miller", "Miller"} <= set(variants("James Miller, Jr.", "person"))


def test_particles_belong_to_the_surname():
    assert {"bin Laden", "O. bin Laden"} <= set(variants("Osama bin Laden", "person"))
    assert "Laden" not in variants("Osama bin Laden", "person")  # heavily laden ships are none of his
    assert {"van Beethoven", "Beethoven", "L. van Beethoven"} <= set(variants("Ludwig van Beethoven", "person"))
    assert {"de la Cruz", "Cruz", "Jane M. de la Cruz"} <= set(variants("Jane Maria de la Cruz", "person"))


def test_a_single_name_has_no_variants():
    assert variants("Plato", "person") == variants("Dr. Who", "unknown") == variants("Ostia", "place") == []


def test_a_company_goes_without_its_legal_form():
    assert variants("Apple Inc.", "organization") == ["Apple"]
    assert variants("Acme Holdings, Ltd.", "organization") == ["Acme Holdings", "Acme"]
    assert variants("University of Ostia", "organization") == []


@given(st.text(max_size=40), st.sampled_from(["person", "organization", "place", "unknown", "concept"]))
def test_any_label(label, kind):
    found = variants(label, kind)
    assert label not in found
    assert len(set(found)) == len(found)
    assert isinstance(is_name(label), bool)
    assert kind_of(label) in ("person", "organization", "unknown")


@pytest.mark.parametrize(
    ("form", "others"),
    [
        ("catholicism", ["catholic"]),
        ("homosexuality", ["homosexual"]),
        ("alcoholism", ["alcoholist", "alcoholistic", "alcoholic"]),
        ("schizophrenia", ["schizophrenic"]),
        ("psychosis", ["psychotic"]),
        ("pedophilia", ["pedophiliac", "pedophilic"]),
        ("syphilis", ["syphilitic"]),
        ("hepatitis c", ["hep c"]),
        ("hiv", []),
        ("prism", []),  # too short to be an -ism
        ("social realism", []),
    ],
)
def test_words_named_after_a_concept(form, others):
    assert derived(form) == others
    assert [normal_form(other) for other in others] == others
