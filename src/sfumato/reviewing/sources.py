"""What is reviewed: texts, documents, folders, JSON lines as `sanitize` reads them, working files as it writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from sfumato.errors import InputError
from sfumato.io.formats.pieces import Reading
from sfumato.io.rivals import rivals_of
from sfumato.io.sources import STANDARD_INPUT, Documents, Item
from sfumato.reviewing.document import ReviewedDocument
from sfumato.reviewing.log import Log
from sfumato.reviewing.review import Review
from sfumato.sanitizing import MOST, Replacement, Sanitized
from sfumato.service import Engine, SanitizeRequest, Verified, VerifyRequest
from sfumato.service.documents import SanitizedDocument, finished
from sfumato.verifying.certificate import Certificate


def items_of(paths: Sequence[Path], reading: Reading | None = None) -> list[Item]:
    """What is read of texts, documents, folders or JSON lines."""
    return Documents(paths, MOST, reading).items()


def log_beside(paths: Sequence[Path]) -> Path | None:
    """Where the decisions about a file or a folder are kept unless somebody says where; nowhere for several texts."""
    if len(paths) != 1 or paths[0] == STANDARD_INPUT:
        return None
    return paths[0].resolve().with_name(f"{paths[0].resolve().name}.review.jsonl")


def documents_of(items: Iterable[Item]) -> list[ReviewedDocument]:
    """The documents of what was read. A record of a working file is reviewed as it was written."""
    return [_document(item) for item in items if not item.skipped]


def _document(item: Item) -> ReviewedDocument:
    if item.error:
        raise InputError(f"{item.id}: {item.error}")
    if "replacements" not in item.fields:
        return ReviewedDocument(item.id, item.document.text, hide=item.hide, file=item.file)
    try:
        given = msgspec.convert(item.fields["replacements"], tuple[Replacement, ...])
        original = _original(item.document.text, given)
    except (msgspec.ValidationError, ValueError):
        raise InputError(f"{item.id}: its replacements are not those of a working file", code="bad-working") from None
    return ReviewedDocument(item.id, original, hide=item.hide, given=given)


def _original(text: str, replacements: Sequence[Replacement]) -> str:
    """The text before: each replacement says what stood there.

    >>> _original("He took a medicine.", [Replacement(8, 18, "a medicine", "reveals", "zidovudine", "OTHER")])
    'He took zidovudine.'
    """
    pieces, at, shift = [], 0, 0
    for each in replacements:
        start = each.start + shift
        if start < at or text[start : start + len(each.text)] != each.text or each.end - each.start != len(each.term):
            raise ValueError("the replacements do not fit the text")
        pieces += [text[at:start], each.term]
        at = start + len(each.text)
        shift += len(each.text) - (each.end - each.start)
    return "".join(pieces) + text[at:]


def claimed_by(items: Iterable[Item]) -> tuple[str, ...]:
    """The secrets that the certificates of a working file claim, to ask for again where none are given."""
    found: dict[str, None] = {}
    for item in items:
        certificate = item.fields.get("certificate")
        for each in certificate.get("secrets", ()) if isinstance(certificate, dict) else ():
            if isinstance(each, dict) and not each.get("stands_for"):
                label, alpha = each.get("asked") or each.get("secret", ""), each.get("alpha")
                found[f"{label}@{alpha}" if isinstance(alpha, int | float) else str(label)] = None
    return tuple(found)


def begun(
    engine: Engine,
    request: SanitizeRequest,
    documents: Sequence[ReviewedDocument],
    *,
    reviewer: str,
    log: Log | None = None,
    inverse: bool = False,
) -> Review:
    """A review of documents under a request; nothing is opened yet. What cannot be hidden is refused at once."""
    policy = engine.policy(request)
    if not policy.hide and not policy.detect and not any(document.hide for document in documents):
        raise InputError("nothing to hide", code="nothing-to-hide")
    if len(documents) == 1:  # of several, each may settle by its own text what is meant
        engine.secrets(request, documents[0].original)
    rivals: Any = request.rivals
    sanitizer = engine.sanitizer(policy, key=request.key, rivals=rivals_of(rivals))

    def verify(text: str, certificate: Certificate) -> Verified:
        asked = VerifyRequest(text=text, certificate=certificate.to_dict(), rivals=rivals)
        return replace(engine.verify(asked), id="text")

    def write(document: ReviewedDocument, result: Sanitized) -> SanitizedDocument:
        assert document.file is not None
        return finished(engine, request, document.file, result, document.hide, rounds=1)

    return Review(documents, sanitizer, verify, write, reviewer=reviewer, log=log, inverse=inverse)
