"""XML of any kind: texts and attributes are edited where they stand, names that tell are replaced, the rest stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from xml.parsers import expat
from xml.sax.saxutils import escape

from sfumato.io.formats.pieces import Opened, Reading, refused
from sfumato.io.formats.written.spans import Line, Source
from sfumato.io.formats.written.tags import Attribute, Token, tokens
from sfumato.types import Edit

name = "xml"
what = "an XML file"
suffixes = (".xml",)
types = ("application/xml", "text/xml")

_ENTITY = re.compile(r"&(?:#(\d+)|#x([0-9a-fA-F]+)|(lt|gt|amp|quot|apos));")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_DEEPEST = 500
_PLAIN = re.compile(
    r"(?:xml|xmlns|id|type|version|encoding|lang|name|value|item|key|root|data|row|text|title|p|b|i)", re.I
)

_DECLARATION = re.compile(
    r"""<\?xml\s+version\s*=\s*["']1\.[01]["'](?:\s+encoding\s*=\s*["'](?i:utf-?(?:8|16)|us-ascii|iso-8859-1?\d|"""
    r"""windows-1252|cp1252|latin-?1)["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>"""
)
"""What a file may say of itself that says nothing else."""


def is_one(data: bytes) -> bool:
    """Whether bytes begin as XML does."""
    return data.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")[:1] == b"<"


def opened(data: bytes, reading: Reading) -> Opened:
    """The file."""
    source = Source(data)
    _check(source.text)
    return _File(source, reading).read()


def _check(text: str) -> None:
    """Refuses what is not well formed, declares a document type, or is nested too deep."""
    if re.search(r"<!\s*(?:DOCTYPE|ENTITY)", text, re.I):
        raise refused("declares a document type, which may hide text or entities")
    depth = 0

    def start(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise refused("nested too deep", "too-large")

    def end(*_: object) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), True)
    except expat.ExpatError:
        raise refused("no well-formed XML") from None


class _File:
    def __init__(self, source: Source, reading: Reading) -> None:
        self.source, self.off = source, reading.off
        self.found = Opened(save=source.saved)
        self.names: dict[str, list[tuple[int, int]]] = {}

    def read(self) -> Opened:
        text = self.source.text
        found = list(tokens(text, html=False))
        mixed = _mixed(found, text)
        path: list[str] = []
        line: Line | None = None
        holder = -1
        for number, token in enumerate(found):
            if token.kind in ("text", "cdata"):
                line = line or Line(self.source)
                self.hold(line, token)
            if token.kind == "open":
                self.name(token.start + 1, token.name)
                if holder < 0:
                    self.flush(line, path)
                    line = None
                if number in mixed and holder < 0:
                    holder = len(path)
                if not token.empty:
                    path.append(token.name)
                self.attributes(token, path)
            elif token.kind == "close":
                self.name(token.start + 2, token.name)
                if holder < 0 or len(path) - 1 == holder:
                    self.flush(line, path)
                    line = None
                    holder = -1
                path.pop()
            elif token.kind in ("comment", "instruction") and token.kind not in self.off:
                said = text[token.start : token.end]
                if _DECLARATION.fullmatch(said):
                    continue
                self.found.drop(token.kind, said)
                declares = re.match(r"<\?xml\s", said)
                new = f'<?xml version="1.0" encoding="{self.source.encoding}"?>' if declares else ""
                self.source.replace(token.start, token.end, new)
        self.flush(line, path)
        self.add_names()
        self.found.part("file", "rewritten")
        return self.found

    def hold(self, line: Line, token: Token) -> None:
        raw = self.source.text[token.start : token.end]
        if token.kind == "cdata":
            line.hold(token.start, token.end, raw[9:-3], lambda said: f"<![CDATA[{said.replace(']]>', ']] >')}]]>")
        else:
            line.hold(token.start, token.end, unescaped(raw), escape)

    def flush(self, line: Line | None, path: list[str]) -> None:
        if line is not None and line.text.strip() and "text" not in self.off:
            self.found.add("/".join(path) or "text", line.text, line.put)

    def attributes(self, token: Token, path: list[str]) -> None:
        for each in token.attributes:
            self.name(each.start, each.name)
            value = unescaped(each.value)
            if value.strip() and f"@{each.name}" not in self.off and "attributes" not in self.off:
                above = "/".join(path if not token.empty else [*path, token.name])
                self.found.add(f"{above}@{each.name}", value, self.put(each))

    def put(self, each: Attribute) -> Callable[[Sequence[Edit]], None]:
        def put(edits: Sequence[Edit]) -> None:
            line = Line(self.source)
            line.hold(each.at, each.at + len(each.value), unescaped(each.value), lambda said: escape(said, _QUOTES))
            line.put(edits)

        return put

    def name(self, at: int, called: str) -> None:
        for part in re.finditer(r"[^:]+", called):
            if not _PLAIN.fullmatch(part[0]):
                self.names.setdefault(part[0], []).append((at + part.start(), at + part.end()))

    def add_names(self) -> None:
        """The names of elements and attributes are pieces, each once: one that must change is called by a number."""
        for number, (called, places) in enumerate(self.names.items(), 1):
            if "names" in self.off:
                continue

            def put(edits: Sequence[Edit], places: list[tuple[int, int]] = places, new: str = f"n{number}") -> None:
                for start, end in places:
                    self.source.replace(start, end, new)

            self.found.add("name of an element or attribute", readable_name(called), put)


_QUOTES = {'"': "&quot;", "'": "&apos;"}


def readable_name(called: str) -> str:
    """The words of a name.

    >>> readable_name("hivStatus_code")
    'hiv Status code'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[-_.]+", " ", called).strip()


def unescaped(raw: str) -> str:
    """What characters of XML say."""

    def plain(hit: re.Match[str]) -> str:
        if hit[3]:
            return _NAMED[hit[3]]
        return chr(min(int(hit[1]) if hit[1] else int(hit[2], 16), 0x10FFFF))

    return _ENTITY.sub(plain, raw)


def _mixed(found: list[Token], text: str) -> set[int]:
    """The numbers of opening tags whose elements hold both text and elements: read as one, as a paragraph is."""
    mixed: set[int] = set()
    stack: list[list[int]] = []  # number, whether it has text, whether it has elements
    for number, token in enumerate(found):
        if token.kind == "open":
            if stack:
                stack[-1][2] = 1
            if not token.empty:
                stack.append([number, 0, 0])
        elif token.kind == "close" and stack:
            opening, texts, elements = stack.pop()
            if texts and elements:
                mixed.add(opening)
        elif token.kind in ("text", "cdata") and stack and text[token.start : token.end].strip():
            stack[-1][1] = 1
    return mixed
