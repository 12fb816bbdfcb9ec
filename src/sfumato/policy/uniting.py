"""Several policies as one: all secrets, all detectors, and of each setting the stricter.

Where neither of two is stricter, the policies contradict each other: `InputError` says in what.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from sfumato.errors import InputError
from sfumato.policy.policy import TAXONOMIES, Detect, Hide, Policy, label_key
from sfumato.policy.profile import DEFAULT, SETTINGS, Profile, profile_of

_LENIENT_FIRST: dict[str, tuple[Any, ...]] = {
    "unknown": ("keep", "review", "redact"),
    "identifying": ("never", "auto", "always"),
    "context": ("sentence", "paragraph", "document"),
    "parts": ("nouns", "all"),
    "keep_negated": (True, False),
    "gaps": ("none", "mark"),  # who asks for marks has to show them
    "optimal": (False, True),  # a wish rather than protection: it is granted
}
_MORE = ("alpha", "groups", "crowd")
_FEWER = ("support",)
_ALL = ("readers",)
_ORDERED = (*_LENIENT_FIRST, *_MORE, *_FEWER, *_ALL)


def united(policies: Sequence[Policy], *, decided: Collection[str] = ()) -> Policy:
    """The policy that hides what any of several hides; `decided` are settings about which they need not agree.

    What detectors find is rewritten whatever it discloses, so that a policy of detectors alone needs no lenient judge:
    none of its settings weakens the default, by which the secrets of others are judged.
    """
    judging = [_without_say(policy) for policy in policies]
    if len(judging) == 1:
        return judging[0]
    return Policy(
        " + ".join(dict.fromkeys(policy.name for policy in judging)),
        "\n".join(dict.fromkeys(policy.description for policy in judging if policy.description)),
        "\n".join(dict.fromkeys(policy.source for policy in judging if policy.source)),
        _hide(judging),
        _detect(judging),
        _profile(judging, decided),
        _taxonomies(judging),
    )


def at_least(one: Profile, other: Profile) -> Profile:
    """The first profile, but as strict as the second in all of which there is more and less."""
    stricter = {key: _stricter(key, getattr(one, key), getattr(other, key)) for key in _ORDERED}
    changed = {key: value for key, value in stricter.items() if value != getattr(one, key)}
    return profile_of(changed, "profile", one) if changed else one


def _without_say(policy: Policy) -> Policy:
    """A policy of detectors alone with settings that weaken nothing."""
    only_detects = policy.detect and not policy.hide
    return replace(policy, profile=at_least(policy.profile, DEFAULT)) if only_detects else policy


def _stricter(key: str, one: Any, other: Any) -> Any:
    if key in _LENIENT_FIRST:
        return max(one, other, key=_LENIENT_FIRST[key].index)
    if key in _ALL:
        return tuple(dict.fromkeys((*one, *other)))
    return max(one, other) if key in _MORE else min(one, other)


# --- settings and secrets ---------------------------------------------------------------------------------


def _profile(policies: Sequence[Policy], decided: Collection[str]) -> Profile:
    made = reduce(at_least, (policy.profile for policy in policies))
    values = {}
    for key in SETTINGS:
        if key in _ORDERED or key == "name":
            continue
        said = {
            getattr(policy.profile, key): policy.name
            for policy in policies
            if policy.hide or getattr(policy.profile, key) != getattr(DEFAULT, key)
        }
        if len(said) > 1 and key not in decided:
            each = ", ".join(f"{_written(value)} in {name}" for value, name in said.items())
            raise InputError(f"policies contradict each other: {key} is {each}", code="settings-contradict")
        values[key] = next(iter(said), getattr(DEFAULT, key))
    changed = {key: value for key, value in values.items() if value != getattr(made, key)}
    return profile_of(changed, "profile", made) if changed else made


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _hide(policies: Sequence[Policy]) -> tuple[Hide, ...]:
    """Every secret once, with the aliases of all; an alpha that one gives it does not lower that of another."""
    found: dict[str, list[tuple[Hide, float]]] = {}
    for policy in policies:
        for hide in policy.hide:
            found.setdefault(label_key(hide.label), []).append((hide, policy.profile.alpha))
    secrets = []
    for same in found.values():
        first = same[0][0]
        own = any(hide.alpha is not None for hide, _ in same)
        secrets.append(
            replace(
                first,
                alpha=max(hide.alpha or usual for hide, usual in same) if own else None,
                aliases=tuple(dict.fromkeys(alias for hide, _ in same for alias in hide.aliases)),
                why="; ".join(dict.fromkeys(hide.why for hide, _ in same if hide.why)),
            )
        )
    return tuple(secrets)


def _taxonomies(policies: Sequence[Policy]) -> tuple[str, ...]:
    """Those of all policies, in the order of the first that has one; none, which means all, if none names any."""
    named = [policy.taxonomies for policy in policies if policy.taxonomies]
    if not named:
        return ()
    rest = TAXONOMIES if any(policy.hide and not policy.taxonomies for policy in policies) else ()
    return tuple(dict.fromkeys(name for names in (*named, rest) for name in names))


# --- detectors --------------------------------------------------------------------------------------------


def _detect(policies: Sequence[Policy]) -> tuple[Detect, ...]:
    """The rules of all, such that the stricter decides about a span; an exception holds only where all make it."""
    ruled = [(policy.name, policy.detect) for policy in policies if policy.detect]
    kept = [
        (name, tuple(rule for rule in rules if rule.write != "keep" or all(rule in other for _, other in ruled)))
        for name, rules in ruled
    ]
    return reduce(_both, kept)[1] if kept else ()


_Ruled = tuple[str, tuple[Detect, ...]]


def _both(one: _Ruled, other: _Ruled) -> _Ruled:
    """The rules of two policies; before them, for what they write differently, the stricter for that alone."""
    if wrong := _disordered(one, other):
        if _disordered(other, one):
            raise _contradiction(one, other, wrong, "")
        one, other = other, one
    first = [
        rule
        for detector, what in _common(one[1], other[1])
        if not _in_order(_about(one[1], detector, what), _about(other[1], detector, what))
        for rule in _interleaved(one, other, detector, what)
    ]
    return f"{one[0]} + {other[0]}", tuple(dict.fromkeys((*first, *one[1], *other[1])))


def _disordered(one: _Ruled, other: _Ruled) -> str:
    """The detector of which rules about all that no rule speaks of have the stricter one last, if there is any."""
    detectors = dict.fromkeys(rule.detector for rule in one[1])
    return next((d for d in detectors if not _in_order(_about(one[1], d, ""), _about(other[1], d, ""))), "")


def _common(one: Sequence[Detect], other: Sequence[Detect]) -> Iterator[tuple[str, str]]:
    """Each detector of both with each label, or name of a list, that a rule speaks of."""
    for detector in dict.fromkeys(rule.detector for rule in one):
        rules = [rule for rule in (*one, *other) if rule.detector == detector]
        for what in dict.fromkeys(what for rule in rules for what in (rule.names or rule.labels)):
            yield detector, what


def _about(rules: Sequence[Detect], detector: str, what: str) -> list[Detect]:
    """The rules that may decide about a label, or about a name of a list; none: about what no rule speaks of."""
    found = []
    for rule in rules:
        spoken = rule.names or rule.labels
        if rule.detector == detector and (what in spoken or not spoken):
            found.append(replace(rule, names=(what,)) if rule.names else replace(rule, labels=(what,) if what else ()))
            if not rule.near:
                break  # it covers all: none after it decides anything
    return found


def _in_order(one: Sequence[Detect], other: Sequence[Detect]) -> bool:
    """Whether the stricter goes first where all of one stand before all of the other."""
    return all(_is_as_strict(a.write, b.write) for a in one for b in other)


def _interleaved(one: _Ruled, other: _Ruled, detector: str, what: str) -> list[Detect]:
    """The rules about something in the order in which the stricter decides; `InputError` where there is none."""
    a, b = _about(one[1], detector, what), _about(other[1], detector, what)
    made = []
    while a and b:
        if _in_order(a[:1], b):
            made.append(a.pop(0))
        elif _in_order(b[:1], a):
            made.append(b.pop(0))
        else:
            raise _contradiction((one[0], (a[0],)), (other[0], (b[0],)), detector, what)
    return [*made, *a, *b]


def _contradiction(one: _Ruled, other: _Ruled, detector: str, what: str) -> InputError:
    ways = " and ".join(f"{_about(rules, detector, what)[0].write} in {name}" for name, rules in (one, other))
    said = f"what {detector} finds as {what}" if what else f"whatever else {detector} finds"
    return InputError(f"policies contradict each other: {said} is written as {ways}", code="rules-contradict")


def _is_as_strict(one: str, other: str) -> bool:
    """Whether a way to write tells no more than another.

    >>> _is_as_strict("redact", "last-four"), _is_as_strict("generalize", "year")
    (True, False)
    """
    return one == other or one == "redact" or other == "keep" or (one, other) == ("birth-year", "year")
