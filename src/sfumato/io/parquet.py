"""Files of Parquet as streams: read and written a few rows at a time, so that any number of rows takes the same memory.

A file that is written appears whole or not at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.arrow import pa
from sfumato.io.atomic import written_whole
from sfumato.io.files import PARQUET, check_regular, files_below, guarded, shown

_ROWS = 256  # that are read at once
_BUFFER = 1 << 20  # bytes of a column that are read at once, however large its group of rows is
_GROUP = 1 << 24  # bytes of a group of rows, in memory, that are written at once


def parquet_files(paths: Sequence[Path]) -> dict[str, Path]:
    """The files of Parquet among these and in these folders, by the names that they are to be written under."""
    found: dict[str, Path] = {}
    for path in paths:
        check_regular(path)
        below = [path]
        if path.is_dir():
            below = [file for file in files_below(path) if not file.name.startswith("_")]  # Spark's _SUCCESS
        for file in below:
            name = file.relative_to(path).as_posix() if path.is_dir() else file.name
            if file.suffix.lower() not in PARQUET:
                raise InputError(f"{shown(file)}: not Parquet by its name, among files that are")
            if name in found:
                raise InputError(f"{shown(name)}: two files have this name, so that one would overwrite the other")
            found[name] = file
    if not found:
        raise InputError(f"{', '.join(map(shown, paths))}: no file of Parquet in it")
    return found


def check_folder(output: Path, given: Sequence[Path]) -> None:
    """Refuses, before there is work, a folder that cannot be written to or that would mix with what is read."""
    if not output.resolve().parent.is_dir():
        raise InputError(f"{shown(output.parent)}: no such folder")
    if any(path.is_dir() and output.resolve().is_relative_to(path.resolve()) for path in given):
        raise InputError(f"{shown(output)}: lies in the input folder; name another to write")
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise InputError(f"{shown(output)}: exists and is not an empty folder; name another to write")


def is_parquet(path: Path) -> bool:
    """Whether a file is Parquet by its name, or a folder has files of Parquet and nothing else."""
    if not path.is_dir():
        return path.suffix.lower() in PARQUET
    files = [file for file in files_below(path) if not file.name.startswith("_")]
    return bool(files) and all(file.suffix.lower() in PARQUET for file in files)


@contextmanager
def reading(path: Path) -> Iterator[Any]:
    """An open file of Parquet; whatever is wrong with it is one clear line."""
    import pyarrow.parquet as pq

    with guarded(path), path.open("rb") as head:
        if head.read(4) != b"PAR1":
            raise InputError(f"{shown(path)}: not a Parquet file")
    try:
        with pq.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False) as file:
            yield file
    except (pa.ArrowException, OSError):
        raise InputError(f"{shown(path)}: not a Parquet file, or damaged or truncated") from None


def batches_of(path: Path) -> Iterator[pa.RecordBatch]:
    """The rows of a file, a few at a time."""
    with reading(path) as file:
        yield from file.iter_batches(batch_size=_ROWS)


@contextmanager
def writing(path: Path, schema: pa.Schema, *, private: bool, like: Path) -> Iterator[Callable[[pa.RecordBatch], None]]:
    """Takes batches, and writes them as one file, which `private` only its owner may read."""
    import pyarrow.parquet as pq

    with written_whole(path, private=private, like=[like]) as part, pq.ParquetWriter(part, schema) as writer:
        waiting: list[pa.RecordBatch] = []
        size = 0

        def flush() -> None:
            nonlocal size
            if waiting:
                writer.write_table(pa.Table.from_batches(waiting, schema))
            waiting.clear()
            size = 0

        def write(batch: pa.RecordBatch) -> None:
            nonlocal size
            waiting.append(batch)
            size += batch.nbytes
            if size >= _GROUP:
                flush()

        yield write
        flush()


def sha256_of(path: Path) -> str:
    """The hash of a file, read a piece at a time."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
