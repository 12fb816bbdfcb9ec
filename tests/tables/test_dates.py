from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.io.arrow import pa
from sfumato.tables.dates import days, problem


def read(text: str | None, format: str = "") -> str | None:
    found, known = days(pa.array([text], pa.string()), format)
    return str(found[0]) if known[0] else None


@pytest.mark.parametrize(
    ("text", "format", "day"),
    [
        ("2004-05-14", "", "2004-05-14"),
        (" 2004-05-14 ", "", "2004-05-14"),
        ("2020-09-28T12:32:00", "", "2020-09-28"),
        ("2020-09-28 12:32:00.123+02:00", "", "2020-09-28"),
        ("2020-09-28Tnoon", "", None),
        ("2004-02-29", "", "2004-02-29"),
        ("2003-02-29", "", None),
        ("1900-02-29", "", None),
        ("2004-04-31", "", None),
        ("2004-13-01", "", None),
        ("2004-00-01", "", None),
        ("2004-01-00", "", None),
        ("14.5.2004", "", None),
        ("", "", None),
        (None, "", None),
        ("27,July,2004", "%d,%B,%Y", "2004-07-27"),
        ("27,juillet,2004", "%d,%B,%Y", "2004-07-27"),
        ("01,lipiec,2004", "%d,%B,%Y", "2004-07-01"),
        ("27,Brumaire,2004", "%d,%B,%Y", None),
        ("Sept. 3, 1999", "%b %d, %Y", "1999-09-03"),
        ("8/3/2017", "%m/%d/%Y", "2017-08-03"),
        ("8/3/17", "%m/%d/%y", "2017-08-03"),
        ("8/3/71", "%m/%d/%y", "1971-08-03"),
        ("2004", "%Y", "2004-01-01"),
        ("5/2004", "%m/%Y", "2004-05-01"),
        ("100% 2004", "100%% %Y", "2004-01-01"),
        ("Monday 3 May 2004 11:30 pm", "%A %d %B %Y %I:%M %p", "2004-05-03"),
    ],
)
def test_dates(text: str | None, format: str, day: str | None) -> None:
    assert read(text, format) == day


@given(st.dates(), st.sampled_from(["", "%d/%m/%Y", "%d.%m.%Y", "%Y%m%d"]))
def test_every_date_is_read_again(date: datetime.date, format: str) -> None:

    if format:
        text = (
            format.replace("%Y", f"{date.year:04d}").replace("%m", f"{date.month:02d}").replace("%d", f"{date.day:02d}")
        )
    else:
        text = date.isoformat()
    assert read(text, format) == date.isoformat()


def test_formats_that_are_none() -> None:
    assert problem("%d.%m.%Y %H:%M:%S") is None
    assert "twice" in str(problem("%Y %Y"))
    assert "a day but no month" in str(problem("%d %Y"))
    assert "not known" in str(problem("%Y %"))
