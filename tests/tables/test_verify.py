"""A released file is verified by what it holds alone: whatever somebody has changed in it is found."""

import csv
import gzip

import pytest

from sfumato.errors import InputError
from sfumato.tables import AnonymizeRequest, Memory, Tools, VerifyTableRequest, verify_table
from sfumato.tables.files import anonymize_file
from tests.example_table import rows_of

TOOLS = Tools(cache=Memory())


def verified(path, name="people", *, user_terms=None, population=None, **claim):
    request = VerifyTableRequest.of_file(path.parent / f"{name}.toml", **claim)
    return verify_table(path, request, user_terms=user_terms, population=population, tools=TOOLS)


def released(club, name, **more):
    request = AnonymizeRequest.of_file(club / f"{name}.toml", seed=1)
    anonymize_file(club / f"{name}.csv", request, output=club / "out.csv", tools=TOOLS, **more)
    return club / "out.csv"


@pytest.fixture
def plain(club):
    """A release of the table without texts: k = 2."""
    return released(club, "people")


@pytest.fixture
def noted(club):
    """A release of the example table with texts: k = 4."""
    return released(club, "members")


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


def test_a_release_holds(plain):
    verdict = verified(plain)
    assert (verdict.holds, verdict.k, verdict.people, verdict.classes, verdict.problems) == (True, 2, 8, 4, ())


def test_a_release_of_texts_holds_by_what_is_detected_anew(noted):
    verdict = verified(noted, "members")
    assert (verdict.holds, verdict.people, verdict.classes, verdict.smallest) == (True, 12, 3, 4)


def test_compressed_and_other_separators(plain, club):
    text = plain.read_text()
    with gzip.open(club / "out.csv.gz", "wt") as file:
        file.write(text)
    (club / "out.tsv").write_text(text.replace(",", "\t"))
    for name in ("out.csv.gz", "out.tsv"):
        assert verified(club / name).holds


# --- what does not ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [3, 8, 100])
def test_a_larger_k(plain, k):
    verdict = verified(plain, k=k)
    assert (verdict.holds, verdict.below, len(verdict.rows)) == (False, 8, 8)
    assert verdict.problems == (f"8 of 8 people are in classes of fewer than {k}; the smallest has 2",)


@pytest.mark.parametrize("claim", [{"l": 3}, {"entropy": 2.5}, {"t": 0.01}])
def test_a_larger_claim(plain, claim):
    verdict = verified(plain, **claim)
    assert not verdict.holds
    assert "classes are not as diverse as claimed" in verdict.problems[0]


def test_the_claim_of_the_config(plain, club):
    (club / "people.toml").write_text("l = 3\n" + (club / "people.toml").read_text())
    assert not verified(plain).holds
    assert verified(plain, l=1).holds


def test_a_claim_without_a_sensitive_column(plain, club):
    config = (club / "people.toml").read_text().replace('"sensitive"', '"keep"')
    (club / "people.toml").write_text(config)
    verdict = verified(plain, l=2)
    assert not verdict.holds
    assert "there is no sensitive column" in verdict.problems[0]


@pytest.mark.parametrize(("name", "cell"), [("age", "20"), ("town", "Bari"), ("day", ""), ("person", "00ff")])
def test_a_cell_that_was_changed(plain, name, cell):
    changed(plain, at=3, **{name: cell})
    verdict = verified(plain)
    if name == "person":  # the key tells who, not what
        assert verdict.holds
    else:
        assert not verdict.holds
        assert "people are in classes of fewer than 2; the smallest has 1" in verdict.problems[0]
        assert 5 in verdict.rows


def test_keys_that_were_made_one(plain):
    rows = rows_of(plain)
    for row in rows:
        if row["town"] == "Rome":
            row["person"] = "00ff"
    rewritten(plain, rows)
    assert not verified(plain).holds


def test_a_row_that_was_taken_out(plain):
    rewritten(plain, rows_of(plain)[1:])
    verdict = verified(plain)
    assert not verdict.holds
    assert "1 of 7 people are in classes of fewer than 2" in verdict.problems[0]


@pytest.mark.parametrize(
    "text",
    ["I moved here from Vancouver last winter.", "Ask Margaret Thatcher, she knows.", "Call me: +44 20 7946 0958."],
)
def test_a_text_that_was_changed(noted, text):
    changed(noted, note=text)
    verdict = verified(noted, "members")
    assert not verdict.holds
    assert any("people are in classes of fewer than 4; the smallest has 1" in said for said in verdict.problems)


def test_a_type_that_is_always_suppressed(noted):
    rows = rows_of(noted)
    for row in rows:  # all have it, so that everyone is one of many
        row["note"] += " Write to henrik@example.org."
    rewritten(noted, rows)
    verdict = verified(noted, "members")
    assert not verdict.holds
    assert 'column "note": 13 terms of types that are always suppressed' in verdict.problems


def test_a_term_of_a_user_is_looked_for_in_every_form(club):
    (club / "t.csv").write_text("id,note\n" + "".join(f"p{at},It is fine.\n" for at in range(4)))
    (club / "t.toml").write_text('k = 2\n[columns.id]\nrole = "direct_identifier"\n[columns.note]\nrole = "text"\n')
    terms = club / "terms.jsonl"
    terms.write_text('{"id": "p0", "ents": ["zorb"]}\n')
    out = released(club, "t", user_terms=terms)
    for disguise in ("Zorbs", "z\u200borb", "Z-O-R-B"):
        changed(out, note=f"It is {disguise}.")
        assert not verified(out, "t", user_terms=terms).holds, disguise
    changed(out, note="It is absorbed.")
    assert verified(out, "t", user_terms=terms).holds


def test_a_direct_identifier_that_was_put_back(plain):
    rewritten(plain, [{**row, "id": f"p{at}"} for at, row in enumerate(rows_of(plain))])
    verdict = verified(plain)
    assert not verdict.holds
    assert 'column "id": a direct identifier is in the table' in verdict.problems


def test_a_column_to_drop_that_was_put_back(plain, club):
    config = (club / "people.toml").read_text() + '[columns.ssn]\nrole = "drop"\n'
    (club / "people.toml").write_text(config)
    rewritten(plain, [{**row, "ssn": f"{at:09}"} for at, row in enumerate(rows_of(plain))])
    verdict = verified(plain)
    assert not verdict.holds
    assert 'column "ssn": is to be dropped, and is in the table' in verdict.problems


# --- what is no release -----------------------------------------------------------------------------------


def test_a_direct_identifier_in_place_of_the_key(plain):
    plain.write_text(plain.read_text().replace("person,", "id,", 1))
    with pytest.raises(InputError, match="no column with the keys"):
        verified(plain)


def test_the_original_is_no_release(club):
    with pytest.raises(InputError, match="no column with the keys"):
        verified(club / "people.csv", k=1)


def test_a_release_without_keys_does_not_hold_by_its_rows(club):
    rows = ["id,age", *(f"p{at // 4},{at // 4}" for at in range(8))]
    (club / "t.csv").write_text("\n".join(rows) + "\n")
    (club / "t.toml").write_text(
        'k = 4\n[columns.id]\nrole = "direct_identifier"\n[columns.age]\nrole = "quasi_identifier"\n'
    )
    (club / "out.csv").write_text("\n".join(row.partition(",")[2] for row in rows) + "\n")
    with pytest.raises(InputError, match="no column with the keys"):
        verified(club / "out.csv", "t")


def test_a_column_that_was_taken_out(plain):
    rewritten(plain, [{name: row[name] for name in row if name != "town"} for row in rows_of(plain)])
    with pytest.raises(InputError, match='no column "town" in the table'):
        verified(plain)


@pytest.mark.parametrize("content", [b"", b"person,age,town,day,ill\n", b"PK\0\x01", b"person,age\na\n"])
def test_a_file_that_is_no_table(content, plain):
    plain.write_bytes(content)
    with pytest.raises(InputError, match=r"out\.csv: "):
        verified(plain)


def test_a_column_of_terms_is_not_released(plain):
    with pytest.raises(InputError, match="give the file of terms") as refused:
        verified(plain, user_terms="found")
    assert refused.value.code == "column-of-terms"


@pytest.mark.parametrize(("claim", "said"), [({"l": 0}, "l must"), ({"t": 2.0}, "t must"), ({"entropy": 0}, "entropy")])
def test_a_claim_that_cannot_be(claim, said, plain):
    with pytest.raises(InputError, match=said) as refused:
        verified(plain, **claim)
    assert refused.value.code == f"bad-{next(iter(claim))}"
