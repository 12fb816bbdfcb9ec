"""`sfumato anonymize`: options say what is asked for, and what was done is told. What is released: tests/tables."""

import json
import stat

import pytest

from tests.example_table import classes, rows_of

QUASI = ("age", "town", "day")
MEMBERS = ("sex", "age", "city", "joined")
ONE = ("--processes", 1)


def told(out):
    """What was printed as JSON, which has no NaN."""

    def no(constant):
        raise AssertionError(constant)

    return json.loads(out, parse_constant=no)


def plain(run, *options, output="out.csv"):
    code, out, messages = run("anonymize", "people.csv", "-c", "people.toml", "-o", output, *options)
    assert code == 0, messages
    return out, messages


# --- from a table to a release ----------------------------------------------------------------------------


def test_guessed_confirmed_anonymized_and_verified(run, club):
    code, out, messages = run("anonymize", "members.csv", "--guess", "g.toml")
    assert (code, out) == (0, "")
    assert "id         direct_identifier" in messages
    assert "check every role" in messages
    code, out, messages = run("anonymize", "members.csv", "-c", "g.toml", "-k", 4, "-o", "out.csv", *ONE)
    assert code == 0
    assert out.startswith("out.csv: holds: 12 people in ")
    assert "information lost (NCP)" in messages
    assert "Written: out.csv" in messages
    assert run("verify", "out.csv", "-c", "g.toml", "-k", 4, *ONE)[0] == 0
    assert min(map(len, classes(rows_of(club / "out.csv"), MEMBERS))) >= 4


def test_a_guess_that_was_checked_is_not_written_over(run, refused, club):
    run("anonymize", "people.csv", "--guess", "g.toml")
    assert "g.toml: exists" in refused("anonymize", "people.csv", "--guess", "g.toml")


def test_only_figures_are_told_without_an_output(run, club):
    code, out, _ = run("anonymize", "people.csv", "-c", "people.toml", "--json")
    assert (code, told(out)["verdict"]["holds"]) == (0, True)
    assert sorted(path.name for path in club.iterdir()) == ["members.csv", "members.toml", "people.csv", "people.toml"]


# --- options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["closest", "mondrian"])
def test_k_strategy_weight_and_seed(run, club, strategy):
    for name in ("a", "b"):
        options = ("-k", 4, "--strategy", strategy, "--weight", 1, "--seed", 7, "--json")
        out, _ = plain(run, *options, output=f"{name}.csv")
        found = classes(rows_of(club / f"{name}.csv"), QUASI)
        verdict = told(out)["verdict"]
        assert (verdict["smallest"], verdict["classes"]) == (min(map(len, found)), len(found)) == (4, 2)
        assert bool(told(out)["measures"]["splits"]) == (strategy == "mondrian")
    assert (club / "a.csv").read_bytes() == (club / "b.csv").read_bytes()


@pytest.mark.parametrize("claim", [("-l", 3), ("--entropy", 2.9), ("-t", 0.2), ("-l", 2, "-t", 0.3)])
def test_claims_on_sensitive_columns(run, club, claim):
    out, _ = plain(run, *claim, "--json")
    reached = told(out)["verdict"]["diversity"]["ill"]
    asked = dict(zip(claim[::2], claim[1::2], strict=True))
    assert reached["distinct"] >= asked.get("-l", 0)
    assert reached["entropy"] >= asked.get("--entropy", 0)
    assert reached["closeness"] <= asked.get("-t", 1)
    assert run("verify", "out.csv", "-c", "people.toml", *claim)[0] == 0


def test_a_strategy_that_goes_by_texts(run, club):
    options = ("-k", 3, "--strategy", "gdf", "--weight", 0.4, *ONE)
    code, out, _ = run("anonymize", "members.csv", "-c", "members.toml", "-o", "out.csv", "--json", *options)
    assert code == 0
    assert set(told(out)["measures"]["splits"]) <= {"note"}
    assert run("verify", "out.csv", "-c", "members.toml", "-k", 3, *ONE)[0] == 0


def test_terms_of_a_column_or_of_a_file(run, club):
    (club / "notes.csv").write_text("id,found,note\na,Zorb,My Zorb.\nb,,Nothing.\n")
    (club / "notes.toml").write_text('k = 2\n[columns.id]\nrole = "direct_identifier"\n[columns.note]\nrole = "text"\n')
    command = ("anonymize", "notes.csv", "-c", "notes.toml", "-o", "out.csv")
    assert run(*command, "--terms", "found")[0] == 0
    assert sorted(row["note"] for row in rows_of(club / "out.csv")) == ["My term.", "Nothing."]
    (club / "notes.csv").write_text("id,note\na,My Zorb.\nb,Nothing.\n")
    (club / "terms.jsonl").write_text('{"id": "a", "ents": [["Zorb", "GADGET"]]}\n')
    assert run(*command, "--terms", "terms.jsonl")[0] == 0
    assert sorted(row["note"] for row in rows_of(club / "out.csv")) == ["My gadget.", "Nothing."]
    assert run("verify", "out.csv", "-c", "notes.toml", "--terms", "terms.jsonl")[0] == 0


def test_types_that_are_looked_for(run, club):
    options = ("--types", "EMAIL_ADDRESS", "-o", "out.csv", *ONE)
    assert run("anonymize", "members.csv", "-c", "members.toml", *options)[0] == 0
    assert "nurse in Bergen" in (club / "out.csv").read_text()
    verify = ("verify", "out.csv", "-c", "members.toml", *ONE)
    assert run(*verify, "--types", "EMAIL_ADDRESS")[0] == 0
    assert run(*verify)[0] == 1


@pytest.mark.parametrize(
    ("option", "terms", "notes"),
    [
        ("--generalize", '["poodle", "ANIMAL"]', ["My dog.", "Your dog."]),
        ("--approximate", '["none", "ANIMAL"]', ["I'm [30-36].", "Nothing."]),
    ],
)
def test_more_is_found_or_kept_if_that_is_asked_for(run, club, option, terms, notes):
    texts = ["My poodle.", "Your dachshund."] if option == "--generalize" else ["I'm thirty-six.", "Nothing."]
    (club / "t.csv").write_text(f"id,age,note\na,36,{texts[0]}\nb,30,{texts[1]}\n")
    config = '[columns.id]\nrole = "direct_identifier"\n[columns.age]\nrole = "quasi_identifier"\nkind = "number"\n'
    (club / "t.toml").write_text(f'k = 2\n{config}[columns.note]\nrole = "text"\n')
    records = [f'{{"id": "a", "ents": [{terms}]}}', '{"id": "b", "ents": [["dachshund", "ANIMAL"]]}']
    (club / "terms.jsonl").write_text("\n".join(records) + "\n")
    command = ("anonymize", "t.csv", "-c", "t.toml", "--terms", "terms.jsonl", "-o", "out.csv")
    assert run(*command, option)[0] == 0
    found = sorted(row["note"] for row in rows_of(club / "out.csv"))
    assert found == notes
    assert run(*command, "--bare")[0] == 0
    assert sorted(row["note"] for row in rows_of(club / "out.csv")) != notes


def found_in(cache):
    return list(cache.rglob("*.found"))


def test_what_was_found_is_remembered_for_its_owner_and_erased(run, club, filled_cache):
    command = ("anonymize", "members.csv", "-c", "members.toml", "-o", "out.csv", "--seed", 1, *ONE)
    assert run(*command, "--no-cache")[0] == 0
    assert not found_in(filled_cache)
    first = (club / "out.csv").read_bytes()
    _, _, messages = run(*command)
    assert "analysing note" in messages
    assert found_in(filled_cache)
    assert (club / "out.csv").read_bytes() == first
    for path in (filled_cache / "terms").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert b"Lyon" not in path.read_bytes()
    assert stat.S_IMODE((filled_cache / "terms").stat().st_mode) == 0o700
    _, _, messages = run(*command)
    assert "analysing" not in messages
    assert (club / "out.csv").read_bytes() == first
    code, out, messages = run("anonymize", "--erase-cache")
    assert (code, out) == (0, "")
    assert "erased" in messages
    assert not (filled_cache / "terms").exists()
    assert run("anonymize", "--erase-cache")[0] == 0


# --- what is told -----------------------------------------------------------------------------------------


def test_a_report_is_json_for_its_owner(run, club):
    out, _ = plain(run, "--report", "report.json", "--json")
    report = told((club / "report.json").read_text())
    assert stat.S_IMODE((club / "report.json").stat().st_mode) == 0o600
    assert report == told(out)
    assert report["measures"]["loss"]["text"] is None  # there is no text column
    assert report["measures"]["people"] == 8
    assert report["verdict"]["holds"] is True
    assert set(report["report"]["seconds"]) >= {"prepare", "partition", "check"}


def test_json_of_texts_without_terms_and_of_an_empty_sensitive_column(run, club):
    (club / "t.csv").write_text("age,ill,note\n1,,so\n2,,it\n3,,is\n4,,now\n")
    config = '[columns.age]\nrole = "quasi_identifier"\n[columns.ill]\nrole = "sensitive"\n'
    (club / "t.toml").write_text(f'k = 2\n{config}[columns.note]\nrole = "text"\n')
    code, out, _ = run("anonymize", "t.csv", "-c", "t.toml", "--json", *ONE)
    assert code == 0
    assert told(out)["measures"]["loss"]["text"] is None
    code, out, messages = run("anonymize", "t.csv", "-c", "t.toml", "-o", "out.csv", *ONE)
    assert (code, "nan" in out + messages) == (0, False)


def test_a_population(run, club):
    out, _ = plain(run, "-k", 4, "--population", "people.csv")
    assert "every class looks like at least " in out
    assert run("verify", "out.csv", "-c", "people.toml", "-k", 4, "--population", "people.csv")[0] == 0
    (club / "few.csv").write_text("id,age,town,day\nada,20,Rome,2020-01-05\nzoe,21,Rome,2020-01-06\n")
    (club / "out.csv").unlink()
    code, out, said = run("anonymize", "people.csv", "-c", "people.toml", "--population", "few.csv", "-o", "out.csv")
    assert (code, out) == (2, "")
    assert "a class looks like 0 people of the population, fewer than 2" in said
    assert not (club / "out.csv").exists()
