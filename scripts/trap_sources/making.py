"""What traps are made of: zip files, packages, pictures."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass

CANARY = "Quetzalbird"
"""The word that is hidden in each."""


@dataclass(frozen=True)
class Trap:
    """A document with the word in it, and the handler without which it would stay (nothing: it cannot be copied)."""

    suffix: str
    data: bytes
    off: str = ""


def zipped(parts: dict[str, str | bytes], *, comment: bytes = b"", extra: bytes = b"", stored: str = "") -> bytes:
    """A zip file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = comment
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_STORED if name == stored else zipfile.ZIP_DEFLATED
            entry.extra = extra
            archive.writestr(entry, content)
    return made.getvalue()


OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def relations(*rows: tuple[str, str, str] | tuple[str, str, str, bool]) -> str:
    """A part of relationships: id, type, target, and whether that is outside."""
    said = ""
    for row in rows:
        kind = row[1] if ":" in row[1] else f"{OFFICE}/{row[1]}"
        outside = ' TargetMode="External"' if len(row) > 3 else ""
        said += f'<Relationship Id="{row[0]}" Type="{kind}" Target="{row[2]}"{outside}/>'
    return f'<Relationships xmlns="{PACKAGE}/relationships">{said}</Relationships>'


def content_types(overrides: dict[str, str], defaults: dict[str, str] | None = None) -> str:
    """The list of parts of a package."""
    known = {"rels": "application/vnd.openxmlformats-package.relationships+xml", "xml": "application/xml"}
    said = "".join(f'<Default Extension="{k}" ContentType="{v}"/>' for k, v in {**known, **(defaults or {})}.items())
    said += "".join(f'<Override PartName="/{k}" ContentType="{v}"/>' for k, v in overrides.items())
    return f'<Types xmlns="{PACKAGE}/content-types">{said}</Types>'


def png(text: str = "") -> bytes:
    """A picture of one pixel, with a text that nobody sees."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    said = chunk(b"tEXt", b"Comment\0" + text.encode()) if text else b""
    return b"\x89PNG\r\n\x1a\n" + header + said + chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b"")


def jpeg(text: str) -> bytes:
    """A picture with a text in its Exif data, behind which a decoder finds nothing to show."""
    exif = b"Exif\0\0" + text.encode()
    return (
        b"\xff\xd8\xff\xe0\x00\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"
        + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
        + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + b"\x12\x34" + b"\xff\xd9"
    )  # fmt: skip
