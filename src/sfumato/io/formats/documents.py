"""Which format opens a document: by what is in it, and by its name, which must agree.

found = opened(data, "letter.docx", Reading())
found.pieces, found.parts
found.write({0: [Edit(9, 19, "a medicine")]})
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import PurePath

from sfumato.io.encoded import kind_by_content
from sfumato.io.formats.pieces import DEEPEST, DocumentFormat, Opened, Reading, refused

_FORMATS = (
    "zipped.docx",
    "zipped.xlsx",
    "zipped.odt",
    "written.html",
    "written.mail",
    "written.json",
    "written.xml",
    "written.markdown",
    "written.rtf",
    "written.cells",
    "pdf.document",
)
"""The modules of the formats; the first that knows a document opens it."""
SUFFIXES = {
    ".docx": "docx", ".xlsx": "xlsx", ".odt": "odt", ".html": "html", ".htm": "html", ".xhtml": "html", ".eml": "eml",
    ".json": "json", ".xml": "xml", ".rtf": "rtf", ".md": "markdown", ".markdown": "markdown",
    ".pdf": "pdf",
}  # fmt: skip
"""The formats of documents by the ends of their names: known without opening any."""

ZIPPED = frozenset((".docx", ".xlsx", ".odt", ".pdf"))
"""Those that are no text, so that a terminal cannot show them."""


def formats() -> Iterator[DocumentFormat]:
    """All formats of documents."""
    for module in _FORMATS:
        format: DocumentFormat = import_module(f"sfumato.io.formats.{module}")
        yield format


def is_document(name: str) -> bool:
    """Whether a file is a document by its name.

    >>> is_document("Letter.DOCX"), is_document("letter.txt")
    (True, False)
    """
    return PurePath(name).suffix.lower() in SUFFIXES


def named(name: str) -> DocumentFormat | None:
    """The format of files with this name."""
    suffix = PurePath(name).suffix.lower()
    return next((format for format in formats() if suffix in format.suffixes), None)


def media_type(name: str) -> str:
    """The media type of files with this name.

    >>> media_type("letter.json")
    'application/json'
    """
    format = named(name)
    return format.types[0] if format else "application/octet-stream"


def of_type(media_type: str) -> DocumentFormat | None:
    """The format of a media type."""
    return next((format for format in formats() if media_type in format.types), None)


def format_of(data: bytes, name: str) -> DocumentFormat:
    """The format of a document, by its name and by what is in it; refused where these do not agree."""
    by_name = named(name)
    if by_name is None:
        raise refused("no document of a kind that is read", "unknown-document")
    if not by_name.is_one(data):
        seen = kind_by_content(data)
        said = f"but by what is in it, it is {seen}" if seen else "and what is in it is not that"
        raise refused(f"by its name {by_name.what}, {said}")
    return by_name


def opened(data: bytes, name: str, reading: Reading) -> Opened:
    """A document, opened by its format."""
    if reading.depth > DEEPEST:
        raise refused(f"documents lie in each other more than {DEEPEST} deep")
    return format_of(data, name).opened(data, reading)
