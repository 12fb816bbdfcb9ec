"""Records of JSON lines: where each stands, what it says, and what is wrong with it."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.io.records import (
    is_json_lines,
    not_a_text,
    not_an_object,
    parsed,
    read_records,
    whole_characters,
)

SECRET = "Quillfeather"  # that no message may quote


@pytest.mark.parametrize(("suffix", "compress"), [("", bytes), (".gz", gzip.compress)])
def test_records_are_known_by_their_lines(tmp_path, suffix, compress):
    path = tmp_path / f"r.jsonl{suffix}"
    path.write_bytes(compress(b'\xef\xbb\xbf{"id": 1}\n\n \r\n[2]\r\nnull'))
    found = list(read_records(path))
    assert [(r.number, r.name, r.where, r.said()) for r in found] == [
        (1, f"{path.name}:1", f"{path}: line 1", {"id": 1}),
        (4, f"{path.name}:4", f"{path}: line 4", [2]),
        (5, f"{path.name}:5", f"{path}: line 5", None),
    ]
    assert [not_an_object(r.value) for r in found] == ["", "not a JSON object", "not a JSON object"]


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        (f'{{"text": "{SECRET}', "Invalid control character at, column 23"),
        (f'{{"n": {"9" * 5000}, "text": "{SECRET}"}}', "a number too long, or nested too deep"),
        ("[" * 200_000, "a number too long, or nested too deep"),
    ],
)
def test_what_is_no_json_is_told_and_the_next_is_read(tmp_path, line, detail):
    path = tmp_path / "r.jsonl"
    path.write_text(f'{line}\n{{"id": 2}}\n')
    first, second = read_records(path)
    assert (first.value, first.fault, first.detail) == (None, "not valid JSON", detail)
    assert second.said() == {"id": 2}
    with pytest.raises(InputError) as caught:
        first.said()
    assert str(caught.value) == f"{path}: line 1: not valid JSON"


def test_a_file_that_is_no_text_is_refused_as_a_whole(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'{"id": 1}\n{"id": "\0"}\n')
    found = read_records(path)
    assert next(found).said() == {"id": 1}
    with pytest.raises(InputError, match="line 2: not text: NUL character"):
        next(found)


def test_bytes_are_counted(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text('{"id": 1}\n' * 1000)
    told = []
    assert len(list(read_records(path, told.append))) == 1000
    assert sum(told) == path.stat().st_size


@pytest.mark.parametrize(
    ("name", "expected"), [("a.jsonl", True), ("a.NDJSON.xz", True), ("a.json", False), ("jsonl", False)]
)
def test_json_lines_by_name(name, expected):
    assert is_json_lines(Path(name)) == expected


def test_one_value():
    assert parsed("[1]", "here") == [1]
    with pytest.raises(InputError, match=r"^here: not valid JSON$"):
        parsed(SECRET, "here")


@pytest.mark.parametrize(
    ("value", "problem"),
    [("fine", ""), ("", ""), ("a\0b", "not text: NUL character"), (7, "the field text is not a string")],
)
def test_texts(value, problem):
    assert not_a_text(value) == problem


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.lists(st.text()))
def test_what_json_writes_is_read_again(tmp_path, texts):
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    assert [record.said()["text"] for record in read_records(path)] == texts
    for text in texts:
        whole_characters(text).encode()
