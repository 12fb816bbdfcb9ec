"""`sfumato verify` of a table: options, verdicts as they are told, and exit codes. What is found: tests/tables."""

import csv
import json

import pytest

from tests.example_table import rows_of

ONE = ("--processes", 1)
TABLE = ("verify", "out.csv", "-c", "people.toml")
TEXTS = ("verify", "out.csv", "-c", "members.toml", *ONE)


@pytest.fixture
def released(run, club):
    """A release of the table without texts: k = 2."""
    assert run("anonymize", "people.csv", "-c", "people.toml", "-k", 2, "-o", "out.csv", "--seed", 1)[0] == 0
    return club / "out.csv"


@pytest.fixture
def noted(run, club):
    """A release of the example table with texts: k = 4."""
    assert run("anonymize", "members.csv", "-c", "members.toml", "-o", "out.csv", "--seed", 1, *ONE)[0] == 0
    return club / "out.csv"


def changed(path, at=0, **cells):
    rows = rows_of(path)
    rows[at] |= cells
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


# --- what holds -------------------------------------------------------------------------------------------


def test_a_release_holds_and_nothing_is_written(run, released, club):
    before = sorted(path.name for path in club.iterdir())
    code, out, _ = run(*TABLE)
    assert code == 0
    assert out.startswith("out.csv: holds: 8 people in 4 classes, each of at least 2 (k = 2)\n")
    assert "ill: distinct " in out
    assert sorted(path.name for path in club.iterdir()) == before


def test_a_release_of_texts_holds_by_what_is_detected_anew(run, noted):
    code, out, _ = run(*TEXTS)
    assert code == 0
    assert "12 people in 3 classes, each of at least 4 (k = 4)" in out


def test_what_was_found_is_remembered_unless_it_must_not(run, noted, filled_cache):
    assert "analysing note" in run(*TEXTS, "--no-cache")[2]
    assert not (filled_cache / "terms").exists()
    assert "analysing note" in run(*TEXTS)[2]
    assert list(filled_cache.rglob("*.found"))
    assert "analysing note" not in run(*TEXTS)[2]
    assert "analysing note" in run(*TEXTS, "--no-cache")[2]


def test_json(run, released):
    code, out, _ = run(*TABLE, "--json")
    found = json.loads(out)
    assert (code, found["holds"], found["k"], found["people"], found["problems"]) == (0, True, 2, 8, [])
    code, out, _ = run(*TABLE, "-k", 5, "--json")
    found = json.loads(out)
    assert (code, found["holds"], found["below"], len(found["rows"])) == (1, False, 8, 8)


# --- what does not ----------------------------------------------------------------------------------------


def test_a_larger_k(run, released):
    code, out, _ = run(*TABLE, "-k", 3)
    assert code == 1
    assert out.startswith("out.csv: does NOT hold\n")
    assert "8 of 8 people are in classes of fewer than 3; the smallest has 2" in out


@pytest.mark.parametrize("claim", [("-l", 3), ("--entropy", 2.5), ("-t", 0.01)])
def test_a_larger_claim(run, released, claim):
    code, out, _ = run(*TABLE, *claim)
    assert code == 1
    assert "classes are not as diverse as claimed" in out


def test_a_cell_that_was_changed(run, released):
    changed(released, at=3, age="20")
    code, out, _ = run(*TABLE)
    assert code == 1
    assert "people are in classes of fewer than 2; the smallest has 1" in out
    assert " 5" in out.split("rows ")[1]


def test_a_text_that_was_changed(run, noted):
    changed(noted, note="I moved here from Vancouver last winter.")
    code, out, _ = run(*TEXTS)
    assert code == 1
    assert "people are in classes of fewer than 4; the smallest has 1" in out


# --- bad input --------------------------------------------------------------------------------------------

WRONG = {
    "no such file": (("none.csv", "-c", "people.toml"), "none.csv: no such file"),
    "no config": (("out.csv",), "no config: give one with -c CONFIG"),
    "two tables": (("out.csv", "people.csv", "-c", "people.toml"), "one table at a time"),
    "no table": (("people.toml", "-c", "people.toml"), "people.toml: not a table by its name"),
    "the config of another table": (("out.csv", "-c", "members.toml"), "are not in the config: which one is the key?"),
    "a column of terms": (
        ("out.csv", "-c", "people.toml", "--terms", "found"),
        "sfumato: --terms: for a released table",
    ),
    "no release": (("people.csv", "-c", "people.toml"), "no column with the keys of people"),
    "diversity that is none": (("out.csv", "-c", "people.toml", "-l", "nan"), "-l must be a number from 1"),
    "too close": (("out.csv", "-c", "people.toml", "-t", -1), "-t must be a number from 0 to 1"),
    "no entropy": (("out.csv", "-c", "people.toml", "--entropy", 0), "--entropy must be a number from 1"),
    "no population": (("out.csv", "-c", "people.toml", "--population", "none.csv"), "none.csv: no such file"),
    "another population": (("out.csv", "-c", "people.toml", "--population", "members.csv"), "has no column day"),
}


@pytest.mark.parametrize(("command", "said"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_clear_line(command, said, refused, released):
    assert said in refused("verify", *command)


@pytest.mark.parametrize("content", [b"", b"person,age,town,day,ill\n", b"PK\0\x01", b"person,age\na\n"])
def test_a_file_that_is_no_table(content, refused, released):
    released.write_bytes(content)
    assert "out.csv: " in refused(*TABLE)
