"""Strategies found by name: ours and those of plug-ins, all declared as entry points.

Each kind of strategy has a group, `sfumato.judges` for one. Nothing is imported to know what there is, and nothing is
active by being installed: ours are, a plug-in's only where it is asked for by name, as "acme-tools:badge".

A plug-in says of itself, in a file `sfumato-plugin.toml` beside its code that is read before any of it runs,

    contract = 1           # the version of the contracts that it was written for
    network = false        # whether it asks anything beyond this machine

`SFUMATO_PLUGINS` limits which distributions may be used at all; empty, it allows none.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path
from typing import Any

from sfumato.errors import InputError

OWN = "sfumato"
CONTRACT = 1
"""The version of the contracts that this release keeps."""
GROUPS = ("attackers", "detectors", "formats", "judges", "knowledge", "languages", "replacers", "taxonomies")
"""The kinds of strategies."""
ALLOWED = "SFUMATO_PLUGINS"
ABOUT = "sfumato-plugin.toml"


@dataclass(frozen=True, slots=True)
class Plugin:
    """A strategy that is installed: what it is, whose, and what it says of itself."""

    group: str
    name: str
    """By which it is asked for: "badge" if it is ours, else "acme-tools:badge"."""
    distribution: str
    version: str
    licence: str
    network: bool
    digest: str
    """Names the files of the distribution: SHA-256 of its RECORD."""
    problem: str = ""
    """Why it cannot be used."""

    def as_claim(self) -> dict[str, str]:
        """What a certificate says of a plug-in that took part."""
        return {"name": self.name, "group": self.group, "version": self.version, "sha256": self.digest}


def load(group: str, name: str) -> Any:
    """The strategy of a name; `InputError` if there is none, or if it may not be used."""
    entry = _entry(group, name)
    if problem := describe(group, entry).problem:
        raise InputError(f"plug-in {name}: {problem}", code="bad-plugin")
    try:
        return entry.load()
    except Exception as error:  # it is code of others: anything may be wrong with it
        raise InputError(f"plug-in {name}: cannot be loaded ({type(error).__name__})", code="bad-plugin") from error


def took_part(group: str, name: str) -> Plugin | None:
    """What is known of the plug-in of a name; nothing if the strategy is ours."""
    return describe(group, _entry(group, name)) if ":" in name else None


def names(group: str) -> list[str]:
    """What can be asked for in a group."""
    return sorted(_name(entry) for entry in _entries(group))


def listed() -> Iterator[Plugin]:
    """All strategies that are installed, ours first."""
    for group in GROUPS:
        for entry in sorted(_entries(group), key=lambda entry: (not _is_own(entry), _name(entry))):
            yield describe(group, entry)


def describe(group: str, entry: EntryPoint) -> Plugin:
    """What can be said of a strategy without running any of its code."""
    dist = entry.dist
    assert dist is not None
    about = {"contract": CONTRACT, "network": False} if _is_own(entry) else _about(dist, entry)
    return Plugin(
        group=group,
        name=_name(entry),
        distribution=dist.name,
        version=dist.version,
        licence=next((dist.metadata[key] for key in ("License-Expression", "License") if key in dist.metadata), ""),
        network=about.get("network") is True,
        digest=hashlib.sha256((dist.read_text("RECORD") or "").encode()).hexdigest(),
        problem="" if _is_own(entry) else _problem(dist, about),
    )


def _problem(dist: Distribution, about: dict[str, Any]) -> str:
    allowed = os.environ.get(ALLOWED)
    if allowed is not None and dist.name not in (name.strip() for name in allowed.split(",")):
        return f"{dist.name} is not among the distributions that {ALLOWED} allows"
    if not about:
        return f"it says nothing of itself: add a file {ABOUT} with contract and network beside its code"
    if about.get("contract") != CONTRACT:
        return f"written for contract {about.get('contract')}, this release keeps contract {CONTRACT}"
    if not isinstance(about.get("network"), bool):
        return f"{ABOUT} does not say whether it uses the network (network = false)"
    if about["network"] and dist.name not in (os.environ.get("SFUMATO_ALLOW_NETWORK") or "").split(","):
        return f"it uses the network: allow that with SFUMATO_ALLOW_NETWORK={dist.name}"
    return ""


@cache
def _about(dist: Distribution, entry: EntryPoint) -> dict[str, Any]:
    """What a distribution says of itself, in a file beside its code; nothing if there is none that can be read."""
    spec = importlib.util.find_spec(entry.module.partition(".")[0])
    folders = list(spec.submodule_search_locations or ()) if spec else []
    try:
        return tomllib.loads((Path(folders[0]) / ABOUT).read_text(encoding="utf-8")) if folders else {}
    except (OSError, ValueError):
        return {}


@cache
def _entries(group: str) -> tuple[EntryPoint, ...]:
    return tuple(entry for entry in entry_points(group=f"sfumato.{group}") if entry.dist is not None)


def _entry(group: str, name: str) -> EntryPoint:
    match = [entry for entry in _entries(group) if _name(entry) == name]
    if not match:
        raise InputError(f"no {_one(group)} is called {name}; there are {', '.join(names(group))}", code="no-plugin")
    return match[0]


def _one(group: str) -> str:
    return {"taxonomies": "taxonomy"}.get(group, group.removesuffix("s"))


def _name(entry: EntryPoint) -> str:
    return entry.name if _is_own(entry) else f"{entry.dist.name if entry.dist else ''}:{entry.name}"


def _is_own(entry: EntryPoint) -> bool:
    return entry.dist is not None and entry.dist.name == OWN
