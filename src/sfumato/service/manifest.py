"""What became of very many rows, in a few numbers: how many, how they fared, and a digest of what goes out.

The digest is the same for the same rows, whatever their order and however they are cut into files: the words of each
row's SHA-256 are summed. It tells that nothing was lost, doubled or changed by accident; the hashes of the files tell
of more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sfumato.io.arrow import pa
from sfumato.io.files import counted
from sfumato.io.messages import Message
from sfumato.service.arrow import Columns

WORDS = 8
"""Of a SHA-256, four bytes each."""
SEPARATOR, NOTHING = "\x1f", "\0"
"""What stands between id and text, and in the place of a text that is not there: no text has either."""


@dataclass(frozen=True, slots=True)
class File(Message):
    """A file that was written."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest(Message):
    """What became of all rows. It names no secret and quotes no text, but it tells how much was hidden."""

    rows: int
    sanitized: int
    failed: int
    without_text: int
    """Rows whose text is null: they stay so."""
    do_not_hold: int
    """Rows whose certificate does not hold."""
    named: int
    """Rows whose id names a secret and goes out as it is."""
    replacements: int
    digest: str
    columns: Columns
    release: bool
    files: tuple[File, ...] = ()

    @property
    def code(self) -> int:
        """0 if all is well, 1 if something does not hold, 2 if a row has failed."""
        return 2 if self.failed else 1 if self.do_not_hold or self.named else 0

    def __str__(self) -> str:
        """The same in a sentence or two."""
        done = (
            f"{self.sanitized:,} of {counted(self.rows, 'row')} sanitized, {counted(self.replacements, 'replacement')}"
        )
        rest = [
            (self.without_text, "without text"),
            (self.failed, "failed"),
            (self.do_not_hold, "with a certificate that does not hold"),
            (self.named, "with an id that names a secret"),
        ]
        more = [f"{number:,} {what}" for number, what in rest if number]
        return "; ".join([done, *more]) + "."


@dataclass
class Counts:
    """Counts rows batch by batch."""

    rows: int = 0
    sanitized: int = 0
    failed: int = 0
    without_text: int = 0
    do_not_hold: int = 0
    named: int = 0
    replacements: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * WORDS)

    def add(self, batch: pa.RecordBatch, columns: Columns) -> None:
        """Counts a batch of `sanitize_batches`."""
        texts, errors = batch.column(columns.text).to_pylist(), batch.column("error").to_pylist()
        ids = batch.column(columns.id).to_pylist() if columns.id else [None] * len(batch)
        self.rows += len(batch)
        self.sanitized += sum(text is not None for text in texts)
        self.failed += sum(error is not None for error in errors)
        self.without_text += sum(text is None and error is None for text, error in zip(texts, errors, strict=True))
        self.do_not_hold += batch.column("holds").to_pylist().count(False)
        self.named += batch.column("named").to_pylist().count(True)
        self.replacements += sum(len(each or ()) for each in batch.column("replacements").to_pylist())
        for id, text in zip(ids, texts, strict=True):
            row = hashlib.sha256(row_bytes(id, text)).digest()
            for at in range(WORDS):
                self.sums[at] += int.from_bytes(row[4 * at : 4 * at + 4])

    def manifest(self, columns: Columns, *, release: bool, files: Iterable[File]) -> Manifest:
        """What was counted, with the files that were written."""
        numbers = {name: value for name, value in vars(self).items() if name != "sums"}
        return Manifest(**numbers, digest=digest_of(self.sums), columns=columns, release=release, files=tuple(files))


def row_bytes(id: Any, text: str | None) -> bytes:
    """What is hashed of a row.

    >>> row_bytes(7, "He is well."), row_bytes(None, None)
    (b'7\\x1fHe is well.', b'\\x1f\\x00')
    """
    return f"{'' if id is None else id}{SEPARATOR}{NOTHING if text is None else text}".encode()


def digest_of(sums: Sequence[int]) -> str:
    """The digest of all rows, by the sums of the words of their hashes."""
    return hashlib.sha256(" ".join(map(str, sums)).encode()).hexdigest()
