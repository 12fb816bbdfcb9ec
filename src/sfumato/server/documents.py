"""Documents over HTTP: the bytes of a file go in beside a request, and the bytes of a safe one come out."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from sfumato.errors import InputError
from sfumato.io.documents import DocumentText, read_document, reading_of
from sfumato.io.encoded import kind_by_content
from sfumato.io.files import decoded
from sfumato.io.formats.documents import formats, of_type
from sfumato.io.stopping import Stopped, stoppable
from sfumato.server import verbs
from sfumato.server.config import Limits
from sfumato.server.errors import Refused, refusal_of
from sfumato.server.work import Stop
from sfumato.service import Engine, Sanitized, SanitizeRequest
from sfumato.service.documents import finished

OPTIONS = ("changes", "unknown_parts", "images", "pdf", "scans")
"""What a request may say of how a document is read."""
TYPES = ("text/plain", "text/markdown", "text/x-rst", "text/x-markdown")
"""What documents may be that are plain texts, by their media type; others are opened by their formats."""
_PARTS = ("request", "document")
_NAME = re.compile(rb"form-data\s*;(?:[^\"]|\"[^\"]*\")*?\bname=\"?([A-Za-z]+)\"?", re.I)
_HEAD = 8_000  # bytes of the headers of a part


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a form: its media type in small letters, and its bytes. What its file was called is not kept."""

    kind: str
    data: bytes


def media_type(header: str) -> str:
    """The media type of a header, without what follows it.

    >>> media_type("Text/Plain; charset=utf-8")
    'text/plain'
    """
    return header.partition(";")[0].strip().lower()


def is_form(header: str) -> bool:
    """Whether a content type is that of a form with a document."""
    return media_type(header) == "multipart/form-data"


def parts_of(body: bytes, content_type: str) -> dict[str, Part]:
    """The parts `request` and `document` of a form (multipart/form-data)."""
    if not is_form(content_type):
        said = "a form is wanted (multipart/form-data), with the parts request (JSON) and document"
        raise Refused(415, "bad-content-type", said, "content-type")
    found = re.search(r"boundary=(\"?)([-0-9A-Za-z'()+_,./:=? ]{1,70})\1(?:$|\s*;)", content_type)
    if not found:
        raise Refused(400, "bad-form", "the content type names no boundary", "content-type")
    between = b"\r\n--" + found[2].encode("ascii")
    _, *pieces = (b"\r\n" + body).split(between)
    if len(pieces) < 2 or not pieces.pop().startswith(b"--"):
        raise Refused(400, "bad-form", "the form is not whole", "body")
    parts: dict[str, Part] = {}
    for piece in pieces:
        head, blank, data = piece.partition(b"\r\n\r\n")
        fields = _headers(head)
        name = _NAME.match(fields.get(b"content-disposition", b""))
        called = name[1].decode("ascii") if name else ""
        if not blank or len(head) > _HEAD or called not in _PARTS or called in parts:
            raise Refused(400, "bad-form", "the form has one part request and one part document, and no other", "body")
        kind = media_type(fields.get(b"content-type", b"text/plain").decode("latin-1"))
        parts[called] = Part(kind, data)
    if len(parts) < len(_PARTS):
        raise Refused(400, "bad-form", "the form needs the parts request and document", "body")
    return parts


def _headers(head: bytes) -> dict[bytes, bytes]:
    lines = [line.partition(b":") for line in head.split(b"\r\n") if line]
    return {name.strip().lower(): value.strip() for name, _, value in lines}


@dataclass(frozen=True, slots=True)
class Safe:
    """A document made safe: its bytes, its content type, the result of its text, and what was asked of that."""

    data: bytes
    kind: str
    result: Sanitized
    asked: SanitizeRequest

    @property
    def told(self) -> bytes:
        """All of it as JSON; the document is in base64."""
        document = base64.b64encode(self.data).decode()
        return msgspec.json.encode({"document": document, "type": self.kind, "result": self.result.to_dict()})


def values_of(parts: dict[str, Part]) -> dict[str, Any]:
    """The values of the request in a form, beside which the document is the text."""
    values = verbs.decoded(parts["request"].data)
    if not isinstance(values, dict) or "text" in values:
        raise Refused(422, "bad-request", "the part request is an object without a text", "request")
    return values


def made_safe(engine: Engine, parts: dict[str, Part], limits: Limits, stop: Stop) -> Safe:
    """The document of a form made safe, as the request in it says; given up when nobody waits for it any longer."""
    values = values_of(parts)
    try:
        verbs.check_size(values, limits)
        with stoppable(stop.is_set):
            return safe(engine, values, parts["document"], limits)
    except Stopped:
        raise
    except Exception as error:
        raise refusal_of(error, values) from error


def safe(engine: Engine, values: dict[str, Any], document: Part, limits: Limits) -> Safe:
    """A document made safe, as a request without a text says; without bytes where the proof of a file does not hold."""
    asked, file = asked_of(values, document)
    result = verbs.sanitized(engine, asked, limits)
    if file is None:
        return Safe(result.text.encode(), f"{document.kind}; charset=utf-8", result, asked)
    made = finished(engine, asked, file, result)
    return Safe(made.data, document.kind, made.result, asked)


def asked_of(values: dict[str, Any], document: Part) -> tuple[SanitizeRequest, DocumentText | None]:
    """What a request without a text asks of that of a document, and the document where it is no plain text."""
    reading = {name: values[name] for name in OPTIONS if name in values}
    asked = SanitizeRequest.from_dict({**{k: v for k, v in values.items() if k not in OPTIONS}, "text": ""})
    format = of_type(document.kind) if document.kind not in TYPES else None
    if format is None:
        return replace(asked, text=text_of(document)), None
    file = read_document(document.data, f"document{format.suffixes[0]}", reading_of(**reading))
    if not file.text.strip():
        raise Refused(422, "bad-document", "nothing in it can be read, so that nothing can be said of it", "document")
    return replace(asked, text=file.text), file


def text_of(document: Part) -> str:
    """The text of a document; refused with 415 where its words do not stand in its bytes."""
    if document.kind not in TYPES:
        known = (*TYPES, *(format.types[0] for format in formats()))
        said = f"documents of this type are not read; there are {', '.join(dict.fromkeys(known))}"
        raise Refused(415, "bad-document", said, "document")
    if kind := kind_by_content(document.data):
        raise Refused(415, "encoded-file", f"the document is {kind}, which is not read as a text", "document")
    try:
        return "".join(decoded(io.BufferedReader(io.BytesIO(document.data)), "document"))
    except InputError as error:
        raise Refused(422, "bad-text", str(error), "document") from None
