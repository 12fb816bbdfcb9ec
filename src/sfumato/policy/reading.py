"""Policies from files: those that ship with sfumato, by name, and those of the user.

Whatever is wrong in a file raises `InputError` with the file, the table, the key and what is allowed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import check_regular, guarded, shown
from sfumato.io.settings import Table, near, quoted, toml
from sfumato.languages.folding import has_word
from sfumato.policy.policy import DETECTORS, TAXONOMIES, Detect, Hide, Policy
from sfumato.policy.profile import ALPHA, profile_of
from sfumato.policy.uniting import united
from sfumato.policy.writing import WAYS
from sfumato.types import is_label

_SIZE = 1_000_000  # bytes of a policy file at most
_BITS = (0.0, 100.0)
_ANY_SPAN = frozenset(("generalize", "redact", "keep"))  # ways to write that suit a span of whatever label
_KEYS = ("name", "description", "source", "extends", "taxonomies", "hide", "detect", "profile")


def read(path: Path | str) -> Policy:
    """The policy of a TOML file, with what it extends."""
    return _read(Path(path), ())


def shipped() -> dict[str, Policy]:
    """The policies that come with sfumato, by name."""
    return {name: _shipped(name) for name in _names()}


def find(name: Path | str) -> Policy:
    """A shipped policy by its name, or that of a file whose name ends in .toml."""
    return _find(str(name), Path(), ())


@cache
def _names() -> tuple[str, ...]:
    folder = resources.files("sfumato.policy").joinpath("shipped")
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


@cache
def _shipped(name: str) -> Policy:
    file = resources.files("sfumato.policy").joinpath("shipped", f"{name}.toml")
    return _policy(toml(file.read_bytes(), file.name, "policy"), file.name, Path(), ())


def _find(name: str, folder: Path, within: tuple[Path, ...], asked: str = "") -> Policy:
    if name.lower().endswith(".toml") and "\0" not in name:
        return _read(folder / name, within)
    if name not in _names():
        there_are = f"there are {', '.join(_names())}, and files whose name ends in .toml"
        raise InputError(f"{asked}no policy {quoted(name)}{near(name, _names())}; {there_are}")
    return _shipped(name)


def _read(path: Path, within: tuple[Path, ...]) -> Policy:
    where = shown(path)
    check_regular(path)
    with guarded(path):
        here = path.resolve()
        with path.open("rb") as file:
            data = file.read(_SIZE + 1)
    if len(data) > _SIZE:
        raise InputError(f"{where}: larger than {_SIZE:,} bytes, so no policy")
    if here in within:
        raise InputError(f"{where}: extends itself: {' -> '.join(file.name for file in (*within, here))}")
    return _policy(toml(data, where, "policy"), where, path.parent, (*within, here))


# --- what stands in them ----------------------------------------------------------------------------------


def _policy(table: Table, where: str, folder: Path, within: tuple[Path, ...]) -> Policy:
    table.only(_KEYS)
    base = Policy("")
    if "extends" in table.values:
        several = isinstance(table.values["extends"], list)
        names = table.texts("extends") if several else (table.text("extends", needed=True),)
        if not names:
            raise table.wrong("extends", "is empty")
        base = united([_find(name, folder, within, f"{where}: extends: ") for name in names])
    hide = [_hide(entry) for entry in table.tables("hide")]
    _check_once(hide, table)
    profile: Any = table.values.get("profile", {})
    return Policy(
        name=table.text("name", Path(where).stem),
        description=table.text("description", base.description),
        source=table.text("source", base.source),
        hide=_united(base.hide, hide),
        detect=tuple(dict.fromkeys((*(_detect(entry) for entry in table.tables("detect")), *base.detect))),
        profile=profile_of(profile, f"{where}: [profile]", base.profile),
        taxonomies=_taxonomies(table) or base.taxonomies,
    )


def _hide(table: Table) -> Hide:
    table.only(("label", "alpha", "aliases", "why"))
    label, aliases = table.text("label", needed=True), table.texts("aliases")
    for key, name in (("label", label), *(("aliases", alias) for alias in aliases)):
        if not has_word(name):
            raise table.wrong(key, f"{quoted(name)} names nothing: a letter or digit is needed")
    return Hide(label, table.number("alpha", *ALPHA), aliases, table.text("why"))


def _check_once(hide: Collection[Hide], table: Table) -> None:
    seen: dict[str, int] = {}
    for at, entry in enumerate(hide, 1):
        first = seen.setdefault(_key(entry.label), at)
        if first != at:
            raise InputError(
                f"{table.where}: [[hide]] {at}: label {quoted(entry.label)} is also that of [[hide]] {first}"
            )


def _united(base: Collection[Hide], own: Collection[Hide]) -> tuple[Hide, ...]:
    """All secrets; one that is given again has its own alpha if there is one, and the aliases of both."""
    united = {_key(entry.label): entry for entry in base}
    for entry in own:
        key = _key(entry.label)
        if before := united.get(key):
            aliases = tuple(dict.fromkeys((*before.aliases, *entry.aliases)))
            alpha = before.alpha if entry.alpha is None else entry.alpha
            entry = replace(entry, alpha=alpha, aliases=aliases, why=entry.why or before.why)
        united[key] = entry
    return tuple(united.values())


def _key(label: str) -> str:
    """The same for labels that differ in capitals and white space alone."""
    return " ".join(label.split()).casefold()


def _detect(table: Table) -> Detect:
    table.only(("detector", "labels", "write", "near", "names", "bits", "why"))
    plugin = ":" in str(table.values.get("detector"))  # found when it is needed
    detector = table.text("detector", needed=True) if plugin else table.choice("detector", DETECTORS)
    labels, names = table.texts("labels"), table.texts("names")
    write = table.choice("write", WAYS, "generalize")
    bits = table.number("bits", *_BITS)
    for label in labels:
        if not is_label(label):
            raise table.wrong("labels", f"must be in capitals as in US_SSN, not {quoted(label)}")
    for key, of, given in (("names", "list", bool(names)), ("bits", "informative", bits is not None)):
        if given and detector != of:
            raise table.wrong(key, f"means nothing to the detector {quoted(detector)}, only to {quoted(of)}")
        if not given and detector == of:
            raise table.wrong(key, f"is missing: the detector {quoted(of)} needs it")
    if detector == "informative" and labels:
        raise table.wrong("labels", 'means nothing to the detector "informative"')
    if detector == "list":
        if len(labels) > 1:
            raise table.wrong("labels", "must have at most one label: the one that the names get")
    elif write not in _ANY_SPAN and not labels:
        raise table.wrong("write", f"{quoted(write)} does not suit every span: say which labels it is for")
    return Detect(detector, labels, write, table.texts("near"), names, bits, table.text("why"))


def _taxonomies(table: Table) -> tuple[str, ...]:
    names = table.texts("taxonomies")
    for name in names:
        if name not in TAXONOMIES:
            raise table.wrong(
                "taxonomies", f"{quoted(name)} is none of {', '.join(TAXONOMIES)}{near(name, TAXONOMIES)}"
            )
    return names
