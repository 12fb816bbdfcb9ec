"""Files and folders that appear whole or not at all, and that nobody may read who could not read what they came from.

Until it is done, what is written lies beside its place under a name of its own, for its owner alone. The mode is that
of the file: no setting of the process is touched, so that several threads may write at once.
"""

from __future__ import annotations

import bz2
import csv
import glob
import gzip
import hashlib
import io
import lzma
import os
import platform
import secrets
import shutil
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

_FILE, _FOLDER = 0o666, 0o777  # what the umask takes from
_OWN_FILE, _OWN_FOLDER = 0o600, 0o700
_PART = ".part"
_KILLED = 86_400  # seconds after which whoever was making something is taken for dead, wherever it ran
_NAME = 32  # characters of its name by which a file in the making is recognised: a longer one may be too long


@contextmanager
def written_whole(path: Path, *, private: bool = False, like: Iterable[Path] = ()) -> Iterator[Path]:
    """A temporary path beside `path` that takes its place on success and vanishes on failure.

    What is `private` only its owner may read. Anything else has the permissions of a new file (the umask's), without
    those that a file that it came from (`like`) does not give.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    wanted = _OWN_FILE if private else _shared_by(like, _FILE) | _OWN_FILE
    part, granted = _in_the_making(path.parent, path.name, lambda part: _new_file(part, wanted), _OWN_FILE)
    try:
        yield part
        part.chmod(granted)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def opened_whole(path: Path, *, private: bool = False, like: Iterable[Path] = ()) -> Iterator[IO[bytes]]:
    """A file to write bytes to, compressed as its name says, that appears as `written_whole` has it."""
    with written_whole(path, private=private, like=like) as part, _compressing(part, path.suffix) as stream:
        yield stream


@contextmanager
def folder_whole(path: Path, *, like: Iterable[Path] = ()) -> Iterator[Path]:
    """A temporary folder beside `path` that takes its place on success, if anything is in it; else it vanishes.

    `path` may be an empty folder. Permissions are those of a new one, without those that one of `like` does not give.
    """
    wanted = _shared_by(like, _FOLDER) | _OWN_FOLDER
    part, granted = _in_the_making(path.resolve().parent, path.name, lambda part: part.mkdir(wanted), _OWN_FOLDER)
    try:
        yield part
        if any(part.iterdir()):
            part.chmod(granted)
            if path.exists():
                path.rmdir()
            part.rename(path)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def folder_like(path: Path, like: Path) -> None:
    """Makes a folder with the permissions of another, as far as a new one has them."""
    path.mkdir(_shared_by([like], _FOLDER) | _OWN_FOLDER)


def share_like(path: Path, like: Iterable[Path]) -> None:
    """Gives a file the permissions that all of these have, and no more than a new file beside it would get."""
    part, granted = _in_the_making(path.parent, path.name, lambda part: _new_file(part, _FILE), _OWN_FILE)
    part.unlink()
    path.chmod(_shared_by(like, granted) & granted | _OWN_FILE)


@contextmanager
def work_folder(path: Path) -> Iterator[Path]:
    """A folder beside `path`, for its owner alone, for what is needed while that is made; it vanishes in any case."""
    part, _ = _in_the_making(path.resolve().parent, path.name, lambda part: part.mkdir(_OWN_FOLDER), _OWN_FOLDER)
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Waits until nobody else of this host is in such a block for the same folder, but for this thread itself.

    What a process holds is free when it dies. Where folders cannot be locked, nobody waits.
    """
    if sys.platform == "win32" or getattr(_HELD, "one", False):
        yield
        return
    import fcntl

    opened = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(opened, fcntl.LOCK_EX)
        _HELD.one = True
        yield
    finally:
        _HELD.one = False
        with suppress(OSError):
            fcntl.flock(opened, fcntl.LOCK_UN)  # a process that was forked meanwhile has it open, too
        os.close(opened)


_HELD = threading.local()


def sweep(folder: Path, name: str = "") -> None:
    """Removes what processes that were killed have left in a folder of what they were making, of any name or this."""
    for left in folder.glob(f".{glob.escape(name[:_NAME]) or '*'}.*{_PART}"):
        with suppress(OSError):
            if _is_left(left):
                shutil.rmtree(left) if left.is_dir() else left.unlink()


def _is_left(part: Path) -> bool:
    """Whether nobody is making this any more: its process is gone, or it is long since anybody wrote to it."""
    host, _, process = part.name.removesuffix(_PART).rpartition(".")[2].partition("-")
    number = process.partition("-")[0]
    if os.name == "posix" and host == _host() and number.isdecimal() and not _runs(int(number)):
        return True
    return time.time() - part.stat().st_mtime > _KILLED


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)  # asks, and does nothing
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    return True


@cache
def _host() -> str:
    """Tells machines apart that share a folder: a process number means something on one of them only."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


@contextmanager
def _compressing(path: Path, suffix: str) -> Iterator[IO[bytes]]:
    """A file to write bytes to, compressed as the suffix says; the same bytes always give the same file."""
    with path.open("wb") as file:
        if suffix.lower() == ".gz":
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as stream:
                yield stream  # type: ignore[misc]
        elif suffix.lower() in (".bz2", ".xz"):
            kind: Any = bz2.BZ2File if suffix.lower() == ".bz2" else lzma.LZMAFile
            with kind(file, "wb") as stream:
                yield stream
        else:
            yield file


def _in_the_making(folder: Path, name: str, create: Callable[[Path], None], own: int) -> tuple[Path, int]:
    """What was created under a name that nothing has, for its owner alone; and the mode that it is to have.

    What a process that was killed has left of the same name goes.
    """
    sweep(folder, name)
    while True:
        part = folder / f".{name[:_NAME]}.{_host()}-{os.getpid()}-{secrets.token_hex(4)}{_PART}"
        try:
            create(part)
        except FileExistsError:
            continue
        granted = stat.S_IMODE(part.stat().st_mode)
        part.chmod(own)
        return part, granted


def _new_file(path: Path, mode: int) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))


def _shared_by(paths: Iterable[Path], mode: int) -> int:
    """Of the permissions of a mode those that all of these have; who may read a file may enter a folder."""
    for path in paths:
        try:
            found = path.stat().st_mode
        except FileNotFoundError:
            continue
        mode &= found if stat.S_ISDIR(found) else found | (found & 0o444) >> 2
    return mode


def write_csv(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Writes figures for programs, whole or not at all."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    with written_whole(path) as part:
        part.write_text(text.getvalue(), encoding="utf-8")
