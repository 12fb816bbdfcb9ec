"""Names and forms under the policy that hides them."""

from __future__ import annotations

import pytest

import sfumato


def released(text: str) -> str:
    return sfumato.sanitize(text, policy="hipaa-safe-harbor").text


@pytest.mark.parametrize("name", ["Adaeze Okonkwo-Vieira", "Inês Carvalho-Sequeira", "Caoimhe O'Riordan-Walsh"])
def test_a_form_loses_its_name_and_keeps_its_labels(name: str) -> None:
    assert released(f"Patient: {name}    MRN: 4471902") == "Patient: [PERSON]    MRN: [MEDICAL_RECORD_NUMBER]"


def test_a_name_as_registers_write_it_is_one() -> None:
    assert released("Pt: SMITH, JOHN A.") == "Pt: [PERSON]"


@pytest.mark.parametrize("name", ["OKONKWO", "okonkwo", "Okonkwo", "adaeze okonkwo"])
def test_case_hides_nothing(name: str) -> None:
    assert (
        released(f"I saw the patient {name} and {name}'s sister.")
        == "I saw the patient [PERSON] and [PERSON]'s sister."
    )


def test_values_of_a_form_go_by_their_labels() -> None:
    text = "Department: Internal Medicine\nDOB: 14-Mar-1961\nAddress: 12 Rua Verde, Boston\nEmployer: Acme Robotics"
    assert released(text) == (
        "Department: Internal Medicine\nDOB: 1961\nAddress: [STREET_ADDRESS]\nEmployer: organization"
    )


def test_medicines_and_illnesses_are_nobody() -> None:
    text = "Medications: Metoprolol 50 mg\nHe has Crohn's disease and takes Lisinopril."
    assert released(text) == text
