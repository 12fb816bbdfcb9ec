"""What a document is to whoever judges it: pieces of text, each with its place, that can be written back.

A format opens the bytes of a file and gives

    pieces   every string that a reader can find in it, by place: body, notes, comments, attributes, metadata
    parts    every part of the file, and what becomes of it: rewritten, kept, dropped
    write    the bytes of the file with its pieces edited

It knows every part of its file. What it does not know is dropped or refused, and never copied.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from sfumato.errors import InputError
from sfumato.types import Edit

REWRITTEN, KEPT, DROPPED = "rewritten", "kept", "dropped"
"""What becomes of a part: its strings are judged and edited; it has none; it does not go out."""
PARAGRAPH = "\n\n"
"""What stands between two pieces where they are read as one text."""
CELL = "\t"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a document is to be read and written."""

    changes: str = "accept"
    """What becomes of tracked changes: "accept", "reject", or "refuse" a document that has any."""
    unknown_parts: str = "drop"
    """What becomes of parts that the format does not know: "drop", or "refuse" a document that has any."""
    images: str = "keep"
    """What becomes of pictures, which nobody reads: "keep" and say so, "drop", or "refuse" a document that has any."""
    pdf: str = "rebuild"
    """Pages are drawn anew: "rebuild" leaves out what cannot be, "rewrite" refuses a page of which any would be."""
    scans: str = "refuse"
    """Pages of a PDF that are pictures: "refuse" them, or "read" them (extra `ocr`) and set their text."""
    columns: tuple[str, ...] = ()
    """Of a table, the columns whose cells may be changed; all of them unless given."""
    key: bytes = b""
    """By which numbers of messages are replaced, so that those of one release still refer to each other."""
    depth: int = 0
    """How deep in other documents this one lies."""
    off: frozenset[str] = frozenset()
    """Handlers that are switched off: for the tests that each of them is needed."""


CHOICES = {"changes": ("accept", "reject", "refuse"), "unknown_parts": ("drop", "refuse")} | {
    "images": ("keep", "drop", "refuse"),
    "pdf": ("rebuild", "rewrite"),
    "scans": ("refuse", "read"),
}
"""What each of these may be."""
DEEPEST = 5
"""How deep documents may lie in each other."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A string of a document, and the place where it stands."""

    place: str
    text: str
    fate: str = REWRITTEN
    """Whether it goes out, edited, or is dropped with what it stands in."""
    before: str = PARAGRAPH
    """What stands between it and the piece before, where all are read as one text."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a file and what became of it."""

    name: str
    fate: str
    why: str = ""


Put = Callable[[Sequence[Edit]], None]
"""Edits a piece where it stands; the edits are those of its text, in order."""


@dataclass
class Opened:
    """A document that was opened: its pieces, how each is written back, its parts, and how all is saved."""

    pieces: list[Piece] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """What is kept and nobody judges: pictures, by their places."""
    save: Callable[[], bytes] = bytes
    _puts: dict[int, Put] = field(default_factory=dict)

    def add(self, place: str, text: str, put: Put, before: str = PARAGRAPH) -> None:
        """Adds a piece that goes out, edited by `put`; none where there is nothing to read."""
        if text.strip():
            self._puts[len(self.pieces)] = put
            self.pieces.append(Piece(place, text, REWRITTEN, before))

    def drop(self, place: str, *texts: str) -> None:
        """Adds what is dropped: it is told and can be judged, but does not go out."""
        self.pieces += [Piece(place, text, DROPPED) for text in texts if text.strip()]

    def include(self, other: Opened, place: str) -> None:
        """Adds the pieces and parts of a document that lies in this one."""
        for number, piece in enumerate(other.pieces):
            if number in other._puts:
                self._puts[len(self.pieces)] = other._puts[number]
            self.pieces.append(replace(piece, place=f"{place}: {piece.place}"))
        self.parts += [replace(part, name=f"{place}: {part.name}") for part in other.parts]
        self.unread += [f"{place}: {each}" for each in other.unread]

    def part(self, name: str, fate: str, why: str = "") -> None:
        """Notes what becomes of a part."""
        self.parts.append(Part(name, fate, why))

    def write(self, edits: Mapping[int, Sequence[Edit]]) -> bytes:
        """The bytes of the document with its pieces edited, by their numbers."""
        for number, changes in edits.items():
            self._puts[number](sorted(changes))
        return self.save()


@runtime_checkable
class DocumentFormat(Protocol):
    """Opens documents of one kind: an object, or a module, that has these names."""

    name: str
    """What it is called: "docx"."""
    what: str
    """What such a file is, in words."""
    suffixes: tuple[str, ...]
    """How its files end, in small letters."""
    types: tuple[str, ...]
    """Its media types, the first of them for what is sent out."""

    def is_one(self, data: bytes) -> bool:
        """Whether bytes are such a document, by what they begin with and what is in them."""
        ...

    def opened(self, data: bytes, reading: Reading) -> Opened:
        """The document; `InputError` without its name or text says why it is refused."""
        ...


def refused(why: str, code: str = "bad-document") -> InputError:
    """The error of a document that cannot be taken."""
    return InputError(why, code=code)


def edited(text: str, edits: Sequence[Edit]) -> str:
    """A text with edits made.

    >>> edited("He takes zidovudine.", [Edit(9, 19, "a medicine")])
    'He takes a medicine.'
    """
    said, at = [], 0
    for edit in sorted(edits):
        said += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join((*said, text[at:]))


def edited_in_parts(parts: Sequence[str], edits: Sequence[Edit]) -> Iterator[tuple[int, str]]:
    """The parts of one text that edits change, by their numbers, and what each then says.

    What is written stands in the part in which the first character that goes stood.

    >>> list(edited_in_parts(["He takes zido", "vudine", "."], [Edit(9, 19, "a medicine")]))
    [(0, 'He takes a medicine'), (1, '')]
    """
    whole, at = sum(map(len, parts)), 0
    for number, part in enumerate(parts):
        start, end = at, at + len(part)
        at = end
        mine = []
        for edit in edits:
            says = start <= edit.start < end or edit.start == end == whole
            if says or (edit.start < end and edit.end > start):
                first = max(edit.start, start)
                mine.append(Edit(first - start, max(first, min(edit.end, end)) - start, edit.text if says else ""))
        if mine:
            yield number, edited(part, mine)


@dataclass(frozen=True, slots=True)
class OneText:
    """Pieces read as one text, so that they are judged together; each knows where it stands in it."""

    text: str
    starts: tuple[int, ...]
    """Where each piece begins."""
    numbers: tuple[int, ...]
    """The number of each among the pieces of the document."""
    lengths: tuple[int, ...]

    @classmethod
    def of(cls, pieces: Sequence[Piece], *, dropped: bool = False) -> OneText:
        """The pieces that go out, and those that are dropped only where asked for."""
        said: list[str] = []
        starts: list[int] = []
        numbers: list[int] = []
        lengths: list[int] = []
        at = 0
        for number, piece in enumerate(pieces):
            if piece.fate == DROPPED and not dropped:
                continue
            between = piece.before if starts else ""
            said += [between, piece.text]
            starts.append(at + len(between))
            numbers.append(number)
            lengths.append(len(piece.text))
            at += len(between) + len(piece.text)
        return cls("".join(said), tuple(starts), tuple(numbers), tuple(lengths))

    def shared_out(self, edits: Sequence[Edit]) -> dict[int, list[Edit]]:
        """The edits of the whole text as edits of its pieces.

        One that goes over the end of a piece is cut: what it says stands in the first piece, and from the others its
        words go. What stands between pieces is no text, and stays.
        """
        found: dict[int, list[Edit]] = {}
        for edit in sorted(edits):
            at = max(bisect_right(self.starts, edit.start) - 1, 0)
            said = edit.text
            while at < len(self.starts) and self.starts[at] <= max(edit.end, edit.start):
                begin, length = self.starts[at], self.lengths[at]
                start, end = max(edit.start - begin, 0), min(edit.end - begin, length)
                if start < end or (said.strip() and start <= length and edit.start >= begin and edit.start == edit.end):
                    found.setdefault(self.numbers[at], []).append(Edit(start, max(start, end), said))
                    said = ""
                at += 1
        return found

    def place(self, pieces: Sequence[Piece], at: int) -> str:
        """The place of the piece in which a character of the text stands."""
        if not self.starts:
            return ""
        return pieces[self.numbers[max(bisect_right(self.starts, at) - 1, 0)]].place
