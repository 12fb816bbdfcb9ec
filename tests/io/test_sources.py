"""Documents to work on, as they were found, and what is refused."""

import base64
import bz2
import gzip
import io
import json
import lzma
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from sfumato.errors import InputError
from sfumato.io.sources import Documents, is_table, read_secrets

MOST = 1000


def documents(*paths, most=MOST):
    return Documents(paths, most)


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


# --- texts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suffix", "compress"), [("", bytes), (".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)]
)
def test_one_text(tmp_path, suffix, compress):
    path = write(tmp_path / f"letter.txt{suffix}", compress("Señor".encode()))
    found = documents(path)
    item = found.single()
    assert (found.kind, found.total, found.files_given) == ("text", 1, (path,))
    assert (item.id, item.document.id, item.document.text) == (path.name, path.name, "Señor")
    assert (item.hide, item.error, item.skipped, item.fields) == ((), "", False, {})


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a letter")))
    found = documents(Path("-"))
    assert (found.kind, found.files_given) == ("text", ())
    assert found.single().document.text == "a letter"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"\xff")))
    with pytest.raises(InputError, match=r"^standard input: line 1: not UTF-8"):
        found.single()


def test_a_name_that_is_no_unicode(tmp_path):
    name = os.fsdecode(b"caf\xe9.txt")
    item = documents(write(tmp_path / name, "text")).single()
    assert (item.id, item.document.id) == (name, "caf\ufffd.txt")


# --- folders ----------------------------------------------------------------------------------------------


def test_a_folder(tmp_path):
    for name in ("b.txt", "old/a.md.gz", "scan.doc", ".hidden.txt"):
        write(tmp_path / "in" / name, gzip.compress(b"text") if name.endswith(".gz") else f"text of {name}")
    found = documents(tmp_path / "in")
    assert (found.kind, found.total, found.left_out) == ("folder", 2, ["scan.doc"])
    assert [(item.id, item.document.text) for item in found] == [("b.txt", "text of b.txt"), ("old/a.md.gz", "text")]
    assert [item.id for item in found] == ["b.txt", "old/a.md.gz"], "it can be read again"


def test_folders_and_texts_together(tmp_path):
    for name in ("a/x.txt", "b/x.txt", "x.txt"):
        write(tmp_path / name, name)
    found = documents(tmp_path / "a", tmp_path / "b", tmp_path / "x.txt")
    assert [item.id for item in found] == ["a/x.txt", "b/x.txt", "x.txt"]


def test_what_cannot_be_read_of_many_is_told_and_the_others_come(tmp_path):
    for name, content in (("a.txt", b"\xff"), ("b.txt", b"fine"), ("c.txt", b"x" * 1001), ("d.txt.gz", b"no gz")):
        write(tmp_path / "in" / name, content)
    assert [(item.document.text, item.error) for item in documents(tmp_path / "in")] == [
        ("", "line 1: not UTF-8 (byte 1 of the line)"),
        ("fine", ""),
        ("", "more than 1,000 characters, the most of one text: split it"),
        ("", "empty, or not gz data as its name says"),
    ]


# --- JSON lines -------------------------------------------------------------------------------------------


RECORDS = [
    ('{"id": 7, "text": "one", "n": 1}', (7, "7", "one", (), "", False)),
    ('{"id": 1.5, "text": "", "hide": ["HIV"]}', (1.5, "1.5", "", ("HIV",), "", False)),
    ('{"id": "", "text": "a\\ud800b", "hide": null}', ("r.jsonl:3", "r.jsonl:3", "a\ufffdb", (), "", False)),
    ('{"id": "\\ud800", "text": "c"}', ("\ufffd", "\ufffd", "c", (), "", False)),
    ("He has a cold", ("r.jsonl:5", "r.jsonl:5", "", (), "not valid JSON", False)),
    ("[1]", ("r.jsonl:6", "r.jsonl:6", "", (), "not a JSON object", False)),
    (
        '{"id": [1], "text": "x"}',
        ("r.jsonl:7", "r.jsonl:7", "", (), "the field id is neither a text nor a number", False),
    ),
    ('{"id": 8}', (8, "8", "", (), "no field text", False)),
    ('{"id": 9, "error": "not sanitized"}', (9, "9", "", (), "no field text", True)),
    ('{"id": 10, "text": 1}', (10, "10", "", (), "the field text is not a string", False)),
    ('{"id": 11, "text": "\\u0000"}', (11, "11", "", (), "not text: NUL character", False)),
    (
        '{"id": 12, "text": "x", "hide": "HIV"}',
        (12, "12", "", (), 'the field hide is not a list of strings, as in ["HIV"]', False),
    ),
]


def test_records_keep_their_ids_secrets_and_errors(tmp_path):
    path = write(tmp_path / "r.jsonl", "".join(line + "\n" for line, _ in RECORDS))
    found = documents(path)
    assert (found.kind, found.total, found.files_given) == ("jsonl", 12, (path,))
    assert [(i.id, i.document.id, i.document.text, i.hide, i.error, i.skipped) for i in found] == [
        expected for _, expected in RECORDS
    ]
    assert next(item.fields for item in found) == {"id": 7, "text": "one", "n": 1}


def test_records_of_several_files(tmp_path):
    first = write(tmp_path / "a.jsonl", '{"text": "one"}\n')
    second = write(tmp_path / "b.ndjson.gz", gzip.compress(b'\n{"text": "two"}\n'))
    assert [item.id for item in documents(first, second)] == ["a.jsonl:1", "b.ndjson.gz:2"]


def test_a_damaged_file_of_records_is_refused_before_there_is_work(tmp_path):
    whole = gzip.compress("".join(json.dumps({"text": str(n)}) + "\n" for n in range(1000)).encode())
    path = write(tmp_path / "r.jsonl.gz", whole[:-20])
    with pytest.raises(InputError, match="truncated"):
        documents(path)


# --- what is refused --------------------------------------------------------------------------------------


def test_what_is_refused(tmp_path):
    text, table = write(tmp_path / "a.txt", "text"), write(tmp_path / "t.csv.gz", "")
    records, empty = write(tmp_path / "r.jsonl", '{"text": ""}\n'), write(tmp_path / "none.jsonl", " \n")
    other = write(tmp_path / "other" / "a.txt", "another")
    (tmp_path / "nothing").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for paths, said in (
        ([Path("-"), text], "standard input (-) is one text"),
        ([text, records], "JSON lines cannot be read together with texts"),
        ([text, other], "a.txt: two texts have this name"),
        ([table], "t.csv.gz: a table; here a text"),
        ([empty], "none.jsonl: empty"),
        ([tmp_path / "nothing"], "nothing: no text in it (.markdown, .md, .rst, .text, .txt)"),
        ([tmp_path / "nowhere"], "nowhere: no such file"),
        ([tmp_path / "pipe"], "pipe: not a file that can be read twice"),
    ):
        with pytest.raises(InputError) as caught:
            documents(*paths)
        assert said in str(caught.value)
    with pytest.raises(InputError, match=r"blank\.txt: empty"):
        documents(write(tmp_path / "blank.txt", " \n")).single()


def test_tables_by_name():
    assert [is_table(Path(name)) for name in ("a.csv", "a.TSV.gz", "a.parquet", "a.xlsx", "a.txt", "csv")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip


# --- what is encoded --------------------------------------------------------------------------------------

SECRET = "The patient is HIV positive and takes zidovudine twice a day.\n" * 3
MAIL = (
    "From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
    "Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(SECRET.encode()).decode()
)


@pytest.mark.parametrize("name", ["a.ppt", "a.doc", "a.msg", "a.pptx", "a.pdf.gz"])
def test_an_encoded_file_is_refused_by_its_name(tmp_path, name):
    with pytest.raises(InputError) as caught:
        documents(write(tmp_path / name, "words"))
    assert caught.value.code == "encoded-file"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.4\n1 0 obj\n<< /Length 10 >>\nendobj\n",
        b"\n\n%PDF-1.4\n1 0 obj\nendobj\nstartxref\n9\n%%EOF",
        rb"{\rtf1\ansi The patient is \'48\'49\'56 positive.}",
        b"PK\x03\x04\x14\x00\x06\x00 word/document.xml",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 Word.Document.8",
        MAIL,
        MAIL.replace("\n", "\r\n"),
        "> " + MAIL.replace("\n", "\n> "),
        "Content-Transfer-Encoding: quoted-printable\n\nThe patient is =48=49=56 positive.",
        "Subject: =?utf-8?B?SElWIHRlc3Q=?=\n\nSee you on Monday.",
        "See below.\n\n" + base64.encodebytes(SECRET.encode()).decode(),
        "See below. " + base64.b64encode(SECRET.encode()).decode(),
        '{"note": "The patient is \\u0048\\u0049\\u0056 positive."}',
        '{"note": "\\u0048IV"}\n{"note": "\\u0048IV"}\n',
    ],
)
def test_an_encoded_file_is_refused_by_what_it_holds(tmp_path, content):
    for name in ("a.txt", "a", "a.log"):
        with pytest.raises(InputError, match=r"^[^\n]*$") as caught:
            documents(write(tmp_path / name, content)).single()
        assert caught.value.code == "encoded-file"


def test_among_several_texts_an_encoded_one_fails_alone(tmp_path):
    write(tmp_path / "a.txt", "%PDF-1.4")
    write(tmp_path / "b.txt", "words")
    first, second = documents(tmp_path)
    assert first.error.startswith("a PDF document")
    assert (second.error, second.document.text) == ("", "words")


@pytest.mark.parametrize(
    "text",
    [
        "Content-Transfer-Encoding: 8bit\n\nSee you on Monday.",
        "{braces} and [brackets] and C:\\new",
        "-----BEGIN PGP SIGNATURE-----\n" + base64.encodebytes(bytes(range(256))).decode(),
        "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "A PDF begins with %PDF- and a version.",
        "see https://example.org/" + "abcd/" * 30,
        '["a list", "without escapes"]',
    ],
)
def test_a_text_with_something_encoded_in_it_is_a_text(tmp_path, text):
    assert documents(write(tmp_path / "a.log", text)).single().document.text == text


def test_escapes_of_json_lines_are_read(tmp_path):
    (item,) = documents(write(tmp_path / "a.jsonl", '{"text": "\\u0048\\u0049V, caf\\u00e9"}'))
    assert item.document.text == "HIV, café"


def test_links_in_a_folder_are_left_out_unless_they_are_named(tmp_path):
    write(tmp_path / "private" / "note.txt", "a note")
    write(tmp_path / "in" / "a.txt", "a")
    link = tmp_path / "in" / "note.txt"
    link.symlink_to(tmp_path / "private" / "note.txt")
    (tmp_path / "in" / "below").symlink_to(tmp_path / "private")
    found = documents(tmp_path / "in")
    assert (list(found.files), found.left_out) == (["a.txt"], ["below", "note.txt"])
    assert documents(link).single().document.text == "a note"


def test_secrets_stand_one_a_line(tmp_path, monkeypatch):
    path = write(tmp_path / "secrets", "# whom it is about\n\n  Jane Roe \r\nHIV@2\nname:C# Ltd\n")
    assert read_secrets(path) == ["Jane Roe", "HIV@2", "name:C# Ltd"]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"HIV\nAIDS")))
    assert read_secrets(Path("-")) == ["HIV", "AIDS"]
    with pytest.raises(InputError, match=r"^[^\n]*secrets: no secret in it"):
        read_secrets(write(path, "# none\n"))
    with pytest.raises(InputError, match="no such file"):
        read_secrets(tmp_path / "nothing")
