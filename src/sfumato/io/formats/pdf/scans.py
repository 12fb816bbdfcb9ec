"""Pages that are pictures, or whose fonts name no letters, read by optical character recognition (extra `ocr`).

They are set anew as text. Nothing that was not read goes out: a page has the words that were read, where they stood.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from sfumato.errors import MissingExtra
from sfumato.io.formats.pdf.document import is_scan, is_unreadable, pages_drawn
from sfumato.io.formats.pdf.objects import library, open_pdf
from sfumato.io.formats.pdf.programs import standard_glyph
from sfumato.io.formats.pieces import REWRITTEN, Part, Reading, refused

_DOTS = 150  # for each inch
_MOST_PIXELS = 12_000_000  # of a page: more are read smaller
_MOST_PAGES = 200
_BELOW = 0.2  # of the height of a line that lies below its letters
_SECONDS = 40  # of the processor that a page may take


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class _Line:
    low: float
    high: float
    words: tuple[_Word, ...]


def scans_read(data: bytes, reading: Reading) -> tuple[bytes, tuple[Part, ...]]:
    """The document with text in the place of pages that are pictures, and what became of those."""
    from sfumato.io.formats.confined import more_time

    pdf = open_pdf(data)
    pages, _ = pages_drawn(pdf, reading)
    scans = [page.number for page in pages if is_scan(page) or is_unreadable(page)]
    if not scans:
        return data, ()
    if len(scans) > _MOST_PAGES:
        raise refused(f"more than {_MOST_PAGES} pages are pictures: split it", "too-large")
    more_time(_SECONDS * len(scans))
    reader, shown = _reader(), _shown(data)
    parts = []
    for number in scans:
        picture, scale = shown(number - 1)
        lines = _lines(reader(picture, return_word_box=True), picture.shape[0], scale)
        _set(pdf, pdf.pages[number - 1].obj, lines, picture.shape[1] / scale, picture.shape[0] / scale)
        count = sum(len(line.words) for line in lines)
        parts.append(Part(f"page {number}: a scan", REWRITTEN, f"{count} words were read and set; the picture is gone"))
    made = io.BytesIO()
    pdf.save(made)
    return made.getvalue(), tuple(parts)


def _reader() -> Any:
    """The model, which lies in its package: nothing is fetched."""
    try:
        import onnxruntime  # noqa: F401
        from rapidocr import RapidOCR
    except ImportError:
        raise MissingExtra("reading scans", "ocr") from None
    threads = {f"EngineConfig.onnxruntime.{each}_op_num_threads": 1 for each in ("intra", "inter")}
    return RapidOCR(params={"Global.log_level": "critical", **threads})


def _shown(data: bytes) -> Any:
    """Draws pages of a document, by their numbers, as people see them: points and how many of them an inch/72 has."""
    import numpy as np
    import pypdfium2

    document = pypdfium2.PdfDocument(data)

    def shown(number: int) -> tuple[Any, float]:
        page = document[number]
        wide, high = page.get_size()
        scale = min(_DOTS / 72, (_MOST_PIXELS / max(wide * high, 1.0)) ** 0.5)
        return np.ascontiguousarray(page.render(scale=scale).to_numpy()[:, :, :3]), scale

    return shown


def _lines(found: Any, height: int, scale: float) -> list[_Line]:
    """What was read, in points from the lower left."""
    lines = []
    for box, words in zip(found.boxes if found.boxes is not None else (), found.word_results or (), strict=False):
        low, high = (height - max(y for _, y in box)) / scale, (height - min(y for _, y in box)) / scale
        held = [
            _Word(str(text), min(x for x, _ in place) / scale, max(x for x, _ in place) / scale)
            for text, _, place in words
            if str(text).strip()
        ]
        if held:
            lines.append(_Line(float(low), float(high), tuple(held)))
    return lines


def _set(pdf: Any, page: Any, lines: list[_Line], wide: float, high: float) -> None:
    """Gives a page lines of text, and takes all else from it."""
    pikepdf = library()
    content = b"".join(_written(line) for line in lines)
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type1,
        BaseFont=pikepdf.Name("/Times-Roman"),
        Encoding=pikepdf.Name.WinAnsiEncoding,
    )
    for key in list(page.keys()):
        if key not in ("/Type", "/Parent"):
            del page[key]
    box = pikepdf.Array([0, 0, round(wide, 3), round(high, 3)])
    page.MediaBox, page.CropBox, page.Rotate = box, box, 0
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    page.Contents = pdf.make_stream(content)


def _written(line: _Line) -> bytes:
    """A line as operators: as large as its height and the width of all its words allow, a space behind each word."""
    height = line.high - line.low
    whole = line.words[-1].right - line.words[0].left
    size = max(min(0.85 * height, whole / max(_width(" ".join(word.text for word in line.words)), 0.1)), 2.0)
    at, made = line.words[0].left, []
    for word in line.words:
        text = word.text.encode("cp1252", "replace")
        said = text.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        at = max(at, word.left)
        where = f"BT /F1 {size:.2f} Tf {at:.2f} {line.low + _BELOW * height:.2f} Td (".encode()
        made.append(where + said + b" ) Tj ET\n")
        at += size * _width(f"{word.text} ")
    return b"".join(made)


def _width(text: str) -> float:
    """How wide a text is in the font in which it is set, in sizes of the font."""
    glyphs = (standard_glyph("Times-Roman", character) for character in text)
    return sum(found[0] if found else 500.0 for found in glyphs) / 1000
