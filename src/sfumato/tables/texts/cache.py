"""Remembers from run to run what detectors found in a text, so that every text is analysed once.

The folder `terms` of the cache (`SFUMATO_CACHE`) belongs to its owner alone. A text is known there by a hash under a
random key that never leaves the folder; of its terms only offsets and types are kept, no word of it. Each run appends
to a file of its own, piece by piece, so that one that is stopped loses nothing and several may run at once; a line that
was cut short is passed over.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import shutil
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, TypeAlias

from sfumato.errors import InputError
from sfumato.io.columns import cache_folder
from sfumato.io.files import shown

Found: TypeAlias = Sequence[tuple[int, int, str]]
"""Start, end and label of what was found in a text."""

_FOLDER = "terms"
_KEY = "key"
_SUFFIX = ".found"
_KEY_BYTES = 32
_MANY = 64  # with so many files of one detector, they are merged into one


class Memory:
    """What detectors found, remembered as long as the program runs and nowhere else."""

    def __init__(self) -> None:
        self._known: dict[str, Found] = {}

    def get(self, text: str) -> Found | None:
        return self._known.get(text)

    def put(self, text: str, found: Found) -> None:
        self._known[text] = found

    def flush(self) -> None:
        pass


class Cache:
    """What one set of detectors found in each text, remembered on disk. Use as a context manager, or `close` it."""

    def __init__(self, detector: Callable[[], str], folder: Path | None = None) -> None:
        """`detector` names the detectors and all that they depend on: what others found is not used.

        Nothing is read or made on disk before the first `get`, `put` or `len`.
        """
        self.folder = Path(folder or cache_folder() / _FOLDER)
        self._detector = detector
        self._file: BinaryIO | None = None

    @cached_property
    def _known(self) -> dict[str, bytes]:
        """What is known by the hash of a text, read from the folder when it is first asked for."""
        known: dict[str, bytes] = {}
        try:
            files = sorted(self.folder.glob(f"{self._prefix}-*{_SUFFIX}"))
            for file in files:
                known |= _read(file)
            if len(files) >= _MANY:
                self._merge(files, known)
        except OSError as error:
            raise _unusable(self.folder, error) from None
        return known

    @cached_property
    def _key(self) -> bytes:
        try:
            _private_folder(self.folder)
            return _key(self.folder / _KEY)
        except OSError as error:
            raise _unusable(self.folder, error) from None

    @cached_property
    def _prefix(self) -> str:
        """What the names of this detector's files begin with."""
        return self._mac(f"detector\0{self._detector()}")[:16]

    def __enter__(self) -> Cache:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, text: str) -> list[tuple[int, int, str]] | None:
        """What was found in a text, or `None` if it is not known."""
        line = self._known.get(self._mac(text))
        if line is None:
            return None
        return [(start, end, label) for start, end, label in json.loads(line)]

    def put(self, text: str, found: Found) -> None:
        """Remembers what was found in a text; on disk at the latest with the next `flush`."""
        name = self._mac(text)
        if name in self._known:
            return
        line = json.dumps(found, separators=(",", ":")).encode()
        try:
            if self._file is None:
                self._file = _private_file(self.folder / f"{self._prefix}-{secrets.token_hex(8)}{_SUFFIX}")
            self._file.write(_line(name, line))
        except OSError as error:
            raise _unusable(self.folder, error) from None
        self._known[name] = line

    def flush(self) -> None:
        """Writes through to the disk what was put."""
        if self._file is not None:
            try:
                self._file.flush()
            except OSError as error:
                raise _unusable(self.folder, error) from None

    def close(self) -> None:
        if self._file is not None:
            self.flush()
            self._file.close()
            self._file = None

    def _mac(self, text: str) -> str:
        return hmac.new(self._key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def _merge(self, files: Sequence[Path], known: Mapping[str, bytes]) -> None:
        """Writes all that is known as one file in place of many."""
        part = self.folder / f"{self._prefix}-{secrets.token_hex(8)}.part"
        with _private_file(part) as whole:
            whole.writelines(_line(name, found) for name, found in sorted(known.items()))
        part.rename(part.with_suffix(_SUFFIX))
        for file in files:
            file.unlink(missing_ok=True)


def erase(folder: Path | None = None) -> bool:
    """Removes everything that is remembered of any text, and the key; tells whether there was anything."""
    folder = Path(folder or cache_folder() / _FOLDER)
    if not folder.is_dir():
        return False
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise _unusable(folder, error) from None
    return True


def _read(file: Path) -> dict[str, bytes]:
    """The lines of a file that are whole, by the hash of their text."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:  # another run has just merged it
        return {}
    known = {}
    for line in content.split(b"\n")[:-1]:  # what no line end follows was cut short
        name, _, rest = line.partition(b" ")
        crc, _, found = rest.partition(b" ")
        if crc == _crc(name, found):
            known[name.decode()] = found
    return known


def _line(name: str, found: bytes) -> bytes:
    return b"%s %s %s\n" % (name.encode(), _crc(name.encode(), found), found)


def _crc(name: bytes, found: bytes) -> bytes:
    return b"%08x" % zlib.crc32(name + found)


def _private_folder(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or (hasattr(os, "getuid") and folder.stat().st_uid != os.getuid()):
        raise InputError(f"{shown(folder)}: belongs to somebody else; set SFUMATO_CACHE to a folder of your own")
    folder.chmod(0o700)


def _private_file(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _key(path: Path) -> bytes:
    """The key of the folder, made when it is first needed; if several runs make one at once, all use the first."""
    if not path.exists():
        part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
        with _private_file(part) as file:
            file.write(secrets.token_bytes(_KEY_BYTES))
        try:
            os.link(part, path)
        except FileExistsError:
            pass
        finally:
            part.unlink()
    key = path.read_bytes()
    if len(key) != _KEY_BYTES:
        raise InputError(f"{shown(path)}: damaged; erase the cache of terms")
    return key


def _unusable(folder: Path, error: OSError) -> InputError:
    return InputError(
        f"{shown(folder)}: the cache of terms cannot be used ({error.strerror}); "
        "set SFUMATO_CACHE to a folder that can, or do without it"
    )
