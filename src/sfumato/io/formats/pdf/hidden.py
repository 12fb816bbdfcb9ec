"""Which letters nobody sees: not painted, too small, off the page, in the colour of the paper, or under a box."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sfumato.io.formats.pdf.colours import Colour
from sfumato.io.formats.pdf.marks import Box, Letter, Page, Picture, Shape

UNKNOWN = "letters that nobody can read"
UNPAINTED = "letters that are not painted"
SMALL = "letters too small to be seen"
OUTSIDE = "off the page, or cut off"
SAME_COLOUR = "letters in the colour of what they stand on"
COVERED = "under a box or a picture"
HANDLERS = {UNPAINTED: "unpainted", SMALL: "small", OUTSIDE: "outside", SAME_COLOUR: "colour", COVERED: "covered"}
"""What the reasons are called where one of them is switched off."""
_SMALLEST = 0.8  # points
_NEAR = 0.06  # between colours that nobody tells apart
_BAND = 24.0  # points, by which what covers is looked up


@dataclass(frozen=True, slots=True)
class _Cover:
    order: int
    box: Box
    colour: tuple[float, float, float] | None
    """None for pictures, and for shapes that are no boxes: nobody knows what is at one place of them."""
    covers: bool = True
    """Whether nothing is seen below it."""


def mark_hidden(page: Page, off: frozenset[str] = frozenset()) -> None:
    """Says of every letter of a page that nobody sees why that is; `off` are those that are not asked for."""
    covers = _covers(page)
    if "a shading" in page.left_out:
        off = off | {HANDLERS[SAME_COLOUR]}  # what is behind letters is not known
    for letter in page.letters:
        if not letter.why:
            why = _why(letter, covers)
            letter.why = "" if HANDLERS.get(why) in off else why


def _why(letter: Letter, covers: dict[int, list[_Cover]]) -> str:
    if letter.sign.text is None:
        return UNKNOWN
    if letter.sign.text.isspace():
        return ""
    paint = letter.paint
    if paint.mode in (3, 7):
        return UNPAINTED
    a, b, c, d = letter.linear
    if math.hypot(c, d) < _SMALLEST or math.hypot(a, b) < _SMALLEST:
        return SMALL
    wide = letter.sign.width / 2000
    x, y = letter.x + wide * a + 0.25 * c, letter.y + wide * b + 0.25 * d
    if not _inside(paint.room, x, y):
        return OUTSIDE
    stroked = paint.mode in (1, 5)
    if paint.alpha[1 if stroked else 0] < 0.04:
        return UNPAINTED
    below: _Cover | None = None
    for cover in covers.get(int(y // _BAND), ()):
        if _inside(cover.box, x, y):
            if cover.order > letter.order:
                if cover.covers:
                    return COVERED
            elif below is None or cover.order > below.order:
                below = cover
    paper = (1.0, 1.0, 1.0) if below is None else below.colour
    if paint.shades[1 if stroked else 0] is not None:
        return ""
    ink = as_rgb(paint.stroke if stroked else paint.fill)
    same = paper is not None and max(abs(one - other) for one, other in zip(ink, paper, strict=True)) < _NEAR
    return SAME_COLOUR if same else ""


def _covers(page: Page) -> dict[int, list[_Cover]]:
    """What may cover letters, or stand behind them, by bands of the page."""
    found: dict[int, list[_Cover]] = defaultdict(list)
    low, high = int(page.crop[1] // _BAND), int(page.crop[3] // _BAND)
    for mark in _filled((*page.shapes, *page.pictures)):
        room = mark.paint.room
        box = (
            max(mark.box[0], room[0]),
            max(mark.box[1], room[1]),
            min(mark.box[2], room[2]),
            min(mark.box[3], room[3]),
        )
        box_like = isinstance(mark, Shape) and mark.rectangle and _is_opaque(mark)
        colour = as_rgb(mark.paint.fill) if box_like and mark.paint.shades[0] is None else None
        covers = box_like or (isinstance(mark, Picture) and _is_opaque(mark))
        for band in range(max(int(box[1] // _BAND), low), min(int(box[3] // _BAND), high) + 1):
            found[band].append(_Cover(mark.order, box, colour, covers))
    return found


def _filled(marks: Iterable[Shape | Picture]) -> Iterator[Shape | Picture]:
    for mark in marks:
        large = mark.box[3] - mark.box[1] > 2 and mark.box[2] - mark.box[0] > 1
        if large and (isinstance(mark, Picture) or mark.how[0] in "fBd"):
            yield mark


def _is_opaque(mark: Shape | Picture) -> bool:
    return mark.paint.alpha[0] > 0.9 and mark.paint.blend in ("/Normal", "/Compatible")


def _inside(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def as_rgb(colour: Colour) -> tuple[float, float, float]:
    """A colour in red, green and blue.

    >>> as_rgb((0.0, 0.0, 0.0, 1.0)), as_rgb((1.0,))
    ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    """
    if len(colour) == 4:
        c, m, y, k = colour
        return (1 - min(1.0, c + k), 1 - min(1.0, m + k), 1 - min(1.0, y + k))
    if len(colour) == 3:
        return (colour[0], colour[1], colour[2])
    return (colour[0], colour[0], colour[0])
