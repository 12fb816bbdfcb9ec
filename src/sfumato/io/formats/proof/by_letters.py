"""The second reader: no parser. It takes what stands between marks, in quotes, and in the bytes themselves."""

from __future__ import annotations

import binascii
import html
import io
import quopri
import re
import zipfile
import zlib
from collections.abc import Iterator

from sfumato.io.formats.proof import pdf
from sfumato.io.formats.proof.forms import Found, as_text, readable, runs_in, symbol

NAME = "letters"
_DEEPEST = 8
_LARGEST = 200_000_000
_END_OF_BLOCK = re.compile(
    r"</?(?:[\w-]+:)?(?:p|h|h[1-6]|si|c|row|tr|td|th|li|div|table|body|head|title|comment|annotation|pre|dt|dd|option|"
    r"table-cell|table-row|list-item|section|ser|pt|v|is|note|rich)\b[^<>]*>|<(?:[\w-]+:)?(?:br|hr|tab|line-break)\b[^<>]*>"
)
_COMMENT = re.compile(r"<!--(.*?)(?:-->|$)|<\?(.*?)\?>|<!\[CDATA\[(.*?)\]\]>|<!([^-\[].*?)>", re.S)
_VALUE = re.compile(r"""=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))""")
_SYMBOL = re.compile(r"<\w+:sym\b[^<>]*?:char=[\"']([0-9A-Fa-f]+)[^<>]*>")
_TAG = re.compile(r"<[^<>]*>")
_MARKUP = re.compile(r"\s*<[?!a-zA-Z]")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_BOUNDARY = re.compile(rb"^--[^\r\n]*\r?$", re.M)
_ENCODED_WORD = re.compile(r"=\?([\w-]+)\?([bBqQ])\?([^?]*)\?=")
_JSON_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def strings(data: bytes, part: str, depth: int = 0) -> Iterator[Found]:
    """Every string in a file or a part of one."""
    if depth > _DEEPEST:
        return
    if data.startswith(b"%PDF-"):
        yield from _of(part, [*pdf.rendered(data), *pdf.in_bytes(data)])
        return
    if data.startswith(b"PK"):
        yield from _zip(data, part, depth)
        return
    text = as_text(data)
    if text is None:
        yield from (Found(NAME, part, run) for run in runs_in(data))
        return
    if part.lower().endswith(".eml"):
        yield from _mail(data, part, depth)
        return
    if _MARKUP.match(text):
        yield from _of(part, _markup(text))
    elif text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") and not text.lstrip().startswith("{\\rtf"):
        yield from _of(part, (_unescaped(said) for said in _QUOTED.findall(text)))
        yield from _of(part, [_QUOTED.sub(" ", text)])
    elif text.lstrip().startswith("{\\rtf"):
        yield from _of(part, _rtf(text))
    else:
        yield from _of(part, text.splitlines())


def _of(part: str, texts: Iterator[str] | list[str]) -> Iterator[Found]:
    for text in texts:
        if text.strip():
            yield Found(NAME, part, " ".join(text.split()))


def _zip(data: bytes, part: str, depth: int) -> Iterator[Found]:
    left = _LARGEST
    prefix = f"{part}/" if depth else ""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield from _of(f"{part}: comment", [archive.comment.decode("utf-8", "replace")])
            for entry in archive.infolist():
                yield from _of("names of parts", [entry.filename, entry.comment.decode("utf-8", "replace")])
                with archive.open(entry) as stream:
                    content = stream.read(left)
                left -= len(content)
                yield from strings(content, prefix + entry.filename, depth + 1)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, OSError, EOFError):
        yield from (Found(NAME, part, run) for run in runs_in(data))


def _markup(text: str) -> Iterator[str]:
    for hit in _COMMENT.finditer(text):
        yield html.unescape(" ".join(filter(None, hit.groups())))
    text = _COMMENT.sub(lambda hit: html.escape(hit[3]) if hit[3] else "", text)
    for tag in _TAG.finditer(text):
        for hit in _VALUE.finditer(tag[0]):
            yield html.unescape(next(filter(None, hit.groups()), ""))
    text = _SYMBOL.sub(lambda hit: html.escape(symbol(hit[1])), text)
    for line in _TAG.sub("", _END_OF_BLOCK.sub("\0", text)).split("\0"):
        yield html.unescape(line)


def _unescaped(said: str) -> str:
    def plain(hit: re.Match[str]) -> str:
        return chr(int(hit[1], 16)) if hit[1] else _CONTROLS.get(hit[2], hit[2])

    text = _JSON_ESCAPE.sub(plain, said)
    return _PAIR.sub(lambda hit: hit[0].encode("utf-16", "surrogatepass").decode("utf-16", "replace"), text)


def _mail(data: bytes, part: str, depth: int) -> Iterator[Found]:
    """The pieces between boundaries: heads line by line, bodies decoded in every way that gives a text."""
    for piece in _BOUNDARY.split(data):
        head, _, body = piece.replace(b"\r\n", b"\n").strip(b"\n").partition(b"\n\n")
        for block in (head, body):
            text = re.sub(r"\n[ \t]+", " ", as_text(block) or block.decode("latin-1"))
            yield from _of(f"{part}: lines", [_decoded_words(line) for line in text.split("\n")])
        if b"base64" in head.lower():
            try:
                raw = binascii.a2b_base64(body)
            except binascii.Error:
                raw = b""
            yield from strings(raw, f"{part}: in base64", depth + 1)
        if b"quoted-printable" in head.lower():
            yield from strings(quopri.decodestring(body), f"{part}: in quoted-printable", depth + 1)
        elif _MARKUP.match(as_text(body) or ""):
            yield from strings(body, f"{part}: markup", depth + 1)


def _decoded_words(line: str) -> str:
    def plain(hit: re.Match[str]) -> str:
        try:
            raw = binascii.a2b_base64(hit[3]) if hit[2] in "bB" else quopri.decodestring(hit[3].replace("_", " "))
            return raw.decode(hit[1], "replace")
        except (binascii.Error, LookupError):
            return hit[0]

    return _ENCODED_WORD.sub(plain, re.sub(r"(\?=)\s+(=\?)", r"\1\2", line))


def _rtf(text: str) -> Iterator[str]:
    text = re.sub(r"\\par[d]?\b ?|\\line\b ?|\\cell\b ?|\\row\b ?", "\0", text)
    text = re.sub(r"\\u(-?\d+)\s?\??", lambda hit: chr(int(hit[1]) % 65536), text)
    text = re.sub(r"\\'([0-9a-fA-F]{2})", lambda hit: readable(bytes.fromhex(hit[1])) or " ", text)
    text = re.sub(r"\\[a-zA-Z]+-?\d* ?|\\\*|[{}\r\n]|\\(?=[{}\\])", "", text)
    yield from text.split("\0")
