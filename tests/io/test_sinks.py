"""Results are written as what was read, whole or not at all, and as private as that was."""

import bz2
import gzip
import json
import lzma
import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from sfumato.errors import InputError
from sfumato.io.sinks import check_output, private_json, writing
from sfumato.io.sources import Documents

MOST = 1000


@pytest.fixture(autouse=True)
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def given(path, content="text", permissions=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    path.chmod(permissions)
    return path


def released(paths, output, **options):
    """Writes what was read in capitals."""
    documents = Documents(paths, MOST)
    with writing(documents, output, **options) as put:
        for item in documents:
            text = None if item.error else item.document.text.upper()
            put(item, text, {"id": item.id, "error": item.error} if item.error else {"id": item.id, "text": text})
    return output


# --- texts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suffix", "plain"), [("", bytes), (".gz", gzip.decompress), (".bz2", bz2.decompress), (".xz", lzma.decompress)]
)
@pytest.mark.parametrize("permissions", [0o600, 0o640, 0o644])
def test_a_text_is_as_private_as_it_was(tmp_path, suffix, plain, permissions):
    letter = given(tmp_path / "letter.txt", "señor", permissions)
    out = released([letter], tmp_path / f"out.txt{suffix}")
    assert plain(out.read_bytes()).decode() == "SEÑOR"
    assert mode(out) == permissions
    assert sorted(os.listdir(tmp_path)) == sorted(["letter.txt", out.name])


def test_nothing_is_written_without_an_output(tmp_path):
    released([given(tmp_path / "letter.txt")], None)
    assert os.listdir(tmp_path) == ["letter.txt"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
@pytest.mark.parametrize("kind", ["text", "folder", "jsonl", "report"])
def test_a_failure_leaves_nothing(tmp_path, kind, error):
    given(tmp_path / "in" / "a.txt")
    given(tmp_path / "r.jsonl", '{"text": "one"}\n{"text": "two"}\n')
    path = {"text": tmp_path / "in" / "a.txt", "folder": tmp_path / "in", "jsonl": tmp_path / "r.jsonl"}.get(kind)

    def fail():
        if path is None:
            with private_json(tmp_path / "out", several=True) as add:
                add({"id": 1})
                raise error
        documents = Documents([path], MOST)
        with writing(documents, tmp_path / "out") as put:
            put(next(iter(documents)), "text", {})
            raise error

    with pytest.raises(error):
        fail()
    assert sorted(os.listdir(tmp_path)) == ["in", "r.jsonl"]


# --- folders ----------------------------------------------------------------------------------------------


def test_a_folder_keeps_names_and_permissions(tmp_path):
    given(tmp_path / "in" / "a.txt", "a")
    given(tmp_path / "in" / "own.txt", "own", 0o600)
    given(tmp_path / "in" / "old" / "very" / "b.md.gz", "", 0o640).write_bytes(gzip.compress(b"b"))
    given(tmp_path / "in" / "bad.txt").write_bytes(b"\xff")
    (tmp_path / "in" / "old").chmod(0o700)
    (tmp_path / "in").chmod(0o750)
    out = released([tmp_path / "in"], tmp_path / "out")
    found = {path.relative_to(out).as_posix(): mode(path) for path in out.rglob("*")}
    assert found == {
        "a.txt": 0o644,
        "own.txt": 0o600,
        "old": 0o700,
        "old/very": 0o755,
        "old/very/b.md.gz": 0o640,
    }
    assert mode(out) == 0o750
    assert gzip.decompress((out / "old" / "very" / "b.md.gz").read_bytes()) == b"B"
    assert (out / "own.txt").read_text() == "OWN"


def test_several_folders_go_into_one(tmp_path):
    for name in ("a", "b"):
        given(tmp_path / name / "below" / "x.txt", name)
    (tmp_path / "a").chmod(0o700)
    (tmp_path / "b" / "below").chmod(0o700)
    out = released([tmp_path / "a", tmp_path / "b", given(tmp_path / "c.txt", "c", 0o600)], tmp_path / "out")
    assert {path.relative_to(out).as_posix(): mode(path) for path in out.rglob("*")} == {
        "a": 0o700, "a/below": 0o755, "a/below/x.txt": 0o644,
        "b": 0o755, "b/below": 0o700, "b/below/x.txt": 0o644,
        "c.txt": 0o600,
    }  # fmt: skip
    assert mode(out) == 0o755


def test_names_as_long_as_the_system_lets_them(tmp_path):
    given(tmp_path / "in" / ("n" * 251 + ".txt"))
    out = released([tmp_path / "in"], tmp_path / "out")
    assert [len(name) for name in os.listdir(out)] == [255]


def test_a_folder_where_all_failed_does_not_appear(tmp_path):
    given(tmp_path / "in" / "bad.txt").write_bytes(b"\xff")
    released([tmp_path / "in"], tmp_path / "out")
    assert os.listdir(tmp_path) == ["in"]


# --- JSON lines -------------------------------------------------------------------------------------------


def test_records_keep_their_ids(tmp_path):
    source = given(tmp_path / "r.jsonl", '{"id": 7, "text": "ñ"}\nbad\n{"id": "7", "text": "b"}\n', 0o640)
    out = released([source], tmp_path / "out.jsonl.gz")
    assert gzip.decompress(out.read_bytes()).decode() == (
        '{"id": 7, "text": "Ñ"}\n{"id": "r.jsonl:2", "error": "not valid JSON"}\n{"id": "7", "text": "B"}\n'
    )
    assert mode(out) == 0o640
    assert out.read_bytes() == released([source], tmp_path / "again.jsonl.gz").read_bytes()


def test_records_of_several_files_are_as_private_as_the_most_private(tmp_path):
    sources = [
        given(tmp_path / "a.jsonl", '{"text": "a"}\n', 0o644),
        given(tmp_path / "b.jsonl", '{"text": "b"}\n', 0o600),
    ]
    assert mode(released(sources, tmp_path / "out.jsonl")) == 0o600


def test_a_working_file_is_its_owners(tmp_path):
    source = given(tmp_path / "r.jsonl", '{"text": "a"}\n')
    assert mode(released([source], tmp_path / "out.jsonl", private=True)) == 0o600


def test_where_all_fail_nothing_is_written(tmp_path):
    released([given(tmp_path / "r.jsonl", "bad\nworse\n")], tmp_path / "out.jsonl")
    assert os.listdir(tmp_path) == ["r.jsonl"]


# --- reports ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("several", "values", "expected"),
    [
        (False, [{"a": "ñ"}], '{\n "a": "ñ"\n}\n'),
        (True, [{"a": 1}, {"error": "e"}], '[\n{\n "a": 1\n},\n{\n "error": "e"\n}\n]\n'),
        (True, [{"error": "e"}], None),
        (True, [], None),
    ],
)
def test_a_report_is_for_its_owner(tmp_path, several, values, expected):
    with private_json(tmp_path / "out.json", several=several) as add:
        for value in values:
            add(value)
    if expected is None:
        assert os.listdir(tmp_path) == []
    else:
        assert (tmp_path / "out.json").read_text() == expected
        assert json.loads(expected)
        assert mode(tmp_path / "out.json") == 0o600


def test_many_threads_write_at_once(tmp_path):
    source = given(tmp_path / "r.jsonl", '{"id": 1, "text": "a"}\n' * 20)

    def write(at):
        with private_json(tmp_path / f"{at}.json", several=True) as add:
            add({"id": at})
            released([source], tmp_path / f"{at}.jsonl")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(40)))
    assert {mode(path) for path in tmp_path.glob("*.json")} == {0o600}
    assert {mode(path) for path in tmp_path.glob("[0-9]*.jsonl")} == {0o644}
    assert len(os.listdir(tmp_path)) == 81


# --- before there is work ---------------------------------------------------------------------------------


def test_outputs_that_are_refused(tmp_path):
    folder, letter = tmp_path / "in", given(tmp_path / "in" / "a.txt")
    full = given(tmp_path / "full" / "x").parent
    one, many = Documents([letter], MOST), Documents([folder], MOST)
    for documents, output, reports, said in (
        (one, letter, (), "a.txt: is the input"),
        (many, folder / "out", (), "lies in the input folder"),
        (many, full, (), "full: exists and is not an empty folder"),
        (one, full, (), "full: is not a file"),
        (one, tmp_path / "no" / "where", (), "no: no such folder"),
        (many, tmp_path / "out", (letter,), "a.txt: is an input"),
        (many, tmp_path / "out", (tmp_path / "out" / "c.json",), "cannot lie in"),
        (one, tmp_path / "out", (tmp_path / "out",), "is named twice"),
    ):
        with pytest.raises(InputError) as caught:
            check_output(documents, output, *reports)
        assert said in str(caught.value)
    check_output(many, tmp_path / "out", tmp_path / "c.json", None)
