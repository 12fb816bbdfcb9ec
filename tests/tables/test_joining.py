from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.io.arrow import pa
from sfumato.io.frames import write_table
from sfumato.tables.config import Config, Join
from sfumato.tables.joining import joined


def together(folder: Path, first: dict[str, Any], second: dict[str, Any], *on: str) -> list[dict[str, Any]]:
    write_table(pa.table(second), folder / "second.parquet")
    config = Config((), joins=(Join(folder / "second.parquet", on),))
    return joined(pa.table(first), config).to_pylist()


def test_one_row_stands_beside_every_row_of_the_other(tmp_path: Path) -> None:
    people = {"id": ["1", "2", "3"], "age": [36, 24, 50]}
    posts = {"id": ["2", "1", "2", "9"], "post": ["a", "b", "c", "nobody's"]}
    expected = [
        {"id": "1", "age": 36, "post": "b"},
        {"id": "2", "age": 24, "post": "a"},
        {"id": "2", "age": 24, "post": "c"},
        {"id": "3", "age": 50, "post": None},
    ]
    assert together(tmp_path, people, posts, "id") == expected
    posts = {"id": ["2", "1", "2"], "post": ["a", "b", "c"]}
    assert together(tmp_path, posts, people, "id") == [
        {"id": "2", "post": "a", "age": 24},
        {"id": "1", "post": "b", "age": 36},
        {"id": "2", "post": "c", "age": 24},
    ]


def test_several_rows_of_both_stand_one_below_the_other(tmp_path: Path) -> None:
    posts = {"id": ["1", "2", "1"], "post": ["a", "b", "c"]}
    orders = {"id": ["1", "1", "2"], "item": ["x", "y", "z"]}
    assert together(tmp_path, posts, orders, "id") == [
        {"id": "1", "post": "a", "item": None},
        {"id": "2", "post": "b", "item": "z"},
        {"id": "1", "post": "c", "item": None},
        {"id": "1", "post": None, "item": "x"},
        {"id": "1", "post": None, "item": "y"},
    ]


def test_keys_of_several_columns_and_types(tmp_path: Path) -> None:
    first = {"a": [1, 1, 2], "b": ["x", "y", "x"]}
    second = {"a": ["1", "2", "1"], "b": ["y", "x", "z"], "c": [True, False, True]}
    assert [row["c"] for row in together(tmp_path, first, second, "a", "b")] == [None, True, False]


def test_missing_keys_join_nothing(tmp_path: Path) -> None:
    found = together(tmp_path, {"id": [None, "1"], "a": [1, 2]}, {"id": [None, "1"], "b": [3, 4]}, "id")
    assert found == [{"id": None, "a": 1, "b": None}, {"id": "1", "a": 2, "b": 4}]


def test_what_cannot_be_joined(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r'the table: no column "key" to join on'):
        together(tmp_path, {"id": ["1"]}, {"key": ["1"]}, "key")
    with pytest.raises(InputError, match=r'second.parquet: no column "id" to join on'):
        together(tmp_path, {"id": ["1"]}, {"key": ["1"]}, "id")
    with pytest.raises(InputError, match=r'second.parquet: the column "age" is in the table already'):
        together(tmp_path, {"id": ["1"], "age": [1]}, {"id": ["1"], "age": [1]}, "id")


KEYS = st.lists(st.sampled_from("abc"), min_size=1, max_size=8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(KEYS, KEYS)
def test_nothing_of_a_known_key_is_lost_and_nothing_is_mixed_up(tmp_path: Path, one: list[str], two: list[str]) -> None:
    first = {"id": one, "p": [f"{key}{at}" for at, key in enumerate(one)]}
    second = {"id": two, "q": [f"{key}{at}" for at, key in enumerate(two)]}
    found = together(tmp_path, first, second, "id")
    assert {row["p"] for row in found} - {None} == set(first["p"])
    assert {row["q"] for row in found} - {None} == {cell for cell in second["q"] if cell[0] in one}
    assert all(cell is None or cell[0] == row["id"] for row in found for cell in (row["p"], row["q"]))
    assert len(found) <= len(one) + len(two)
