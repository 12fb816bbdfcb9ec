"""The log of a review: one act a line, added at the end, on the disk before anything is answered, its owner's alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from sfumato.errors import InputError
from sfumato.io.files import guarded, shown
from sfumato.reviewing.acts import Act

VERSION = 1
_HEAD = b'{"sfumato review":%d}\n' % VERSION


class Log:
    """Acts in a file, or in memory where there is none. What a crash cut off in the middle of a line was never done."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.acts: list[Act] = []
        self._file: int | None = None
        if path is not None:
            with guarded(path):
                self._open(path)

    def _open(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        if os.fstat(self._file).st_mode & 0o077:
            raise InputError(f"{shown(path)}: others can read the log; chmod 600 keeps it yours", code="open-log")
        _lock(self._file, path)
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if not whole:
            os.ftruncate(self._file, 0)
            self._put(_HEAD)
            return
        if not whole.startswith(_HEAD):
            raise InputError(f"{shown(path)}: no log of a review, or of another version", code="bad-log")
        self.acts = list(_read(whole, path))
        if len(whole) < len(data):
            os.ftruncate(self._file, len(whole))

    def add(self, act: Act) -> None:
        """Adds an act: once this returns it is on the disk."""
        self._put(msgspec.json.encode(act.to_dict()) + b"\n")
        self.acts.append(act)

    def _put(self, line: bytes) -> None:
        if self._file is not None:
            before = os.fstat(self._file).st_size
            try:
                left = line
                while left:
                    left = left[os.write(self._file, left) :]
                os.fsync(self._file)
            except OSError as error:
                os.ftruncate(self._file, before)
                said = error.strerror or type(error).__name__
                raise InputError(f"the log cannot be written ({said}): nothing was decided", code="log-full") from None

    def of(self, document: str) -> list[Act]:
        """The acts about a document, in order."""
        return [act for act in self.acts if act.document == document]

    def close(self) -> None:
        """Lets go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _lock(file: int, path: Path) -> None:
    """Refuses a log that another process writes to: two would not see each other's acts."""
    try:
        import fcntl
    except ImportError:  # where there is none, whoever starts two reviews of one log must know
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InputError(f"{shown(path)}: another review writes to this log", code="log-in-use") from None


def _read(data: bytes, path: Path) -> Iterator[Act]:
    for number, line in enumerate(data.splitlines()[1:], 2):
        try:
            yield Act.from_dict(msgspec.json.decode(line))
        except (msgspec.DecodeError, InputError):
            raise InputError(f"{shown(path)}: line {number} is no act of a review", code="bad-log") from None
