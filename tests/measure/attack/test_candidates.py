"""Candidates as users have them, and which one a text is about."""

import json

import pytest

from sfumato.errors import InputError
from sfumato.measure.attack import Candidate, CandidateIndex, KnownCandidates, joined, read_candidates
from sfumato.measure.attack import candidates as module
from sfumato.types import Document


def lines(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_json_lines_with_id_and_name(tmp_path):
    file = lines(
        tmp_path / "c.jsonl", {"id": 7, "name": "otter", "text": "swims"}, {"id": "8", "name": "", "text": "x"}
    )
    assert read_candidates(file) == [Candidate("7", "swims", "otter"), Candidate("8", "x")]


def test_fields_can_be_named(tmp_path):
    file = lines(tmp_path / "c.jsonl", {"who": "otter", "public": "swims"}, {"who": "mole", "public": "digs"})
    found = read_candidates(file, text_column="public", id_column="who", name_column="who")
    assert found == [Candidate("otter", "swims", "otter"), Candidate("mole", "digs", "mole")]


def test_tables_and_folders(tmp_path):
    table = tmp_path / "c.csv"
    table.write_text("id,name,text\n1,otter,swims\n2,mole,digs\n", encoding="utf-8")
    assert read_candidates(table) == [Candidate("1", "swims", "otter"), Candidate("2", "digs", "mole")]
    folder = tmp_path / "c"
    folder.mkdir()
    (folder / "otter.txt").write_text("swims")
    (folder / "mole.md").write_text("digs")
    assert read_candidates(folder) == [Candidate("mole.md", "digs", "mole"), Candidate("otter.txt", "swims", "otter")]


def test_documents_of_one_id_are_read_together():
    documents = [Document("1", "swims"), Document("2", "digs", "mole"), Document("1", "dives", "otter")]
    assert joined(documents) == [Candidate("1", "swims\n\ndives", "otter"), Candidate("2", "digs", "mole")]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("c.jsonl", "", "no candidate with text"),
        ("c.jsonl", '{"id": 1}\n', "no field text"),
        ("c.jsonl", "[1]\n", "not a JSON object"),
        ("c.jsonl", '{"id": 1, "name": "a", "text": 3}\n', "not a string"),
        ("c.jsonl", '{"id": 1, "name": "a", "text": "b"}\n{"id": 2, "text": "c"}\n', "no field name"),
        ("c.jsonl", "[" * 100_000, "not valid JSON"),
        ("c.csv", "name\notter\n", "no column text"),
        ("c.exe", "otter", "unknown corpus format"),
    ],
)
def test_files_that_cannot_be_used_are_refused(tmp_path, name, content, message):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_candidates(tmp_path / name)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_candidates(tmp_path / "c.jsonl")


def test_an_attack_needs_two_of_whom_something_is_known():
    with pytest.raises(InputError, match="at least two"):
        KnownCandidates([Candidate("1", "otter")])
    with pytest.raises(InputError, match="no word is known"):
        KnownCandidates([Candidate("1", "..."), Candidate("2", "")])


def test_too_much_text_is_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_CHARACTERS", 10)
    with pytest.raises(InputError, match="characters"):
        KnownCandidates([Candidate("1", "a" * 6), Candidate("2", "b" * 6)])
    with pytest.raises(InputError, match="characters"):
        joined([Document("1", "a" * 6), Document("2", "b" * 6)])


def test_the_id_is_never_among_what_is_known():
    known = KnownCandidates([Candidate("fishers", "swims", "otter"), Candidate("diggers", "digs")])
    assert known.texts == ("otter. swims", "digs")


def test_names_count_in_their_spellings_and_a_surname_for_nobody():
    known = KnownCandidates(
        [Candidate("1", "x", "Stephen Harrow (clerk)"), Candidate("2", "y", "otter"), Candidate("3", "z")]
    )
    person, animal, nameless = known.secrets
    assert {"stephen harrow", "steve harrow", "harrow stephen"} <= set(person.forms)
    assert "harrow" not in person.forms
    assert (animal.forms, nameless.forms) == (("otter",), ())


# --- the truth --------------------------------------------------------------------------------------------


def test_a_candidate_is_found_by_id_then_by_name_then_by_file():
    lookup = CandidateIndex(
        [Candidate("1", "", "Red  Squirrel"), Candidate("2", "", "1"), Candidate("mole.txt", "", "mole")]
    )
    assert [lookup.find(value) for value in ("1", "2", "red squirrel", "mole", "mole.md", "fox")] == [
        0,
        1,
        0,
        2,
        2,
        None,
    ]


def test_a_name_of_several_is_refused():
    lookup = CandidateIndex([Candidate("1", "", "otter"), Candidate("2", "", "Otter")])
    assert lookup.find("2") == 1
    with pytest.raises(InputError, match="2 candidates are called otter"):
        lookup.find("otter")
