"""What a code of a string stands for: the characters it says, its width, and the shape it shows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sfumato.io.formats.pdf import programs
from sfumato.io.formats.pdf.objects import entry, inflated, is_dictionary, is_stream, listed, numbers
from sfumato.io.formats.pdf.programs import EMPTY, STANDARD, Outline, Program

_TOKEN = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])|(begin|end)(bfchar|bfrange|codespacerange)")
_MOST = 70_000  # codes that one table may map
_MOST_TOLD = 1_000
_NAMED_SPACE = frozenset(" \u00a0\t\u2002\u2003\u2009")


_SIZED = re.compile(
    r"((?:paren|bracket|brace)(?:left|right)|summation|integral|product|radical|slash|backslash|union|intersection)"
    r"(?:big|Big|bigg|Bigg|text|display|tp|bt|ex|mid)"
)
_OF_TEX = {"negationslash": "\u0338", "mapsto": "\u21a6", "follows": "\u227b", "precedes": "\u227a"}


@dataclass(frozen=True, slots=True)
class Sign:
    """A code: what it says, nothing where nobody knows; how wide it is in thousandths; its shape by a name."""

    text: str | None
    width: float
    glyph: str
    space: bool = False
    """Whether the spacing of words is added to it."""


@dataclass
class Font:
    """A font of the old file."""

    number: int
    standard: str
    """The standard font that it is, or that is nearest to it."""
    embedded: bool
    composite: bool = False
    program: Program | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    """The glyphs of its codes, by name."""
    symbolic: bool = False
    said: Mapping[int, str] = field(default_factory=dict)
    """What codes say by the table of the file."""
    lengths: frozenset[int] = frozenset()
    widths: Mapping[int, float] = field(default_factory=dict)
    default_width: float = 0.0
    gids: bytes | None = None
    procedures: Any = None
    """The streams that draw the letters of a Type 3 font."""
    matrix: tuple[float, ...] = (0.001, 0, 0, 0.001, 0, 0)
    lies: set[int] = field(default_factory=set)
    """Codes whose shapes are other letters than what they say."""
    told: list[str] = field(default_factory=list)
    """What codes say that are not drawn."""
    outlines: dict[str, Outline] = field(default_factory=dict)
    _signs: dict[int, Sign] = field(default_factory=dict)

    def read(self, data: bytes) -> Iterator[Sign]:
        """The signs of a string."""
        size = 2 if self.composite and 1 not in self.lengths else 1
        for at in range(0, len(data) - size + 1, size):
            code = int.from_bytes(data[at : at + size], "big")
            sign = self._signs.get(code)
            if sign is None:
                sign = self._signs[code] = self._sign(code)
            yield sign

    def outline(self, glyph: str) -> Outline:
        """The shape of a glyph."""
        found = self.outlines.get(glyph)
        if found is None:
            found = self.outlines[glyph] = self._outline(glyph)
        return found

    def _outline(self, glyph: str) -> Outline:
        if self.program is not None and glyph in self.program.glyphs:
            return self.program.outline(glyph)
        made = programs.standard_glyph(self.standard, glyph)
        return made[1] if made else EMPTY

    def _sign(self, code: int) -> Sign:
        glyph, own = self._cid_glyph(code) if self.composite else self._simple_glyph(code)
        text = cleaned(self.said[code]) if code in self.said else cleaned(own) if own else None
        width = self.widths.get(code, self.default_width)
        if self.program is None and self.procedures is None:
            glyph = own if len(own) == 1 else self.said.get(code, "")
            made = programs.standard_glyph(self.standard, glyph)
            if made and code not in self.widths and not self.composite:
                width = made[0]
            if made is None and not glyph.isspace():
                self._tell(text)
                text = None
        if text and own and _differ(text, own):
            self.lies.add(code)
            self._tell(text)
            text = None
        return Sign(text, width, glyph, code == 32 and not self.composite)

    def _tell(self, text: str | None) -> None:
        """Notes what a code says that is not drawn."""
        if text and len(self.told) < _MOST_TOLD:
            self.told.append(text)

    def _cid_glyph(self, cid: int) -> tuple[str, str]:
        if self.program is None:
            return "", ""
        if self.gids is not None:
            glyph = self.program.names[g] if (g := _two(self.gids, cid)) < len(self.program.names) else ".notdef"
        else:
            glyph = self.program.at(cid)
        return glyph, self._own(glyph)

    def _own(self, glyph: str) -> str:
        """What a glyph is by the program of its font."""
        assert self.program is not None
        if glyph in self.program.characters:
            return chr(self.program.characters[glyph])
        return said_by(glyph)

    def _simple_glyph(self, code: int) -> tuple[str, str]:
        name = self.names.get(code, "")
        if self.procedures is not None or self.program is None:
            return name, said_by(name)
        if self.program.cmaps or not self.program.codes:
            glyph = self._truetype_glyph(code, name)
            return glyph, (said_by(name) if name and not self.symbolic else "") or self._own(glyph)
        glyph = name or self.program.codes.get(code, ".notdef")
        return glyph, said_by(glyph)

    def _truetype_glyph(self, code: int, name: str) -> str:
        assert self.program is not None
        cmaps = self.program.cmaps
        character = said_by(name)
        tries: list[tuple[tuple[int, int], int]] = []
        if character and not self.symbolic:
            tries.append(((3, 1), ord(character[0])))
            tries += [((1, 0), mac) for mac in _mac(character[0])]
        tries += [((3, 0), code), ((3, 0), 0xF000 + code), ((1, 0), code)]
        if character:
            tries.append(((3, 1), ord(character[0])))
        tries += [((3, 1), code), ((0, 3), code), ((0, 1), code)]
        for table, number in tries:
            if glyph := cmaps.get(table, {}).get(number):
                return glyph
        if name in self.program.glyphs:
            return name
        return self.program.names[code] if not cmaps and code < len(self.program.names) else ".notdef"


def font_of(value: Any, number: int) -> Font:
    """A font by its dictionary."""
    kind = str(entry(value, "/Subtype"))
    if kind == "/Type0":
        return _composite(value, number)
    descriptor = entry(value, "/FontDescriptor")
    name = str(entry(value, "/BaseFont") or "").lstrip("/")
    flags = _whole(entry(descriptor, "/Flags"))
    program = _program(descriptor)
    base = {} if program and not entry(value, "/Encoding") else _base(program, flags, kind)
    font = Font(number, programs.standard_of(name, flags), program is not None, program=program)
    font.names = _names(entry(value, "/Encoding"), base)
    font.symbolic = bool(flags & 4) and not flags & 32
    font.said, font.lengths = _said(entry(value, "/ToUnicode"))
    first = _whole(entry(value, "/FirstChar"))
    scale = 1.0
    if kind == "/Type3":
        font.procedures = entry(value, "/CharProcs")
        font.matrix = numbers(entry(value, "/FontMatrix"), 6, font.matrix)
        font.embedded = True
        scale = font.matrix[0] * 1000
    widths = [_number(each) * scale for each in listed(entry(value, "/Widths"))[:256]]
    font.widths = {first + at: width for at, width in enumerate(widths)}
    font.default_width = _number(entry(descriptor, "/MissingWidth"))
    return font


def _composite(value: Any, number: int) -> Font:
    below = next(iter(listed(entry(value, "/DescendantFonts"))), None)
    descriptor = entry(below, "/FontDescriptor")
    name = str(entry(value, "/BaseFont") or "").lstrip("/")
    program = _program(descriptor)
    font = Font(
        number, programs.standard_of(name, _whole(entry(descriptor, "/Flags"))), program is not None, True, program
    )
    font.said, font.lengths = _said(entry(value, "/ToUnicode"))
    encoding = entry(value, "/Encoding")
    if str(encoding) not in ("/Identity-H", "/Identity-V"):
        font.said, font.program = {}, None  # codes of other tables are not read: nobody knows what they say
    font.lengths = frozenset()
    font.default_width = _number(entry(below, "/DW")) if entry(below, "/DW") is not None else 1000.0
    font.widths = dict(_cid_widths(listed(entry(below, "/W"))))
    mapping = entry(below, "/CIDToGIDMap")
    if is_stream(mapping):
        font.gids = inflated(mapping)
    return font


def _program(descriptor: Any) -> Program | None:
    """The program of a font; none where it has none, or one that cannot be read."""
    for key, read in (("/FontFile2", programs.truetype), ("/FontFile3", _font_file3), ("/FontFile", programs.type1)):
        stream = entry(descriptor, key)
        if stream is not None:
            try:
                return read(inflated(stream))
            except Exception:  # the programs of fonts break in any way: the nearest standard font is taken
                return None
    return None


def _font_file3(data: bytes) -> Program:
    return programs.truetype(data) if data[:4] in (b"OTTO", b"\0\1\0\0", b"true") else programs.cff(data)


def _cid_widths(values: list[Any]) -> Iterator[tuple[int, float]]:
    at = 0
    while at + 1 < len(values):
        first = _whole(values[at])
        if not isinstance(values[at + 1], (int, float)) and hasattr(values[at + 1], "_type_name"):
            for offset, width in enumerate(listed(values[at + 1])):
                yield first + offset, _number(width)
            at += 2
        else:
            last = min(_whole(values[at + 1]), first + _MOST)
            width = _number(values[at + 2]) if at + 2 < len(values) else 0.0
            yield from ((cid, width) for cid in range(first, last + 1))
            at += 3


def _names(encoding: Any, base: dict[int, str]) -> dict[int, str]:
    if encoding is None:
        return base
    if not is_dictionary(encoding):
        return dict(_encoding(str(encoding)) or base)
    names = dict(_encoding(str(entry(encoding, "/BaseEncoding"))) or base)
    code = 0
    for each in listed(entry(encoding, "/Differences")):
        if isinstance(each, int) or not str(each).startswith("/"):
            code = _whole(each)
        else:
            names[code] = str(each)[1:]
            code += 1
    return names


def _base(program: Program | None, flags: int, kind: str) -> dict[int, str]:
    if program is not None and program.codes:
        return dict(program.codes)
    if kind == "/Type3" or (program is not None and flags & 4):
        return {}
    return dict(programs.standard_codes())


@cache
def _encoding(name: str) -> Mapping[int, str]:
    from fontTools.agl import UV2AGL

    if name == "/StandardEncoding":
        return programs.standard_codes()
    codec = {"/WinAnsiEncoding": "cp1252", "/MacRomanEncoding": "mac_roman"}.get(name)
    if codec is None:
        return {}
    found = {}
    for code in range(32, 256):
        character = bytes((code,)).decode(codec, "ignore") or "\u2022"
        found[code] = UV2AGL.get(ord(character), f"uni{ord(character):04X}")
    return found | ({160: "space", 173: "hyphen"} if codec == "cp1252" else {202: "space"})


def _mac(character: str) -> list[int]:
    try:
        return list(character.encode("mac_roman"))[:1]
    except UnicodeEncodeError:
        return []


@cache
def said_by(name: str) -> str:
    """What the glyph of a name says.

    >>> said_by("eacute"), said_by("f_i"), said_by("g27"), said_by("parenleftbig")
    ('é', 'fi', '', '(')
    """
    from fontTools.agl import toUnicode

    if not name or name == ".notdef":
        return ""
    sized = _SIZED.fullmatch(name)  # signs of TeX that come in several sizes
    return toUnicode(name) or (toUnicode(sized[1]) if sized else _OF_TEX.get(name, ""))


def _said(stream: Any) -> tuple[dict[int, str], frozenset[int]]:
    """What codes say by a table of the file, and how many bytes they have."""
    if not is_stream(stream):
        return {}, frozenset()
    found: dict[int, str] = {}
    lengths: set[int] = set()
    mode, held, inside = b"", list[Any](), list[bytes]()
    bracket = False
    for hit in _TOKEN.finditer(inflated(stream)):
        if hit[4]:
            mode, held = (hit[5] if hit[4] == b"begin" else b""), []
        elif hit[2]:
            bracket, inside = True, []
        elif hit[3]:
            bracket = False
            held.append(inside)
        elif hit[1] is not None and bracket:
            inside.append(_hex(hit[1]))
        elif hit[1] is not None:
            held.append(_hex(hit[1]))
        if mode == b"bfchar" and len(held) == 2:
            _put(found, int.from_bytes(held[0], "big"), held[1], 0)
            held = []
        elif mode == b"bfrange" and len(held) == 3:
            first, last = int.from_bytes(held[0], "big"), int.from_bytes(held[1], "big")
            for offset in range(min(last - first + 1, _MOST - len(found))):
                if not isinstance(held[2], list):
                    _put(found, first + offset, held[2], offset)
                elif offset < len(held[2]):
                    _put(found, first + offset, held[2][offset], 0)
            held = []
        elif mode == b"codespacerange" and len(held) == 2:
            lengths.add(len(held[0]))
            held = []
    return found, frozenset(lengths)


def _put(found: dict[int, str], code: int, raw: Any, offset: int) -> None:
    if isinstance(raw, bytes) and len(found) < _MOST and raw:
        number = int.from_bytes(raw, "big") + offset
        data = number.to_bytes(max(len(raw), (number.bit_length() + 7) // 8), "big")
        found[code] = data.decode("utf-16-be", "ignore") if len(data) > 1 else data.decode("latin-1")


def _hex(text: bytes) -> bytes:
    plain = re.sub(rb"\s", b"", text).decode()
    return bytes.fromhex(plain + "0" * (len(plain) % 2))


def cleaned(text: str) -> str | None:
    """What a code says as plain text: one kind of space, no joined letters; nothing where it says nothing.

    >>> cleaned("\\ufb01"), cleaned("\\u00a0"), cleaned("\\uf0b7")
    ('fi', ' ', None)
    """
    if any(c in _NAMED_SPACE for c in text):
        return " "
    made = "".join(unicodedata.normalize("NFKC", c) if "\ufb00" <= c <= "\ufb06" else c for c in text)
    made = made.replace("\u00ad", "-").replace("\u2010", "-")
    if not made or any(unicodedata.category(c) in ("Cc", "Cf", "Co", "Cn", "Cs") or c == "\ufffd" for c in made):
        return None
    return made


def _differ(one: str, other: str) -> bool:
    """Whether two texts are other letters, whatever their marks and size."""
    plain = [
        "".join(c for c in unicodedata.normalize("NFKD", each).casefold() if not unicodedata.combining(c))
        for each in (one, other)
    ]
    return plain[0] != plain[1] and all(each.isascii() and each.isalnum() for each in plain)


def _two(data: bytes, number: int) -> int:
    return int.from_bytes(data[2 * number : 2 * number + 2], "big")


def _whole(value: Any) -> int:
    return int(_number(value))


def _number(value: Any) -> float:
    try:
        found = float(value)
    except (TypeError, ValueError):
        return 0.0
    return found if abs(found) < 1e7 else 0.0


def is_standard(font: Font) -> bool:
    """Whether a font is one that every reader has, and that the file only names."""
    return not font.embedded and font.standard in STANDARD[:12] and not font.composite
