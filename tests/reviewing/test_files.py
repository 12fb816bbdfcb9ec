"""Documents under review: read as text with its places, and handed out as a document with its proof."""

import io
import sys
import zipfile
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.reviewing import Act, begun, documents_of, items_of
from sfumato.server.reviewed import Page
from sfumato.service import SanitizeRequest, VerifyRequest
from sfumato.service.documents import verify_document
from tests.reviewing.conftest import item

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from trap_sources.office import docx

RUN = "<w:r>{}<w:t xml:space='preserve'>{}</w:t></w:r>"
LETTER = docx(
    "<w:p>" + RUN.format("", "He was started on zido") + RUN.format("<w:rPr><w:b/></w:rPr>", "vudine, and ")
    + RUN.format("", "sleeps well. 😀") + "</w:p>"
    "<w:p>" + RUN.format("", "He works as a carpenter in a small town by the sea, and has two children.") + "</w:p>"
    "<w:p><w:del w:id='1'><w:r><w:delText>The test for HIV was positive.</w:delText></w:r></w:del></w:p>"
)  # fmt: skip


@pytest.fixture
def page(engine, tmp_path):
    path = tmp_path / "letter.docx"
    path.write_bytes(LETTER)
    request = SanitizeRequest(text="", hide=("HIV",))
    return Page(begun(engine, request, documents_of(items_of([path])), reviewer="Anna"))


def test_a_document_is_shown_with_its_places(page):
    page.review.open(0)
    told = page.document(0)
    assert told["file"] == "docx"
    starts = [start for start, _ in told["places"]]
    assert [place for _, place in told["places"]][:2] == [f"word/document.xml: paragraph {n}" for n in (1, 2)]
    text = told["text"].encode("utf-16-le")
    assert text[2 * starts[1] :].decode("utf-16-le").startswith("He works as a carpenter")


def test_a_document_goes_out_with_its_proof(engine, page):
    state = page.review.open(0)
    number = item(state, "zidovudine")
    page.act(0, {"act": "write", "items": [number], "text": "a drug"})
    with pytest.raises(InputError, match="finish"):
        page.export(0, "document")
    page.act(0, {"act": "finish"})
    name, kind, data = page.export(0, "document")
    assert (name, kind) == (
        "document-1.docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    )
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        xml = archive.read("word/document.xml").decode()
    assert "He was started on a drug" in xml
    assert "HIV" not in xml
    assert "<w:b/>" in xml
    certificate = page.export(0, "certificate")[2]
    assert b'"original_sha256"' in certificate
    assert b'"reviewers"' in certificate
    assert verify_document(engine, VerifyRequest(text="", hide=("HIV",)), data, "a.docx").holds
    with zipfile.ZipFile(io.BytesIO(page.export_all("text")[2])) as archive:
        assert archive.read("document-1.docx") == data


def test_without_a_proof_there_is_no_document(page):
    state = page.review.open(0)
    page.review.act(0, Act(act="keep", items=(item(state, "zidovudine"),)))
    page.act(0, {"act": "finish", "why": "asked for"})
    with pytest.raises(InputError, match="the proof does not hold") as refused:
        page.export(0, "document")
    assert "zidovudine" not in str(refused.value)
    assert b'"holds": false' in page.export(0, "certificate")[2]


def test_a_plain_text_is_no_document(review):
    page = Page(review("He was started on zidovudine, and sleeps well."))
    page.review.open(0)
    assert page.document(0)["places"] == []
    page.act(0, {"act": "finish"})
    with pytest.raises(InputError, match="there is text"):
        page.export(0, "document")
