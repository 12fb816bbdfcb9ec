"""Figures that are one term with what they belong to."""

import pytest

from sfumato.languages import load
from sfumato.languages.en.figures import figures


def found(text):
    return [(term.text, term.label) for term in figures(text)]


@pytest.mark.parametrize(
    "text",
    [
        "helping the town to a {3–1} victory",
        "the cup tie (eventual {0–0} draw)",
        "They lost {2–1} to the town.",
        "She won the final {6-4, 7-6(2)}.",
        "in the {2-2-2} formation",
        "with a record of {63–18–2} there",
        "They completed a {3-0} away win.",
        "She beat her sister {6–1, 6–2} in May.",
    ],
)
def test_a_score_is_one_term(text):
    start, end = text.index("{"), text.index("}") - 1
    assert found(text.replace("{", "").replace("}", "")) == [(text[start + 1 : end + 1], "SCORE")]


@pytest.mark.parametrize(
    ("text", "figure", "label"),
    [
        ("In the 2005–06 season he left.", "2005–06 season", "DATE_TIME"),
        ("in the 2010–11 Northern Cup season", "2010–11 Northern Cup season", "DATE_TIME"),
        ("on New Year's Eve 1977", "New Year's Eve 1977", "DATE_TIME"),
        ("over the 1998–99 and 1999–2000 seasons", "1998–99 and 1999–2000 seasons", "DATE_TIME"),
        ("Ann (6 May 1899 – May 1974) sang.", "6 May 1899 – May 1974", "DATE_TIME"),
        ("Ann (May 6, 1899 – c. 1974), who sang", "May 6, 1899 – c. 1974", "DATE_TIME"),
        ("She served from 1921 to 1925.", "from 1921 to 1925", "DATE_TIME"),
        ("for children ages 2–6", "ages 2–6", "AGE"),
        ("a class for 5- to 6-year-olds", "5- to 6-year-olds", "AGE"),
        ("for 8–12 weeks", "8–12 weeks", "DATE_TIME"),
        ("a seven-person pyramid", "seven-person", "QUANTITY"),
        ("a 12-piece band", "12-piece", "QUANTITY"),
        ("in the 4×100 m relay", "4×100 m", "QUANTITY"),
        ("in 24 out of 42 games", "24 out of 42", "QUANTITY"),
        ("He earned $3.2m there.", "$3.2m", "MONEY"),
        ("She sold 1.5 million records.", "1.5 million", "QUANTITY"),
        ("He batted .260 that year.", ".260", "QUANTITY"),
        ("She stood 5'11\" tall.", "5'11\"", "QUANTITY"),
        ("with 12–14 pages", "12–14", "QUANTITY"),
    ],
)
def test_a_figure_is_one_term_with_what_it_belongs_to(text, figure, label):
    assert found(text) == [(figure, label)]


@pytest.mark.parametrize(
    "text",
    [
        "a one-man show", "a dose of 5-nitro daily", "17-hydroxyprogesterone levels", "twenty-odd years",
        "a two-by-four plank",
        "twenty-three people", "two-thirds of them", "page 3 of 10", "2 x 10 mg daily", "He came on 2004-03-12.",
        "three of 1997's best songs", "case 37212/02", "call 555-0123", "Room 12 of Block 3",
    ],
)  # fmt: skip
def test_what_is_no_figure(text):
    assert found(text) == []


def test_figures_are_found_with_titles():
    said = load().titles('She sang "Red Night" in the 2005–06 season.', lambda title: "")
    assert [term.text for term in said] == ["Red Night", "2005–06 season"]
