"""Strategies found by name: ours and those of plug-ins, all declared as entry points.

Each kind of strategy has a group, `sfumato.judges` for one. Nothing is imported to know what there is, and nothing is
active by being installed: ours are, a plug-in's only where it is asked for by name, as "acme-tools:badge".

A plug-in says of itself, in a file `sfumato-plugin.toml` beside its code that is read before any of it runs,

    contract = 1           # the version of the contracts that it was written for; [1, 2] if it keeps several
    network = false        # whether it asks anything beyond this machine

`SFUMATO_PLUGINS` limits which distributions may be used at all; empty, it allows none. `SFUMATO_ALLOW_NETWORK` names
those that may use the network. Both take names separated by commas.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path
from traceback import walk_tb
from typing import Any, NamedTuple

from sfumato.errors import InputError, PluginError, SfumatoError

OWN = "sfumato"
CONTRACTS = (1,)
"""The versions of the contracts that this release keeps: the present one, and the one before it for one release."""
GROUPS = ("attackers", "detectors", "formats", "judges", "knowledge", "languages", "readers", "replacers", "taxonomies")
"""The kinds of strategies."""
ALLOWED = "SFUMATO_PLUGINS"
NETWORK = "SFUMATO_ALLOW_NETWORK"
ABOUT = "sfumato-plugin.toml"

_NAME = re.compile(r"[A-Za-z0-9][\w.-]+:[^\s:/\\]+")  # two letters at least before the colon: no drive


@dataclass(frozen=True, slots=True)
class Plugin:
    """A strategy that is installed: what it is, whose, and what it says of itself."""

    group: str
    name: str
    """By which it is asked for: "badge" if it is ours, else "acme-tools:badge"."""
    distribution: str
    version: str
    licence: str
    contracts: tuple[int, ...]
    network: bool
    digest: str
    """Names the files of the distribution: SHA-256 of what its RECORD says of them."""
    problem: str = ""
    """Why it cannot be used."""

    def as_claim(self) -> dict[str, str]:
        """What a certificate says of a plug-in that took part."""
        return {"name": self.name, "group": self.group, "version": self.version, "sha256": self.digest}


_UNREADABLE = "unreadable"


# --- finding ----------------------------------------------------------------------------------------------


def is_name(text: str) -> bool:
    """Whether a text is the name of a plug-in's strategy, and no path.

    >>> is_name("acme-tools:badge"), is_name("D:my.pack"), is_name("my.pack")
    (True, False, False)
    """
    return _NAME.fullmatch(text) is not None


def load(group: str, name: str) -> Any:
    """The strategy of a name; `InputError` if there is none, or if it may not be used."""
    entry = _entry(group, name)
    if problem := _problem(entry):
        raise InputError(f"plug-in {name}: {problem}", code="bad-plugin")
    try:
        return entry.point.load()
    except SfumatoError:
        raise
    except (Exception, SystemExit) as error:  # it is code of others: anything may be wrong with it
        raise InputError(f"plug-in {name}: cannot be loaded ({type(error).__name__})", code="bad-plugin") from error


def names(group: str) -> list[str]:
    """What can be asked for in a group."""
    return sorted(entry.name for entry in _entries(group))


def offered(group: str, distribution: str) -> list[str]:
    """What one distribution has in a group; `InputError` if it has nothing, or is not installed."""
    wanted = _canonical(distribution)
    found = [entry.name for entry in _entries(group) if entry.distribution == wanted]
    if not found:
        raise InputError(f"{distribution}: no such package with {group} is installed", code="no-plugin")
    return found


def listed() -> Iterator[Plugin]:
    """All strategies that are installed, ours first."""
    for group in GROUPS:
        for entry in sorted(_entries(group), key=lambda entry: (not entry.is_own, entry.name)):
            yield describe(group, entry)


def uses_network(group: str, name: str) -> bool:
    """Whether a plug-in says of itself that it asks anything beyond this machine."""
    return _about(_entry(group, name)).get("network") is True


def describe(group: str, entry: _Entry) -> Plugin:
    """What can be said of a strategy without running any of its code."""
    dist = entry.point.dist
    assert dist is not None
    about = _about(entry)
    return Plugin(
        group=group,
        name=entry.name,
        distribution=entry.distribution,
        version=dist.version,
        licence=next((dist.metadata[key] for key in ("License-Expression", "License") if key in dist.metadata), ""),
        contracts=_contracts(about),
        network=about.get("network") is True,
        digest=_digest(dist),
        problem=_problem(entry),
    )


def _problem(entry: _Entry) -> str:
    """Why a strategy may not be used, and how to mend that; nothing if it is ours."""
    if entry.is_own:
        return ""
    distribution, about = entry.distribution, _about(entry)
    if ALLOWED in os.environ and distribution not in _listed_in(ALLOWED):
        return f"{distribution} is not among the distributions that {ALLOWED} allows"
    if not about:
        return f"it says nothing of itself: its author must add {ABOUT}, with contract and network, to its package"
    if _UNREADABLE in about:
        return f"{ABOUT} {about[_UNREADABLE]}: it must say contract and network"
    contracts = _contracts(about)
    if not contracts:
        return f"{ABOUT} does not say which contract it was written for (contract = {CONTRACTS[-1]})"
    if not set(contracts) & set(CONTRACTS):
        ours, theirs = (", ".join(map(str, each)) for each in (CONTRACTS, contracts))
        return f"written for contract {theirs}, where this release keeps {ours}: install a version of it for {ours}"
    if not isinstance(about.get("network"), bool):
        return f"{ABOUT} does not say whether it uses the network (network = false)"
    if about["network"] and distribution not in _listed_in(NETWORK):
        return f"it uses the network: allow that with {NETWORK}={distribution}"
    return ""


def _contracts(about: dict[str, Any]) -> tuple[int, ...]:
    said = about.get("contract")
    return tuple(each for each in (said if isinstance(said, list) else [said]) if type(each) is int)


def _listed_in(variable: str) -> set[str]:
    return {_canonical(name.strip()) for name in os.environ.get(variable, "").split(",")}


@cache
def _about(entry: _Entry) -> dict[str, Any]:
    """What a plug-in says of itself, in a file beside its code or above; nothing if there is none that can be read."""
    if entry.is_own:
        return {"contract": [*CONTRACTS], "network": False}
    top, *below = entry.point.module.split(".")
    spec = importlib.util.find_spec(top)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for depth in range(len(below), -1, -1):
            path = Path(folder, *below[:depth], ABOUT)
            try:
                return tomllib.loads(path.read_text(encoding="utf-8")) or {_UNREADABLE: "is empty"}
            except OSError:
                continue
            except ValueError:
                return {_UNREADABLE: "is not TOML"}
    return {}


def _digest(dist: Distribution) -> str:
    """The same for the same files wherever they are installed: what an installer adds of its own is left out."""
    lines = [
        f"{file} {file.hash.value}"
        for file in dist.files or ()
        if file.hash and ".dist-info" not in file.parts[0] and file.parts[0] != ".."
    ]
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


class _Entry(NamedTuple):
    """An entry point, and the distribution that declares it."""

    point: EntryPoint
    distribution: str

    @property
    def is_own(self) -> bool:
        return self.distribution == OWN

    @property
    def name(self) -> str:
        return self.point.name if self.is_own else f"{self.distribution}:{self.point.name}"


@cache
def _entries(group: str) -> tuple[_Entry, ...]:
    points = entry_points(group=f"sfumato.{group}")
    return tuple(_Entry(point, _canonical(point.dist.name)) for point in points if point.dist)


def _entry(group: str, name: str) -> _Entry:
    whose, colon, what = name.rpartition(":")
    wanted = f"{_canonical(whose)}{colon}{what}"
    for entry in _entries(group):
        if entry.name == wanted:
            return entry
    there_are = names(group)
    if others := [each for each in there_are if each.endswith(f":{name}")]:
        raise InputError(f"say whose {_one(group)} {name} is meant: {', '.join(others)}", code="no-plugin")
    raise InputError(f"no {_one(group)} is called {name}; there are {', '.join(there_are)}", code="no-plugin")


def unknown(name: str) -> InputError:
    """That nothing is called so, and what may be meant."""
    near = sorted({each for group in GROUPS for each in names(group) if each.endswith(f":{name}")})
    hint = f"; there is {', '.join(near)}" if near else ""
    return InputError(f"nothing that is installed is called {name}{hint}", code="no-plugin")


def _one(group: str) -> str:
    return {"taxonomies": "taxonomy"}.get(group, group.removesuffix("s"))


def _canonical(name: str) -> str:
    """The one spelling of a distribution's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


# --- claiming ---------------------------------------------------------------------------------------------


def claims(used: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    """What a certificate says of the plug-ins among strategies that took part, given by group and name."""
    return [describe(group, _entry(group, name)).as_claim() for group, name in dict.fromkeys(used) if is_name(name)]


def confirm(claimed: Any) -> None:
    """Refuses where a plug-in that a certificate names is not installed here, or is not the same."""
    try:
        wanted = [(each["group"], each["name"], each["version"], each["sha256"]) for each in claimed]
    except (TypeError, LookupError):
        raise InputError("the certificate does not say which plug-ins took part", code="bad-claim") from None
    for group, name, version, digest in wanted:
        if group not in GROUPS or name not in names(group):
            said = f"plug-in {name} {version} took part, and is not installed here"
            raise InputError(said, code="plugin-missing")
        found = describe(group, _entry(group, name))
        if (found.version, found.digest) != (version, digest):
            here = f"version {found.version}" if found.version != version else "one of other files"
            raise InputError(f"plug-in {name} {version} took part, and here is {here}", code="plugin-differs")


# --- failing ----------------------------------------------------------------------------------------------


@contextmanager
def blaming() -> Iterator[None]:
    """Whatever is raised in the code of a plug-in becomes a `PluginError`, without its words; also as a decorator."""
    try:
        yield
    except PluginError:
        raise
    except (Exception, SystemExit) as error:
        if name := _at_fault(error):
            raise PluginError(name, f"failed ({type(error).__name__})") from None
        raise


def _at_fault(error: BaseException) -> str:
    """The distribution of the plug-in whose code an error came through; empty if there is none."""
    modules = (str(frame.f_globals.get("__name__")) for frame, _ in walk_tb(error.__traceback__))
    found = [_packages().get(module.partition(".")[0], "") for module in modules]
    return next(filter(None, reversed(found)), "")


@cache
def _packages() -> dict[str, str]:
    """The distribution of each package that has strategies."""
    entries = [entry for group in GROUPS for entry in _entries(group) if not entry.is_own]
    return {top: entry.distribution for entry in entries if (top := entry.point.module.partition(".")[0]) != OWN}
