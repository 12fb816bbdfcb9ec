"""Entities, lists of names, informative terms, and results of other tools."""

from __future__ import annotations

import pytest

from sfumato.detectors import ENTITIES, entities, from_dicts, informative, read_list, term_list, to_dicts
from sfumato.errors import InputError
from sfumato.knowledge import MemoryKnowledge
from sfumato.types import Document, Term

TEXT = "Jo Doe saw 12 doctors in Springfield."
TERMS = [
    Term(0, 6, "Jo Doe", "PERSON"),
    Term(11, 13, "12", "CARDINAL"),
    Term(14, 21, "doctors", "NOUN_PHRASE"),
    Term(25, 36, "Springfield", "GPE"),
]


def texts(terms: list[Term]) -> list[str]:
    return [term.text for term in terms]


# --- entities ---------------------------------------------------------------------------------------------


def test_entities_are_those_that_name_something():
    assert entities(Document("1", TEXT), TERMS) == [TERMS[0], TERMS[3]]
    assert ENTITIES.isdisjoint({"CARDINAL", "ORDINAL", "PERCENT", "QUANTITY", "MONEY", "NOUN_PHRASE"})


def test_entity_types_are_a_choice():
    assert entities(Document("1", TEXT), TERMS, labels=["CARDINAL"]) == [TERMS[1]]
    assert entities(Document("1", TEXT), TERMS, labels=()) == []
    assert entities(Document("1", TEXT), []) == []


# --- lists ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (["Breast cancer"], "breast-cancers and BREAST CANCER", ["breast-cancers", "BREAST CANCER"]),
        (["HIV"], "H.I.V., HIV-positive, HI\u200bV", ["H.I.V.", "HIV", "HI\u200bV"]),
        (["AIDS"], "AIDS aids", ["AIDS"]),
        (["Jo Doe", "Jo Doe Junior"], "Jo Doe Junior, Jo Doe.", ["Jo Doe Junior", "Jo Doe"]),
        (["Jo Doe", "Doe Junior"], "Jo Doe Junior", ["Jo Doe Junior"]),
        (["Acme"], "Acme's and Acme’s, acmes", ["Acme", "Acme", "acmes"]),
        (["St. Louis"], "in St. Louis and in St Louis", ["St. Louis", "St Louis"]),
        (["AT&T"], "AT&T, at t", ["AT&T", "at t"]),
        (["New York"], "New\n  York", ["New\n  York"]),
        (["New York"], "It is new. York is old. New\n\nYork; New: York", []),
        (["Gaudí"], "Gaudi and GAUDÍ", ["Gaudi", "GAUDÍ"]),
        (["O'Brien"], "O’Brien", ["O’Brien"]),
        (["the", "..."], "the end", ["the"]),
        ([], "anything", []),
        (["x"], "", []),
    ],
)
def test_names_are_found_in_any_spelling(names, text, expected):
    assert texts(term_list(names)(Document("1", text), [])) == expected


def test_the_label_is_a_choice():
    found = term_list(["Jo"], label="PATIENT")(Document("1", "Jo"), [])
    assert found == [Term(0, 2, "Jo", "PATIENT")]
    assert [term.label for term in term_list(iter(["Jo"]))(Document("1", "Jo"), [])] == ["LISTED"]


def test_long_lists_take_no_longer():
    names = [f"name {number}" for number in range(100_000)]
    assert texts(term_list(names)(Document("1", "Name 99999 and name 100000"), [])) == ["Name 99999"]


def test_read_list(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text("# staff\nJo Doe\n\n  Max Muster  \r\n#no\n", encoding="utf-8")
    assert read_list(path) == ["Jo Doe", "Max Muster"]


def test_read_list_says_what_is_wrong(tmp_path):
    path = tmp_path / "names.txt"
    with pytest.raises(InputError, match=r"names\.txt: no such file"):
        read_list(path)
    path.write_text("# nothing\n\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"names\.txt: no name in it"):
        read_list(path)
    path.write_bytes(b"Jo\n\xff\xfe\xfa\n")
    with pytest.raises(InputError, match=r"names\.txt: line 2: not UTF-8"):
        read_list(path)


# --- informative terms ------------------------------------------------------------------------------------

KNOWLEDGE = MemoryKnowledge(
    [
        Document(str(number), "common" + (" half" if number % 2 else "") + (" rare" * (number == 0)))
        for number in range(8)
    ]
)


def named(text: str) -> list[Term]:
    found, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        found.append(Term(at, at + len(word), word, "NOUN_PHRASE"))
    return found


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        (0, ["common", "half", "Rare", "unseen"]),
        (0.5, ["half", "Rare", "unseen"]),
        (1, ["half", "Rare", "unseen"]),
        (1.1, ["Rare", "unseen"]),
        (3, ["Rare", "unseen"]),
        (3.1, []),
    ],
)
def test_informative_terms(bits, expected):
    text = "common half Rare unseen"
    found = informative(KNOWLEDGE, bits)(Document("1", text), named(text))
    assert texts(found) == expected
    assert {term.label for term in found} <= {"INFORMATIVE"}


def test_unseen_terms_count_as_the_smallest_count_kept():
    class Floored(MemoryKnowledge):
        floor = 4

    knowledge = Floored([Document(str(number), "common") for number in range(8)])
    text = "unseen"
    assert texts(informative(knowledge, 1.0)(Document("1", text), named(text))) == ["unseen"]
    assert texts(informative(knowledge, 1.5)(Document("1", text), named(text))) == []


def test_informative_terms_of_some_labels_only():
    terms = [Term(0, 4, "rare", "PERSON"), Term(5, 11, "unseen", "NOUN_PHRASE")]
    assert informative(KNOWLEDGE, 1, labels={"PERSON"})(Document("1", "rare unseen"), terms) == [
        Term(0, 4, "rare", "INFORMATIVE")
    ]


def test_what_has_no_word_is_not_informative():
    assert informative(KNOWLEDGE, 1)(Document("1", "..."), [Term(0, 3, "...", "NOUN_PHRASE")]) == []


@pytest.mark.parametrize("bits", [-1, float("nan")])
def test_bits_must_be_a_number(bits):
    with pytest.raises(ValueError, match="bits must not be negative"):
        informative(KNOWLEDGE, bits)


# --- Presidio ---------------------------------------------------------------------------------------------


def test_from_dicts():
    results = [
        {"start": 25, "end": 36, "entity_type": "LOCATION", "score": 0.85, "analysis_explanation": None},
        {"entity_type": "PERSON", "start": 0, "end": 6},
        {"entity_type": "in-vehicle id", "start": 11, "end": 13, "score": 0.3},
    ]
    document = Document("1", TEXT)
    assert [(term.text, term.label) for term in from_dicts(document, results)] == [
        ("Jo Doe", "PERSON"),
        ("12", "IN_VEHICLE_ID"),
        ("Springfield", "LOCATION"),
    ]
    assert texts(from_dicts(document, results, minimum=0.5)) == ["Jo Doe", "Springfield"]
    assert from_dicts(document, []) == []


def test_results_that_overlap_become_one():
    results = [{"start": 0, "end": 2, "entity_type": "A"}, {"start": 1, "end": 6, "entity_type": "B"}]
    assert from_dicts(Document("1", TEXT), results) == [Term(0, 6, "Jo Doe", "B")]


def test_there_and_back():
    terms = [TERMS[0], TERMS[3]]
    assert to_dicts(terms) == [
        {"entity_type": "PERSON", "start": 0, "end": 6, "score": 1.0},
        {"entity_type": "GPE", "start": 25, "end": 36, "score": 1.0},
    ]
    assert from_dicts(Document("1", TEXT), to_dicts(terms)) == terms


GOOD = {"start": 0, "end": 6, "entity_type": "PERSON", "score": 1}


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ("PERSON", "result 2: not an object with start, end and entity_type"),
        ({}, "result 2: no field start"),
        ({**GOOD, "end": None}, "result 2: no field end"),
        ({**GOOD, "start": "0"}, "result 2: the field start is not a whole number"),
        ({**GOOD, "start": True}, "result 2: the field start is not a whole number"),
        ({**GOOD, "end": 6.0}, "result 2: the field end is not a whole number"),
        ({**GOOD, "start": -1}, "result 2: start -1 and end 6 are no span of a text of 37 characters"),
        ({**GOOD, "end": 38}, "result 2: start 0 and end 38 are no span"),
        ({**GOOD, "end": 0}, "result 2: start 0 and end 0 are no span"),
        ({"start": 0, "end": 6}, "result 2: no field entity_type"),
        ({**GOOD, "entity_type": 5}, "result 2: the field entity_type is not a name"),
        ({**GOOD, "entity_type": ""}, "result 2: the field entity_type is not a name"),
        ({**GOOD, "entity_type": "Jo Doe; 12"}, "result 2: the field entity_type is not a name"),
        ({**GOOD, "score": "high"}, "result 2: the field score is not a number from 0 to 1"),
        ({**GOOD, "score": float("nan")}, "result 2: the field score is not a number from 0 to 1"),
        ({**GOOD, "score": 85}, "result 2: the field score is not a number from 0 to 1"),
    ],
)
def test_bad_results_say_which_and_where(result, message):
    with pytest.raises(InputError, match=message) as error:
        from_dicts(Document("letter.txt", TEXT), [GOOD, result])
    assert str(error.value).startswith("letter.txt: ")
    assert "Doe" not in str(error.value)
