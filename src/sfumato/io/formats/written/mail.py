"""E-mail: a message is written anew. Bodies and attachments are documents themselves; most headers are dropped."""

from __future__ import annotations

import email
import email.policy
import hashlib
import hmac
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from email.message import EmailMessage, Message, MIMEPart
from email.utils import formataddr, getaddresses
from pathlib import PurePath
from typing import Any

from sfumato.errors import InputError
from sfumato.io.formats import pictures
from sfumato.io.formats.pieces import DEEPEST, DROPPED, KEPT, Opened, Reading, edited, refused
from sfumato.io.formats.zipped.words import is_structural
from sfumato.types import Edit

name = "eml"
what = "an e-mail"
suffixes = (".eml",)
types = ("message/rfc822",)

_KEPT = ("From", "To", "Cc", "Reply-To", "Subject", "Date")
_ADDRESSES = ("From", "To", "Cc", "Reply-To")
_NUMBERS = ("Message-ID", "In-Reply-To", "References")
_NUMBER = re.compile(r"<[^<>\s]+>")
_FIRST = re.compile(rb"\s*(?:[!-9;-~]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2,}", re.S)
_SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted", "application/pgp-encrypted")
_BODIES = {"text/html": "body.html", "application/xhtml+xml": "body.html"}
_PARTS = 500


def is_one(data: bytes) -> bool:
    """Whether bytes begin with headers as an e-mail does."""
    head = data[:20000]
    return _FIRST.match(head) is not None and re.search(rb"(?im)^(?:from|to|subject|received|date):", head) is not None


def opened(data: bytes, reading: Reading) -> Opened:
    """The message."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    if message.defects and not message.keys():
        raise refused("no e-mail that can be read")
    return _Mail(message, reading).read()


class _Mail:
    """A message that is read, and the parts of the one that is written."""

    def __init__(self, message: Message, reading: Reading) -> None:
        self.message, self.reading = message, reading
        self.found = Opened(save=self.save)
        self.headers: dict[str, str] = {}
        self.count = 0

    def read(self) -> Opened:
        for header, value in self.message.items():
            self.header(header, _text(value))
        contents = self.part(self.message)
        self.root = contents or (lambda: _plain(""))
        self.found.part("headers", "rewritten", f"{', '.join(_KEPT)}; all others are dropped")
        return self.found

    def header(self, called: str, value: str) -> None:
        known = next((each for each in _KEPT if each.lower() == called.lower()), None)
        if called.lower() in ("content-type", "content-transfer-encoding", "mime-version", "content-disposition"):
            return
        if known and known not in self.headers:
            self.headers[known] = value
            if known in _ADDRESSES and (people := getaddresses([value])) and all(address for _, address in people):
                self.people(known, people)
            elif known != "Date":
                self.found.add(known, value, self.header_put(known))
        elif called.title().replace("-Id", "-ID") in _NUMBERS and self.reading.key:
            new = " ".join(self.number(each) for each in _NUMBER.findall(value))
            self.found.drop(called, value)
            self.headers[called.title().replace("-Id", "-ID")] = new
        elif called.lower() in self.reading.off:
            self.headers[called] = value
        else:
            self.found.drop(called, value)

    def people(self, header: str, given: Sequence[tuple[str, str]]) -> None:
        """Names and addresses of a header, each by itself; an address that tells becomes another one."""
        people = [list(each) for each in given]
        left = set(re.findall(r"\w+", self.headers[header])) - set(re.findall(r"\w+", " ".join(map(" ".join, given))))
        if left:  # names of groups, and whatever else is no person
            self.found.drop(f"{header}: beside people", self.headers[header])
            self.headers[header] = ", ".join(formataddr(each) for each in given)

        def put(number: int, part: int) -> Callable[[Sequence[Edit]], None]:
            def edit(edits: Sequence[Edit]) -> None:
                said = edited(people[number][0], edits) if part == 0 else f"address{number + 1}@removed.invalid"
                people[number][part] = said
                self.headers[header] = ", ".join(formataddr((name, address)) for name, address in people)

            return edit

        for number, (name, address) in enumerate(given):
            self.found.add(f"{header}: name", name, put(number, 0))
            self.found.add(f"{header}: address", address, put(number, 1))

    def number(self, said: str) -> str:
        """Another number of a message for one, the same wherever the key is the same."""
        return f"<{hmac.new(self.reading.key, said.encode(), hashlib.sha256).hexdigest()[:24]}@mail>"

    def header_put(self, called: str) -> Callable[[Sequence[Edit]], None]:
        def put(edits: Sequence[Edit]) -> None:
            self.headers[called] = edited(self.headers[called], edits)

        return put

    # --- parts ---

    def part(self, part: Any) -> Callable[[], MIMEPart] | None:
        """How a part is written; nothing if it is dropped."""
        self.count += 1
        if self.count > _PARTS:
            raise refused(f"more than {_PARTS} parts", "too-large")
        kind = part.get_content_type()
        if kind in _SEALED:
            raise refused("encrypted or sealed: open it and save it first")
        if kind == "message/rfc822":
            return self.nested(part)
        if part.is_multipart():
            for said in (part.preamble, part.epilogue):
                self.found.drop("beside the parts", said or "")
            made = [each for each in (self.part(child) for child in part.iter_parts()) if each]
            if kind == "multipart/signed":
                kind = "multipart/mixed"
            return (lambda: _multipart(kind, [each() for each in made])) if made else None
        return self.single(part, kind)

    def single(self, part: Any, kind: str) -> Callable[[], MIMEPart] | None:
        place = f"part {self.count}"
        data = part.get_payload(decode=True) or b""
        called = _text(part.get_filename() or "")
        attached = part.get_content_disposition() == "attachment" or bool(called)
        if kind == "text/plain" and not attached:
            return self.plain(part, data, place)
        if kind.startswith("image/"):
            return self.picture(data, called, place, part)
        if kind.startswith("text/"):
            data = _as_utf8(data, part.get_content_charset())
        name_ = called if attached else _BODIES.get(kind, "")
        inner = self.document(data, kind, name_, place)
        if inner is None:
            if self.reading.unknown_parts == "refuse":
                raise refused("it has parts that are not read, and unknown parts are to be refused", "unknown-parts")
            self.found.part(place, DROPPED, "an attachment of a kind that is not read")
            self.found.drop(place, called, *_strings(data))
            return None
        title = self.file_name(called, place) if attached else None
        return lambda: _bytes_part(inner.save(), kind, title() if title else "")

    def plain(self, part: Any, data: bytes, place: str) -> Callable[[], MIMEPart]:
        charset = part.get_content_charset() or "utf-8"
        try:
            held = [data.decode(charset, "replace").replace("\r\n", "\n")]
        except LookupError:
            raise refused("a part is in an encoding that is not read") from None

        def put(edits: Sequence[Edit]) -> None:
            held[0] = edited(held[0], edits)

        self.found.add(place, held[0], put)
        return lambda: _plain(held[0])

    def picture(self, data: bytes, called: str, place: str, part: Any) -> Callable[[], MIMEPart] | None:
        if self.reading.images == "refuse":
            raise refused("it has pictures, which are not read")
        bare = pictures.bare(data) if self.reading.images == "keep" else None
        said = [called, part.get("Content-ID"), part.get("Content-Description")]
        self.found.drop(place, *(str(each) for each in said if each and not is_structural(str(each))))
        if bare is None:
            self.found.part(place, DROPPED, "a picture that is not taken over")
            return None
        self.found.part(place, KEPT, "a picture: what it shows was not read; what else it says was taken off")
        self.found.unread.append(place)
        kind = "jpeg" if bare.startswith(b"\xff\xd8") else "gif" if bare.startswith(b"GIF") else "png"
        return lambda: _bytes_part(bare, f"image/{kind}", f"image{place[5:]}.{kind}")

    def document(self, data: bytes, kind: str, called: str, place: str) -> Opened | None:
        """A part that is a document, opened; nothing if it is of a kind that is not read."""
        from sfumato.io.formats import documents

        suffix = PurePath(called).suffix.lower()
        if kind == "text/plain" or suffix in (".txt", ".text", ".log"):
            suffix = ".md"
        if f".{kind}" in self.reading.off or not documents.named(f"a{suffix}"):
            return None
        try:
            inner = documents.opened(data, f"a{suffix}", replace(self.reading, depth=self.reading.depth + 1))
        except InputError as error:
            raise refused(f"{place}, an attachment: {error}", error.code) from None
        self.found.include(inner, place)
        return inner

    def nested(self, part: Any) -> Callable[[], MIMEPart] | None:
        payload = part.get_payload()
        if not payload or self.reading.depth >= DEEPEST:
            raise refused(f"messages lie in each other more than {DEEPEST} deep, or are empty")
        if str(part.get("Content-Transfer-Encoding", "7bit")).strip().lower() not in ("7bit", "8bit", "binary"):
            raise refused("a message in it is encoded, which no message may be")
        place = f"part {self.count}"
        inner = _Mail(payload[0], replace(self.reading, depth=self.reading.depth + 1)).read()
        self.found.include(inner, place)
        return lambda: _message_part(inner.save())

    def file_name(self, called: str, place: str) -> Callable[[], str]:
        suffix = PurePath(called).suffix.lower()
        stem = [PurePath(called).stem]

        def put(edits: Sequence[Edit]) -> None:
            stem[0] = f"attachment{place[5:]}"

        self.found.add(f"{place}: file name", re.sub(r"[-_.]+", " ", stem[0]), put)
        return lambda: f"{stem[0]}{suffix}"

    # --- out ---

    def save(self) -> bytes:
        root = self.root()
        made = EmailMessage(policy=email.policy.SMTP)
        for called, value in self.headers.items():
            made[called] = re.sub(r"\s+", " ", value).strip()
        made["MIME-Version"] = "1.0"
        for called, value in root.items():
            if called.lower() != "mime-version":
                made[called] = value
        made.set_payload(root.get_payload())
        _set_boundaries(made)
        return made.as_bytes(policy=email.policy.SMTP)


def _set_boundaries(message: Message) -> None:
    for number, part in enumerate(message.walk(), 1):
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            part.set_boundary(f"=_part_{number}_of_this_message")


def _text(value: Any) -> str:
    return re.sub(r"\s+", " ", str(value)).strip()


def _as_utf8(data: bytes, charset: str | None) -> bytes:
    """The bytes of a text as UTF-8, if the message says that they are something else."""
    if charset in (None, "utf-8", "us-ascii"):
        return data
    try:
        return data.decode(charset, "replace").encode()
    except LookupError:
        raise refused("a part is in an encoding that is not read") from None


def _strings(data: bytes) -> list[str]:
    from sfumato.io.formats.proof.forms import as_text, runs_in

    text = as_text(data)
    return [text] if text is not None else runs_in(data)


def _plain(text: str) -> MIMEPart:
    part = MIMEPart(policy=email.policy.SMTP)
    part.set_content(text, charset="utf-8", cte="quoted-printable" if not text.isascii() else None)
    return part


def _multipart(kind: str, parts: Sequence[MIMEPart]) -> MIMEPart:
    made = MIMEPart(policy=email.policy.SMTP)
    made["Content-Type"] = kind
    made.set_payload(list(parts))
    return made


def _bytes_part(data: bytes, kind: str, called: str) -> MIMEPart:
    main, _, sub = kind.partition("/")
    part = MIMEPart(policy=email.policy.SMTP)
    part.set_content(data, maintype=main, subtype=sub, cte="base64", disposition="attachment" if called else "inline")
    if called:
        part.set_param("filename", called, header="Content-Disposition")
    if main == "text":
        part.set_param("charset", "utf-8")
    return part


def _message_part(data: bytes) -> MIMEPart:
    part = MIMEPart(policy=email.policy.SMTP)
    part.set_content(email.message_from_bytes(data, policy=email.policy.SMTP))
    return part
