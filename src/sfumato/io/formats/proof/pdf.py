"""What can be read of a PDF: by pdfminer, by pdfium, and in its bytes, each stream of them inflated."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from typing import Any

from sfumato.errors import InputError, MissingExtra
from sfumato.io.formats.proof.forms import readable, runs_in

_MOST = 60_000_000  # bytes of one stream
_ALL = 200_000_000  # bytes of all
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\n?endstream", re.S)
_STRING = re.compile(rb"\(((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*)\)", re.S)
_HEX = re.compile(rb"<([0-9A-Fa-f\s]{4,})>")
_NAME = re.compile(rb"/([A-Za-z0-9_.+#-]{3,})")
_COMMENT = re.compile(rb"(?:^|[\r\n])%([^\r\n]{4,})")
_SHOWS = re.compile(rb"\bT[jJ]\b")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.S)


def mined(data: bytes) -> Iterator[str]:
    """Every line of every page and every string of every object, by pdfminer."""
    try:
        from pdfminer.pdfdocument import PDFDocument
        from pdfminer.pdfpage import PDFPage
        from pdfminer.pdfparser import PDFParser
        from pdfminer.pdftypes import PDFStream
    except ImportError:
        raise MissingExtra("reading documents", "documents") from None
    from sfumato.io.formats.confined import more_time

    try:
        document = PDFDocument(PDFParser(io.BytesIO(data)))
        pages = list(PDFPage.create_pages(document))
        more_time(0.6 * len(pages))
        yield from _mined_pages(pages)
        for number in {number for table in document.xrefs for number in table.get_objids()}:
            value = _object(document, number)
            if isinstance(value, PDFStream):
                yield from _strings_of(value.attrs)
            else:
                yield from _strings_of(value)
    except (MemoryError, RecursionError, InputError, MissingExtra):
        raise
    except Exception:  # whatever it finds wrong: what cannot be read cannot be proved
        raise InputError("the first reader of the proof cannot read the PDF", code="bad-document") from None


def _object(document: Any, number: int) -> Any:
    from pdfminer.pdfexceptions import PDFException

    try:
        return document.getobj(number)
    except PDFException:
        return None


def _mined_pages(pages: list[Any]) -> Iterator[str]:
    from pdfminer.pdfdevice import PDFTextDevice
    from pdfminer.pdffont import PDFUnicodeNotDefined
    from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
    from pdfminer.utils import mult_matrix

    class Device(PDFTextDevice):
        """Writes down what is shown, a line for each baseline."""

        def __init__(self, manager: Any) -> None:
            super().__init__(manager)
            self.lines: list[str] = []
            self.height: float | None = None
            self.end = 0.0

        def render_string(self, textstate: Any, seq: Any, *_: Any) -> None:
            font, size = textstate.font, textstate.fontsize
            if font is None:
                return
            matrix = mult_matrix(textstate.matrix, self.ctm or (1, 0, 0, 1, 0, 0))
            x, y = textstate.linematrix
            scale = textstate.scaling / 100
            said: list[str] = []
            start = matrix[0] * x + matrix[2] * y + matrix[4]
            height = matrix[1] * x + matrix[3] * y + matrix[5]
            for each in seq:
                if isinstance(each, (int, float)):
                    x -= each * size * scale / 1000
                    if each < -180 and said and not said[-1].endswith(" "):
                        said.append(" ")
                    continue
                for cid in font.decode(each):
                    try:
                        said.append(font.to_unichr(cid))
                    except PDFUnicodeNotDefined:
                        said.append("\ufffd")
                    x += (font.char_width(cid) * size + textstate.charspace) * scale
                    x += textstate.wordspace * scale if cid == 32 else 0
            textstate.linematrix = (x, y)
            big = abs(matrix[0] * size) + abs(matrix[1] * size) or 1.0
            if self.height is None or abs(self.height - height) > 0.3 * big or start < self.end - 2 * big:
                self.lines.append("")
            elif start - self.end > 0.15 * big:
                self.lines[-1] += " "
            self.lines[-1] += "".join(said)
            self.height, self.end = height, matrix[0] * x + matrix[2] * y + matrix[4]

    manager = PDFResourceManager(caching=True)
    for page in pages:
        device = Device(manager)
        PDFPageInterpreter(manager, device).process_page(page)
        yield from device.lines


def _strings_of(value: Any, depth: int = 0) -> Iterator[str]:
    if depth > 40:
        return
    if isinstance(value, bytes):
        yield decoded(value)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings_of(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            yield from _strings_of(each, depth + 1)


def rendered(data: bytes) -> Iterator[str]:
    """Every line of every page, notes, outlines, attachments and metadata, by pdfium."""
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtra("reading documents", "documents") from None
    from sfumato.io.formats.confined import more_time

    try:
        document = pypdfium2.PdfDocument(data)
        more_time(0.6 * len(document))
        yield from document.get_metadata_dict().values()
        yield from (str(item.get_title()) for item in document.get_toc(max_depth=8))
        for number in range(document.count_attachments()):
            file = document.get_attachment(number)
            yield file.get_name()
            yield from runs_in(bytes(file.get_data()))
        for page in document:
            yield from page.get_textpage().get_text_range().splitlines()
            page.close()
    except pypdfium2.PdfiumError:
        raise InputError("the second reader of the proof cannot read the PDF", code="bad-document") from None


def in_bytes(data: bytes) -> Iterator[str]:
    """What stands in the bytes: strings, names and comments, also in streams, which are inflated first."""
    names: dict[bytes, None] = {}
    left = _ALL
    yield from _said_in(_STREAM.sub(b"stream", data), names)
    for hit in _STREAM.finditer(data):
        content = _inflated(hit[1])
        left -= len(content)
        if left < 0:
            raise InputError("its streams are too large to be proved", code="too-large")
        if _is_binary(content):
            yield from runs_in(content)
        else:
            yield from _said_in(content, names)
    for name in names:
        yield re.sub(rb"#([0-9A-Fa-f]{2})", lambda hit: bytes.fromhex(hit[1].decode()), name).decode("latin-1")


def _said_in(data: bytes, names: dict[bytes, None]) -> Iterator[str]:
    names.update(dict.fromkeys(_NAME.findall(data)))
    for hit in _STRING.findall(data):
        yield decoded(_ESCAPE.sub(_unescaped, hit))
    for comment in _COMMENT.findall(data):
        yield comment.decode("latin-1")
    if not _SHOWS.search(data):
        for hit in _HEX.findall(data):
            plain = re.sub(rb"\s", b"", hit).decode()
            if len(plain) >= 12:
                yield readable(bytes.fromhex(plain + "0" * (len(plain) % 2)))
    stripped = _STRING.sub(b" ", data)
    yield from (line.strip() for line in stripped.decode("latin-1").splitlines() if _is_prose(line))


def _is_prose(line: str) -> bool:
    """Whether a line is words, and not the numbers and operators of a PDF."""
    return len(re.findall(r"(?<![/\w])[^\W\d_]{3,}", line)) >= 3 and "<<" not in line and "begin" not in line


def _unescaped(hit: re.Match[bytes]) -> bytes:
    if hit[1][:1].isdigit():
        return bytes((int(hit[1], 8) % 256,))
    return b"" if hit[1] in (b"\n", b"\r") else _ESCAPES.get(hit[1], hit[1])


def _inflated(raw: bytes) -> bytes:
    inflating = zlib.decompressobj()
    try:
        return inflating.decompress(raw, _MOST)
    except zlib.error:
        return raw


def _is_binary(data: bytes) -> bool:
    some = data[:4000]
    return sum(byte < 9 or 13 < byte < 32 or byte > 126 for byte in some) > 0.1 * len(some)


def decoded(raw: bytes) -> str:
    """What a string of a PDF says."""
    if raw.startswith((b"\xfe\xff", b"\xff\xfe")):
        return raw.decode("utf-16", "replace")
    if raw.startswith(b"\xef\xbb\xbf"):
        return raw.decode("utf-8-sig", "replace")
    return raw.decode("latin-1")
