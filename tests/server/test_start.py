"""The start page over HTTP: what it shows of a text, and to whom."""

import base64
import io
import re
import zipfile
from pathlib import Path

import pytest

from sfumato.io.formats.documents import formats
from sfumato.server.static import pieces as files
from sfumato.service import SanitizeRequest
from tests.server.conftest import LETTER, refused
from tests.server.test_documents import WORD, docx, form
from tests.server.test_gate import TOKEN

EXAMPLES = Path(__file__).parents[2] / "examples"
ASKED = {"text": LETTER, "hide": ["HIV"]}


def test_the_page_needs_no_token_but_what_it_asks_does(served):
    client = served(token=TOKEN)
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"].startswith("default-src 'self'; ")
    refused(client.post("/start/text", json=ASKED), 401, "bad-token")
    assert client.post("/start/text", json=ASKED, headers={"x-api-key": TOKEN}).status_code == 200


def test_a_text_is_shown_beside_what_may_go_out(client, engine):
    told = client.post("/start/text", json=ASKED).json()
    result = engine.sanitize(SanitizeRequest(text=LETTER, hide=("HIV",)))
    assert told["text"] == result.text
    assert told["certificate"] == result.certificate.to_dict()
    assert told["holds"]
    assert told["claim"].startswith("holds: no name of a secret is left")
    assert told["secrets"][0]["taken"].startswith("concept (MeSH)")
    assert told["secrets"][0]["most"] < told["secrets"][0]["limit"]
    whys = [piece["why"] for piece in told["pieces"] if "why" in piece]
    assert any("bits of HIV" in why for why in whys)


TEXTS = [LETTER, "😀 \r\nHe takes zidovudine.\r\n", "He takes zidovudine", "Zidovudine; AZT too.\n\n", "He is well."]


@pytest.mark.parametrize("text", TEXTS)
def test_the_pieces_are_both_texts(client, text):
    told = client.post("/start/text", json={"text": text, "hide": ["HIV"]}).json()
    assert "".join(piece.get("same", piece.get("old")) for piece in told["pieces"]) == text
    assert "".join(piece.get("same", piece.get("new")) for piece in told["pieces"]) == told["text"]


def test_a_document_is_shown_as_its_text_and_comes_back_as_what_it_was(client):
    given = docx("<w:p><w:r><w:t>He was started on zidovudine, and sleeps well at home.</w:t></w:r></w:p>")
    told = client.post("/start/document", files=form(given, WORD)).json()
    assert told["holds"], told["faults"]
    assert "zidovudine" in "".join(piece.get("same", piece.get("old")) for piece in told["pieces"])
    assert "zidovudine" not in told["text"]
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(told["document"]))) as archive:
        assert b"zidovudine" not in archive.read("word/document.xml")
    refused(client.post("/start/document", files=form(b"PK\x03\x04 zidovudine", WORD)), 422, "bad-document")
    refused(client.post("/start/document", json=ASKED), 415, "bad-content-type")


def test_the_page_knows_all_documents_that_are_read():
    told = dict(re.findall(r"^  (\w+): \"(\S+/\S+)\",$", files()["start/files.js"].data.decode(), re.M))
    assert told == {suffix[1:]: each.types[0] for each in formats() for suffix in each.suffixes}
    chooser = files()["start.html"].data.decode()
    assert all(f".{ending}," in chooser for ending in told)


def test_a_person_may_wait_longer_than_a_program(served):
    client = served(limits={"seconds": 0.001})
    asked = {"text": "He was started on zidovudine.", "hide": ["HIV"]}
    refused(client.post("/v1/sanitize", json=asked), 503, "too-long")
    assert client.post("/start/text", json=asked).json()["holds"]


def test_a_claim_that_breaks_says_so(client):
    asked = {"text": "He takes zyvoquanib for HIV.", "hide": ["HIV"], "settings": {"unknown": "keep", "crowd": 0}}
    told = client.post("/start/text", json=asked).json()
    assert told["holds"] == (not told["faults"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ([], 422, "bad-request"),
        ({"text": 3}, 422, "bad-request"),
        ({"text": "He is well."}, 422, "nothing-to-hide"),
        ({"text": "He is well.", "hide": ["HVI"]}, 422, "misspelt"),
        ({"text": "He is well.", "policy": ["x.toml"]}, 422, "no-files"),
        ({"text": "He is well.", "hide": ["a"] * 65}, 422, "too-many-secrets"),
    ],
)
def test_what_is_refused(client, body, status, code):
    assert "HVI" not in str(refused(client.post("/start/text", json=body), status, code))


def test_other_bodies_are_refused(client):
    refused(client.post("/start/text", content=b"{}", headers={"content-type": "text/plain"}), 415, "bad-content-type")
    refused(client.get("/start/text"), 405, "bad-method")
    refused(client.post("/"), 405, "bad-method")


def test_the_examples_of_the_page_are_those_of_the_project():
    said = files()["start/examples.js"].data.decode()
    letter, members = re.findall(r"= `(.*?)`;", said, re.S)
    assert letter == (EXAMPLES / "letter.txt").read_text(encoding="utf-8")
    assert members == (EXAMPLES / "members.csv").read_text(encoding="utf-8")


def test_the_command_opens_the_page(run, monkeypatch):
    """The browser is shown where the page is; the server itself is tried elsewhere."""
    import webbrowser

    from sfumato import server

    given = {}
    monkeypatch.setattr(server, "serve", lambda engine, config, **said: given.update(said))
    assert run("serve", "--open")[0] == 0
    assert given["opened"] is webbrowser.open
    assert run("serve")[0] == 0
    assert given["opened"] is None
