from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from sfumato.io.arrow import pa
from sfumato.tables.config import config_of
from sfumato.tables.people import people
from sfumato.tables.recoding import recode
from sfumato.tables.release import key_name, released
from sfumato.tables.view import Groups

TABLE = pa.table(
    {
        "id": ["anna", "bert", "anna", "carl", "dora"],
        "age": ["20", "30", "20", "41", "44"],
        "text": ["one", "two", None, "three", "four"],
        "illness": pa.array(["flu", "gout", "flu", "flu", "gout"]).dictionary_encode(),
        "visits": [1, 2, 3, 4, 5],
        "notes": ["private"] * 5,
    }
).replace_schema_metadata({"source": "ward 7, anna"})
CONFIG = config_of(
    {
        "columns": {
            "id": {"role": "direct_identifier"},
            "age": {"role": "quasi_identifier", "kind": "number"},
            "text": {"role": "text"},
            "illness": {"role": "sensitive"},
            "visits": {"role": "keep"},
            "notes": {"role": "drop"},
        }
    }
)
TEXTS = {"text": ["uno", "due", None, "tre", "quattro"]}


def release(seed: int | None = None) -> pa.Table:
    view, rows = people(TABLE, CONFIG)
    groups = Groups(np.array([0, 0, 1, 1]), 2)
    recoded = [recode(attribute, groups) for attribute in view.attributes]
    return released(TABLE, CONFIG, rows.of, groups, recoded, TEXTS, seed=seed)


def test_what_is_released() -> None:
    found = release(seed=1)
    assert found.column_names == ["person", "age", "text", "illness", "visits"]
    assert sorted(found.drop_columns(["person"]).to_pylist(), key=lambda row: row["visits"]) == [
        {"age": "[20-30]", "text": "uno", "illness": "flu", "visits": 1},
        {"age": "[20-30]", "text": "due", "illness": "gout", "visits": 2},
        {"age": "[20-30]", "text": None, "illness": "flu", "visits": 3},
        {"age": "[41-44]", "text": "tre", "illness": "flu", "visits": 4},
        {"age": "[41-44]", "text": "quattro", "illness": "gout", "visits": 5},
    ]
    assert found.schema.metadata is None
    assert pa.types.is_dictionary(found.schema.field("illness").type)


def test_a_person_has_one_key_that_says_nothing() -> None:
    rows_of = defaultdict(set)
    for row in release().to_pylist():
        rows_of[row["person"]].add(row["visits"])
    assert sorted(map(sorted, rows_of.values())) == [[1, 3], [2], [4], [5]]
    assert all(len(key) == 16 and set(key) <= set("0123456789abcdef") for key in rows_of)


def test_keys_and_order_are_drawn_anew_unless_there_is_a_seed() -> None:
    assert release(seed=1).equals(release(seed=1))
    assert release(seed=1)["person"] != release(seed=2)["person"]
    assert set(release()["person"].to_pylist()).isdisjoint(release()["person"].to_pylist())
    assert len({tuple(release(seed)["visits"].to_pylist()) for seed in range(20)}) > 5


def test_categories_that_no_row_has_are_not_released() -> None:
    table = TABLE.set_column(3, "illness", TABLE["illness"].filter(pa.array([True] * 5)))
    wider = pa.DictionaryArray.from_arrays([0, 1, 0, 0, 1], ["flu", "gout", "what Emil has"])
    table = table.set_column(3, "illness", wider)
    view, rows = people(table, CONFIG)
    groups = Groups(np.zeros(4, dtype=np.int64), 1)
    found = released(table, CONFIG, rows.of, groups, [recode(a, groups) for a in view.attributes], TEXTS)
    assert sorted(found["illness"].chunk(0).dictionary.to_pylist()) == ["flu", "gout"]


def test_an_original_text_is_never_released_by_oversight() -> None:
    view, rows = people(TABLE, CONFIG)
    groups = Groups(np.zeros(4, dtype=np.int64), 1)
    recoded = [recode(attribute, groups) for attribute in view.attributes]
    with pytest.raises(KeyError):
        released(TABLE, CONFIG, rows.of, groups, recoded, {})
    with pytest.raises(ValueError, match="1 texts of text for 5 rows"):
        released(TABLE, CONFIG, rows.of, groups, recoded, {"text": ["x"]})
    with pytest.raises(KeyError):
        released(TABLE, CONFIG, rows.of, groups, [], TEXTS)


def test_the_name_of_the_key_is_nobody_elses() -> None:
    assert key_name(["age"]) == "person"
    assert key_name(["person", "person_"]) == "person__"
