"""Which terms are found, by detectors or as a user gives them."""

import json

import pytest

from sfumato.errors import InputError
from sfumato.languages import load
from sfumato.tables.texts.terms import find, key
from sfumato.tables.texts.types import content, name_of, selected
from sfumato.tables.texts.user_terms import (
    UserTerm,
    by_row,
    find_user_terms,
    read_user_terms,
    user_terms_of,
    with_texts,
)
from sfumato.types import Term

TEXT = "My name is Pedro, I'm a 36 years old engineer from Mexico. Write to pedro@example.org or call 212-555-0187."


def named(text, **options):
    return [(term.text, term.label) for term in find([text], **options)[0]]


def test_all_kinds_are_found():
    assert named(TEXT) == [
        ("Pedro", "PERSON"),
        ("36 years old", "AGE"),
        ("engineer", "JOB"),
        ("Mexico", "GPE"),
        ("pedro@example.org", "EMAIL_ADDRESS"),
        ("212-555-0187", "PHONE_NUMBER"),
    ]


def test_types_are_selected_before_overlaps_are_settled():
    assert named(TEXT, types=["AGE"]) == [("36 years old", "AGE")]
    assert named(TEXT, types=["DATE"]) == [("36 years old", "DATE")]
    assert named(TEXT, types=["location", "mail"]) == [("Mexico", "GPE"), ("pedro@example.org", "EMAIL_ADDRESS")]


def test_an_unknown_type_is_named():
    with pytest.raises(InputError, match="PERSONS"):
        selected(["PERSONS"])


def test_entities_inside_a_phrase_are_found():
    assert ("Mexico", "GPE") in named("On our Mexico trip we saw whales.")


def test_names_of_types_are_no_terms():
    assert named("Date, I met person from location. The person left.") == []
    assert content("Person Lindqvist", 0, 16, load()) == (7, 16)


def test_sameness_is_type_and_normal_form():
    assert key(Term(0, 6, "Greeks", "NORP"), load()) == key(Term(0, 5, "greek", "NORP"), load())
    assert key(Term(0, 5, "Paris", "GPE"), load()) != key(Term(0, 5, "Paris", "PERSON"), load())


@pytest.mark.parametrize("type", ["GPE", "PERSON", "ORG", "CASE_NUMBER", "DATE"])
def test_what_stands_for_a_type_is_in_small_letters(type):
    assert name_of(type, load()).islower()


def test_texts_of_any_kind():
    hostile = ["", "\u200b", "a" * 100_000, "Anna\u200b Lind\u00adqvist came", "\x00", "\ud800"]
    found = find(hostile)
    assert [term.text for term in found[3]] == ["Anna\u200b Lind\u00adqvist"]
    for text, terms in zip(hostile, found, strict=True):
        assert all(text[term.start : term.end] == term.text for term in terms)


# --- given ------------------------------------------------------------------------------------------------


def test_given_terms_are_found_in_every_form():
    texts = [
        "Steve Wozniak",
        "steve  wozniak's",
        "#SteveWozniak",
        "St\u0435ve Wozniak",
        "Ste\u200bve Woz-\nniak",
        "S t e v e W o z n i a k",
    ]
    found = find_user_terms(texts, [[UserTerm("Steve Wozniak", "PERSON")], *[[]] * 5])
    assert [len(terms) for terms in found] == [1] * 6
    assert {term.label for terms in found for term in terms} == {"PERSON"}


def test_given_terms_are_not_found_within_other_words():
    (found,) = find_user_terms(["Martinis of the conscience"], [[UserTerm("Martin"), UserTerm("science")]])
    assert found == []


def test_a_row_says_the_type_and_else_most_rows_do():
    rows = [[UserTerm("Paris", "PERSON")], [UserTerm("Paris", "GPE")], [UserTerm("Paris", "GPE")], []]
    found = find_user_terms(["Paris"] * 4, rows)
    assert [terms[0].label for terms in found] == ["PERSON", "GPE", "GPE", "GPE"]


def test_ways_to_write_terms():
    assert user_terms_of("Anna; Oslo", "") == [UserTerm("Anna"), UserTerm("Oslo")]
    assert user_terms_of('[["Anna", "PERSON", []], "Oslo"]', "") == [UserTerm("Anna", "PERSON"), UserTerm("Oslo")]
    assert user_terms_of([{"start": 0, "end": 4, "label": "person"}], "") == [UserTerm("", "PERSON", 0, 4)]
    assert user_terms_of([{"word": "Anna", "entity_group": "PER"}], "") == [UserTerm("Anna", "PER")]
    assert user_terms_of(None, "") == []


def test_places_must_be_where_the_term_stands():
    assert with_texts(["Anna came"], [[UserTerm("", "PERSON", 0, 4)]]) == [[UserTerm("Anna", "PERSON", 0, 4)]]
    with pytest.raises(InputError, match="row 0"):
        with_texts(["Anna came"], [[UserTerm("Anna", "PERSON", 2, 6)]])


@pytest.mark.parametrize("bad", ["{", "[1]", '{"id": 1}', '{"ents": 5}', '{"ents": [7]}', '{"ents": [["a", "?!"]]}'])
def test_bad_files_are_told_by_line(bad, tmp_path):
    path = tmp_path / "terms.jsonl"
    path.write_text(json.dumps({"id": "1", "ents": []}) + "\n" + bad + "\n")
    with pytest.raises(InputError, match="line 2"):
        read_user_terms(path)


def test_records_find_their_rows():
    one, two = [UserTerm("a")], [UserTerm("b")]
    assert by_row([({"row": 1}, one)], ["x", "y"]) == [[], one]
    assert by_row([({"id": "x"}, one), ({"id": "y"}, two)], ["x", "y"]) == [one, two]
    assert by_row([({"id": "x"}, one)], ["x", "y", "x"]) == [one, [], one]
    with pytest.raises(InputError, match="row 9"):
        by_row([({"row": 9}, one)], ["x"])
    with pytest.raises(InputError, match="neither"):
        by_row([({}, one)], ["x", "y"])
