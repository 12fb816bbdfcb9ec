"""Draws a page on paper of ours: every operator that is known, and nothing of those that are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sfumato.io.formats.pdf import colours, marks
from sfumato.io.formats.pdf.drawn import drawn_sign
from sfumato.io.formats.pdf.fonts import Font, font_of
from sfumato.io.formats.pdf.images import is_dot, of_content
from sfumato.io.formats.pdf.marks import SAME, Letter, Matrix, Page, Paint, Picture, Segment, Shape, times
from sfumato.io.formats.pdf.objects import entry, inflated, is_dictionary, is_stream, library, listed, numbers, text_of
from sfumato.io.formats.pdf.shadings import STEPS, Shading, is_shading, shading_of
from sfumato.io.formats.pdf.state import Shared, State
from sfumato.io.formats.pieces import refused

_DEEPEST = 12
_MOST_STEPS = 4_000_000
_MOST_MARKS = 1_500_000
_MOST_CONTENT = 20_000_000
_PAINTS = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"}
_SAID = ("/ActualText", "/Alt", "/E", "/T", "/Lang")


class Drawing:
    """Draws content on a page."""

    def __init__(self, page: Page, shared: Shared) -> None:
        self.page, self.shared = page, shared
        self.state = State(paint=Paint(room=page.crop))
        self.stack: list[State] = []
        self.path: list[Segment] = []
        self.clips = ""
        self.text: Matrix = SAME
        self.line: Matrix = SAME
        self.resources: Any = None
        self.base: Matrix = SAME
        """How what is drawn lies on the page to begin with, as patterns do."""
        self.marked: list[str] = []
        """Why what is drawn now is not seen, for each mark that is open: of a layer that is off."""
        self.place = f"page {page.number}"
        self.running: list[tuple[int, int]] = []
        self._paints: dict[Paint, Paint] = {}

    def run(self, data: bytes, resources: Any, depth: int = 0) -> None:
        """Draws what content says."""
        if depth > _DEEPEST:
            raise refused("drawings lie in each other too deep")
        if len(data) > _MOST_CONTENT:
            raise refused("a page in it is too large", "too-large")
        before, self.resources = self.resources, resources
        height, marks = len(self.stack), len(self.marked)
        try:
            steps = library().parse_content_stream(self.shared.pdf.make_stream(data))
        except (library().PdfError, TypeError):
            raise refused(f"{self.place}: its content is broken") from None
        self.shared.steps += len(steps)
        if self.shared.steps > _MOST_STEPS:
            raise refused("it draws too much", "too-large")
        for step in steps:
            name = str(step.operator)
            act = _ACTS.get(name)
            try:
                if act is not None:
                    act(self, step.operands, name, depth)
                elif name == "INLINE IMAGE":
                    picture = of_content(step.operands[0], self.shared.pdf, self.resources)
                    self._picture(picture, f"{self.place}: a picture in its content")
            except (ValueError, TypeError, IndexError, ZeroDivisionError, OverflowError):
                continue  # an operator with other operands than it takes draws nothing
        del self.stack[height:], self.marked[marks:]
        self.resources = before

    def form(self, form: Any, matrix: Matrix, depth: int) -> None:
        """Draws what lies in a drawing of its own."""
        key = form.objgen
        if key in self.running and key != (0, 0):
            raise refused("its drawings draw each other in circles")
        self.shared.drawn.add(key)
        held, stack, path, base = self.state, self.stack, self.path, self.base
        text, line = self.text, self.line
        self.state, self.stack, self.path = replace(held, ctm=times(matrix, held.ctm)), [], []
        self.running.append(key)
        off = self._off(entry(form, "/OC"))
        self.marked.append(off)
        own = numbers(entry(form, "/Matrix"), 6, SAME)
        self.state.ctm = self.base = times(own, self.state.ctm)  # type: ignore[arg-type]
        room = numbers(entry(form, "/BBox"), 4, ())
        if room:
            x, y = min(room[0], room[2]), min(room[1], room[3])
            self._clip((("re", (x, y, abs(room[2] - room[0]), abs(room[3] - room[1]))),), "W")
        self.run(inflated(form), entry(form, "/Resources") or self.resources, depth + 1)
        self.marked.pop()
        self.running.pop()
        self.state, self.stack, self.path, self.base, self.text, self.line = held, stack, path, base, text, line

    def apart(self, page: Page, stream: Any) -> Drawing:
        """Another drawing, of a stream that this one uses, on paper of its own."""
        drawing = Drawing(page, self.shared)
        drawing.running = [*self.running, stream.objgen]
        return drawing

    # --- state ---------------------------------------------------------------------------------------------

    def _save(self, *_: Any) -> None:
        if len(self.stack) > 500:
            raise refused(f"{self.place}: its states lie in each other too deep")
        self.stack.append(replace(self.state))

    def _restore(self, *_: Any) -> None:
        if self.stack:
            self.state = self.stack.pop()

    def _concat(self, given: Any, *_: Any) -> None:
        self.state.ctm = times(_matrix(given), self.state.ctm)

    def _line_style(self, given: Any, name: str, _: int) -> None:
        paint = self.state.paint
        if name == "w":
            paint = replace(paint, width=float(given[0]))
        elif name == "d":
            paint = replace(paint, dash=(tuple(float(each) for each in given[0])[:20], float(given[1])))
        else:
            at = "JjM".index(name)
            ends = [float(each) for each in paint.ends]
            ends[at] = float(given[0])
            paint = replace(paint, ends=(int(ends[0]), int(ends[1]), ends[2]))
        self.state.paint = paint

    def _extended(self, given: Any, *_: Any) -> None:
        named = entry(entry(self.resources, "/ExtGState"), str(given[0]))
        paint = self.state.paint
        for key, value in named.items() if is_dictionary(named) else ():
            if key in ("/ca", "/CA"):
                alpha = min(max(float(value), 0.0), 1.0)
                paint = replace(paint, alpha=(alpha, paint.alpha[1]) if key == "/ca" else (paint.alpha[0], alpha))
            elif key == "/BM":
                paint = replace(paint, blend=str(listed(value)[0]))
            elif key == "/LW":
                paint = replace(paint, width=float(value))
            elif key == "/SMask":
                self.state.soft = is_dictionary(value)
                self.page.left_out.update(["a mask of softness"] if self.state.soft else [])
            elif key == "/Font":
                self.state.font, self.state.size = self._font(value[0]), float(value[1])
        self.state.paint = paint

    def _colour(self, given: Any, name: str, _: int) -> None:
        state, fills = self.state, name[0].islower()
        shade: Shading | None = None
        if name in ("cs", "CS"):
            space = colours.space_of(given[0], self.resources)
            colour = colours.first_colour(space)
        else:
            known = {"g": colours.GREY, "rg": colours.RGB, "k": colours.CMYK}.get(name.lower())
            space = known or (state.fills if fills else state.strokes)
            if space.colour is None:
                shade = self._pattern(given[-1] if len(given) else None)
                colour = shade.middle if shade else (0.75,)
            else:
                colour = space.colour([float(each) for each in given][: space.count])
        if fills:
            shades = (shade, state.paint.shades[1])
            state.fills, state.paint = space, replace(state.paint, fill=colour, shades=shades)
        else:
            shades = (state.paint.shades[0], shade)
            state.strokes, state.paint = space, replace(state.paint, stroke=colour, shades=shades)

    def _pattern(self, name: Any) -> Shading | None:
        """A pattern that is a shading; of others, which are drawn as grey, reads what they say."""
        pattern = entry(entry(self.resources, "/Pattern"), str(name))
        if is_shading(pattern):
            own: Matrix = numbers(entry(pattern, "/Matrix"), 6, SAME)  # type: ignore[assignment]
            return self._shading(entry(pattern, "/Shading"), times(own, self.base), fills=True)
        self.page.left_out.add("a pattern")
        if is_stream(pattern) and pattern.objgen not in self.running:
            self.shared.drawn.add(pattern.objgen)
            drawing = self.apart(replace(self.page, letters=[], shapes=[], pictures=[]), pattern)
            drawing.state.paint = Paint()
            drawing.run(inflated(pattern), entry(pattern, "/Resources"), len(drawing.running))
            text = "".join(letter.sign.text or "" for letter in drawing.page.letters)
            if text.strip() and (f"{self.place}: a pattern", text) not in self.page.said:
                self.page.said.append((f"{self.place}: a pattern", text))
        return None

    def _shading(self, value: Any, matrix: Matrix, fills: bool) -> Shading | None:
        key = (getattr(value, "objgen", (0, 0)), matrix, fills)
        if key not in self.shared.shadings or key[0] == (0, 0):
            self.shared.steps += STEPS
            self.shared.shadings[key] = shading_of(value, self.resources, matrix, fills)
        if self.shared.shadings[key] is None:
            self.page.left_out.add("a shading")
        return self.shared.shadings[key]

    # --- paths ---------------------------------------------------------------------------------------------

    def _segment(self, given: Any, name: str, _: int) -> None:
        found = tuple(float(each) for each in given)
        if len(found) != {"m": 2, "l": 2, "c": 6, "v": 4, "y": 4, "re": 4, "h": 0}[name]:
            return
        if name == "v":
            at = self.path[-1][1][-2:] if self.path and self.path[-1][1] else found[:2]
            name, found = "c", (*at, *found)
        elif name == "y":
            name, found = "c", (*found, *found[2:])
        self.path.append((name, found))

    def _clipping(self, _: Any, name: str, __: int) -> None:
        self.clips = name

    def _clip(self, path: tuple[Segment, ...], rule: str) -> None:
        paint, ctm = self.state.paint, self.state.ctm
        room = marks.common(paint.room, marks.box_of(path, ctm))
        self.state.paint = replace(paint, clip=(*paint.clip, (marks.on_page(path, ctm), rule)), room=room)

    def _paint(self, _: Any, name: str, __: int) -> None:
        path = tuple(self.path)
        if name in ("s", "b", "b*"):
            path, name = (*path, ("h", ())), name.upper() if len(name) == 1 else "B*"
        veils = self.state.soft and self.state.fills.colour is None and name[0] != "S"  # grey would cover all below
        if path and name != "n" and not veils and not any(self.marked):
            box = marks.box_of(path, self.state.ctm)
            width = self.state.paint.width * max(abs(each) for each in self.state.ctm[:4]) if name[0] in "SB" else 0
            box = (box[0] - width / 2, box[1] - width / 2, box[2] + width / 2, box[3] + width / 2)
            a, b, c, d = self.state.ctm[:4]
            upright = (abs(b) + abs(c) < 1e-6 or abs(a) + abs(d) < 1e-6) and marks.is_rectangle(path)
            how = "f" if name == "F" else name
            self.page.shapes.append(
                Shape(self._next(), path, self.state.ctm, how, self._shared(self.state.paint), box, upright)
            )
        if self.clips and path:
            self._clip(path, self.clips)
        self.path, self.clips = [], ""

    def _shade(self, given: Any, *_: Any) -> None:
        named = entry(entry(self.resources, "/Shading"), str(given[0]))
        shade = self._shading(named, self.state.ctm, fills=False)
        x0, y0, x1, y1 = self.state.paint.room
        if shade is None or self.state.soft or any(self.marked) or x1 <= x0 or y1 <= y0:
            return
        paint = replace(self.state.paint, fill=shade.middle, shades=(shade, None))
        whole: tuple[Segment, ...] = (("re", (x0, y0, x1 - x0, y1 - y0)),)
        self.page.shapes.append(Shape(self._next(), whole, SAME, "f", self._shared(paint), self.state.paint.room))

    # --- text ----------------------------------------------------------------------------------------------

    def _begin(self, *_: Any) -> None:
        self.text = self.line = SAME

    def _set(self, given: Any, name: str, _: int) -> None:
        state, value = self.state, float(given[0]) if name != "Tf" else 0.0
        if name == "Tf":
            state.font = self._font(entry(entry(self.resources, "/Font"), str(given[0])))
            state.size = float(given[1])
        elif name == "Tr":
            state.paint = replace(state.paint, mode=int(value) % 8)
        elif name == "Tz":
            state.stretch = value / 100
        else:
            setattr(state, {"Tc": "spacing", "Tw": "word_spacing", "TL": "leading", "Ts": "rise"}[name], value)

    def _font(self, value: Any) -> Font | None:
        if not is_dictionary(value):
            return None
        key = value.objgen if value.objgen != (0, 0) else (-id(value), len(self.shared.fonts))
        if key not in self.shared.fonts:
            self.shared.fonts[key] = font_of(value, len(self.shared.fonts))
        return self.shared.fonts[key]

    def _move(self, given: Any, name: str, _: int) -> None:
        if name == "T*":
            x, y = 0.0, -self.state.leading
        else:
            x, y = float(given[0]), float(given[1])
        if name == "TD":
            self.state.leading = -y
        self.text = self.line = times((1, 0, 0, 1, x, y), self.line)

    def _matrix(self, given: Any, *_: Any) -> None:
        self.text = self.line = _matrix(given)

    def _show(self, given: Any, name: str, _: int) -> None:
        if name == '"':
            self.state.word_spacing, self.state.spacing = float(given[0]), float(given[1])
        if name in ("'", '"'):
            self._move((), "T*", 0)
        for each in given[0] if name == "TJ" else [given[-1]]:
            if isinstance(each, library().Object) and each._type_name == "string":
                self._letters(bytes(each))
            elif not isinstance(each, library().Object) or each._type_name in ("integer", "real"):
                self._advance(-float(each) / 1000 * self.state.size * self.state.stretch)

    def _advance(self, x: float) -> None:
        a, b, c, d, e, f = self.text
        self.text = (a, b, c, d, e + a * x, f + b * x)

    def _letters(self, data: bytes) -> None:
        state = self.state
        font = state.font
        if font is None or not state.size:
            font = font or Font(-1, "Helvetica", False)
        paint = self._shared(state.paint)
        why = next((each for each in self.marked if each), "")
        size, stretch, ctm = state.size, state.stretch, state.ctm
        square = (size * stretch, 0.0, 0.0, size, 0.0, state.rise)
        last: tuple[float, ...] = ()
        linear = (0.0, 0.0, 0.0, 0.0)
        for sign in font.read(data):
            if font.procedures is not None:
                sign = drawn_sign(self, font, sign)
            a, b, c, d, x, y = times(times(square, self.text), ctm)
            if (a, b, c, d) != last:
                last = linear = (a, b, c, d)
            self.page.letters.append(Letter(self._next(), font, sign, linear, x, y, paint, why))
            moved = sign.width / 1000 * size + state.spacing + (state.word_spacing if sign.space else 0.0)
            self._advance(moved * stretch)

    # --- pictures, drawings, marks ---------------------------------------------------------------------------

    def _do(self, given: Any, _: str, depth: int) -> None:
        found = entry(entry(self.resources, "/XObject"), str(given[0]))
        if not is_stream(found):
            return
        if str(entry(found, "/Subtype")) == "/Form":
            self.form(found, SAME, depth)
        elif str(entry(found, "/Subtype")) == "/Image":
            if self._off(entry(found, "/OC")) or any(self.marked):
                self.page.left_out.add("a picture of a layer that is off")
            else:
                self._picture(found, f"{self.place}: picture {len(self.page.pictures) + 1}")

    def _picture(self, source: Any, place: str) -> None:
        if any(self.marked):
            return
        square: tuple[Segment, ...] = (("re", (0.0, 0.0, 1.0, 1.0)),)
        box = marks.box_of(square, self.state.ctm)
        paint = self._shared(self.state.paint)
        if is_dot(source):
            upright = abs(self.state.ctm[1]) + abs(self.state.ctm[2]) < 1e-6
            self.page.shapes.append(Shape(self._next(), square, self.state.ctm, "dot", paint, box, upright))
            return
        self.page.pictures.append(
            Picture(self._next(), source, self.state.ctm, paint, marks.common(box, paint.room), place)
        )

    def _mark(self, given: Any, name: str, _: int) -> None:
        why = ""
        if name in ("BDC", "DP") and len(given) > 1:
            properties = given[1]
            if not is_dictionary(properties):
                properties = entry(entry(self.resources, "/Properties"), str(properties))
            for key in _SAID:
                said = entry(properties, key)
                if said is not None and key != "/Lang":
                    self.page.said.append((f"{self.place}: {key[1:]}", text_of(said)))
            if str(given[0]) == "/OC":
                why = self._off(properties)
        if name in ("BDC", "BMC"):
            self.marked.append(why)

    def _end_mark(self, *_: Any) -> None:
        if self.marked:
            self.marked.pop()

    def _off(self, layer: Any) -> str:
        """Why what belongs to a layer is not seen."""
        groups = [layer, *listed(entry(layer, "/OCGs"))] if is_dictionary(layer) else []
        return "a layer that is off" if any(each.objgen in self.shared.off for each in groups) else ""

    def _next(self) -> int:
        self.shared.made += 1
        if self.shared.made > _MOST_MARKS:
            raise refused("it draws too much", "too-large")
        return self.shared.made

    def _shared(self, paint: Paint) -> Paint:
        return self._paints.setdefault(paint, paint)


def _matrix(given: Any) -> Matrix:
    a, b, c, d, e, f = (float(each) for each in given)
    return (a, b, c, d, e, f)


_Act = Callable[..., None]
_ACTS: dict[str, _Act] = {
    "q": Drawing._save, "Q": Drawing._restore, "cm": Drawing._concat, "gs": Drawing._extended, "sh": Drawing._shade,
    "BT": Drawing._begin, "Tm": Drawing._matrix, "Do": Drawing._do, "EMC": Drawing._end_mark,
    **dict.fromkeys(("w", "J", "j", "M", "d"), Drawing._line_style),
    **dict.fromkeys(("m", "l", "c", "v", "y", "re", "h"), Drawing._segment),
    **dict.fromkeys(("W", "W*"), Drawing._clipping),
    **dict.fromkeys(_PAINTS, Drawing._paint),
    **dict.fromkeys(("g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"), Drawing._colour),
    **dict.fromkeys(("Tc", "Tw", "Tz", "TL", "Tf", "Tr", "Ts"), Drawing._set),
    **dict.fromkeys(("Td", "TD", "T*"), Drawing._move),
    **dict.fromkeys(("Tj", "TJ", "'", '"'), Drawing._show),
    **dict.fromkeys(("BDC", "BMC", "MP", "DP"), Drawing._mark),
}  # fmt: skip
