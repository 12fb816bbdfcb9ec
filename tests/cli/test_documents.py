"""Documents through the command line: files, folders in their structure, what is printed, what is refused."""

import json
import sys
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from trap_sources.office import docx

LETTER = docx("<w:p><w:r><w:t>He was started on zidovudine, and sleeps well at home by the sea.</w:t></w:r></w:p>")
PAGE = "<html><body><p>He was started on zidovudine, and sleeps well at home.</p></body></html>"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in" / "sub").mkdir(parents=True)
    (tmp_path / "in" / "a.docx").write_bytes(LETTER)
    (tmp_path / "in" / "sub" / "b.html").write_text(PAGE)
    (tmp_path / "in" / "c.txt").write_text("He was started on zidovudine, and sleeps well at home.\n")
    (tmp_path / "in" / "d.docx").write_bytes(b"broken")
    return tmp_path / "in"


def test_a_mixed_folder_keeps_its_structure(run, folder, tmp_path):
    code, _, messages = run(
        "sanitize", folder, "--hide", "HIV", "-o", tmp_path / "out", "--certificate", tmp_path / "c.json"
    )
    assert code == 2, messages
    written = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*"))
    assert written == ["a.docx", "c.txt", "sub/b.html"]
    assert "zidovudine" not in (tmp_path / "out" / "sub" / "b.html").read_text()
    with zipfile.ZipFile(tmp_path / "out" / "a.docx") as archive:
        assert b"zidovudine" not in archive.read("word/document.xml")
    certificates = {each["id"]: each for each in json.loads((tmp_path / "c.json").read_text())}
    assert certificates["a.docx"]["document"]["format"] == "docx"
    assert "document" not in certificates["c.txt"]
    assert "by its name a Word document" in certificates["d.docx"]["error"]
    (tmp_path / "in" / "d.docx").unlink()
    code, _, messages = run("verify", tmp_path / "out", "--hide", "HIV")
    assert code == 0, messages


def test_a_page_goes_to_standard_output_and_a_zip_file_does_not(run, folder):
    code, out, _ = run("sanitize", folder / "sub" / "b.html", "--hide", "HIV")
    assert code == 0
    assert out.startswith("<html><body><p>He was started on ")
    code, out, messages = run("sanitize", folder / "a.docx", "--hide", "HIV")
    assert (code, out) == (2, "")
    assert "-o OUT" in messages


def test_what_would_be_judged(run, folder):
    code, out, _ = run("extract", folder / "a.docx")
    assert code == 0
    assert out.startswith("word/document.xml: paragraph 1: He was started on zidovudine")
    code, out, _ = run("extract", folder / "a.docx", "--json")
    assert json.loads(out)["parts"] == [{"name": "word/document.xml", "fate": "rewritten", "why": ""}]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sanitize", "a.docx", "--hide", "HIV", "-o", "b.txt"), "name it *.docx"),
        (("sanitize", "d.docx", "--hide", "HIV", "-o", "b.docx"), "d.docx: by its name a Word document"),
        (("extract", "d.docx"), "by its name a Word document"),
        (("extract", "c.txt"), "no document of a kind that is read"),
        (("inspect", "a.docx", "--hide", "HIV", "--fix", "-o", "b.docx"), "sfumato sanitize alone"),
    ],
)
def test_what_is_refused(run, folder, monkeypatch, words, said):
    monkeypatch.chdir(folder)
    code, _, messages = run(*words)
    assert code == 2
    assert said in messages
    assert not (folder / "b.docx").exists()


def test_cells_of_a_table(run, tmp_path):
    table = tmp_path / "a.csv"
    table.write_text("id,note\n1,He was started on zidovudine and sleeps well at home.\n2,She has a cough.\n")
    code, _, messages = run("sanitize", table, "--hide", "HIV", "--text-column", "note", "-o", tmp_path / "b.csv")
    assert code == 0, messages
    rows = (tmp_path / "b.csv").read_text().splitlines()
    assert rows[0] == "id,note"
    assert "zidovudine" not in rows[1]
    assert rows[2] == "2,She has a cough."
    assert run("verify", tmp_path / "b.csv", "--hide", "HIV")[0] == 0
    code, _, messages = run("sanitize", table, "--hide", "HIV", "--text-column", "body", "-o", tmp_path / "c.csv")
    assert (code, (tmp_path / "c.csv").exists()) == (2, False)
    assert "--text-column" in messages


@pytest.fixture
def parquet(tmp_path):
    notes = ["He was started on zidovudine and sleeps well at home.", None, "She has a cough.", ""]
    rows = {"id": [1, 2, 3, 4], "note": notes, "ward": ["north", "south", "north", "north"]}
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table(rows), path, row_group_size=2)
    return path


def test_cells_of_parquet_are_documents(run, parquet, tmp_path):
    out, proof = tmp_path / "b.parquet", tmp_path / "c.json"
    code, _, messages = run(
        "sanitize", parquet, "--hide", "HIV", "--text-column", "note", "-o", out, "--certificate", proof
    )
    assert code == 0, messages
    made, given = pq.read_table(out), pq.read_table(parquet)
    assert made.schema.equals(given.schema, check_metadata=True)
    assert made.drop_columns("note").equals(given.drop_columns("note"))
    notes = made["note"].to_pylist()
    assert "zidovudine" not in notes[0]
    assert notes[0].startswith("He was started on ")
    assert notes[1:] == [None, "She has a cough.", ""]
    assert [each["id"] for each in json.loads(proof.read_text())] == ["row 1, note", "row 3, note"]
    assert run("verify", out, "--hide", "HIV")[0] == 0
    assert run("verify", out, "--certificate", proof, "--text-column", "note")[0] == 0
    assert run("verify", parquet, "--hide", "HIV")[0] == 1


def test_what_stands_beside_the_texts_of_parquet_may_not_tell(run, refused, tmp_path):
    table = tmp_path / "a.parquet"
    pq.write_table(pa.table({"drug": ["zidovudine"], "note": ["She has a cough."]}), table)
    said = refused("sanitize", table, "--hide", "HIV", "--text-column", "note", "-o", tmp_path / "b.parquet")
    assert 'the column "drug": names a secret or tells of one' in said
    assert "zidovudine" not in said
    code, _, messages = run("sanitize", table, "--hide", "HIV", "--text-column", "note", "--text-column", "drug",
                            "-o", tmp_path / "b.parquet")  # fmt: skip
    assert code == 0, messages
    assert "name it *.parquet" in refused(
        "sanitize", table, "--hide", "flu", "--text-column", "note", "-o", tmp_path / "b.csv"
    )
