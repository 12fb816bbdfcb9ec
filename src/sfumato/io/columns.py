"""Columns on disk: named arrays in one compressed file, expanded once into a cache folder and memory-mapped.

The file is a plain zip of `.npy` arrays and a `meta.json`; the same columns always give the same bytes.
The cache is a folder of `.npy` files that all processes share. Both appear whole or not at all.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import shutil
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import platformdirs

from sfumato.errors import PackError

Array = npt.NDArray[Any]
Columns = Mapping[str, Array]

FORMAT = 1
_SIZES = "sizes.json"
_WRITE = 1 << 16  # Linux keeps what is written at once as one piece, and counts a piece of which a byte is used as used
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest date a zip can hold: a build leaves no trace of when it ran


# --- arrays -----------------------------------------------------------------------------------------------


def gather(starts: Array, values: Array, rows: Array) -> Array:
    """The concatenated `values[starts[r]:starts[r + 1]]` for every r of `rows`.

    >>> gather(np.array([0, 2, 2, 5]), np.array([1, 2, 3, 4, 5]), np.array([2, 0])).tolist()
    [3, 4, 5, 1, 2]
    """
    first, last = starts[rows], starts[rows + 1]
    lengths = last - first
    if len(rows) == 0 or lengths.sum() < 32 * len(rows):  # many short runs: one index for all
        return values[np.repeat(first - offsets(lengths)[:-1], lengths) + np.arange(lengths.sum())]
    return np.concatenate([values[a:b] for a, b in zip(first.tolist(), last.tolist(), strict=True)])


def offsets(lengths: Array) -> Array:
    """Where each of consecutive runs of these lengths starts, with the end of the last one.

    >>> offsets(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


class Strings(Sequence[str]):
    """A column of strings: one pool of UTF-8 and where each string starts."""

    def __init__(self, pool: Array, starts: Array) -> None:
        self.pool = pool
        self.starts = starts
        self._view = memoryview(np.ascontiguousarray(pool).data)

    @classmethod
    def of(cls, strings: Iterable[str]) -> Strings:
        encoded = [s.encode("utf-8", "surrogatepass") for s in strings]
        lengths = np.fromiter(map(len, encoded), dtype=np.int64, count=len(encoded))
        return cls(np.frombuffer(b"".join(encoded), dtype=np.uint8), offsets(lengths))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, at: Any) -> Any:
        if not 0 <= at < len(self):
            raise IndexError(at)
        return str(self._view[self.starts[at] : self.starts[at + 1]], "utf-8", "surrogatepass")

    def take(self, rows: Array | Sequence[int]) -> list[str]:
        at = np.asarray(rows, dtype=np.int64)
        view, bounds = self._view, zip(self.starts[at].tolist(), self.starts[at + 1].tolist(), strict=True)
        return [str(view[a:b], "utf-8", "surrogatepass") for a, b in bounds]


class Lookup:
    """Finds the row of a string in a column of distinct strings, one or many at a time."""

    def __init__(self, strings: Strings, hashes: Array, order: Array) -> None:
        self.strings = strings
        self.hashes = hashes
        self.order = order

    @classmethod
    def of(cls, strings: Strings) -> Lookup:
        hashes = np.fromiter(map(_hash, strings), dtype=np.uint32, count=len(strings))
        order = np.argsort(hashes, kind="stable").astype(np.int32)
        return cls(strings, hashes[order], order)

    def find(self, string: str) -> int:
        """The row of `string`, or -1."""
        return int(self.find_all([string])[0])

    def find_all(self, strings: Sequence[str]) -> Array:
        """The row of each string, or -1."""
        wanted = np.fromiter(map(_hash, strings), dtype=np.uint32, count=len(strings))
        places = np.searchsorted(self.hashes, wanted)
        rows = np.full(len(strings), -1, dtype=np.int64)
        open_ = np.arange(len(strings))
        while len(open_):  # again for the few whose hash is also another string's
            inside = places[open_] < len(self.hashes)
            open_ = open_[inside]
            open_ = open_[self.hashes[places[open_]] == wanted[open_]]
            found = self.order[places[open_]]
            same = np.array(
                [strings[at] == s for at, s in zip(open_, self.strings.take(found), strict=True)], dtype=bool
            )
            rows[open_[same]] = found[same]
            open_ = open_[~same]
            places[open_] += 1
        return rows


def _hash(string: str) -> int:
    return zlib.crc32(string.encode("utf-8", "surrogatepass"))


# --- files ------------------------------------------------------------------------------------------------


@contextmanager
def written_whole(path: Path, *, private: bool = False) -> Iterator[Path]:
    """A temporary path beside `path` that takes its place on success and vanishes on failure.

    What is `private` only its owner may read.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    os.close(handle)
    part = Path(name)
    try:
        yield part
        umask = os.umask(0)
        os.umask(umask)
        part.chmod((0o600 if private else 0o666) & ~umask)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def write_csv(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Writes figures for programs, whole or not at all."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    with written_whole(path) as part:
        part.write_text(text.getvalue(), encoding="utf-8")


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
    """A file written by `write_archive`, checked to be whole, of this kind and of this version.

    `normal_form` names the rules by which its terms must have been brought to their normal form, where it has terms.
    """

    def __init__(self, path: Path, kind: str, *, normal_form: str | None = None) -> None:
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
        if normal_form is not None and self.meta.get("normal_form") != normal_form:
            raise PackError(f"{path}: made with another normal form of terms than this release has: build it again")

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
        for left in folder.parent.glob(f"{folder.name}.*.part"):  # of a process that was killed
            if time.time() - left.stat().st_mtime > 3600:
                shutil.rmtree(left, ignore_errors=True)
        part = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f"{folder.name}.", suffix=".part"))
    except OSError as error:
        raise PackError(
            f"{folder.parent}: cannot be written ({error.strerror}); set SFUMATO_CACHE to a folder that can"
        ) from None
    try:
        for name, column in expand(archive).items():
            _save(part / f"{name}.npy", column)
        sizes = {path.name: path.stat().st_size for path in part.iterdir()}
        (part / _SIZES).write_text(json.dumps(sizes), encoding="utf-8")
        part.chmod(0o755 if archive.path.stat().st_mode & 0o004 else 0o700)  # as private as the file is
        try:
            part.rename(folder)
        except OSError:
            if not _is_whole(folder):  # no other process was faster
                raise
    except OSError as error:
        raise PackError(f"{folder}: cannot be written ({error.strerror})") from None
    except MemoryError:
        raise
    except Exception as error:  # the file may be anyone's, and anything may be wrong with it
        raise PackError(f"{archive.path}: damaged ({type(error).__name__})") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


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
