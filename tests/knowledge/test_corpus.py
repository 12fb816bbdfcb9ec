"""From files to a pack: what it says of itself, how far it is, and where it is not written."""

import json
import os

import pytest

from sfumato.errors import InputError, PackError
from sfumato.knowledge import Floors, MemoryKnowledge, Pack, build_pack, check_expanded, describe, layout
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


@pytest.mark.parametrize(("permissions", "expected"), [(0o600, 0o600), (0o640, 0o640), (0o644, 0o644)])
def test_a_pack_is_as_private_as_its_corpus(cases, tmp_path, permissions, expected):
    cases.chmod(permissions)
    before = os.umask(0o022)
    try:
        build_pack([cases], tmp_path / "a.pack", labels=list, columns={"text_column": "body"}, floors=ALL)
    finally:
        os.umask(before)
    assert (tmp_path / "a.pack").stat().st_mode & 0o777 == expected


def test_a_cache_is_compared_and_mended(cases, tmp_path, private_cache):
    output = tmp_path / "a.pack"
    build_pack([cases], output, labels=list, columns={"text_column": "body"}, floors=ALL)
    told = []
    check_expanded(output, told.append)
    check_expanded(output, told.append)
    assert len(told) == 1
    (column,) = private_cache.glob("a-*/postings.npy")
    times = column.stat().st_atime_ns, column.stat().st_mtime_ns
    column.write_bytes(column.read_bytes()[:-4] + b"odd!")
    os.utime(column, ns=times)
    check_expanded(output, told.append)
    assert "postings.npy is not what was written there" in told[1]


def test_a_pack_whose_lists_would_fill_the_memory_is_refused(cases, tmp_path, private_cache, monkeypatch):
    output = tmp_path / "a.pack"
    build_pack([cases], output, labels=list, columns={"text_column": "body"}, floors=ALL)
    monkeypatch.setattr(layout, "_POSTING", 1 << 40)
    with pytest.raises(PackError, match=r"a.pack: .* GB or more: refused$"):
        Pack.open(output)


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
