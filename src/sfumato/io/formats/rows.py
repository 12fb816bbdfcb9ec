"""What formats with a document a row share: which columns they read, and what becomes of a row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import listed, shown
from sfumato.io.records import whole_characters
from sfumato.protocols import Fields
from sfumato.types import Document


def columns_of(
    fields: Fields, columns: Sequence[str], where: str, kind: str = "column"
) -> tuple[str, str | None, str | None]:
    """The columns of text, id and title. The text, and what the user named, must be there; id and title need not.

    What is missing is an `InputError` with the code "no-text-column", "no-id-column" or "no-title-column" where the
    columns cannot be told: without a header there would be data in them.
    """
    wanted = {"no-text-column": fields.text or "text", "no-id-column": fields.id, "no-title-column": fields.title}
    for code, column in wanted.items():
        if column is None:
            continue
        count = columns.count(column)
        if count > 1:
            raise InputError(f"{where}: the {kind} {shown(column)} is there {count} times")
        if not count:
            raise _missing(column, columns, where, kind, code)
    id = fields.id or ("id" if "id" in columns else None)
    title = fields.title or ("title" if "title" in columns else None)
    return fields.text or "text", id, title


def _missing(column: str, columns: Sequence[str], where: str, kind: str, code: str) -> InputError:
    names = listed(columns)
    if names or not columns:
        return InputError(f"{where}: no {kind} {shown(column)}; there are: {names or 'none'}")
    many = f"1 {kind}" if len(columns) == 1 else f"{len(columns)} {kind}s"
    return InputError(f"{where}: {many}, none is {shown(column)}", code=code)


def document_of(text: str, id: Any, title: Any, path: Path, number: int, unit: str = "line") -> Document:
    """The document of a row, called by file and row where it has no id."""
    strings = (
        text,
        f"{path.name}:{number}" if id is None or id == "" else str(id),
        "" if title is None else str(title),
    )
    if any("\0" in string for string in strings):
        raise InputError(f"{shown(path)}: {unit} {number}: not text: NUL character")
    text, id, title = map(whole_characters, strings)
    return Document(id, text, title)
