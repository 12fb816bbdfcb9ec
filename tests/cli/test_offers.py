"""`sfumato options`: what terms could be called where they stand."""

import json

import pytest

TEXT = "He moved to Miami in 1998 and was treated with zidovudine by Mrs Ana Reis."


@pytest.fixture
def place():
    def place(term, text=TEXT):
        return {"text": text, "start": text.index(term), "end": text.index(term) + len(term)}

    return place


@pytest.fixture
def text(tmp_path):
    (tmp_path / "note.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path / "note.txt"


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_record_has_its_ladder_in_its_place(run, tmp_path, place):
    other = "😀 Ana Reis left Paris. Reis came back in May 2003."
    records = [
        {"id": 7, **place("Miami")},
        {"id": "broken", "text": "secret words", "start": 3},
        {"id": "outside", "text": "secret words", "start": 3, "end": 300},
        {"id": "signs", "text": "a -- b", "start": 2, "end": 4},
        place("May 2003", other),
        {"id": "again", **place("1998")},
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, records)) + "\nno json\n", encoding="utf-8")
    code, out, messages = run("options", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--processes", "2")
    found = lines(tmp_path / "out.jsonl")
    assert (code, out) == (2, "")
    assert "4 of 7 records failed" in messages
    assert [record["id"] for record in found] == [7, "broken", "outside", "signs", "in.jsonl:5", "again", "in.jsonl:7"]
    assert ["error" in record for record in found] == [False, True, True, True, False, False, True]
    assert "secret" not in (tmp_path / "out.jsonl").read_text(encoding="utf-8") + messages
    assert found[0]["options"][0] == {
        "wording": "city in Florida",
        "written": "a city in Florida",
        "start": 12,
        "end": 17,
        "concept": None,
        "source": "taxonomies",
        "sure": 1.0,
        "keeps": found[0]["options"][0]["keeps"],
    }
    assert {option["source"] for option in found[5]["options"]} == {"ladder"}
    last = found[4]["options"][-1]
    assert (last["written"], other[last["start"] : last["end"]]) == ("at some point", "in May 2003")
    alone = run("options", tmp_path / "in.jsonl", "--processes", "1")
    assert [json.loads(line) for line in alone[1].splitlines()] == found


def test_a_term_of_a_text_is_told_to_people(run, text, place):
    code, out, _ = run("options", text, "--term", "Miami")
    assert code == 0
    assert out.splitlines()[0] == "Miami (GPE) could be called:"
    assert out.splitlines()[1].startswith("  a city in Florida ")
    at = place("Miami")
    assert run("options", text, "--at", at["start"], at["end"])[1] == out
    told = json.loads(run("options", text, "--term", "Miami", "--json")[1])
    assert told["options"][0]["written"] == "a city in Florida"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say which term"),
        (("--term", "Ostia"), "does not stand"),
        (("--term", "Miam"), "does not stand"),
        (("--at", "5", "500"), "no places"),
        (("--at", "5", "6", "--term", "Miami"), "say which term"),
        (("--term", "Miami", "-o", "out"), "-o is for JSON lines"),
    ],
)
def test_what_makes_no_sense_is_refused(refused, text, arguments, said):
    assert said in refused("options", text, *arguments)


def test_places_in_json_lines_are_their_own(refused, tmp_path, place):
    (tmp_path / "in.jsonl").write_text(json.dumps(place("Miami")), encoding="utf-8")
    assert "leave out" in refused("options", tmp_path / "in.jsonl", "--term", "Miami")
    assert "is the input" in refused("options", tmp_path / "in.jsonl", "-o", tmp_path / "in.jsonl")
    (tmp_path / "note.txt").write_text(TEXT, encoding="utf-8")
    assert "a folder" in refused("options", tmp_path)


def test_explain_says_what_would_be_written(run, text):
    _, out, _ = run("explain", "Miami", "--hide", "Ana Reis", "--in", text)
    assert "  a city in Florida " in out
