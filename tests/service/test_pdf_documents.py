"""PDFs from front to back: judged, drawn anew, proved, and checked where others redacted."""

import sys
from pathlib import Path

import pytest

from sfumato.service import Engine, SanitizeRequest, VerifyRequest
from sfumato.service.documents import sanitize_document, verify_document

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from trap_sources.pdfs import pdf

SAYS = "BT /F1 12 Tf 72 700 Td (The patient takes zidovudine for his illness.) Tj ET "
MORE = "BT /F1 12 Tf 72 650 Td (He sleeps well and eats what he is given.) Tj ET "
BOX = "0 g 70 694 300 18 re f"


@pytest.fixture(scope="module")
def engine():
    return Engine()


def test_a_pdf_is_made_safe_and_verifies(engine):
    made = sanitize_document(engine, SanitizeRequest(text="", hide=("HIV",)), pdf(SAYS + MORE), "letter.pdf")
    assert made.holds
    assert "zidovudine" not in made.result.text
    assert "He sleeps well and eats what he is given." in made.result.text
    told = made.result.certificate.document
    assert (told.format, told.faults, told.readers) == ("pdf", (), ("structure", "letters"))
    assert any(each.startswith("pdfminer.six ") for each in told.versions)
    request = VerifyRequest(text="", hide=("HIV",))
    assert verify_document(engine, request, made.data, "letter.pdf").holds


def test_text_under_a_black_box_is_found(engine):
    found = verify_document(engine, VerifyRequest(text="", hide=("HIV",)), pdf(SAYS + MORE + BOX), "letter.pdf")
    assert not found.holds
    assert "page 1: under a box or a picture: a term that reveals too much" in found.document.faults


def test_text_under_a_black_box_does_not_go_out(engine):
    made = sanitize_document(engine, SanitizeRequest(text="", hide=("HIV",)), pdf(SAYS + MORE + BOX), "letter.pdf")
    assert made.holds
    assert made.result.text == "He sleeps well and eats what he is given."
