"""What is drawn on a page beside its letters looks as before: rules, pictures, drawn letters, colours."""

import io
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from sfumato.io.formats.documents import opened
from sfumato.io.formats.pieces import DROPPED, Edit, Reading

sys.path.insert(0, str(Path(__file__).parents[4] / "scripts"))

from trap_sources.pdfs import pdf, stream

SAYS = "BT /F1 12 Tf 72 700 Td (The ward is quiet.) Tj ET\n"
DOT = "BI /IM true /W 1 /H 1 /BPC 1 /F /AHx ID 00> EI"


def rewritten(data, old="", new=""):
    """A document with a word replaced."""
    document = opened(data, "a.pdf", Reading())
    edits = {}
    for number, piece in enumerate(document.pieces):
        if old and piece.fate != DROPPED and old in piece.text:
            at = piece.text.index(old)
            edits[number] = [Edit(at, at + len(old), new)]
    return document.write(edits)


def pixels(data, dpi=100):
    page = pypdfium2.PdfDocument(data)[0]
    return page.render(scale=dpi / 72).to_numpy().astype(int)


def looks_alike(data, made=None):
    return (abs(pixels(data) - pixels(made or rewritten(data))) > 8).mean() <= 0.0005


# --- rules and pictures in the content of a page --------------------------------------------------------------


def test_rules_that_are_stencils_of_one_point_stay():
    """Programs that make PDFs of PostScript draw rules so."""
    data = pdf(
        f"{SAYS} q 300 0 0 -1 72 600 cm {DOT} Q q 1 0 0 -200 400 600 cm {DOT} Q 1 0 0 rg q 90 0 0 90 72 300 cm {DOT} Q"
    )
    assert (pixels(data) < 200).any(axis=2).mean() > 0.01
    assert looks_alike(data)


def test_a_stencil_that_underlines_a_word_goes_with_it():
    data = pdf(f"{SAYS} q 60 0 0 -1 72 697 cm {DOT} Q")
    assert b"/IM" in b"".join(_contents(rewritten(data)))
    assert b"/IM" not in b"".join(_contents(rewritten(data, "ward is quiet", "day is over")))


def test_a_small_picture_in_the_content_of_a_page_stays():
    data = pdf(f"{SAYS} q 90 0 0 90 72 300 cm BI /W 2 /H 2 /BPC 8 /CS /RGB /F /AHx ID ff000000ff000000ff808080> EI Q")
    assert looks_alike(data)
    assert opened(data, "a.pdf", Reading()).unread == ["page 1: a picture in its content"]


@pytest.mark.filterwarnings("ignore:/SMask has a /Matte")
def test_a_picture_says_what_its_colours_were_mixed_with():
    head = "/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8"
    data = pdf(
        f"{SAYS} q 90 0 0 90 72 300 cm /I1 Do Q",
        resources="/XObject << /I1 10 0 R >>",
        objects={
            10: stream(b"\x40" * 12, f"{head} /ColorSpace /DeviceRGB /Interpolate true /SMask 11 0 R"),
            11: stream(b"\x40\x80\xc0\xff", f"{head} /ColorSpace /DeviceGray /Matte [0 0 0]"),
        },
    )
    made = rewritten(data)
    assert b"/Matte [ 0 0 0 ]" in made
    assert b"/Interpolate true" in made
    assert looks_alike(data, made)


def test_a_picture_that_cannot_be_read_is_left_out():
    head = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /Filter /JPXDecode"
    data = pdf(
        f"{SAYS} q 9 0 0 9 72 300 cm /I1 Do Q",
        resources="/XObject << /I1 10 0 R >>",
        objects={10: stream(b"Kaposi", head, packed=False)},
    )
    assert b"Kaposi" not in rewritten(data)


def _contents(data):
    with pikepdf.open(io.BytesIO(data)) as document:
        return [document.pages[0].Contents.read_bytes()]


# --- letters --------------------------------------------------------------------------------------------------


def test_letters_that_are_drawings_stay_drawings_and_can_be_read():
    """Programs that plot write so: what is drawn of such a letter is other points than what is drawn of a shape."""
    font = (
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 "
        "/LastChar 98 /Widths [600 600] /Encoding << /Differences [97 /a /b] >> /CharProcs << /a 11 0 R /b 12 0 R >> >>"
    )
    data = pdf(
        f"{SAYS} BT /F2 40 Tf 72 300 Td (abba) Tj ET BT /F2 40 Tf 72 200 Td (a) Tj ET",
        resources="/Font << /F1 5 0 R /F2 10 0 R >>",
        objects={
            10: font,
            11: stream("600 0 0 0 500 700 d1 0 0 m 500 0 l 250 700 l h f"),
            12: stream("600 0 0 0 500 700 d1 0 0 500 700 re f"),
        },
    )
    made = rewritten(data)
    assert looks_alike(data, made)
    assert "abba" in [piece.text for piece in opened(made, "a.pdf", Reading()).pieces]
    assert "abba" in pypdfium2.PdfDocument(made)[0].get_textpage().get_text_range()
    assert len(_procedures(made)) == 3  # a, b and the space
    assert len(_procedures(rewritten(data, "abba", "a"))) == 2


def _procedures(data):
    with pikepdf.open(io.BytesIO(data)) as document:
        fonts = document.pages[0].Resources.Font
        return next(list(font.CharProcs) for font in fonts.values() if font.Subtype == "/Type3")


@pytest.mark.parametrize("name", ["Helvetica", "Times-Roman"])
def test_fonts_that_every_reader_has_say_all_their_widths(name):
    """Readers fit the font that they take instead to any of them, used or not."""
    font = f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
    made = rewritten(pdf(SAYS, objects={5: font}))
    with pikepdf.open(io.BytesIO(made)) as document:
        font = document.pages[0].Resources.Font["/F1"]
        assert font.Widths[ord("m") - font.FirstChar] == {"Helvetica": 833, "Times-Roman": 778}[name]


# --- colours that change --------------------------------------------------------------------------------------

_RED_TO_BLUE = "<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1.5 >>"
_STITCHED = (
    "<< /FunctionType 3 /Domain [0 1] /Bounds [0.4] /Encode [0 1 1 0] /Functions ["
    f"{_RED_TO_BLUE} << /FunctionType 2 /Domain [0 1] /C0 [0 1 0] /C1 [0 0 1] /N 1 >>] >>"
)
SHADINGS = {
    "axial": f"/ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 200 50] /Function {_RED_TO_BLUE}",
    "extended": f"/ShadingType 2 /ColorSpace /DeviceRGB /Coords [60 0 90 0] /Extend [true false] /Function {_STITCHED}",
    "radial": "/ShadingType 3 /ColorSpace /DeviceRGB /Coords [90 60 10 110 60 70] /Extend [true true] "
    f"/Function {_STITCHED}",
    "domain": "/ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 200 0] /Domain [2 4] /Function "
    "<< /FunctionType 2 /Domain [2 4] /C0 [0] /C1 [0.2] /N 1 >>",
    "background": "/ShadingType 3 /ColorSpace /DeviceRGB /Coords [90 60 0 90 60 40] /Background [1 1 0] "
    f"/Function {_RED_TO_BLUE}",
}


@pytest.mark.parametrize("shading", SHADINGS)
@pytest.mark.parametrize("way", ["sh", "fill", "stroke", "letters"])
def test_shadings_stay_as_they_are(shading, way):
    drawing = {
        "sh": "q 1 0.2 0 1 80 300 cm 0 0 180 120 re W n /S1 sh Q",
        "fill": "q /Pattern cs /P1 scn 80 300 m 260 300 l 170 420 l h f Q",
        "stroke": "q /Pattern CS /P1 SCN 20 w 80 300 180 120 re S Q",
        "letters": "q /Pattern cs /P1 scn BT /F1 90 Tf 80 330 Td (Ward) Tj ET Q",
    }[way]
    data = pdf(
        f"{SAYS} {drawing}",
        resources="/Shading << /S1 10 0 R >> /Pattern << /P1 11 0 R >>",
        objects={
            10: f"<< {SHADINGS[shading]} /Secret (Kaposi) >>",
            11: "<< /PatternType 2 /Matrix [1 0 0 1 80 300] /Shading 10 0 R >>",
        },
    )
    made = rewritten(data)
    assert (pixels(data) != pixels(pdf(SAYS))).any()
    assert looks_alike(data, made)
    assert b"Kaposi" not in made
    assert "page 1: a shading" not in [part.name for part in opened(data, "a.pdf", Reading()).parts]


def test_a_shading_of_a_kind_that_is_not_drawn_is_said_to_go():
    data = pdf(
        f"{SAYS} /S1 sh",
        resources="/Shading << /S1 << /ShadingType 1 /ColorSpace /DeviceRGB /Function 10 0 R >> >>",
        objects={10: stream("{ 0.5 }", "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]")},
    )
    assert "page 1: a shading" in [part.name for part in opened(data, "a.pdf", Reading()).parts]


def test_white_letters_on_a_dark_shading_are_seen():
    shading = f"<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 600 0] /Function {_RED_TO_BLUE} >>"
    data = pdf(
        f"{SAYS} q 60 590 300 40 re W n /S1 sh Q 1 g BT /F1 12 Tf 72 600 Td (A white title.) Tj ET",
        resources=f"/Shading << /S1 {shading} >>",
    )
    assert "A white title." in [piece.text for piece in opened(data, "a.pdf", Reading()).pieces]
