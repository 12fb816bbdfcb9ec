"""Markdown: paragraphs are edited where they stand; comments go, and so do addresses that tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import unescape
from urllib.parse import unquote

from sfumato.io.encoded import kind_by_content
from sfumato.io.formats.pieces import Opened, Reading
from sfumato.io.formats.written.spans import Line, Source
from sfumato.types import Edit

name = "markdown"
what = "a Markdown text"
suffixes = (".md", ".markdown")
types = ("text/markdown", "text/x-markdown")

_BLOCK = re.compile(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_ADDRESS = re.compile(r"(?<=\]\()[^)\s]+|(?<=<)(?:https?|mailto|data):[^>\s]+(?=>)|(?<=\]: )\S+")
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z]+);")


def is_one(data: bytes) -> bool:
    """Whether bytes can be Markdown: any text can whose words stand in it."""
    return not kind_by_content(data) and (b"\0" not in data[:1000] or data.startswith((b"\xff\xfe", b"\xfe\xff")))


def opened(data: bytes, reading: Reading) -> Opened:
    """The text."""
    source = Source(data)
    found = Opened(save=lambda: source.saved("strict"))
    text = source.text
    for hit in _COMMENT.finditer(text):
        if "comment" not in reading.off:
            found.drop("comment", hit[0])
            source.cut(*hit.span())
            text = text[: hit.start()] + re.sub(r"[^\n]", " ", hit[0]) + text[hit.end() :]
    for number, block in enumerate(_BLOCK.finditer(text), 1):
        line = Line(source)
        at = block.start()
        for hit in _ADDRESS.finditer(text, *block.span()):
            _hold(line, text, at, hit.start())
            if "addresses" not in reading.off:
                _address(found, source, hit)
            at = hit.end()
        _hold(line, text, at, block.end())
        if "text" not in reading.off:
            found.add(f"block {number}", line.text, line.put)
    found.part("file", "rewritten")
    return found


def _hold(line: Line, text: str, start: int, end: int) -> None:
    """Adds characters; those written as entities say what they say."""
    at = start
    for hit in _ENTITY.finditer(text, start, end):
        line.hold(at, hit.start(), text[at : hit.start()], str)
        line.hold(*hit.span(), unescape(hit[0]), str)
        at = hit.end()
    line.hold(at, end, text[at:end], str)


def _address(found: Opened, source: Source, hit: re.Match[str]) -> None:
    said = unescape(unquote(hit[0]))

    def cut() -> Callable[[Sequence[Edit]], None]:
        return lambda edits: source.replace(*hit.span(), "#")

    if said.lower().startswith(("data:", "file:", "javascript:")):
        found.drop("address", said)
        source.replace(*hit.span(), "#")
    else:
        found.add("address", said, cut())
