"""`sfumato evaluate`: a table for people, JSON for programs, limits for CI, and bad input in one line."""

import json

import pytest

TEXT = "Anna Meer lives in Rome. Meer is ill with a cold."
GOLD = [
    {
        "id": f"d{number}",
        "text": TEXT,
        "labels": [
            {"start": 0, "end": 9, "type": "PERSON", "kind": "DIRECT", "entity": "anna"},
            {"start": 25, "end": 29, "type": "PERSON", "kind": "DIRECT", "entity": "anna"},
            {"start": 19, "end": 23, "type": "LOC", "kind": "QUASI", "entity": "rome"},
        ],
    }
    for number in range(3)
]
RELEASED = "[PERSON] lives in a town. Meer is ill with a [ILLNESS]."


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    lines("gold.jsonl", GOLD)
    lines("safe.jsonl", [{"id": each["id"], "text": RELEASED} for each in GOLD])
    return tmp_path


def lines(name, records):
    with open(name, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


def told(run, *arguments, code=0):
    found, out, messages = run("evaluate", *arguments, "--json")
    assert found == code, messages
    return json.loads(out)


def test_the_table(run):
    code, out, _ = run("evaluate", "gold.jsonl", "safe.jsonl")
    assert code == 0
    assert "gold.jsonl: labels, 3 documents, 9 spans to hide (6 DIRECT, 3 QUASI)" in out
    assert "released texts, compared with the originals word by word" in out
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert rows["term"][1] == "0.667"  # Meer stands once in three
    assert "mean of documents" in out
    assert "95% of 10,000 resamples" in out
    assert "3 documents are few" in out


def test_json(run):
    found = told(run, "gold.jsonl", "safe.jsonl", "--by", "document", "--missed")
    assert (found["format"], found["out"], found["documents"]) == ("sfumato", "texts", 3)
    assert found["all"]["term"]["recall"] == {"value": 0.6667, "low": 0.6667, "high": 0.6667, "n": 3}
    assert list(found)[-1] == "by_document"  # what was missed is for people alone


def test_parts(run):
    _, out, _ = run(
        "evaluate", "gold.jsonl", "safe.jsonl", "--by", "type", "--by", "kind", "--by", "document", "--missed"
    )
    for said in ("DIRECT", "QUASI", "PERSON", "LOC", "d2", "entity recall", "3 spans to hide still stand", "Meer"):
        assert said in out


def test_sources_are_told_where_the_tool_names_what_it_hid(run):
    lines(
        "found.jsonl", [{"id": each["id"], "results": [{"start": 0, "end": 9, "entity_type": "NAME"}]} for each in GOLD]
    )
    _, out, _ = run("evaluate", "gold.jsonl", "found.jsonl", "--by", "type")
    assert "hidden as" in out
    assert "NAME" in out


def test_labellers_are_compared(run):
    labels = [{"start": 0, "end": 9, "annotator": "ann"}, {"start": 0, "end": 4, "annotator": "ben"}]
    lines("gold.jsonl", [each | {"labels": labels} for each in GOLD])
    _, out, _ = run("evaluate", "gold.jsonl", "safe.jsonl")
    assert "2 labellers" in out
    assert "Cohen's kappa" in out
    assert "at least one labeller" in out
    assert told(run, "gold.jsonl", "safe.jsonl")["agreement"]["annotators"] == 2


# --- limits ---


def test_limits_decide_the_exit_code(run):
    code, _, messages = run("evaluate", "gold.jsonl", "safe.jsonl", "--fail-below", "recall=0.75,entity.recall=0.5")
    assert (code, messages) == (0, "")
    assert told(run, "gold.jsonl", "safe.jsonl", "--fail-below", "recall=0.76", code=1)["below"]


def test_a_limit_on_what_is_not_measured_says_what_measures_it(run):
    said = "information: is measured with --utility, so that it does not reach 0.1"
    code, _, messages = run("evaluate", "gold.jsonl", "safe.jsonl", "--fail-below", "information=0.1")
    assert (code, messages) == (1, f"{said}\n")
    assert told(run, "gold.jsonl", "safe.jsonl", "--fail-below", "information=0.1", code=1)["below"] == [said]


def test_what_is_below_is_said(run):
    _, _, messages = run("evaluate", "gold.jsonl", "safe.jsonl", "--fail-below", "entity.DIRECT.recall=0.97")
    assert messages == "entity.DIRECT.recall: 0.000 is below 0.97\n"


def test_limits_that_are_none(run):
    code, _, messages = run("evaluate", "gold.jsonl", "safe.jsonl", "--fail-below", "recall=2")
    assert code == 2
    assert messages == (
        "sfumato: --fail-below recall=2: a limit is a measure (recall, precision, f, words, information, utility) and "
        "a number from 0 to 1, as recall=0.9, entity.recall=0.9 or entity.DIRECT.recall=0.97\n"
    )
    code, _, messages = run("evaluate", "gold.jsonl", "safe.jsonl", "--fail-below", "MONEY.recall=0.5")
    assert code == 2
    assert messages.startswith("sfumato: --fail-below: nothing to hide is labelled MONEY; there are: DIRECT, QUASI")


# --- input ---


def test_documents_without_an_output(run):
    lines("safe.jsonl", [{"id": "d0", "text": RELEASED}, {"id": "d1", "error": "too long"}, {"id": "x", "text": "y"}])
    code, _, messages = run("evaluate", "gold.jsonl", "safe.jsonl")
    assert code == 2
    assert messages == (
        "sfumato: safe.jsonl: 2 of 3 labelled documents have no output, 1 of them failed, the first d1; "
        "--partial evaluates the others\n"
    )
    code, out, messages = run("evaluate", "gold.jsonl", "safe.jsonl", "--partial")
    assert code == 0
    assert "1 document, 3 spans" in out
    assert "2 documents without an output left aside" in messages
    assert "1 output without labels left aside" in messages


def test_spans_with_the_originals_beside_them(run, folder):
    (folder / "letters").mkdir()
    (folder / "letters" / "a.txt").write_text(TEXT)
    (folder / "safe").mkdir()
    (folder / "safe" / "a.txt").write_text(RELEASED)
    (folder / "spans.csv").write_text("id,start,end,type\na.txt,0,9,PERSON\n")
    found = told(run, "spans.csv", "safe", "--original", "letters")
    assert found["format"] == "spans"
    assert found["all"]["term"]["recall"]["value"] == 1


def test_what_is_missing_says_which_option_gives_it(run, folder):
    (folder / "spans.csv").write_text("id,start,end\nd0,0,9\n")
    lines("odd.jsonl", [{"id": "d0", "words": []}])
    replaced = [{"start": 0, "end": 9, "text": "a person"}]
    lines("other.jsonl", [{"id": each["id"], "text": RELEASED, "replacements": replaced} for each in GOLD])
    for arguments, said in (
        (("spans.csv", "safe.jsonl"), "spans come without text: give the documents with --original"),
        (("odd.jsonl", "safe.jsonl"), "no labels that are known; name the format with --format (sfumato, tab, votes, "),
        (("gold.jsonl", "other.jsonl"), "with these replacements; --compare-texts compares it"),
    ):
        code, _, messages = run("evaluate", *arguments)
        assert code == 2
        assert said in messages


def test_bad_input_is_one_line(run):
    for arguments in (
        ("none.jsonl", "safe.jsonl"),
        ("gold.jsonl", "none.jsonl"),
        ("safe.jsonl", "gold.jsonl"),
        ("gold.jsonl", "safe.jsonl", "--format", "brat"),
        (".", "safe.jsonl"),
    ):
        code, out, messages = run("evaluate", *arguments)
        assert code == 2
        assert not out
        assert messages.startswith("sfumato: ")
        assert messages.count("\n") == 1
        assert "Anna" not in messages


def test_information_is_measured_with_the_knowledge(run):
    found = told(run, "gold.jsonl", "safe.jsonl", "--utility", "words")
    assert 0 < found["kept"]["information"]["value"] < 1
    _, out, _ = run("evaluate", "gold.jsonl", "safe.jsonl", "--utility", "words")
    assert "information kept" in out
