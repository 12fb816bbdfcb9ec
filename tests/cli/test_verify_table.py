"""`sfumato verify` of a table: counts people in the file alone, and finds whatever somebody has changed in it."""

import csv
import gzip
import json

import pytest

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


def rows_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rewritten(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def changed(path, at=0, **cells):
    rows = rows_of(path)
    rows[at] |= cells
    rewritten(path, rows)


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


def test_what_was_found_is_remembered_unless_it_must_not(run, noted, private_cache):
    assert "analysing note" in run(*TEXTS, "--no-cache")[2]
    assert not (private_cache / "terms").exists()
    assert "analysing note" in run(*TEXTS)[2]
    assert list(private_cache.rglob("*.found"))
    assert "analysing note" not in run(*TEXTS)[2]
    assert "analysing note" in run(*TEXTS, "--no-cache")[2]


def test_json(run, released):
    code, out, _ = run(*TABLE, "--json")
    found = json.loads(out)
    assert (code, found["holds"], found["k"], found["people"], found["problems"]) == (0, True, 2, 8, [])
    code, out, _ = run(*TABLE, "-k", 5, "--json")
    found = json.loads(out)
    assert (code, found["holds"], found["below"], len(found["rows"])) == (1, False, 8, 8)


def test_compressed_and_other_separators(run, released, club):
    text = released.read_text()
    with gzip.open(club / "out.csv.gz", "wt") as file:
        file.write(text)
    (club / "out.tsv").write_text(text.replace(",", "\t"))
    for name in ("out.csv.gz", "out.tsv"):
        assert run("verify", name, "-c", "people.toml")[0] == 0


# --- what does not ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [3, 8, 100])
def test_a_larger_k(run, released, k):
    code, out, _ = run(*TABLE, "-k", k)
    assert code == 1
    assert out.startswith("out.csv: does NOT hold\n")
    assert f"8 of 8 people are in classes of fewer than {k}; the smallest has 2" in out


@pytest.mark.parametrize("claim", [("-l", 3), ("--entropy", 2.5), ("-t", 0.01)])
def test_a_larger_claim(run, released, claim):
    code, out, _ = run(*TABLE, *claim)
    assert code == 1
    assert "classes are not as diverse as claimed" in out


def test_the_claim_of_the_config(run, released, club):
    (club / "people.toml").write_text("l = 3\n" + (club / "people.toml").read_text())
    assert run(*TABLE)[0] == 1
    assert run(*TABLE, "-l", 1)[0] == 0


def test_a_claim_without_a_sensitive_column(run, released, club):
    config = (club / "people.toml").read_text().replace('"sensitive"', '"keep"')
    (club / "people.toml").write_text(config)
    code, out, _ = run(*TABLE, "-l", 2)
    assert code == 1
    assert "there is no sensitive column" in out


@pytest.mark.parametrize(("name", "cell"), [("age", "20"), ("town", "Bari"), ("day", ""), ("person", "00ff")])
def test_a_cell_that_was_changed(run, released, name, cell):
    changed(released, at=3, **{name: cell})
    code, out, _ = run(*TABLE)
    if name == "person":  # the key tells who, not what
        assert code == 0
    else:
        assert code == 1
        assert "people are in classes of fewer than 2; the smallest has 1" in out
        assert "rows " in out
        assert " 5" in out.split("rows ")[1]


def test_keys_that_were_made_one(run, released):
    rows = rows_of(released)
    for row in rows:
        if row["town"] == "Rome":
            row["person"] = "00ff"
    rewritten(released, rows)
    assert run(*TABLE)[0] == 1


def test_a_row_that_was_taken_out(run, released):
    rewritten(released, rows_of(released)[1:])
    code, out, _ = run(*TABLE)
    assert code == 1
    assert "1 of 7 people are in classes of fewer than 2" in out


@pytest.mark.parametrize(
    "text",
    ["I moved here from Vancouver last winter.", "Ask Margaret Thatcher, she knows.", "Call me: +44 20 7946 0958."],
)
def test_a_text_that_was_changed(run, noted, text):
    changed(noted, note=text)
    code, out, _ = run(*TEXTS)
    assert code == 1
    assert "people are in classes of fewer than 4; the smallest has 1" in out


def test_a_type_that_is_always_suppressed(run, noted):
    rows = rows_of(noted)
    for row in rows:  # all have it, so that everyone is one of many
        row["note"] += " Write to henrik@example.org."
    rewritten(noted, rows)
    code, out, _ = run(*TEXTS)
    assert code == 1
    assert 'column "note": 13 terms of types that are always suppressed' in out


def test_a_term_that_was_given_is_looked_for_in_every_form(run, club):
    (club / "t.csv").write_text("id,note\n" + "".join(f"p{at},It is fine.\n" for at in range(4)))
    (club / "t.toml").write_text('k = 2\n[columns.id]\nrole = "direct_identifier"\n[columns.note]\nrole = "text"\n')
    (club / "terms.jsonl").write_text('{"id": "p0", "ents": ["zorb"]}\n')
    given = ("-c", "t.toml", "--terms", "terms.jsonl")
    assert run("anonymize", "t.csv", *given, "-o", "out.csv")[0] == 0
    for disguise in ("Zorbs", "z\u200borb", "Z-O-R-B"):
        changed(club / "out.csv", note=f"It is {disguise}.")
        assert run("verify", "out.csv", *given)[0] == 1, disguise
    changed(club / "out.csv", note="It is absorbed.")
    assert run("verify", "out.csv", *given)[0] == 0


def test_a_direct_identifier_that_was_put_back(run, released):
    rows = rows_of(released)
    rewritten(released, [{**row, "id": f"p{at}"} for at, row in enumerate(rows)])
    code, out, _ = run(*TABLE)
    assert code == 1
    assert 'column "id": a direct identifier is in the table' in out


def test_a_direct_identifier_in_place_of_the_key(run, released):
    released.write_text(released.read_text().replace("person,", "id,", 1))
    assert run(*TABLE)[0] == 2


def test_the_original_is_no_release(run, club):
    assert run("verify", "people.csv", "-c", "people.toml", "-k", 1)[0] == 2


def test_a_release_without_keys_does_not_hold_by_its_rows(run, club):
    rows = ["id,age", *(f"p{at // 4},{at // 4}" for at in range(8))]
    (club / "t.csv").write_text("\n".join(rows) + "\n")
    (club / "t.toml").write_text(
        'k = 4\n[columns.id]\nrole = "direct_identifier"\n[columns.age]\nrole = "quasi_identifier"\n'
    )
    (club / "out.csv").write_text("\n".join(row.partition(",")[2] for row in rows) + "\n")
    assert run("verify", "out.csv", "-c", "t.toml")[0] != 0


def test_a_column_to_drop_that_was_put_back(run, released, club):
    config = (club / "people.toml").read_text() + '[columns.ssn]\nrole = "drop"\n'
    (club / "people.toml").write_text(config)
    rows = rows_of(released)
    rewritten(released, [{**row, "ssn": f"{at:09}"} for at, row in enumerate(rows)])
    assert run(*TABLE)[0] == 1


# --- bad input --------------------------------------------------------------------------------------------

WRONG = {
    "no such file": (("none.csv", "-c", "people.toml"), "none.csv: no such file"),
    "no config": (("out.csv",), "no config: give one with -c CONFIG"),
    "two tables": (("out.csv", "people.csv", "-c", "people.toml"), "one table at a time"),
    "no table": (("people.toml", "-c", "people.toml"), "people.toml: not a table by its name"),
    "the config of another table": (("out.csv", "-c", "members.toml"), "are not in the config: which one is the key?"),
    "a column of terms": (("out.csv", "-c", "people.toml", "--terms", "found"), "give the file of terms"),
    "diversity that is none": (("out.csv", "-c", "people.toml", "-l", "nan"), "-l must be a number from 1"),
    "too close": (("out.csv", "-c", "people.toml", "-t", -1), "-t must be a number from 0 to 1"),
    "no entropy": (("out.csv", "-c", "people.toml", "--entropy", 0), "--entropy must be a number from 1"),
    "no population": (("out.csv", "-c", "people.toml", "--population", "none.csv"), "none.csv: no such file"),
    "another population": (("out.csv", "-c", "people.toml", "--population", "members.csv"), "has no column day"),
}


@pytest.mark.parametrize(("command", "said"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_clear_line(command, said, refused, released):
    assert said in refused("verify", *command)


def test_a_column_that_was_taken_out(refused, released):
    rewritten(released, [{name: row[name] for name in row if name != "town"} for row in rows_of(released)])
    assert 'no column "town" in the table' in refused(*TABLE)


@pytest.mark.parametrize("content", [b"", b"person,age,town,day,ill\n", b"PK\0\x01", b"person,age\na\n"])
def test_a_file_that_is_no_table(content, refused, released):
    released.write_bytes(content)
    assert "out.csv: " in refused(*TABLE)
