from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.io.formats.corpora import fingerprint, names, read_all, read_documents, size
from sfumato.types import Document

SECRET = "The patient's name is Quillfeather"  # a text that no message may quote


def ids(path: Path, **options: Any) -> list[str]:
    return [document.id for document in read_documents(path, **options)]


def message(path: Path, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        list(read_documents(path, **options))
    text = str(caught.value)
    assert "\n" not in text
    assert path.name in text
    assert "Quillfeather" not in text.replace(str(path), "")
    return text


def write(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


# --- texts ---


def test_a_folder_is_read_recursively_in_sorted_order(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.md", "a/c.txt", "a b.txt", ".hidden.txt", "picture.png", ".git/x.txt"):
        write(tmp_path / name, f"text of {name}")
    write(tmp_path / "empty.txt", " \n")
    documents = list(read_documents(tmp_path))
    assert [document.id for document in documents] == ["a/c.txt", "a/z.md", "a b.txt", "b.txt"]
    assert documents[1] == Document("a/z.md", "text of a/z.md", "z")


def test_a_given_format_reads_files_of_any_name(tmp_path: Path) -> None:
    write(tmp_path / "news" / "51121", "A message.")
    assert list(read_documents(tmp_path, format="text")) == [Document("news/51121", "A message.", "51121")]


def test_records_in_a_folder_are_read_too(tmp_path: Path) -> None:
    write(tmp_path / "1.jsonl", '{"id": "x", "text": "one"}\n')
    write(tmp_path / "2.txt", "two")
    assert ids(tmp_path) == ["x", "2.txt"]


def test_a_folder_with_nothing_to_read(tmp_path: Path) -> None:
    write(tmp_path / "in" / "picture.png", "x")
    assert "no file in it that can be read" in message(tmp_path / "in")


def test_what_is_no_file_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    write(tmp_path / "note.txt", "note")
    assert ids(tmp_path) == ["note.txt"]
    assert fingerprint(tmp_path)["bytes"] == size([tmp_path]) == 4


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "private" / "note.txt", "a note")
    write(tmp_path / "in" / "a.txt", "a")
    (tmp_path / "in" / "note.txt").symlink_to(tmp_path / "private" / "note.txt")
    (tmp_path / "in" / "nothing.txt").symlink_to("nowhere.txt")
    (tmp_path / "in" / "below").symlink_to(tmp_path / "private")
    assert ids(tmp_path / "in") == ["a.txt"]
    (tmp_path / "named").symlink_to(tmp_path / "private")
    assert ids(tmp_path / "named") == ["note.txt"]


@pytest.mark.parametrize("format", names())
def test_a_pipe_is_refused(tmp_path: Path, format: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "not a file that can be read twice" in message(pipe, format=format)
    for look in (lambda: fingerprint(pipe, format=format), lambda: size([pipe], format=format)):
        with pytest.raises(InputError, match="pipe: not a file that can be read twice"):
            look()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every folder")
def test_a_folder_that_may_not_be_read(tmp_path: Path) -> None:
    write(tmp_path / "note.txt", "note")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    try:
        with pytest.raises(InputError, match="closed: cannot be read"):
            list(read_documents(tmp_path))
    finally:
        closed.chmod(0o700)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encodings_with_a_mark(tmp_path: Path, encoding: str) -> None:
    path = write(tmp_path / "note.txt", "Ñandú\r\nline".encode(encoding))
    assert list(read_documents(path)) == [Document("note.txt", "Ñandú\r\nline", "note")]


def test_text_that_is_not_utf8_names_the_line(tmp_path: Path) -> None:
    path = write(tmp_path / "note.txt", b"one\n" + SECRET.encode() + b"\xff\n")
    assert "line 2: not UTF-8" in message(path)


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("width", ["16", "32"])
def test_wide_encodings_of_either_byte_order(tmp_path: Path, width: str, order: str) -> None:
    codec = f"utf-{width}-{order}"
    text = write(tmp_path / "note.txt", "\ufeffÑandú\nline".encode(codec))
    records = write(tmp_path / "c.jsonl", '\ufeff{"text": "Ñandú"}\n{"text": "two"}\n'.encode(codec))
    assert [document.text for document in read_all([text, records])] == ["Ñandú\nline", "Ñandú", "two"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_encodings_that_are_cut_off(tmp_path: Path, encoding: str) -> None:
    content = f'{{"text": "{SECRET}"}}'.encode(encoding)[:-1]
    assert f"not valid {encoding.upper()}" in message(write(tmp_path / "note.txt", content))
    assert f"not valid {encoding.upper()}" in message(write(tmp_path / "c.jsonl", content))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("name", ["note.txt", "c.jsonl", "c.csv"])
def test_nul_is_no_text(tmp_path: Path, name: str, encoding: str) -> None:
    line = '{"text": "fine"}\n' if name == "c.jsonl" else "text\n"
    path = write(tmp_path / name, (line + SECRET + "\0\n").encode(encoding))
    assert "line 2: not text: NUL character" in message(path)


@pytest.mark.parametrize("name", ["note.txt", "c.jsonl", "c.csv"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le"])
def test_wide_encodings_without_a_mark(tmp_path: Path, name: str, encoding: str) -> None:
    path = write(tmp_path / name, f"text\n{SECRET}\n".encode(encoding))
    assert "line 1: not text: NUL character" in message(path)


# --- JSON lines ---


@pytest.mark.parametrize(
    ("suffix", "compress"),
    [("", bytes), (".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)],
)
def test_jsonl(tmp_path: Path, suffix: str, compress: Callable[[bytes], bytes]) -> None:
    records = [
        {"id": 7, "title": "Seven", "text": "one"},
        {"text": "two\u2028"},
        {"text": ""},
        {"text": None},
    ]
    path = write(tmp_path / f"c.jsonl{suffix}", compress("\n".join(map(json.dumps, records)).encode()))
    expected = [Document("7", "one", "Seven"), Document(f"{path.name}:2", "two\u2028", "")]
    assert list(read_documents(path)) == expected


def test_jsonl_with_other_fields(tmp_path: Path) -> None:
    path = write(tmp_path / "c.jsonl", '\ufeff{"body": "b", "key": "k", "name": "n", "text": "no"}\n\n')
    found = list(read_documents(path, text_column="body", id_column="key", title_column="name"))
    assert found == [Document("k", "b", "n")]


def test_half_a_surrogate_pair_is_replaced(tmp_path: Path) -> None:
    path = write(tmp_path / "c.jsonl", r'{"text": "a\ud800b \ud83d\ude00"}')
    (document,) = read_documents(path)
    assert document.text == "a\ufffdb 😀"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"text": "' + SECRET, "line 2: not valid JSON"),
        ('["' + SECRET + '"]', "line 2: not a JSON object"),
        ('{"id": 1, "body": "' + SECRET + '"}', "line 2: no field text; there are: id, body"),
        ('{"' + SECRET + '": 1}', "line 2: 1 field, none is text"),
        ('{"id": 1, "' + SECRET + '": 1}', "line 2: 2 fields, none is text"),
        ("{}", "line 2: no field text; there are: none"),
        (r'{"text": "' + SECRET + r'\u0000"}', "line 2: not text: NUL character"),
        (r'{"text": "a", "title": "' + SECRET + r'\u0000"}', "line 2: not text: NUL character"),
        ('{"text": ["' + SECRET + '"]}', "line 2: the field text is not a string"),
        ('{"text": "a", "n": ' + "9" * 5000 + "}", "line 2: not valid JSON"),
        ("[" * 200_000, "line 2: not valid JSON"),
    ],
)
def test_bad_json_lines(tmp_path: Path, line: str, says: str) -> None:
    assert says in message(write(tmp_path / "c.jsonl", '{"text": "fine"}\n' + line + "\n"))


def test_named_fields_must_be_there(tmp_path: Path) -> None:
    path = write(tmp_path / "c.jsonl", '{"text": "fine"}\n')
    assert "no field key" in message(path, id_column="key")
    path = write(tmp_path / "c.csv", f"text,{SECRET}\n")
    assert "line 1: 2 columns, none is key" in message(path, id_column="key")


@pytest.mark.parametrize("role", ["text", "id", "title"])
def test_a_column_that_cannot_be_told_has_a_code(tmp_path: Path, role: str) -> None:
    path = write(tmp_path / "c.csv", f"text,{SECRET}\n")
    with pytest.raises(InputError) as caught:
        list(read_documents(path, **{f"{role}_column": "other"}))
    assert caught.value.code == f"no-{role}-column"


def test_json_that_is_not_utf8(tmp_path: Path) -> None:
    assert "line 1: not UTF-8 (byte 11 " in message(write(tmp_path / "c.jsonl", b'{"text": "\xe9"}'))


@pytest.mark.parametrize(
    ("suffix", "compress"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)]
)
def test_compressed_files_that_are_damaged(tmp_path: Path, suffix: str, compress: Callable[[bytes], bytes]) -> None:
    content = "".join(json.dumps({"text": f"{SECRET} {n * 7919}"}) + "\n" for n in range(3000)).encode()
    assert "truncated" in message(write(tmp_path / f"cut.jsonl{suffix}", compress(content)[:-1000]))
    whole = bytearray(compress(content))
    whole[len(whole) // 2] ^= 0xFF
    message(write(tmp_path / f"flipped.jsonl{suffix}", bytes(whole)))
    assert "as its name says" in message(write(tmp_path / f"plain.jsonl{suffix}", content))
    assert "empty" in message(write(tmp_path / f"empty.jsonl{suffix}", b""))


# --- CSV ---


def test_csv(tmp_path: Path) -> None:
    path = write(tmp_path / "c.csv", '\ufeffid,text,other\r\n1,"one, with\r\na line",x\r\n\r\n2,two,y\r\n3,,z\r\n')
    assert list(read_documents(path)) == [Document("1", "one, with\r\na line"), Document("2", "two")]


@pytest.mark.parametrize(("name", "separator"), [("c.tsv", "\t"), ("c.csv", ";"), ("c.csv", ",")])
def test_csv_separators(tmp_path: Path, name: str, separator: str) -> None:
    path = write(tmp_path / name, separator.join(["title", "body"]) + "\n" + separator.join(["T", "B"]) + "\n")
    assert list(read_documents(path, text_column="body")) == [Document(f"{name}:2", "B", "T")]


def test_csv_fields_may_be_huge(tmp_path: Path) -> None:
    path = write(tmp_path / "c.csv", "text\n" + "x" * 300_000 + "\n")
    (document,) = read_documents(path)
    assert len(document.text) == 300_000


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("id,body\n1,x\n", "no column text; there are: id, body"),
        ("", "no column text; there are: none"),
        (
            f'"{SECRET}, and much more that is far too long for the name of a column"\n',
            "line 1: 1 column, none is text",
        ),
        (
            "Jo Quillfeather,HIV positive,078-05-1120\n",
            "line 1: 3 columns, none is text",
        ),
        ("Quillfeather,positive,078-05-1120\n", "line 1: 3 columns, none is text"),
        ("text,id,text\nx,1,y\n", "line 1: the column text is there 2 times"),
        (f"id,text\n1,{SECRET}\rand more\n", "line 2: a carriage return within a field that is not quoted"),
        (f"id,text\n1,{SECRET}\n2\n", "line 3: 1 fields where the header has 2"),
        (f"id,text\n1,{SECRET}, and more\n", "line 2: 3 fields where the header has 2"),
        (f'id,text\n1,x\n2,"{SECRET}\n3,y\n', "line 3: a quoted field is never closed"),
    ],
)
def test_bad_csv(tmp_path: Path, content: str, says: str) -> None:
    assert says in message(write(tmp_path / "c.csv", content))


def test_csv_with_the_line_ends_of_an_old_mac(tmp_path: Path) -> None:
    path = write(tmp_path / "c.csv", 'id;text\r1;"one\rand, more"\r\r2;"two\nand\r\nmore"\r3;three')
    assert list(read_documents(path)) == [
        Document("1", "one\rand, more"),
        Document("2", "two\nand\r\nmore"),
        Document("3", "three"),
    ]
    path = write(tmp_path / "c.csv", f"id,text\r1,{SECRET}\r2\r")
    assert "line 3: 1 fields where the header has 2" in message(path)


def test_columns_that_were_not_asked_for_may_be_there_twice(tmp_path: Path) -> None:
    path = write(tmp_path / "c.csv", "id,text,x,id,x\n1,one,,2,\n")
    assert list(read_documents(path)) == [Document("1", "one")]
    assert "the column x is there 2 times" in message(path, title_column="x")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1)))
def test_what_csv_writes_is_read_again(tmp_path: Path, texts: list[str]) -> None:
    import csv

    path = tmp_path / "c.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerows([["text"], *([text] for text in texts)])
    assert [document.text for document in read_documents(path)] == [text for text in texts if text.strip()]


# --- Parquet ---


def test_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "c.parquet"
    words = pa.array(["one", None, "", *["more"] * 2500])
    columns = {
        "id": list(range(2503)),
        "body": words,
        "unread": [[1]] * 2503,
        "coded": words.dictionary_encode(),
    }
    pq.write_table(pa.table(columns), path, row_group_size=600)
    read: list[int] = []
    documents = list(read_documents(path, text_column="body", on_bytes=read.append))
    assert documents[0] == Document("0", "one")
    assert len(documents) == 2501
    assert sum(read) == size([path])
    assert len(list(read_documents(path, text_column="coded"))) == 2501
    assert "no column text; there are: id, body" in message(path)
    assert "not text" in message(path, text_column="unread")
    pq.write_table(pa.table({"id": [1, 2], "text": ["fine", f"{SECRET}\0"]}), tmp_path / "nul.parquet")
    assert "row 2: not text: NUL character" in message(tmp_path / "nul.parquet")
    twice = pa.table([pa.array(["a"]), pa.array(["b"])], names=["text", "text"])
    pq.write_table(twice, tmp_path / "twice.parquet")
    assert "the column text is there 2 times" in message(tmp_path / "twice.parquet")
    assert "truncated" in message(write(tmp_path / "cut.parquet", path.read_bytes()[:-100]))
    assert "not a Parquet file" in message(write(tmp_path / "foreign.parquet", "id,text"))


# --- the rest ---


def test_unknown_and_missing_files(tmp_path: Path) -> None:
    assert "no such file" in message(tmp_path / "none.jsonl")
    assert "no such file" in message(tmp_path / "none")
    assert "unknown corpus format" in message(write(tmp_path / "c.pdf", "x"))
    with pytest.raises(InputError, match="unknown corpus format spam; there are: csv, jsonl, mediawiki, parquet, text"):
        read_documents(tmp_path, format="spam")
    with pytest.raises(InputError, match="none"):
        size([tmp_path / "none"])


def test_several_paths_in_the_order_given_with_progress(tmp_path: Path) -> None:
    first = write(tmp_path / "z.jsonl.xz", lzma.compress(b'{"text": "one"}\n' * 50_000))
    second = write(tmp_path / "a.txt", "two")
    folder = write(tmp_path / "folder" / "three.txt", "three").parent
    read: list[int] = []
    texts = [document.text for document in read_all([first, second, folder], on_bytes=read.append)]
    assert texts == ["one"] * 50_000 + ["two", "three"]
    assert sum(read) == size([first, second, folder])
