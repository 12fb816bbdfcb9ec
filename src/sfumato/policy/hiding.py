"""What a request hides: labels as people give them, with an alpha of their own and further names, beside a policy's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sfumato.errors import InputError
from sfumato.io.settings import not_a_number
from sfumato.policy.policy import Hide, Policy, label_key
from sfumato.policy.profile import ALPHA, DEFAULT, SETTINGS, profile, profile_of
from sfumato.policy.reading import find
from sfumato.policy.uniting import at_least, united


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
    policy: str | Sequence[str] = (),
    profile_name: str | None = None,
    settings: Mapping[str, Any] | None = None,
    base: Policy | None = None,
) -> Policy:
    """The policy that a request means: those it names united, with its own secrets, names and settings on top.

    `aliases` are further names, as in "HIV=slim disease"; `settings` are those of a profile that are changed.
    `base` stands for a policy where none is named. A policy that hides something of its own never weakens how the
    secrets of the request are judged; settings and the profile that the request itself names decide.
    """
    changed = {key: value for key, value in (settings or {}).items() if value is not None}
    names = (policy,) if isinstance(policy, str) else policy
    decided = SETTINGS if profile_name else tuple(changed)
    found = united(list(map(find, names)), decided=decided) if names else base or Policy("command")
    secrets = _united(found.hide, map(hide_of, hide))
    judged = found.profile
    if profile_name:
        judged = profile(profile_name)
    elif (found.hide or found.detect) and len(secrets) > len(found.hide):
        judged = at_least(judged, DEFAULT)
    judged = profile_of(changed, "settings", judged) if changed else judged
    return replace(found, profile=judged, hide=_named(secrets, aliases))


def _united(base: Iterable[Hide], own: Iterable[Hide]) -> tuple[Hide, ...]:
    """All secrets; one that is given again has the alpha that was given last."""
    united = {label_key(hide.label): hide for hide in base}
    for hide in own:
        before = united.get(label_key(hide.label))
        united[label_key(hide.label)] = replace(before, alpha=hide.alpha or before.alpha) if before else hide
    return tuple(united.values())


def _named(hide: tuple[Hide, ...], aliases: Sequence[str]) -> tuple[Hide, ...]:
    """The secrets with the further names that are given for them."""
    named = {label_key(each.label): each for each in hide}
    for alias in aliases:
        label, _, other = alias.partition("=")
        key = label_key(hide_of(label).label) if label.strip() else ""
        if not key or not other.strip():
            raise InputError(f'alias {alias}: must be LABEL=NAME, as in "HIV=slim disease"', code="bad-alias")
        if key not in named:
            raise InputError(f"alias {alias}: no secret {label.strip()} is given", code="alias-without-secret")
        named[key] = replace(named[key], aliases=(*named[key].aliases, other.strip()))
    return tuple(named.values())
