"""Nothing tells how long a name was: of fifty in one place the same comes out, to the byte."""

import json
import sys
from pathlib import Path

import pytest

from sfumato.io.formats.documents import opened
from sfumato.io.formats.pieces import Reading
from sfumato.types import Edit

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts"))

from trap_sources.office import docx
from trap_sources.pdfs import pdf
from trap_sources.sheets import xlsx
from trap_sources.texts import odt

NAMES = ["".join(chr(ord("a") + (7 * at + n) % 26) for at in range(n)).title() for n in range(3, 53)]
SAYS = "We saw {} at home, and wrote to the family."
MAKERS = {
    "docx": lambda said: docx(f"<w:p><w:r><w:t>{said}</w:t></w:r></w:p>"),
    "xlsx": lambda said: xlsx(strings=f"<si><t>{said}</t></si>"),
    "odt": lambda said: odt(f"<text:p>{said}</text:p>"),
    "html": lambda said: f"<html><p>{said}</p></html>".encode(),
    "xml": lambda said: f"<note><p>{said}</p></note>".encode(),
    "json": lambda said: json.dumps({"note": said, "in": json.dumps({"note": said})}).encode(),
    "md": lambda said: f"# Note\n\n{said}\n".encode(),
    "rtf": lambda said: rf"{{\rtf1\ansi {said}\par}}".encode(),
    "csv": lambda said: f'id,note\n1,"{said}"\n'.encode(),
    "eml": lambda said: f"From: a@b.org\nSubject: note\nContent-Length: {len(said)}\n\n{said}\n".encode(),
    "pdf": lambda said: pdf(f"BT /F1 8 Tf 72 700 Td ({said}) Tj ET"),
}


@pytest.mark.parametrize("suffix", MAKERS)
def test_of_fifty_names_the_same_comes_out(suffix):
    made = set()
    for name in NAMES:
        found = opened(MAKERS[suffix](SAYS.format(name)), f"a.{suffix}", Reading())
        edits = {
            number: [Edit(at, at + len(name), "somebody")]
            for number, piece in enumerate(found.pieces)
            if piece.fate == "rewritten" and (at := piece.text.find(name)) >= 0
        }
        assert edits
        made.add(found.write(edits))
    assert len(NAMES) == 50
    assert len(made) == 1
