"""Plain texts: one file is one document."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from sfumato.io.files import OnBytes, plain_suffix, whole_text
from sfumato.protocols import Fields
from sfumato.types import Document

name = "text"
what = "one text"
single = True


def sample(extension: str) -> bytes:
    """A letter of one line."""
    return b"The well is by the river.\n"


def read(path: Path, fields: Fields, on_bytes: OnBytes | None = None) -> Iterator[Document]:
    """The text of a file, called as the file is."""
    called = os.fsencode(path.name).decode("utf-8", "replace")
    title = called[: called.lower().rfind(plain_suffix(path))] if plain_suffix(path) else called
    yield Document(called, whole_text(path, on_bytes), title)
