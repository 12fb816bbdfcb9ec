"""HTML: text, attributes and addresses are edited where they stand; scripts, comments and what acts are taken out."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from html import escape, unescape
from urllib.parse import unquote

from sfumato.io.formats import pictures
from sfumato.io.formats.pieces import Opened, Reading, refused
from sfumato.io.formats.written.emptied import GAP, without_empty
from sfumato.io.formats.written.spans import Line, Source
from sfumato.io.formats.written.tags import RAW, Attribute, Token, tokens
from sfumato.io.formats.written.words import BLOCKS, ELEMENTS, is_plain, strange_words
from sfumato.types import Edit

name = "html"
what = "a web page"
suffixes = (".html", ".htm", ".xhtml")
types = ("text/html", "application/xhtml+xml")

_TEXTS = frozenset(
    "alt title placeholder aria-label aria-description aria-valuetext aria-roledescription value content label summary "
    "abbr standby datetime download text".split()
)
_ADDRESSES = frozenset(
    "href src action cite poster srcset data formaction background longdesc ping usemap manifest xlink:href "
    "imagesrcset archive codebase classid profile".split()
)
_NAMES = frozenset("class id for name headers list form aria-labelledby aria-describedby aria-controls".split())
_GONE = frozenset("srcdoc nonce integrity style-src is".split())
_LOOKS = frozenset(
    "colspan rowspan cellspacing cellpadding bgcolor valign align border width height noshade nowrap start reversed "
    "accesskey tabindex aria-hidden aria-expanded aria-current aria-level aria-haspopup frameborder hspace vspace "
    "rules span char charoff cols rows maxlength minlength contenteditable spellcheck draggable translate dir hreflang "
    "rel rev".split()
)
"""Attributes whose values are numbers and words of HTML."""
_STRING = re.compile(r"\"([^\"]*)\"|'([^']*)'|url\(([^)\"']*)\)")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_DATA = re.compile(r"data:(image/(?:png|jpe?g|gif));base64,([A-Za-z0-9+/=\s%]+)\Z")
_DOCTYPE = re.compile(r"<!doctype\s+html\s*>", re.I)
_FIRST = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|\?xml|[a-z][a-z0-9]*[\s>])", re.I | re.S)


def is_one(data: bytes) -> bool:
    """Whether bytes begin as a web page does."""
    return _FIRST.match(data.lstrip(b"\xef\xbb\xbf\xff\xfe").replace(b"\0", b"")[:4000]) is not None


def opened(data: bytes, reading: Reading) -> Opened:
    """The page."""
    return _Page(Source(data), reading).read()


class _Page:
    """A page on its way: the line that is read, and names that things refer to each other by."""

    def __init__(self, source: Source, reading: Reading) -> None:
        self.source, self.reading, self.off = source, reading, reading.off
        self.found = Opened(save=self.save)
        self.line = Line(source)
        self.number = 0
        self.names: dict[str, list[tuple[int, int, str]]] = {}
        self.renamed: dict[str, str] = {}
        self.sheets: list[tuple[int, int]] = []

    def read(self) -> Opened:
        text = self.source.text
        skipped = ""
        for token in tokens(text, html=True):
            if token.kind == "text":
                self.line.hold(token.start, token.end, unescape(text[token.start : token.end]), _marked)
            elif token.kind in ("open", "close"):
                called = token.name.lower()
                if called in BLOCKS:
                    self.flush()
                if called in ("script", "object", "embed", "applet", "iframe", "portal") and called not in self.off:
                    self.cut(token, called)
                elif called not in ELEMENTS and "element" not in self.off:
                    self.cut(token, "element")
                elif token.kind == "open":
                    self.attributes(token)
                elif text[token.start + 2 + len(token.name) : token.end - 1].strip() and "close" not in self.off:
                    self.found.drop("end of an element", unescape(text[token.start : token.end]))
                    self.source.replace(token.start, token.end, f"</{token.name}>")
                skipped = called if token.kind == "open" and called in RAW else ""
            elif token.kind == "raw":
                self.raw(token, skipped)
            elif token.kind == "declaration" and _DOCTYPE.fullmatch(text[token.start : token.end]):
                continue
            elif token.kind not in self.off:
                self.cut(token, token.kind)
        self.flush()
        self.add_names()
        self.found.part("page", "rewritten")
        return self.found

    def flush(self) -> None:
        """Ends a paragraph."""
        if self.line.text.strip() and "text" not in self.off:
            self.number += 1
            self.found.add(f"paragraph {self.number}", self.line.text, self.line.put)
        self.line = Line(self.source)

    def cut(self, token: Token, what_: str) -> None:
        """Takes a token out."""
        self.found.drop(what_, unescape(self.source.text[token.start : token.end]))
        self.source.cut(token.start, token.end)

    def raw(self, token: Token, called: str) -> None:
        text = self.source.text[token.start : token.end]
        if called == "style":
            if "style" not in self.off:
                self.sheet(token.start, text)
        elif called not in self.off:
            self.cut(token, called)

    # --- attributes ---

    def attributes(self, token: Token) -> None:
        for each in token.attributes:
            called, value = each.name.lower(), unescape(each.value)
            if f"@{called}" in self.off:
                continue
            if not value.strip() and not called.startswith("on"):
                if called not in _LOOKS and strange_words(called.removeprefix("data-")):
                    self.found.add(f"{token.name.lower()}: attribute", each.name, self.cut_put(each))
                continue
            place = f"{token.name.lower()}@{called}"
            if called.startswith("on") or called in _GONE:
                self.found.drop(place, value)
                self.source.cut(each.start, each.end)
            elif called in _ADDRESSES:
                self.address(each, value, place)
            elif called in _TEXTS or called.startswith("data-"):
                if called == "content" and is_plain(value):
                    continue
                self.found.add(place, value, self.text_put(each))
                if called.startswith("data-") and strange_words(called[5:]):
                    self.found.add(f"{token.name.lower()}: attribute", called[5:].replace("-", " "), self.cut_put(each))
            elif called in _NAMES:
                for word in re.finditer(r"\S+", each.value):
                    at = each.at + word.start()
                    self.names.setdefault(word[0], []).append((at, at + len(word[0]), called))
            elif (strange := called not in _LOOKS and bool(strange_words(called))) or not is_plain(value):
                if strange:
                    self.found.drop(place, each.name, value)
                    self.source.cut(each.start, each.end)
                else:
                    self.found.add(place, value, self.cut_put(each))

    def address(self, each: Attribute, value: str, place: str) -> None:
        said = value.strip().lower()
        if said.startswith("data:"):
            self.data_address(each, value.strip(), place)
        elif said.startswith(("javascript:", "vbscript:", "file:")):
            self.found.drop(place, unquote(value))
            self.source.cut(each.start, each.end)
        elif value.startswith("#") and not each.name.lower().startswith("src"):
            self.names.setdefault(value[1:], []).append((each.at + 1, each.at + len(each.value), "href"))
        elif not is_plain(value):
            self.found.add(place, unquote(value), self.cut_put(each))

    def data_address(self, each: Attribute, value: str, place: str) -> None:
        found = _DATA.match(value)
        picture = None
        if found and self.reading.images != "drop":
            if self.reading.images == "refuse":
                raise refused("it has pictures, which are not read")
            try:
                picture = pictures.bare(base64.b64decode(unquote(found[2])))
            except (binascii.Error, ValueError):
                picture = None
        if found and picture is not None:
            kept = f"data:{found[1]};base64,{base64.b64encode(picture).decode()}"
            self.found.unread.append(place)
            if kept != value:
                self.source.replace(each.start, each.end, f'{each.name}="{kept}"')
        else:
            self.found.drop(place, _decoded_data(value))
            self.source.cut(each.start, each.end)

    def text_put(self, each: Attribute) -> Callable[[Sequence[Edit]], None]:
        def put(edits: Sequence[Edit]) -> None:
            line = Line(self.source)
            value = unescape(each.value)
            line.hold(each.start, each.end, value, lambda said: f'{each.name}="{escape(said)}"')
            line.put(edits)

        return put

    def cut_put(self, each: Attribute) -> Callable[[Sequence[Edit]], None]:
        return lambda edits: self.source.cut(each.start, each.end)

    def empty_put(self, start: int, end: int) -> Callable[[Sequence[Edit]], None]:
        return lambda edits: self.source.replace(start, end, '""')

    # --- sheets and names ---

    def sheet(self, start: int, text: str) -> None:
        """The strings of a style sheet are text, its comments go, and its other words are names."""
        rest = text
        for hit in _COMMENT.finditer(text):
            self.found.drop("style: comment", hit[0])
            self.source.cut(start + hit.start(), start + hit.end())
            rest = rest[: hit.start()] + " " * len(hit[0]) + rest[hit.end() :]
        for hit in _STRING.finditer(rest):
            value = next((group for group in hit.groups() if group), "")
            plain = re.sub(r"\\([0-9a-fA-F]{1,6})\s?", lambda code: chr(min(int(code[1], 16), 0x10FFFF)), value)
            if not is_plain(plain) or plain != value:
                self.found.add("style: string", plain, self.empty_put(start + hit.start(), start + hit.end()))
            rest = rest[: hit.start()] + " " * len(hit[0]) + rest[hit.end() :]
        if "\\" in rest:
            self.found.drop("style: escapes", rest)
            self.source.cut(start, start + len(text))
            return
        for hit in re.finditer(r"[\w-]+", rest):
            if not is_plain(hit[0]):
                self.names.setdefault(hit[0], []).append((start + hit.start(), start + hit.end(), "style"))

    def add_names(self) -> None:
        """Names that are text are pieces, each once: one that must change is called by a number, everywhere."""
        for number, (word, places) in enumerate(self.names.items(), 1):
            plain = unquote(unescape(word))
            if is_plain(plain) or "names" in self.off:
                continue

            def put(
                edits: Sequence[Edit], places: list[tuple[int, int, str]] = places, new: str = f"n{number}"
            ) -> None:
                for start, end, _ in places:
                    self.source.replace(start, end, new)

            self.found.add(f"name ({places[0][2]})", re.sub(r"[-_]+", " ", plain), put)

    def save(self) -> bytes:
        return self.source.saved(mend=without_empty)


def _marked(text: str) -> str:
    """A text as it is written, or a mark where nothing is left of one."""
    return escape(text, quote=False) or GAP


def _decoded_data(value: str) -> str:
    head, _, body = value.partition(",")
    if ";base64" in head:
        try:
            return base64.b64decode(unquote(body) + "==").decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return ""
    return unquote(body)
