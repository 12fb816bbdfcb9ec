"""Shapes of letters, from the programs of fonts: TrueType, CFF and Type 1, and the fonts that every reader has."""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Outline = tuple[tuple[str, tuple[Any, ...]], ...]
"""How a letter is drawn: moves, lines and curves, in thousandths of its size."""
EMPTY: Outline = ()
STANDARD = (
    "Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic",
    "Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique",
    "Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique", "Symbol", "ZapfDingbats",
)  # fmt: skip
"""The fonts that every reader has."""
_SUBR = re.compile(rb"dup\s+(\d+)\s+(\d+)\s+(?:RD|-\||[^\s/]+)\s")
_CHARSTRING = re.compile(rb"/([^\s/{}\[\]()<>]+)\s+(\d+)\s+(?:RD|-\||[^\s/]+)\s")
_CODE = re.compile(rb"dup\s+(\d+)\s*/([^\s/{}\[\]()<>]+)\s+put")
_MATRIX = re.compile(rb"/FontMatrix\s*\[\s*((?:[-+.\deE]+\s*){6})\]")
_LONGEST = 65535


@dataclass(frozen=True)
class Program:
    """The program of a font: its glyphs by name, in order, and what it says itself of codes and characters."""

    glyphs: Any
    names: tuple[str, ...]
    matrix: tuple[float, ...]
    """How its units lie in thousandths of the size: larger, smaller, slanted."""
    codes: Mapping[int, str] = field(default_factory=dict)
    """The glyphs of codes, as the program has them."""
    cmaps: Mapping[tuple[int, int], Mapping[int, str]] = field(default_factory=dict)
    cids: Mapping[int, str] | None = None
    """The glyphs by the numbers of their collection, if they have other numbers than their order."""
    units: int = 0
    """Units of the size, where the shapes are those of TrueType."""
    characters: Mapping[str, int] = field(default_factory=dict)
    """The character of a glyph, where the program says it."""

    def outline(self, glyph: str) -> Outline:
        """How a glyph is drawn."""
        return drawn(lambda pen: self.glyphs[glyph].draw(pen), self.matrix, self.glyphs)

    def at(self, number: int) -> str:
        """The name of a glyph by its number."""
        if self.cids is not None:
            return self.cids.get(number, ".notdef")
        return self.names[number] if number < len(self.names) else ".notdef"


def drawn(draw: Callable[[Any], None], matrix: tuple[float, ...], glyphs: Any = None) -> Outline:
    """What is drawn on a pen, in thousandths of the size; nothing where it cannot be."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.transformPen import TransformPen

    pen = DecomposingRecordingPen({} if glyphs is None else glyphs)
    try:
        draw(TransformPen(pen, matrix))
    except Exception:  # the programs of fonts break in any way
        return EMPTY
    return tuple((name, tuple(points)) for name, points in pen.value)


def truetype(data: bytes) -> Program:
    """A TrueType or OpenType font."""
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(data), lazy=True, fontNumber=0, ignoreDecompileErrors=True)
    if "CFF " in font and "glyf" not in font:
        return cff(font.reader["CFF "])
    for table in ("OS/2", "name"):
        if table in font:
            del font[table]
    names = tuple(font.getGlyphOrder())
    glyphs = font.getGlyphSet()
    cmaps = {}
    if "cmap" in font:
        cmaps = {(t.platformID, t.platEncID): dict(t.cmap) for t in font["cmap"].tables if hasattr(t, "cmap")}
    characters: dict[str, int] = {}
    for table_id in ((3, 10), (3, 1), (0, 3), (0, 4), (0, 1)):
        for code, glyph in cmaps.get(table_id, {}).items():
            characters.setdefault(glyph, code)
    units = font["head"].unitsPerEm or 1000
    return Program(
        glyphs, names, (1000 / units, 0, 0, 1000 / units, 0, 0), cmaps=cmaps, units=units, characters=characters
    )


def cff(data: bytes) -> Program:
    """A font of the Compact Font Format."""
    from fontTools.cffLib import CFFFontSet

    fonts = CFFFontSet()
    fonts.decompile(io.BytesIO(data), None)
    top = fonts[0]
    strings = top.CharStrings
    names = tuple(top.charset)
    matrix = getattr(top, "FontMatrix", None) or (0.001, 0, 0, 0.001, 0, 0)
    codes: dict[int, str] = {}
    cids = None
    if hasattr(top, "ROS"):
        cids = {int(name[3:]): name for name in names if name.startswith("cid")} | {0: names[0]}
    else:
        encoding = getattr(top, "Encoding", None)
        if isinstance(encoding, list):
            codes = {code: name for code, name in enumerate(encoding) if name != ".notdef"}
        elif encoding == "StandardEncoding" or encoding is None:
            codes = dict(standard_codes())
    return Program(strings, names, _thousandths(matrix), codes, cids=cids)


def type1(data: bytes) -> Program:
    """A Type 1 font: its clear part, then its encrypted one."""
    from fontTools.misc import eexec
    from fontTools.misc.psCharStrings import T1CharString

    if data[:1] == b"\x80":
        data = _without_headers(data)
    clear, _, secret = data.partition(b"eexec")
    secret = secret.lstrip(b" \t\r\n") if secret[:1] in b" \t\r\n" else secret
    if re.fullmatch(rb"[0-9A-Fa-f\s]{8}", secret[:8]):
        secret = bytes.fromhex(re.sub(rb"[^0-9A-Fa-f]", b"", secret).decode()[: 2 * (len(secret) // 2) & ~1])
    private = eexec.decrypt(secret, 55665)[0][4:]
    found = re.search(rb"/lenIV\s+(\d+)", private)
    skipped = int(found[1]) if found else 4
    split = private.find(b"/CharStrings")
    subrs: list[Any] = []
    for number, body in _strings(_SUBR, private[: split if split >= 0 else None]):
        while len(subrs) <= min(int(number), _LONGEST):
            subrs.append(T1CharString(b"\x0b"))
        subrs[int(number)] = T1CharString(eexec.decrypt(body, 4330)[0][skipped:], subrs=subrs)
    strings = {
        name.decode("latin-1"): T1CharString(eexec.decrypt(body, 4330)[0][skipped:], subrs=subrs)
        for name, body in _strings(_CHARSTRING, private[split + 12 :])
    }
    matrix = _MATRIX.search(clear)
    lies = _thousandths([float(each) for each in matrix[1].split()] if matrix else ())
    codes = {int(code): name.decode("latin-1") for code, name in _CODE.findall(clear)} or dict(standard_codes())
    return Program(strings, tuple(strings), lies, codes)


def _thousandths(matrix: Sequence[float]) -> tuple[float, ...]:
    """The matrix of a font in thousandths of its size; the usual one where it has none that can be."""
    if len(matrix) != 6 or not matrix[0] or not matrix[3]:
        return (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    return tuple(1000 * float(each) for each in matrix)


def _strings(pattern: re.Pattern[bytes], data: bytes) -> list[tuple[bytes, bytes]]:
    """The names and bytes of charstrings, one behind the other."""
    found, at = [], 0
    while hit := pattern.search(data, at):
        end = hit.end() + int(hit[2])
        if end > len(data):
            break
        found.append((hit[1], data[hit.end() : end]))
        at = end
    return found


def _without_headers(data: bytes) -> bytes:
    made, at = [], 0
    while data[at : at + 1] == b"\x80" and data[at + 1 : at + 2] in (b"\1", b"\2"):
        size = int.from_bytes(data[at + 2 : at + 6], "little")
        made.append(data[at + 6 : at + 6 + size])
        at += 6 + size
    return b"".join(made)


@cache
def standard_codes() -> Mapping[int, str]:
    """The glyphs of codes in the standard encoding of Adobe."""
    from fontTools.encodings.StandardEncoding import StandardEncoding

    return {code: name for code, name in enumerate(StandardEncoding) if name != ".notdef"}


# --- the fonts that every reader has ----------------------------------------------------------------------


def standard_of(name: str, flags: int = 0) -> str:
    """The standard font that is nearest to one of this name.

    >>> standard_of("ABCDEF+Arial-BoldMT", 42), standard_of("NimbusRomNo9L-Regu"), standard_of("CourierNew,Italic")
    ('Helvetica-Bold', 'Times-Roman', 'Courier-Oblique')
    """
    plain = name.rpartition("+")[2]
    if plain in STANDARD:
        return plain
    low = plain.lower()
    bold = "bold" in low or "demi" in low or "black" in low or "heavy" in low or bool(flags & 1 << 18)
    slant = "ital" in low or "obli" in low or bool(flags & 1 << 6)
    if "cour" in low or "mono" in low or "consol" in low or "typewriter" in low or flags & 1:
        family, plainly, slanted = "Courier", "", "Oblique"
    elif flags & 2 or any(
        each in low for each in ("times", "roman", "rom", "serif", "georgia", "garamond", "cmr", "cmti", "cmbx", "book")
    ):
        family, plainly, slanted = "Times", "Roman", "Italic"
    else:
        family, plainly, slanted = "Helvetica", "", "Oblique"
    if family == "Times" and any(each in low for each in ("sans", "arial", "helvetica")):  # whatever its flags say
        family, plainly, slanted = "Helvetica", "", "Oblique"
    style = ("Bold" if bold else "") + (slanted if slant else "") or plainly
    return f"{family}-{style}" if style else family


@cache
def _standard_font(name: str) -> tuple[Any, Any]:
    import pypdfium2
    import pypdfium2.raw as pdfium

    document = pypdfium2.PdfDocument.new()
    return document, pdfium.FPDFText_LoadStandardFont(document.raw, name.encode())


@cache
def standard_glyph(name: str, character: str) -> tuple[float, Outline] | None:
    """The width and shape of a character in one of the standard fonts; nothing where it has none."""
    import pypdfium2.raw as pdfium

    _, font = _standard_font(name)
    width = ctypes.c_float()
    if len(character) != 1 or not pdfium.FPDFFont_GetGlyphWidth(font, ord(character), 1000.0, width):
        return None
    path = pdfium.FPDFFont_GetGlyphPath(font, ord(character), 1.0)
    count = pdfium.FPDFGlyphPath_CountGlyphSegments(path) if path else 0
    if count <= 0:
        return (width.value, EMPTY) if character.isspace() else None
    return width.value, _standard_outline(path, count)


def _standard_outline(path: Any, count: int) -> Outline:
    import pypdfium2.raw as pdfium

    made: list[tuple[str, tuple[Any, ...]]] = []
    held: list[tuple[float, float]] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    for number in range(count):
        segment = pdfium.FPDFGlyphPath_GetGlyphPathSegment(path, number)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = (round(x.value * 1000, 2), round(y.value * 1000, 2))
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            if made:
                made.append(("closePath", ()))
            made.append(("moveTo", (point,)))
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            made.append(("lineTo", (point,)))
        else:
            held.append(point)
            if len(held) == 3:
                made.append(("curveTo", tuple(held)))
                held = []
    return (*made, ("closePath", ())) if made else EMPTY
