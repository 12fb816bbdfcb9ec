"""Which format reads a file: the entry points of the group `sfumato.formats`, each called as an extension.

Nothing is imported to know that a file can be read, only to read it. Formats of other packages are active where the
distribution that they come from is named; what sfumato reads itself they do not replace.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution

from sfumato.errors import InputError, SfumatoError
from sfumato.io.files import shown
from sfumato.protocols import Format

GROUP = "sfumato.formats"


def active(plugins: Collection[str] = ()) -> dict[str, EntryPoint]:
    """The entry points of the formats of sfumato, and of the distributions that are named, by extension (".txt")."""
    found: dict[str, EntryPoint] = {}
    for name in ("sfumato", *plugins):
        try:
            offered = distribution(name).entry_points.select(group=GROUP)
        except PackageNotFoundError:
            raise InputError(f"{shown(name)}: no such package is installed", code="no-such-plugin") from None
        for point in offered:
            found.setdefault(f".{point.name.lower()}", point)
    return found


def formats(points: Mapping[str, EntryPoint]) -> Iterator[Format]:
    """The format of each of these entry points, once."""
    first = {point.value: point for point in points.values()}
    return map(loaded, first.values())


def loaded(point: EntryPoint) -> Format:
    """The format that an entry point names; only now is it imported."""
    try:
        return point.load()
    except SfumatoError:
        raise
    except Exception as error:  # it may be anybody's code
        raise InputError(
            f"the format of .{shown(point.name)} files cannot be loaded ({type(error).__name__})", code="bad-plugin"
        ) from error
