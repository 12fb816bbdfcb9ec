"""`sfumato sweep table`: options, what is printed and what is written. Figures: tests/measure/sweep."""

import json

import pytest

from tests.example_table import rows_of

ONE = ("--processes", 1)
PEOPLE = ("sweep", "table", "people.csv", "-c", "people.toml")
MEMBERS = ("sweep", "table", "members.csv", "-c", "members.toml", *ONE)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_table_with_texts(run, club):
    code, out, messages = run(*MEMBERS, "-k", "4,2,3", "--weight", "0,0.5,1", "-o", "sweep")
    assert code == 0
    plots = ["groups.png", "loss.png", "loss_columns.png", "loss_text.png", "weight.png"]
    assert names_in(club / "sweep") == sorted([*plots, "sweep.csv", "types.csv"])
    assert all((club / "sweep" / name).read_bytes().startswith(b"\x89PNG") for name in plots)
    assert "Written: sweep/sweep.csv" in messages
    assert "partitioning 0 of 21 ways" in messages
    rows = rows_of(club / "sweep" / "sweep.csv")
    head, *printed = out.splitlines()
    assert head.split() == ["k", "strategy", "groups", "lost", "columns", "texts", "seconds"]
    assert len(printed) == len(rows) == 21
    assert printed[6].split()[:3] == ["2", "gdf", rows[6]["groups"]]
    written = "".join((club / "sweep" / name).read_text() for name in ("sweep.csv", "types.csv"))
    assert not any(word in out + written for word in ("Lyon", "Carla", "m01", "nurse"))


def test_a_table_without_texts(run, club):
    code, out, messages = run(*PEOPLE, "-k", "2, 2", "--strategy", "closest,mondrian,gdf,closest", "-o", "sweep")
    assert code == 0
    assert "gdf is left out" in messages
    assert [line.split()[:2] for line in out.splitlines()[1:]] == [["2", "closest,"], ["2", "mondrian,"]]
    assert "nan" not in out


def test_json(run, club):
    code, out, messages = run(*PEOPLE, "-k", "2", "--weight", "0.5", "-o", "sweep", "--json")
    assert code == 0
    told = json.loads(out)
    assert [(point["strategy"], point["k"]) for point in told["points"]] == [("closest", 2), ("mondrian", 2)]
    assert told["points"][0]["measures"]["loss"]["text"] is None
    assert told["left_out"] == ["gdf"]
    assert "Written: sweep/sweep.csv" in messages


def test_given_terms_and_types(run, club):
    one = ("-k", "3", "--weight", "0.5", "--strategy", "mondrian")
    (club / "terms.jsonl").write_text('{"id": "m05", "ents": [["nurse", "TRADE"]]}\n')
    assert run(*MEMBERS, *one, "--terms", "terms.jsonl", "-o", "given")[0] == 0
    assert {row["type"] for row in rows_of(club / "given" / "types.csv")} == {"TRADE"}
    assert run(*MEMBERS, *one, "--types", "JOB", "-o", "typed")[0] == 0
    assert {row["type"] for row in rows_of(club / "typed" / "types.csv")} == {"JOB"}


def test_texts_are_analysed_once(run, club, filled_cache):
    command = (*MEMBERS, "-k", "3", "--weight", "0.5", "-o", "sweep")
    assert "analysing note" in run(*command, "--no-cache")[2]
    assert not (filled_cache / "terms").exists()
    assert "analysing note" in run(*command)[2]
    assert "analysing note" not in run(*command)[2]


# --- bad input --------------------------------------------------------------------------------------------

OUT = ("-o", "sweep")
WRONG = {
    "k larger than the number of people": (("-k", "2,9", *OUT), "k = 9 is more than the 8 people of the table"),
    "no k": (("-k", ",", *OUT), "-k ,: numbers from 1"),
    "k of zero": (("-k", "0,2", *OUT), "-k 0,2: numbers from 1"),
    "k that is none": (("-k", "2,x", *OUT), "-k 2,x: numbers separated by commas are needed"),
    "k of a half": (("-k", "2.5", *OUT), "-k 2.5: numbers separated by commas are needed"),
    "a weight of 2": (("--weight", "0,2", *OUT), "--weight 0,2: numbers from 0 to 1 are needed"),
    "a weight that is none": (("--weight", "nan", *OUT), "--weight nan: numbers from 0 to 1 are needed"),
    "an unknown strategy": (("--strategy", "closest,best", *OUT), "strategy best is not known: use one of"),
    "a strategy that needs texts": (("-k", "2", "--strategy", "gdf", *OUT), "the table has no text column"),
    "no strategy": (("--strategy", ",", *OUT), "sfumato: --strategy: none is named; there are closest, mondrian, gdf"),
}


@pytest.mark.parametrize(("options", "said"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_clear_line_and_nothing_is_written(options, said, run, club):
    before = names_in(club)
    code, out, messages = run(*PEOPLE, *options)
    assert (code, out) == (2, "")
    assert said in messages.splitlines()[-1]
    assert "Written" not in messages
    assert names_in(club) == before


def test_tables_and_configs_that_cannot_be_used(refused, club):
    assert "none.csv: no such file" in refused("sweep", "table", "none.csv", "-c", "people.toml", *OUT)
    assert "no config" in refused("sweep", "table", "people.csv", *OUT)
    assert 'no column "sex" in the table' in refused("sweep", "table", "people.csv", "-c", "members.toml", *OUT)


def test_an_output_that_is_a_file(run, club):
    code, out, messages = run(*PEOPLE, "-k", "2", "-o", "members.csv")
    assert (code, out) == (2, "")
    assert "is a file" in messages


# --- texts ------------------------------------------------------------------------------------------------

TEXTS = ("sweep", "text", "letters.jsonl", "--alpha", "3", "--method", "redact", *OUT, *ONE)


@pytest.fixture
def letters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    records = [
        {"id": "1", "text": "He takes zidovudine.", "hide": ["HIV"]},
        {"id": "2", "text": "The fence was painted.", "hide": ["HIV"]},
    ]
    (tmp_path / "letters.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    return tmp_path


def test_a_sweep_over_texts(run, letters):
    code, out, messages = run(*TEXTS)
    assert code == 0
    head, as_it_is, redacted = out.splitlines()
    assert head.split() == ["method", "alpha", "risk", "kept", "told", "hold"]
    assert as_it_is == "as it is          50%  0% to 100%  100.0%  100% to 100%"
    assert redacted.split()[:2] == ["redact", "3"]
    assert "2 texts are few: do not take the shares for more than they are" in messages
    assert "Proposed: redact, alpha 3: keeps " in messages
    assert messages.endswith("Written: sweep/sweep.csv, sweep/frontier.png\n")
    first = rows_of(letters / "sweep" / "sweep.csv")[0]
    assert (first["method"], first["alpha"], first["told"]) == ("as it is", "", "")
    assert "zidovudine" not in out + (letters / "sweep" / "sweep.csv").read_text()


def test_a_sweep_over_texts_as_json(run, letters):
    code, out, _ = run(*TEXTS, "--json", "--risk", "0")
    assert code == 0
    found = json.loads(out)
    assert (found["texts"], found["risk"]) == (2, "passages that still lead to a secret")
    assert [point["alpha"] for point in found["points"]] == [None, 3]
    assert found["proposed"] == found["points"][1]
    assert names_in(letters / "sweep") == ["frontier.png", "sweep.csv"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--method", ","), "--method ,: generalize, redact, pseudonym or surrogate"),
        (("--alpha", "0"), "--alpha 0: numbers from 1 to 1000 are needed"),
        (("--policy", "none"), 'no policy "none"'),
        (("--hide", "name:Larkmoor"), "so that no risk can be measured; --background adds documents"),
    ],
)
def test_texts_that_cannot_be_swept(run, letters, options, said):
    code, out, messages = run(*TEXTS, *options)
    assert (code, out) == (2, "")
    assert said in messages.splitlines()[-1]
    assert not (letters / "sweep").exists()


def test_a_sweep_without_a_secret_says_how_to_give_one(run, letters):
    (letters / "plain.jsonl").write_text('{"id": "1", "text": "The fence was painted."}\n')
    code, _, messages = run("sweep", "text", "plain.jsonl", *OUT)
    assert code == 2
    hint = "give --hide LABEL or a policy that names some; --candidates does without"
    assert messages.splitlines()[-1] == f"sfumato: no secret: {hint}"
