"""PDFs drawn anew: what they say, how they look, and that no width tells what stood there."""

import io
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from matplotlib import font_manager
from PIL import Image
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate

from sfumato.errors import InputError
from sfumato.io.formats.documents import opened
from sfumato.io.formats.pieces import DROPPED, Edit, Reading

sys.path.insert(0, str(Path(__file__).parents[4] / "scripts"))

from trap_sources.pdfs import pdf, stream

pdfmetrics.registerFont(TTFont("Body", font_manager.findfont("DejaVu Serif")))
LETTER = (
    "Thank you for seeing this carpenter from Tarragona. He was admitted in March with fever, night sweats and weight "
    "loss. He takes zidovudine every day, and his mother was treated for breast cancer with radiotherapy.",
    "He sleeps well and goes back to work next week. Please repeat the chest X-ray in June, and write to us.",
)
POPPLER = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler is not installed")


def letter(paragraphs=LETTER, font="Body", align=0, **given):
    """A letter of paragraphs."""
    made = io.BytesIO()
    style = ParagraphStyle("body", fontName=font, fontSize=11, leading=14, spaceAfter=8, alignment=align)
    story = [Paragraph(text, style) for text in paragraphs]
    SimpleDocTemplate(made, invariant=1, **given).build(story)
    return made.getvalue()


def drawn(draw, font="Helvetica", size=12):
    """A page that is drawn on a canvas."""
    made = io.BytesIO()
    canvas = Canvas(made, invariant=1)
    canvas.setFont(font, size)
    draw(canvas)
    canvas.save()
    return made.getvalue()


def texts(data, fate="rewritten"):
    return [piece.text for piece in opened(data, "a.pdf", Reading()).pieces if piece.fate == fate]


def rewritten(data, changes, reading=None):
    """A document with words replaced wherever they stand."""
    document = opened(data, "a.pdf", reading or Reading())
    edits = {}
    for number, piece in enumerate(document.pieces):
        if piece.fate != DROPPED:
            found = [
                Edit(hit.start(), hit.end(), new)
                for old, new in changes.items()
                for hit in re.finditer(old, piece.text)
            ]
            if found:
                edits[number] = sorted(found)
    return document.write(edits)


def pixels(data, dpi=100):
    page = pypdfium2.PdfDocument(data)[0]
    return page.render(scale=dpi / 72, grayscale=True).to_numpy().astype(int)


def bodies(data):
    with pikepdf.open(io.BytesIO(data)) as document:
        return {each.read_raw_bytes() for each in document.objects if isinstance(each, pikepdf.Stream)}


# --- what it says -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("font", "align"), [("Helvetica", 0), ("Times-Roman", 4), ("Body", 0), ("Body", 4)])
def test_paragraphs_are_pieces_whatever_the_font(font, align):
    assert texts(letter(font=font, align=align)) == list(LETTER)


def test_a_word_broken_at_the_end_of_a_line_is_one():
    def draw(canvas):
        canvas.drawString(72, 700, "The patient suffers of many oppor-")
        canvas.drawString(72, 686, "tunistic infections, as we found.")

    assert texts(drawn(draw)) == ["The patient suffers of many opportunistic infections, as we found."]


def test_letters_in_any_order_are_words():
    def draw(canvas):
        for at in (3, 0, 5, 1, 4, 2):
            canvas.drawString(72 + 9 * at, 700, "Kaposi"[at])

    assert texts(drawn(draw, "Courier", 15)) == ["Kaposi"]


def test_columns_are_read_one_after_the_other():
    def draw(canvas):
        for number in range(3):
            canvas.drawString(72, 700 - 14 * number, f"left column line {number}, which goes on")
        for number in range(3):
            canvas.drawString(320, 700 - 14 * number, f"right column line {number}, which goes on")

    found = " ".join(texts(drawn(draw)))
    assert found.index("left column line 2") < found.index("right column line 0")


def test_upright_text_is_read():
    def draw(canvas):
        canvas.rotate(90)
        canvas.drawString(100, -200, "Kaposi stands upright")

    data = drawn(draw)
    assert texts(data) == ["Kaposi stands upright"]
    assert texts(rewritten(data, {"Kaposi": "Somebody"})) == ["Somebody stands upright"]


def test_metadata_and_notes_are_told_and_dropped():
    data = letter(title="About HIV", author="Dr. Nobody")
    assert {"About HIV", "Dr. Nobody"} <= set(texts(data, DROPPED))
    assert texts(rewritten(data, {}), DROPPED) == []


def test_files_and_scripts_are_refused_where_unknown_parts_are():
    script = pdf(
        catalog="/OpenAction << /S /JavaScript /JS (app.beep) >>", objects={10: "<< /S /JavaScript /JS (beep) >>"}
    )
    with pytest.raises(InputError, match="not known"):
        opened(script, "a.pdf", Reading(unknown_parts="refuse"))
    assert opened(letter(), "a.pdf", Reading(unknown_parts="refuse")).pieces


def test_white_letters_on_a_dark_shape_are_seen():
    def draw(canvas):
        canvas.setFillColorRGB(0, 0, 0.4)
        canvas.roundRect(60, 680, 300, 50, 20, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(90, 700, "white on a dark shape")
        canvas.drawString(90, 300, "white on the paper")

    data = drawn(draw)
    assert texts(data) == ["white on a dark shape"]
    assert "white on the paper" in texts(data, DROPPED)


# --- how it looks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("font", ["Helvetica", "Body"])
def test_what_is_not_touched_looks_as_before(font):
    data = letter(font=font)
    assert (abs(pixels(data) - pixels(rewritten(data, {}))) > 64).mean() <= 0.0005


@pytest.mark.parametrize("font", ["Times-Roman", "Body"])
def test_only_the_paragraph_with_a_replacement_looks_another_way(font):
    data = letter(font=font)
    made = rewritten(data, {"zidovudine": "a medicine"})
    changed = np.nonzero((abs(pixels(data) - pixels(made)) > 64).sum(axis=1) > 9)[0]
    assert len(changed)
    assert changed.max() - changed.min() < 5 * 14 * 100 / 72
    assert texts(made) == [LETTER[0].replace("zidovudine", "a medicine"), LETTER[1]]


def test_lines_boxes_and_pictures_stay():
    def draw(canvas):
        canvas.drawString(72, 700, "A table")
        canvas.setFillColorRGB(0.2, 0.4, 0.9)
        canvas.rect(72, 500, 100, 60, stroke=1, fill=1)
        canvas.line(72, 450, 400, 300)
        canvas.bezier(72, 200, 100, 300, 200, 100, 400, 250)

    data = drawn(draw)
    assert (abs(pixels(data) - pixels(rewritten(data, {}))) > 8).mean() <= 0.0005


def test_a_picture_goes_out_as_bare_pixels_and_is_said_to_be_unread():
    grey = "/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8"
    data = pdf(
        "BT /F1 12 Tf 72 700 Td (A picture.) Tj ET q 90 0 0 90 60 390 cm /I1 Do Q",
        resources="/XObject << /I1 10 0 R >>",
        objects={10: stream(bytes(range(0, 128, 2)), grey + " /Secret (Kaposi)")},
    )
    document = opened(data, "a.pdf", Reading())
    assert document.unread == ["page 1: picture 1"]
    made = document.write({})
    assert (abs(pixels(data) - pixels(made)) > 8).mean() <= 0.0005
    assert b"Kaposi" not in made
    assert b"/Image" not in rewritten(data, {}, Reading(images="drop"))
    with pytest.raises(InputError, match="pictures"):
        opened(data, "a.pdf", Reading(images="refuse"))


@pytest.mark.parametrize("kind", ["jpeg", "pixels"])
@pytest.mark.parametrize("mask", ["/SMask", "/Mask"])
def test_a_picture_keeps_its_mask(kind, mask):
    """Office programs write most photographs so: the colours as JPEG, and beside them what shows through."""
    colours = np.zeros((16, 16, 3), np.uint8)
    colours[:, :, 0] = 200
    body, filter_ = colours.tobytes(), ""
    if kind == "jpeg":
        Image.fromarray(colours).save(file := io.BytesIO(), "JPEG")
        body, filter_ = file.getvalue(), " /Filter /DCTDecode"
    head = "/Type /XObject /Subtype /Image /Width 16 /Height 16"
    soft = stream(bytes([255] * 128 + [0] * 128), f"{head} /ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]")
    hard = stream(b"\0\0" * 8 + b"\xff\xff" * 8, f"{head} /ImageMask true /BitsPerComponent 1")
    space = f" /ColorSpace /DeviceRGB /BitsPerComponent 8{filter_}"
    data = pdf(
        "BT /F1 12 Tf 72 700 Td (A photograph.) Tj ET q 160 0 0 160 60 390 cm /I1 Do Q",
        resources="/XObject << /I1 10 0 R >>",
        objects={
            10: stream(body, f"{head}{space} {mask} 11 0 R", packed=kind != "jpeg"),
            11: soft if mask == "/SMask" else hard,
        },
    )
    made = rewritten(data, {})
    assert b"/SMask" in made
    assert (abs(pixels(data) - pixels(made)) > 8).mean() <= 0.001


def test_a_pattern_under_a_mask_does_not_cover_the_page():
    """Drawing programs veil a page so: a pattern over all of it, of which a mask leaves next to nothing."""
    head = "/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group << /S /Transparency /CS /DeviceGray >>"
    tile = "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 612 792] /XStep 612 /YStep 792 /Resources << >>"
    data = pdf(
        "BT /F1 12 Tf 72 700 Td (Seen through.) Tj ET q /S1 gs /Pattern cs /P1 scn 0 0 612 792 re f Q",
        resources="/ExtGState << /S1 << /SMask << /S /Luminosity /G 10 0 R >> >> >> /Pattern << /P1 11 0 R >>",
        objects={10: stream("0 g 0 0 612 792 re f", head), 11: stream("0 g 0 0 612 792 re f", tile)},
    )
    assert (abs(pixels(data) - pixels(rewritten(data, {}))) > 8).mean() <= 0.0005


def test_pages_keep_their_number_size_and_turn():
    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(letter(LETTER * 30))) as document:
        document.pages[1].Rotate = 90
        document.save(made)
    with pikepdf.open(io.BytesIO(rewritten(made.getvalue(), {}))) as new, pikepdf.open(made) as old:
        assert len(new.pages) == len(old.pages) > 2
        assert [page.get("/Rotate", 0) for page in new.pages][:3] == [0, 90, 0]
        assert [float(x) for x in new.pages[0].MediaBox] == pytest.approx(
            [float(x) for x in old.pages[0].MediaBox], abs=1e-3
        )


def test_no_stream_of_the_old_file_is_in_the_new_one():
    data = letter()
    assert not bodies(data) & bodies(rewritten(data, {}))


# --- what widths tell -------------------------------------------------------------------------------------

NAMES = [
    "Al Ray", "Bo Dee", "Cy Orr", "Ida Lux", "Max Roe", "Tom Hale", "Ann Birch", "Eve Stone", "Leo Marsh", "Amy Fields",
    "Ben Whitaker", "Carla Munro", "Dora Winters", "Emil Hartley", "Frank Osborne", "Gerda Sinclair", "Harold Kingsley",
    "Isabel Ferguson", "Jonathan Blythe", "Katharina Prescott", "Leopold Abercrombie", "Maximilian Featherstone",
    "Wilhelmina Cholmondeley", "Bartholomew Higginbottom", "Constantinos Papadopoulos",
]  # fmt: skip
NAMES += [f"{name[0]}. {name.split()[1]}" for name in NAMES]


@pytest.mark.parametrize(("font", "align"), [("Helvetica", 0), ("Body", 0), ("Body", 4)])
def test_names_of_any_length_leave_the_same_file(font, align):
    """Fifty names in one slot: what comes out is byte for byte the same."""
    made = set()
    for name in NAMES:
        text = f"We saw {name} today, and all of the results that we have by now are as they should be."
        data = letter((LETTER[0], text, LETTER[1]), font, align)
        made.add(rewritten(data, {re.escape(name): "a patient"}))
    assert len(NAMES) == 50
    assert len(made) == 1


def test_a_sentence_that_goes_leaves_no_gap():
    left_out = " He takes zidovudine every day, and his mother was treated for breast cancer with radiotherapy."
    shorter = LETTER[0].replace(left_out, "")
    whole, short = letter(), letter((shorter, LETTER[1]))
    assert (abs(pixels(rewritten(whole, {re.escape(left_out): ""})) - pixels(short)) > 64).mean() <= 0.0005


def test_a_table_keeps_its_rows():
    def draw(canvas):
        for number in range(4):
            canvas.drawString(72, 700 - 14 * number, f"row {number} of the table, which says")
            canvas.drawString(320, 700 - 14 * number, f"its value {number}")

    data = drawn(draw)
    made = rewritten(data, {"its value 1": ""})
    assert "its value 2" in " ".join(texts(made))
    assert "its value 1" not in " ".join(texts(made))
    kept = pixels(data)
    kept[:, int(300 * 100 / 72) :] = 255
    now = pixels(made)
    now[:, int(300 * 100 / 72) :] = 255
    assert (abs(kept - now) > 64).mean() <= 0.0005


def test_a_title_in_the_middle_and_a_date_at_the_right_tell_nothing():
    def page(name, place):
        def draw(canvas):
            canvas.drawCentredString(297.6, 760, f"Report on {name}")
            canvas.drawRightString(500, 700, "seen in June")
            canvas.drawRightString(500, 600, name)
            canvas.drawString(72, 500, "A line that is the longest of this page, so that it says how wide it is.")

        return drawn(draw)

    assert len({rewritten(page(name, 0), {re.escape(name): "somebody"}) for name in NAMES[::4]}) == 1


def test_an_underline_goes_with_what_it_underlines():
    def page(name):
        def draw(canvas):
            canvas.drawString(72, 700, f"We saw {name} today.")
            left = 72 + canvas.stringWidth("We saw ")
            canvas.line(left, 698, left + canvas.stringWidth(name), 698)
            canvas.drawString(72, 600, "A line that is the longest of this page, so that it says how wide it is.")

        return drawn(draw)

    assert len({rewritten(page(name), {re.escape(name): "somebody"}) for name in NAMES[::4]}) == 1


def test_letters_that_only_the_original_had_are_in_no_font():
    data = letter(("The wizard Quetzal came by.", "Nobody else was seen there at that hour."))
    made = rewritten(data, {"wizard Quetzal": "zebra"})
    said = zlib.decompress(next(body for body in bodies(made) if b"beginbfchar" in _inflated(body)))
    assert b"<0051>" not in said
    assert texts(made)[0] == "The zebra came by."


def _inflated(body):
    try:
        return zlib.decompress(body)
    except zlib.error:
        return b""


# --- what others read of it -------------------------------------------------------------------------------


@POPPLER
@pytest.mark.parametrize("font", ["Helvetica", "Body"])
def test_poppler_reads_the_new_words_and_not_the_old(font, tmp_path):
    path = tmp_path / "safe.pdf"
    path.write_bytes(rewritten(letter(font=font), {"zidovudine": "a medicine"}))
    said = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True).stdout.decode()
    assert " ".join(said.split()) == " ".join(LETTER).replace("zidovudine", "a medicine")


@POPPLER
def test_poppler_shows_the_same_pixels_outside_touched_lines(tmp_path):
    data = letter(LETTER * 4)
    shown = []
    for name, each in (("old", data), ("new", rewritten(data, {"zidovudine": "a medicine"}))):
        (tmp_path / f"{name}.pdf").write_bytes(each)
        command = ["pdftoppm", "-r", "100", "-gray", str(tmp_path / f"{name}.pdf")]
        raw = subprocess.run(command, capture_output=True, check=True).stdout
        head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", raw)
        wide, high = int(head[1]), int(head[2])
        shown.append(
            np.frombuffer(raw[head.end() : head.end() + wide * high], np.uint8).reshape(high, wide).astype(int)
        )
    differ = abs(shown[0] - shown[1]) > 0
    touched = [line for line in _lines_of(data) if "zidovudine" in line[0]]
    for _, low, high in touched:
        differ[int((842 - high) * 100 / 72) - 2 : int((842 - low) * 100 / 72) + 2] = False
    assert differ.mean() <= 0.0005


def _lines_of(data):
    """The paragraphs of the first page, with the heights between which they stand."""
    from sfumato.io.formats.pdf.document import pages_drawn
    from sfumato.io.formats.pdf.lines import paragraphs_of
    from sfumato.io.formats.pdf.objects import open_pdf

    pages, _ = pages_drawn(open_pdf(data), Reading())
    for each in paragraphs_of(pages[0].letters):
        yield each.text, each.lines[-1].height - 4, each.lines[0].height + 11


def test_a_page_that_would_lose_anything_can_be_refused():
    """With `--pdf rewrite` letters and lines stay sharp as they are by default, and nothing is left out."""

    shaded = pdf(
        "BT /F1 12 Tf 72 700 Td (He takes zidovudine every day.) Tj ET /S1 sh",
        resources="/Shading << /S1 << /ShadingType 1 /ColorSpace /DeviceRGB >> >>",
    )
    strict = Reading(pdf="rewrite")
    with pytest.raises(InputError, match="page 1: a shading would be lost"):
        opened(shaded, "a.pdf", strict)
    assert opened(shaded, "a.pdf", Reading()).pieces
    made = rewritten(letter(), {"zidovudine": "a medicine"}, strict)
    assert made == rewritten(letter(), {"zidovudine": "a medicine"})
    with pikepdf.open(io.BytesIO(made)) as file:
        assert not [each for each in file.objects if isinstance(each, pikepdf.Stream) and "/Width" in each]
