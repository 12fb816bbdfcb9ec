"""Files of Parquet made safe on one machine: any number of rows in the same memory, on all its cores."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.arrow import pa
from sfumato.io.atomic import folder_whole
from sfumato.io.files import shown
from sfumato.io.parquet import batches_of, reading, sha256_of, writing
from sfumato.service.arrow import SANITIZED, Columns, release_of, released_columns, sanitize_batches, schema_of
from sfumato.service.engine import Engine
from sfumato.service.manifest import Counts, File, Manifest
from sfumato.service.requests import SanitizeRequest
from sfumato.types import Progress, Tell, silent


def sanitize_parquet(
    engine: Engine,
    request: SanitizeRequest,
    files: Mapping[str, Path],
    output: Path,
    columns: Columns,
    *,
    release: bool = False,
    processes: int = 1,
    tell: Tell = silent,
) -> Manifest:
    """A folder with a file for each of these, by its name, row for row; it appears when all are done.

    A row is a document. The files are for work, and only their owner may read them: beside all columns that came in
    they have what was replaced, and the certificates. With `release` they have what may go out, and nothing else.
    """
    found = {name: _checked(file, columns) for name, file in files.items()}
    total = sum(rows for rows, _ in found.values())
    counts, written = Counts(), []
    # One stream for all files: the processes that work on it are started once, and remember what they have asked.
    made = sanitize_batches(
        engine, request, chain.from_iterable(map(batches_of, files.values())), columns, processes=processes
    )
    with folder_whole(output, like=files.values()) as folder:
        for name, file in files.items():
            left, schema = found[name]
            if release:
                schema = pa.schema([schema.field(each) for each in released_columns(columns)])
            with writing(folder / name, schema, private=not release, like=file) as write:
                while left:
                    batch = next(made)
                    counts.add(batch, columns)
                    write(release_of(batch, columns) if release else batch)
                    left -= len(batch)
                    tell(Progress("sanitizing", counts.rows, total, "rows"))
            written.append(File(name, (folder / name).stat().st_size, sha256_of(folder / name)))
    return counts.manifest(columns, release=release, files=written)


def _checked(file: Path, columns: Columns) -> tuple[int, pa.Schema]:
    """How many rows a file has, and the schema of what becomes of it."""
    try:
        with reading(file) as opened:
            return opened.metadata.num_rows, schema_of(opened.schema_arrow, columns, SANITIZED)
    except InputError as error:
        if error.code != "bad-column":
            raise
        raise InputError(f"{shown(file)}: {error}", code=error.code) from None


def default_columns(files: Mapping[str, Path], text: str, id: str | None) -> Columns:
    """The columns of files: one that is called id is the id, if none is named and all files have it."""
    if id is None:
        names = []
        for file in files.values():
            with reading(file) as opened:
                names.append(opened.schema_arrow.names)
        id = "id" if all("id" in each for each in names) and text != "id" else None
    return Columns(text=text, id=id)
