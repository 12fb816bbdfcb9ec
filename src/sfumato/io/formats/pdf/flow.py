"""Closes the gaps that lines leave which are gone: what stands below in the same flow of text moves up.

Only where nothing stands beside: in tables and columns a gap stays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sfumato.io.formats.pdf.lines import Paragraph
from sfumato.io.formats.pdf.marks import EVERYWHERE, Box, Letter, Page, Paint, Picture, Shape, box_of
from sfumato.io.formats.pdf.setting import Row

_GAP = 3.2  # of the size of letters, from which on what is below does not belong to the text above
_TALL = 0.6  # of a page, from which on a shape is its frame or its ground


@dataclass(slots=True)
class Placed:
    """A mark, between which heights it stands, and of which paragraph it is."""

    mark: Row | Shape | Picture
    low: float
    high: float
    owner: int = 0


def placed_rows(rows: Sequence[Row], owner: int) -> list[Placed]:
    """Rows with the heights between which they stand."""
    found = []
    for row in rows:
        letters = [letter for word in row.words for letter in word]
        low = min(letter.y - 0.3 * _size(letter) for letter in letters)
        found.append(Placed(row, low, max(letter.y + 0.8 * _size(letter) for letter in letters), owner))
    return found


def placed_marks(marks: Sequence[Shape | Picture]) -> list[Placed]:
    """Shapes and pictures with the heights between which they stand."""
    return [Placed(mark, mark.box[1], mark.box[3]) for mark in marks]


def close_gaps(page: Page, all_: list[Placed], touched: Sequence[tuple[Paragraph, int]], before: list[Placed]) -> None:
    """Moves marks up to where paragraphs got shorter, the lowest gap first; `before` is where rows stood at first.

    `touched` are the paragraphs that were set anew and the numbers of rows that they have now.
    """
    tall = _TALL * (page.crop[3] - page.crop[1])
    for paragraph, count in sorted(touched, key=lambda one: one[0].lines[-1].height):
        lines, size = paragraph.lines, paragraph.size
        if paragraph.angle or count >= len(lines):
            continue
        top, bottom = lines[0].height + 0.8 * size, lines[-1].height - 0.3 * size
        beside = [each for each in before if each.owner != id(paragraph) and each.low < top and each.high > bottom]
        own = [
            each for each in beside if each.high - each.low < tall and min(each.high, top) - max(each.low, bottom) > 1
        ]
        if own:
            continue
        chain = _below(all_, bottom, size, tall)
        if not chain:
            continue
        pitch = lines[-2].height - lines[-1].height if len(lines) > 1 else 1.2 * size
        freed = pitch * (len(lines) - count)
        if not count:
            freed = max(top - max(each.high for each in chain), freed)
        moved: dict[int, Paint] = {}
        for each in chain:
            each.mark = _moved(each.mark, freed, tall, moved)
            each.low, each.high = each.low + freed, each.high + freed


def _below(all_: Sequence[Placed], bottom: float, size: float, tall: float) -> list[Placed]:
    """What follows below, until a gap; nothing where something stands half above."""
    chain: list[Placed] = []
    at = bottom
    for each in sorted(all_, key=lambda one: -one.high):
        if each.high - each.low > tall:
            continue
        if each.high > bottom + 0.1 * size:
            if each.low < bottom - 0.1 * size:
                return []
            continue
        if at - each.high > _GAP * size:
            break
        chain.append(each)
        at = min(at, each.low)
    return chain


def _moved(mark: Row | Shape | Picture, up: float, tall: float, paints: dict[int, Paint]) -> Row | Shape | Picture:
    if isinstance(mark, Row):
        words = [[_letter_moved(letter, up, tall, paints) for letter in word] for word in mark.words]
        return Row(mark.order, words, [_letter_moved(letter, up, tall, paints) for letter in mark.extra])
    a, b, c, d, e, f = mark.ctm
    x0, y0, x1, y1 = mark.box
    paint = _paint_moved(mark.paint, up, tall, paints)
    return replace(mark, ctm=(a, b, c, d, e, f + up), box=(x0, y0 + up, x1, y1 + up), paint=paint)


def _letter_moved(letter: Letter, up: float, tall: float, paints: dict[int, Paint]) -> Letter:
    return replace(letter, y=letter.y + up, paint=_paint_moved(letter.paint, up, tall, paints))


def _paint_moved(paint: Paint, up: float, tall: float, paints: dict[int, Paint]) -> Paint:
    """How something is painted that moves: what it is cut by moves with it, unless that is as tall as the page."""
    if not paint.clip:
        return paint
    if id(paint) not in paints:
        clip = []
        for path, rule in paint.clip:
            box: Box = box_of(path, (1, 0, 0, 1, 0, 0))
            if box[3] - box[1] < tall:
                path = tuple((kind, tuple(v + up if i % 2 else v for i, v in enumerate(given))) for kind, given in path)
            clip.append((path, rule))
        paints[id(paint)] = replace(paint, clip=tuple(clip), room=EVERYWHERE)
    return paints[id(paint)]


def _size(letter: Letter) -> float:
    return math.hypot(letter.linear[2], letter.linear[3])
