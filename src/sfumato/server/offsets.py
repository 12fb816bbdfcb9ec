"""Places in texts, in the unit that a caller counts by: code points (Python), UTF-16 (JavaScript), bytes of UTF-8."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from sfumato.server.errors import Refused

UNITS = ("code_points", "utf16", "bytes")
"""What places may be counted in; the first is what is meant unless another is named."""
_PLACES = ("start", "end", "term_start", "term_end")


class Ruler:
    """Turns places of a text from code points into another unit, and back.

    >>> ruler = Ruler("a😀b", "utf16")
    >>> ruler.told(2), ruler.meant(3)
    (3, 2)
    """

    def __init__(self, text: str, unit: str) -> None:
        self._marks: array[int] | None = None
        if unit != UNITS[0] and not text.isascii():
            self._marks = array("q", [0])
            at = 0
            for letter in text:
                code = ord(letter)
                wide = 1 + (code > 0xFFFF) if unit == "utf16" else 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)
                at += wide
                self._marks.append(at)

    def told(self, place: int) -> int:
        """A place in the unit of the caller; one that is none (-1) stays so."""
        if self._marks is None or not 0 <= place < len(self._marks):
            return place
        return self._marks[place]

    def meant(self, place: int) -> int:
        """A place of the caller's in code points."""
        if self._marks is None:
            return place
        at = bisect_left(self._marks, place)
        if place < 0 or at == len(self._marks) or self._marks[at] != place:
            raise Refused(422, "bad-offset", "a place lies outside of the text, or within a character", "start")
        return at


def unit_of(values: Mapping[str, Any]) -> str:
    """The unit that a request names."""
    unit = values.get("offsets", UNITS[0])
    if unit not in UNITS:
        raise Refused(422, "bad-request", f"offsets must be one of {', '.join(UNITS)}", "offsets")
    return str(unit)


def asked_in(values: dict[str, Any], unit: str) -> dict[str, Any]:
    """A request with its places in code points: those of a term, and those that another tool found."""
    text = values.get("text")
    if unit == UNITS[0] or not isinstance(text, str):
        return values
    ruler = Ruler(text, unit)
    found = values.get("detected")
    if isinstance(found, list):
        values = {**values, "detected": [_meant(each, ruler) if isinstance(each, dict) else each for each in found]}
    return _meant(values, ruler)


def _meant(values: dict[str, Any], ruler: Ruler) -> dict[str, Any]:
    given = {key: values[key] for key in ("start", "end") if type(values.get(key)) is int}
    return {**values, **{key: ruler.meant(place) for key, place in given.items()}}


def told_in(result: dict[str, Any], text: str, unit: str) -> dict[str, Any]:
    """What an engine answered about a text, with all places in a unit; the answer says which."""
    if unit != UNITS[0]:
        _tell(result, Ruler(text, unit), unit)
    return {**result, "offsets": unit}


def _tell(result: dict[str, Any], ruler: Ruler, unit: str) -> None:
    """Changes the places of a result: they are of the text that was given, those of a certificate of the new one."""
    for key in ("replacements", "named", "highlights", "options", "found"):
        for each in result.get(key) or ():
            if isinstance(each, dict):
                each.update({name: ruler.told(each[name]) for name in _PLACES if type(each.get(name)) is int})
    if "exempt" in result:
        result["exempt"] = [[ruler.told(place) for place in span] for span in result["exempt"]]
    if isinstance(result.get("repaired"), dict):
        _tell(result["repaired"], ruler, unit)
    if isinstance(result.get("certificate"), dict):
        _tell(result["certificate"], Ruler(result["text"], unit), unit)
