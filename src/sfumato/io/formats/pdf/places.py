"""What else a PDF says: notes, fields, outlines, files, metadata, scripts, names, earlier revisions. All of it goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sfumato.io.formats.pdf.objects import entry, inflated, is_dictionary, is_stream, library, strings_below, text_of
from sfumato.io.formats.pieces import Opened, Reading
from sfumato.io.formats.proof import by_structure
from sfumato.io.formats.proof.forms import runs_in

_FIELDS = frozenset(("/Tx", "/Btn", "/Ch", "/Sig"))
_END = b"%%EOF"
_MARKUP = re.compile(rb"\s*(?:\xef\xbb\xbf)?<")
_LITERAL = re.compile(rb"\((?:[^()\\]|\\.){3,}\)")
_INNER = re.compile(rb"stream\r?\n.*?endstream", re.S)
_NAMES = {
    "/Annot": "notes and links",
    "/Action": "actions",
    "/Metadata": "metadata (XMP)",
    "/OCG": "layers",
    "/OCMD": "layers",
    "/StructElem": "the tree of its structure",
    "/StructTreeRoot": "the tree of its structure",
    "/Filespec": "files inside",
    "/F": "files inside",
    "/EmbeddedFile": "files inside",
    "/Sig": "signatures",
    "/Outlines": "outlines",
    "/Font": "names of fonts",
    "/FontDescriptor": "names of fonts",
    "/Page": "entries of pages",
    "/Catalog": "entries of the document",
    "/Thread": "threads",
    "/Bead": "threads",
}
_COMMON = re.compile(r"AAAAAA\+F\d+|(?:Times|Helvetica|Courier)(?:-\w+)?|Symbol|ZapfDingbats")
UNKNOWN = frozenset(("files inside", "scripts", "data of programs", "streams that no page draws"))
"""Places that hold what is no part of a text."""
_TECHNICAL = frozenset(
    ("/ID", "/DocChecksum", "/Registry", "/Ordering", "/CheckSum", "/Lookup", "/CharSet", "/Contents/Sig", "/Panose")
)


def tell_places(pdf: Any, data: bytes, found: Opened, reading: Reading) -> None:
    """Adds every string of every object to what is dropped, by the kind of place it stands in."""
    told: dict[str, dict[str, None]] = {}
    content = _content_streams(pdf)
    info = pdf.trailer.get("/Info")
    info_key = info.objgen if info is not None and hasattr(info, "objgen") else None
    for each in pdf.objects:
        if not isinstance(each, library().Object):
            continue
        place = "metadata (Info)" if info_key and each.objgen == info_key and info_key != (0, 0) else place_of(each)
        if place in reading.off:
            continue
        here = told.setdefault(place, {})
        for key, said in strings_below(each):
            if key not in _TECHNICAL and said.strip():
                here.setdefault(said)
        here.update(dict.fromkeys(_called(each)))
        if is_stream(each) and each.objgen not in content:
            here.update(dict.fromkeys(_stream_says(each, place)))
    if info_key == (0, 0) and "metadata (Info)" not in reading.off:
        told["metadata (Info)"] = dict.fromkeys(said for _, said in strings_below(info))
    if "earlier revisions" not in reading.off:
        told["earlier revisions, and behind the end"] = dict.fromkeys(_earlier(data))
    for place, texts in told.items():
        kept = [text for text in texts if any(c.isalnum() for c in text)]
        if kept:
            found.drop(place, *kept)
            found.part(place, "dropped", "it is not drawn on a page")


def place_of(value: Any) -> str:
    """The kind of place that an object is."""
    if not is_dictionary(value):
        return "strings of their own"
    kind = str(entry(value, "/Type"))
    if "/JS" in value or str(entry(value, "/S")) == "/JavaScript":
        return "scripts"
    if str(entry(value, "/FT")) in _FIELDS or "/XFA" in value:
        return "fields of forms"
    if str(entry(value, "/Subtype")) == "/Widget":
        return "fields of forms"
    if kind in _NAMES:
        return _NAMES[kind]
    if "/A" in value or ("/Title" in value and ("/Parent" in value or "/First" in value)):
        return "outlines"
    if "/S" in value and "/URI" in value:
        return "actions"
    if "/Subtype" in value and "/Rect" in value:
        return "notes and links"
    if "/PieceInfo" in value or "/Private" in value:
        return "data of programs"
    if is_stream(value):
        return "streams that no page draws"
    return "other entries"


def _called(value: Any) -> Iterator[str]:
    """The names of fonts that are not those that every file has."""
    for key in ("/BaseFont", "/FontName", "/FontFamily"):
        called = entry(value, key)
        if called is not None and not _COMMON.fullmatch(str(called).lstrip("/")):
            yield str(called).lstrip("/")


def _content_streams(pdf: Any) -> set[tuple[int, int]]:
    """The streams that are drawn, or that are pictures and fonts: read where they are drawn."""
    found: set[tuple[int, int]] = set()
    for each in pdf.objects:
        if not is_dictionary(each):
            continue
        for key in ("/Contents", "/ToUnicode", "/FontFile", "/FontFile2", "/FontFile3", "/CIDToGIDMap"):
            below = entry(each, key)
            for one in below if hasattr(below, "_type_name") and below._type_name == "array" else [below]:
                if is_stream(one):
                    found.add(one.objgen)
        if is_stream(each) and str(entry(each, "/Subtype")) in ("/Form", "/Image"):
            found.add(each.objgen)
        if is_stream(each) and str(entry(each, "/Type")) in ("/XRef", "/ObjStm", "/CMap"):
            found.add(each.objgen)
    return found


def _stream_says(stream: Any, place: str) -> Iterator[str]:
    """What a stream says, as far as it is text, or a file that can be read."""
    data = inflated(stream)
    if not data:
        return
    if place in ("files inside", "scripts", "fields of forms", "metadata (XMP)") or _MARKUP.match(data):
        yield from (found.text for found in by_structure.strings(data, "file"))
        return
    for hit in _LITERAL.findall(data):
        yield text_of(library().String(hit[1:-1].decode("latin-1")))
    text = data[:2000]
    if sum(32 <= byte < 127 or byte in b"\r\n\t" for byte in text) > 0.95 * len(text):
        yield from (line for line in data.decode("latin-1").splitlines() if sum(c.isalpha() for c in line) > 3)


def _earlier(data: bytes) -> Iterator[str]:
    """What files say that were the file before it was changed, and what stands behind its end."""
    ends = [hit.end() for hit in re.finditer(re.escape(_END), data)]
    behind = data[ends[-1] :] if ends else b""
    if len(behind.strip()) > 3:
        yield from runs_in(behind)
    for end in ends[:-1][-5:]:
        yield from _revision(data[:end])


def _revision(data: bytes) -> Iterator[str]:
    from sfumato.errors import InputError
    from sfumato.io.formats.pdf.document import pages_drawn
    from sfumato.io.formats.pdf.lines import paragraphs_of
    from sfumato.io.formats.pdf.objects import open_pdf

    try:
        pdf = open_pdf(data)
        pages, _ = pages_drawn(pdf, Reading())
    except InputError:
        for hit in _LITERAL.findall(_INNER.sub(b"", data)):
            yield hit[1:-1].decode("latin-1")
        return
    for page in pages:
        for paragraph in paragraphs_of(letter for letter in page.letters if letter.sign.text):
            yield paragraph.text
    for each in pdf.objects:
        yield from (said for key, said in strings_below(each) if key not in _TECHNICAL)
