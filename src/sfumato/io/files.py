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
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from sfumato.errors import InputError

OnBytes = Callable[[int], None]
"""Told how many bytes more of a file, as it lies on disk, have been read."""

TEXTS = frozenset((".txt", ".text", ".md", ".markdown", ".rst"))
JSON_LINES = frozenset((".jsonl", ".ndjson"))
CSV = (".csv", ".tsv", ".tab")
PARQUET = (".parquet", ".pq")

SHORTEST_KEY = 16
"""Bytes of a key at least."""
_BUFFER = 1 << 18
_WIDE = {  # UTF-32 first: its mark begins as that of UTF-16 does
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
_NUL = "not text: NUL character (perhaps UTF-16 without a byte order mark)"
_COLUMN_NAME = re.compile(r"[A-Za-z_][\w-]{0,30}", re.ASCII)
_OLD_MAC_LINE = re.compile(r"[^\r]*\r\n?|[^\r]+")
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


def check_regular(path: Path) -> None:
    """Refuses pipes and devices: they can be read only once, or never end."""
    with guarded(path):
        mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise InputError(f"{shown(path)}: not a file that can be read twice")


def files_below(folder: Path) -> list[Path]:
    """The files below a folder, sorted by path; no hidden ones, and neither pipes nor devices.

    Links are not followed: they may lead to what nobody meant to give. Whoever means it names the link itself.
    """

    def refuse(error: OSError) -> None:
        raise InputError(f"{shown(error.filename)}: cannot be read ({error.strerror})")

    found: list[Path] = []
    for below, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(below, name) for name in names if not name.startswith(".")]
    return sorted(file for file in found if os.path.isfile(file) and not os.path.islink(file))


def links_below(folder: Path) -> list[Path]:
    """The links below a folder, which are not followed, sorted by path; no hidden ones."""
    return sorted(
        Path(below, name)
        for below, folders, names in os.walk(folder)
        for name in (*folders, *names)
        if not name.startswith(".") and os.path.islink(os.path.join(below, name))
    )


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
    check_regular(path)
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
    """The lines of a UTF-8 file (or UTF-16 or UTF-32 with a byte order mark), each with its line end."""
    with opened(path, on_bytes) as stream:
        yield from decoded(stream, path)


def decoded(stream: io.BufferedReader, where: Path | str) -> Iterator[str]:
    """The lines of a stream of bytes, as `lines` gives them."""
    encoding = _wide(stream.peek(4))
    if encoding:
        yield from _decoded_wide(stream, encoding, where)
        return
    for number, line in enumerate(stream, 1):
        if b"\0" in line:
            raise InputError(f"{shown(where)}: line {number}: {_NUL}")
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"{shown(where)}: line {number}: not UTF-8 (byte {error.start + 1} of the line)") from None
        yield text.removeprefix("\ufeff") if number == 1 else text


def _wide(head: bytes) -> str | None:
    """The encoding of more than a byte per character that a mark at the beginning tells."""
    return next((encoding for mark, encoding in _WIDE.items() if head.startswith(mark)), None)


def _decoded_wide(stream: io.BufferedReader, encoding: str, where: Path | str) -> Iterator[str]:
    number = 0
    with io.TextIOWrapper(stream, encoding, newline="\n") as text:
        try:
            for line in text:
                number += 1
                if "\0" in line:
                    raise InputError(f"{shown(where)}: line {number}: {_NUL}")
                yield line
        except UnicodeError:
            raise InputError(f"{shown(where)}: not valid {encoding} after line {number}") from None


def whole_text(path: Path, on_bytes: OnBytes | None = None) -> str:
    """All of a text file."""
    with opened(path, on_bytes) as stream:
        return "".join(decoded(stream, path))


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


def csv_rows(
    path: Path, on_bytes: OnBytes | None = None, *, separator: str | None = None, blank: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row of a CSV; separated by comma, semicolon or tab unless it is said by what.

    Rows whose cells are all empty are left out unless `blank`; lines with nothing on them always.
    """
    return rows_of(lines(path, on_bytes), shown(path), separator=separator, blank=blank)


def rows_of(
    source: Iterator[str], where: str, *, separator: str | None = None, blank: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """The same for the lines of a CSV, whatever they come from; `where` begins what is said of a damaged one."""
    csv.field_size_limit(max(csv.field_size_limit(), _FIELD_LIMIT))
    first = next(source, "")
    old_mac = "\r" in _unquoted(first).rstrip("\r\n")
    ended = False

    def feed() -> Iterator[str]:
        nonlocal ended
        for line in chain([first], source):
            if old_mac:
                yield from (piece[0] for piece in _OLD_MAC_LINE.finditer(line))
            else:
                yield line
        ended = True

    reader = csv.reader(feed(), delimiter=separator or delimiter(first.partition("\r")[0]))
    at = 1
    try:
        for row in reader:
            if ended:  # the reader ran out of lines within a row
                raise InputError(f"{where}: line {at}: a quoted field is never closed")
            if any(row) or (blank and row):
                yield at, row
            at = reader.line_num + 1
    except csv.Error as error:
        long = "limit" in str(error)
        what = "a field is too long" if long else "a carriage return within a field that is not quoted"
        raise InputError(f"{where}: line {reader.line_num}: {what}") from None


def delimiter(header: str) -> str:
    """What separates the cells of this first line.

    >>> delimiter('id;"a, b, c";text')
    ';'
    """
    return max(",;\t|", key=_unquoted(header).count)


def _unquoted(line: str) -> str:
    return re.sub(r'"[^"]*"', "", line)


def counted(number: int, one: str, several: str = "") -> str:
    """A number and what is counted.

    >>> counted(1, "text"), counted(2000, "text"), counted(2, "study", "studies")
    ('1 text', '2,000 texts', '2 studies')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def listed(names: Iterable[str]) -> str:
    """Column names for a message: nothing unless all look like names, since a file without a header has data there.

    >>> listed(["id", "body"]), listed(["Jo Doe", "ill"])
    ('id, body', '')
    """
    given = [name for name in names if name]
    if not all(map(_COLUMN_NAME.fullmatch, given)):
        return ""
    return ", ".join(given[:20]) + (", ..." if len(given) > 20 else "")


def read_key(path: Path) -> bytes:
    """The key of pseudonyms in a file; one that could be guessed is refused."""
    with guarded(path):
        key = path.read_bytes()
    check_key(key, f"{shown(path)}: ")
    return key


def check_key(key: bytes, where: str = "") -> None:
    """Refuses a key of pseudonyms that could be guessed."""
    if len(key) < SHORTEST_KEY:
        raise InputError(f"{where}a key of {len(key)} bytes can be guessed; at least {SHORTEST_KEY} are needed")
