"""The new file: pages of the old sizes, with shapes, pictures and letters in the order in which they were painted."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sfumato.io.formats.pdf.colours import Colour
from sfumato.io.formats.pdf.images import copied
from sfumato.io.formats.pdf.marks import SAME, Letter, Matrix, Page, Paint, Picture, Segment, Shape
from sfumato.io.formats.pdf.objects import library
from sfumato.io.formats.pdf.setting import Row
from sfumato.io.formats.pdf.shadings import Shading, pattern_of
from sfumato.io.formats.pdf.typefaces import SPACE, Typefaces

_BLENDS = frozenset(
    "/Normal /Multiply /Screen /Overlay /Darken /Lighten /ColorDodge /ColorBurn /HardLight /SoftLight /Difference "
    "/Exclusion /Hue /Saturation /Color /Luminosity".split()
)


@dataclass
class NewPage:
    """What is to be drawn of a page."""

    page: Page
    rows: list[Row]
    shapes: list[Shape]
    pictures: list[Picture]


def new_file(pages: Sequence[NewPage]) -> bytes:
    """The bytes of a file with these pages."""
    pikepdf = library()
    pdf = pikepdf.new()
    faces = Typefaces()
    made = [_Canvas(each, pdf, faces) for each in pages]
    for canvas in made:
        canvas.draw()
    fonts = faces.objects(pdf)
    for canvas in made:
        page = canvas.source.page
        stream = pdf.make_stream(zlib.compress("\n".join(canvas.out).encode("ascii"), 9))
        stream["/Filter"] = pikepdf.Name("/FlateDecode")
        resources = pikepdf.Dictionary()
        if canvas.fonts:
            resources["/Font"] = pikepdf.Dictionary({name: fonts[name] for name in sorted(canvas.fonts)})
        if canvas.images:
            resources["/XObject"] = pikepdf.Dictionary(canvas.images)
        if canvas.patterns:
            resources["/Pattern"] = pikepdf.Dictionary(dict(canvas.patterns.values()))
        if canvas.states:
            resources["/ExtGState"] = pikepdf.Dictionary(dict(canvas.states.values()))
        sheet = pikepdf.Dictionary(
            Type=pikepdf.Name("/Page"), MediaBox=_rounded(page.media), CropBox=_rounded(page.crop), Rotate=page.rotate,
            Contents=pdf.make_indirect(stream), Resources=resources,
        )  # fmt: skip
        if page.unit != 1:
            sheet["/UserUnit"] = page.unit
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(sheet)))
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable, compress_streams=False)
    return out.getvalue()


def _rounded(box: Sequence[float]) -> list[float]:
    return [round(each, 4) for each in box]


@dataclass
class _Canvas:
    source: NewPage
    pdf: Any
    faces: Typefaces
    out: list[str] = field(default_factory=list)
    fonts: set[str] = field(default_factory=set)
    images: dict[str, Any] = field(default_factory=dict)
    states: dict[tuple[Any, ...], tuple[str, Any]] = field(default_factory=dict)
    patterns: dict[Shading, tuple[str, Any]] = field(default_factory=dict)
    _open: tuple[Any, Matrix] | None = None
    _told: dict[str, str] = field(default_factory=dict)

    def draw(self) -> None:
        """Draws all marks, in their order."""
        marks: list[tuple[int, int, Any]] = [(each.order, 0, each) for each in self.source.shapes]
        marks += [(each.order, 1, each) for each in self.source.pictures]
        marks += [(each.order, 2, each) for each in self.source.rows]
        for _, kind, mark in sorted(marks, key=lambda one: one[:2]):
            (self._shape, self._picture, self._row)[kind](mark)
        self._close()

    def _enter(self, paint: Paint, ctm: Matrix) -> None:
        """Opens a state with these clips and this matrix, unless it is open."""
        if self._open is not None and self._open[0] is paint.clip and self._open[1] == ctm:
            return
        self._close()
        self.out.append("q")
        for path, rule in paint.clip:
            self.out.append(f"{_path(path)} {rule} n")
        if ctm != SAME:
            self.out.append(f"{_numbers(ctm, 6)} cm")
        self._open = (paint.clip, ctm)

    def _close(self) -> None:
        if self._open is not None:
            self.out.append("Q")
            self._open, self._told = None, {}

    def _say(self, key: str, text: str) -> None:
        """Writes an operator unless it was the last of its kind."""
        if self._told.get(key) != text:
            self._told[key] = text
            self.out.append(text)

    def _style(self, paint: Paint, fills: bool, strokes: bool) -> None:
        if fills:
            self._say("fill", self._colour(paint.fill, paint.shades[0], str.lower))
        if strokes:
            self._say("stroke", self._colour(paint.stroke, paint.shades[1], str.upper))
            cap, join, miter = paint.ends
            self._say("width", f"{_numbers((paint.width,), 4)} w")
            self._say("ends", f"{max(min(cap, 2), 0)} J {max(min(join, 2), 0)} j {_numbers((max(miter, 1.0),), 3)} M")
            self._say("dash", f"[{_numbers(paint.dash[0], 3)}] {_numbers((paint.dash[1],), 3)} d")
        blend = paint.blend if paint.blend in _BLENDS else "/Normal"
        if paint.alpha != (1.0, 1.0) or blend != "/Normal" or "gs" in self._told:
            self._say("gs", f"{self._state(paint.alpha, blend)} gs")

    def _colour(self, colour: Colour, shade: Shading | None, operator: Callable[[str], str]) -> str:
        if shade is None:
            return f"{_numbers(colour, 5)} {operator(_OPERATOR[len(colour)])}"
        if shade not in self.patterns:
            self.patterns[shade] = (f"/P{len(self.patterns) + 1}", pattern_of(shade, self.pdf))
        return f"/Pattern {operator('cs')} {self.patterns[shade][0]} {operator('scn')}"

    def _state(self, alpha: tuple[float, float], blend: str) -> str:
        key = (alpha, blend)
        if key not in self.states:
            pikepdf = library()
            state = pikepdf.Dictionary(ca=round(alpha[0], 4), CA=round(alpha[1], 4), BM=pikepdf.Name(blend))
            self.states[key] = (f"/G{len(self.states) + 1}", state)
        return self.states[key][0]

    def _shape(self, shape: Shape) -> None:
        self._enter(shape.paint, shape.ctm)
        self._style(shape.paint, shape.how[0] in "fBd", shape.how[0] in "SB")
        self.out.append(_DOT if shape.how == "dot" else f"{_path(shape.path)} {shape.how}")

    def _picture(self, picture: Picture) -> None:
        image = copied(picture.source, self.pdf)
        if image is None:
            return
        name = f"/I{len(self.images) + 1}"
        self.images[name] = self.pdf.make_indirect(image)
        self._enter(picture.paint, picture.ctm)
        self._style(picture.paint, "/ImageMask" in image, False)
        self.out.append(f"{name} Do")

    # --- letters -------------------------------------------------------------------------------------------

    def _row(self, row: Row) -> None:
        run: list[tuple[Letter, bool]] = []
        for number, word in enumerate(row.words):
            for at, letter in enumerate(word):
                if run and not self._goes_on(run[-1][0], letter):
                    self._run(run, spaced=at == 0)
                    run = []
                run.append((letter, number > 0 and at == 0 and bool(run)))
        self._run(run, spaced=False)
        for letter in row.extra:
            self._run([(letter, False)], spaced=False)

    def _goes_on(self, before: Letter, letter: Letter) -> bool:
        if letter.linear != before.linear or letter.paint is not before.paint:
            return False
        if self.faces.of(letter.font, letter.sign) is not self.faces.of(before.font, before.sign):
            return False
        a, b, _, _ = letter.linear
        dx, dy = letter.x - before.x, letter.y - before.y
        return abs(dx * b - dy * a) < 0.002 * (a * a + b * b) and dx * a + dy * b >= 0

    def _run(self, run: list[tuple[Letter, bool]], spaced: bool) -> None:
        """Draws letters of one font, size and baseline."""
        if not run:
            return
        first = run[0][0]
        paint, face = first.paint, self.faces.of(first.font, first.sign)
        mode = paint.mode % 4
        self._enter(paint, SAME)
        self._style(paint, mode in (0, 2), mode in (1, 2))
        a, b, c, d = first.linear
        square = a * a + b * b or 1.0
        pieces: list[str] = []
        held = bytearray()
        far = 0.0  # of what was written, in thousandths from the first letter

        def to(place: float) -> None:
            nonlocal far
            if abs(place - far) > 0.002:
                if held:
                    pieces.append(f"<{held.hex()}>")
                    held.clear()
                pieces.append(_numbers((far - place,), 4))
                far -= float(pieces[-1])

        for letter, after_space in run:
            dx, dy = letter.x - first.x, letter.y - first.y
            place = 1000 * (dx * a + dy * b) / square
            if after_space:
                held += face.space
                far += SPACE if not face.standard else face.widths.get(32, SPACE)
            to(place)
            held += face.code(letter.sign)
            far += face.width(letter.sign)
        if spaced:
            held += face.space
        pieces.append(f"<{held.hex()}>")
        self.fonts.add(face.name)
        self._say("mode", f"{mode} Tr")
        matrix = _numbers((a, b, c, d, first.x, first.y), 6)
        self.out.append(f"BT {face.name} 1 Tf {matrix} Tm [{''.join(pieces)}] TJ ET")


_DOT = "BI /IM true /W 1 /H 1 /BPC 1 /F /AHx ID 00> EI"
_OPERATOR = {1: "g", 3: "rg", 4: "k"}


def _numbers(values: Sequence[float], digits: int) -> str:
    return " ".join(f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else str(value) for value in values)


def _path(path: Sequence[Segment]) -> str:
    return " ".join(f"{_numbers(given, 5)} {kind}" if given else kind for kind, given in path)
