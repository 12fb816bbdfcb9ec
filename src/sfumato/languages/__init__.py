"""Languages: `load` finds one by its name; each is a folder of its own, or a package that others install.

What holds for texts of any language is beside them: `reading` (phrases, contexts), `folding` (look-alike characters),
`plain` (what patterns look at), `edits`, and `spacy`, the one place that runs spaCy.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from sfumato.errors import InputError, PackError
from sfumato.io.columns import Archive
from sfumato.protocols import Language

__all__ = ["DEFAULT", "GROUP", "load", "open_archive"]

GROUP = "sfumato.languages"
"""The entry point group in which a package names its languages: a code, and what makes the language."""
DEFAULT = "en"
"""The language of what names none."""


@cache
def load(name: str = DEFAULT) -> Language:
    """The language of this name, made once; `InputError` if none is installed.

    >>> load("en").normal_form("Breast Cancers")
    'breast cancer'
    """
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in found:
        raise InputError(f"no language {name!r} is installed; there are: {', '.join(sorted(found)) or 'none'}")
    language: Language = found[name].load()()
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
