"""PDF: pages as paragraphs, drawn anew with what replaces words; all else is told, judged by verify, and dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sfumato.io.formats.pdf import hidden
from sfumato.io.formats.pdf.content import Drawing
from sfumato.io.formats.pdf.flow import close_gaps, placed_marks, placed_rows
from sfumato.io.formats.pdf.lines import Paragraph, hidden_texts, paragraphs_of, place_of
from sfumato.io.formats.pdf.marks import EVERYWHERE, SAME, Box, Page, Picture, Shape, area, box_of, common
from sfumato.io.formats.pdf.objects import (
    entry,
    inflated,
    is_dictionary,
    is_pdf,
    is_stream,
    listed,
    numbers,
    open_pdf,
    pages_of,
)
from sfumato.io.formats.pdf.places import UNKNOWN, tell_places
from sfumato.io.formats.pdf.setting import Fallback, Row, as_rows, kept_letters, known_signs, set_anew
from sfumato.io.formats.pdf.state import Shared
from sfumato.io.formats.pdf.written import NewPage, new_file
from sfumato.io.formats.pieces import DROPPED, KEPT, REWRITTEN, Opened, Reading, refused
from sfumato.types import Edit

name = "pdf"
what = "a PDF"
suffixes = (".pdf",)
types = ("application/pdf",)

_LETTER = (0.0, 0.0, 612.0, 792.0)
_SCAN = 0.5  # of a page that a picture covers, from which on a page without text is a scan
_MEANT = frozenset(("a picture of a layer that is off",))  # what is left out because nobody sees it
_FEW = 50  # letters, below which a page has no text to speak of
_SECONDS = 0.6  # that a page may take
_UNKNOWN = 0.02  # of the letters of a page that nobody can read, from which on it is refused
_LIES = 3  # codes of a font that show other letters than they say
_HIDDEN_NOTE = 2 | 32  # flags of notes that are not shown


def is_one(data: bytes) -> bool:
    """Whether bytes begin as a PDF does."""
    return is_pdf(data)


def opened(data: bytes, reading: Reading) -> Opened:
    """The document."""
    pdf = open_pdf(data)
    found = Opened()
    tell_places(pdf, data, found, reading)
    if reading.unknown_parts == "refuse" and any(part.name in UNKNOWN for part in found.parts):
        raise refused("it has parts that are not known, and unknown parts are to be refused", "unknown-parts")
    pages, shared = pages_drawn(pdf, reading)
    _tell_undrawn(pdf, shared, found)
    for font in shared.fonts.values():
        found.drop("what fonts say of letters", *font.told)
        if len(font.lies) >= _LIES:
            raise refused("it has a font whose letters are others than they say: what is seen cannot be judged")
    texts: list[tuple[Page, list[Paragraph]]] = []
    edits: dict[int, Sequence[Edit]] = {}
    for page in pages:
        paragraphs = _told(page, found, reading, edits)
        texts.append((page, paragraphs))
    found.save = lambda: _saved(pdf, texts, edits, reading)
    return found


def pages_drawn(pdf: Any, reading: Reading) -> tuple[list[Page], Shared]:
    """The pages with all their marks, and what they share."""
    from sfumato.io.formats.confined import more_time

    shared = Shared(pdf, _layers_off(pdf) if "layers" not in reading.off else frozenset())
    pages = []
    found = pages_of(pdf)
    more_time(_SECONDS * max(len(found) - 4, 0))
    for number, (node, given) in enumerate(found, 1):
        page = _page(number, node, given)
        drawing = Drawing(page, shared)
        contents = b"\n".join(inflated(each) for each in listed(entry(node, "/Contents")))
        drawing.run(contents, given.get("/Resources"))
        for note in listed(entry(node, "/Annots")) if "appearances" not in reading.off else ():
            _draw_note(page, shared, note)
        hidden.mark_hidden(page, reading.off)
        pages.append(page)
    return pages, shared


def _tell_undrawn(pdf: Any, shared: Shared, found: Opened) -> None:
    """Adds what drawings say that no page shows."""
    for each in list(pdf.objects):
        drawing = is_stream(each) and (str(entry(each, "/Subtype")) == "/Form" or "/PatternType" in each)
        if drawing and each.objgen not in shared.drawn:
            paper = Page(0, _LETTER, EVERYWHERE)
            Drawing(paper, shared).form(each, SAME, 1)
            said = [paragraph.text for paragraph in paragraphs_of(x for x in paper.letters if x.sign.text)]
            found.drop("drawings that no page shows", "\n".join(said), *(text for _, text in paper.said))


def _page(number: int, node: Any, given: dict[str, Any]) -> Page:
    media = _upright(numbers(given.get("/MediaBox"), 4, _LETTER))
    crop = common(media, _upright(numbers(given.get("/CropBox"), 4, media)))
    if area(crop) <= 0:
        crop = media
    turned = given.get("/Rotate")
    rotate = int(turned) % 360 // 90 * 90 if isinstance(turned, int) else 0
    unit = entry(node, "/UserUnit")
    return Page(number, media, crop, rotate, float(unit) if unit is not None else 1.0)


def _upright(box: tuple[float, ...]) -> Box:
    return (min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3]))


def _layers_off(pdf: Any) -> frozenset[tuple[int, int]]:
    """The layers that are not shown."""
    settings = entry(entry(pdf.Root, "/OCProperties"), "/D")
    off = {each.objgen for each in listed(entry(settings, "/OFF")) if is_dictionary(each)}
    if str(entry(settings, "/BaseState")) == "/OFF":
        every = {each.objgen for each in listed(entry(entry(pdf.Root, "/OCProperties"), "/OCGs"))}
        off |= every - {each.objgen for each in listed(entry(settings, "/ON")) if is_dictionary(each)}
    return frozenset(off)


def _draw_note(page: Page, shared: Shared, note: Any) -> None:
    """Draws how a note or a field looks, where it is shown."""
    looks = entry(entry(note, "/AP"), "/N")
    if is_dictionary(looks) and not is_stream(looks):
        looks = entry(looks, str(entry(note, "/AS") or "/Off"))
    flags = entry(note, "/F")
    if not is_stream(looks) or (isinstance(flags, int) and flags & _HIDDEN_NOTE):
        return
    if str(entry(note, "/Subtype")) in ("/Popup", "/Link"):
        return
    rect = _upright(numbers(entry(note, "/Rect"), 4, (0.0, 0.0, 0.0, 0.0)))
    room = numbers(entry(looks, "/BBox"), 4, (0.0, 0.0, 1.0, 1.0))
    own = numbers(entry(looks, "/Matrix"), 6, SAME)
    box = box_of((("re", (room[0], room[1], room[2] - room[0], room[3] - room[1])),), own)  # type: ignore[arg-type]
    wide, high = box[2] - box[0], box[3] - box[1]
    if area(rect) <= 0 or wide <= 0 or high <= 0:
        return
    a, d = (rect[2] - rect[0]) / wide, (rect[3] - rect[1]) / high
    drawing = Drawing(page, shared)
    drawing.form(looks, (a, 0.0, 0.0, d, rect[0] - box[0] * a, rect[1] - box[1] * d), 1)


# --- what is told -----------------------------------------------------------------------------------------


def _told(page: Page, found: Opened, reading: Reading, edits: dict[int, Sequence[Edit]]) -> list[Paragraph]:
    """Adds the pieces of a page; gives its paragraphs."""
    place = f"page {page.number}"
    visible = [letter for letter in page.letters if not letter.why]
    _check(page, reading)
    for where, said in page.said:
        if where.partition(": ")[2] not in reading.off:
            found.drop(where, said)
    for why, text in hidden_texts(page):
        found.drop(f"{place}: {why}", text)
        found.part(f"{place}: {why}", DROPPED, "nobody sees it")
    for each in sorted(page.left_out):
        found.part(f"{place}: {each}", DROPPED, "it is not drawn anew")
    for picture in page.pictures:
        found.part(picture.place, KEPT if reading.images == "keep" else DROPPED, "its pixels alone; nobody reads them")
        if reading.images == "keep":
            found.unread.append(picture.place)
    paragraphs = paragraphs_of(visible)
    for number, paragraph in enumerate(paragraphs, 1):
        before = "\n" if paragraph.near else "\n\n"
        found.add(f"{place}: paragraph {number}", paragraph.text, _put(paragraph, edits), before)
    found.part(place, REWRITTEN, "drawn anew")
    return paragraphs


def _put(paragraph: Paragraph, edits: dict[int, Sequence[Edit]]) -> Callable[[Sequence[Edit]], None]:
    def put(changes: Sequence[Edit]) -> None:
        edits[id(paragraph)] = changes

    return put


def is_scan(page: Page) -> bool:
    """Whether a page is a picture, with hardly a letter that can be seen."""
    covered = sum(area(common(each.box, page.crop)) for each in page.pictures)
    return covered > _SCAN * area(page.crop) and _seen(page) < _FEW


def is_unreadable(page: Page) -> bool:
    """Whether the fonts of a page do not say which letters they show, so that nobody can judge them."""
    seen, unknown = _seen(page), _unknown(page)
    return unknown > max(3, _UNKNOWN * (seen + unknown)) or bool(unknown and not seen)


def _unknown(page: Page) -> int:
    return sum(letter.why == hidden.UNKNOWN for letter in page.letters)


def _seen(page: Page) -> int:
    return sum(not (letter.why or (letter.sign.text or " ").isspace()) for letter in page.letters)


def _check(page: Page, reading: Reading) -> None:
    """Refuses a page that cannot be judged: a scan, or letters that nobody can read."""
    place = f"page {page.number}"
    if page.pictures and reading.images == "refuse":
        raise refused(f"{place}: it has pictures, which are not read")
    if is_scan(page):
        raise refused(f"{place} is a picture, which is not read: a scan, or text under a picture", "scanned")
    if is_unreadable(page):
        raise refused(f"{place}: its font does not say which letters it shows, so that nobody can judge them")
    if reading.pdf == "rewrite":
        lost = sorted(page.left_out - _MEANT) + ["letters whose font does not say what they are"] * bool(_unknown(page))
        if lost:
            raise refused(f"{place}: {', '.join(lost)} would be lost, and what loses any is to be refused", "lossy")


# --- what is written --------------------------------------------------------------------------------------


def _saved(
    source: Any, texts: Sequence[tuple[Page, list[Paragraph]]], edits: dict[int, Sequence[Edit]], reading: Reading
) -> bytes:
    """The new file; the old one is open as long as its pictures are read."""
    spare = Fallback()
    kept = [
        letter
        for _, paragraphs in texts
        for each in paragraphs
        for letter in kept_letters(each, edits.get(id(each), ()))
    ]
    spaces = [letter for page, _ in texts for letter in page.letters if letter.sign.text == " "]
    known = known_signs([*kept, *spaces])
    pages = []
    for page, paragraphs in texts:
        touched = [each for each in paragraphs if edits.get(id(each))]
        others = [each for each in paragraphs if not edits.get(id(each))]
        shapes = [shape for shape in page.shapes if not _goes_with(shape, touched)]
        pictures: list[Picture] = page.pictures if reading.images == "keep" else []
        rows: dict[int, list[Row]] = {}
        for each in paragraphs:
            changes = edits.get(id(each))
            rows[id(each)] = set_anew(each, changes, page, others, known, spare) if changes else as_rows(each)
        if touched and "gaps" not in reading.off:
            pages.append(_without_gaps(page, paragraphs, touched, rows, [*shapes, *pictures]))
        else:
            pages.append(NewPage(page, [row for each in rows.values() for row in each], shapes, pictures))
    made = new_file(pages)
    source.close()
    return made


def _without_gaps(
    page: Page,
    paragraphs: Sequence[Paragraph],
    touched: Sequence[Paragraph],
    rows: dict[int, list[Row]],
    marks: Sequence[Shape | Picture],
) -> NewPage:
    """A page whose paragraphs moved up where those above them got shorter."""
    still = placed_marks(marks)
    before = [*still, *(each for one in paragraphs for each in placed_rows(as_rows(one), id(one)))]
    all_ = [*still, *(each for one in paragraphs for each in placed_rows(rows[id(one)], id(one)))]
    close_gaps(page, all_, [(each, len(rows[id(each)])) for each in touched], before)
    found = [each.mark for each in all_]
    return NewPage(
        page,
        [each for each in found if isinstance(each, Row)],
        [each for each in found if isinstance(each, Shape)],
        [each for each in found if isinstance(each, Picture)],
    )


def _goes_with(shape: Shape, paragraphs: Sequence[Paragraph]) -> bool:
    """Whether a shape underlines, marks or frames words of a paragraph that was set anew: it would tell their width."""
    for paragraph in paragraphs:
        x0, y0, x1, y1 = shape.box
        places = [place_of(x, y, paragraph.angle) for x, y in ((x0, y0), (x1, y1))]
        left, right = min(p[0] for p in places), max(p[0] for p in places)
        low, high = min(p[1] for p in places), max(p[1] for p in places)
        for line in paragraph.lines:
            size = line.size
            inside = left > line.left - 0.6 * size and right < line.right + 0.6 * size and right - left > 0.3
            if inside and low > line.height - 0.45 * size and high < line.height + 1.1 * size:
                return True
    return False
