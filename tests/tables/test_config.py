from __future__ import annotations

from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.tables.config import Column, Join, config_of, read_config

GOOD = """
k = 7
weight = 0.4
strategy = "gdf"
l = 2
t = 0.3
missing = ["?", "NA"]

[columns.id]
role = "direct_identifier"

[columns.age]
role = "quasi_identifier"
kind = "number"
entities = ["AGE"]
hierarchy = [5, 10, 20]
bias = 0.2

[columns.date]
role = "quasi_identifier"
format = "%d,%B,%Y"

[columns.education]
role = "quasi_identifier"
hierarchy = "education.csv"
single = true

[columns.grade]
role = "sensitive"
order = ["low", "high"]

[columns.zip]
role = "quasi_identifier"
hierarchy = "prefix"

[columns.region]
role = "quasi_identifier"
hierarchy = { North = ["A", "B"], South = ["C"] }

[columns.text]
role = "text"

[columns."odd name"]
role = "drop"

[terms]
PERSON = "direct"
GPE = "quasi"
CARDINAL = "ignore"

[[join]]
table = "orders.csv"
on = "id"
"""

QUASI = "[columns.age]\nrole = 'quasi_identifier'\n"


def write(folder: Path, text: str) -> Path:
    (folder / "education.csv").write_text("BA;*\n")
    (folder / "orders.csv").write_text("id,item\n1,x\n")
    path = folder / "blogs.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_config_is_read(tmp_path: Path) -> None:
    config = read_config(write(tmp_path, GOOD))
    assert (config.k, config.weight, config.strategy, config.l, config.t) == (7, 0.4, "gdf", 2, 0.3)
    assert config.missing == ("?", "NA")
    assert [column.name for column in config.of("quasi_identifier")] == ["age", "date", "education", "zip", "region"]
    columns = {column.name: column for column in config.columns}
    assert columns["age"] == Column(
        "age", "quasi_identifier", "number", hierarchy=(5.0, 10.0, 20.0), bias=0.2, entities=("AGE",)
    )
    assert columns["date"].kind == "date"
    assert columns["education"].hierarchy == tmp_path / "education.csv"
    assert columns["education"].single
    assert (columns["grade"].kind, columns["grade"].order) == ("ordinal", ("low", "high"))
    assert columns["odd name"].role == "drop"
    assert config.terms == {"PERSON": "direct", "GPE": "quasi", "CARDINAL": "ignore"}
    assert config.joins == (Join(tmp_path / "orders.csv", ("id",)),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("kk = 5", 'unknown key "kk" (did you mean k?)'),
        ("k = 0", "k must be a whole number from 1"),
        ("k = 2.5", "k must be a whole number"),
        ("weight = 1.1", "weight must be a number from 0 to 1"),
        ("weight = nan", "weight must be a number from 0 to 1"),
        ("t = true", "t must be a number from 0 to 1"),
        ("k = ", "line 2: not TOML"),
        ("columns = 3", "[columns]: must be a table"),
        ("[columns]\nage = 3", "[columns.age]: must be a table"),
        ("[columns.age]\nkind = 'number'", "[columns.age]: role is missing: one of direct_identifier"),
        ("[columns.age]\nrole = 'quasi'", '[columns.age]: role must be one of direct_identifier, quasi_identifier'),
        (QUASI + "kinds = 'number'", 'unknown key "kinds" (did you mean kind?)'),
        ("[columns.age]\nrole = 'text'\nkind = 'number'", "kind is only for the role quasi_identifier or sensitive"),
        ("[columns.age]\nrole = 'sensitive'\nbias = 0.1", "bias is only for the role quasi_identifier, not sensitive"),
        (QUASI + "kind = 'ordinal'", "order is missing"),
        (QUASI + "order = ['a', 'a']", "order has a value twice"),
        (QUASI + "order = 'a'", "order must be a list"),
        (QUASI + "kind = 'number'\norder = [1]", "order is only for the kind ordinal"),
        (QUASI + "kind = 'number'\nformat = '%Y'", "format is only for the kind date"),
        (QUASI + "format = '%Q'", "format has %Q, which is not known"),
        (QUASI + "format = 'x'", "format has no year"),
        (QUASI + "hierarchy = 'none.csv'", "[columns.age]: hierarchy: "),
        (QUASI + "hierarchy = '.'", "hierarchy is a folder"),
        (QUASI + "hierarchy = [5]", "hierarchy has steps"),
        (QUASI + "kind = 'number'\nhierarchy = [5, 12]", "the step 12"),
        (QUASI + "kind = 'number'\nhierarchy = [0]", "the step 0"),
        (QUASI + "kind = 'number'\nhierarchy = 'prefix'", '"prefix" is for text'),
        (QUASI + "hierarchy = 'calendar'", '"calendar" is for the kind date'),
        (QUASI + "hierarchy = true", "hierarchy must be a file"),
        (QUASI + "entities = ['A GE']", "is no entity type"),
        (QUASI + "single = 1", "single must be true or false"),
        ("[columns.id]\nrole = 'direct_identifier'\nkey = 1", "key must be true or false"),
        (QUASI + "key = true", "key is only for the role direct_identifier"),
        ("[columns.id]\nrole = 'direct_identifier'", "nothing to anonymize"),
        ("[columns.t]\nrole = 'text'\n[terms]\nGPE = 'yes'", "[terms]: GPE must be one of direct, quasi, ignore"),
        ("[columns.t]\nrole = 'text'\n[[join]]\ntable = 'orders.csv'", "[[join]] 1: on must be the name of a column"),
        ("[columns.t]\nrole = 'text'\n[[join]]\ntable = 'gone.csv'\non = 'id'", "table: "),
        ("[columns.t]\nrole = 'text'\n[[join]]\ntable = 'orders.csv'\non = []", "on must be"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = write(tmp_path, "\n" + text)
    with pytest.raises(InputError) as caught:
        read_config(path)
    message = str(caught.value)
    assert said in message
    assert message.startswith(str(path))
    assert "\n" not in message


def test_files_that_are_no_config(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_config(tmp_path / "none.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes(b"# caf\xe9\n")
    with pytest.raises(InputError, match="line 1: not UTF-8; a config is a TOML file"):
        read_config(path)
    path.write_text("a = " + "[" * 100_000)
    with pytest.raises(InputError, match="not TOML"):
        read_config(path)
    path.write_bytes(b"#" * 10_000_001)
    with pytest.raises(InputError, match="larger than"):
        read_config(path)


def test_a_table_must_have_the_columns_and_no_others() -> None:
    config = config_of({"columns": {"age": {"role": "quasi_identifier"}, "bio": {"role": "text"}}})
    config.check(["bio", "age"])
    with pytest.raises(InputError, match=r'no column "age" in the table \(did you mean agee\?\)'):
        config.check(["agee", "bio"])
    with pytest.raises(InputError, match=r'column 3 \("ssn"\) has no role'):
        config.check(["age", "bio", "ssn"])
