"""Texts to attack as files hold them: records of failures are left out, and a field may say whom each is about."""

import json

import pytest

from sfumato.errors import InputError
from sfumato.measure.attack import AttackText, read_texts
from sfumato.types import Note


def lines(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_records_with_a_truth(tmp_path):
    file = lines(tmp_path / "r.jsonl", {"id": 1, "text": "swims", "who": 7}, {"id": 2, "text": "digs", "hide": ["HIV"]})
    assert read_texts(file, "who") == (
        AttackText("1", "swims", truth="7"),
        AttackText("2", "digs", hide=("HIV",), truth=""),
    )
    assert read_texts(file)[0] == AttackText("1", "swims")


def test_failures_are_left_out_and_told(tmp_path):
    events = []
    file = lines(tmp_path / "r.jsonl", {"id": 1, "text": "swims"}, {"id": 2, "error": "too long"})
    assert read_texts(file, tell=events.append) == (AttackText("1", "swims"),)
    assert events == [Note("failures-left-out", f"{file}: 1 record of a failure, without a text: left out")]
    with pytest.raises(InputError, match="no text in it"):
        read_texts(lines(tmp_path / "f.jsonl", {"id": 2, "error": "too long"}))


def test_what_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"r\.jsonl: 1: no field text"):
        read_texts(lines(tmp_path / "r.jsonl", {"id": 1}))
    text = tmp_path / "otter.txt"
    text.write_text("swims")
    with pytest.raises(InputError, match="only records") as refused:
        read_texts(text, "who")
    assert refused.value.code == "truth-without-fields"
