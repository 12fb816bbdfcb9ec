"""Hostile files are refused: soon, in little memory, in one line that quotes nothing."""

import io
import struct
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.io.formats import confined
from sfumato.io.formats.pieces import Reading

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts"))

from trap_sources.mails import eml
from trap_sources.office import W, docx
from trap_sources.sheets import xlsx

NAMES = ["a", *(f"a{number}" for number in range(1, 10))]
ENTITIES = "".join(f'<!ENTITY {NAMES[n]} "{10 * ("&" + NAMES[n - 1] + ";")}">' for n in range(1, 10))
LAUGHS = f'<!DOCTYPE x [<!ENTITY a "Kaposi">{ENTITIES}]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
FILES = {"a": docx()}


def part(xml):
    """A Word document whose text is this."""
    return zip_with({"word/document.xml": xml})


def zip_with(parts, data=None):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data or docx())) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in parts:
                new.writestr(name, old.read(name))
        for name, content in parts.items():
            new.writestr(name, content)
    return made.getvalue()


def encrypted():
    data = bytearray(docx())
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + 8] |= 1
        at = data.find(b"PK\x01\x02", at + 4)
    return bytes(data)


def lying():
    """A part that says it is small, and is not."""
    data = bytearray(zip_with({"word/document.xml": b"<a>" + b"x" * 30_000_000}))
    at = data.rfind(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<L", 1000)
    return bytes(data)


HOSTILE = {
    "bomb.docx": lambda: zip_with({"word/document.xml": b"<a>" + b" " * 300_000_000}),
    "ratio.docx": lambda: zip_with({"word/document.xml": b"<a>" + b" " * 50_000_000}),
    "lying.docx": lying,
    "many.docx": lambda: zip_with({f"word/{n}.xml": b"" for n in range(6000)}),
    "laughs.docx": lambda: part(f"{LAUGHS}<w:document {W}><w:body><w:p><w:t>&a9;</w:t></w:p></w:body></w:document>"),
    "outside.docx": lambda: part(f"{OUTSIDE}<w:document {W}><w:body><w:p><w:t>&x;</w:t></w:p></w:body></w:document>"),
    "laughs-16.docx": lambda: part(f"{LAUGHS}<w:document {W}/>".encode("utf-16")),
    "deep.docx": lambda: part(f"<w:document {W}>" + "<w:p>" * 100_000 + "</w:p>" * 100_000 + "</w:document>"),
    "truncated.docx": lambda: docx()[:-200],
    "half.docx": lambda: docx()[: len(docx()) // 2],
    "encrypted.docx": encrypted,
    "compound.docx": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"EncryptedPackage" * 100,
    "polyglot.docx": lambda: b"%PDF-1.7\n" + docx(),
    "behind.docx": lambda: docx() + b"<html>Kaposi</html>",
    "text.docx": lambda: b"Kaposi",
    "empty.docx": lambda: b"",
    "climbing.docx": lambda: zip_with({"../../etc/x": b"Kaposi"}),
    "laughs.xlsx": lambda: zip_with({"xl/sharedStrings.xml": f"{LAUGHS}<sst><si><t>&a9;</t></si></sst>"}, xlsx()),
    "laughs.xml": lambda: f"{LAUGHS}<x>&a9;</x>".encode(),
    "outside.xml": lambda: f"{OUTSIDE}<x>&x;</x>".encode(),
    "deep.xml": lambda: b"<a>" * 200_000 + b"</a>" * 200_000,
    "broken.xml": lambda: b"<a><b>Kaposi</a>",
    "seven.xml": lambda: b'<?xml version="1.0" encoding="utf-7"?><a>+AEg-</a>',
    "deep.json": lambda: b"[" * 500_000 + b"]" * 500_000,
    "twice.json": lambda: b'{"a": 1, "a": "Kaposi"}',
    "broken.json": lambda: b'{"a": "Kaposi',
    "deep.rtf": lambda: b"{\\rtf1" + b"{" * 100_000 + b"}" * 100_001,
    "open.rtf": lambda: b"{\\rtf1 Kaposi",
    "latin.html": lambda: b"<html><p>\xff\xfeKaposi</p></html>"[:9] + b"\xe4Kaposi</html>",
    "sealed.eml": lambda: eml().replace(b"text/plain; charset=utf-8", b"application/pkcs7-mime"),
    "nested.eml": lambda: nested(9),
}


def nested(deep):
    message = eml(body="Kaposi").decode()
    for _ in range(deep):
        message = (
            eml(parts=("Content-Type: message/rfc822\r\n\r\n" + message,)).decode().replace("xyz", f"b{len(message)}")
        )
    return message.encode()


def twice():
    made = io.BytesIO(docx())
    with zipfile.ZipFile(made, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("word/document.xml", "<a>Kaposi</a>")
    return made.getvalue()


HOSTILE["twice.docx"] = twice


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused(name):
    data = HOSTILE[name]()
    begun = time.monotonic()
    with pytest.raises(InputError) as refusal:
        confined.extracted(data, name, Reading())
    assert time.monotonic() - begun < 20, "the bar is 5 s of a processor of its own"
    said = str(refusal.value)
    assert "\n" not in said
    assert "Kaposi" not in said
    assert "unforeseen" not in said


def test_the_process_has_limits():
    command = [
        sys.executable,
        "-c",
        "from sfumato.io.formats.confined import LONGER, MEMORY, _confine\n"
        "_confine(2, LONGER, MEMORY); bytearray(600_000_000)",
    ]
    done = subprocess.run(command, capture_output=True, check=False)
    assert b"MemoryError" in done.stderr
    command[2] = command[2].partition("\n")[0] + "\n_confine(1, LONGER, MEMORY)\nwhile True: pass"
    begun = time.monotonic()
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0
    assert time.monotonic() - begun < 15


def test_nothing_of_a_document_is_an_argument_of_the_process(monkeypatch):
    seen = []
    real = subprocess.run

    def run(command, **given):
        seen.append(command)
        return real(command, **given)

    monkeypatch.setattr(subprocess, "run", run)
    confined.extracted(FILES["a"], "Kaposi.docx", Reading())
    assert "Kaposi" not in str(seen)
