"""Paragraphs set anew where words were replaced, so that no width tells how long the words were that went.

A paragraph in which something was replaced is filled anew from its first line to its last: words in the order of the
text, one space as wide as the other, lines as long as the column. What a column is, other lines say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from sfumato.io.formats.pdf import programs
from sfumato.io.formats.pdf.fonts import Font, Sign, is_standard
from sfumato.io.formats.pdf.lines import Line, Paragraph, advance_of, place_of, point_at
from sfumato.io.formats.pdf.marks import Letter, Page
from sfumato.io.formats.pieces import refused
from sfumato.types import Edit

_SCALES = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5)
_SPACE = 0.25  # of the size
_LIKE = {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2011": "-"}


@dataclass(slots=True)
class Row:
    """What is drawn on one line: words with a space between two."""

    order: int
    words: list[list[Letter]]
    extra: list[Letter] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Item:
    """A letter of a word that is to be set: how far it goes, in points."""

    letter: Letter
    advance: float


Known = dict[tuple[int, str], Sign]
"""The letters that are left of each font, by what they say: no other may be used of it."""


def as_rows(paragraph: Paragraph) -> list[Row]:
    """A paragraph as it stands."""
    return [Row(line.order, [word.letters for word in line.words], line.shadows) for line in paragraph.lines]


def known_signs(letters: Iterable[Letter]) -> Known:
    """The letters that may be used of each font."""
    return {(each.font.number, each.sign.text): each.sign for each in letters if each.sign.text}


def kept_letters(paragraph: Paragraph, edits: Sequence[Edit]) -> list[Letter]:
    """The letters that stay in a paragraph that is edited."""
    gone = [False] * len(paragraph.units)
    for edit in edits:
        gone[edit.start : edit.end] = [True] * (edit.end - edit.start)
    return [unit[0] for unit, goes in zip(paragraph.units, gone, strict=True) if unit and not goes]


class Fallback:
    """Letters of the standard fonts, drawn as shapes, where a font has not what is to be written."""

    def __init__(self) -> None:
        self.fonts: dict[str, Font] = {}

    def sign(self, character: str, style: Letter) -> tuple[Font, Sign]:
        """A character in the standard font that is nearest to that of a letter."""
        name = style.font.standard if style.font.standard in programs.STANDARD[:12] else "Helvetica"
        made = programs.standard_glyph(name, character)
        if made and is_standard(style.font):
            return style.font, Sign(character, made[0], character)
        font = self.fonts.setdefault(name, Font(100_000 + len(self.fonts), name, False, composite=True))
        for each in (character, _LIKE.get(character, ""), _bare(character)):
            if each and (made := programs.standard_glyph(name, each)):
                return font, Sign(each, made[0], each)
        raise refused("no font has the letters of what is to be written instead")


def set_anew(
    paragraph: Paragraph, edits: Sequence[Edit], page: Page, others: Sequence[Paragraph], known: Known, spare: Fallback
) -> list[Row]:
    """The rows of a paragraph with edits made; `others` are the paragraphs of its page that are not edited."""
    words = _words(paragraph, edits, known, spare)
    if not words:
        return []
    column = _column(paragraph, page, others)
    space = _space(paragraph, known)
    for scale in _SCALES:
        filled = _filled(words, column, paragraph, scale, space * scale)
        if filled is not None:
            return filled
    raise refused(f"page {page.number}: there is no room for what is to be written instead")


# --- what is set ------------------------------------------------------------------------------------------


def _words(paragraph: Paragraph, edits: Sequence[Edit], known: Known, spare: Fallback) -> list[list[_Item]]:
    """The words of an edited paragraph."""
    words: list[list[_Item]] = [[]]
    at = 0
    style = next(unit[0] for unit in paragraph.units if unit)
    for edit in (*sorted(edits), Edit(len(paragraph.text), len(paragraph.text), "")):
        style = _keep(paragraph, at, edit.start, words, known, spare) or style
        first = next((unit[0] for unit in paragraph.units[edit.start : edit.end] if unit), style)
        _write(edit.text, first, words, known, spare)
        at = max(at, edit.end)
    return [word for word in words if word]


def _keep(
    paragraph: Paragraph, start: int, end: int, words: list[list[_Item]], known: Known, spare: Fallback
) -> Letter | None:
    """Adds the letters from one character to another; those that were cut in two are written anew."""
    last = None
    for at in range(start, end):
        unit = paragraph.units[at]
        if unit is None:
            words.append([])
            continue
        letter, part = unit
        last = letter
        count = len(letter.sign.text or "")
        first, stop = at - part, at - part + count
        if first < start or stop > end:
            _write((letter.sign.text or "")[part], letter, words, known, spare)
        elif part == 0:
            following = paragraph.units[stop] if stop < end else None
            words[-1].append(_Item(letter, _to(letter, following[0] if following else None)))
    return last


def _to(letter: Letter, following: Letter | None) -> float:
    """How far a letter goes: to the one that follows, with what was between them; else as wide as it is."""
    own = advance_of(letter)
    if following is None or following.linear != letter.linear:
        return own
    size = math.hypot(letter.linear[2], letter.linear[3])
    dx, dy = following.x - letter.x, following.y - letter.y
    gone = math.copysign(math.hypot(dx, dy), dx * letter.linear[0] + dy * letter.linear[1])
    return gone if abs(gone - own) < 0.15 * size else own


def _write(text: str, style: Letter, words: list[list[_Item]], known: Known, spare: Fallback) -> None:
    """Adds new text that looks like a letter; a word of it is all of one font."""
    for number, word in enumerate(text.replace("\n", " ").split(" ")):
        if number:
            words.append([])
        signs = [known.get((style.font.number, each)) for each in word]
        own = [(style.font, sign) for sign in signs if sign is not None]
        chosen = own if len(own) == len(word) else [spare.sign(each, style) for each in word if each.isprintable()]
        for font, sign in chosen:
            new = replace(style, font=font, sign=sign)
            words[-1].append(_Item(new, advance_of(new)))


def _bare(character: str) -> str:
    import unicodedata

    plain = "".join(c for c in unicodedata.normalize("NFKD", character) if not unicodedata.combining(c))
    return plain if len(plain) == 1 else ""


# --- where it is set --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Column:
    lefts: tuple[float, float]
    """Of the first line and of the others."""
    right: float
    heights: tuple[float, ...]
    align: str


def _column(paragraph: Paragraph, page: Page, others: Sequence[Paragraph]) -> _Column:
    lines, size, angle = paragraph.lines, paragraph.size, paragraph.angle
    left = min(line.left for line in lines)
    beside = [line for each in others if each.angle == angle for line in each.lines]
    begin, end = _edges(page, angle)
    right = _column_end(left, size, begin, end, [each for each in others if each.angle == angle])
    low = min(line.height for line in lines) - 0.4 * size
    high = max(line.height for line in lines) + 0.9 * size
    every = [line for each in (*others,) if each.angle == angle for line in each.lines]
    walls = [line.left for line in every if low < line.height < high and line.left > max(x.right for x in lines)]
    right = min([right, *(wall - 0.6 * size for wall in walls)])
    align = _alignment(lines, beside, (begin + end) / 2)
    heights = _heights(lines, beside, left, right, size, page)
    lefts = (lines[0].left, lines[1].left if len(lines) > 1 else lines[0].left)
    if align in ("centre", "right"):
        lefts = (begin + 0.02 * (end - begin),) * 2
        rights = [each.right for each in beside if abs(each.right - lines[0].right) < 0.7]
        right = end - 0.02 * (end - begin) if align == "centre" else max(rights)
    else:
        right = max(right, left + 3 * size)
    return _Column(lefts, right, heights, align)


def _column_end(left: float, size: float, begin: float, end: float, others: Sequence[Paragraph]) -> float:
    """How far a column goes: as far as lines go that were broken, else as far from the edge as it begins."""
    near = [each for each in others if abs(min(line.left for line in each.lines) - left) < 3 * size]
    broken = [line.right for each in near for line in each.lines[:-1] if line.right > left + 4 * size]
    if broken:
        return max(broken)
    margin = max(min(left - begin, 0.25 * (end - begin)), 0.02 * (end - begin))
    return max([end - margin, *(line.right for each in near for line in each.lines)])


def _alignment(lines: Sequence[Line], beside: Sequence[Line], middle: float) -> str:
    """How lines are aligned: by those of a paragraph, and where there is one line only by those around it."""
    if len(lines) > 2 and max(x.right for x in lines[:-1]) - min(x.right for x in lines[:-1]) < 1.0:
        return "full"
    if len(lines) > 1:
        return "left"
    line = lines[0]

    def shared(place: Callable[[Line], float]) -> bool:
        return any(abs(place(other) - place(line)) < 0.7 for other in beside)

    if shared(lambda each: each.left):
        return "left"
    if abs((line.left + line.right) / 2 - middle) < 0.25 * line.size:
        return "centre"
    return "right" if shared(lambda each: each.right) else "left"


def _edges(page: Page, angle: int) -> tuple[float, float]:
    """Where the page begins and ends along lines of an angle."""
    x0, y0, x1, y1 = page.crop
    places = [place_of(x, y, angle)[0] for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1))]
    return min(places), max(places)


def _heights(
    lines: Sequence[Line], beside: Sequence[Line], left: float, right: float, size: float, page: Page
) -> tuple[float, ...]:
    """The baselines of a paragraph, and those below it that are free."""
    heights = [line.height for line in lines]
    pitch = heights[-2] - heights[-1] if len(heights) > 1 else 1.2 * size
    x0, y0, x1, y1 = page.crop
    floor = min(place_of(x, y, lines[0].angle)[1] for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1)))
    below = [each.height for each in beside if each.height < heights[-1] and each.left < right and each.right > left]
    nearest = max(below, default=floor)
    while len(heights) < len(lines) + 40 and heights[-1] - pitch > nearest + 1.15 * size:
        heights.append(heights[-1] - pitch)
    return tuple(heights)


def _space(paragraph: Paragraph, known: Known) -> float:
    """How wide a space is: as the font of the paragraph has it."""
    letter = paragraph.lines[0].words[0].letters[0]
    sign = known.get((letter.font.number, " "))
    share = sign.width / 1000 if sign and 100 < sign.width < 800 else _SPACE
    return share * math.hypot(letter.linear[0], letter.linear[1])


def _filled(
    words: list[list[_Item]], column: _Column, paragraph: Paragraph, scale: float, space: float
) -> list[Row] | None:
    """Rows filled with words; none where there are too many of them, or one of them is too long."""
    rows: list[list[list[_Item]]] = [[]]
    used = 0.0
    for word in words:
        width = scale * sum(item.advance for item in word)
        room = column.right - column.lefts[min(len(rows) - 1, 1)]
        if rows[-1] and used + space + width > room:
            rows.append([])
            used, room = 0.0, column.right - column.lefts[1]
        if width > room:
            return None
        used += width + (space if rows[-1] else 0.0)
        rows[-1].append(word)
    if len(rows) > len(column.heights):
        return None
    order = max(line.order for line in paragraph.lines)
    made = []
    for number, row in enumerate(rows):
        left = column.lefts[min(number, 1)]
        width = sum(scale * item.advance for word in row for item in word) + space * (len(row) - 1)
        rest = column.right - left - width
        start = left + {"centre": rest / 2, "right": rest}.get(column.align, 0.0)
        spread = rest / (len(row) - 1) if column.align == "full" and number + 1 < len(rows) and len(row) > 1 else 0.0
        made.append(Row(order, _placed(row, start, column.heights[number], space + spread, scale, paragraph.angle)))
    return made


def _placed(
    row: list[list[_Item]], start: float, height: float, space: float, scale: float, angle: int
) -> list[list[Letter]]:
    words = []
    for word in row:
        made = []
        for item in word:
            x, y = point_at(start, height, angle)
            a, b, c, d = item.letter.linear
            linear = (a * scale, b * scale, c * scale, d * scale)
            made.append(replace(item.letter, linear=linear, x=x, y=y))
            start += item.advance * scale
        words.append(made)
        start += space
    return words
