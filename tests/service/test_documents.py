"""Documents: judged as one text, edited in place, and no bytes without a proof."""

import io
import re
import sys
import zipfile
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.io.formats import confined
from sfumato.io.formats.pieces import Reading
from sfumato.protocols import Resources
from sfumato.service import Engine, SanitizeRequest, VerifyRequest
from sfumato.service.documents import sanitize_document, sanitize_file, verify_document

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from trap_sources.office import docx
from trap_sources.sheets import xlsx

HIV = SanitizeRequest(text="", hide=("HIV",))
BOLD = "<w:r><w:rPr><w:b/></w:rPr><w:t xml:space='preserve'>{}</w:t></w:r>"
PLAIN = "<w:r><w:t xml:space='preserve'>{}</w:t></w:r>"
LETTER = docx(
    "<w:p>" + PLAIN.format("He was started on zido") + BOLD.format("vudine, and ")
    + PLAIN.format("sleeps well.") + "</w:p>"
    "<w:p>" + PLAIN.format("He works as a carpenter in a small town by the sea, and has two children.") + "</w:p>"
    "<w:p><w:del w:id='1'><w:r><w:delText>The test for HIV was positive.</w:delText></w:r></w:del></w:p>"
)  # fmt: skip


@pytest.fixture(scope="module")
def engine(pack, embedded, english):
    return Engine(resources=Resources(pack, embedded, english))


@pytest.fixture(scope="module")
def made(engine):
    return sanitize_document(engine, HIV, LETTER, "letter.docx")


def part(data, name="word/document.xml"):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


def test_a_document_comes_back_safe(made):
    assert made.holds
    assert "zidovudine" not in made.result.text
    xml = part(made.data)
    assert "HIV" not in xml
    assert "zido" not in xml
    assert "delText" not in xml


def test_what_is_not_touched_keeps_its_formatting(made):
    runs = re.findall(r"<w:r>(<w:rPr><w:b/></w:rPr>)?<w:t[^>]*>([^<]*)</w:t></w:r>", part(made.data))
    bold = "".join(text for properties, text in runs if properties)
    plain = "".join(text for properties, text in runs if not properties)
    assert bold.strip(" ,") == "and"
    assert plain.startswith("He was started on ")
    assert "sleeps well." in plain
    assert "two children." in plain


def test_the_certificate_tells_of_the_file(made):
    proof = made.result.certificate.document
    assert proof.format == "docx"
    assert proof.readers == ("structure", "letters")
    assert proof.versions[0].startswith("Python 3.")
    assert proof.strings > 5
    assert [(each.name, each.fate) for each in proof.parts] == [("word/document.xml", "rewritten")]
    assert proof.sha256 != proof.original_sha256
    again = type(made.result.certificate).from_dict(made.result.certificate.to_dict())
    assert again == made.result.certificate


def test_it_can_be_verified_by_its_certificate(engine, made):
    claim = made.result.certificate.to_dict()
    assert verify_document(engine, VerifyRequest(text="", certificate=claim), made.data, "a.docx").holds
    other = sanitize_document(engine, HIV, xlsx(strings="<si><t>He sleeps well.</t></si>"), "a.xlsx")
    assert not verify_document(engine, VerifyRequest(text="", certificate=claim), other.data, "a.xlsx").holds


def test_what_others_redacted_is_looked_through(engine):
    """Tracked changes, comments and orphans are judged, though no program shows them."""
    shown = "<w:p>" + PLAIN.format("He sleeps well, and works as a carpenter in a small town.") + "</w:p>"
    deleted = docx(shown + "<w:p><w:del w:id='1'><w:r><w:delText>He takes zidovudine.</w:delText></w:r></w:del></w:p>")
    orphan = docx(shown, more={"word/old.xml": "<x>He takes zidovudine.</x>"})
    comment = docx(shown, comment=b"He takes zidovudine.")
    asked = VerifyRequest(text="", hide=("HIV",))
    assert verify_document(engine, asked, docx(shown), "a.docx").holds
    for data in (deleted, orphan, comment):
        found = verify_document(engine, asked, data, "a.docx")
        assert not found.holds
        assert found.document.faults
        assert "zidovudine" not in str(found.document.faults)


def test_without_a_proof_there_are_no_bytes(engine, monkeypatch):
    """A writer that leaves something behind is found out by the readers."""
    real = confined.rewritten

    def careless(data, name, reading, edits):
        return zip_beside(real(data, name, reading, edits))

    def zip_beside(data):
        made = io.BytesIO(data)
        with zipfile.ZipFile(made, "a") as archive:
            archive.writestr("word/left.bin", b"\x00\x01\x02 He takes zidovudine \x00")
        return made.getvalue()

    monkeypatch.setattr(confined, "rewritten", careless)
    made = sanitize_document(engine, HIV, LETTER, "letter.docx")
    assert not made.holds
    assert made.data == b""
    assert "word/left.bin" in str(made.result.certificate.document.faults)


def test_files(engine, tmp_path):
    source, target = tmp_path / "a.docx", tmp_path / "b.docx"
    source.write_bytes(LETTER)
    assert sanitize_file(source, target, HIV, engine=engine).data == target.read_bytes()
    with pytest.raises(InputError, match="name it"):
        sanitize_file(source, tmp_path / "b.txt", HIV, engine=engine)
    with pytest.raises(InputError, match="is the input"):
        sanitize_file(source, source, HIV, engine=engine)
    with pytest.raises(InputError, match="changes is one of"):
        sanitize_file(source, target, HIV, engine=engine, changes="maybe")


def test_tracked_changes_can_be_refused_or_rejected():
    changed = docx(
        "<w:p><w:ins w:id='1'>"
        + PLAIN.format("new")
        + "</w:ins><w:del w:id='2'><w:r><w:delText>old</w:delText></w:r></w:del></w:p>"
    )
    with pytest.raises(InputError, match="tracked changes"):
        confined.extracted(changed, "a.docx", Reading(changes="refuse"))
    kept = confined.extracted(changed, "a.docx", Reading(changes="reject"))
    assert [piece.text for piece in kept.pieces if piece.fate == "rewritten"] == ["old"]
    kept = confined.extracted(changed, "a.docx", Reading())
    assert [piece.text for piece in kept.pieces if piece.fate == "rewritten"] == ["new"]


def test_formulas_of_what_changed_become_values(engine):
    strings = "<si><t>He was started on zidovudine.</t></si><si><t>He sleeps well.</t></si>"
    cells = (
        '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1"><f>COUNTA(A1:A1)</f><v>1</v></c>'
        '<c r="D1"><f>COUNTA(B1:B1)</f><v>1</v></c><c r="E1"><f>LEN(B1)</f><v>15</v></c>'
    )
    made = sanitize_document(engine, HIV, xlsx(cells, strings=strings), "a.xlsx")
    assert made.holds
    sheet = part(made.data, "xl/worksheets/sheet1.xml")
    assert "COUNTA(B1:B1)" in sheet
    assert "COUNTA(A1:A1)" not in sheet
    assert "LEN" not in sheet


@pytest.mark.parametrize("name", ["a.html", "a.json"])
def test_length_of_a_name_does_not_show(engine, name):
    """What stood there leaves nothing but what was chosen instead."""
    shapes = {
        "a.html": "<html><p>He was started on {} and sleeps well.</p></html>",
        "a.json": '{{"text": "He was started on {} and sleeps well."}}',
    }
    made = {
        sanitize_document(engine, HIV, shapes[name].format(medicine).encode(), name).data
        for medicine in ("zidovudine", "lamivudine", "efavirenz")
    }
    assert len(made) == 1


def test_a_mail_keeps_its_addresses_and_its_letters(engine):
    mail = (
        "From: Anna Moss <anna@hiv-clinic.org>\nTo: hale@example.org\nSubject: chess\n"
        'Content-Type: text/html; charset="iso-8859-1"\nContent-Transfer-Encoding: 8bit\n\n'
        "<p>He met Zoë in the café. He has HIV. He plays chess and he walks to the market.</p>\n"
    ).encode("iso-8859-1")
    done = sanitize_document(engine, HIV, mail, "mail.eml")
    made = message_from_bytes(done.data, policy=default)
    assert made["From"] == "Anna Moss <address1@removed.invalid>"
    assert made["To"] == "hale@example.org"
    assert "Zoë in the café" in made.get_content()
