"""The command line: what it prints, and one clear line with exit code 2 for everything bad."""

import json
import shutil
import signal
import subprocess
import sys
import time

import pytest

from sfumato.cli import cli
from sfumato.knowledge import Floors, build_pack


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A pack of four letters."""
    corpus = tmp_path_factory.mktemp("corpus") / "letters"
    corpus.mkdir()
    for at in range(4):
        (corpus / f"{at}.txt").write_text("HIV by blood transfusion" if at % 2 else "A letter about HIV")
    path = corpus.parent / "letters.pack"
    build_pack([corpus], path, labels=tuple, floors=Floors(words=1, phrases=1), about={"licence": "ours"}, processes=1)
    return path


@pytest.fixture
def pack(built, tmp_path_factory):
    return shutil.copy(built, tmp_path_factory.mktemp("own") / "letters.pack")


def test_count(run, pack):
    code, out, _ = run("knowledge", "count", "hiv", "Blood Transfusions", "--knowledge", pack)
    assert code == 0
    assert out.splitlines()[0].split() == ["hiv", "4", "0.0", "bits"]
    assert "each reveals 0.0 bits of the other" in out
    code, out, _ = run("knowledge", "count", "hiv", "blood", "--knowledge", pack, "--json")
    assert json.loads(out) == {"total": 4, "counts": {"hiv": 4, "blood": 2}, "together": 2}


def test_count_says_what_it_does_not_know(run, pack):
    _, out, _ = run("knowledge", "count", "zebra", "--knowledge", pack)
    assert "in fewer than 1 documents: unknown" in out
    _, out, _ = run("knowledge", "count", "of the", "red green blue black white", "--knowledge", pack)
    assert "function words are not counted" in out
    assert "more than 4 words" in out


def test_best(run, pack):
    code, out, _ = run("knowledge", "best", "blood transfusion", "--limit", 1, "--json", "--knowledge", pack)
    assert code == 0
    assert [hit["title"] for hit in json.loads(out)] == ["1"]
    _, out, messages = run("knowledge", "best", "zebra", "--knowledge", pack)
    assert (out, messages) == ("", "no document has all of these terms\n")


def test_info(run, pack):
    code, out, _ = run("knowledge", "info", "--knowledge", pack)
    assert code == 0
    assert "documents" in out
    assert "ours" in out
    described = json.loads(run("knowledge", "info", "--knowledge", pack, "--json")[1])
    assert described["documents"] == 4
    assert described["files"][0]["name"] == "letters"
    assert len(described["files"][0]["sha256"]) == 64


def test_the_embedded_pack(run):
    code, out, _ = run("knowledge", "count", "hiv", "blood transfusion", "--json")
    counted = json.loads(out)
    assert code == 0
    assert counted["total"] == 262_743
    assert 0 < counted["together"] < counted["counts"]["blood transfusion"] < counted["counts"]["hiv"]


def test_taxonomy_show(run):
    code, out, _ = run("taxonomy", "show", "breast cancer")
    assert code == 0
    assert "MONDO" in out
    assert "→" in out
    senses = json.loads(run("taxonomy", "show", "breast cancer", "--json")[1])
    for sense in senses:
        for path in sense["paths"]:
            bits = [sense["bits"], *(step["bits"] for step in path)]
            known = [value for value in bits if value is not None]
            assert known == sorted(known, reverse=True), "information never grows on the way up"


def test_taxonomy_of_ones_own_comes_first(run, tmp_path):
    own = tmp_path / "wards.csv"
    own.write_text("child,parent\nbreast cancer,oncology\noncology,hospital matter\n")
    code, out, _ = run("taxonomy", "show", "breast cancer", "--taxonomy", own)
    assert code == 0
    assert out.splitlines()[0].endswith("wards breast cancer") or "wards" in out.splitlines()[0]


def test_formats_are_listed(run):
    assert "SNOMED" in run("taxonomy", "formats")[1]


# --- bad input --------------------------------------------------------------------------------------------


def wrong(tmp_path):
    """Commands that cannot work, and what their one line must say."""
    latin = tmp_path / "latin.jsonl"
    latin.write_bytes(b'{"text": "ok"}\n{"text": "caf\xe9"}\n')
    table = tmp_path / "table.csv"
    table.write_text("name,body\na,b\n")
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    cut = tmp_path / "cut.jsonl.xz"
    cut.write_bytes(b"\xfd7zXZ\x00\x00\x04\xe6\xd6")
    junk = tmp_path / "junk.pack"
    junk.write_bytes(b"not a pack at all")
    cycle = tmp_path / "cycle.obo"
    cycle.write_text(
        "format-version: 1.2\n\n[Term]\nid: X:1\nname: one\nis_a: X:2\n\n[Term]\nid: X:2\nname: two\nis_a: X:1\n"
    )
    out = tmp_path / "out.pack"
    build = ("knowledge", "build", "-o", out)
    return {
        "not UTF-8": ((*build, latin), "latin.jsonl"),
        "no such column": ((*build, table), "body"),
        "empty corpus": ((*build, empty), "empty.jsonl: no document with text"),
        "truncated corpus": ((*build, cut), "cut.jsonl.xz"),
        "no such corpus": ((*build, tmp_path / "none.csv"), "none.csv"),
        "output is a folder": (("knowledge", "build", "-o", tmp_path, latin), "exists and is not a pack"),
        "output is the input": (("knowledge", "build", "-o", table, table), "exists and is not a pack"),
        "output in no folder": (("knowledge", "build", "-o", tmp_path / "no" / "x.pack", latin), "no: no such folder"),
        "of a cluster, without one": ((*build, latin, "--work", tmp_path), "--work is for --spark"),
        "a folder that is none of packs": (("knowledge", "count", "hiv", "--knowledge", tmp_path), "one of packs"),
        "nothing to count": (("knowledge", "count", "..."), "a letter or a digit"),
        "foreign pack": (
            ("knowledge", "count", "hiv", "--knowledge", junk),
            "junk.pack: not a sfumato knowledge file",
        ),
        "no such pack": (
            ("knowledge", "info", "--knowledge", tmp_path / "none.pack"),
            "none.pack: no such file",
        ),
        "a cycle": (("taxonomy", "show", "one", "--taxonomy", cycle), "X:1 -> X:2 -> X:1"),
        "unknown label": (("taxonomy", "show", "qwxyz"), "no taxonomy has"),
        "unknown option": (("knowledge", "count", "--frob"), "--frob"),
        "no command": (("frobnicate",), "frobnicate"),
    }


CASES = (
    "not UTF-8", "no such column", "empty corpus", "truncated corpus", "no such corpus", "output is a folder",
    "output is the input", "output in no folder", "nothing to count", "foreign pack", "no such pack", "a cycle",
    "unknown label", "unknown option", "no command",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_one_clear_line(case, run, tmp_path):
    command, said = wrong(tmp_path)[case]
    before = sorted(tmp_path.iterdir())
    code, out, messages = run(*command)
    assert code == 2
    assert said in messages
    assert "Traceback" not in messages
    assert out == ""
    assert sorted(tmp_path.iterdir()) == before, "nothing is written"
    lines = [
        line for line in messages.splitlines() if not line.startswith(("reading", "counting", "Usage", "Try", "Error"))
    ]
    assert len([line for line in lines if line.startswith("sfumato: ")]) <= 1


def test_an_unforeseen_error_shows_no_content(run, monkeypatch, tmp_path):
    from sfumato.io.formats import corpora

    def broken(*_, **__):
        raise RuntimeError("the secret is HIV")

    monkeypatch.setattr(corpora, "read_all", broken)
    (tmp_path / "a.txt").write_text("a")
    code, _, messages = run("knowledge", "build", tmp_path, "-o", tmp_path / "out.pack")
    assert code == 2
    assert "HIV" not in messages
    assert "RuntimeError" in messages


def test_a_reader_that_has_seen_enough_is_no_error():
    command = f"set -o pipefail; {sys.executable} -m sfumato taxonomy show city --paths 900 --json | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == ""


def test_titles_cannot_move_the_cursor(run, tmp_path):
    (tmp_path / "c.jsonl").write_text(json.dumps({"id": "1", "title": "red \x1b[31m\x07 title", "text": "HIV"}))
    run("knowledge", "build", tmp_path / "c.jsonl", "-o", tmp_path / "c.pack", "--words", 1)
    code, out, _ = run("knowledge", "best", "hiv", "--knowledge", tmp_path / "c.pack")
    assert code == 0
    assert "title" in out
    assert "\x1b" not in out
    assert "\x07" not in out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_build_that_is_stopped_leaves_nothing(tmp_path, number):
    with (tmp_path / "big.jsonl").open("w") as file:
        for at in range(60_000):
            file.write(json.dumps({"id": str(at), "text": f"word{at % 997} and more of the same " * 20}) + "\n")
    command = [sys.executable, "-m", "sfumato", "knowledge", "build", "big.jsonl", "-o", "big.pack"]
    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not list(tmp_path.glob(".big.pack.*")):
        time.sleep(0.05)
    running.send_signal(number)
    _, messages = running.communicate(timeout=60)
    assert running.returncode == 2
    assert messages.splitlines()[-1] == "sfumato: interrupted"
    assert [path.name for path in tmp_path.iterdir()] == ["big.jsonl"]


def test_a_column_that_is_not_there_is_told_with_the_option_that_names_it(run, tmp_path):
    (tmp_path / "c.csv").write_text("Jo Quillfeather,HIV positive\n")
    for option, said in (((), "--text-column"), (("--text-column", "HIV positive", "--id-column", "x"), "--id-column")):
        code, _, messages = run("knowledge", "build", tmp_path / "c.csv", *option, "-o", tmp_path / "c.pack")
        assert code == 2
        assert messages.endswith(f"; name it with {said}\n")
        assert "Quillfeather" not in messages


# --- help -------------------------------------------------------------------------------------------------


def commands(group=cli, path=()):
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield (*path, name), command
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


@pytest.mark.parametrize(
    ("path", "command"),
    [((), cli), *commands()],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_help_has_an_example(path, command, run):
    code, out, _ = run(*path, "--help")
    assert code == 0
    assert "Example:" in out
    assert all(getattr(option, "help", None) for option in command.params if option.param_type_name == "option")


def test_help_tells_the_real_defaults(run):
    _, out, _ = run("knowledge", "build", "--help")
    said = " ".join(out.split())
    floors = Floors()
    for number in (
        f"a word must stand in (default: {floors.words})",
        f"capitalised phrase must stand in (default: {floors.names})",
        f"any other phrase must stand in (default: {floors.phrases})",
    ):
        assert number in said


def test_help_is_quick_because_nothing_heavy_is_imported():
    code = "import sys; import sfumato.cli; print([m for m in ('numpy', 'spacy', 'scipy', 'rich') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
