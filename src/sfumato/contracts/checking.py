"""Runs the suite of a strategy that is installed, over small data of our own."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sfumato import languages, plugins
from sfumato.contracts.attacker import ATTACKER
from sfumato.contracts.detector import DETECTOR
from sfumato.contracts.format import FORMAT
from sfumato.contracts.judge import JUDGE
from sfumato.contracts.knowledge import KNOWLEDGE
from sfumato.contracts.language import LANGUAGE
from sfumato.contracts.reader import READER
from sfumato.contracts.replacer import REPLACER
from sfumato.contracts.taxonomy import TAXONOMY
from sfumato.contracts.village import village
from sfumato.errors import InputError

SUITES: Mapping[str, tuple[Callable[..., None], ...]] = {
    "attackers": ATTACKER,
    "detectors": DETECTOR,
    "formats": FORMAT,
    "judges": JUDGE,
    "knowledge": KNOWLEDGE,
    "languages": LANGUAGE,
    "readers": READER,
    "replacers": REPLACER,
    "taxonomies": TAXONOMY,
}
"""The suite of each group of strategies."""

_SETTINGS = {"labels": (), "names": ("Ostia", "Jane Quizzlebottom"), "bits": 4.0}
_MADE = "can be made"


def checked(name: str, group: str | None = None) -> Iterator[tuple[str, str]]:
    """Each promise of the strategy of a name, and what is wrong with it: nothing where it is kept.

    What is wrong is told by the kind of error and the line of the suite, never in the words of an error. `InputError`
    if there is no such strategy, if it may not be used, or if several groups have one of the name and none is given.
    """
    group = group or _group(name)
    if group not in SUITES:
        raise InputError(f"there is no group {group}; there are {', '.join(SUITES)}", code="no-group")
    loaded = plugins.load(group, name)
    with TemporaryDirectory() as folder:
        try:
            made = _made(group, name, loaded, Path(folder))
        except (Exception, SystemExit) as error:
            yield _MADE, _said(error)
            return
        for check in SUITES[group]:
            try:
                check(*made)
            except (Exception, SystemExit) as error:
                yield check.__name__.replace("_", " "), _said(error)
            else:
                yield check.__name__.replace("_", " "), ""


def _group(name: str) -> str:
    found = [group for group in plugins.GROUPS if name in plugins.names(group)]
    if not found:
        raise plugins.unknown(name)
    if len(found) > 1:
        raise InputError(f"{name} is one of {' and of '.join(found)}: say which is meant", code="which-group")
    return found[0]


def _made(group: str, name: str, loaded: Any, folder: Path) -> tuple[Any, ...]:
    """What the checks of a group take."""
    world = village()
    if group == "detectors":
        return (loaded(_SETTINGS, world),)
    if group == "readers":
        return (loaded(world),)
    if group == "replacers":
        return (loaded(world.knowledge, world.taxonomy, b"a key for the contracts"),)
    if group == "languages":
        return (languages.load(name),)
    if group in ("knowledge", "taxonomies"):
        return (loaded(),)
    if group == "formats":
        extension = name.rpartition(":")[2]
        path = folder / f"sample.{extension}"
        path.write_bytes(loaded.sample(extension))
        return loaded, path
    return (loaded,)


def _said(error: BaseException) -> str:
    """The kind of an error, and the line of the suite that it was found in."""
    here = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == _HERE]
    where = f"{Path(here[-1].filename).name}, line {here[-1].lineno}"
    what = "not so" if isinstance(error, AssertionError) else f"raises {type(error).__name__}"
    return f"{what} (contracts/{where})"


_HERE = Path(__file__).parent
