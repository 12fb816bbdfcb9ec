"""Words of the trade: medicines by any name, what they are given for, and codes tell of a secret."""

import pytest

import sfumato


def noticed(text: str, secret: str = "HIV") -> bool:
    """Whether a text does not hold, or has words of which nothing can be said."""
    found = sfumato.verify(text, hide=secret)
    return not found.holds or found.unknown > 0


@pytest.mark.parametrize("name", ["Truvada", "Biktarvy", "tenofovir", "efavirenz", "PrEP", "Atripla", "TRUVADA"])
def test_medicines_tell_of_what_they_are_given_for(name: str) -> None:
    assert not sfumato.verify(f"He was given {name} last week.", hide="HIV").holds


def test_a_brand_that_no_source_has_cannot_be_judged() -> None:
    assert noticed("He was given Descovy last week.")


@pytest.mark.parametrize(
    ("code", "secret"),
    [("B20", "HIV"), ("Z21", "HIV"), ("F20.9", "schizophrenia"), ("F2081", "schizophrenia"), ("B18.2", "hepatitis C")],
)
def test_a_code_names_its_disease_only_as_a_code_is_written(code: str, secret: str) -> None:
    assert not sfumato.verify(f"Codes on the form: {code}.", hide=secret).holds
    assert sfumato.verify(f"Codes on the form: {code.lower()}.", hide=secret).holds


def test_prep_in_small_letters_is_a_preparation() -> None:
    assert sfumato.verify("She does the prep for dinner.", hide="HIV").holds


@pytest.mark.parametrize("said", ["was diagnosed with aids in 1994", "has aids", "died of aids"])
def test_aids_that_somebody_has_is_the_disease(said: str) -> None:
    assert not sfumato.verify(f"He {said}.", hide="HIV").holds


def test_aids_for_hearing_are_none() -> None:
    assert sfumato.verify("He has hearing aids.", hide="HIV").holds


def test_common_medicines_tell_nothing() -> None:
    text = "He takes aspirin and ibuprofen for his knee."
    assert all(sfumato.verify(text, hide=secret).holds for secret in ("HIV", "schizophrenia", "opioid dependence"))


def test_what_tells_is_hidden() -> None:
    text = "He was diagnosed with aids in 1994. Codes: B20. He takes Truvada."
    hidden = sfumato.sanitize(text, hide="HIV").text
    assert not any(word in hidden for word in ("aids", "B20", "Truvada"))
    assert sfumato.verify(hidden, hide="HIV").holds
