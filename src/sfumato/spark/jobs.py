"""Whole jobs: a table that Spark reads becomes files of Parquet and a manifest, and both are verified from scratch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sfumato.errors import InputError, SfumatoError
from sfumato.io.files import shown
from sfumato.service.arrow import Columns
from sfumato.service.manifest import NOTHING, SEPARATOR, WORDS, File, Manifest, digest_of
from sfumato.spark import library
from sfumato.spark.frames import released, sanitize, verify

_BATCH = 256  # rows that a worker is given at once: long texts must not fill its memory
_WORKER = re.compile(r"WorkerError: sfumato: ([^\n]+)")
_CONDITION = re.compile(r"\[([A-Z_.]+)\]")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in files that a manifest is about."""

    rows: int
    hold: int
    do_not_hold: int
    failed: int
    faults: tuple[str, ...]
    """What is not as the manifest says, in words."""

    @property
    def code(self) -> int:
        """0 if all is well, 1 if something does not hold or is not the same, 2 if a row could not be verified."""
        return 2 if self.failed else 1 if self.do_not_hold or self.faults else 0


def open_session(*, master: str | None = None, remote: str | None = None) -> Any:
    """The session of Spark that is there, or that its settings say; `remote` is a server of Spark Connect."""
    builder = library.SparkSession.builder.appName("sfumato")
    if remote is not None:
        builder = builder.remote(remote)
    elif master is not None:
        builder = builder.master(master)
    with told():
        session = builder.getOrCreate()
        session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(_BATCH))
    return session


def sanitize_job(
    session: Any,
    source: str,
    output: str,
    columns: Columns,
    *,
    format: str = "parquet",
    release: bool = False,
    **asked: Any,
) -> Manifest:
    """Files of Parquet in `output`, which must not be there yet, of all rows of `source`; `asked` as for `sanitize`.

    They are for work and tell what was hidden; with `release` they have what may go out, and nothing else.
    """
    with told():
        given = session.read.format(format).option("header", "true").load(source)
        safe = sanitize(given, text=columns.text, id=columns.id, hide_column=columns.hide, **asked)
        seen = library.Observation("sfumato")
        watched = safe.observe(seen, *_counts(columns))
        made = released(watched, text=columns.text, id=columns.id) if release else watched
        made.write.mode("errorifexists").parquet(output)
        counts = {name: int(value or 0) for name, value in seen.get.items()}
        rows, digest = _digest(session.read.parquet(output), columns)
        if rows != counts["rows"]:
            raise SfumatoError(f"{rows:,} rows were written of {counts['rows']:,}: do not use what was written")
        return Manifest(**counts, digest=digest, columns=columns, release=release, files=_files(session, output))


def verify_job(session: Any, output: str, manifest: Manifest, **asked: Any) -> Verdict:
    """Files of Parquet compared with their manifest, and every text in them verified from scratch.

    Working files have certificates that say what is to be verified; for a release that is `asked`.
    """
    columns, f = manifest.columns, library.functions
    claim = None if manifest.release else "certificate"
    with told():
        written = session.read.parquet(output)
        faults = []
        rows, digest = _digest(written, columns)
        if (rows, digest) != (manifest.rows, manifest.digest):
            faults.append(f"{rows:,} rows, where the manifest has {manifest.rows:,}, or others")
        here, there = ({file.name: file for file in files} for files in (_files(session, output), manifest.files))
        faults += [f"{shown(name)}: not as it was written" for name in sorted(here) if here[name] != there.get(name)]
        faults += [f"{shown(name)}: missing" for name in sorted(set(there) - set(here))]
        wanted = list(dict.fromkeys(filter(None, (columns.id, columns.text, columns.hide if claim else None, claim))))
        found = verify(written.select(*wanted), text=columns.text, id=columns.id, certificate=claim, **asked)
        holds = f.col("holds")
        told_of = found.agg(
            f.sum(f.when(holds, 1).otherwise(0)).alias("hold"),
            f.sum(f.when(~holds, 1).otherwise(0)).alias("do_not_hold"),
            f.count("error").alias("failed"),
        ).first()
        return Verdict(
            rows=rows, **{name: int(value or 0) for name, value in told_of.asDict().items()}, faults=tuple(faults)
        )


def _counts(columns: Columns) -> list[Any]:
    """What is counted while it is written."""
    f = library.functions
    text, error = f.col(f"`{columns.text}`"), f.col("error")

    def number(condition: Any) -> Any:
        return f.sum(f.when(condition, 1).otherwise(0))

    return [
        f.count(f.lit(1)).alias("rows"),
        number(text.isNotNull()).alias("sanitized"),
        number(error.isNotNull()).alias("failed"),
        number(text.isNull() & error.isNull()).alias("without_text"),
        number(~f.col("holds")).alias("do_not_hold"),
        number(f.col("named")).alias("named"),
        f.sum(f.when(f.col("replacements").isNull(), 0).otherwise(f.size("replacements"))).alias("replacements"),
    ]


def _digest(written: Any, columns: Columns) -> tuple[int, str]:
    """How many rows there are, and the digest of them all, as `Counts` has it."""
    f = library.functions
    id = f.coalesce(f.col(f"`{columns.id}`").cast("string"), f.lit("")) if columns.id else f.lit("")
    text = f.coalesce(f.col(f"`{columns.text}`"), f.lit(NOTHING))
    row = f.sha2(f.concat(id, f.lit(SEPARATOR), text), 256)
    words = [f.conv(f.substring(row, 8 * at + 1, 8), 16, 10).cast("bigint") for at in range(WORDS)]
    found = written.agg(f.count(f.lit(1)), *(f.coalesce(f.sum(word), f.lit(0)) for word in words)).first()
    return int(found[0]), digest_of([int(each) for each in found[1:]])


def _files(session: Any, output: str) -> tuple[File, ...]:
    """The files that were written, by name, each with its hash: workers read them, wherever they lie."""
    f = library.functions
    files = session.read.format("binaryFile").option("pathGlobFilter", "*.parquet").load(output)
    rows = files.select("path", "length", f.sha2(f.col("content"), 256)).collect()
    return tuple(sorted((File(row[0].rpartition("/")[2], row[1], row[2]) for row in rows), key=lambda each: each.name))


@contextmanager
def told() -> Iterator[None]:
    """What Spark raises, as one line: what a worker of ours says, or the kind of the error, and nothing else of it."""
    try:
        yield
    except library.PySparkException as error:
        if found := _WORKER.search(str(error)):
            raise SfumatoError(found[1]) from None
        kind = error.getCondition() or next(iter(_CONDITION.findall(str(error))), type(error).__name__)
        raise InputError(f"Spark: {kind}", code="spark") from None
