"""The files of a release: a folder, a zip, or one file with its neighbours."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.files import decoded, files_below, guarded, lines, shown


class Release:
    """Finds the files of a release by the pattern of their names and reads them line by line.

    `beside` takes the neighbours of a zip instead of what is in it.
    """

    def __init__(self, path: Path, *, beside: bool = False) -> None:
        self.path = path
        self._zipped = False
        if path.is_dir():
            self._names = sorted(file.relative_to(path).as_posix() for file in files_below(path))
        elif is_zip(path) and not beside:
            self._zipped = True
            with guarded(path), zipfile.ZipFile(path) as archive:
                self._names = sorted(name for name in archive.namelist() if not name.endswith("/"))
        elif path.exists():
            self.path = path.parent
            self._names = sorted(file.name for file in self.path.iterdir() if file.is_file())
        else:
            raise InputError(f"{shown(path)}: no such file or folder")

    def find(self, pattern: str) -> list[str]:
        """The files whose own name is of this pattern, compressed or not."""
        name = re.compile(rf"(?:{pattern})(?:\.gz|\.bz2|\.xz)?", re.IGNORECASE)
        return [path for path in self._names if name.fullmatch(path.rpartition("/")[2])]

    def need(self, pattern: str, example: str) -> list[str]:
        found = self.find(pattern)
        if not found:
            raise InputError(f"{shown(self.path)}: the release has no {example}")
        return found

    def where(self, name: str) -> str:
        """The file as an error message names it."""
        return f"{self.path}({name})" if self._zipped else str(self.path / name)

    def lines(self, name: str) -> Iterator[str]:
        if not self._zipped:
            yield from lines(self.path / name)
            return
        try:
            with (
                guarded(self.where(name)),
                zipfile.ZipFile(self.path) as archive,
                archive.open(name) as member,
            ):
                yield from decoded(io.BufferedReader(member), self.where(name))  # type: ignore[arg-type]
        except (RuntimeError, NotImplementedError):
            raise InputError(f"{shown(self.where(name))}: encrypted, or compressed in a way that is not read") from None


def is_zip(path: Path) -> bool:
    """Whether the file says that it is a zip, even if it is cut off."""
    if not path.is_file():
        return False
    with guarded(path), path.open("rb") as file:
        return file.read(4) in (b"PK\x03\x04", b"PK\x05\x06")
