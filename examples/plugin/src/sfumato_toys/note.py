"""Files of notes: a document is what stands between two lines of dashes. A format may be a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from sfumato.io.files import whole_text
from sfumato.protocols import Fields
from sfumato.types import Document

name = "note"
what = "notes with lines of dashes between them"
single = False

_BETWEEN = "\n---\n"


def sample(extension: str) -> bytes:
    """Two notes, for the contract suite."""
    return b"The well is by the river.\n---\nBread.\n"


def read(path: Path, fields: Fields, on_bytes: Callable[[int], None] | None = None) -> Iterator[Document]:
    """The notes of a file, each called by its number; `whole_text` refuses what is no text, and tells `on_bytes`."""
    for number, text in enumerate(whole_text(path, on_bytes).split(_BETWEEN), 1):
        yield Document(f"{path.name}:{number}", text.strip())
