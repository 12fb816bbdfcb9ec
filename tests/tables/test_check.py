"""The check of a released table: it counts people, and takes nothing from the anonymizer."""

import pytest

from sfumato.errors import InputError
from sfumato.io.arrow import pa
from sfumato.tables import Claim, UserTerm, check
from sfumato.tables.config import config_of

QUASI = {"role": "quasi_identifier"}
CONFIG = config_of(
    {
        "columns": {
            "id": {"role": "direct_identifier"},
            "age": {**QUASI, "kind": "number"},
            "ill": {"role": "sensitive"},
            "note": {"role": "text"},
        }
    }
)


def table(*rows):
    return pa.table({name: [row[at] for row in rows] for at, name in enumerate(("person", "age", "ill", "note"))})


def test_people_are_counted_and_not_rows():
    rows = [("p", "[20-30]", "flu", "hi")] * 5 + [("q", "[20-30]", "flu", "ho")]
    verdict = check(table(*rows), CONFIG, Claim(3))
    assert not verdict.holds
    assert (verdict.people, verdict.classes, verdict.smallest, verdict.below) == (2, 1, 2, 2)
    assert verdict.rows == (2, 3, 4, 5, 6, 7)
    assert "2 of 2 people" in verdict.problems[0]
    assert check(table(*rows), CONFIG, Claim(2)).holds


def test_terms_that_not_all_have_split_a_class():
    rows = [(name, "[20-30]", "flu", "We met in Berlin.") for name in "abc"]
    assert check(table(*rows), CONFIG, Claim(3)).holds
    rows[1] = ("b", "[20-30]", "flu", "We met in a location.")
    verdict = check(table(*rows), CONFIG, Claim(3))
    assert (verdict.holds, verdict.smallest, verdict.by_columns) == (False, 1, 3)
    assert check(table(*rows), CONFIG, Claim(1)).holds


def test_a_term_may_stand_in_any_row_of_a_person():
    rows = [
        ("a", "1", "", "We met in Berlin."),
        ("a", "1", "", ""),
        ("b", "1", "", "no"),
        ("b", "1", "", "I like Berlin."),
    ]
    assert check(table(*rows), CONFIG, Claim(2)).holds


def test_names_of_types_and_ones_own_columns_are_no_terms():
    rows = [
        ("a", "[20-30]", "", "I am [20-30] years old, said person from location on date."),
        ("b", "[20-30]", "", "no"),
    ]
    assert check(table(*rows), CONFIG, Claim(2)).holds


def test_a_term_that_detectors_miss_is_looked_for():
    rows = [(name, "1", "", "She moved to Berlin last week.") for name in "ab"]
    rows += [("a", "1", "", "Zxqv berlinzxqv"), ("b", "1", "", "nothing")]
    assert check(table(*rows), CONFIG, Claim(2), types=["GPE"]).holds
    found = check(table(*rows), CONFIG, Claim(2), user_terms=[UserTerm("Berlin", "GPE"), UserTerm("berlinzxqv", "GPE")])
    assert not found.holds


def test_given_terms_are_searched_in_every_form():
    rows = [("a", "1", "", "W o z n i a k was here"), ("b", "1", "", "nobody")]
    assert check(table(*rows), CONFIG, Claim(2)).holds
    assert not check(table(*rows), CONFIG, Claim(2), user_terms=[UserTerm("Wozniak", "PERSON")]).holds


def test_terms_of_direct_types_may_not_be_left():
    config = config_of({"columns": {"age": QUASI, "note": {"role": "text"}}, "terms": {"EMAIL_ADDRESS": "direct"}})
    rows = pa.table({"person": ["a", "b"], "age": ["1", "1"], "note": ["x@example.org"] * 2})
    assert "always suppressed" in check(rows, config, Claim(2)).problems[0]


def test_diversity_of_sensitive_columns():
    rows = [("a", "1", "flu", ""), ("b", "1", "flu", ""), ("c", "2", "flu", ""), ("d", "2", "cold", "")]
    verdict = check(table(*rows), CONFIG, Claim(2, l=2))
    assert not verdict.holds
    assert verdict.diversity["ill"].distinct == 1
    assert verdict.rows == (2, 3)
    assert check(table(*rows), CONFIG, Claim(2, l=1)).holds
    assert not check(table(*rows), CONFIG, Claim(2, t=0.1)).holds
    assert check(table(*rows), CONFIG, Claim(2, t=0.5)).holds


def test_lone_numbers_of_rows_are_told():
    rows = [("a", "1", "", "")] * 3 + [("b", "1", "", ""), ("c", "1", "", "")]
    assert check(table(*rows), CONFIG, Claim(3)).lone_counts == 1


def test_a_direct_identifier_in_the_release():
    rows = pa.table({"person": ["a", "b"], "id": ["1", "2"], "age": ["1", "1"], "ill": ["", ""], "note": ["", ""]})
    assert "direct identifier" in check(rows, CONFIG, Claim(2)).problems[0]


def test_a_column_that_is_missing():
    with pytest.raises(InputError, match="note"):
        check(pa.table({"person": ["a"], "age": ["1"], "ill": [""]}), CONFIG, Claim(1))


def test_population():
    config = config_of(
        {
            "columns": {
                "age": {**QUASI, "kind": "number"},
                "day": {**QUASI, "kind": "date"},
                "town": QUASI,
            }
        }
    )
    released = pa.table(
        {
            "person": list("abcd"),
            "age": ["[20-30]", "[20-30]", "40", "40"],
            "day": ["2004-05", "2004-05", "[2003-2004]", "[2003-2004]"],
            "town": ["(Bath,York)", "(Bath,York)", "*", "*"],
        }
    )
    people = [("20", "2004-05-01", "Bath"), ("30", "2004-05-31", "York"), ("25", "2004-05-02", "York"),
              ("25", "2004-06-02", "York"), ("40", "2003-01-01", "Hull")]  # fmt: skip
    population = pa.table({name: [row[at] for row in people] for at, name in enumerate(("age", "day", "town"))})
    assert check(released, config, Claim(1, population=population)).population == 1
    verdict = check(released, config, Claim(2, population=population))
    assert (verdict.holds, verdict.population, verdict.rows) == (False, 1, (4, 5))
