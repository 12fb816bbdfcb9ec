"""Which format reads a file: those of the group `sfumato.formats`, each called as an extension.

Nothing is imported to know that a file can be read, only to read it. Formats of plug-ins are active where the
distribution that they come from is named; what sfumato reads itself they do not replace.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from sfumato import plugins
from sfumato.protocols import Format


def active(distributions: Collection[str] = ()) -> dict[str, str]:
    """The names of the formats of sfumato, and of the distributions that are named, by extension (".txt")."""
    found: dict[str, str] = {}
    for distribution in (plugins.OWN, *distributions):
        for name in plugins.offered("formats", distribution):
            found.setdefault(f".{name.rpartition(':')[2].lower()}", name)
    return found


def formats(known: Mapping[str, str]) -> Iterator[Format]:
    """The formats of these names, each once."""
    seen = set()
    for name in known.values():
        format = loaded(name)
        if format.name not in seen:
            seen.add(format.name)
            yield format


def loaded(name: str) -> Format:
    """The format of a name; only now is it imported."""
    format: Format = plugins.load("formats", name)
    return format
