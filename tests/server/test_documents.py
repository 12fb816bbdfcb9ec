"""Documents: bytes in, bytes out."""

import base64
import io
import sys
import zipfile
from pathlib import Path

import pytest

from sfumato.server.documents import TYPES, parts_of
from sfumato.server.errors import Refused
from tests.server.conftest import LETTER, refused

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from trap_sources.office import docx

DOCUMENT = LETTER.encode()


def form(document=DOCUMENT, kind="text/plain", request='{"hide": ["HIV"]}'):
    return {"request": (None, request, "application/json"), "document": ("Jane Canary.txt", document, kind)}


@pytest.mark.parametrize("kind", TYPES)
def test_a_document_comes_back_safe(client, kind):
    answer = client.post("/v1/documents", files=form(kind=kind))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
    assert answer.headers["x-sfumato-holds"] == "true"
    assert b"zidovudine" not in answer.content
    assert answer.content.startswith(b"He lives in Miami")


def test_line_ends_and_letters_stay(client):
    document = "\ufeffThe café 😀\r\n\r\nHe takes zidovudine.\r\n--x\r\n".encode()
    safe = client.post("/v1/documents", files=form(document)).content
    assert safe.startswith("The café 😀\r\n\r\nHe takes ".encode())
    assert safe.endswith(b".\r\n--x\r\n")


def test_who_accepts_json_gets_all_of_the_result(client):
    told = client.post("/v1/documents", files=form(), headers={"accept": "application/json"}).json()
    assert base64.b64decode(told["document"]).decode() == told["result"]["text"]
    assert told["result"]["certificate"]["holds"]


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"kind": "application/msword"}, 415, "bad-document"),
        ({"document": b"%PDF-1.7 zidovudine"}, 415, "encoded-file"),
        ({"document": b"PK\x03\x04 zidovudine"}, 415, "encoded-file"),
        ({"document": b"zidovudine \xff\xff"}, 422, "bad-text"),
        ({"request": "[]"}, 422, "bad-request"),
        ({"request": "{"}, 400, "bad-json"),
        ({"request": '{"hide": ["HIV"], "text": "x"}'}, 422, "bad-request"),
        ({"request": '{"hidden": ["HIV"]}'}, 422, "bad-request"),
        ({"request": '{"hide": ["HIV"], "policy": "x.toml"}'}, 422, "no-files"),
    ],
)
def test_what_is_refused(client, changed, status, code):
    error = refused(client.post("/v1/documents", files=form(**changed)), status, code)
    assert "zidovudine" not in str(error)
    assert "Canary" not in str(error)


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def test_a_word_document_comes_back_safe(client):
    given = docx("<w:p><w:r><w:t>He was started on zidovudine, and sleeps well at home.</w:t></w:r></w:p>")
    answer = client.post("/v1/documents", files=form(given, WORD))
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == WORD
    assert answer.headers["x-sfumato-holds"] == "true"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert b"zidovudine" not in archive.read("word/document.xml")
    told = client.post("/v1/documents", files=form(given, WORD), headers={"accept": "application/json"}).json()
    assert told["result"]["certificate"]["document"]["format"] == "docx"


def test_documents_that_cannot_be_taken(client):
    refused(client.post("/v1/documents", files=form(b"PK\x03\x04 zidovudine", WORD)), 422, "bad-document")
    request = '{"hide": ["HIV"], "changes": "refuse"}'
    changed = docx("<w:p><w:del w:id='1'><w:r><w:delText>zidovudine</w:delText></w:r></w:del></w:p>")
    refused(client.post("/v1/documents", files=form(changed, WORD, request)), 422, "tracked-changes")
    request = '{"hide": ["HIV"], "changes": "maybe"}'
    refused(client.post("/v1/documents", files=form(changed, WORD, request)), 422, "bad-request")


def test_other_bodies_are_refused(client):
    refused(client.post("/v1/documents", json={}), 415, "bad-content-type")
    refused(client.post("/v1/documents", files={**form(), "more": b"x"}), 400, "bad-form")
    refused(client.post("/v1/documents", files={"request": b"{}"}), 400, "bad-form")


@pytest.mark.parametrize(
    ("body", "header"),
    [
        (b"", "multipart/form-data; boundary=x"),
        (b"--x--\r\n", "multipart/form-data; boundary=x"),
        (b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x"),
        (b"--x\r\nContent-Disposition: form-data; name=request\r\n\r\n{}", "multipart/form-data; boundary=x"),
        (b"--x--", "multipart/form-data"),
        (b"--x--", 'multipart/form-data; boundary="'),
    ],
)
def test_broken_forms(body, header):
    with pytest.raises(Refused) as refusal:
        parts_of(body, header)
    assert refusal.value.status == 400


def test_a_name_of_a_file_that_looks_like_a_field_is_none():
    head = b'Content-Disposition: form-data; filename="name=request"; name="document"\r\n\r\nhello\r\n'
    other = b'Content-Disposition: form-data; name="request"\r\n\r\n{}\r\n'
    parts = parts_of(b"--x\r\n" + head + b"--x\r\n" + other + b"--x--\r\n", "multipart/form-data; boundary=x")
    assert parts["document"].data == b"hello"
    assert parts["request"].data == b"{}"
