"""Fonts made anew of the shapes that are drawn: only letters that are left, in the order in which they come."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import Any

from sfumato.io.formats.pdf.fonts import Font, Sign, is_standard
from sfumato.io.formats.pdf.objects import library
from sfumato.io.formats.pdf.programs import EMPTY, Outline, standard_glyph

SPACE = 250.0
"""How wide the space of every font is, in thousandths."""
_LONG_AGO = 0x7C25B080  # the beginning of 1970, as fonts count: no file tells when it was made


@dataclass
class Typeface:
    """A font of the new file: one that every reader has, or one made of shapes."""

    name: str
    font: Font
    standard: bool
    drawn: bool = False
    """Whether its letters are drawings, as they were: readers show these otherwise than letters."""
    glyphs: dict[tuple[str, str], int] = field(default_factory=dict)
    signs: list[Sign] = field(default_factory=list)
    widths: dict[int, float] = field(default_factory=dict)

    def code(self, sign: Sign) -> bytes:
        """What is written for a sign."""
        text = sign.text or " "
        if self.standard:
            raw = text.encode("cp1252")
            self.widths.setdefault(raw[0], sign.width)
            return raw
        key = (sign.glyph, text)
        if key not in self.glyphs:
            self.glyphs[key] = len(self.glyphs) + 2
            self.signs.append(sign)
        return self.glyphs[key].to_bytes(1 if self.drawn else 2, "big")

    @property
    def space(self) -> bytes:
        return b" " if self.standard else b"\1" if self.drawn else b"\0\1"

    def width(self, sign: Sign) -> float:
        """How far a reader goes for a sign: as wide as it was when first written."""
        code = self.code(sign)
        if self.standard:
            return self.widths[code[0]]
        return self.signs[int.from_bytes(code, "big") - 2].width


class Typefaces:
    """The fonts of the new file, by those of the old one."""

    def __init__(self) -> None:
        self.made: dict[tuple[int, bool, bool], Typeface] = {}

    def of(self, font: Font, sign: Sign) -> Typeface:
        """The font in which a sign is written."""
        standard = is_standard(font) and _is_plain(sign)
        drawn = font.procedures is not None and self._has_room(font, sign)
        key = (font.number, standard, drawn)
        if key not in self.made:
            space = standard_glyph(font.standard, " ") if standard else None
            widths = {32: space[0]} if space else {}
            self.made[key] = Typeface(f"/F{len(self.made) + 1}", font, standard, drawn, widths=widths)
        return self.made[key]

    def _has_room(self, font: Font, sign: Sign) -> bool:
        """Whether a font of drawings, whose codes are bytes, has one left for a sign."""
        made = self.made.get((font.number, False, True))
        return made is None or len(made.signs) < 254 or (sign.glyph, sign.text or " ") in made.glyphs

    def objects(self, pdf: Any) -> dict[str, Any]:
        """The fonts as objects of a file."""
        return {
            each.name: (_standard_object if each.standard else _drawn_object if each.drawn else _made_object)(pdf, each)
            for each in self.made.values()
        }


def _is_plain(sign: Sign) -> bool:
    try:
        return len((sign.text or "").encode("cp1252")) == 1
    except UnicodeEncodeError:
        return False


def _standard_object(pdf: Any, face: Typeface) -> Any:
    pikepdf = library()
    widths = {code: _standard_width(face.font.standard, code) for code in range(32, 256)} | face.widths
    first, last = min(widths), max(widths)
    name = pikepdf.Name
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=name("/Font"), Subtype=name("/Type1"), BaseFont=name(f"/{face.font.standard}"),
            Encoding=name("/WinAnsiEncoding"), FirstChar=first, LastChar=last,
            Widths=[round(widths.get(code, SPACE), 3) for code in range(first, last + 1)],
        )
    )  # fmt: skip


def _standard_width(name: str, code: int) -> float:
    """How wide a letter of a font is that every reader has: readers fit their own fonts to it, by any letter."""
    made = standard_glyph(name, bytes((code,)).decode("cp1252", "ignore") or " ")
    return made[0] if made else SPACE


def _drawn_object(pdf: Any, face: Typeface) -> Any:
    """A font whose letters are drawings, made of the shapes of the letters that are left."""
    pikepdf = library()
    name = pikepdf.Name
    drawings = {"/g1": _packed(pdf, f"{_number(SPACE)} 0 d0")}
    for number, sign in enumerate(face.signs, 2):
        path, box = _path(face.font.outline(sign.glyph))
        drawings[f"/g{number}"] = _packed(pdf, f"{_number(sign.width)} 0 {box} d1\n{path}\nf")
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=name("/Font"), Subtype=name("/Type3"), FontBBox=[0, 0, 0, 0], FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
            CharProcs=pikepdf.Dictionary(drawings), FirstChar=1, LastChar=len(face.signs) + 1,
            Encoding=pikepdf.Dictionary(Type=name("/Encoding"), Differences=[1, *(name(each) for each in drawings)]),
            Widths=[SPACE, *(round(sign.width, 3) for sign in face.signs)], Resources=pikepdf.Dictionary(),
            ToUnicode=_packed(pdf, _said(face)),
        )
    )  # fmt: skip


def _path(outline: Outline) -> tuple[str, str]:
    """A shape as operators, and the box around it."""
    said, xs, ys = [], [0.0], [0.0]
    for act, points in outline:
        xs += [x for x, _ in points]
        ys += [y for _, y in points]
        numbers = " ".join(f"{_number(x)} {_number(y)}" for x, y in points)
        said.append(f"{numbers} {_ACTS[act]}".strip())
    return "\n".join(said), " ".join(map(_number, (min(xs), min(ys), max(xs), max(ys))))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


_ACTS = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "closePath": "h"}


def _packed(pdf: Any, text: str) -> Any:
    made = pdf.make_stream(zlib.compress(text.encode("ascii"), 9))
    made["/Filter"] = library().Name("/FlateDecode")
    return pdf.make_indirect(made)


def _made_object(pdf: Any, face: Typeface) -> Any:
    pikepdf = library()
    name, called = pikepdf.Name, f"/AAAAAA+{face.name[1:]}"
    curved = face.font.program is not None and face.font.program.units > 0
    program = pdf.make_stream(zlib.compress(_truetype(face) if curved else _program(face), 9))
    program["/Filter"] = name("/FlateDecode")
    if not curved:
        program["/Subtype"] = name("/CIDFontType0C")
    descriptor = pikepdf.Dictionary(
        Type=name("/FontDescriptor"), FontName=name(called), Flags=4, FontBBox=[-1000, -1000, 2000, 2000],
        ItalicAngle=0, Ascent=800, Descent=-200, CapHeight=700, StemV=80,
    )  # fmt: skip
    descriptor["/FontFile2" if curved else "/FontFile3"] = pdf.make_indirect(program)
    below = pikepdf.Dictionary(
        Type=name("/Font"), Subtype=name("/CIDFontType2" if curved else "/CIDFontType0"), BaseFont=name(called),
        CIDSystemInfo=pikepdf.Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0),
        FontDescriptor=pdf.make_indirect(descriptor), DW=0,
        W=[1, [SPACE, *(round(sign.width, 3) for sign in face.signs)]],
    )  # fmt: skip
    if curved:
        below["/CIDToGIDMap"] = name("/Identity")
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=name("/Font"), Subtype=name("/Type0"), BaseFont=name(called), Encoding=name("/Identity-H"),
            DescendantFonts=[pdf.make_indirect(below)], ToUnicode=_packed(pdf, _said(face)),
        )
    )  # fmt: skip


def _program(face: Typeface) -> bytes:
    """The program of a font in the Compact Font Format."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen

    outlines = [EMPTY, EMPTY, *(face.font.outline(sign.glyph) for sign in face.signs)]
    widths = [0.0, SPACE, *(sign.width for sign in face.signs)]
    names = [".notdef", "space", *(f"g{number}" for number in range(2, len(outlines)))]
    strings = {}
    for glyph, outline, width in zip(names, outlines, widths, strict=True):
        pen = T2CharStringPen(round(width), None, roundTolerance=0)
        for act, points in outline:
            getattr(pen, act)(*points)
        strings[glyph] = pen.getCharString()
    builder = FontBuilder(unitsPerEm=1000, isTTF=False)
    builder.setupGlyphOrder(names)
    builder.setupCFF(face.name[1:], {}, strings, {})
    table = builder.font["CFF "]
    return bytes(table.compile(builder.font))


def _truetype(face: Typeface) -> bytes:
    """The program of a font in TrueType, for shapes that come from there."""
    import io

    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    assert face.font.program is not None
    units = face.font.program.units
    outlines = [EMPTY, EMPTY, *(face.font.outline(sign.glyph) for sign in face.signs)]
    widths = [0.0, SPACE, *(sign.width for sign in face.signs)]
    names = [".notdef", "space", *(f"g{number}" for number in range(2, len(outlines)))]
    glyphs, metrics = {}, {}
    for glyph, outline in zip(names, outlines, strict=True):
        pen = TTGlyphPen(None)
        scaled = TransformPen(pen, (units / 1000, 0, 0, units / 1000, 0, 0))
        for act, points in outline:
            getattr(scaled, act)(*points)
        glyphs[glyph] = pen.glyph()
    builder = FontBuilder(unitsPerEm=units, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupGlyf(glyphs)
    for glyph, width in zip(names, widths, strict=True):
        metrics[glyph] = (min(max(round(width * units / 1000), 0), 65535), getattr(glyphs[glyph], "xMin", 0))
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=round(0.8 * units), descent=round(-0.2 * units))
    builder.setupHead(unitsPerEm=units, created=_LONG_AGO, modified=_LONG_AGO)
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.font.save(out)
    return out.getvalue()


def _said(face: Typeface) -> str:
    """The table of what the codes of a font say."""
    pairs = [(1, " "), *((number, sign.text or "") for number, sign in enumerate(face.signs, 2))]
    digits = 2 if face.drawn else 4
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        f"1 begincodespacerange <{'0' * digits}> <{'F' * digits}> endcodespacerange",
    ]
    for at in range(0, len(pairs), 100):
        some = pairs[at : at + 100]
        lines.append(f"{len(some)} beginbfchar")
        lines += [f"<{number:0{digits}X}> <{text.encode('utf-16-be').hex().upper()}>" for number, text in some]
        lines.append("endbfchar")
    return "\n".join([*lines, "endcmap CMapName currentdict /CMap defineresource pop end end"])
