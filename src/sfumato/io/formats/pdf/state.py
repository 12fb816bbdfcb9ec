"""The state of drawing, and what the pages of a document share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sfumato.io.formats.pdf import colours
from sfumato.io.formats.pdf.fonts import Font
from sfumato.io.formats.pdf.marks import SAME, Matrix, Paint
from sfumato.io.formats.pdf.programs import Outline
from sfumato.io.formats.pdf.shadings import Shading


@dataclass
class State:
    """The state of drawing."""

    ctm: Matrix = SAME
    paint: Paint = field(default_factory=Paint)
    fills: colours.Space = colours.GREY
    strokes: colours.Space = colours.GREY
    soft: bool = False
    """Whether a mask says how much of it shows."""
    font: Font | None = None
    size: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0


@dataclass
class Shared:
    """What the pages of a document share: fonts, layers that are off, and how many steps were taken."""

    pdf: Any
    off: frozenset[tuple[int, int]] = frozenset()
    fonts: dict[tuple[int, int], Font] = field(default_factory=dict)
    type3: dict[int, dict[str, Outline | None]] = field(default_factory=dict)
    shadings: dict[tuple[Any, Matrix, bool], Shading | None] = field(default_factory=dict)
    drawn: set[tuple[int, int]] = field(default_factory=set)
    """The drawings that a page shows."""
    steps: int = 0
    made: int = 0
