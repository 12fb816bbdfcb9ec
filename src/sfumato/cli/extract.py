"""`sfumato extract`: what would be judged of a document, by place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sfumato.cli import options
from sfumato.cli.console import as_json, line, note
from sfumato.cli.knowledge import FILE, json_option
from sfumato.io.documents import document_bytes, read_document
from sfumato.io.files import counted


@click.command()
@click.argument("source", metavar="FILE", type=FILE)
@options.document_options
@json_option
def extract(source: Path, json_: bool, **given: Any) -> None:
    """Print what would be judged of a document, by place: body, notes, comments, links, metadata, hidden text.

    FILE is PDF, DOCX, XLSX, ODT, HTML, EML, JSON, XML, Markdown or RTF. What would not go out is marked as dropped:
    verify judges that, too.

    \b
    Example:
      sfumato extract letter.docx
      sfumato extract letter.docx --changes reject --json
    """
    found = read_document(document_bytes(source), source.name, options.reading_of(given)).found
    if json_:
        pieces = [{"place": each.place, "text": each.text, "fate": each.fate} for each in found.pieces]
        parts = [{"name": each.name, "fate": each.fate, "why": each.why} for each in found.parts]
        as_json({"pieces": pieces, "parts": parts, "unread": list(found.unread)})
        return
    for piece in found.pieces:
        line(f"{piece.place}{' (dropped)' if piece.fate == 'dropped' else ''}: {' '.join(piece.text.split())}")
    for part in found.parts:
        note(f"{part.name}: {part.fate}{f', {part.why}' if part.why else ''}")
    if found.unread:
        note(f"{counted(len(found.unread), 'picture')} that nobody reads", colour="yellow")
