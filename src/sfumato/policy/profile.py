"""Profiles: how to judge what discloses. A policy says what to hide.

There is one profile named `default`; the `paper-...` ones judge as the papers do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from sfumato.errors import InputError
from sfumato.io.settings import Table, kind, near, not_a_choice, not_a_number, quoted
from sfumato.plugins import is_name

ALPHA = (1.0, 1000.0)
"""The least and the most that alpha may be: at 1 what is left must not tell all of a secret, above that less of it."""

_CHOICES = {
    "judge": ("c-sanitized", "correlated", "healthcare"),
    "counting": ("taxonomic", "surface"),
    "context": ("sentence", "paragraph", "document"),
    "threshold": ("least-informative", "most-informative-generalisation"),
    "unknown": ("redact", "keep", "review"),
    "identifying": ("auto", "always", "never"),
    "method": ("generalize", "redact", "pseudonym", "surrogate"),
    "gaps": ("none", "mark"),
    "parts": ("nouns", "all"),
}
_SWAPPED = ("judge", "method")
_WHOLE = {"groups": (1, 4), "support": (1, 1_000_000), "crowd": (0, 100)}

MEANING = {
    "name": "recorded in every certificate",
    "judge": "the model that says what discloses",
    "alpha": "a secret is disclosed from 1/alpha of its information on: more hides more",
    "groups": "the largest group of terms that is judged together",
    "crowd": "how many rivals (conditions, people of a list) must fit what is left about as well, for every reader",
    "readers": "readers of plug-ins, beside those that come with sfumato: as many must fit for each of them",
    "support": "the fewest documents in which terms and secret must be seen together; 1 is the papers'",
    "counting": "how secrets and generalisations are counted: with all they cover, or by their own words",
    "contextualised": "healthcare: counts within the generalisation's documents (eq. 10 to 13)",
    "context": "which terms are judged together",
    "threshold": "correlated: eq. 8 (least-informative) or eq. 9",
    "unknown": "what becomes of terms that the knowledge has never seen",
    "identifying": "judge names, numbers and rare terms by their own information; auto: unless the secret is a concept",
    "method": "what stands in the place of a term that discloses",
    "gaps": "what shows that something was left out whole: nothing, or a mark in its place",
    "optimal": "choose replacements by an exact solver where the document is small enough",
    "parts": "nouns, or verbs and adjectives too",
    "keep_negated": "negated statements stay",
    "any_language": "a text that is plainly of another language is read all the same, not refused",
}
"""What each setting is, for people; the order in which they are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How to judge. Values that mean nothing raise `InputError`, however the profile is made."""

    name: str = "default"
    judge: str = "c-sanitized"
    alpha: float = 1.5
    groups: int = 1
    crowd: int = 5
    readers: tuple[str, ...] = ()
    support: int = 3
    counting: str = "taxonomic"
    contextualised: bool = False
    context: str = "document"
    threshold: str = "least-informative"
    unknown: str = "redact"
    identifying: str = "auto"
    method: str = "generalize"
    gaps: str = "none"
    optimal: bool = False
    parts: str = "nouns"
    keep_negated: bool = False
    any_language: bool = False

    def __post_init__(self) -> None:
        for key in SETTINGS:
            if problem := _problem(key, getattr(self, key)):
                raise InputError(f"profile: {key} {problem}")


SETTINGS = tuple(field.name for field in fields(Profile))
"""The names of all settings."""


def _problem(key: str, value: object) -> str | None:
    """What is wrong with the value of a setting, in words that follow its name; nothing if it is right."""
    if key in _SWAPPED and isinstance(value, str) and ":" in value:
        return None  # a plug-in's, found when it is needed
    if key in _CHOICES:
        return not_a_choice(value, _CHOICES[key])
    if key in _WHOLE:
        return not_a_number(value, *_WHOLE[key], whole=True)
    if key == "alpha":
        return not_a_number(value, *ALPHA)
    if key == "readers":
        names = value if isinstance(value, list | tuple) else (None,)
        fit = all(isinstance(each, str) and is_name(each) for each in names)
        return None if fit else 'must be a list of names of plug-ins, as in ["acme-tools:reader"]'
    if key == "name":
        return None if isinstance(value, str) and value.strip() else "must be a text that is not empty"
    return None if isinstance(value, bool) else f"must be true or false, not {kind(value)}"


DEFAULT = Profile()
"""The profile that is meant by default settings, chosen from measurements."""

_PAPER = Profile(support=1, crowd=0, counting="surface", identifying="never", alpha=2.0, name="paper-c-sanitized")

PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        DEFAULT,
        _PAPER,
        replace(_PAPER, judge="correlated", name="paper-correlated"),
        replace(_PAPER, judge="healthcare", contextualised=True, name="paper-healthcare"),
    )
}
"""The profiles that ship with sfumato, by name."""

ABOUT: Mapping[str, str] = {
    "default": "Chosen from measurements; what is meant by default settings.",
    "paper-c-sanitized": "C-sanitized: a privacy model for document redaction and sanitization, as published.",
    "paper-correlated": "Utility-preserving sanitization of semantically correlated terms, as published.",
    "paper-healthcare": "Utility-preserving privacy protection of textual healthcare documents, contextualised.",
}
"""One line about each of them."""


def profile(name: str) -> Profile:
    """The shipped profile of this name.

    >>> profile("paper-correlated").support
    1
    """
    if name not in PROFILES:
        raise InputError(f"no profile {quoted(name)}{near(name, PROFILES)}; there are {', '.join(PROFILES)}")
    return PROFILES[name]


def profile_of(table: Mapping[str, Any], where: str, base: Profile = DEFAULT) -> Profile:
    """The profile that a table of settings describes: `base`, or the shipped one it names, but for what it sets.

    Unless the table has a name of its own, the profile's says what was changed: nothing that differs from a
    shipped profile bears its name. `where` begins the message about what is wrong.

    >>> profile_of({"alpha": 2, "groups": 3}, "mine.toml: [profile]").name
    'default with alpha 2, groups 3'
    """
    given = Table.of(table, where)
    given.only(("base", *SETTINGS))
    if "base" in table:
        base = PROFILES[given.choice("base", tuple(PROFILES))]
    values = {key: value for key, value in table.items() if key != "base"}
    for key, value in values.items():
        if problem := _problem(key, value):
            raise given.wrong(key, problem)
    if "alpha" in values:
        values["alpha"] = float(values["alpha"])
    if "readers" in values:
        values["readers"] = tuple(values["readers"])
    made = replace(base, **values)
    root = made.name.partition(" with ")[0]
    if root in PROFILES:
        return replace(made, name=root + _changes(made, PROFILES[root]))
    return made if "name" in values else replace(made, name=base.name + _changes(made, base))


def _changes(made: Profile, start: Profile) -> str:
    keys = [key for key in SETTINGS if key != "name" and getattr(made, key) != getattr(start, key)]
    return " with " + ", ".join(f"{key} {_said(getattr(made, key))}" for key in keys) if keys else ""


def _said(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return " and ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)
