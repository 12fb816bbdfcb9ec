"""The forms in which a word may be hidden in a string: entities, percent signs, base64, UTF-16, hyphens."""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote_plus

MOST = 4
"""Forms within each other."""
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/_-]{4}\s{0,2}){3,}[A-Za-z0-9+/_-]{0,4}={0,2}")
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2}\s{0,2}){6,}")
_HYPHEN = re.compile("[-\u2010\u2011]\\s+(?=[^\\W\\d_])|[\u00ad\u200b-\u200f\u2060\ufeff]")
_ESCAPE = re.compile(r"\\u\{?([0-9A-Fa-f]{4})\}?|\\x([0-9A-Fa-f]{2})")
_READABLE = 0.9
_FILE = 48  # bytes from which on they may be a file that was written as letters
_RUN = re.compile(rb"[\x20-\x7e\xc2-\xf4\x80-\xbf]{5,}")
_WIDE = re.compile(rb"(?:[\x20-\x7e]\x00){4,}")
_WIDE_BIG = re.compile(rb"(?:\x00[\x20-\x7e]){4,}")


@dataclass(frozen=True, slots=True)
class Found:
    """A string of a file: who read it, in which part, and in which form."""

    reader: str
    part: str
    text: str
    form: str = ""


def forms_of(found: Found) -> Iterator[Found]:
    """What a string decodes to, where that is something else."""
    text = found.text

    def made(form: str, other: str) -> Iterator[Found]:
        if other != text and other.strip():
            yield Found(found.reader, found.part, other, form)

    if len(text) < 2:
        return
    if "&" in text:
        yield from made("entities", html.unescape(text))
    if "%" in text or "+" in text:
        yield from made("percent signs", unquote_plus(text))
    if "\\" in text:
        yield from made("escapes", _ESCAPE.sub(lambda hit: chr(int(hit[1] or hit[2], 16)), text))
    yield from made("plain letters", unicodedata.normalize("NFKC", text))
    yield from made("without hyphens", _HYPHEN.sub("", text))
    for hit in _BASE64.finditer(text) if len(text) >= 12 else ():
        yield from made("base64", _from_base64(hit[0]))
    for hit in _HEX.finditer(text) if len(text) >= 12 else ():
        yield from made("hexadecimal", _from_hex(hit[0]))


def _from_base64(text: str) -> str:
    raw = re.sub(r"\s", "", text).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        data = base64.b64decode(raw + "=" * (-len(raw) % 4))
    except (binascii.Error, ValueError):
        return ""
    return readable(data) or ("\n".join(runs_in(data)) if len(data) >= _FILE else "")


def _from_hex(text: str) -> str:
    try:
        return readable(bytes.fromhex(text))
    except ValueError:
        return ""


def symbol(code: str) -> str:
    """The character of a symbol by its code, also in the range that fonts of symbols have."""
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    return (
        chr(number - 0xF000 if 0xF020 <= number <= 0xF0FF else number)
        if 0x20 <= number < 0xD800 or number >= 0xE000
        else ""
    )


def readable(data: bytes) -> str:
    """What bytes say, if they say something: in UTF-8 or UTF-16."""
    for encoding in ("utf-16-le", "utf-16-be") if data.count(0) * 3 > len(data) else ("utf-8",):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        good = sum(c.isprintable() or c.isspace() for c in text)
        if text and good >= _READABLE * len(text) and sum(c.isascii() for c in text) * 2 >= len(text):
            return text
    return ""


def runs_in(data: bytes) -> list[str]:
    """What can be read in bytes that are no text: runs of letters, in one byte or two each."""
    found = [run.decode("utf-8", "replace") for run in _RUN.findall(data)]
    found += [run.decode("utf-16-le") for run in _WIDE.findall(data)]
    found += [run.decode("utf-16-be") for run in _WIDE_BIG.findall(data)]
    return [run for run in found if sum(c.isalpha() for c in run) >= 4]


def as_text(data: bytes) -> str | None:
    """The text that bytes are, in one of the encodings that texts have; nothing if they are none."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if data[:4].count(0) == 2 and data[:1] + data[2:3] in (b"<?", b"\0\0"):
        return data.decode("utf-16-le" if data[:1] == b"<" else "utf-16-be", "replace")
    if b"\0" in data[:2000]:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
        good = sum(c.isprintable() or c.isspace() for c in text[:4000])
        return text if good >= 0.97 * len(text[:4000]) else None
