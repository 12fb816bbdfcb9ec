"""Long work in stages, each a folder that says by its name what it was made from: what is there is not made again."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.columns import mapped
from sfumato.io.files import shown
from sfumato.types import Progress, Tell

_FORM = 1
"""Counts up when stages of before are of no use any more."""
_ROWS = "rows"


@dataclass(frozen=True)
class Stage:
    """The folder of a stage: rows that the cluster wrote, and arrays that all map."""

    session: Any
    path: Path

    def write(self, frame: Any, *, by: str | None = None) -> None:
        """Writes the rows, in folders by the values of a column if that is given."""
        writer = frame.write.mode("overwrite")
        (writer.partitionBy(by) if by else writer).parquet(self._address)

    def rows(self) -> Any:
        """The rows, as a frame."""
        return self.session.read.parquet(self._address)

    def batches(self, below: str = "") -> Iterator[Any]:
        """The rows, read here: batch by batch, the files in the order of their partitions."""
        import pyarrow.parquet as pq

        for file in sorted((self.path / _ROWS / below).glob("*.parquet")):
            with pq.ParquetFile(file) as opened:
                yield from opened.iter_batches()

    def save(self, **arrays: Array) -> None:
        """Writes arrays."""
        for name, array in arrays.items():
            np.save(self.path / f"{name}.npy", array)

    def array(self, name: str) -> Array:
        """A saved array, mapped."""
        return mapped(self.path / f"{name}.npy")

    @property
    def _address(self) -> str:
        return (self.path / _ROWS).as_uri()


class Stages:
    """The stages of one work in a folder that all hosts of a cluster see."""

    def __init__(self, session: Any, folder: Path, tell: Tell) -> None:
        self.session, self.folder, self._tell = session, folder, tell

    def made(self, name: str, of: object, make: Callable[[Stage], None]) -> Stage:
        """A stage that is there, or is made now: `of` is all that it depends on, as JSON has it, and other stages."""
        said = json.dumps([_FORM, name, of], default=lambda stage: stage.path.name, sort_keys=True)
        path = self.folder / f"{name.replace(' ', '-')}-{hashlib.sha256(said.encode()).hexdigest()[:16]}"
        self._tell(Progress(f"{name}: done before" if path.exists() else name, 0))
        if not path.exists():
            part = path.with_name(f".{path.name}.part")
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            make(Stage(self.session, part))
            part.rename(path)
        return Stage(self.session, path)


def opened(folder: Path) -> Path:
    """A folder for stages: that which is there, or a new one for its owner alone."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise InputError(f"{shown(folder)}: cannot be made ({error.strerror})") from None
    return folder.resolve()
