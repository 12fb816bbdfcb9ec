"""Languages: `load` finds one by its name; each is a folder of its own, or a package that others install.

What holds for texts of any language is beside them: `reading` (phrases, contexts), `folding` (look-alike characters),
`plain` (what patterns look at), `edits`, and `spacy`, the one place that runs spaCy.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sfumato import plugins
from sfumato.errors import InputError, PackError
from sfumato.io.columns import Archive
from sfumato.protocols import Language

__all__ = ["DEFAULT", "load", "open_archive"]

DEFAULT = "en"
"""The language of what names none."""


@cache
def load(name: str = DEFAULT, model: str | None = None) -> Language:
    """The language of this name, made once; `InputError` if none is installed. `model` is that of its parser.

    >>> load("en").normal_form("Breast Cancers")
    'breast cancer'
    """
    made = plugins.load("languages", name)
    language: Language = made(model) if model else made()
    if language.name != name:  # what is made with it remembers its name
        raise InputError(f"plug-in {name}: calls its language {language.name}, not {name}", code="bad-plugin")
    return language


def open_archive(path: Path, kind: str) -> tuple[Archive, Language]:
    """A compiled file and the language that its terms are of; `PackError` if they have another normal form by now."""
    archive = Archive(path, kind)
    name = archive.meta.get("language", DEFAULT)
    try:
        language = load(str(name))
    except InputError as error:
        raise PackError(f"{path}: {error}") from None
    if archive.meta.get("normal_form") != language.version:
        raise PackError(f"{path}: made with another normal form of terms than this release has: build it again")
    return archive, language
