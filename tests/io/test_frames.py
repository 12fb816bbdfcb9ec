from __future__ import annotations

import gzip
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.io.arrow import pa
from sfumato.io.frames import as_given, read_table, separator_of, write_table

TABLE = pa.table({"id": ["007", "8"], "age": [36, 24], "text": ["One line,\nand another", None]})


def write(path: Path, content: bytes | str) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def said(source: Any) -> str:
    with pytest.raises(InputError) as caught:
        read_table(source)
    message = str(caught.value)
    assert "\n" not in message
    assert "Quillfeather" not in message
    return message


# --- CSV ---


def test_cells_of_a_csv_stay_text(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", '\ufeffid,flag,note\r\n007,true,"a ""b"",\nc"\r\n,1e5,NA\r\n')
    assert read_table(path).to_pydict() == {
        "id": ["007", ""],
        "flag": ["true", "1e5"],
        "note": ['a "b",\nc', "NA"],
    }


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_what_separates_cells_is_found(tmp_path: Path, separator: str, pack: Any) -> None:
    content = separator.join(["a", '"b, c"']) + "\n" + separator.join(["1", '"x;y\tz, "']) + "\n"
    path = write(tmp_path / "a.csv", pack(content.encode()))
    assert separator_of(path) == separator
    assert read_table(path).to_pydict() == {"a": ["1"], "b, c": ["x;y\tz, "]}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_encodings_with_a_mark(tmp_path: Path, encoding: str) -> None:
    path = write(tmp_path / "a.csv", "a,b\n1,é\n,\n".encode(encoding))
    assert read_table(path).to_pydict() == {"a": ["1", ""], "b": ["é", ""]}


def test_unusual_but_readable(tmp_path: Path) -> None:
    assert read_table(write(tmp_path / "a.csv", "a,b\r1,2\r3,4\r")).to_pydict() == {"a": ["1", "3"], "b": ["2", "4"]}
    assert read_table(write(tmp_path / "b.csv", '\n\na,b\n\n1,4" pipe\n')).to_pydict() == {"a": ["1"], "b": ['4" pipe']}
    assert read_table(write(tmp_path / "c.csv", ",b\n0,x\n")).to_pydict() == {"column_1": ["0"], "b": ["x"]}
    assert read_table(write(tmp_path / "d.csv", "a , b\n1,2\n")).column_names == ["a", "b"]


def test_a_cell_longer_than_a_block(tmp_path: Path) -> None:
    long = "word\n" * 4_000_000
    assert read_table(write(tmp_path / "a.csv", f'a,b\n1,"{long}"\n2,y\n')).column("b").to_pylist() == [long, "y"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a,b\n1,2\nQuillfeather\n", "row 3 (line 3): 1 cell where the header has 2"),
        ('a,b\n"1\n\n",2\n\n1,2,Quillfeather\n', "row 3 (line 6): 3 cells where the header has 2"),
        ("a,b\n,\n1\n", "row 3 (line 3): 1 cell where the header has 2"),
        ('a,b\n1,"Quillfeather\n2,3\n', "a quoted field is never closed"),
        (b"a,b\n1,Quillfeather \xff\n", "line 2: not UTF-8"),
        (b"a\0,\0b\0\n\x001\0,\x002\0", "NUL"),
        ("a,b,a\n1,2,3\n", 'columns 1 and 3 have the same name: "a"'),
        ("a,b\n", "the table has no rows"),
        ("", "empty"),
        ("\n\n", "empty"),
    ],
)
def test_what_is_wrong_in_a_csv(tmp_path: Path, content: bytes | str, message: str) -> None:
    path = write(tmp_path / "a.csv", content)
    assert message in said(path)
    assert said(path).startswith(str(path))


def test_a_file_that_ends_too_early(tmp_path: Path) -> None:
    content = lzma.compress("\n".join(f"{at},{at * 7919}" for at in range(1, 50_000)).encode())
    assert "truncated" in said(write(tmp_path / "a.csv.xz", content[: len(content) // 2]))


def test_names_of_columns_stay_in_one_line() -> None:
    assert "columns 1 and 2 have the same name" in said(pa.table([["x"], ["y"]], names=["a\nb", "a\nb"]))


def test_without_pyarrow_it_is_said_what_to_install() -> None:
    code = "import sys; sys.modules['pyarrow'] = None; import sfumato.tables.config; import sfumato.io.frames"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "a table needs an optional library: pip install 'sfumato[tables]'" in done.stderr


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    assert "no such file" in said(tmp_path / "none.csv")
    assert "not a table by its name" in said(tmp_path / "none.docx")
    assert "not a Parquet file" in said(write(tmp_path / "a.parquet", "id,text\n"))
    assert "damaged or truncated" in said(write(tmp_path / "b.parquet", "PAR1, and no more"))
    assert "not xz data" in said(write(tmp_path / "a.csv.xz", "id,text\n"))
    assert "a list is no table" in said([1, 2])


# --- frames ---


def test_parquet_and_back(tmp_path: Path) -> None:
    write_table(TABLE, tmp_path / "a.parquet")
    assert read_table(tmp_path / "a.parquet").equals(TABLE)


@pytest.mark.parametrize("make", [lambda t: t, lambda t: t.to_reader(), lambda t: t.combine_chunks().to_batches()[0]])
def test_frames_of_arrow(make: Any) -> None:
    back = as_given(read_table(make(TABLE)), make(TABLE))
    assert type(back) is type(make(TABLE))
    assert read_table(back).equals(TABLE)


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = TABLE.to_pandas()
    table = read_table(frame)
    assert table.to_pydict() == TABLE.to_pydict()
    assert isinstance(as_given(table, frame), pandas.DataFrame)
    assert as_given(table, frame).equals(frame)
    arrow = TABLE.to_pandas(types_mapper=pandas.ArrowDtype)
    assert as_given(read_table(arrow), arrow).dtypes.equals(arrow.dtypes)
    assert read_table(frame.set_index("id")).column_names == ["id", "age", "text"]
    assert read_table(frame.set_index(pandas.Index([5, 6]))).column_names == ["id", "age", "text"]
    assert read_table(frame.astype({"id": "category"})).column("id").to_pylist() == ["007", "8"]
    assert 'column "x": cells of different types' in said(pandas.DataFrame({"x": [1, "Quillfeather", b"z"]}))
    assert "columns 1 and 2 have the same name" in said(pandas.DataFrame([[1, 2]], columns=["a", "a"]))
    assert "no columns" in said(pandas.DataFrame())
    assert "no rows" in said(frame.head(0))


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(TABLE)
    for given_ in (frame, frame.lazy()):
        back = as_given(read_table(given_), given_)
        assert type(back) is type(given_)
        assert back.lazy().collect().equals(frame)


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.from_arrow(TABLE).filter("age > 30")
    back = as_given(read_table(relation), relation)
    assert type(back) is type(relation)
    assert back.fetchall() == [("007", 36, "One line,\nand another")]


class Streaming:
    """A frame of no library that is known, with the stream interface of Arrow."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return TABLE.__arrow_c_stream__(requested_schema)


def test_any_frame_with_a_stream() -> None:
    assert read_table(Streaming()).equals(TABLE)
    assert as_given(TABLE, Streaming()).equals(TABLE)


# --- writing ---


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.csv.xz", "a.tsv.bz2"])
def test_a_csv_is_written_as_its_name_says(tmp_path: Path, name: str) -> None:
    write_table(TABLE, tmp_path / name)
    back = read_table(tmp_path / name)
    assert back.to_pydict() == {"id": ["007", "8"], "age": ["36", "24"], "text": ["One line,\nand another", ""]}
    first = (tmp_path / name).read_bytes()
    write_table(TABLE, tmp_path / name)
    assert (tmp_path / name).read_bytes() == first
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_cells_are_quoted_only_where_they_must_be(tmp_path: Path) -> None:
    write_table(pa.table({"a": ["[24-36]", "(A,B)"], 'b"': ['say "no"', None]}), tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == 'a,"b"""\n[24-36],"say ""no"""\n"(A,B)",\n'
    write_table(pa.table({"a": ["[24-36]", "(A,B)"]}), tmp_path / "b.csv", separator=";")
    assert (tmp_path / "b.csv").read_text() == "a\n[24-36]\n(A,B)\n"


def test_nothing_is_left_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r'column "a": list<.*> cells; write Parquet'):
        write_table(pa.table({"a": [[1]]}), tmp_path / "a.csv")
    with pytest.raises(InputError, match="not a table by its name"):
        write_table(TABLE, tmp_path / "a.txt")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_table(TABLE, tmp_path / "file" / "a.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_every_table_of_text_comes_back(tmp_path: Path, data: st.DataObject) -> None:
    names = data.draw(
        st.lists(
            st.text("abc,;\"\n 'é", min_size=1).filter(lambda s: s == s.strip()), min_size=1, max_size=4, unique=True
        )
    )
    rows = data.draw(st.integers(1, 6))
    table = pa.table({name: data.draw(st.lists(CELL, min_size=rows, max_size=rows)) for name in names})
    separator = data.draw(st.sampled_from(",;"))
    write_table(table, tmp_path / "t.csv", separator=separator)
    if separator_of(tmp_path / "t.csv") == separator:  # not so where names are full of the others
        assert read_table(tmp_path / "t.csv").equals(table)
    write_table(table, tmp_path / "t.parquet")
    assert read_table(tmp_path / "t.parquet").equals(table)


def test_texts_of_polars_are_laid_out_as_arrow_takes_them():
    polars = pytest.importorskip("polars")
    table = read_table(polars.DataFrame({"name": ["a", None, "a longer text than a view holds"]}))
    assert table.column("name").take([2, 1]).to_pylist() == ["a longer text than a view holds", None]


@pytest.mark.parametrize("name", ["out.csv", "out.csv.gz", "out.parquet"])
def test_a_table_is_as_private_as_what_it_came_from(tmp_path, name):
    source = tmp_path / "in.csv"
    source.write_text("id\n1\n")
    source.chmod(0o600)
    write_table(read_table(source), tmp_path / name, like=source)
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert read_table(tmp_path / name).to_pylist() == [{"id": "1"}]
