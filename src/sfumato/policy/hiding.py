"""What a request hides: labels as people give them, with an alpha of their own and further names, beside a policy's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sfumato.errors import InputError
from sfumato.io.settings import not_a_number
from sfumato.policy.policy import Hide, Policy, find
from sfumato.policy.profile import ALPHA, profile, profile_of


def hide_of(label: str | Hide) -> Hide:
    """A secret as it is given: a label, perhaps with an alpha of its own.

    >>> hide_of("HIV"), hide_of("HIV@2").alpha, hide_of("jo@example.org").label
    (Hide(label='HIV', alpha=None, aliases=(), why=''), 2.0, 'jo@example.org')
    """
    if isinstance(label, Hide):
        return label
    name, _, number = label.rpartition("@")
    try:
        alpha = float(number) if "@" in label else None
    except ValueError:
        alpha = None
    if alpha is not None and not name.strip():
        raise InputError(f"{label}: the secret itself is missing before @")
    if alpha is None:
        if name and "." not in number:
            raise InputError(f"{label}: what follows @ is the secret's alpha, a number")
        return Hide(label.strip())
    if problem := not_a_number(alpha, *ALPHA):
        raise InputError(f"{label}: alpha {problem}")
    if hide_of(name).alpha is not None:
        raise InputError(f"{label}: a secret has one alpha")
    return Hide(name.strip(), alpha)


def policy_of(
    hide: Iterable[str | Hide] = (),
    *,
    aliases: Sequence[str] = (),
    policy: str | None = None,
    profile_name: str | None = None,
    settings: Mapping[str, Any] | None = None,
    base: Policy | None = None,
) -> Policy:
    """The policy that a request means: the one it names, with its own secrets, names and settings on top.

    `aliases` are further names, as in "HIV=slim disease"; `settings` are those of a profile that are changed.
    `base` stands for a policy where none is named.
    """
    found = find(policy) if policy else base or Policy("command")
    judged = profile(profile_name) if profile_name else found.profile
    changed = {key: value for key, value in (settings or {}).items() if value is not None}
    judged = profile_of(changed, "settings", judged) if changed else judged
    return replace(found, profile=judged, hide=_named(_united(found.hide, map(hide_of, hide)), aliases))


def _united(base: Iterable[Hide], own: Iterable[Hide]) -> tuple[Hide, ...]:
    """All secrets; one that is given again has the alpha that was given last."""
    united = {_key(hide.label): hide for hide in base}
    for hide in own:
        before = united.get(_key(hide.label))
        united[_key(hide.label)] = replace(before, alpha=hide.alpha or before.alpha) if before else hide
    return tuple(united.values())


def _key(label: str) -> str:
    """What makes two labels one: neither capitals nor spaces tell them apart."""
    return " ".join(label.removeprefix("name:").casefold().split())


def _named(hide: tuple[Hide, ...], aliases: Sequence[str]) -> tuple[Hide, ...]:
    """The secrets with the further names that are given for them."""
    named = {_key(each.label): each for each in hide}
    for alias in aliases:
        label, _, other = alias.partition("=")
        key = _key(hide_of(label).label) if label.strip() else ""
        if not key or not other.strip():
            raise InputError(f'alias {alias}: must be LABEL=NAME, as in "HIV=slim disease"', code="bad-alias")
        if key not in named:
            raise InputError(f"alias {alias}: no secret {label.strip()} is given", code="alias-without-secret")
        named[key] = replace(named[key], aliases=(*named[key].aliases, other.strip()))
    return tuple(named.values())
