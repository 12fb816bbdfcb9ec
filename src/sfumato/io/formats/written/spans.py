"""A text whose pieces are edited where they stand: every other character of it stays as it was."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sfumato.io.formats.pieces import edited_in_parts, refused
from sfumato.types import Edit

_DECLARED = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.I)
_READ = ("utf-8", "utf-16", "utf-16-le", "utf-16-be", "ascii", "iso8859-1", "iso8859-15", "cp1252")


class Source:
    """The characters of a file, and what is to stand in their places."""

    def __init__(self, data: bytes) -> None:
        self.text, self._encoding, self._mark = decoded(data)
        self._changes: dict[tuple[int, int], str] = {}

    @property
    def encoding(self) -> str:
        """The encoding of the file."""
        return self._encoding

    def replace(self, start: int, end: int, text: str) -> None:
        """Writes something else in a place; the last that is written there stays."""
        self._changes[start, end] = text

    def cut(self, start: int, end: int) -> None:
        """Takes out what stands in a place."""
        self.replace(start, end, "")

    def saved(self, escape: str = "xmlcharrefreplace", mend: Callable[[str], str] = str) -> bytes:
        """The bytes of the file, in the encoding that it had; `mend` has the last word on its characters."""
        said, at = [], 0
        for (start, end), text in sorted(self._changes.items(), key=lambda each: (each[0][0], -each[0][1])):
            if start < at:  # within what was taken out
                continue
            said += [self.text[at:start], text]
            at = end
        said.append(self.text[at:])
        return self._mark + mend("".join(said)).encode(self._encoding, escape)


def decoded(data: bytes) -> tuple[str, str, bytes]:
    """The characters of a file, its encoding, and the mark that it begins with."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding), encoding, mark
    found = _DECLARED.search(data[:1024])
    encoding = found[1].decode("ascii").lower() if found else "utf-8"
    try:
        encoding = codecs.lookup(encoding).name
    except LookupError:
        encoding = ""
    if encoding not in _READ or encoding.startswith("utf-16"):
        raise refused("in an encoding that is not read: save it as UTF-8")
    return _strictly(data, encoding), encoding, b""


def _strictly(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise refused("not in the encoding that it says, or not UTF-8: save it as UTF-8") from None
    if "\0" in text:
        raise refused("not text: NUL character")
    return text


@dataclass(frozen=True, slots=True)
class Segment:
    """A span of a file, what it says, and how something else is written there."""

    start: int
    end: int
    text: str
    encode: Callable[[str], str]


@dataclass
class Line:
    """Segments that are read as one piece: the characters of a paragraph between tags."""

    source: Source
    segments: list[Segment] = field(default_factory=list)

    def hold(self, start: int, end: int, text: str, encode: Callable[[str], str]) -> None:
        """Adds a span."""
        if text:
            self.segments.append(Segment(start, end, text, encode))

    @property
    def text(self) -> str:
        return "".join(segment.text for segment in self.segments)

    def put(self, edits: Sequence[Edit]) -> None:
        """Makes the edits: what is written stands where the first character that goes stood."""
        for number, said in edited_in_parts([segment.text for segment in self.segments], edits):
            segment = self.segments[number]
            self.source.replace(segment.start, segment.end, segment.encode(said))
