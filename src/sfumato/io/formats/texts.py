"""Plain texts: one file is one document."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from sfumato.io.files import OnBytes, plain_suffix, whole_text
from sfumato.io.formats.records import Fields
from sfumato.types import Document


def read_text(path: Path, fields: Fields, on_bytes: OnBytes | None = None) -> Iterator[Document]:
    """The text of a file, named as the file is."""
    name = os.fsencode(path.name).decode("utf-8", "replace")
    title = name[: name.lower().rfind(plain_suffix(path))] if plain_suffix(path) else name
    yield Document(name, whole_text(path, on_bytes), title)
