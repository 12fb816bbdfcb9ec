"""Policies and profiles as people and programs read them. What `as_toml` gives can be saved and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from sfumato.errors import InputError
from sfumato.io.settings import near, quoted
from sfumato.policy.policy import Policy
from sfumato.policy.profile import MEANING, PROFILES, Profile
from sfumato.policy.reading import find, shipped


def policy_or_profile(name: str) -> Policy | Profile:
    """A shipped policy or a profile by its name, or the policy of a file whose name ends in .toml."""
    names = (*shipped(), *PROFILES)
    if name not in names and not name.lower().endswith(".toml"):
        raise InputError(f"no policy or profile {quoted(name)}{near(name, names)}; there are {', '.join(names)}")
    return PROFILES[name] if name in PROFILES else find(name)


def described(what: Policy | Profile) -> dict[str, Any]:
    """All of a policy or profile, in plain values for JSON; what is not set is left out of hide and detect."""
    values = asdict(what)
    for key in ("hide", "detect"):
        if key in values:
            values[key] = [{name: value for name, value in entry.items() if _is_set(value)} for entry in values[key]]
    return values


def as_toml(what: Policy | Profile) -> str:
    """The same as a TOML file: a profile as the table that a policy would have."""
    return "\n".join(_profile(what, notes=True) if isinstance(what, Profile) else _policy(what)) + "\n"


def _policy(policy: Policy) -> Iterator[str]:
    values = described(policy)
    for key in ("name", "description", "source", "taxonomies"):
        if _is_set(values[key]):
            yield f"{key} = {_value(values[key])}"
    for key in ("hide", "detect"):
        for entry in values[key]:
            yield from ("", f"[[{key}]]")
            yield from (f"{name} = {_value(value)}" for name, value in entry.items())
    yield ""
    yield from _profile(policy.profile)


def _profile(profile: Profile, *, notes: bool = False) -> Iterator[str]:
    yield "[profile]"
    lines = {key: f"{key} = {_value(value)}" for key, value in asdict(profile).items()}
    width = max(map(len, lines.values()))
    for key, line in lines.items():
        yield f"{line.ljust(width)}  # {MEANING[key]}" if notes else line


def _is_set(value: object) -> bool:
    return value is not None and value != "" and value != () and value != []


def _value(value: object) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _text(text: str) -> str:
    """A string of TOML; over several lines where the text has them and nothing in it needs an escape."""
    plain = all(c.isprintable() and c != "\\" for c in text.replace("\n", ""))
    if "\n" in text and plain and '"""' not in text and not text.endswith('"'):
        return f'"""\n{text}"""'
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
