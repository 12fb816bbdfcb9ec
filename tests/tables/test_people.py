from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.io.arrow import pa
from sfumato.tables.config import Config, config_of
from sfumato.tables.people import people
from sfumato.tables.view import MISSING, Attribute, People

BLOGGERS = {
    "id": ["1", "1", "2", "3", "4", "4", "4", "5", "6"],
    "gender": ["male", "male", "male", "male", "female", "female", "female", "male", "female"],
    "age": ["36", "36", "24", "37", "24", "24", "24", "29", "27"],
    "topic": [*["Education"] * 2, "Student", "Banking", *["Science"] * 3, "indUnk", "Science"],
    "sign": ["Aries", "Aries", "Leo", "Pisces", "Aries", "Aries", "Aries", "Pisces", "Aries"],
    "date": [
        "14,May,2004", "15,May,2004", "18,August,2005", "27,May,2004", "13,January,2004", "17,January,2004",
        "19,January,2004", "15,May,2004", "15,May,2004",
    ],
    "text": [
        "Pedro here, 36 years old, engineer, born in Mexico.",
        "More about my education soon.",
        "They hired me as an engineer!",
        "In Canada I ran into Ben.",
        "Greetings from a scientist in the UK.",
        "Four days ago this page went online.",
        "2004 is for science, says the biologist in me.",
        "Nobody reads the stars like Pisces do.",
        "It rains in the UK.",
    ],
}  # fmt: skip
CONFIG = {
    "id": {"role": "direct_identifier"},
    "gender": {"role": "quasi_identifier"},
    "age": {"role": "quasi_identifier", "kind": "number"},
    "topic": {"role": "quasi_identifier"},
    "sign": {"role": "quasi_identifier"},
    "date": {"role": "quasi_identifier", "format": "%d,%B,%Y"},
    "text": {"role": "text"},
}


def config(columns: dict[str, Any], **more: Any) -> Config:
    return config_of({"columns": columns, **more})


def sets(attribute: Attribute) -> list[list[str]]:
    """Each person's values as text."""
    values = [*map(str, attribute.values.tolist()), "-"]
    return [
        [values[code] for code in attribute.codes[a:b].tolist()]
        for a, b in zip(attribute.starts[:-1], attribute.starts[1:], strict=True)
    ]


def one(cells: list[Any], ids: list[Any] | None = None, *, type: Any = None, **column: Any) -> Attribute:
    """The attribute that one column becomes."""
    table: dict[str, Any] = {"x": pa.array(cells, type)}
    columns: dict[str, Any] = {"x": {"role": "quasi_identifier", **column}}
    if ids is not None:
        table["id"], columns["id"] = ids, {"role": "direct_identifier"}
    return people(pa.table(table), config(columns))[0].attributes[0]


def refused(*args: Any, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        one(*args, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_person_view_of_the_paper() -> None:
    """RX tables 1 and 4, without the terms of the texts."""
    view, rows = people(pa.table(BLOGGERS), config(CONFIG))
    assert view.total == 6
    assert rows.of.tolist() == [0, 0, 1, 2, 3, 3, 3, 4, 5]
    found = {attribute.name: sets(attribute) for attribute in view.attributes}
    assert found == {
        "gender": [["male"], ["male"], ["male"], ["female"], ["male"], ["female"]],
        "age": [["36.0"], ["24.0"], ["37.0"], ["24.0"], ["29.0"], ["27.0"]],
        "topic": [["Education"], ["Student"], ["Banking"], ["Science"], ["indUnk"], ["Science"]],
        "sign": [["Aries"], ["Leo"], ["Pisces"], ["Aries"], ["Pisces"], ["Aries"]],
        "date": [
            ["2004-05-14", "2004-05-15"],
            ["2005-08-18"],
            ["2004-05-27"],
            ["2004-01-13", "2004-01-17", "2004-01-19"],
            ["2004-05-15"],
            ["2004-05-15"],
        ],
    }
    assert [attribute.single for attribute in view.attributes] == [True, True, True, True, False]
    date = view.attributes[4]
    assert date.values[rows.codes["date"]].astype(str).tolist()[:3] == ["2004-05-14", "2004-05-15", "2005-08-18"]


def test_an_adult_like_table_with_hierarchies_of_arx(tmp_path: Any) -> None:
    (tmp_path / "work.csv").write_text("State;Public;*\nFederal;Public;*\nSelf;Private;*\n")
    (tmp_path / "age.csv").write_text("".join(f"{age};{age // 10}0s;*\n" for age in range(17, 91)))
    table = pa.table({"age": [39, 50, 38], "work": ["State", "Self", "Federal"], "pay": ["<=50K", ">50K", "<=50K"]})
    columns = {
        "age": {"role": "quasi_identifier", "kind": "number", "hierarchy": "age.csv"},
        "work": {"role": "quasi_identifier", "hierarchy": "work.csv", "bias": 0.25},
        "pay": {"role": "sensitive"},
    }
    view, rows = people(table, config_of({"columns": columns}, folder=tmp_path))
    age, work = view.attributes
    assert rows.of.tolist() == [0, 1, 2]
    assert age.levels is not None
    assert work.levels is not None
    assert [[age.levels.labels[node] for node in row] for row in age.levels.nodes[age.codes].tolist()] == [
        ["39", "30s", "*"], ["50", "50s", "*"], ["38", "30s", "*"],
    ]  # fmt: skip
    assert work.levels.leaves[work.levels.nodes[:, 1]].tolist() == [2, 1, 2]
    assert work.bias == 0.25
    assert [attribute.name for attribute in view.sensitive] == ["pay"]
    assert sets(view.sensitive[0]) == [["<=50K"], [">50K"], ["<=50K"]]


# --- values ---


def test_numbers() -> None:
    found = one(["36", "4.0", " 36.0 ", "-1e2", "", "4", "-0", "0"], kind="number")
    assert found.values.tolist() == [-100, 0, 4, 36]
    assert found.codes.tolist() == [3, 2, 3, 0, MISSING, 2, 1, 1]
    assert one([1.5, float("nan"), None, 1.5], kind="number").codes.tolist() == [0, MISSING, MISSING, 0]
    assert one([True, False], kind="number").values.tolist() == [0, 1]
    assert one([1, 2], type=pa.decimal128(5, 2), kind="number").values.tolist() == [1, 2]


@pytest.mark.parametrize("cell", ["abc", "1,5", "nan", "inf", "1e999", "0x10", "١", "1 2"])
def test_what_is_no_number(cell: str) -> None:
    message = refused(["1", "2", cell, cell], kind="number")
    assert message == 'column "x", row 4 (the header is row 1): not a number'


def test_infinities_are_no_numbers() -> None:
    assert "row 3" in refused([1.0, float("inf")], kind="number")


def test_dates() -> None:
    import datetime

    found = one(["2004-05-15", None, "2004-05-14T10:00", " "], kind="date")
    assert found.values.astype(str).tolist() == ["2004-05-14", "2004-05-15"]
    assert found.codes.tolist() == [1, MISSING, 0, MISSING]
    day = datetime.datetime(2004, 5, 14, 23, 30)
    assert one([day], kind="date").values.astype(str).tolist() == ["2004-05-14"]
    assert one([day], type=pa.timestamp("ns", "Pacific/Auckland"), kind="date").values.astype(str).tolist() == [
        "2004-05-15"
    ]
    assert one([day.date()], kind="date").values.astype(str).tolist() == ["2004-05-14"]
    assert one([20040514], kind="date", format="%Y%m%d").values.astype(str).tolist() == ["2004-05-14"]
    assert refused(["2004-05-14", "14.05.2004"], kind="date").startswith(
        'column "x", row 3 (the header is row 1): not a date of the format YYYY-MM-DD'
    )
    assert "%d.%m.%Y" in refused(["31.04.2004"], kind="date", format="%d.%m.%Y")


def test_ordinal_values_are_in_the_order_of_the_user() -> None:
    found = one(["high", "low", None, "high"], order=["low", "middle", "high"])
    assert found.values.tolist() == ["low", "high"]
    assert found.codes.tolist() == [1, 0, MISSING, 1]
    assert one([3, 1], order=[1, 2, 3]).codes.tolist() == [1, 0]
    assert "row 3 (the header is row 1): a value that is not in the order" in refused(["low", "tall"], order=["low"])


def test_nominal_values_ascend_as_text() -> None:
    found = one(["b", "é", "B", "", None, "b "])
    assert found.values.tolist() == ["B", "b", "b ", "é"]
    assert found.codes.tolist() == [1, 3, 0, MISSING, MISSING, 2]
    assert one([10, 9]).values.tolist() == ["10", "9"]
    assert one([None, None], type=pa.null()).codes.tolist() == [MISSING, MISSING]
    assert one(["a", "b", "a"], type=pa.dictionary(pa.int8(), pa.string())).codes.tolist() == [0, 1, 0]


def test_texts_that_mean_missing() -> None:
    view, _ = people(
        pa.table({"x": ["?", " NA", "a"]}), config({"x": {"role": "quasi_identifier"}}, missing=["?", "NA"])
    )
    assert sets(view.attributes[0]) == [["-"], ["-"], ["a"]]


def test_several_chunks_have_the_same_codes() -> None:
    chunks = pa.chunked_array([["b", "a"], [], ["c", "a"]], pa.string())
    _, rows = people(pa.table({"x": chunks}), config({"x": {"role": "quasi_identifier"}}))
    assert rows.codes["x"].tolist() == [1, 0, 2, 0]


def test_cells_that_are_lists() -> None:
    assert "cannot be used so" in refused([[1], [2]])


# --- people ---


def test_a_persons_missing_value_is_passed_over_where_there_is_another() -> None:
    found = one([None, "a", None, None, "b", "a"], ["1", "1", "2", "2", "3", "3"])
    assert sets(found) == [["a"], ["-"], ["a", "b"]]


def test_a_single_column_with_two_values_for_one_person() -> None:
    cells, ids = ["a", "b", None, "a", "c"], ["1", "2", "1", "1", "2"]
    assert sets(one(cells, ids)) == [["a"], ["b", "c"]]
    message = refused(cells, ids, single=True)
    assert message.startswith('column "x", row 6 (the header is row 1): another value than in row 3')
    assert sets(one(["a", None, "a"], ["1", "1", "1"], single=True)) == [["a"]]


@pytest.mark.parametrize(
    ("keys", "of"), [("", [0, 0, 1, 2]), ("a", [0, 0, 1, 2]), ("b", [0, 1, 2, 1]), ("ab", [0, 1, 2, 3])]
)
def test_people_are_counted_by_the_first_identifier_or_the_one_called_key(keys: str, of: list[int]) -> None:
    table = pa.table({"a": ["1", "1", "2", "3"], "b": ["x", "y", "z", "y "], "q": ["p", "q", "r", "s"]})
    roles = {name: {"role": "direct_identifier", "key": name in keys} for name in "ab"}
    assert people(table, config({**roles, "q": {"role": "quasi_identifier"}}))[1].of.tolist() == of


def test_an_identifier_that_is_no_key_may_be_missing() -> None:
    table = pa.table({"a": ["1", "2"], "b": ["x", None], "q": ["p", "q"]})
    roles = {name: {"role": "direct_identifier"} for name in "ab"}
    assert people(table, config({**roles, "q": {"role": "quasi_identifier"}}))[0].total == 2


def test_without_an_identifier_every_row_is_a_person() -> None:
    assert people(pa.table({"x": ["a", "a"]}), config({"x": {"role": "quasi_identifier"}}))[0].total == 2


@pytest.mark.parametrize("ids", [["1", None], ["1", " "], [1.5, float("nan")]])
def test_a_row_that_is_nobodys(ids: list[Any]) -> None:
    assert 'row 3 (the header is row 1) has no "id": whose is it?' in refused(["a", "b"], ids)


def test_columns_must_be_declared() -> None:
    with pytest.raises(InputError, match='no column "y" in the table'):
        people(pa.table({"x": ["a"]}), config({"y": {"role": "quasi_identifier"}}))


@given(st.data())
def test_every_row_belongs_to_one_person_who_has_its_values(data: st.DataObject) -> None:
    rows = data.draw(st.integers(1, 30))

    def column(cell: Any) -> list[Any]:
        return data.draw(st.lists(cell, min_size=rows, max_size=rows))

    ids = column(st.sampled_from("abcd"))
    cells = {
        "n": column(st.none() | st.integers(-3, 3)),
        "w": column(st.none() | st.sampled_from(["x", "y", "z"])),
    }
    columns = {
        "id": {"role": "direct_identifier"},
        "n": {"role": "quasi_identifier", "kind": "number"},
        "w": {"role": "quasi_identifier"},
    }
    view, seen = people(
        pa.table({"id": ids, "n": pa.array(cells["n"], pa.int64()), "w": pa.array(cells["w"], pa.string())}),
        config(columns),
    )
    order = list(dict.fromkeys(ids))
    assert view.total == len(order)
    assert [order[person] for person in seen.of.tolist()] == ids
    for attribute in view.attributes:
        values = attribute.values.tolist()
        assert values == sorted(set(cells[attribute.name]) - {None})
        for at, person in enumerate(order):
            mine = {cell for cell, id in zip(cells[attribute.name], ids, strict=True) if id == person} - {None}
            codes = attribute.codes[attribute.starts[at] : attribute.starts[at + 1]].tolist()
            assert codes == ([values.index(cell) for cell in sorted(mine)] or [MISSING])
        again = [values[code] if code != MISSING else None for code in seen.codes[attribute.name].tolist()]
        assert again == cells[attribute.name]
    assert isinstance(view, People)
    assert np.array_equal(np.unique(seen.of), np.arange(view.total))
