"""Every trap: the word is seen, it is gone from what is written, and without its handler it would not be."""

import base64
import sys
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from sfumato.io.formats import proof
from sfumato.io.formats.documents import format_of, opened
from sfumato.io.formats.pieces import DROPPED, Edit, Reading

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
from trap_sources import CANARY, TRAPS

FOLDED = CANARY.lower()


def plain(text):
    text = unicodedata.normalize("NFKC", text).lower().replace("\u00ad", "")
    return "".join(letter for letter in text if letter.isalnum())


def spans(text):
    """Where the word stands in a text, under any disguise of letters."""
    kept = [at for at, letter in enumerate(text) if plain(letter)]
    letters = "".join(plain(text[at]) for at in kept)
    found, at = [], letters.find(FOLDED)
    while at >= 0:
        found.append(Edit(kept[at], kept[at + len(FOLDED) - 1] + 1, "word"))
        at = letters.find(FOLDED, at + 1)
    return found


def rewritten(trap, off=(), known=None):
    """The document, and what is written when the word is edited wherever it is text; or only where that is known."""
    document = opened(trap.data, f"a{trap.suffix}", Reading(off=frozenset(off)))
    edits = {}
    for number, piece in enumerate(document.pieces):
        found = (spans(piece.text) or _coded(piece.text)) if piece.fate != DROPPED else []
        if found and (known is None or piece.text in known):
            edits[number] = found
    return document, document.write(edits)


def _coded(text):
    """All of a text that says the word in base64."""
    try:
        said = base64.b64decode(text, validate=True).decode("utf-8", "replace")
    except ValueError:
        return []
    return [Edit(0, len(text), "word")] if FOLDED in said.lower() else []


def is_in(data, name):
    return [found for found in proof.everything(data, name) if FOLDED in plain(found.text)]


@pytest.mark.parametrize("name", TRAPS)
def test_the_word_is_seen_and_gone(name):
    trap = TRAPS[name]
    file = f"a{trap.suffix}"
    assert is_in(trap.data, file), "the readers should find the word in the trap"
    document, made = rewritten(trap)
    seen = [piece for piece in document.pieces if spans(piece.text) or _coded(piece.text)]
    assert seen or name in UNSEEN, "the word should be extracted"
    assert is_in(made, file) == []
    again = opened(made, file, Reading())
    assert [piece for piece in again.pieces if spans(piece.text)] == []
    assert [piece for piece in again.pieces if piece.fate == DROPPED] == []


UNSEEN = set(
    "docx-zip-comment docx-zip-extra docx-png-text docx-jpeg-exif docx-vector-picture odt-picture odt-thumbnail "
    "html-picture eml-picture rtf-object xlsx-pronounced "
    "pdf-picture-comment pdf-thumbnail pdf-comment pdf-content-comment pdf-name-of-resource".split()
)
"""What is no string of a part: it is taken off, and nobody reads it."""


@pytest.mark.parametrize("name", [name for name, trap in TRAPS.items() if trap.off])
def test_without_its_handler_the_word_stays(name):
    trap = TRAPS[name]
    document, _ = rewritten(trap)
    known = {piece.text for piece in document.pieces if piece.fate != DROPPED}
    _, made = rewritten(trap, trap.off.split(), known)
    assert is_in(made, f"a{trap.suffix}"), f"{trap.off} is not what takes the word out"


def test_there_are_traps_enough():
    assert len(TRAPS) >= 60
    assert len({trap.suffix for trap in TRAPS.values()}) == 11


def test_formats_know_their_own():
    for trap in TRAPS.values():
        assert trap.suffix in format_of(trap.data, f"a{trap.suffix}").suffixes


def test_the_same_document_gives_the_same_bytes():
    for name in ("docx-over-runs", "xlsx-shared-string", "odt-over-spans", "eml-docx"):
        assert rewritten(TRAPS[name])[1] == rewritten(replace(TRAPS[name]))[1]
