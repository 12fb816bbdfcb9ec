"""Columns on disk: named arrays in one compressed file, expanded once into a cache folder and memory-mapped.

The file is a plain zip of `.npy` arrays and a `meta.json`; the same columns always give the same bytes.
The cache is a folder of `.npy` files that all processes share. Both appear whole or not at all. What the cache holds
is compared with what was written there: quickly whenever it is opened, all of it when it was written to since.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import shutil
import zipfile
import zlib
from collections.abc import Callable, Container, Iterable, Mapping
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
import platformdirs

from sfumato.errors import PackError
from sfumato.io.arrays import Array
from sfumato.io.atomic import alone, folder_whole, sweep, written_whole

Columns = Mapping[str, Array]

FORMAT = 1
_CONTENTS = "contents.json"  # of each file of the cache: size, time, and the checksums of samples and of all of it
_PAGE = 4096  # bytes of a sample
_SAMPLES = 16  # of a file, evenly spread, the first and the last page among them
_META = 1 << 26  # bytes of a description at most
_ANY = 1 << 29  # bytes that any file may expand to
_RATIO = 40  # how often its own size a larger one may expand to: those that ship take 10
_WRITE = 1 << 16  # Linux keeps what is written at once as one piece, and counts a piece of which a byte is used as used
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest date a zip can hold: a build leaves no trace of when it ran


def write_archive(
    path: Path,
    kind: str,
    meta: Mapping[str, Any],
    columns: Columns,
    *,
    stored: Container[str] = (),
    private: bool = False,
) -> None:
    """Writes columns and their description as one file. Columns named in `stored` are not compressed again."""
    with written_whole(path, private=private) as part, zipfile.ZipFile(part, "w") as archive:
        description = {"kind": kind, "format": FORMAT, **meta}
        _add(
            archive,
            "meta.json",
            json.dumps(description, indent=1, ensure_ascii=False).encode(),
            zipfile.ZIP_DEFLATED,
        )
        for name, column in columns.items():
            buffer = io.BytesIO()
            np.lib.format.write_array(buffer, np.ascontiguousarray(column), allow_pickle=False)
            compression = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_LZMA
            _add(archive, f"{name}.npy", buffer.getvalue(), compression)


def _add(archive: zipfile.ZipFile, name: str, content: bytes, compression: int) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = compression
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)


class Archive:
    """A file written by `write_archive`, checked to be whole, of this kind and of this version."""

    def __init__(self, path: Path, kind: str) -> None:
        self.path = path
        try:
            with zipfile.ZipFile(path) as archive:
                self._entries = {entry.filename: entry for entry in archive.infolist()}
                if self._entries["meta.json"].file_size > _META:
                    raise ValueError
                self.meta: dict[str, Any] = json.loads(archive.read("meta.json"))
                found, format = self.meta["kind"], self.meta["format"]
        except FileNotFoundError:
            raise PackError(f"{path}: no such file") from None
        except OSError as error:
            raise PackError(f"{path}: cannot be read ({error.strerror})") from None
        except Exception:  # whatever a foreign file makes a reader of zip and JSON stumble over
            raise PackError(f"{path}: not a sfumato {kind} file, or truncated") from None
        if found != kind:
            raise PackError(f"{path}: a sfumato {found} file where a {kind} file is needed")
        if format != FORMAT:
            raise PackError(f"{path}: format {format}, this release reads format {FORMAT}: build it again")

    @property
    def checksum(self) -> str:
        """Names the content: a digest over every column's name, size and CRC."""
        digest = hashlib.sha256()
        for name, entry in sorted(self._entries.items()):
            digest.update(f"{name} {entry.file_size} {entry.CRC}\n".encode())
        return digest.hexdigest()

    @property
    def folder_name(self) -> str:
        """What the file is called once it is expanded."""
        return f"{self.path.stem}-{self.checksum[:16]}"

    def column(self, name: str) -> Array:
        """A column as it is in the file. No more is taken for it than the file has, whatever its header says."""
        with zipfile.ZipFile(self.path) as archive:
            content = archive.read(f"{name}.npy")
        stream = io.BytesIO(content)
        if np.lib.format.read_magic(stream) != (1, 0):
            raise ValueError("not an array of this version")
        shape, fortran, kind = np.lib.format.read_array_header_1_0(stream)
        flat = np.frombuffer(content, kind, offset=stream.tell())
        return flat.reshape(shape, order="F" if fortran else "C")

    def check_room(self, size: int) -> None:
        """Refuses to expand a file to so many bytes that it can only be meant to fill the memory or the disk."""
        own = self.path.stat().st_size
        if size > max(_ANY, _RATIO * own):
            raise PackError(f"{self.path}: {own / 1e6:.1f} MB that expand to {size / 1e9:.1f} GB or more: refused")

    @property
    def entries(self) -> Iterable[zipfile.ZipInfo]:
        """What the file has in it."""
        return self._entries.values()

    def names(self) -> list[str]:
        return [name.removesuffix(".npy") for name in self._entries if name.endswith(".npy")]


def cache_folder() -> Path:
    """Where expanded files live: `$SFUMATO_CACHE`, or the user's cache folder."""
    return Path(os.environ.get("SFUMATO_CACHE") or platformdirs.user_cache_path("sfumato"))


def expanded_folder(archive: Archive) -> Path:
    """Where the columns of an archive lie once they are expanded."""
    return cache_folder() / archive.folder_name


def expanded(
    archive: Archive,
    expand: Callable[[Archive], Columns],
    progress: Callable[[str], None] | None = None,
    *,
    thorough: bool = False,
) -> Columns:
    """The memory-mapped columns that `expand` makes of the archive: made once, then found in the cache.

    What is there but is not what was written is made again; `thorough` looks at all of it. Of several processes one
    does it, and the others wait for it; on several hosts that share a folder, the first to finish wins.
    """
    folder = expanded_folder(archive)
    there = folder.exists()
    wrong = damaged(folder, thorough=thorough)
    if wrong is not None:
        if progress:
            again = f"{folder}: {wrong}; " if there else ""
            progress(f"{again}expanding {archive.path.name} into {folder} ({'anew' if again else 'once'})")
        archive.check_room(sum(entry.file_size for entry in archive.entries))
        _expand_into(folder, archive, expand, thorough)
    return {path.stem: mapped(path) for path in sorted(folder.glob("*.npy"))}


def damaged(folder: Path, *, thorough: bool = False) -> str | None:
    """What is wrong with an expanded folder, or `None`.

    Sizes and samples are compared; all of a file where it was written to since, and of every file if `thorough`.
    """
    try:
        contents = json.loads((folder / _CONTENTS).read_text(encoding="utf-8"))
        for name, (size, time, sampled, whole) in contents.items():
            found = (folder / name).stat()
            same = found.st_size == size and _sampled(folder / name, size) == sampled
            if not same or ((thorough or found.st_mtime_ns != time) and _checksum(folder / name) != whole):
                return f"{name} is not what was written there"
    except (OSError, ValueError, TypeError, AttributeError):
        return "something is missing"
    return None


def _sampled(path: Path, size: int) -> int:
    """The checksum of pages from all over a file: quick, however long it is."""
    found = 0
    with path.open("rb", buffering=0) as file:
        for number in range(_SAMPLES):
            file.seek(max(size - _PAGE, 0) * number // (_SAMPLES - 1))
            found = zlib.crc32(file.read(_PAGE), found)
    return found


def _checksum(path: Path) -> int:
    """The checksum of all of a file."""
    found = 0
    with path.open("rb", buffering=0) as file:
        while block := file.read(1 << 20):
            found = zlib.crc32(block, found)
    return found


def _expand_into(folder: Path, archive: Archive, expand: Callable[[Archive], Columns], thorough: bool) -> None:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with alone(folder.parent):
            if damaged(folder, thorough=thorough) is None:  # another process has made it meanwhile
                return
            shutil.rmtree(folder, ignore_errors=True)
            sweep(folder.parent)
            with folder_whole(folder, like=[archive.path]) as part:
                _fill(part, archive, expand)
    except OSError as error:
        if damaged(folder) is not None:  # no other process was faster
            raise PackError(
                f"{folder.parent}: cannot be written ({error.strerror}); set SFUMATO_CACHE to a folder that can"
            ) from None


def _fill(folder: Path, archive: Archive, expand: Callable[[Archive], Columns]) -> None:
    contents: dict[str, tuple[int, int, int, int]] = {}
    try:
        for name, column in expand(archive).items():
            path = folder / f"{name}.npy"
            written = _save(path, column)
            if _checksum(path) != written:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            found = path.stat()
            contents[path.name] = (found.st_size, found.st_mtime_ns, _sampled(path, found.st_size), written)
    except (OSError, MemoryError, PackError):
        raise
    except Exception as error:  # the file may be anyone's, and anything may be wrong with it
        raise PackError(f"{archive.path}: damaged ({type(error).__name__})") from error
    (folder / _CONTENTS).write_text(json.dumps(contents), encoding="utf-8")


def _save(path: Path, column: Array) -> int:
    """Writes a column through to the disk, so that a crash cannot leave a hole in it; gives its checksum."""
    column = np.ascontiguousarray(column)
    data = memoryview(column.reshape(-1).view(np.uint8).data)
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(column))
    with path.open("wb", buffering=0) as file:
        file.write(header.getvalue())
        for at in range(0, len(data), _WRITE):
            file.write(data[at : at + _WRITE])
        os.fsync(file.fileno())
    return zlib.crc32(data, zlib.crc32(header.getvalue()))


_open: WeakValueDictionary[tuple[int, ...], Array] = WeakValueDictionary()
"""The columns of this process by their files: each is mapped once, and holds one descriptor, however many use it."""


def mapped(path: Path) -> Array:
    """A column in a file of its own, memory-mapped; this process opens each once."""
    file = path.stat()
    which = file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns
    column = _open.get(which)
    if column is None:
        try:  # an array proper: faster to index
            column = np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
        except ValueError:  # nothing to map in an empty column
            column = np.load(path, allow_pickle=False)
        _open[which] = column
    return column
