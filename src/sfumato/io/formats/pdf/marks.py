"""What stands on a page: letters, shapes and pictures, each with how it is painted, in the order of painting."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sfumato.io.formats.pdf.colours import BLACK, Colour
from sfumato.io.formats.pdf.fonts import Font, Sign
from sfumato.io.formats.pdf.shadings import Shading

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]
Segment = tuple[str, tuple[float, ...]]
"""A move ("m"), line ("l"), curve ("c"), rectangle ("re") or end ("h") of a path, and its numbers."""
SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)


@dataclass(frozen=True, slots=True)
class Paint:
    """How a mark is painted."""

    fill: Colour = BLACK
    stroke: Colour = BLACK
    width: float = 1.0
    ends: tuple[int, int, float] = (0, 0, 10.0)
    """How lines end and meet."""
    dash: tuple[tuple[float, ...], float] = ((), 0.0)
    alpha: tuple[float, float] = (1.0, 1.0)
    """Of filling and of stroking."""
    blend: str = "/Normal"
    mode: int = 0
    """Of letters: filled, stroked, both, or not at all."""
    clip: tuple[tuple[tuple[Segment, ...], str], ...] = ()
    """The paths, on the page, outside of which nothing is painted."""
    shades: tuple[Shading | None, Shading | None] = (None, None)
    """What fills and strokes instead of their colours, which are those of its middle."""
    room: Box = EVERYWHERE
    """Around what is left by these."""


@dataclass(slots=True)
class Letter:
    """A sign that stands on a page."""

    order: int
    font: Font
    sign: Sign
    linear: tuple[float, float, float, float]
    """How the square of the letter lies on the page; its origin is at x, y."""
    x: float
    y: float
    paint: Paint
    why: str = ""
    """Why nobody sees it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A path that is filled, stroked, or both."""

    order: int
    path: tuple[Segment, ...]
    ctm: Matrix
    how: str
    """The operator that paints it; "dot" where it is the one point of a stencil, which readers stretch in their way."""
    paint: Paint
    box: Box
    """Around it, on the page."""
    rectangle: bool = False
    """Whether it covers its box."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the unit square of its matrix."""

    order: int
    source: Any
    ctm: Matrix
    paint: Paint
    box: Box
    place: str


@dataclass
class Page:
    """A page: its size, and its marks."""

    number: int
    media: Box
    crop: Box
    rotate: int = 0
    unit: float = 1.0
    letters: list[Letter] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    said: list[tuple[str, str]] = field(default_factory=list)
    """What is said beside its letters, by place: alternative texts, text of patterns."""
    left_out: set[str] = field(default_factory=set)
    """What it has that is not drawn anew."""


def times(one: Matrix, other: Matrix) -> Matrix:
    """The matrix that does what one does and then the other."""
    a, b, c, d, e, f = one
    g, h, i, j, k, l = other  # noqa: E741
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l)


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point comes by a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def box_of(path: tuple[Segment, ...], matrix: Matrix) -> Box:
    """The box around a path, by its points."""
    points = []
    for kind, given in path:
        if kind == "re":
            x, y, w, h = given
            corners = ((x, y), (x + w, y), (x, y + h), (x + w, y + h))
            points += [moved(matrix, *corner) for corner in corners]
        else:
            points += [moved(matrix, given[i], given[i + 1]) for i in range(0, len(given), 2)]
    if not points:
        return (0.0, 0.0, 0.0, 0.0)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def common(one: Box, other: Box) -> Box:
    """What two boxes share; its far side is before its near one where they share nothing."""
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))


def area(box: Box) -> float:
    """How much a box covers."""
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def on_page(path: tuple[Segment, ...], matrix: Matrix) -> tuple[Segment, ...]:
    """A path with its points on the page."""
    made: list[Segment] = []
    for kind, given in path:
        if kind == "re":
            x, y, w, h = given
            corners = [moved(matrix, *at) for at in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
            made += [("m", corners[0]), *(("l", at) for at in corners[1:]), ("h", ())]
        else:
            made.append(
                (kind, tuple(v for i in range(0, len(given), 2) for v in moved(matrix, given[i], given[i + 1])))
            )
    return tuple(made)


def is_rectangle(path: tuple[Segment, ...]) -> bool:
    """Whether a path is one rectangle along the axes, drawn in whichever way."""
    if len(path) in (1, 2) and path[0][0] == "re":
        return True
    points = [given for kind, given in path if kind in ("m", "l")]
    if len(points) not in (4, 5) or any(kind not in ("m", "l", "h") for kind, _ in path):
        return False
    xs, ys = {round(p[0], 2) for p in points}, {round(p[1], 2) for p in points}
    return len(xs) == 2 and len(ys) == 2


def as_outline(shapes: list[Shape]) -> list[tuple[str, tuple[Any, ...]]]:
    """Filled shapes as the shape of a letter."""
    made: list[tuple[str, tuple[Any, ...]]] = []
    for shape in shapes:
        begun = False
        for kind, given in on_page(shape.path, shape.ctm):
            points = tuple((given[i], given[i + 1]) for i in range(0, len(given), 2))
            if kind == "m":
                made += [("closePath", ())] if begun else []
                made.append(("moveTo", points))
                begun = True
            elif begun and kind in ("l", "c"):
                made.append(("lineTo" if kind == "l" else "curveTo", points))
        made += [("closePath", ())] if begun else []
    return made
