"""Columns on disk: named arrays in one compressed file, expanded once into a cache folder and memory-mapped.

The file is a plain zip of `.npy` arrays and a `meta.json`; the same columns always give the same bytes.
The cache is a folder of `.npy` files that all processes share. Both appear whole or not at all.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Container, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from sfumato.errors import PackError
from sfumato.io.arrays import Array
from sfumato.io.atomic import folder_whole, sweep, written_whole

Columns = Mapping[str, Array]

FORMAT = 1
_SIZES = "sizes.json"
_KILLED = 3600  # seconds after which whoever was expanding a file is taken for dead
_WRITE = 1 << 16  # Linux keeps what is written at once as one piece, and counts a piece of which a byte is used as used
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest date a zip can hold: a build leaves no trace of when it ran


def write_archive(
    path: Path, kind: str, meta: Mapping[str, Any], columns: Columns, *, stored: Container[str] = ()
) -> None:
    """Writes columns and their description as one file. Columns named in `stored` are not compressed again."""
    with written_whole(path) as part, zipfile.ZipFile(part, "w") as archive:
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
        with zipfile.ZipFile(self.path) as archive:
            return np.load(io.BytesIO(archive.read(f"{name}.npy")), allow_pickle=False)

    def names(self) -> list[str]:
        return [name.removesuffix(".npy") for name in self._entries if name.endswith(".npy")]


def cache_folder() -> Path:
    """Where expanded files live: `$SFUMATO_CACHE`, or the user's cache folder."""
    return Path(os.environ.get("SFUMATO_CACHE") or platformdirs.user_cache_path("sfumato"))


def expanded(
    archive: Archive, expand: Callable[[Archive], Columns], progress: Callable[[str], None] | None = None
) -> Columns:
    """The memory-mapped columns that `expand` makes of the archive: made once, then found in the cache.

    Several processes may do this at once; the first to finish wins and the others use its folder.
    """
    folder = cache_folder() / archive.folder_name
    if not _is_whole(folder):
        if progress:
            progress(f"expanding {archive.path.name} into {folder} (once)")
        shutil.rmtree(folder, ignore_errors=True)  # where something has been lost of it
        _expand_into(folder, archive, expand)
    return {path.stem: _mapped(path) for path in sorted(folder.glob("*.npy"))}


def _is_whole(folder: Path) -> bool:
    """Whether an expanded folder has all its files, each as long as it was."""
    try:
        sizes = json.loads((folder / _SIZES).read_text(encoding="utf-8"))
        return all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, AttributeError):
        return False


def _expand_into(folder: Path, archive: Archive, expand: Callable[[Archive], Columns]) -> None:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        sweep(folder, _KILLED)
        with folder_whole(folder, like=[archive.path]) as part:
            _fill(part, archive, expand)
    except OSError as error:
        if not _is_whole(folder):  # no other process was faster
            raise PackError(
                f"{folder.parent}: cannot be written ({error.strerror}); set SFUMATO_CACHE to a folder that can"
            ) from None


def _fill(folder: Path, archive: Archive, expand: Callable[[Archive], Columns]) -> None:
    try:
        for name, column in expand(archive).items():
            _save(folder / f"{name}.npy", column)
    except (OSError, MemoryError):
        raise
    except Exception as error:  # the file may be anyone's, and anything may be wrong with it
        raise PackError(f"{archive.path}: damaged ({type(error).__name__})") from error
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    (folder / _SIZES).write_text(json.dumps(sizes), encoding="utf-8")


def _save(path: Path, column: Array) -> None:
    """Writes a column through to the disk, so that a crash cannot leave a hole in it."""
    column = np.ascontiguousarray(column)
    data = memoryview(column.reshape(-1).view(np.uint8).data)
    with path.open("wb", buffering=0) as file:
        np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(column))
        for at in range(0, len(data), _WRITE):
            file.write(data[at : at + _WRITE])
        os.fsync(file.fileno())


def _mapped(path: Path) -> Array:
    try:
        return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))  # an array proper: faster to index
    except ValueError:  # nothing to map in an empty column
        return np.load(path, allow_pickle=False)
