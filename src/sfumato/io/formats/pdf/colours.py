"""Colours as numbers of grey, RGB or CMYK: what stands behind a space of colours is not taken over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sfumato.io.formats.pdf.objects import entry, inflated, is_dictionary, is_stream, listed, numbers

Colour = tuple[float, ...]
"""One number is grey, three are RGB, four CMYK."""
BLACK: Colour = (0.0,)
_DEVICE = {"/DeviceGray": 1, "/G": 1, "/CalGray": 1, "/DeviceRGB": 3, "/RGB": 3, "/CalRGB": 3, "/DeviceCMYK": 4} | {
    "/CMYK": 4,
    "/CalCMYK": 4,
}


@dataclass(frozen=True)
class Space:
    """A space of colours: how many numbers it takes and what colour they are; none for patterns."""

    count: int
    colour: Callable[[Sequence[float]], Colour] | None


def _plain(values: Sequence[float]) -> Colour:
    return tuple(min(max(round(float(each), 5), 0.0), 1.0) for each in values)


GREY, RGB, CMYK = Space(1, _plain), Space(3, _plain), Space(4, _plain)
PATTERN = Space(0, None)
_BY_COUNT = {1: GREY, 3: RGB, 4: CMYK}


def space_of(value: Any, resources: Any, depth: int = 0) -> Space:
    """The space of a name, or of what a page calls by it; grey where it is not known."""
    if depth > 6 or value is None:
        return GREY
    parts = listed(value)
    first = str(parts[0]) if parts and not is_dictionary(parts[0]) else ""
    if len(parts) == 1:
        if first in _DEVICE:
            return _BY_COUNT[_DEVICE[first]]
        if first == "/Pattern":
            return PATTERN
        named = entry(entry(resources, "/ColorSpace"), first) if first.startswith("/") else None
        return space_of(named, None, depth + 1)
    if first in _DEVICE:
        return _BY_COUNT[_DEVICE[first]]
    if first == "/ICCBased":
        count = entry(parts[1], "/N")
        return _BY_COUNT.get(int(count) if isinstance(count, int) else 1, GREY)
    if first == "/Lab":
        return Space(3, _from_lab)
    if first in ("/Separation", "/DeviceN") and len(parts) >= 4:
        count = len(listed(parts[1])) if first == "/DeviceN" else 1
        return _tinted(count, space_of(parts[2], resources, depth + 1), parts[3])
    if first in ("/Indexed", "/I") and len(parts) >= 4:
        return _indexed(space_of(parts[1], resources, depth + 1), parts[3])
    return PATTERN if first == "/Pattern" else GREY


def first_colour(space: Space) -> Colour:
    """The colour that a space begins with."""
    if space.colour is None:
        return BLACK
    return space.colour((0.0, 0.0, 0.0, 1.0) if space is CMYK else (0.0,) * space.count)


def is_white(colour: Colour) -> bool:
    """Whether a colour cannot be told from white paper."""
    return max(colour) <= 0.03 if len(colour) == 4 else min(colour) >= 0.97


def _from_lab(values: Sequence[float]) -> Colour:
    return (min(max(values[0] / 100, 0.0), 1.0),)


def _tinted(count: int, other: Space, function: Any) -> Space:
    def colour(values: Sequence[float]) -> Colour:
        made = evaluated(function, values)
        if made is None or other.colour is None or len(made) != other.count:
            return (1 - min(max(sum(values), 0.0), 1.0),)
        return other.colour(made)

    return Space(count, colour)


def _indexed(base: Space, table: Any) -> Space:
    raw = inflated(table) if is_stream(table) else bytes(table) if hasattr(table, "_type_name") else b""

    def colour(values: Sequence[float]) -> Colour:
        at = int(values[0]) * base.count
        if base.colour is None or at < 0 or at + base.count > len(raw):
            return BLACK
        return base.colour([each / 255 for each in raw[at : at + base.count]])

    return Space(1, colour)


def evaluated(function: Any, values: Sequence[float], depth: int = 0) -> list[float] | None:
    """The values of a function; none for those that are programs."""
    kind = entry(function, "/FunctionType")
    domain = [float(each) for each in listed(entry(function, "/Domain"))]
    if depth > 4 or kind is None or len(domain) < 2 * len(values):
        return None
    given = [min(max(v, domain[2 * i]), domain[2 * i + 1]) for i, v in enumerate(values)]
    if kind == 2:
        low = [float(each) for each in listed(entry(function, "/C0"))] or [0.0]
        high = [float(each) for each in listed(entry(function, "/C1"))] or [1.0]
        power = given[0] ** float(entry(function, "/N") or 1)
        return [a + power * (b - a) for a, b in zip(low, high, strict=False)]
    if kind == 3:
        return _stitched(function, given[0], domain, depth)
    if kind == 0 and len(given) == 1:
        return _sampled(function, given[0], domain)
    return None


def _stitched(function: Any, value: float, domain: list[float], depth: int) -> list[float] | None:
    below = listed(entry(function, "/Functions"))
    bounds = [float(each) for each in listed(entry(function, "/Bounds"))]
    encode = [float(each) for each in listed(entry(function, "/Encode"))]
    edges = [domain[0], *bounds, domain[1]]
    number = min(sum(value >= each for each in bounds), len(below) - 1)
    if number < 0 or len(encode) < 2 * number + 2 or len(edges) < number + 2:
        return None
    low, high = edges[number], edges[number + 1]
    part = (value - low) / (high - low) if high > low else 0.0
    begin, end = encode[2 * number : 2 * number + 2]
    return evaluated(below[number], [begin + part * (end - begin)], depth + 1)


def _sampled(function: Any, value: float, domain: list[float]) -> list[float] | None:
    size = int(numbers(entry(function, "/Size"), 1, (0.0,))[0])
    bits = entry(function, "/BitsPerSample")
    reach = [float(each) for each in listed(entry(function, "/Range"))]
    count, data = len(reach) // 2, inflated(function)
    if bits != 8 or size < 1 or len(data) < size * count:
        return None
    part = (value - domain[0]) / ((domain[1] - domain[0]) or 1) * (size - 1)
    at = min(int(part), size - 2) if size > 1 else 0
    rest = part - at
    found = []
    for each in range(count):
        one = data[at * count + each]
        two = data[min(at + 1, size - 1) * count + each]
        share = (one + rest * (two - one)) / 255
        found.append(reach[2 * each] + share * (reach[2 * each + 1] - reach[2 * each]))
    return found
