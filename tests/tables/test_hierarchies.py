from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.tables.config import Column
from sfumato.tables.hierarchies import levels
from sfumato.tables.view import Levels

EDUCATION = """\
BA;Undergraduate;Higher;*
MA;Graduate;Higher;*
PhD;Graduate;Higher;*
12th;School;Secondary;*
"""


def made(hierarchy: Any, values: Any, kind: Any = "nominal", format: str = "") -> Levels:
    dtype = {"number": np.float64, "date": "datetime64[D]"}.get(kind, object)
    column = Column("degree", "quasi_identifier", kind, hierarchy=hierarchy, format=format)
    found = levels(column, np.array(values, dtype=dtype), lambda code: code + 2)
    assert found is not None
    check(found, len(values))
    return found


def check(found: Levels, values: int) -> None:
    """Values come first, every node has one node above it, the last is one for all, leaves are counted."""
    assert found.nodes[:, 0].tolist() == list(range(values))
    assert len(set(found.nodes[:, -1].tolist())) == 1
    for below, above in zip(found.nodes.T[:-1], found.nodes.T[1:], strict=True):
        assert len({(a, b) for a, b in zip(below.tolist(), above.tolist(), strict=True)}) == len(set(below.tolist()))
    for level in found.nodes.T:
        for node in set(level.tolist()):
            assert found.leaves[node] == (level == node).sum()
    assert len(found.labels) == len(found.leaves) == found.nodes.max() + 1


def paths(found: Levels) -> list[list[str]]:
    return [[found.labels[node] for node in row] for row in found.nodes.tolist()]


def refused(hierarchy: Any, values: Any = ("BA",), kind: Any = "nominal") -> str:
    with pytest.raises(InputError) as caught:
        made(hierarchy, values, kind)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def file(folder: Path, text: str) -> Path:
    path = folder / "education.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_hierarchy_of_arx(tmp_path: Path) -> None:
    found = made(file(tmp_path, EDUCATION), ["12th", "BA", "PhD"])
    assert paths(found) == [
        ["12th", "School", "Secondary", "*"],
        ["BA", "Undergraduate", "Higher", "*"],
        ["PhD", "Graduate", "Higher", "*"],
    ]
    assert found.leaves[found.nodes[1, 2]] == 2


def test_commas_serve_too_and_semicolons_go_first(tmp_path: Path) -> None:
    assert paths(made(file(tmp_path, EDUCATION.replace(";", ",")), ["MA"])) == [["MA", "Graduate", "Higher", "*"]]
    assert paths(made(file(tmp_path, "1;[0, 5[\n7;[0, 5[\n"), ["1"])) == [["1", "[0, 5["]]


def test_values_of_numbers_and_dates_are_compared_as_such(tmp_path: Path) -> None:
    ages = file(tmp_path, "36.0;30-39;*\n24;20-29;*\nunknown;unknown;*\n")
    assert paths(made(ages, [24, 36], "number")) == [["24", "20-29", "*"], ["36", "30-39", "*"]]
    dates = file(tmp_path, "14,May,2004;spring;*\n2004-09-01;autumn;*\n")
    days = ["2004-05-14", "2004-09-01"]
    assert paths(made(dates, days, "date", "%d,%B,%Y")) == [[days[0], "spring", "*"], [days[1], "autumn", "*"]]


def test_rows_and_nested_tables_in_the_config() -> None:
    rows = tuple(tuple(line.split(";")) for line in EDUCATION.splitlines())
    assert paths(made(rows, ["BA"])) == [["BA", "Undergraduate", "Higher", "*"]]
    nested = {"Higher": {"Undergraduate": ["BA"], "Graduate": ["MA", "PhD"]}, "Secondary": ["12th"], "None": "none"}
    assert paths(made(nested, ["12th", "BA", "none"])) == [
        ["12th", "12th", "Secondary", "*"],
        ["BA", "Undergraduate", "Higher", "*"],
        ["none", "none", "None", "*"],
    ]
    assert paths(made({"any": {"x": ["a"], "y": ["b"]}}, ["a", "b"])) == [["a", "x", "any"], ["b", "y", "any"]]


def test_two_nodes_of_one_label_are_two_in_a_nested_table() -> None:
    found = made({"A": {"other": ["a1", "a2"]}, "B": {"other": ["b1"]}}, ["a1", "a2", "b1"])
    assert found.nodes[0, 1] == found.nodes[1, 1] != found.nodes[2, 1]


def test_shorter_rows_are_filled_up_from_below(tmp_path: Path) -> None:
    found = made(file(tmp_path, "Paris;France;Europe;*\nMoon;*;;\n"), ["Moon", "Paris"])
    assert paths(found)[0] == ["Moon", "Moon", "Moon", "*"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BA;Higher;*\nMA;Higher;all\n", "line 2: the last column must be the same as in line 1"),
        ("BA;Higher;*\nBA;Lower;*\n", 'line 2: "BA" stands there a second time'),
        ("BA;x;Higher;*\nMA;x;Lower;*\n", '"x" (level 1) stands below "Higher" and below "Lower"'),
        ("BA;;*\n", "line 1: a value and what it becomes"),
        ("BA\n", "line 1: a value and what it becomes"),
        ("", "empty"),
        ('BA;"*\n', "never closed"),
        ("BA;" + ";".join("abcdefghij" * 6) + "\n", "more than 50 levels"),
    ],
)
def test_files_that_are_no_hierarchies(tmp_path: Path, text: str, said: str) -> None:
    path = file(tmp_path, text)
    assert said in refused(path)
    assert str(path) in refused(path)


def test_nested_tables_that_are_no_hierarchies() -> None:
    assert "stands there twice" in refused({"A": ["BA"], "B": ["BA"]})
    assert "lists of values are needed" in refused({"A": [["BA"]]})
    assert "empty" in refused({})
    deep: Any = ["BA"]
    for _ in range(60):
        deep = {"x": deep}
    assert "more than 50 levels" in refused(deep)


def test_a_value_that_the_hierarchy_lacks_is_named_by_column_row_and_file(tmp_path: Path) -> None:
    message = refused(file(tmp_path, EDUCATION), ["BA", "MBA"])
    assert 'column "degree", row 3 (the header is row 1): a value that the hierarchy lacks' in message
    assert "education.csv" in message
    assert "MBA" not in message


def test_intervals() -> None:
    assert paths(made((5.0, 10.0), [0, 4, 17], "number")) == [
        ["0", "[0-4]", "[0-9]", "*"],
        ["4", "[0-4]", "[0-9]", "*"],
        ["17", "[15-19]", "[10-19]", "*"],
    ]
    assert paths(made((0.5,), [-0.2, 1.25], "number")) == [["-0.2", "[-0.5 to 0)", "*"], ["1.25", "[1-1.5)", "*"]]
    assert paths(made((1.0, 2.0), [3], "number")) == [["3", "3", "[2-3]", "*"]]


def test_letters_go_from_the_right() -> None:
    """The postcodes of the paper's program: HP2 7PW with HP2 7PF is HP2 7P*, with HP2 4DY HP2 *, with CF470JD *."""
    found = paths(made("prefix", ["CF470JD", "HP2 4DY", "HP2 7PF", "HP2 7PW"]))
    assert found[3] == ["HP2 7PW", "HP2 7P*", "HP2 *", "*"]
    assert found[0] == ["CF470JD", "CF470J*", "CF47*", "*"]
    assert paths(made("prefix", ["12", "123", "12*"]))[0] == ["12", "12", "*"]
    assert "longer than 100 characters" in refused("prefix", ["a" * 101])


def test_days_months_years() -> None:
    found = paths(made("calendar", ["2004-05-14", "2004-05-15", "2005-08-18"], "date"))
    assert found[0] == ["2004-05-14", "2004-05", "2004", "*"]


def test_no_values_no_nodes_but_still_levels() -> None:
    none = levels(Column("x", "quasi_identifier", hierarchy="prefix"), np.array([], dtype=object), int)
    assert none is not None
    assert none.nodes.shape == (0, 2)


@given(st.lists(st.text("abc", max_size=6), min_size=1, unique=True))
def test_prefixes_are_a_tree_whatever_the_texts(texts: list[str]) -> None:
    made("prefix", sorted(texts))


@given(st.lists(st.integers(-1000, 1000).map(lambda n: n / 4), min_size=1, unique=True))
def test_intervals_are_a_tree_whatever_the_numbers(numbers: list[float]) -> None:
    made((2.0, 4.0, 20.0), sorted(numbers), "number")
