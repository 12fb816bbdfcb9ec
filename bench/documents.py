"""Documents: time beyond sanitizing their text, real files, and looks by LibreOffice where that is installed."""

from __future__ import annotations

import random
import re
import resource
import shutil
import subprocess
import tempfile
import time
import zipfile
from io import BytesIO
from pathlib import Path

from bench import real_documents
from bench.table import Row, run_python
from sfumato.io.documents import read_document
from sfumato.io.formats import confined
from sfumato.io.formats.pieces import OneText, Reading
from sfumato.service import Engine, SanitizeRequest
from sfumato.service.documents import finished
from sfumato.types import Edit

PAGES, PARAGRAPHS, WORDS = 50, 7, 70
SECONDS = 10.0  # beyond sanitizing the text
PDF_PAGES, PDF_SECONDS = 100, 60.0
MEMORY = 1_000  # MB
_MEMORY = """
import resource
from bench.documents import PAGES, letter
from sfumato.io.documents import read_document
read_document(letter(PAGES), "letter.docx")
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""  # of a process that has not loaded the knowledge: what it starts begins as a copy of it
_LETTERS = "examples/letter.txt"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def rows(data: Path | None) -> list[Row]:
    return [*_time(), *_pdf_time(), *real_documents.rows(data), *_looks(), *_pdf_looks()]


def letter(pages: int) -> bytes:
    """A Word document of so many pages of plain words in runs, with a letter about HIV in the midst."""
    words = re.findall(r"[a-z]+", Path("docs/sanitizing.md").read_text(encoding="utf-8"))
    told = [each for each in Path(_LETTERS).read_text(encoding="utf-8").split("\n\n") if each.strip()]
    draw = random.Random(1)
    body = []
    for number in range(pages * PARAGRAPHS):
        if number % 50 == 5:
            body += [_paragraph([" ".join(text.split())]) for text in told]
        runs = [" ".join(draw.choice(words) for _ in range(WORDS // 5)) + " " for _ in range(5)]
        body.append(_paragraph(runs))
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        kind = "application/vnd.openxmlformats-package.relationships+xml"
        rels = f'<Default Extension="rels" ContentType="{kind}"/>'
        types = f'{rels}<Override PartName="/word/document.xml" ContentType="{_TYPE}"/>'
        archive.writestr("[Content_Types].xml", f'<Types xmlns="{_PACKAGE}/content-types">{types}</Types>')
        relation = f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>'
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{_PACKAGE}/relationships">{relation}</Relationships>')
        document = f'<w:document xmlns:w="{_WORD}"><w:body>{"".join(body)}</w:body></w:document>'
        archive.writestr("word/document.xml", document)
    return made.getvalue()


def _paragraph(runs: list[str]) -> str:
    said = (
        f'<w:r><w:rPr>{"<w:b/>" if number % 2 else ""}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'
        for number, text in enumerate(runs)
    )
    return f"<w:p>{''.join(said)}</w:p>"


def _time() -> list[Row]:
    data, engine = letter(PAGES), Engine()
    request = SanitizeRequest(text="", hide=("HIV",))
    begun = time.process_time() + _children()
    document = read_document(data, "letter.docx")
    opened = time.process_time() + _children() - begun
    result = engine.sanitize(SanitizeRequest(text=document.text, hide=("HIV",)))
    begun = time.process_time() + _children()
    made = finished(engine, request, document, result)
    took = time.process_time() + _children() - begun + opened
    memory = float(run_python(_MEMORY)) / 1000
    holds = "it holds" if made.holds else "it does NOT hold"
    said = f"{took:.1f} s of the processor to open, edit, open again, verify and prove; {holds}"
    return [
        Row(f"DOCX of {PAGES} pages, beyond sanitizing its text", said, f"under {SECONDS:.0f} s", took < SECONDS),
        Row("memory of the process that opens it", f"{memory:,.0f} MB", f"under {MEMORY:,} MB", memory < MEMORY),
    ]


def pdf_letter(pages: int) -> bytes:
    """A PDF of so many pages of plain words, with a letter about HIV in the midst."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate

    words = re.findall(r"[a-z]+", Path("docs/sanitizing.md").read_text(encoding="utf-8"))
    told = [" ".join(each.split()) for each in Path(_LETTERS).read_text(encoding="utf-8").split("\n\n") if each.strip()]
    draw = random.Random(1)
    style = ParagraphStyle("body", fontName="Times-Roman", fontSize=11, leading=14, spaceAfter=8)
    story: list[object] = []
    for number in range(pages):
        said = told if number == pages // 2 else []
        said += [" ".join(draw.choice(words) for _ in range(WORDS)) for _ in range(PARAGRAPHS - len(said))]
        story += [Paragraph(text, style) for text in said] + [PageBreak()]
    made = BytesIO()
    SimpleDocTemplate(made, invariant=1).build(story)
    return made.getvalue()


def _pdf_time() -> list[Row]:
    """Opening, drawing anew, opening again and reading for the proof: what a PDF takes beyond its text."""
    data = pdf_letter(PDF_PAGES)
    begun = _children()
    found = confined.extracted(data, "a.pdf", Reading())
    whole = OneText.of(found.pieces)
    at = whole.text.index("zidovudine")
    edits = whole.shared_out([Edit(at, at + len("zidovudine"), "a medicine")])
    made = confined.rewritten(data, "a.pdf", Reading(), edits)
    confined.extracted(made, "a.pdf", Reading())
    strings = confined.read_again(made, "a.pdf")
    took = _children() - begun
    said = f"{took:.1f} s of the processor to open, draw, open again and read {len(strings)} strings by both readers"
    return [
        Row(
            f"PDF of {PDF_PAGES} pages, beyond judging its text", said, f"under {PDF_SECONDS:.0f} s", took < PDF_SECONDS
        )
    ]


def _pdf_looks() -> list[Row]:
    what = "looks: a PDF in which nothing is replaced, by poppler"
    if not shutil.which("pdftoppm"):
        return [Row(what, "skipped: pdftoppm is not installed")]
    import numpy as np

    data = pdf_letter(3)
    made = confined.rewritten(data, "a.pdf", Reading(), {})
    shown = []
    with tempfile.TemporaryDirectory() as folder:
        for name, each in (("old", data), ("new", made)):
            path = Path(folder) / f"{name}.pdf"
            path.write_bytes(each)
            command = ["pdftoppm", "-r", "100", "-gray", str(path)]
            shown.append(np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.uint8))
    same = len(shown[0]) == len(shown[1])
    share = float((shown[0] != shown[1]).mean()) if same else 1.0
    return [Row(what, f"{100 * share:.4f} % of pixels differ at all", "at most 0.05 %", share <= 0.0005)]


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _looks() -> list[Row]:
    office, pages = shutil.which("soffice"), shutil.which("pdftoppm")
    what = "looks: pages of a DOCX outside touched lines, by LibreOffice"
    if not office or not pages:
        return [Row(what, "skipped: soffice and pdftoppm are not installed")]
    data = letter(3)
    found = confined.extracted(data, "a.docx", Reading())
    whole = OneText.of(found.pieces)
    at = whole.text.index("zidovudine")
    edits = whole.shared_out([Edit(at, at + len("zidovudine"), "a medicine")])
    made = confined.rewritten(data, "a.docx", Reading(), edits)
    with tempfile.TemporaryDirectory() as folder:
        before, after = (_drawn(Path(folder), name, each) for name, each in (("before", data), ("after", made)))
    if len(before) != len(after):
        return [Row(what, f"{len(before)} pages became {len(after)}", "the same pages", False)]
    rows_, touched, other = 0, 0, 0
    for one, two in zip(before, after, strict=True):
        for left, right in zip(one, two, strict=False):
            rows_ += 1
            touched += left != right
    other = sum(len(one) != len(two) for one, two in zip(before, after, strict=True))
    share = touched / max(rows_, 1)
    said = (
        f"{len(before)} pages, same sizes; {touched} of {rows_} rows of pixels differ ({share:.2%}), those of one line"
    )
    return [Row(what, said, "those of the touched line alone", not other and share < 0.02)]


def _drawn(folder: Path, name: str, data: bytes) -> list[list[bytes]]:
    """The rows of pixels of each page."""
    (folder / f"{name}.docx").write_bytes(data)
    command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", "pdf"]
    subprocess.run(
        [*command, "--outdir", str(folder), str(folder / f"{name}.docx")], check=True, capture_output=True, timeout=300
    )
    subprocess.run(["pdftoppm", "-r", "72", str(folder / f"{name}.pdf"), str(folder / name)], check=True, timeout=300)
    pages = []
    for file in sorted(folder.glob(f"{name}-*.ppm")):
        _, size, _, pixels = file.read_bytes().split(b"\n", 3)
        width = int(size.split()[0]) * 3
        pages.append([pixels[at : at + width] for at in range(0, len(pixels), width)])
    return pages
