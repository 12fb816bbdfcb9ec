"""Dates that are moved keep the way in which they are written."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.wording.shifting import shifted


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("Friday, May 9th, 1997", "Friday, July 18th, 1997"),
        ("9 MAY 1997", "18 JULY 1997"),
        ("the 09th of may", "the 18th of july"),
        ("Sept. 9", "Nov. 18"),
        ("May 1997", "July 1997"),
        ("1997-05-09", "1997-07-18"),
        ("05/09/97", "07/18/97"),
        ("23/5/1997", "1/8/1997"),
        ("9.5.1997", "18.7.1997"),
        ("December", "February"),
        ("1997", "1997"),
    ],
)
def test_the_format_stays(text, moved):
    assert shifted(text, 70) == moved


@pytest.mark.parametrize(
    "text", ["", "soon", "12", "the 1990s", "May May", "31/31/1997", "9999-12-30", "5 weeks", "1/2/333"]
)
def test_what_is_no_date_has_none(text):
    assert shifted(text, 70) is None


@given(st.dates(date(1100, 1, 1), date(9000, 1, 1)), st.integers(-5000, 5000))
def test_a_date_is_moved_by_so_many_days_and_back(day, days):
    for form in ("%Y-%m-%d", f"{day.day} %B %Y", "%m/%d/%Y"):
        moved = shifted(day.strftime(form), days)
        assert moved is not None
        if form == "%Y-%m-%d":
            assert date.fromisoformat(moved) == day + timedelta(days)
        assert shifted(moved, -days) == day.strftime(form)


@given(st.text())
def test_any_text(text):
    shifted(text, 70)
