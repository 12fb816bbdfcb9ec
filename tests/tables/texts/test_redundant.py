"""Terms that say what a column says, exactly and approximately."""

import pytest

from sfumato.languages import load
from sfumato.tables.config import config_of
from sfumato.tables.texts.redundant import Fact, redundant, still_says, types_of
from sfumato.tables.texts.types import TYPES
from sfumato.types import Term

AGE = Fact("age", "number", frozenset({"AGE", "DATE"}), frozenset({36.0}))
DAY = Fact("date", "date", frozenset({"DATE"}), frozenset({(2004, 5, 14)}))
LAND = Fact("country", "nominal", frozenset({"GPE"}), frozenset({"united state"}), frozenset({"United States"}))
JOB = Fact("job", "nominal", frozenset({"JOB"}), frozenset({"accountant"}), frozenset({"Accountant"}))


def said(text, label, *facts, **options):
    (*found,) = redundant([Term(5, 5 + len(text), text, label)], facts, load(), **options)
    return [(each.column, text[each.start - 5 : each.end - 5]) for each in found]


@pytest.mark.parametrize(
    ("text", "label", "fact", "part"),
    [
        ("36 years old", "AGE", AGE, "36"),
        ("36-year-old", "AGE", AGE, "36"),
        ("36", "AGE", AGE, "36"),
        ("2004", "DATE", DAY, "2004"),
        ("2004-05", "DATE", DAY, "2004-05"),
        ("2004-05-14", "DATE", DAY, "2004-05-14"),
        ("ACCOUNTANTS", "JOB", JOB, "ACCOUNTANTS"),
        ("United States", "GPE", LAND, "United States"),
    ],
)
def test_exactly(text, label, fact, part):
    assert said(text, label, fact) == [(fact.column, part)]


@pytest.mark.parametrize(
    ("text", "label", "fact"),
    [
        ("37 years old", "AGE", AGE),
        ("36 years old", "ORG", AGE),  # of another type
        ("late 36", "AGE", AGE),  # says more than the column
        ("thirty-six years old", "AGE", AGE),
        ("2005", "DATE", DAY),
        ("2004-06", "DATE", DAY),
        ("summer of 2004", "DATE", DAY),
        ("14 May 2004", "DATE", DAY),
        ("acountant", "JOB", JOB),
        ("USA", "GPE", LAND),
    ],
)
def test_not_exactly(text, label, fact):
    assert said(text, label, fact) == []


@pytest.mark.parametrize(
    ("text", "label", "fact", "part"),
    [
        ("thirty-six years old", "AGE", AGE, "thirty-six"),
        ("36th", "AGE", AGE, "36th"),
        ("14 May 2004", "DATE", DAY, "14 May 2004"),
        ("Friday, May 14th, 2004", "DATE", DAY, "Friday, May 14th, 2004"),
        ("May 2004", "DATE", DAY, "May 2004"),
        ("14 May", "DATE", DAY, "14 May"),
        ("14/05/2004", "DATE", DAY, "14/05/2004"),
        ("5/14/04", "DATE", DAY, "5/14/04"),
        ("acountant", "JOB", JOB, "acountant"),
    ],
)
def test_approximately(text, label, fact, part):
    assert said(text, label, fact, approximate=True) == [(fact.column, part)]


@pytest.mark.parametrize(("text", "label", "fact"), [("15 May 2004", "DATE", DAY), ("sixty-six years old", "AGE", AGE)])
def test_not_even_approximately(text, label, fact):
    assert said(text, label, fact, approximate=True) == []


def test_synonyms_of_a_taxonomy(embedded):
    assert said("USA", "GPE", LAND, approximate=True, taxonomy=embedded) == [("country", "USA")]
    assert said("Canada", "GPE", LAND, approximate=True, taxonomy=embedded) == []


def test_numbers_in_words():
    fact = Fact("n", "number", frozenset({"AGE"}), frozenset({102.0}))
    assert said("one hundred and two", "AGE", fact, approximate=True) == [("n", "one hundred and two")]


def test_types_are_those_of_the_config_or_of_the_columns_name():
    quasi = {"role": "quasi_identifier"}
    columns = {
        "age": {**quasi, "kind": "number"},
        "when": {**quasi, "kind": "date"},
        "home town": quasi,
        "sign": quasi,
        "employer": {**quasi, "entities": ["location", "MY_TYPE"]},
    }
    assert types_of(config_of({"columns": columns}), TYPES, load()) == {
        "age": {"AGE", "DATE"},
        "when": {"DATE", "TIME"},
        "home town": {"GPE", "LOC", "FAC", "NORP"},
        "sign": set(),
        "employer": {"GPE", "LOC", "FAC", "LOCATION", "MY_TYPE"},
    }


def test_what_tells_no_more_than_the_column_may_stay():
    assert still_says("2004", "date", "2004-05-14", load())
    assert still_says("14 May 2004", "date", "2004-05-14", load())
    assert not still_says("14 May", "date", "2004-05", load())
    assert not still_says("2004", "date", "[2004-2005]", load())
    assert still_says("science", "nominal", "Science", load())
    assert not still_says("36", "number", "[24-36]", load())
