"""Which format reads a file is known without importing any; those of others are active where they are named."""

import subprocess
import sys
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.io.files import CSV, JSON_LINES, PARQUET, TEXTS
from sfumato.io.formats.corpora import fingerprint, names, read_documents, size
from sfumato.io.formats.registry import active, formats
from sfumato.types import Document


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def suffixes(name):
    known = active()
    return {suffix for suffix, each in known.items() if next(formats({suffix: each})).name == name}


def test_the_formats_of_sfumato():
    assert names() == ["csv", "jsonl", "mediawiki", "parquet", "text"]
    assert suffixes("text") == TEXTS
    assert suffixes("jsonl") == JSON_LINES
    assert suffixes("csv") == set(CSV)
    assert suffixes("parquet") == set(PARQUET)
    assert suffixes("mediawiki") == {".xml"}


def test_nothing_is_imported_to_know_what_can_be_read():
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from sfumato.io.formats import corpora\n"
        "from sfumato.io.formats.registry import active\n"
        "assert '.xml' in active()\n"
        "corpora.size([Path(sys.argv[1])])\n"
        "print(*(name for name in sys.modules if name.startswith('sfumato.io.formats.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, __file__], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"sfumato.io.formats.corpora", "sfumato.io.formats.registry"}


# --- formats of others ------------------------------------------------------------------------------------


DIARY = """
from sfumato.types import Document
name, what, single = "diary", "days", False
def read(path, fields, on_bytes=None):
    for at, line in enumerate(path.read_text().splitlines(), 1):
        if line == "Nobody may know.":
            raise ValueError(line)
        yield Document(f"day {at}", line)
"""


@pytest.fixture
def diary(install, tmp_path):
    """A package that reads diaries, a day to a document, and CSV in its own way."""
    install("diary", DIARY, "[sfumato.formats]\ndiary = diary\ncsv = diary\nbroken = diary.nowhere\n")
    return write(tmp_path / "in" / "mine.diary", "Rain.\nSun.\n")


def test_a_format_of_another_is_not_active_by_itself(diary):
    assert "diary" not in names()
    with pytest.raises(InputError, match="unknown corpus format; give one of: csv, jsonl, mediawiki, parquet, text"):
        read_documents(diary)
    assert "diary" not in sys.modules


def test_a_format_of_another_is_active_where_it_is_named(diary):
    expected = [Document("day 1", "Rain."), Document("day 2", "Sun.")]
    plugins = ["diary"]
    assert list(read_documents(diary, plugins=plugins)) == expected
    assert list(read_documents(diary.parent, plugins=plugins)) == expected
    assert fingerprint(diary.parent, plugins=plugins)["bytes"] == size([diary.parent], plugins=plugins) == 11


def test_it_can_be_asked_for_by_its_name(diary):
    other = write(diary.with_name("notes.txt"), "Wind.\n")
    assert [d.text for d in read_documents(other, format="diary", plugins=["diary"])] == ["Wind."]
    assert [d.text for d in read_documents(diary, format="text", plugins=["diary"])] == ["Rain.\nSun.\n"]


def test_what_sfumato_reads_itself_nobody_replaces(diary, tmp_path):
    path = write(tmp_path / "c.csv", "id,text\n1,one\n")
    assert list(read_documents(path, plugins=["diary"])) == [Document("1", "one")]


def test_a_format_that_cannot_be_imported(diary, tmp_path):
    path = write(tmp_path / "x.broken", "text")
    with pytest.raises(InputError, match=r"plug-in diary:broken: cannot be loaded \(ModuleNotFoundError\)"):
        read_documents(path, plugins=["diary"])


def test_a_format_that_fails_quotes_nothing(diary, tmp_path):
    path = write(tmp_path / "x.diary", "Rain.\nNobody may know.\n")
    with pytest.raises(InputError, match=r"^plug-in diary: failed \(ValueError\)$"):
        list(read_documents(path, plugins=["diary"]))


def test_a_package_that_is_not_installed():
    with pytest.raises(InputError, match="spam: no such package with formats is installed"):
        read_documents(Path("x.txt"), plugins=["spam"])
