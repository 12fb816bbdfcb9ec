"""Colours that change along a line or between two circles: read as numbers, and written as a table of colours."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

from sfumato.io.formats.pdf.colours import Colour, evaluated, space_of
from sfumato.io.formats.pdf.objects import entry, is_stream, library, listed, numbers

STEPS = 256
"""Colours of a shading that are written down."""
_KINDS = {2: 4, 3: 6}
"""The kinds that are drawn, along a line and between circles, and how many numbers say where these lie."""
_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}


@dataclass(frozen=True, eq=False)
class Shading:
    """Colours from one end to the other, and how they lie on the page."""

    kind: int
    coordinates: tuple[float, ...]
    extends: tuple[bool, bool]
    colours: tuple[Colour, ...]
    """From the one end to the other, in steps of one size."""
    room: tuple[float, ...]
    """The box outside of which nothing is painted, if there is one."""
    behind: Colour | None
    matrix: tuple[float, ...]

    @property
    def middle(self) -> Colour:
        """The colour halfway."""
        return self.colours[len(self.colours) // 2]


def shading_of(value: Any, resources: Any, matrix: tuple[float, ...], fills: bool) -> Shading | None:
    """A shading by its dictionary; none where it is of a kind that is not drawn. One that fills has a colour behind."""
    kind = entry(value, "/ShadingType")
    if kind not in _KINDS:
        return None
    coordinates = numbers(entry(value, "/Coords"), _KINDS[kind], ())
    low, high = numbers(entry(value, "/Domain"), 2, (0.0, 1.0))
    space = space_of(entry(value, "/ColorSpace"), resources)
    functions = listed(entry(value, "/Function"))
    if not coordinates or space.colour is None or not 1 <= len(functions) <= 4:
        return None
    colours = []
    for step in range(STEPS):
        at = low + (high - low) * step / (STEPS - 1)
        found = [evaluated(each, [at]) for each in functions]
        values = [number for each in found if each is not None for number in each]
        if None in found or len(values) != space.count:
            return None
        colours.append(space.colour(values))
    if len({len(each) for each in colours}) != 1:
        return None
    extends = [each is True for each in listed(entry(value, "/Extend"))] or [False, False]
    behind = numbers(entry(value, "/Background"), space.count, ()) if fills else ()
    return Shading(
        int(kind), coordinates, (extends[0], extends[-1]), tuple(colours),
        numbers(entry(value, "/BBox"), 4, ()), space.colour(behind) if behind else None, matrix,
    )  # fmt: skip


def is_shading(pattern: Any) -> bool:
    """Whether a pattern is a shading."""
    return not is_stream(pattern) and entry(pattern, "/PatternType") == 2


def pattern_of(shading: Shading, pdf: Any) -> Any:
    """A shading as a pattern of a new file."""
    pikepdf = library()
    count = len(shading.colours[0])
    table = b"".join(round(65535 * each).to_bytes(2, "big") for colour in shading.colours for each in colour)
    function = pdf.make_stream(zlib.compress(table, 9))
    function.update(
        pikepdf.Dictionary(
            FunctionType=0, Domain=[0, 1], Range=[0, 1] * count, Size=[len(shading.colours)], BitsPerSample=16,
            Filter=pikepdf.Name("/FlateDecode"),
        )
    )  # fmt: skip
    made = pikepdf.Dictionary(
        ShadingType=shading.kind, ColorSpace=pikepdf.Name(_SPACES[count]), Coords=_rounded(shading.coordinates),
        Function=pdf.make_indirect(function), Extend=list(shading.extends),
    )  # fmt: skip
    if shading.room:
        made["/BBox"] = _rounded(shading.room)
    if shading.behind is not None:
        made["/Background"] = _rounded(shading.behind)
    return pdf.make_indirect(
        pikepdf.Dictionary(Type=pikepdf.Name("/Pattern"), PatternType=2, Matrix=_rounded(shading.matrix), Shading=made)
    )


def _rounded(values: tuple[float, ...]) -> list[float]:
    return [round(each, 6) for each in values]
