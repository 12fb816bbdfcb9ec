"""Pages that are pictures: refused, or read where the extra is installed; then nothing but what was read goes out."""

import importlib.util
import io

import pikepdf
import pypdfium2
import pytest
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

from sfumato.errors import InputError, MissingExtra
from sfumato.io.documents import read_document
from sfumato.io.formats import confined
from sfumato.io.formats.pieces import Reading

HAS_OCR = all(importlib.util.find_spec(name) for name in ("rapidocr", "onnxruntime"))
LINES = ("He was started on zidovudine in May.", "He sleeps well and goes back to work.")


@pytest.fixture(scope="module")
def scan():
    """A page of text, and the same as a picture, turned."""
    page = io.BytesIO()
    text = canvas.Canvas(page, pagesize=(400, 200), invariant=1)
    for number, line in enumerate(LINES):
        text.drawString(40, 140 - 20 * number, line)
    text.save()
    picture = pypdfium2.PdfDocument(page.getvalue())[0].render(scale=2.5).to_pil()
    made = io.BytesIO()
    drawn = canvas.Canvas(made, pagesize=(400, 200), invariant=1)
    drawn.drawString(40, 100, "A page with text, which stays as it is and is not read at all.")
    drawn.showPage()
    drawn.drawImage(ImageReader(picture), 0, 0, 400, 200)
    drawn.save()
    return made.getvalue()


def test_a_scan_is_refused_unless_it_is_to_be_read(scan):
    with pytest.raises(InputError, match="page 2 is a picture"):
        read_document(scan, "a.pdf")


@pytest.mark.skipif(HAS_OCR, reason="the extra is installed")
def test_without_the_extra_it_is_said_what_to_install(scan):
    with pytest.raises(MissingExtra, match=r"sfumato\[ocr\]"):
        read_document(scan, "a.pdf", Reading(scans="read"))


@pytest.mark.skipif(not HAS_OCR, reason="the extra ocr is not installed")
def test_a_scan_is_read_and_its_picture_goes(scan):
    found = read_document(scan, "a.pdf", Reading(scans="read"))
    assert all(line in found.text.replace("\n", " ") for line in LINES)
    assert "which stays as it is" in found.text
    assert found.found.unread == ()
    assert found.found.parts[0].name == "page 2: a scan"
    made = confined.rewritten(found.data, "a.pdf", found.reading, {})
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert not [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Width" in each]
        assert [round(float(side)) for side in pdf.pages[1].MediaBox] == [0, 0, 400, 200]


def test_what_has_no_scan_stays_as_it_is(scan):
    with pikepdf.open(io.BytesIO(scan)) as pdf:
        del pdf.pages[1]
        made = io.BytesIO()
        pdf.save(made)
    assert confined.scans_read(made.getvalue(), Reading(scans="read")) == (made.getvalue(), ())
