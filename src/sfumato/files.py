"""Files as users have them: perhaps compressed, perhaps damaged.

Everything here reads in one pass and raises `InputError` with the file, and the line where there is one.
What stands in the file is never quoted.
"""

from __future__ import annotations

import bz2
import codecs
import csv
import gzip
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sfumato.errors import InputError

OnBytes = Callable[[int], None]
"""Told how many bytes more of a file, as it lies on disk, have been read."""

_BUFFER = 1 << 18
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_FIELD_LIMIT = 2**31 - 1  # what a C long holds everywhere

_COMPRESSED: dict[str, tuple[re.Pattern[bytes], Callable[[Any], Any]]] = {
    ".gz": (re.compile(rb"\x1f\x8b"), lambda raw: gzip.GzipFile(fileobj=raw)),
    ".bz2": (re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"), bz2.BZ2File),
    ".xz": (re.compile(rb"\xfd7zXZ\x00"), lzma.LZMAFile),
}


def shown(path: Path | str) -> str:
    """A path as it can stand in one line of a message."""
    return "".join(c if c.isprintable() else "?" for c in str(path))


def plain_suffix(path: Path) -> str:
    """The extension in lower case, without that of a compression.

    >>> plain_suffix(Path("corpus.JSONL.xz"))
    '.jsonl'
    """
    suffixes = [suffix.lower() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


@contextmanager
def guarded(path: Path | str) -> Iterator[None]:
    """Turns what a missing, unreadable or damaged file raises into an `InputError` that names it."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(f"{shown(path)}: no such file") from None
    except EOFError:
        raise InputError(f"{shown(path)}: truncated (compressed data ends too early)") from None
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError):
        raise InputError(f"{shown(path)}: compressed data is damaged or truncated") from None
    except OSError as error:
        reason = error.strerror or "compressed data is damaged"
        raise InputError(f"{shown(path)}: cannot be read ({reason})") from None


class _Counted(io.RawIOBase):
    """A file that reports what is read of it."""

    def __init__(self, file: io.FileIO, on_bytes: OnBytes) -> None:
        self._file = file
        self._on_bytes = on_bytes

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        count = self._file.readinto(buffer) or 0
        self._on_bytes(count)
        return count


@contextmanager
def opened(path: Path, on_bytes: OnBytes | None = None) -> Iterator[io.BufferedReader]:
    """The bytes of a file, decompressed by what it holds (gzip, bzip2, xz), whatever its name."""
    with guarded(path), path.open("rb", buffering=0) as file:
        source: Any = _Counted(file, on_bytes) if on_bytes else file
        raw: io.BufferedReader = io.BufferedReader(source, _BUFFER)
        head = raw.peek(16)[:16]
        for suffix, (magic, decompress) in _COMPRESSED.items():
            if magic.match(head):
                yield io.BufferedReader(decompress(raw), _BUFFER)
                return
            if path.suffix.lower() == suffix:
                raise InputError(f"{shown(path)}: empty, or not {suffix[1:]} data as its name says")
        yield raw


def lines(path: Path, on_bytes: OnBytes | None = None) -> Iterator[str]:
    """The lines of a UTF-8 file (or UTF-16 with a byte order mark), each with its line end."""
    with opened(path, on_bytes) as stream:
        yield from decoded(stream, path)


def decoded(stream: io.BufferedReader, where: Path | str) -> Iterator[str]:
    """The lines of a stream of bytes, as `lines` gives them."""
    if stream.peek(2)[:2] in _UTF16:
        yield from _decoded_utf16(stream, where)
        return
    for number, line in enumerate(stream, 1):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"{shown(where)}: line {number}: not UTF-8 (byte {error.start + 1} of the line)") from None
        yield text.removeprefix("\ufeff") if number == 1 else text


def _decoded_utf16(stream: io.BufferedReader, where: Path | str) -> Iterator[str]:
    number = 0
    with io.TextIOWrapper(stream, "utf-16", newline="\n") as text:
        try:
            for line in text:
                number += 1
                yield line
        except UnicodeError:
            raise InputError(f"{shown(where)}: not valid UTF-16 after line {number}") from None


def whole_text(path: Path, on_bytes: OnBytes | None = None) -> str:
    """All of a text file."""
    with opened(path, on_bytes) as stream:
        content = stream.read()
    try:
        return content.decode("utf-16" if content[:2] in _UTF16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{shown(path)}: line {line}: not UTF-8 (byte {error.start + 1} of the file)") from None


def split_lines(
    rows: Iterable[str], separator: str, least: int, where: Path | str, *, start: int = 1
) -> Iterator[list[str]]:
    """The fields of each line that is not empty, at least `least` of them. There is no quoting.

    `start` is the number of the first line given, for the error message.
    """
    for number, row in enumerate(rows, start):
        row = row.rstrip("\r\n")
        if not row:
            continue
        fields = row.split(separator)
        if len(fields) < least:
            raise InputError(f"{shown(where)}: line {number}: {len(fields)} fields where {least} are needed")
        yield fields


def csv_rows(path: Path, on_bytes: OnBytes | None = None) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row of a CSV that is not empty; separated by comma, semicolon or tab."""
    csv.field_size_limit(max(csv.field_size_limit(), _FIELD_LIMIT))
    source = lines(path, on_bytes)
    first = next(source, "")
    ended = False

    def feed() -> Iterator[str]:
        nonlocal ended
        yield first
        yield from source
        ended = True

    reader = csv.reader(feed(), delimiter=delimiter(first))
    at = 1
    try:
        for row in reader:
            if ended:  # the reader ran out of lines within a row
                raise InputError(f"{shown(path)}: line {at}: a quoted field is never closed")
            if any(row):
                yield at, row
            at = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"{shown(path)}: line {reader.line_num}: {error}") from None


def delimiter(header: str) -> str:
    """What separates the cells of this first line.

    >>> delimiter('id;"a, b, c";text')
    ';'
    """
    bare = re.sub(r'"[^"]*"', "", header)
    return max(",;\t", key=bare.count)


def listed(names: Iterable[str]) -> str:
    """Column names for a message. What is too long for a name may be a text, so it is left out."""
    short = [name for name in names if len(name) <= 40 and name.isprintable()]
    return ", ".join(short[:20]) + (", ..." if len(short) > 20 else "")
