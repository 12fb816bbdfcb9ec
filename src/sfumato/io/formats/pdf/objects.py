"""The old file: opened by qpdf, with limits on all that can be too much, and the strings of its objects."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from sfumato.errors import MissingExtra
from sfumato.io.formats.pieces import refused

MOST_OBJECTS = 200_000
MOST_PAGES = 5_000
MOST_BYTES = 60_000_000
"""Of one stream when it is inflated."""
DEEPEST = 60
_BEGIN = re.compile(rb"%PDF-\d\.\d")
_OBJECT = re.compile(rb"(?<!\d)\d+[ \t\r\n]+\d+[ \t\r\n]+obj\b")
_FILTERS = {"/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/ASCII85Decode", "/A85", "/ASCIIHexDecode", "/AHx"} | {
    "/RunLengthDecode",
    "/RL",
}


def library() -> Any:
    """pikepdf, where it is installed."""
    try:
        import pikepdf
    except ImportError:
        raise MissingExtra("reading documents", "documents") from None
    return pikepdf


def is_pdf(data: bytes) -> bool:
    """Whether bytes begin as a PDF does."""
    return _BEGIN.search(data[:1024]) is not None


def open_pdf(data: bytes) -> Any:
    """The file, opened; refused where it is encrypted, broken, or too much."""
    pikepdf = library()
    if _BEGIN.match(data.lstrip(b"\xef\xbb\xbf \t\r\n\0")) is None:
        raise refused("something stands before the PDF in this file")
    if len(_OBJECT.findall(data)) > MOST_OBJECTS:
        raise refused(f"it has more than {MOST_OBJECTS:,} objects", "too-large")
    try:
        pdf = pikepdf.open(io.BytesIO(data), suppress_warnings=True, attempt_recovery=False)
    except pikepdf.PasswordError:
        raise refused("it is encrypted: take the password off first", "encrypted") from None
    except pikepdf.PdfError:
        raise refused("a PDF that is broken or cut off") from None
    if pdf.is_encrypted:
        raise refused("it is encrypted: take the password off first", "encrypted")
    size = pdf.trailer.get("/Size")
    if (isinstance(size, int) and size > MOST_OBJECTS) or len(pdf.objects) > MOST_OBJECTS:
        raise refused(f"it has more than {MOST_OBJECTS:,} objects", "too-large")
    return pdf


def pages_of(pdf: Any) -> list[Any]:
    """The pages, in order, with what they inherit; refused where the tree of them is no tree."""
    found: list[Any] = []
    seen: set[tuple[int, int]] = set()
    inherited = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")

    def walk(node: Any, given: dict[str, Any], depth: int) -> None:
        if not is_dictionary(node) or depth > DEEPEST or (node.is_indirect and node.objgen in seen):
            raise refused("the tree of its pages goes in circles, or is broken")
        if node.is_indirect:
            seen.add(node.objgen)
        given = {**given, **{key: node[key] for key in inherited if key in node}}
        if "/Kids" in node:
            for kid in listed(node["/Kids"]):
                walk(kid, given, depth + 1)
        else:
            found.append((node, given))
            if len(found) > MOST_PAGES:
                raise refused(f"it has more than {MOST_PAGES:,} pages", "too-large")

    root = pdf.Root
    if not is_dictionary(root) or "/Pages" not in root:
        raise refused("a PDF without pages")
    walk(root["/Pages"], {}, 0)
    if not found:
        raise refused("a PDF without pages")
    return found


def is_dictionary(value: Any) -> bool:
    """Whether a value is a dictionary, or a stream with one."""
    return isinstance(value, library().Object) and value._type_name in ("dictionary", "stream")


def is_stream(value: Any) -> bool:
    """Whether a value is a stream."""
    return isinstance(value, library().Object) and value._type_name == "stream"


def listed(value: Any) -> list[Any]:
    """The values of an array; a single value is one."""
    if value is None:
        return []
    if isinstance(value, library().Object) and value._type_name == "array":
        return list(value)
    return [value]


def entry(value: Any, key: str) -> Any:
    """What a dictionary has under a key; nothing where it is no dictionary or has none."""
    if not is_dictionary(value):
        return None
    try:
        return value.get(key)
    except (ValueError, TypeError, KeyError):
        return None


def numbers(value: Any, count: int, default: tuple[float, ...]) -> tuple[float, ...]:
    """So many numbers of an array; others where it has not."""
    try:
        found = tuple(float(each) for each in listed(value))
    except (TypeError, ValueError):
        return default
    return found if len(found) == count and all(abs(each) < 1e9 for each in found) else default


def inflated(stream: Any) -> bytes:
    """The bytes of a stream without its filters; refused where they are too many, nothing where it cannot be."""
    import zlib

    if not is_stream(stream):
        return b""
    filters = [str(each) for each in listed(stream.get("/Filter"))]
    try:
        raw = stream.read_raw_bytes()
    except Exception:  # whatever qpdf finds wrong with it
        return b""
    if len(filters) > 4 or len(raw) > MOST_BYTES:
        raise refused("a stream in it is too large, or filtered too often", "too-large")
    if filters in (["/FlateDecode"], ["/Fl"]) and "/DecodeParms" not in stream:
        inflating = zlib.decompressobj()
        try:
            made = inflating.decompress(raw, MOST_BYTES + 1)
        except zlib.error:
            return b""
    else:
        bombs = sum(each in ("/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/RunLengthDecode") for each in filters)
        if bombs > 1 or (bombs and len(raw) > MOST_BYTES // 20):
            raise refused("a stream in it is packed in a way that is not opened", "too-large")
        try:
            made = stream.read_bytes()
        except Exception:
            return b""
    if len(made) > MOST_BYTES:
        raise refused(f"a stream in it is larger than {MOST_BYTES // 1_000_000} MB", "too-large")
    return made


def is_text_stream(stream: Any) -> bool:
    """Whether a stream has filters only that give its bytes back."""
    return all(str(each) in _FILTERS for each in listed(stream.get("/Filter")))


def text_of(value: Any) -> str:
    """What a string says: UTF-16, UTF-8, or the encoding of PDF documents."""
    raw = bytes(value)
    if raw.startswith((b"\xfe\xff", b"\xff\xfe")):
        return raw.decode("utf-16", "replace")
    if raw.startswith(b"\xef\xbb\xbf"):
        return raw.decode("utf-8-sig", "replace")
    try:
        return str(value)
    except (UnicodeError, ValueError):
        return raw.decode("latin-1")


def strings_below(value: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    """The strings of an object, each with the key it stands under; what it refers to is an object of its own."""
    if depth > DEEPEST or not isinstance(value, library().Object):
        return
    kind = value._type_name
    if kind == "string":
        yield "", text_of(value)
    elif kind == "array":
        for each in value:
            if not getattr(each, "is_indirect", False):
                yield from strings_below(each, depth + 1)
    elif kind in ("dictionary", "stream"):
        for key in value.keys():  # noqa: SIM118
            below = value.get(key)
            if getattr(below, "is_indirect", False) and below._type_name not in ("string", "array"):
                continue
            for inner, said in strings_below(below, depth + 1):
                yield inner or key, said
