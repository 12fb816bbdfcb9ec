"""Letters of fonts whose letters are drawings: those of filled paths have a shape, others nobody reads."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sfumato.io.formats.pdf.fonts import Font, Sign
from sfumato.io.formats.pdf.marks import Page, as_outline
from sfumato.io.formats.pdf.objects import entry, inflated, is_stream
from sfumato.io.formats.pdf.programs import EMPTY, Outline

if TYPE_CHECKING:
    from sfumato.io.formats.pdf.content import Drawing


def drawn_sign(drawing: Drawing, font: Font, sign: Sign) -> Sign:
    """A sign of such a font; one without a text where its drawing is no shape."""
    known = drawing.shared.type3.setdefault(font.number, {})
    if sign.glyph not in known:
        known[sign.glyph] = _outline(drawing, font, sign.glyph)
        font.outlines[sign.glyph] = known[sign.glyph] or EMPTY
    return sign if known[sign.glyph] is not None else replace(sign, text=None)


def _outline(drawing: Drawing, font: Font, glyph: str) -> Outline | None:
    procedure = entry(font.procedures, f"/{glyph}")
    if not is_stream(procedure) or procedure.objgen in drawing.running:
        return None
    page = Page(drawing.page.number, drawing.page.media, (-1e9, -1e9, 1e9, 1e9))
    below = drawing.apart(page, procedure)
    a, b, c, d, e, f = font.matrix
    below.state.ctm = (1000 * a, 1000 * b, 1000 * c, 1000 * d, 1000 * e, 1000 * f)
    below.run(inflated(procedure), drawing.resources, len(below.running))
    said = "".join(letter.sign.text or "" for letter in page.letters)
    if said.strip():
        drawing.page.said.append((f"{drawing.place}: in the drawing of a letter", said))
    if page.letters or page.pictures or any(shape.how not in ("f", "f*") for shape in page.shapes):
        return None
    return tuple(as_outline(page.shapes))
