"""Files whose words do not stand in them as they are read: documents of office programs, encoded mails, JSON.

Read as plain text, such a file shows nothing of what it says, and any claim about it would be empty.
"""

from __future__ import annotations

import base64
import binascii
import json
import re

_BY_NAME = {
    "a PDF document": ".pdf",
    "a rich text document": ".rtf",
    "a document of an office program": (
        ".doc .docx .docm .dot .dotx .odt .ott .fodt .pages .wpd .wps .hwp .hwpx .ppt .pptx .odp .key .xls .xlsm .xlsb "
        ".ods .numbers .one .pub .vsd .vsdx"
    ),
    "an electronic book": ".epub .mobi .azw .azw3 .djvu",
    "an encoded mail": ".msg .pst .ost .dbx .tnef",
    "an archive": ".zip .7z .rar .tar .tgz",
    "PostScript": ".ps .eps",
    "JSON, in which any letter may be written as an escape": ".json .geojson .ipynb",
}
_KINDS = {suffix: what for what, suffixes in _BY_NAME.items() for suffix in suffixes.split()}
_JSON = _KINDS[".json"]

_HEAD = 1024  # bytes before which a PDF must say that it is one
_FIRST_BYTES = (
    (rb"%PDF-", "a PDF document"),
    (rb"\s*\{\\rtf", "a rich text document"),
    (rb"PK\x03\x04|PK\x05\x06", "a document of an office program, or an archive"),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an office program"),
    (rb"7z\xbc\xaf\x27\x1c|Rar!\x1a\x07", "an archive"),
    (rb"%!PS", "PostScript"),
    (rb"AT&TFORM", "an electronic book"),
)
_MAIL = re.compile(rb"^[ \t>]*content-transfer-encoding:\s*\"?(?:base64|quoted-printable|x?-?uuencode)", re.I | re.M)
_MAIL_WORD = re.compile(rb"=\?[\w-]{2,40}\?[BbQq]\?[^?\s]*\?=")
_UUENCODED = re.compile(rb"^begin [0-7]{3,4} .+\r?\n(?:[!-`]{10,61}\r?\n)", re.M)
_BASE64 = re.compile(rb"(?<![^\s>])(?:[A-Za-z0-9+/]{48,}\s+){0,400}[A-Za-z0-9+/]{40,}={0,2}(?![^\s<])")
_READABLE = 0.9  # of the characters of what was in base64 before it is called a text
_ESCAPED = re.compile(rb"\\(?:u[\dA-Fa-f]{4}|[nrtbf\"/\\])")


def kind_by_name(suffix: str) -> str:
    """What a file is by its name, in small letters, if its words do not stand in it; else nothing.

    >>> kind_by_name(".docx"), kind_by_name(".txt")
    ('a document of an office program', '')
    """
    return _KINDS.get(suffix, "")


def kind_by_content(data: bytes) -> str:
    """What a file is by its bytes, if its words do not stand in them; else nothing.

    >>> kind_by_content(b"%PDF-1.7 ..."), kind_by_content(b"A letter.")
    ('a PDF document', '')
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    for first, what in _FIRST_BYTES:
        if re.match(first, data):
            return what
    if b"%PDF-" in data[:_HEAD] and b"\nstartxref" in data.replace(b"\r", b"\n"):
        return "a PDF document"
    if _MAIL.search(data) or _MAIL_WORD.search(data):
        return "an encoded mail"
    if _UUENCODED.search(data) or any(map(_says_something, _BASE64.finditer(data))):
        return "text in an encoding for mails (base64)"
    return _JSON if _is_json(data) else ""


def refusal(kind: str) -> str:
    """Why a file of this kind is not read.

    >>> refusal("a PDF document")
    'a PDF document, whose words cannot be read as plain text: save it as one first'
    """
    if kind == _JSON:
        return f"{kind}: give JSON lines, a record with a text in each"
    return f"{kind}, whose words cannot be read as plain text: save it as one first"


def _says_something(found: re.Match[bytes]) -> bool:
    """Whether what looks like base64 is a text: keys, signatures and pictures are none, nor are long words."""
    raw = re.sub(rb"\s+", b"", found[0]).rstrip(b"=")
    raw = raw[: len(raw) // 4 * 4]
    try:
        text = base64.b64decode(raw, validate=True).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return False
    readable = sum(c.isprintable() or c.isspace() for c in text.replace("\ufffd", "\0"))
    return readable >= _READABLE * len(text)


def _is_json(data: bytes) -> bool:
    """Whether a text is JSON, whole or line by line, and has escapes."""
    begin = data.lstrip()
    if begin[:1] not in (b"{", b"[") or not _ESCAPED.search(begin):
        return False
    for part in (begin, begin.partition(b"\n")[0]):
        try:
            return isinstance(json.loads(part), dict | list)
        except (ValueError, RecursionError):
            continue
    return False
