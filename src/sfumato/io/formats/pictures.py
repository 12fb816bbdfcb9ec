"""Pictures: what nobody sees of them is taken off; what they show is not read, and whoever keeps them says so."""

from __future__ import annotations

import struct
import zlib

_PNG = b"\x89PNG\r\n\x1a\n"
_CHUNKS = frozenset((b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD", b"pHYs"))
_JPEG_APP0, _JPEG_ADOBE, _JPEG_COMMENT, _JPEG_SCAN = 0xE0, 0xEE, 0xFE, 0xDA


def bare(data: bytes) -> bytes | None:
    """A picture (PNG, JPEG, GIF) without comments, dates, places, previews and what stands behind its end.

    Nothing for pictures of other kinds, which may hold text or documents.
    """
    try:
        if data.startswith(_PNG):
            return _png(data)
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
        if data.startswith((b"GIF87a", b"GIF89a")):
            return _gif(data)
    except (IndexError, struct.error):
        pass
    return None


def blank() -> bytes:
    """A picture of one pixel that shows nothing: it stands where one was dropped."""
    header = struct.pack(">IIBBBBB", 1, 1, 8, 4, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0\0\0", 9)), (b"IEND", b""))
    return _PNG + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _png(data: bytes) -> bytes | None:
    made, at = [_PNG], len(_PNG)
    while at + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind = data[at + 4 : at + 8]
        end = at + 12 + length
        if end > len(data):
            return None
        if kind in _CHUNKS:
            made.append(data[at:end])
        at = end
        if kind == b"IEND":
            return b"".join(made)
    return None


def _jpeg(data: bytes) -> bytes | None:
    made, at = [data[:2]], 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == _JPEG_SCAN:
            end = data.rfind(b"\xff\xd9")
            following = data.find(b"\xff\xd8\xff", at)  # a second picture behind the first
            if end < 0:
                return None
            if 0 <= following < end:
                end = data.rfind(b"\xff\xd9", at, following)
            return b"".join((*made, data[at : end + 2])) if end > at else None
        (length,) = struct.unpack_from(">H", data, at + 2)
        segment = data[at : at + 2 + length]
        told = 0xE1 <= marker <= 0xEF and marker != _JPEG_ADOBE
        if marker == _JPEG_APP0:
            segment = segment if segment[4:9] == b"JFIF\0" and length == 16 else b""
        if not told and marker != _JPEG_COMMENT:
            made.append(segment)
        at += 2 + length
    return None


def _gif(data: bytes) -> bytes | None:
    flags = data[10]
    at = 13 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0)
    made = [data[:at]]
    while at < len(data):
        begin, kind = at, data[at]
        if kind == 0x3B:
            return b"".join((*made, b";"))
        if kind == 0x21:
            label, at = data[at + 1], at + 2
            at = _blocks(data, at)
            if label == 0xF9 or (label == 0xFF and data[begin + 3 : begin + 14] == b"NETSCAPE2.0"):
                made.append(data[begin:at])
        elif kind == 0x2C:
            local = data[at + 9]
            at = at + 10 + (3 << ((local & 7) + 1) if local & 0x80 else 0)
            at = _blocks(data, at + 1)
            made.append(data[begin:at])
        else:
            return None
    return None


def _blocks(data: bytes, at: int) -> int:
    while data[at]:
        at += data[at] + 1
    return at + 1
