"""Cells of Parquet tables as documents: a row group at a time, nothing else touched, nothing half-written."""

import math

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sfumato.errors import InputError
from sfumato.io.cells import Cells, rewritten

SCHEMA = pa.schema(
    [
        pa.field("id", pa.int32(), nullable=False),
        pa.field("note", pa.string(), metadata={"about": "what was written"}),
        pa.field("share", pa.float32()),
        pa.field("tags", pa.list_(pa.struct([("name", pa.string()), ("at", pa.timestamp("us"))]))),
        pa.field("ward", pa.dictionary(pa.int16(), pa.string())),
    ],
    metadata={"made by": "hand"},
)


@pytest.fixture
def path(tmp_path):
    rows = [
        {
            "id": number,
            "note": [f"Note {number}.", "", None][number % 3],
            "share": math.nan if number % 2 else 0.5,
            "tags": [{"name": f"tag {number}", "at": None}] if number % 2 else None,
            "ward": ["north", None][number % 2],
        }
        for number in range(10)
    ]
    file = tmp_path / "a.parquet"
    pq.write_table(pa.Table.from_pylist(rows, SCHEMA), file, row_group_size=4, compression="zstd")
    return file


def test_cells_are_texts_by_their_rows(path):
    cells = Cells(path, ("note",))
    assert list(cells) == [(f"row {n + 1}, note", f"Note {n}.") for n in (0, 3, 6, 9)]
    assert cells.total == 10
    assert Cells(path).columns == ("note", "ward")
    assert ("row 1, ward", "north") in list(Cells(path))


def test_all_else_stays(path, tmp_path):
    out = tmp_path / "b.parquet"
    cells = Cells(path, ("note", "ward"))
    with rewritten(cells, out) as put:
        for _, text in cells:
            put(None if text == "Note 3." else text.upper())
        assert not out.exists()
    before, after = pq.ParquetFile(path), pq.ParquetFile(out)
    assert after.schema_arrow.equals(before.schema_arrow, check_metadata=True)
    assert after.num_row_groups == before.num_row_groups == 3
    assert after.metadata.row_group(0).column(1).compression == "ZSTD"
    one, other = before.read(), after.read()
    assert other["note"].to_pylist() == ["NOTE 0.", "", None, None, "", None, "NOTE 6.", "", None, "NOTE 9."]
    assert other["ward"].to_pylist()[:2] == ["NORTH", None]
    for name in ("id", "tags"):
        assert one[name].equals(other[name])
    assert str(one["share"]) == str(other["share"])


def test_nothing_is_left_of_the_old_texts(path, tmp_path):
    """Neither in the pages nor in the statistics."""
    out = tmp_path / "b.parquet"
    cells = Cells(path, ("note",))
    with rewritten(cells, out) as put:
        for _ in cells:
            put("safe")
    column = pq.ParquetFile(out).metadata.row_group(0).column(1)
    assert (column.statistics.min, column.statistics.max) == ("", "safe")
    assert b"Note" not in out.read_bytes()


def test_what_is_beside_is_told(path):
    told = dict(Cells(path, ("note",)).beside())  # the last of each place
    assert "made by" in told["the names of its columns"]
    assert "about" in told["the names of its columns"]
    assert "tag 9" in told['the column "tags"']
    assert told['the column "ward"'] == "north"
    assert 'the column "share"' not in told


def test_too_few_texts_write_nothing(path, tmp_path):
    cells = Cells(path, ("note",))
    with pytest.raises(InputError, match="has changed"), rewritten(cells, tmp_path / "b.parquet") as put:
        put("one")
    assert not (tmp_path / "b.parquet").exists()


@pytest.mark.parametrize(("columns", "said"), [(("body",), "no column of the name"), (("share",), "has no texts")])
def test_columns_that_are_no_texts_are_refused(path, columns, said):
    with pytest.raises(InputError, match=said):
        Cells(path, columns)


def test_what_is_no_parquet_is_refused(path):
    whole = path.read_bytes()
    path.write_bytes(whole[:200])
    with pytest.raises(InputError, match="damaged or truncated"):
        Cells(path)
    path.write_bytes(b"id,note\n")
    with pytest.raises(InputError, match="not a Parquet file"):
        Cells(path)
