"""Traps in e-mails."""

from __future__ import annotations

import base64
import quopri

from trap_sources.making import CANARY, Trap, png
from trap_sources.office import PLAIN, docx

_B64 = base64.b64encode(CANARY.encode()).decode()


def eml(
    headers: str = "", body: str = "Well.\r\n", parts: tuple[str, ...] = (), preamble: str = "", epilogue: str = ""
) -> bytes:
    """A message, with parts where there are some."""
    head = f"From: a@example.org\r\nTo: b@example.org\r\nSubject: A letter\r\nMIME-Version: 1.0\r\n{headers}"
    if not parts:
        return f"{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{body}".encode()
    said = "".join(f"--xyz\r\n{part}\r\n" for part in (f"Content-Type: text/plain\r\n\r\n{body}", *parts))
    return (
        f"{head}Content-Type: multipart/mixed; boundary=xyz\r\n\r\n{preamble}\r\n{said}--xyz--\r\n{epilogue}".encode()
    )


def _e(**given: object) -> bytes:
    return eml(**given)  # type: ignore[arg-type]


def _attached(name: str, content: bytes, kind: str) -> str:
    coded = base64.encodebytes(content).decode().replace("\n", "\r\n")
    return f'Content-Type: {kind}\r\nContent-Disposition: attachment; filename="{name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n{coded}'


_DOCX = docx(f"{PLAIN}<w:p><w:r><w:t>{CANARY}</w:t></w:r></w:p>")
TRAPS: dict[str, Trap] = {
    "eml-body": Trap(".eml", _e(body=f"He said {CANARY}.\r\n")),
    "eml-subject": Trap(".eml", _e().replace(b"A letter", f"=?utf-8?b?{_B64}?=".encode())),
    "eml-group": Trap(".eml", _e(headers=f"Cc: {CANARY}: c@example.org;\r\n")),
    "eml-sender": Trap(".eml", _e().replace(b"a@example.org", f"{CANARY} <a@example.org>".encode())),
    "eml-received": Trap(".eml", _e(headers=f"Received: from {CANARY}.example.org\r\n"), "received"),
    "eml-message-id": Trap(".eml", _e(headers=f"Message-ID: <{CANARY}@example.org>\r\n"), "message-id"),
    "eml-references": Trap(".eml", _e(headers=f"References: <{CANARY}@example.org>\r\n"), "references"),
    "eml-thread-topic": Trap(".eml", _e(headers=f"Thread-Topic: {CANARY}\r\n"), "thread-topic"),
    "eml-address-of-origin": Trap(".eml", _e(headers=f"X-Originating-IP: {CANARY}\r\n"), "x-originating-ip"),
    "eml-dkim": Trap(".eml", _e(headers=f"DKIM-Signature: v=1; d={CANARY}\r\n"), "dkim-signature"),
    "eml-quoted-printable": Trap(
        ".eml",
        _e(
            parts=(
                f"Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{quopri.encodestring(CANARY.encode(), quotetabs=True).decode()}=20",
            )
        ),
    ),
    "eml-base64": Trap(
        ".eml", _e(parts=(f"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n{_B64}",))
    ),
    "eml-html": Trap(
        ".eml", _e(parts=(f"Content-Type: text/html\r\n\r\n<html><p>{CANARY[:3]}<i>{CANARY[3:]}</i></p></html>",))
    ),
    "eml-html-comment": Trap(
        ".eml", _e(parts=(f"Content-Type: text/html\r\n\r\n<html><!-- {CANARY} --><p>x</p></html>",)), "comment"
    ),
    "eml-preamble": Trap(".eml", _e(parts=("Content-Type: text/plain\r\n\r\nx",), preamble=CANARY)),
    "eml-epilogue": Trap(".eml", _e(parts=("Content-Type: text/plain\r\n\r\nx",), epilogue=CANARY)),
    "eml-docx": Trap(".eml", _e(parts=(_attached("a.docx", _DOCX, "application/octet-stream"),)), "p"),
    "eml-file-name": Trap(".eml", _e(parts=(_attached(f"{CANARY}.json", b'{"a": "x"}', "application/json"),))),
    "eml-message": Trap(
        ".eml", _e(parts=("Content-Type: message/rfc822\r\n\r\n" + eml(body=f"{CANARY}\r\n").decode(),))
    ),
    "eml-calendar": Trap(
        ".eml", _e(parts=(f"Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nSUMMARY:{CANARY}\r\nEND:VCALENDAR",))
    ),
    "eml-winmail": Trap(
        ".eml", _e(parts=(_attached("winmail.dat", b"\x78\x9f\x3e\x22" + CANARY.encode(), "application/ms-tnef"),))
    ),
    "eml-picture": Trap(".eml", _e(parts=(_attached("a.png", png(CANARY), "image/png"),))),
}
