"""The first reader: parses what it finds, with its own zip reader, expat, and the parsers of the standard library."""

from __future__ import annotations

import contextlib
import email
import email.header
import email.utils
import json
import re
import struct
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from xml.parsers import expat

from sfumato.io.formats.proof import pdf
from sfumato.io.formats.proof.forms import Found, as_text, runs_in, symbol

NAME = "structure"
_LOCAL = b"PK\x03\x04"
_HEADER = struct.Struct("<4s5H3L2H")
_LARGEST = 200_000_000  # bytes that parts may have
_DEEPEST = 8
_BLOCKS = frozenset(
    "p h si c row tr td th li div br hr h1 h2 h3 h4 h5 h6 table body head title comment annotation pre dt dd option "
    "cell table-cell table-row list-item note footnote endnote header footer rich ser pt v is section text-p".split()
)
_PICTURE = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8")
_MAIL = re.compile(rb"\A(?:[!-9;-~]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2,}\r?\n")
_RTF = re.compile(r"\\u(-?\d+)\s?\??|\\'([0-9a-fA-F]{2})|\\[a-zA-Z]+-?\d* ?|\\(.)|[{}]|\r|\n")


def strings(data: bytes, part: str, depth: int = 0) -> Iterator[Found]:
    """Every string in a file or a part of one."""
    if depth > _DEEPEST:
        return
    if data.startswith(_LOCAL):
        yield from _zip(data, part, depth)
        return
    if data.startswith(b"%PDF-"):
        yield from _of(part, pdf.mined(data))
        return
    if data.startswith(_PICTURE):
        yield from (Found(NAME, part, run) for run in runs_in(data))
        return
    text = as_text(data)
    if text is None:
        yield from (Found(NAME, part, run) for run in runs_in(data))
        return
    begin = text.lstrip("\ufeff \t\r\n")
    if part.lower().endswith(".eml") or (_MAIL.match(data) and b"\n\n" in data.replace(b"\r", b"")):
        yield from _mail(data, part, depth)
    elif begin.startswith("{\\rtf"):
        yield from _of(part, _rtf(text))
    elif begin.startswith("<"):
        yield from _markup(text, part)
    elif begin[:1] in ("{", "[") and (said := _json(text)) is not None:
        yield from _of(part, said)
    else:
        yield from _of(part, text.splitlines())


def _of(part: str, texts: Any) -> Iterator[Found]:
    for text in texts:
        if isinstance(text, str) and text.strip():
            yield Found(NAME, part, " ".join(text.split()))


def _zip(data: bytes, part: str, depth: int) -> Iterator[Found]:
    """The entries as they lie in the file, whatever its list of them says, and what lies between them."""
    at, left = 0, _LARGEST
    prefix = f"{part}/" if depth else ""
    while (begin := data.find(_LOCAL, at)) >= 0 and left > 0:
        if begin + _HEADER.size > len(data):
            break
        yield from _gap(data[at:begin], part)
        _, _, flags, method, _, _, _, size, _, name_size, extra = _HEADER.unpack_from(data, begin)
        body = begin + _HEADER.size + name_size + extra
        name = data[begin + _HEADER.size : begin + _HEADER.size + name_size].decode("utf-8", "replace")
        yield from _of("names of parts", [name])
        yield from _gap(data[body - extra : body], f"{prefix}{name}: extra field")
        content, at = _inflated(data, body, method, size, flags, left)
        left -= len(content)
        yield from strings(content, prefix + name, depth + 1)
    yield from _gap(data[at:], f"{part}: directory")


def _inflated(data: bytes, body: int, method: int, size: int, flags: int, most: int) -> tuple[bytes, int]:
    if method == 8:
        stream = zlib.decompressobj(-15)
        try:
            content = stream.decompress(data[body:], most)
        except zlib.error:
            return b"", body
        return content, len(data) - len(stream.unused_data) - len(stream.unconsumed_tail)
    end = body + size if size or not flags & 8 else data.find(b"PK\x07\x08", body)
    return data[body:end], max(end, body)


def _gap(data: bytes, part: str) -> Iterator[Found]:
    for run in runs_in(data):
        yield from _of(part, re.split(r"PK|[^\w\s@.,;:!?'\"()/-]+", run))


def _markup(text: str, part: str) -> Iterator[Found]:
    try:
        found = _xml(text)
    except expat.ExpatError:
        reader = _Html()
        try:
            reader.feed(text)
            reader.close()
        except (AssertionError, ValueError):
            pass
        found = reader.finished()
    yield from _of(part, found)


def _xml(text: str) -> list[str]:
    found: list[str] = []
    said: list[str] = []

    def flush() -> None:
        if said:
            found.append("".join(said))
            said.clear()

    def start(name: str, attributes: dict[str, str]) -> None:
        if name.rpartition(":")[2] in _BLOCKS:
            flush()
        if name.endswith(":sym"):
            said.append(symbol(next((v for k, v in attributes.items() if k.endswith(":char")), "")))
        found.extend(attributes.values())
        found.append(name)
        found.extend(key for key in attributes)

    def end(name: str) -> None:
        if name.rpartition(":")[2] in _BLOCKS:
            flush()

    def declared(*_: object) -> None:
        raise expat.ExpatError("entities are not read")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = said.append
    parser.CommentHandler = found.append
    parser.ProcessingInstructionHandler = lambda target, data: found.append(f"{target} {data}")
    parser.EntityDeclHandler = declared
    parser.Parse(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), True)
    flush()
    return found


class _Html(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._said: list[str] = []

    def finished(self) -> list[str]:
        self._flush()
        return self.found

    def _flush(self) -> None:
        if self._said:
            self.found.append("".join(self._said))
            self._said = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self._flush()
        self.found += [tag, *(key for key, _ in attrs), *(value for _, value in attrs if value)]

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._flush()

    def handle_data(self, data: str) -> None:
        self._said.append(data)

    def handle_comment(self, data: str) -> None:
        self.found.append(data)

    def handle_decl(self, decl: str) -> None:
        self.found.append(decl)

    def handle_pi(self, data: str) -> None:
        self.found.append(data)

    def unknown_decl(self, data: str) -> None:
        self.found.append(data)


def _json(text: str) -> list[str] | None:
    found: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> None:
        for key, value in items:
            found.append(key)
            leaf(value)

    def leaf(value: Any) -> None:
        if isinstance(value, list):
            for each in value:
                leaf(each)
        elif value is not None and not isinstance(value, bool):
            found.append(str(value))

    try:
        leaf(json.loads(text.lstrip("\ufeff"), object_pairs_hook=pairs, parse_int=str, parse_float=str))
    except (ValueError, RecursionError):
        return None
    return found


def _mail(data: bytes, part: str, depth: int) -> Iterator[Found]:
    message = email.message_from_bytes(data)
    for index, each in enumerate(message.walk()):
        where = f"{part}: part {index}"
        for key, value in each.items():
            yield from _of(where, [key, _words(str(value))])
        for parameters in (each.get_params(), each.get_params(header="content-disposition")):
            for key, value in parameters or []:
                yield from _of(where, [str(key), email.utils.collapse_rfc2231_value(value)])
        yield from _of(where, [each.preamble or "", each.epilogue or ""])
        if not each.is_multipart():
            content = each.get_payload(decode=True)
            if isinstance(content, bytes):
                charset = each.get_content_charset() or ""
                if charset and each.get_content_maintype() == "text" and charset not in ("utf-8", "us-ascii"):
                    with contextlib.suppress(LookupError):
                        content = content.decode(charset, "replace").encode()
                yield from strings(content, where, depth + 1)


def _words(value: str) -> str:
    try:
        return str(email.header.make_header(email.header.decode_header(value)))
    except (LookupError, UnicodeError, ValueError):
        return value


def _rtf(text: str) -> list[str]:
    def plain(hit: re.Match[str]) -> str:
        if hit[1]:
            return chr(int(hit[1]) % 65536)
        if hit[2]:
            return bytes.fromhex(hit[2]).decode("cp1252", "replace")
        if hit[3]:
            return hit[3] if hit[3] in "\\{}" else "\n" if hit[3] in "\r\n" else ""
        return "\n" if hit[0].startswith(("\\par", "\\line", "\\cell", "\\row")) else ""

    return _RTF.sub(plain, text).splitlines()
