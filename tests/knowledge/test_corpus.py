"""From files to a pack: what it says of itself, how far it is, and where it is not written."""

import json

import pytest

from sfumato.errors import InputError
from sfumato.knowledge import Floors, MemoryKnowledge, Pack, build_pack, describe
from sfumato.knowledge.corpus import why_unknown
from sfumato.types import Document

ALL = Floors(words=1, names=1, phrases=1)


@pytest.fixture
def cases(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps({"body": text}) + "\n" for text in ("the otter swims", "", "a mole digs")))
    return path


def test_files_become_a_pack(cases, tmp_path):
    events = []
    output = tmp_path / "cases.pack"
    about = {"licence": "ours"}
    columns = {"text_column": "body"}
    built = build_pack(
        [cases], output, labels=lambda: ["otter"], columns=columns, floors=ALL, about=about, tell=events.append
    )
    assert (built["name"], built["licence"], built["source"], built["documents"]) == ("cases", "ours", "", 2)
    assert built["files"][0]["name"] == "cases.jsonl"
    assert built == describe(output)
    assert Pack.open(output).count("otter") == 1
    assert events[-1].step == "writing"
    assert {event.unit for event in events} == {"MB"}


def test_what_is_no_pack_is_not_written_over(cases, tmp_path):
    def labels():
        raise AssertionError("asked before all is found to be in order")

    for output, said in ((cases, "exists and is not a pack"), (tmp_path / "no" / "x.pack", "no such folder")):
        with pytest.raises(InputError, match=said):
            build_pack([cases], output, labels=labels)


def test_a_corpus_without_text_is_refused(tmp_path):
    (tmp_path / "empty.txt").write_text(" \n")
    with pytest.raises(InputError, match=r"empty\.txt: no document with text"):
        build_pack([tmp_path / "empty.txt"], tmp_path / "x.pack", labels=list)
    assert not (tmp_path / "x.pack").exists()


def test_why_a_term_has_no_count():
    knowledge = MemoryKnowledge([Document("1", "an otter")])
    assert why_unknown("of the", knowledge) == "function words are not counted"
    assert why_unknown("red green blue black white", knowledge).startswith("a phrase of more than 4 words")
    assert why_unknown("zebra", knowledge) == "in fewer than 1 documents: unknown"
