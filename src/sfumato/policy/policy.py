"""Policies: what to hide, which detectors to run first, and how to judge. Written in TOML.

    extends = "us-medical"                    # a shipped policy, or a file beside this one
    name = "ward-7"
    description = "What ward 7 must not let out."
    source = "House rule 12"
    taxonomies = ["MeSH", "WordNet"]          # in order of preference; none: all of them

    [[hide]]
    label = "hepatitis"
    alpha = 2
    aliases = ["hep C"]

    [[detect]]
    detector = "patterns"
    labels = ["US_SSN"]
    write = "last-four"

    [profile]
    base = "default"
    groups = 2

Whatever is wrong in a file raises `InputError` with the file, the table, the key and what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import check_regular, guarded, shown
from sfumato.io.settings import Table, near, quoted, toml
from sfumato.languages.folding import has_word
from sfumato.policy.profile import ALPHA, DEFAULT, Profile, profile_of
from sfumato.policy.writing import WAYS
from sfumato.types import Term, is_label

DETECTORS = ("patterns", "entities", "identifiers", "list", "informative")
TAXONOMIES = ("MeSH", "MONDO", "HP", "WordNet", "places")

_SIZE = 1_000_000  # bytes of a policy file at most
_BITS = (0.0, 100.0)
_NEAR = (60, 30)  # characters before and after a span in which a word counts as near
_ANY_SPAN = frozenset(("generalize", "redact", "keep"))  # ways to write that suit a span of whatever label
_KEYS = ("name", "description", "source", "extends", "taxonomies", "hide", "detect", "profile")


@dataclass(frozen=True, slots=True)
class Hide:
    """A secret: the label of a concept or a name, its own alpha or None for the profile's, further names, and why."""

    label: str
    alpha: float | None = None
    aliases: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Detect:
    """Spans that a detector finds are rewritten, whatever they disclose.

    `labels` are those that the entry is about, all where there are none; a list gives its spans the one label named.
    `write` is one of `sfumato.policy.WAYS`. `near` limits the entry to spans with one of these words close by.
    `names` are what a list looks for, `bits` the information from which a term is informative.
    """

    detector: str
    labels: tuple[str, ...] = ()
    write: str = "generalize"
    near: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    bits: float | None = None
    why: str = ""

    def covers(self, term: Term, text: str) -> bool:
        """Whether this entry is about a span of its detector, given the document's text."""
        if self.labels and term.label not in self.labels:
            return False
        if not self.near:
            return True
        before, after = _NEAR
        around = text[max(0, term.start - before) : term.start], text[term.end : term.end + after]
        return any(_word(self.near).search(part) for part in around)


@dataclass(frozen=True, slots=True)
class Policy:
    """What to hide, and how to judge. The first entry of `detect` that covers a span decides about it."""

    name: str
    description: str = ""
    source: str = ""
    hide: tuple[Hide, ...] = ()
    detect: tuple[Detect, ...] = ()
    profile: Profile = DEFAULT
    taxonomies: tuple[str, ...] = ()

    def entry(self, detector: str, term: Term, text: str) -> Detect | None:
        """The entry that decides about a span which a detector found in a text; None leaves it to the judge."""
        return next((e for e in self.detect if e.detector == detector and e.covers(term, text)), None)


@cache
def _word(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


# --- where policies come from -----------------------------------------------------------------------------


def read(path: Path | str) -> Policy:
    """The policy of a TOML file, with what it extends."""
    return _read(Path(path), ())


def shipped() -> dict[str, Policy]:
    """The policies that come with sfumato, by name."""
    return dict(_shipped())


def find(name: Path | str) -> Policy:
    """A shipped policy by its name, or that of a file whose name ends in .toml."""
    return _find(str(name), Path(), ())


@cache
def _shipped() -> Mapping[str, Policy]:  # none of them extends another
    folder = resources.files("sfumato.policy").joinpath("shipped")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {
        policy.name: policy
        for policy in (_policy(toml(file.read_bytes(), file.name, "policy"), file.name, Path(), ()) for file in files)
    }


def _find(name: str, folder: Path, within: tuple[Path, ...], asked: str = "") -> Policy:
    if name.lower().endswith(".toml") and "\0" not in name:
        return _read(folder / name, within)
    known = _shipped()
    if name not in known:
        there_are = f"there are {', '.join(known)}, and files whose name ends in .toml"
        raise InputError(f"{asked}no policy {quoted(name)}{near(name, known)}; {there_are}")
    return known[name]


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
        base = _find(table.text("extends", needed=True), folder, within, f"{where}: extends: ")
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


def check_labels(policy: Policy, known: Mapping[str, Collection[str]]) -> None:
    """Refuses labels that their detector never gives, since a misspelt one protects nothing.

    `known` has the labels of detectors by name; a detector that it does not name is not checked.
    """
    for entry in policy.detect:
        allowed = sorted(known.get(entry.detector, entry.labels))
        for label in entry.labels:
            if label not in allowed:
                hint = near(label, allowed) or f"; there are {', '.join(allowed)}"
                raise InputError(f"policy {policy.name}: {entry.detector} finds no {quoted(label)}{hint}")
