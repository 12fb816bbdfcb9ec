"""Zip files: read with limits, and written anew, so that nothing but the parts that are wanted goes out."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable

from sfumato.io.formats.pieces import refused

MOST_PARTS = 5_000
MOST_BYTES = 200_000_000
"""Of all parts together, inflated."""
_RATIO = 200  # inflated over deflated, from which on a part is a bomb
_SMALL = 4_000_000  # bytes of a part that is none whatever its ratio
_DATE = (1980, 1, 1, 0, 0, 0)
_ENCRYPTED = 0x1
_END = b"PK\x05\x06"


def read_zip(data: bytes) -> dict[str, bytes]:
    """The parts of a zip file by name; refused if it is a bomb, damaged, encrypted, or hides anything."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            _check(entries, data)
            found: dict[str, bytes] = {}
            left = MOST_BYTES
            for entry in entries:
                if entry.is_dir():
                    continue
                with archive.open(entry) as stream:
                    found[entry.filename] = stream.read(left + 1)
                left -= len(found[entry.filename])
                if left < 0:
                    raise _bomb()
            return found
    except (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, OSError, ValueError):
        raise refused("damaged or truncated: its parts cannot be read") from None
    except (RuntimeError, UnicodeDecodeError):
        raise refused("encrypted, or written in a way that is not read") from None


def _check(entries: list[zipfile.ZipInfo], data: bytes) -> None:
    if len(entries) > MOST_PARTS:
        raise _bomb()
    if not entries:
        raise refused("nothing is in it")
    names = [entry.filename.lower() for entry in entries]
    if len(set(names)) < len(names):
        raise refused("two parts have the same name: readers would disagree on what it says")
    for entry in entries:
        if entry.flag_bits & _ENCRYPTED:
            raise refused("encrypted: take the password off first")
        if entry.file_size > _SMALL and entry.file_size > _RATIO * max(entry.compress_size, 1):
            raise _bomb()
        if entry.filename.startswith("/") or ".." in entry.filename.split("/") or "\\" in entry.filename:
            raise refused("a part has a name that leads out of the file")
    if sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise _bomb()
    end = data.rfind(_END)
    comment = int.from_bytes(data[end + 20 : end + 22], "little")
    if not data.startswith(b"PK\x03\x04") or end + 22 + comment != len(data) or min(e.header_offset for e in entries):
        raise refused("not one zip file but two things in one: readers would disagree on what it says")


def _bomb() -> Exception:
    return refused(f"it inflates to more than {MOST_BYTES // 1_000_000} MB or {MOST_PARTS:,} parts", "too-large")


def write_zip(parts: Iterable[tuple[str, bytes]], *, stored: Iterable[str] = ()) -> bytes:
    """A zip file with these parts, in order: no dates, comments or owners; the same parts give the same bytes."""
    plain = frozenset(stored)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in parts:
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_STORED if name in plain else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            archive.writestr(entry, data)
    return made.getvalue()
