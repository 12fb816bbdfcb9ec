"""Documents that are no plain texts: opened in a process of their own, and read as one text."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import check_regular, guarded
from sfumato.io.formats import confined
from sfumato.io.formats.pieces import CHOICES, OneText, Part, Reading


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document that was opened: its bytes, and what it says as one text."""

    name: str
    data: bytes
    reading: Reading
    found: confined.Extracted
    whole: OneText
    original_sha256: str
    """Of the bytes that were given: those of a scan that was read are others."""

    @property
    def text(self) -> str:
        return self.whole.text


def reading_of(**choices: Any) -> Reading:
    """How documents are to be read; what makes no sense is refused.

    >>> reading_of(changes="reject").changes
    'reject'
    """
    for name, value in choices.items():
        if name in CHOICES and value not in CHOICES[name]:
            raise InputError(f"{name} is one of {', '.join(CHOICES[name])}", code="bad-request")
    return Reading(**choices)


def read_document(data: bytes, name: str, reading: Reading | None = None) -> DocumentText:
    """A document by its bytes and its name; refused with `InputError` where it cannot be taken."""
    reading = reading or Reading()
    original = hashlib.sha256(data).hexdigest()
    parts: tuple[Part, ...] = ()
    if reading.scans == "read" and PurePath(name).suffix.lower() == ".pdf":
        data, parts = confined.scans_read(data, reading)
    found = confined.extracted(data, name, reading)
    found = replace(found, parts=(*parts, *found.parts))
    return DocumentText(name, data, reading, found, OneText.of(found.pieces), original)


def document_bytes(path: Path) -> bytes:
    """The bytes of a document, no more of them than one may have."""
    check_regular(path)
    with guarded(path), path.open("rb") as stream:
        return stream.read(confined.LARGEST + 1)
