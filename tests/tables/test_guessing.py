from __future__ import annotations

import random
from pathlib import Path

import pytest

from sfumato.io.arrow import pa
from sfumato.tables.config import Column, Config, Join, config_of, read_config
from sfumato.tables.guessing import guess, written

ODD = 'odd "name"\n\x7f\\'
CHANCE = random.Random(5)
WORDS = "the rain in our town fell on roofs and gardens while people waited for buses under old trees".split()


def some(*choices: str, rows: int = 60) -> list[str]:
    return [CHANCE.choice(choices) for _ in range(rows)]


TABLE = pa.table(
    {
        "column_1": [str(at * 3) for at in range(60)],
        "row": [str(at) for at in range(60)],
        "patientId": [f"P{at // 2:04d}" for at in range(60)],
        "e-mail": [f"user{at}@example.org" for at in range(60)],
        "contact": [f"user{at}@example.org" for at in range(60)],
        "full_name": some("Ada Byron", "Alan Mathison", "Grace Murray"),
        "gender": some("f", "m", ""),
        "Age": [str(20 + at % 40) for at in range(60)],
        "Birth Date": [f"{1 + at % 28}/{1 + at % 12}/1980" for at in range(60)],
        "posted": [f"2004-05-{1 + at % 28:02d}" for at in range(60)],
        "when": [f"{1 + at % 28:02d},July,2004" for at in range(60)],
        "postcode": [f"HP{at % 9} {at % 10}PW" for at in range(60)],
        "home city": some("Ulm", "Bonn"),
        "occupation": some("nurse", "smith"),
        "diagnosis": some("flu", "gout"),
        "smokes": some("0", "1"),
        "height": [f"{1.5 + at / 100:.2f}" for at in range(60)],
        "token": [f"x{at}q" for at in range(60)],
        "story": [" ".join(CHANCE.choices(WORDS, k=20)) for _ in range(60)],
        "tags": pa.array([["a"]] * 60),
        "empty": [""] * 60,
    }
)


@pytest.mark.parametrize(
    ("columns", "keys"),
    [
        ("name id mail", ["id"]),
        ("firstname surname", ["firstname", "surname"]),
        ("firstname surname mail", ["mail"]),
        ("name account", ["name"]),
        ("id", []),
    ],
)
def test_the_key_of_several_identifiers_is_guessed(columns: str, keys: list[str]) -> None:
    cells = {
        "name": some("Ada Byron", "Alan Mathison"),
        "firstname": some("Ada", "Alan"),
        "surname": some("Byron", "Mathison"),
        "id": [f"P{at:03d}" for at in range(60)],
        "mail": [f"user{at}@example.org" for at in range(60)],
        "account": ["", *(f"K{at:03d}" for at in range(59))],
    }
    found = guess(pa.table({name: cells[name] for name in columns.split()}))
    assert {column.role for column in found.columns} == {"direct_identifier"}
    assert [column.name for column in found.columns if column.key] == keys


def test_short_notes_are_texts() -> None:
    notes = [f"Mrs {CHANCE.choice(WORDS)} called {at}." for at in range(60)]
    found = guess(pa.table({"note": notes, "colour": notes, "comment": some("very good", "not so bad")}))
    assert [column.role for column in found.columns] == ["text", "quasi_identifier", "quasi_identifier"]


def test_roles_and_kinds_are_guessed() -> None:
    found = {column.name: column for column in guess(TABLE).columns}
    assert {name: column.role for name, column in found.items()} == {
        "column_1": "drop",
        "row": "drop",
        "patientId": "direct_identifier",
        "e-mail": "direct_identifier",
        "contact": "direct_identifier",
        "full_name": "direct_identifier",
        "gender": "quasi_identifier",
        "Age": "quasi_identifier",
        "Birth Date": "quasi_identifier",
        "posted": "quasi_identifier",
        "when": "quasi_identifier",
        "postcode": "quasi_identifier",
        "home city": "quasi_identifier",
        "occupation": "quasi_identifier",
        "diagnosis": "sensitive",
        "smokes": "quasi_identifier",
        "height": "quasi_identifier",
        "token": "direct_identifier",
        "story": "text",
        "tags": "drop",
        "empty": "drop",
    }
    assert {name: column.kind for name, column in found.items() if column.kind != "nominal"} == {
        "Age": "number",
        "Birth Date": "date",
        "posted": "date",
        "when": "date",
        "height": "number",
    }
    assert (found["Birth Date"].format, found["posted"].format, found["when"].format) == ("%d/%m/%Y", "", "%d,%B,%Y")
    assert found["postcode"].hierarchy == "prefix"
    assert {name: column.entities for name, column in found.items() if column.entities} == {
        "e-mail": ("EMAIL_ADDRESS",),
        "contact": ("EMAIL_ADDRESS",),
        "full_name": ("PERSON",),
        "Age": ("AGE",),
        "Birth Date": ("DATE",),
        "posted": ("DATE",),
        "when": ("DATE",),
        "postcode": ("POSTCODE",),
        "home city": ("GPE", "LOC"),
        "occupation": ("JOB",),
    }


def test_types_of_frames_are_taken_into_account() -> None:
    import datetime

    found = guess(pa.table({"a": [1.5, 2.5], "b": [datetime.date(2004, 5, 14)] * 2, "c": [1, 2], "d": [True, False]}))
    assert [column.kind for column in found.columns] == ["number", "date", "nominal", "nominal"]


def test_a_few_wrong_cells_do_not_mislead() -> None:
    cells = [*(f"2004-05-{1 + at % 28:02d}" for at in range(99)), "soon"]
    assert guess(pa.table({"day": cells})).columns[0].kind == "date"


def test_american_dates_are_told_by_their_days() -> None:
    assert guess(pa.table({"day": ["8/3/2017", "12/31/2017"]})).columns[0].format == "%m/%d/%Y"


def test_a_guess_is_written_and_read_again(tmp_path: Path) -> None:
    config = guess(TABLE)
    path = tmp_path / "guess.toml"
    path.write_text(written(config), encoding="utf-8")
    assert read_config(path) == config


def test_everything_that_a_config_can_say_is_written(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for name in ("h.csv", "o.csv"):
        (tmp_path / "data" / name).write_text("a;*\n")
    config = Config(
        columns=(
            Column("id", "direct_identifier", entities=("PERSON",), key=True),
            Column(ODD, "quasi_identifier", hierarchy=tmp_path / "data" / "h.csv", bias=-0.5, single=True),
            Column("n", "quasi_identifier", "number", hierarchy=(5.0, 10.0)),
            Column("r", "quasi_identifier", hierarchy=(("a", "*"), ("b", "*"))),
            Column("m", "quasi_identifier", hierarchy={"x y": {"z": ["a", 1]}, "w": ["b"]}),
            Column("d", "sensitive", "date", format="%d.%m.%Y", hierarchy="calendar"),
            Column("o", "sensitive", "ordinal", order=("low", "hi \u2028gh")),
            Column("t", "text"),
            Column("k", "keep"),
        ),
        terms={"PERSON": "direct"},
        k=3,
        weight=0.1,
        strategy="gdf",
        l=2.5,
        t=0.2,
        missing=("?",),
        joins=(Join(tmp_path / "data" / "o.csv", ("id",)), Join(tmp_path / "data" / "o.csv", ("id", "x"))),
    )  # fmt: skip
    for folder in (None, tmp_path):
        path = tmp_path / "config.toml"
        path.write_text(written(config, folder=folder), encoding="utf-8")
        assert read_config(path) == config
    assert 'hierarchy = "data/h.csv"' in written(config, folder=tmp_path)


def test_nothing_is_written_twice_and_keys_are_bare_where_they_can_be() -> None:
    config = config_of({"columns": {"marital-status": {"role": "quasi_identifier"}}})
    assert (
        written(config)
        == 'k = 5\nweight = 0.5\n\n[columns.marital-status]\nrole = "quasi_identifier"\nkind = "nominal"\n'
    )


@pytest.mark.parametrize("rows", [1, 3])
def test_tiny_tables_have_a_guess(rows: int) -> None:
    config = guess(pa.table({"a": ["x"] * rows, "b": [None] * rows, "age": [1] * rows}))
    assert [column.role for column in config.columns] == ["quasi_identifier", "drop", "quasi_identifier"]
