"""Files of Parquet: a folder of the same rows, whole or not at all, in memory that does not grow."""

import json
import os
import stat
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sfumato.service import SanitizeRequest
from sfumato.service.manifest import Counts, Manifest
from sfumato.service.streams import default_columns, sanitize_parquet
from tests.service.test_arrow import COLUMNS, TEXTS, sanitized, table

REQUEST = SanitizeRequest(text="", hide=("HIV",))


@pytest.fixture
def notes(tmp_path):
    """Two files of Parquet, one of them without a row."""
    folder = tmp_path / "notes"
    folder.mkdir()
    pq.write_table(table(12), folder / "a.parquet", row_group_size=5)
    pq.write_table(table(0), folder / "b.parquet")
    (folder / "_SUCCESS").touch()
    return folder


def test_a_folder_becomes_a_folder(engine, notes, tmp_path):
    files = {path.name: path for path in sorted(notes.glob("*.parquet"))}
    columns = default_columns(files, "note", None)
    assert columns == COLUMNS
    made = sanitize_parquet(engine, REQUEST, files, tmp_path / "safe", columns, processes=2)
    assert pq.read_table(tmp_path / "safe" / "a.parquet") == sanitized(engine, table(12))
    assert pq.read_table(tmp_path / "safe" / "b.parquet").num_rows == 0
    assert {path.name for path in (tmp_path / "safe").iterdir()} == set(files)
    assert stat.S_IMODE((tmp_path / "safe" / "a.parquet").stat().st_mode) == 0o600
    numbers = {"rows": 12, "sanitized": 8, "failed": 2, "without_text": 2, "do_not_hold": 0, "named": 0}
    assert {name: getattr(made, name) for name in numbers} == numbers
    assert Manifest.from_dict(json.loads(json.dumps(made.to_dict()))) == made
    assert made.code == 2


def test_a_release_has_id_and_text_and_the_same_digest(engine, notes, tmp_path):
    files = {"a.parquet": notes / "a.parquet"}
    first = sanitize_parquet(engine, REQUEST, files, tmp_path / "working", COLUMNS)
    second = sanitize_parquet(engine, REQUEST, files, tmp_path / "release", COLUMNS, release=True)
    assert pq.read_table(tmp_path / "release").column_names == ["id", "note", "error"]
    assert first.digest == second.digest
    assert first.files != second.files


def test_the_digest_is_that_of_the_rows_whatever_their_order(engine):
    made = sanitized(engine, table(12))
    counted = []
    for order in (range(12), range(11, -1, -1), [*range(11), 10]):
        counts = Counts()
        for batch in made.take(pa.array(order)).to_batches():
            counts.add(batch, COLUMNS)
        counted.append(counts.manifest(COLUMNS, release=False, files=()))
    assert counted[0] == counted[1]
    assert counted[0].rows == counted[2].rows
    assert counted[0].digest != counted[2].digest


# --- the command ------------------------------------------------------------------------------------------


def test_the_command(run, notes, tmp_path):
    out = tmp_path / "safe"
    code, printed, said = run("sanitize", notes, "--text-column", "note", "--hide", "HIV", "-o", out, "--json")
    assert code == 2  # a row has failed
    assert json.loads(printed)["failed"] == 2
    assert "hiding HIV" in said
    one = notes / "a.parquet"
    again = tmp_path / "again"
    code, printed, said = run("sanitize", one, "--text-column", "note", "--hide", "HIV", "-o", again, "--release")
    assert code == 2
    assert "8 of 12 rows sanitized" in said
    assert "2 failed" in said
    assert pq.read_table(again).column_names == ["id", "note", "error"]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--hide", "HIV"], "name the one column of their texts"),
        (["--text-column", "note"], "nothing to hide"),
        (["--text-column", "nose", "--hide", "HIV"], "a.parquet: no column is called nose"),
        (["--text-column", "note", "--hide", "HIV", "--dry-run"], "--dry-run is for"),
        (["--text-column", "note", "--hide", "HIV", "--same-person"], "--same-person is for"),
    ],
)
def test_what_cannot_be_done_is_said(run, notes, tmp_path, arguments, what):
    code, _, said = run("sanitize", notes, "-o", tmp_path / "safe", *arguments)
    assert code == 2
    assert what in said
    assert not (tmp_path / "safe").exists()


def test_nothing_is_left_of_a_damaged_file(run, notes, tmp_path):
    whole = (notes / "a.parquet").read_bytes()
    (notes / "c.parquet").write_bytes(whole[:-40])
    code, _, said = run("sanitize", notes, "--text-column", "note", "--hide", "HIV", "-o", tmp_path / "safe")
    assert code == 2
    assert "c.parquet: not a Parquet file, or damaged" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes"]
    code, _, said = run("sanitize", notes, "--text-column", "note", "--hide", "HIV", "-o", notes / "safe")
    assert "lies in the input folder" in said


_MEMORY = """
import sys
from pathlib import Path
from sfumato.service import Engine, SanitizeRequest
from sfumato.service.arrow import Columns
from sfumato.service.streams import sanitize_parquet
source, out = map(Path, sys.argv[1:])
sanitize_parquet(Engine(), SanitizeRequest(text="", hide=("HIV",)), {"a.parquet": source}, out, Columns(text="note"))
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory a process has had")
def test_memory_does_not_grow_with_the_rows(tmp_path):
    """Rows without much to read, so that there can be many: what is read and written must not stay."""
    taken = []
    for number in (50_000, 150_000):
        source = tmp_path / f"{number}.parquet"
        filler = ["x" * 400] * number  # a column that is only copied: 20 and 60 MB
        rows = pa.table({"note": [TEXTS[0], *[None] * (number - 1)], "filler": filler, "n": list(range(number))})
        pq.write_table(rows, source, use_dictionary=False, compression="none")
        command = [sys.executable, "-c", _MEMORY, str(source), str(tmp_path / f"out-{number}")]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
        taken.append(int(done.stdout))
    assert taken[1] - taken[0] < 30_000  # of 40 MB more
