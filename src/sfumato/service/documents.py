"""Documents as files have them: judged as one text, edited in place, and proved by what can be read of the new bytes.

    made = sanitize_document(engine, SanitizeRequest(text="", hide=("HIV",)), data, "letter.docx")
    made.data if made.holds else made.result.certificate

What a document says, in whatever part of it, is one text for secrets and crowd. What comes out is opened again by the
format and by two readers that share nothing with it; unless all of that holds there are no bytes.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.atomic import opened_whole
from sfumato.io.cells import Cells
from sfumato.io.documents import DocumentText, document_bytes, read_document, reading_of
from sfumato.io.files import shown
from sfumato.io.formats import confined, proof
from sfumato.io.formats.documents import SUFFIXES
from sfumato.io.formats.pieces import DROPPED, OneText, Piece, Reading
from sfumato.io.formats.proof.forms import Found
from sfumato.io.formats.zipped.words import is_structural
from sfumato.sanitizing import Sanitized
from sfumato.service.engine import Engine
from sfumato.service.requests import SanitizeRequest, VerifyRequest
from sfumato.service.verbs import default_engine
from sfumato.types import Edit
from sfumato.verifying.certificate import Certificate, FilePart, FileProof
from sfumato.verifying.release import Verified, Verifier

_ROUNDS = 3  # of sanitizing what a document says anew
_SHORT = 4  # letters of a word below which it is not looked for by itself
_SINGLE = 50  # strings that are judged one by one, to tell which of them it is
_SHOWN = 20  # faults that a certificate spells out
_WORDS = re.compile(r"\w+")
_FROM_TEXT = frozenset(
    "holds secrets labels disclosures pairs exempt unknown text_sha256 unseen detectors found crowds".split()
)


@dataclass(frozen=True, slots=True)
class SanitizedDocument:
    """A document made safe: its bytes, none if the proof does not hold, and the result of its text."""

    data: bytes
    result: Sanitized
    """Its text is what the new document says."""

    @property
    def holds(self) -> bool:
        return self.result.certificate.holds


def extract(data: bytes, name: str, reading: Reading | None = None) -> tuple[Piece, ...]:
    """What would be judged of a document, by place; what would be dropped is marked as such."""
    return confined.extracted(data, name, reading or Reading()).pieces


def sanitize_document(
    engine: Engine, request: SanitizeRequest, data: bytes, name: str, reading: Reading | None = None
) -> SanitizedDocument:
    """A document made safe by a request whose text it stands for; `name` says of which kind it is."""
    document = read_document(data, name, reading)
    if not document.text.strip():
        raise InputError("nothing in it that can be read, so that nothing can be said of it", code="bad-document")
    result = engine.sanitize(replace(request, text=document.text))
    return finished(engine, request, document, result)


def finished(
    engine: Engine,
    request: SanitizeRequest,
    document: DocumentText,
    result: Sanitized,
    hide: Sequence[str] = (),
    *,
    rounds: int = _ROUNDS,
) -> SanitizedDocument:
    """The document of a text that was sanitized, proved; `hide` are secrets of its own.

    What a document tells beyond its text is sanitized anew, in so many rounds: in one alone nothing is written but what
    the result says.
    """
    checking = _verify_request(request)
    verifier = engine.verifier(checking)
    data, said, whole = document.data, result, document.whole
    gone = set(_originals(result))
    for left_over in reversed(range(rounds)):
        edits = whole.shared_out([Edit(each.start, each.end, each.text) for each in said.replacements])
        data = confined.rewritten(data, document.name, document.reading, edits)
        again = confined.extracted(data, document.name, document.reading)
        whole = OneText.of(again.pieces, dropped=True)
        claim = {**result.certificate.to_dict(), "text_sha256": _sha256(whole.text.encode("utf-8", "surrogatepass"))}
        found = verifier(whole.text, id=result.id, hide=hide, claim=claim)
        left = [piece.place for piece in again.pieces if piece.fate == DROPPED]
        if found.holds or left or not said.replacements or not left_over:
            break
        said = engine.sanitize(replace(request, text=whole.text, hide=(*request.hide, *hide)))
        gone |= set(_originals(said))
    dropped = [f"{place}: was to be dropped, and is left" for place in left]
    strings = confined.read_again(data, document.name)
    faults = [*dropped, *_faults(verifier, strings, whole.text, claim, gone)]
    made = replace(
        _proof(data, document.name, confined.Extracted((), document.found.parts, again.unread), strings, faults),
        original_sha256=document.original_sha256,
    )
    certificate = replace(_on_file(result.certificate, found), document=made, holds=found.holds and not made.faults)
    result = replace(result, text=whole.text, certificate=certificate)
    return SanitizedDocument(data if certificate.holds else b"", result)


def verify_document(
    engine: Engine, request: VerifyRequest, data: bytes, name: str, *, hide: Sequence[str] = (), id: Any = "text"
) -> Verified:
    """The check of a document that anybody made: all that can be found in it, in whatever part, is judged."""
    found = confined.extracted(data, name, Reading())
    whole = OneText.of(found.pieces, dropped=True)
    verifier = engine.verifier(request)
    verified = verifier(whole.text, id=id, hide=hide, claim=request.certificate, original=request.original)
    claim = request.certificate or verified.to_dict()
    claimed = claim.get("document") or {}
    strings = confined.read_again(data, name)
    faults = list(_faults(verifier, strings, whole.text, claim, set()))
    if claimed.get("sha256") not in (None, _sha256(data)):
        faults.append("the file is not the one that the certificate is about")
    if not verified.holds:
        faults += _where(verified, found.pieces, whole)
    made = _proof(data, name, found, strings, faults)
    return replace(verified, document=made, holds=verified.holds and not made.faults)


# --- the proof --------------------------------------------------------------------------------------------


def _proof(
    data: bytes, name: str, found: confined.Extracted, strings: Sequence[Found], faults: Sequence[str]
) -> FileProof:
    return FileProof(
        format=SUFFIXES.get(f".{name.rpartition('.')[2].lower()}", "text"),
        sha256=_sha256(data),
        parts=tuple(FilePart(part.name, part.fate, part.why) for part in found.parts),
        readers=proof.READERS,
        versions=proof.versions(name),
        strings=len(strings),
        unread=found.unread,
        faults=tuple(dict.fromkeys(faults))[:_SHOWN],
    )


def _faults(verifier: Verifier, strings: Sequence[Found], text: str, claim: Any, gone: set[str]) -> Iterator[str]:
    """What the readers find in bytes that was not judged with the text, and that tells: part, form and rule."""
    said = f" {_plain(text)} "
    hidden = [term for term in gone if f" {term} " not in said]
    rest: list[Found] = []
    for each in strings:
        words = _plain(each.text)
        if not words or is_structural(each.text):
            continue
        if f" {words} " not in said:
            rest.append(each)
        if any(f" {term} " in f" {words} " for term in hidden):
            yield f"{_placed(each)}: an original of a term that was replaced"
        backwards = f" {words[::-1]} "
        if any(f" {term} " in backwards for term in hidden):
            yield f"{_placed(each)}: an original of a term that was replaced, backwards"
    yield from _judged(verifier, rest, claim)


def _judged(verifier: Verifier, rest: Sequence[Found], claim: Any) -> Iterator[str]:
    """Judges strings that are no part of the text by themselves: no detector, no crowd, and unknown words may stand."""
    checked = {**claim, "claim": {k: v for k, v in claim["claim"].items() if k != "detect"}}
    if not rest or not (verifier.policy.hide or checked["secrets"]):
        return
    alone = _by_itself(verifier)
    lines = list(dict.fromkeys(each.text for each in rest))
    found = alone("\n\n".join(lines), claim=checked)
    if not (found.labels or found.disclosures):
        return
    told = {_plain(term) for each in found.disclosures for term in each.terms}
    named = False
    for each in rest:
        words = f" {_plain(each.text)} "
        if any(f" {term} " in words for term in told):
            yield f"{_placed(each)}: a term that reveals too much"
            named = True
    if found.labels or not named:
        places = dict.fromkeys(_placed(each) for each in rest[:_SINGLE] if alone(each.text, claim=checked).labels)
        yield from (f"{place}: a name of a secret" for place in places)
        if not places and not named:
            yield "in strings of several parts together: a name of a secret, or what reveals one"


def _by_itself(verifier: Verifier) -> Verifier:
    """A verifier of strings that are no text: no detector, no crowd, no groups, and unknown words may stand."""
    given = {**verifier.given, "unknown": "keep", "crowd": 0, "groups": 1}
    profile = replace(verifier.policy.profile, any_language=True)
    policy = replace(verifier.policy, detect=(), profile=profile)
    return Verifier(policy, given, verifier.resources, verifier.rivals)


def check_beside(engine: Engine, request: SanitizeRequest | VerifyRequest, table: Cells | None) -> None:
    """Refuses a table that names a secret, or tells too much of one, in what goes out as it is beside its texts."""
    alone = _by_itself(engine.verifier(_verify_request(request)))
    for place, text in table.beside() if table and alone.policy.hide else ():
        found = alone(text)
        if found.labels or found.disclosures:
            raise InputError(f"{place}: names a secret or tells of one, and would go out as it is", code="tells-beside")


def _placed(found: Found) -> str:
    return f"{found.part}{f', in {found.form}' if found.form else ''}"


def _where(found: Verified, pieces: Sequence[Piece], whole: OneText) -> Iterator[str]:
    """The places of pieces that hold what discloses."""
    terms = {_plain(term) for each in found.disclosures for term in each.terms}
    for number in whole.numbers:
        piece = pieces[number]
        words = f" {_plain(piece.text)} "
        if any(f" {term} " in words for term in terms):
            yield f"{piece.place}: a term that reveals too much"


def _on_file(claimed: Certificate, found: Verified) -> Certificate:
    """The certificate of a text, with what was found in the text that was read again."""
    return replace(claimed, **{name: getattr(found, name) for name in _FROM_TEXT})


def _originals(result: Sanitized) -> Iterator[str]:
    for each in result.replacements:
        plain = _plain(each.term)
        if len(plain) >= _SHORT and plain != _plain(each.text):
            yield plain


def _plain(text: str) -> str:
    """The words of a text in small plain letters, a space between two."""
    return " ".join(_WORDS.findall(unicodedata.normalize("NFKC", text).casefold()))


def _verify_request(request: SanitizeRequest | VerifyRequest) -> VerifyRequest:
    return VerifyRequest(
        text="",
        hide=request.hide,
        aliases=request.aliases,
        policy=request.policy,
        profile=request.profile,
        settings=request.settings,
        rivals=request.rivals,
    )


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# --- files ------------------------------------------------------------------------------------------------


def sanitize_file(
    source: str | PathLike[str],
    target: str | PathLike[str],
    request: SanitizeRequest,
    *,
    engine: Engine | None = None,
    **reading: Any,
) -> SanitizedDocument:
    """A document made safe and written to another file, if the proof holds.

    `reading` says how it is read: changes="reject", unknown_parts="refuse", images="drop".
    """
    path, new = Path(source), Path(target)
    if new.exists() and path.samefile(new):
        raise InputError(f"{shown(new)}: is the input; name another to write")
    if path.suffix.lower() != new.suffix.lower():
        raise InputError(f"{shown(new)}: a document is written as what it was: name it *{path.suffix.lower()}")
    made = sanitize_document(
        engine or default_engine(), request, document_bytes(path), path.name, reading_of(**reading)
    )
    if made.data:
        with opened_whole(new, like=[path]) as stream:
            stream.write(made.data)
    return made
