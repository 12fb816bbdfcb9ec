"""The texts that a folder of data has: whole articles, and the openings of those of an encyclopedia."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sfumato.io.formats.corpora import read_documents
from sfumato.types import Document
from studies.pages import Tell, present

WHOLE = "articles.jsonl*"
ENCYCLOPEDIA = "wikipedia-*.jsonl*"


def texts(
    data: Path | None, titles: Iterable[str], tell: Tell, *, sources: tuple[str, ...] = (WHOLE, ENCYCLOPEDIA)
) -> dict[str, Document]:
    """The documents of these titles by title, each from the first file that has it, read no further than needed."""
    wanted = set(titles)
    found: dict[str, Document] = {}
    files = present(data, *sources)
    for number, path in enumerate(files):
        if wanted:
            tell("reading", number, len(files))
            for document in read_documents(path):
                if document.title in wanted:
                    wanted.remove(document.title)
                    found[document.title] = Document(document.title, document.text)
    return found
