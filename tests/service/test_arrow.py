"""Batches of Arrow: every row in its place, what fails is an error, and the same however they are cut."""

import json
from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.service import InspectRequest, Record, SanitizeRequest, VerifyRequest
from sfumato.service.arrow import (
    INSPECTED,
    SANITIZED,
    VERIFIED,
    Columns,
    inspect_batches,
    release_of,
    sanitize_batches,
    schema_of,
    verify_batches,
)
from sfumato.types import Document

TEXTS = (
    "He takes zidovudine for HIV.",
    None,
    "His mother was treated for breast cancer in Miami.",
    "",
    "He has HIV.\0",
    "The CD4 count is low; Kaposi's sarcoma was found.",
)
REQUEST = SanitizeRequest(text="", hide=("HIV",))
COLUMNS = Columns(text="note", id="id")


def table(number, texts=TEXTS):
    notes = [texts[at % len(texts)] for at in range(number)]
    return pa.table({"id": list(range(number)), "note": notes, "ward": [f"w{at % 3}" for at in range(number)]})


def sanitized(engine, rows, columns=COLUMNS, **settings):
    return pa.Table.from_batches(sanitize_batches(engine, REQUEST, rows.to_batches(), columns, **settings))


@pytest.fixture(scope="module")
def whole(engine):
    return sanitized(engine, table(36))


def test_rows_keep_their_place_and_their_columns(whole):
    given = table(36)
    assert whole.schema.names == [*given.schema.names, *SANITIZED.names]
    assert whole.schema == schema_of(given.schema, COLUMNS, SANITIZED)
    for name in ("id", "ward"):
        assert whole[name] == given[name]
    rows = whole.to_pylist()
    assert rows[1]["note"] is rows[1]["error"] is rows[1]["holds"] is None
    assert rows[3] | {"certificate": ""} == rows[3] | {"note": "", "holds": True, "error": None, "certificate": ""}
    assert rows[4]["note"] is None
    assert rows[4]["error"] == "not text: NUL character"
    assert "zidovudine" not in rows[0]["note"]
    assert {each["term"] for each in rows[0]["replacements"]} >= {"zidovudine"}
    assert json.loads(rows[0]["certificate"])["holds"] is True


def test_texts_are_those_of_the_engine(engine, whole):
    records = [Record(Document(str(at), TEXTS[at % len(TEXTS)])) for at in (0, 2, 5)]
    found = [result.text for result in engine.sanitize_all(REQUEST, records)]
    assert [whole["note"][at].as_py() for at in (0, 2, 5)] == found


@pytest.mark.parametrize("processes", [1, 2])
def test_the_same_in_any_number_of_processes(engine, whole, processes):
    assert sanitized(engine, table(36), processes=processes) == whole


@hypothesis_settings(max_examples=5)
@given(st.lists(st.integers(0, 36), max_size=6))
def test_the_same_however_they_are_cut(engine, whole, cuts):
    rows = table(36)
    places = [0, *sorted(cuts), 36]
    pieces = [rows.slice(a, b - a).combine_chunks() for a, b in pairwise(places)]
    batches = [batch for piece in pieces for batch in piece.to_batches()]
    assert pa.Table.from_batches(sanitize_batches(engine, REQUEST, batches, COLUMNS)) == whole


def test_little_is_read_ahead_and_long_texts_come_alone(engine):
    read = []

    def batches():
        for at in range(1000):
            read.append(at)
            yield from table(8).to_batches()

    made = sanitize_batches(engine, REQUEST, batches(), COLUMNS)
    next(made)
    assert len(read) <= 8
    made.close()
    long = pa.table({"note": ["He is well. " * 120_000, None, "x" * 900_000, "He is well."]})
    verified = verify_batches(
        engine, VerifyRequest(text="", hide=("HIV",)), long.slice(1).to_batches(), Columns(text="note")
    )
    assert [len(batch) for batch in verified] == [3]
    from sfumato.service.arrow import _all_rows

    assert [len(rows.batch) for rows in _all_rows(long.to_batches(), Columns(text="note"), SANITIZED)] == [2, 2]


def test_an_id_that_names_a_secret_is_told(engine):
    rows = pa.table({"id": ["hiv-7", "7"], "note": ["He is well."] * 2})
    assert sanitized(engine, rows)["named"].to_pylist() == [True, False]


def test_rows_have_secrets_of_their_own(engine):
    rows = pa.table({"note": ["He has asthma."] * 2, "own": [None, ["asthma"]]})
    made = sanitized(engine, rows, Columns(text="note", hide="own")).to_pylist()
    assert "asthma" in made[0]["note"]
    assert "asthma" not in made[1]["note"]


def test_a_release_has_nothing_that_tells_what_was_hidden(whole):
    made = release_of(whole.to_batches()[0], COLUMNS)
    assert made.schema.names == ["id", "note", "error"]
    assert set(made["error"].to_pylist()) == {None, "not sanitized"}


def test_texts_as_arrow_has_them(engine, whole):
    wanted = whole["note"].to_pylist()
    for kind in (pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())):
        rows = table(6).set_column(1, "note", table(6)["note"].cast(kind))
        assert sanitized(engine, rows)["note"].to_pylist() == wanted[:6]


def test_bytes_that_are_no_text_are_an_error_of_their_row(engine):
    broken = pa.array([b"He has HIV.", b"He has \xff HIV."], pa.binary()).view(pa.string())
    rows = pa.table({"id": [1, 2], "note": broken})
    made = sanitized(engine, rows)
    assert made["error"].to_pylist() == [None, "not UTF-8"]
    assert made["note"][1].as_py() is None


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        (Columns(text="nose"), "no column is called nose"),
        (Columns(text="id"), "the column id is of type int64, not text"),
        (Columns(text="note", id="when"), "the column when is of type double, not text or whole numbers"),
        (Columns(text="note", hide="ward"), "the column ward is of type string, not lists of texts"),
    ],
)
def test_columns_are_checked_before_there_is_work(columns, what):
    schema = table(1).append_column("when", pa.array([0.5])).schema
    with pytest.raises(InputError, match=what):
        schema_of(schema, columns, SANITIZED)


def test_a_column_that_would_be_added_is_refused():
    with pytest.raises(InputError, match="a column is called error"):
        schema_of(table(1).append_column("error", pa.array([""])).schema, COLUMNS, SANITIZED)


def test_an_unforeseen_error_is_not_quoted(engine, monkeypatch):
    def broken(*args, **more):
        raise ValueError("he has HIV")

    monkeypatch.setattr(engine, "inspect", broken)
    made = pa.Table.from_batches(
        inspect_batches(engine, InspectRequest(text="", hide=("HIV",)), table(2).to_batches(), COLUMNS)
    )
    assert made["error"].to_pylist() == ["unforeseen ValueError", None]
    assert made.schema.names[-2:] == INSPECTED.names


def test_releases_are_verified_by_their_certificates(engine, whole):
    released = whole.select(["id", "note", "certificate"])
    request = VerifyRequest(text="")
    columns = Columns(text="note", id="id", certificate="certificate")
    made = pa.Table.from_batches(verify_batches(engine, request, released.to_batches(), columns)).to_pylist()
    assert list(made[0])[-3:] == VERIFIED.names
    assert [row["holds"] for row in made[:4]] == [True, None, True, True]
    forged = released.slice(0, 1).set_column(1, "note", pa.array(["He has HIV."]))
    (row,) = pa.Table.from_batches(verify_batches(engine, request, forged.to_batches(), columns)).to_pylist()
    assert row["holds"] is False
    broken = released.slice(0, 1).set_column(2, "certificate", pa.array(["{"]))
    (row,) = pa.Table.from_batches(verify_batches(engine, request, broken.to_batches(), columns)).to_pylist()
    assert row["error"] == "its certificate is not JSON"


def test_texts_are_inspected(engine):
    request = InspectRequest(text="", hide=("HIV",), search={"keywords": 5})
    rows = table(2).to_batches()
    first, second = pa.Table.from_batches(inspect_batches(engine, request, rows, COLUMNS)).to_pylist()
    assert json.loads(first["inspected"])["inferences"]
    assert second["inspected"] is None


def test_texts_about_one_person_do_not_come_in_batches(engine):
    request = SanitizeRequest(text="", hide=("HIV",), same_person=True)
    with pytest.raises(InputError, match="read together"):
        next(sanitize_batches(engine, request, table(1).to_batches(), COLUMNS))
