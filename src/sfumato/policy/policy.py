"""Policies: what to hide, which detectors to run first, and how to judge. Written in TOML.

extends = "us-medical"                    # a shipped policy or a file beside this one, or a list of them
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
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from sfumato.errors import InputError
from sfumato.io.settings import near, quoted
from sfumato.policy.profile import DEFAULT, Profile
from sfumato.types import Term

DETECTORS = ("patterns", "entities", "identifiers", "list", "informative")
TAXONOMIES = ("MeSH", "MONDO", "HP", "WordNet", "places")

_NEAR = (60, 30)  # characters before and after a span in which a word counts as near


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


def label_key(label: str) -> str:
    """What makes two labels one: neither capitals nor spaces tell them apart."""
    return " ".join(label.removeprefix("name:").casefold().split())


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
