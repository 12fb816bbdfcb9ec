"""Texts to attack, as files hold them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import counted, shown
from sfumato.io.sources import Documents
from sfumato.measure.attack.requests import AttackText
from sfumato.sanitizing import MOST
from sfumato.types import Note, Tell, silent


def read_texts(path: Path, truth: str | None = None, *, tell: Tell = silent) -> tuple[AttackText, ...]:
    """The texts of a file or folder, but for records of failures; `truth` is the field that says whom each is about."""
    documents = Documents([path], MOST)
    items = documents.items()
    if truth and documents.kind != "jsonl":
        raise InputError(f"{shown(truth)}: only records of JSON lines have fields", code="truth-without-fields")
    found = []
    for item in items:
        if item.error and not item.skipped:
            raise InputError(f"{shown(path)}: {shown(str(item.id))}: {item.error}")
        if not item.error:
            about = _value(item.fields, truth) if truth else None
            found.append(AttackText(str(item.id), item.document.text, hide=item.hide, truth=about))
    if len(found) < len(items):
        left = f"{path}: {counted(len(items) - len(found), 'record')} of a failure, without a text: left out"
        tell(Note("failures-left-out", left))
    if not found:
        raise InputError(f"{shown(path)}: no text in it")
    return tuple(found)


def _value(record: Mapping[str, Any], field: str) -> str:
    """What a field of a record says; nothing where it has none."""
    value = record.get(field)
    return str(value) if isinstance(value, str | int | float) else ""
