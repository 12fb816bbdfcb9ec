"""Letters as lines and paragraphs, by where they stand on the page: the pieces that are judged."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sfumato.io.formats.pdf.marks import Letter, Page

_SPACE = 0.17  # of the size of letters, from which on a gap is a space
_THIN = 0.06  # the same where a space is written
_GAP = 2.5  # from which on it parts two columns, where one writes on
_FAR_GAP = 0.9  # where one does not


@dataclass(slots=True)
class Word:
    """Letters without a space between them."""

    letters: list[Letter]
    start: float
    end: float


@dataclass(slots=True)
class Line:
    """Words on one baseline. Places are along the line and across it, so that it may stand upright."""

    words: list[Word]
    height: float
    """Of its baseline."""
    size: float
    angle: int
    shadows: list[Letter] = field(default_factory=list)
    """Letters drawn twice, to make them bold."""

    @property
    def left(self) -> float:
        return self.words[0].start

    @property
    def right(self) -> float:
        return self.words[-1].end

    @property
    def order(self) -> int:
        return max(letter.order for word in self.words for letter in word.letters)

    @property
    def first(self) -> int:
        return min(letter.order for word in self.words for letter in word.letters)


Unit = tuple[Letter, int] | None
"""Which letter a character of a text is, and which one of those that the letter says; none for a space."""


@dataclass
class Paragraph:
    """Lines that are read as one text."""

    lines: list[Line]
    text: str = ""
    units: list[Unit] = field(default_factory=list)
    near: bool = False
    """Whether it stands directly below the one before."""

    @property
    def angle(self) -> int:
        return self.lines[0].angle

    @property
    def size(self) -> float:
        return self.lines[0].size


def along(angle: int) -> tuple[float, float]:
    """The direction of lines of an angle, in degrees."""
    return math.cos(math.radians(angle)), math.sin(math.radians(angle))


def place_of(x: float, y: float, angle: int) -> tuple[float, float]:
    """How far along and across a point is."""
    u, v = along(angle)
    return x * u + y * v, y * u - x * v


def point_at(start: float, height: float, angle: int) -> tuple[float, float]:
    """The point that is so far along and across."""
    u, v = along(angle)
    return start * u - height * v, start * v + height * u


def angle_of(letter: Letter) -> int:
    a, b, _, _ = letter.linear
    return round(math.degrees(math.atan2(b, a))) % 360


def size_of(letter: Letter) -> float:
    return math.hypot(letter.linear[2], letter.linear[3])


def advance_of(letter: Letter) -> float:
    """How far a letter goes along its line."""
    return letter.sign.width / 1000 * math.hypot(letter.linear[0], letter.linear[1])


def paragraphs_of(letters: Iterable[Letter]) -> list[Paragraph]:
    """The paragraphs of letters, in the order in which they were written."""
    by_angle: dict[int, list[Letter]] = defaultdict(list)
    for letter in letters:
        by_angle[angle_of(letter)].append(letter)
    found: list[Paragraph] = []
    for angle, some in by_angle.items():
        found += _joined(sorted(_lines(some, angle), key=lambda line: (-line.height, line.left)))
    found.sort(key=lambda each: min(line.first for line in each.lines))
    for before, each in zip((None, *found), found, strict=False):
        if before and before.angle == each.angle and before.lines:
            down = before.lines[-1].height - each.lines[0].height
            each.near = 0 < down < 1.7 * each.size or (abs(down) < 0.5 * each.size)
        _write_down(each)
    return found


def _lines(letters: list[Letter], angle: int) -> Iterator[Line]:
    """Lines, and parts of lines where columns stand side by side."""
    placed = sorted(((*place_of(each.x, each.y, angle), each) for each in letters), key=lambda one: -one[1])
    row: list[tuple[float, float, Letter]] = []
    height, size = 0.0, 0.0
    for each in placed:
        own = size_of(each[2])
        if row and height - each[1] > 0.4 * max(size, own if own < 2 * size else size):
            yield from _parts(row, angle)
            row = []
        if not row:
            height, size = each[1], own
        elif own > size:
            size = own
        row.append(each)
    if row:
        yield from _parts(row, angle)


def _parts(row: list[tuple[float, float, Letter]], angle: int) -> Iterator[Line]:
    row.sort(key=lambda one: (one[0], one[2].order))
    words: list[Word] = []
    shadows: list[Letter] = []
    spaced, end, last = False, 0.0, None
    heights: list[tuple[float, float]] = []

    def line() -> Line:
        size = Counter(round(size, 1) for size, _ in heights).most_common(1)[0][0]
        height = Counter(round(h, 2) for s, h in heights if abs(s - size) < 0.11).most_common(1)[0][0]
        return Line(words, height, size, angle, shadows)

    for start, height, letter in row:
        if (letter.sign.text or " ").isspace():
            spaced = spaced or start >= end - 0.2 * size_of(letter)
            continue
        size = size_of(letter)
        if last and last.sign.text == letter.sign.text and start - place_of(last.x, last.y, angle)[0] < 0.12 * size:
            shadows.append(letter)
            continue
        gap = start - end
        follows = last is not None and 0 < letter.order - last.order <= 3
        if words and gap > (_GAP if follows or spaced else _FAR_GAP) * size:
            yield line()
            words, shadows, heights, spaced = [], [], [], False
        if not words or gap > (_THIN if spaced else _SPACE) * size:
            words.append(Word([], start, start))
        words[-1].letters.append(letter)
        end = words[-1].end = start + advance_of(letter)
        heights.append((size, height))
        last, spaced = letter, False
    if words:
        yield line()


def _joined(lines: list[Line]) -> list[Paragraph]:
    """Lines put together that follow each other down a column."""
    rights = _column_rights(lines)
    open_: list[Paragraph] = []
    found: list[Paragraph] = []
    for number, line in enumerate(lines):
        open_ = [each for each in open_ if each.lines[-1].height - line.height < 1.8 * each.size]
        best = next((each for each in reversed(open_) if _continues(each, line, rights[number])), None)
        if best is None:
            best = Paragraph([])
            open_.append(best)
            found.append(best)
        best.lines.append(line)
    return found


def _column_rights(lines: Sequence[Line]) -> list[float]:
    """How far the column of each line reaches to the right, by the lines that begin about where it does."""
    reach: dict[int, float] = defaultdict(float)
    for line in lines:
        for step in (-1, 0, 1):
            key = round(line.left / 20) + step
            reach[key] = max(reach[key], line.right)
    return [reach[round(line.left / 20)] for line in lines]


def _continues(paragraph: Paragraph, line: Line, right: float) -> bool:
    """Whether a line goes on with a paragraph: it is below, begins where it does, and its first word had no room."""
    before = paragraph.lines[-1]
    down = before.height - line.height
    size = paragraph.size
    if not 0.5 * size < down < 1.75 * size or abs(line.size - size) > 0.12 * size:
        return False
    if len(paragraph.lines) > 1:
        pitch = paragraph.lines[-2].height - before.height
        if abs(pitch - down) > 0.2 * pitch:
            return False
    indent = abs(line.left - before.left)
    if indent > (0.6 if len(paragraph.lines) > 1 else 4) * size or line.left > before.right:
        return False
    first = line.words[0].end - line.words[0].start
    return before.right + 0.25 * size + first > min(right, max(before.right, line.right) + 4 * size) - 0.5 * size


def _write_down(paragraph: Paragraph) -> None:
    """Writes down what a paragraph says; a word that goes over two lines is one."""
    text: list[str] = []
    units: list[Unit] = []
    for number, line in enumerate(paragraph.lines):
        for at, word in enumerate(line.words):
            if text and (at or number):
                text.append(" ")
                units.append(None)
            for letter in word.letters:
                said = letter.sign.text or ""
                text.append(said)
                units += [(letter, part) for part in range(len(said))]
        if number + 1 < len(paragraph.lines) and _is_broken(line.words[-1], paragraph.lines[number + 1].words[0]):
            text.append(_JOINT)
            units.append(None)
    whole = "".join(text)
    at = whole.find(f"-{_JOINT} ")
    while at >= 0:
        whole = whole[:at] + whole[at + 3 :]
        del units[at : at + 3]
        at = whole.find(f"-{_JOINT} ", at)
    paragraph.text, paragraph.units = whole, units


_JOINT = "\0"


def _is_broken(word: Word, following: Word) -> bool:
    """Whether a word ends with the hyphen that breaks it."""
    said = "".join(letter.sign.text or "" for letter in word.letters)
    after = following.letters[0].sign.text or ""
    return len(said) > 2 and said.endswith("-") and said[-2].isalpha() and after[:1].islower()


def hidden_texts(page: Page) -> Iterator[tuple[str, str]]:
    """What the letters of a page say that nobody sees, by why that is."""
    by_reason: dict[str, list[Letter]] = defaultdict(list)
    for letter in page.letters:
        if letter.why and letter.sign.text:
            by_reason[letter.why].append(letter)
    for why, letters in by_reason.items():
        if any(not (letter.sign.text or "").isspace() for letter in letters):
            yield why, "\n".join(paragraph.text for paragraph in paragraphs_of(letters))
