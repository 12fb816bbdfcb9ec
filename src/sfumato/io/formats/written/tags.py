"""HTML and XML as tokens, each with its place in the text. No tree is made, and nothing is mended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NAME = r"[A-Za-z_][^\s/>=\"'<]*"
_TOKEN = re.compile(
    r"(?P<comment><!--.*?(?:-->|\Z))"
    r"|(?P<cdata><!\[CDATA\[.*?(?:\]\]>|\Z))"
    r"|(?P<declaration><![^>]*>?)"
    r"|(?P<instruction><\?.*?(?:\?>|>|\Z))"
    rf"|(?P<close></{_NAME}[^>]*>)"
    rf"|(?P<open><{_NAME}(?:[^\"'>]|\"[^\"]*\"|'[^']*')*>)",
    re.S,
)
_TAG_NAME = re.compile(_NAME)
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?", re.S)
RAW = ("script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext")
"""Elements of HTML in which nothing is a tag."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: where all of it stands, its name, where its value stands, and what that is as written."""

    start: int
    end: int
    name: str
    at: int
    value: str


@dataclass(frozen=True, slots=True)
class Token:
    """A tag, a text or something else: its kind, its place, and of a tag its name and attributes."""

    kind: str
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()
    empty: bool = False
    """Whether it is closed at once (`<br/>`)."""


def tokens(text: str, *, html: bool) -> Iterator[Token]:
    """The tokens of a text, in order; all of it is in one of them."""
    at = 0
    while at < len(text):
        found = _TOKEN.search(text, at)
        begin = found.start() if found else len(text)
        if begin > at:
            yield Token("text", at, begin)
        if not found:
            return
        at = found.end()
        kind = found.lastgroup or "text"
        if kind not in ("open", "close"):
            yield Token(kind, begin, at)
            continue
        name = _TAG_NAME.search(text, begin)
        called = name[0] if name else ""
        if kind == "close":
            yield Token(kind, begin, at, called)
            continue
        attributes = tuple(_attributes(text, begin + 1 + len(called), at - 1))
        yield Token(kind, begin, at, called, attributes, text[at - 2] == "/")
        if html and called.lower() in RAW:
            end = re.compile(rf"</{re.escape(called)}\b", re.I).search(text, at)
            stop = end.start() if end else len(text)
            if stop > at:
                yield Token("raw", at, stop, called)
            at = stop


def _attributes(text: str, start: int, end: int) -> Iterator[Attribute]:
    for found in _ATTRIBUTE.finditer(text, start, end):
        group = next((number for number in (2, 3, 4) if found[number] is not None), 0)
        value, at = (found[group], found.start(group)) if group else ("", found.end())
        yield Attribute(found.start(), found.end(), found[1], at, value)
