"""Names and forms: what the language finds with nothing but the knowledge which words are words."""

from __future__ import annotations

import time

import pytest

from sfumato.languages.en import English
from sfumato.languages.en.forms import fields, kind_of_label
from sfumato.types import Document

WORDS = frozenset(
    """patient metformin stable grace young pain denies late firm smith john called department internal medicine alive
    takes chest presented fever""".split()
)


def found(language: English, text: str) -> list[tuple[str, str]]:
    document = Document("1", text)
    terms = language.entities(document, language.terms(document), lambda word: word.lower() in WORDS)
    for term in terms:
        assert text[term.start : term.end] == term.text
    return [(term.text, term.label) for term in terms]


def people(language: English, text: str) -> list[str]:
    return [shown for shown, label in found(language, text) if label == "PERSON"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Patient: Oluchi Barros-Quinn    MRN: 4471902", ["Oluchi Barros-Quinn"]),
        ("Pt: SMITH, JOHN A.", ["SMITH, JOHN A."]),
        ("patient: thanh pham", ["thanh pham"]),
        ("THE PATIENT OLUCHI BARROS DENIES PAIN", ["OLUCHI BARROS"]),
        ("the patient oluchi barros denies pain", ["oluchi barros"]),
        ("Ms. O'Shaughnessy's mother called.", ["O'Shaughnessy"]),
        ("customer_oluchi77 called.", ["customer_oluchi77"]),
        ("Father: alive and well", []),
        ("Patient: stable", []),
        ("The patient takes metformin.", []),
        ("She has Crohn's disease.", []),
    ],
)
def test_a_name_is_found_by_its_place(language: English, text: str, names: list[str]) -> None:
    assert people(language, text) == names


def test_a_name_found_once_is_found_everywhere(language: English) -> None:
    text = (
        "Patient: Oluchi Barros-Quinn\n\nLater oluchi was late. BARROS called. Quinn's firm said so. "
        "Write to x_barros9. Oluchi Barros too."
    )
    assert people(language, text) == [
        "Oluchi Barros-Quinn", "oluchi", "BARROS", "Quinn", "x_barros9", "Oluchi Barros"
    ]  # fmt: skip


def test_a_part_that_is_a_word_counts_only_with_its_capital(language: English) -> None:
    text = "Patient: Grace Adeyinka\n\nWe told Grace of the days of grace."
    assert people(language, text) == ["Grace Adeyinka", "Grace"]


def test_values_are_what_their_labels_say(language: English) -> None:
    text = "Employer: Acme Robotics\nDepartment: Internal Medicine\nFacility: Lakeside\nMRN: 4471902\nDOB: 1/2/1960"
    assert [pair for pair in found(language, text) if pair[1] in ("ORG", "PERSON", "GPE")] == [
        ("Acme Robotics", "ORG"),
        ("Lakeside", "ORG"),
    ]


@pytest.mark.parametrize("text", ["Internal Medicine\nFacility", "Officer\nDate", "Badge: 55812\nPhone: 1"])
def test_no_term_crosses_a_line_of_a_form(language: English, text: str) -> None:
    assert not [term.text for term in language.terms(Document("1", text)) if "\n" in term.text]


def test_fields_stand_beside_each_other() -> None:
    text = "Name: Ann Lee DOB: 1/2/1960   MRN: 12\nHe said at 10:30 that it was late."
    assert [(text[f.start : f.end], f.kind) for f in fields(text)] == [
        ("Ann Lee", "PERSON"),
        ("1/2/1960", "DATE_TIME"),
        ("12", "MEDICAL_RECORD_NUMBER"),
    ]


@pytest.mark.parametrize(
    ("label", "kind"),
    [("Patient's Employer", "ORG"), ("Home phone #", "PHONE_NUMBER"), ("Name of spouse", "PERSON"), ("Mood", "")],
)
def test_a_label_is_known_by_its_last_words(label: str, kind: str) -> None:
    assert kind_of_label(label) == kind


@pytest.mark.parametrize("unit", ["Patient: ", "Ann Lee, ", "A.", "x_9", "de ", "O'", "MRN:", "- ", "a-b", "Dr. "])
def test_time_grows_with_the_text(unit: str) -> None:
    from sfumato.languages.en.entities import entities

    start = time.perf_counter()
    entities(Document("1", unit * (40_000 // len(unit))), [], lambda word: False)
    assert time.perf_counter() - start < 5
