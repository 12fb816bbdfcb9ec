"""Ladders: which kind a quantity is, and what it can be called from near to far."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.wording.ladders import kind_of_quantity, kinds, quantity_steps, steps
from sfumato.languages.en.wording.ladders.dates import clock_steps, date_steps
from sfumato.languages.en.wording.ladders.numerals import magnitude, near, value_of
from sfumato.languages.en.wording.ladders.wordings import said_by

MONTHS = "January February March April May June July August September October November December".split()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("9 May 1997", "date"), ("May 9, 1997", "date"), ("Monday, 9 May 1997", "date"), ("12/03/2004", "date"),
        ("2004-03-12", "date"), ("11-13 May 1994", "date"), ("14 and 27 July 1999", "date"), ("12 January", "date"),
        ("May 2005", "month"), ("early July 2003", "month"), ("July and December 1995", "month"), ("May", "month"),
        ("summer 2006", "season"), ("1997", "year"), ("1998-1999", "year"),
        ("the end of 1990", "year"), ("from 1962 to 1965", "year"), ("the 1970s", "decade"), ("mid-1990s", "decade"),
        ("20th century", "century"), ("three weeks", "duration"), ("14 years’", "duration"), ("ten-year", "duration"),
        ("four years and six months", "duration"), ("two and a half years", "duration"),
        ("at least 15 years", "duration"),
        ("20 hours", "duration"), ("34-year-old", "age"), ("aged 22", "age"), ("age of six", "age"),
        ("eighteen years of age", "age"), ("10.30 a.m.", "clock time"), ("12 noon", "clock time"),
        ("23:15", "clock time"),
        ("1900 hours", "clock time"), ("EUR 3,500", "money"), ("$5", "money"), ("375 Turkish liras (TRY)", "money"),
        ("amount of EUR 5,699.21", "money"), ("5 km", "measure"), ("800 litres", "measure"), ("500 mg", "dose"),
        ("two tablets daily", "dose"), ("45 %", "share"), ("ten per cent", "share"), ("38th", "rank"),
        ("third", "rank"),
        ("37212/02", "code"), ("IC 119/05", "code"), ("AB1234", "code"), ("12 Elm Street", "address"),
        ("1,234", "number"), ("fifty pages", "number"), ("twenty-three", "number"), ("Quizzlebottom", ""), ("", ""),
    ],
)  # fmt: skip
def test_kind_by_shape(text, kind):
    assert kind_of_quantity(text) == kind


@pytest.mark.parametrize(
    ("text", "before", "after", "label", "kind"),
    [
        ("34", "at the age of ", "", "", "age"),
        ("34", "", " years old", "", "age"),
        ("34", "", "", "AGE", "age"),
        ("sixty five", "until he was ", ", whereas", "QUANTITY", "age"),
        ("4126", "by Law no. ", "", "", "code"),
        ("4126", "", "", "CODE", "code"),
        ("1962", "", "", "CARDINAL", "number"),
        ("1962", "", " people", "", "number"),
        ("1962", "he was ", "", "", "year"),
        ("three weeks", "", "", "DATE", "duration"),
        ("17", "At ", " he was", "QUANTITY", "age"),
        ("fifteen", "left school at ", " and became", "QUANTITY", "age"),
        ("17", "lived at ", " Elm Street", "QUANTITY", "number"),
        ("12–14", "with ", " pages", "QUANTITY", "number"),
        ("3–1", "won ", " there", "SCORE", "score"),
        ("early 40s", "in his ", "", "AGE", "age"),
        ("12 noon", "", "", "QUANTITY", "clock time"),
        ("0.5", "a ", " weighting", "CODE", "number"),
    ],
)
def test_kind_by_what_stands_around(text, before, after, label, kind):
    assert kind_of_quantity(text, before, after, label) == kind


LATE_TWENTIETH = ["the second half of the 20th century"]
TWENTIETH = [*LATE_TWENTIETH, "the 20th century", "a certain date"]
NINETEEN_TENS = ["the late 1910s", "the 1910s", "the first half of the 20th century", "the 20th century"]
ITS_CENTURY = ["the 20th century", "a certain period"]
TWO_CENTURIES = ["the 19th and 20th centuries", "a certain period"]
TWENTY_FIRST = ["the first half of the 21st century", "the 21st century", "a certain date"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9 May 1997", ["May 1997", "spring 1997", "1997", "the late 1990s", "the 1990s", *TWENTIETH]),
        ("May 2005", ["spring 2005", "2005", "the mid-2000s", "the 2000s", *TWENTY_FIRST]),
        ("summer 2006", ["2006", "the mid-2000s", "the 2000s", *TWENTY_FIRST]),
        ("12/03/2004", ["2004", "the mid-2000s", "the 2000s", *TWENTY_FIRST]),
        ("13/03/2004", ["March 2004", "spring 2004", "2004", "the mid-2000s", "the 2000s", *TWENTY_FIRST]),
        ("12/03/04", ["a certain date"]),
        ("from 1962 to 1965", ["the early to mid-1960s", "the 1960s", "a certain period"]),
        ("from May 1975 until 23 June 1976", ["1975 to 1976", "the mid-1970s", "the 1970s", "a certain period"]),
        ("between 1914 and 1918", ["the mid- to late 1910s", "the 1910s", "a certain period"]),
        ("from 1951 to 1959", ["the 1950s", "a certain period"]),
        ("1908–09", ["the first decade of the 20th century", "the early 20th century", "a certain period"]),
        ("the late 1900s", ["the 20th century", "a certain period"]),
        ("6 May 1899 – May 1974", ["the late 1890s to the mid-1970s", "the 1890s to the 1970s", *TWO_CENTURIES]),
        ("1919–20 season", [*(f"a season of {step}" for step in NINETEEN_TENS), "a certain season"]),
        ("2–6", ["a number"]),
        ("5- to 6-year-olds", ["young children", "children"]),
        ("13- to 15-year-old", ["teenage", "young"]),
        ("aged 5 to 6", ["of preschool age", "of a certain age"]),
        ("ages 20–30", ["of working age", "of a certain age"]),
        ("seven-person", ["multi-person", "a certain size"]),
        ("300-seat", ["a certain size"]),
        ("4×100 m", ["a certain size"]),
        ("24 out of 42", ["more than half of", "some of"]),
        ("three of the 30", ["less than half of", "some of"]),
        ("5'11\"", ["over five feet", "a certain height"]),
        ("$3.2m", ["millions of dollars", "an amount of money"]),
        ("1998-1999", ["the late 1990s", "the 1990s", "a certain period"]),
        ("1998/99", ["the late 1990s", "the 1990s", "a certain period"]),
        ("1956 and 1969", ["the mid-1950s and the late 1960s", "the 1950s and 1960s", *ITS_CENTURY]),
        ("the late 1970s", ["the 1970s", *LATE_TWENTIETH, "the 20th century", "a certain period"]),
        ("Monday", ["a certain date"]),
        ("10.30 a.m.", ["in the morning", "at some time of the day"]),
        ("12.45 p.m.", ["in the afternoon", "at some time of the day"]),
        ("three weeks", ["some weeks", "some time"]),
        ("42 days", ["some weeks", "some time"]),
        ("14 years’", ["over ten years’", "many years’"]),
        ("almost ten years", ["many years", "some time"]),
        ("a year", ["some months", "some time"]),
        ("ten-year", ["multi-year"]),
        ("one-year", ["multi-month"]),
        ("summer and autumn of 1994", ["1994", "the mid-1990s", "the 1990s", *TWENTIETH]),
        ("34-year-old", ["young adult", "adult"]),
        ("the age of 34", ["in their thirties", "in adulthood", "at some age"]),
        ("aged sixty three", ["in their sixties", "in adulthood", "at some age"]),
        ("EUR 3,500", ["thousands of euros", "an amount of money"]),
        ("5,699.21 euros (EUR)", ["about 5,700 euros", "thousands of euros", "an amount of money"]),
        ("about 80 DEM", ["dozens of marks", "an amount of money"]),
        ("5 km", ["some kilometres", "a distance"]),
        ("500 mg", ["a dose"]),
        ("45 %", ["less than half", "a certain percentage"]),
        ("38th", ["a later", "a certain"]),
        ("1,234", ["about 1,200", "over a thousand", "many"]),
        ("thirty-nine demonstrators", ["about 40 demonstrators", "dozens of demonstrators", "many demonstrators"]),
        ("37212/02", ["a number"]),
        ("12 Elm Street", ["a street", "an address"]),
    ],
)  # fmt: skip
def test_steps_from_near_to_far(text, said):
    assert list(steps(text, kind_of_quantity(text))) == said


@pytest.mark.parametrize("text", ["Quizzlebottom", "", "one", "...", "İzmir"])
def test_what_is_no_quantity_has_no_steps(text):
    assert quantity_steps(text, "CARDINAL") == ()


@given(st.integers(1500, 2099), st.integers(1, 12), st.integers(1, 28))
def test_each_step_of_a_date_is_true_and_says_less(year, month, day):
    found = date_steps(f"{day} {MONTHS[month - 1]} {year}")
    assert found[0] == f"{MONTHS[month - 1]} {year}"
    assert found[2] == str(year)
    if year % 100 < 10 and year < 2000:  # "the 1900s" are a hundred years
        assert found[3:5] == (
            f"the first decade of the {year // 100 + 1}th century",
            f"the early {year // 100 + 1}th century",
        )
    else:
        decade = re.search(r"\d{4}", found[4]).group()
        assert int(decade) <= year < int(decade) + 10
    assert all(said_by(step) == kinds.DATE for step in found)
    assert len(set(found)) == len(found)
    for step in found[:-1]:  # each step climbs the rest of the same ladder
        assert found[-len(date_steps(step)) :] == date_steps(step) or "0s" in step or "century" in step


@given(st.integers(0, 23), st.integers(0, 59))
def test_the_two_clocks_agree(hour, minute):
    half = f"{(hour - 1) % 12 + 1}.{minute:02} {'a' if hour < 12 else 'p'}.m."
    assert clock_steps(f"{hour:02}:{minute:02}") == clock_steps(half)


@given(st.integers(2, 10**11))
def test_numbers_are_rounded_truly(value):
    assert value_of(f"{value:,}") == value
    if about := near(value):
        assert abs(value_of(about.removeprefix("about ")) - value) <= value / 4
    if large := magnitude(value):
        if large.startswith("over "):
            least = value_of(large.removeprefix("over "))
            assert least is None or least < value < 3 * least
            return
        large = large.removesuffix(" of")
        least = {"dozens": 12, "hundreds": 100, "thousands": 1_000, "millions": 10**6, "billions": 10**9}
        unit = least[large.split(" ")[-1]] * {"tens": 10, "hundreds": 100}.get(
            large.split(" of ")[0] if " " in large else "", 1
        )
        assert 2 * unit <= value


@given(
    st.text(max_size=20),
    st.sampled_from(["DATE", "AGE", "CODE", "MONEY", "CARDINAL", "ORDINAL", "PERCENT", "TIME", ""]),
)
def test_anything_may_be_asked(text, label):
    found = quantity_steps(text, label)
    assert len(set(found)) == len(found)
    assert all(step and step == step.strip() for step in found)


@given(st.from_regex(r"(\d{1,4}|ten|two) (May 19\d\d|weeks|km|euros|%|pages|mg|a\.m\.)", fullmatch=True))
def test_every_step_is_known_where_it_is_written(text):
    assert all(said_by(step) for step in quantity_steps(text, ""))


@pytest.mark.parametrize(
    ("text", "label", "said"),
    [
        ("250mg", "CARDINAL", "a dose"),
        ("351\u201121", "CARDINAL", "a number"),
        ("1x weekly", "DATE", "regularly"),
        ("three times a day", "DATE", "regularly"),
        ("next 2 days", "DATE", "some days"),
    ],
)
def test_doses_codes_and_how_often(text, label, said):
    assert quantity_steps(text, label)[0] == said


def test_compound_ages_are_ages():
    assert kind_of_quantity("16 years and 208 days", after=" old.") == "age"
    assert kind_of_quantity("only 16 years and 208 days old") == "age"
    assert steps("16 years and 208 days old", "age")[0] == "in their teens"
