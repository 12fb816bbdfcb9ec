"""Reads a released file again: two readers that share nothing with what wrote it, and nothing with each other.

    by_structure   its own zip reader, expat, and the parsers of the standard library
    by_letters     no parser at all: what stands between marks, in quotes, and in the bytes

Of a PDF the first asks pdfminer, the second pdfium, and the bytes with every stream inflated.

Every string of every part comes back, and every string that one of them decodes to.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator
from contextlib import suppress
from xml.parsers import expat as pyexpat

from sfumato.io.formats.proof import by_letters, by_structure
from sfumato.io.formats.proof.forms import MOST, Found, forms_of

READERS = ("structure", "letters")
"""What the readers are called."""


def versions(name: str) -> tuple[str, ...]:
    """What the readers of a file of this name stand on, with versions."""
    from importlib.metadata import PackageNotFoundError, version

    libraries = ("pdfminer.six", "pypdfium2", "pikepdf") if name.lower().endswith(".pdf") else ()
    found = [f"Python {platform.python_version()}", pyexpat.EXPAT_VERSION.replace("_", " ")]
    for library in libraries:
        with suppress(PackageNotFoundError):
            found.append(f"{library} {version(library)}")
    return tuple(found)


def everything(data: bytes, name: str) -> list[Found]:
    """Every string in a file, by both readers and in every form, each once."""
    seen: set[tuple[str, str]] = set()
    kept: list[Found] = []
    for found in _decoded((*by_structure.strings(data, name), *by_letters.strings(data, name))):
        if (found.form, found.text) not in seen:
            seen.add((found.form, found.text))
            kept.append(found)
    return kept


def _decoded(found: Iterable[Found]) -> Iterator[Found]:
    """The strings, and what they decode to, and that again: an escape may stand in an escape."""
    for each in found:
        waiting, depth = [each], 0
        while waiting and depth < MOST:
            yield from waiting
            waiting = [deeper for one in waiting for deeper in forms_of(one)]
            depth += 1
