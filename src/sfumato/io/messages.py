"""Requests and results as JSON: what goes out comes back equal, and what does not fit is one clear line."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Self, TypeVar, get_type_hints

import msgspec

from sfumato.errors import InputError

SHARE_DIGITS = 4
"""Digits behind the point that a share is rounded to."""

M = TypeVar("M")
_NATIVE: dict[str, Any] = {"builtin_types": (bytes,)}
_WORDS = {
    "array": "a list", "object": "a table", "str": "a text", "int": "a whole number", "float": "a number",
    "bool": "true or false", "null": "nothing", "bytes": "bytes",
}  # fmt: skip
_EXPECTED = re.compile(r"Expected `(?P<wanted>[^`]+)`(?:, got `(?P<got>[^`]+)`)?(?: - at (?P<at>.+))?")


class Message:
    """Base of frozen dataclasses that go to JSON and back: `from_dict(to_dict(x)) == x`.

    A field that is `msgspec.UNSET`, since nobody asked for it, is not in the dictionary.
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, in the order of the fields."""
        values: dict[str, Any] = plain(self)
        return values

    @classmethod
    def from_dict(cls, values: Any) -> Self:
        """What `to_dict` gave; `InputError` says which value does not fit, and never repeats it."""
        try:
            made = msgspec.convert(values, cls)
        except msgspec.ValidationError as error:
            raise InputError(f"{_named(cls)}: {_said(error)}", code="bad-request") from None
        if unknown := _unknown(values, made):
            raise InputError(f"{_named(cls)}: nothing is called {unknown}", code="bad-request")
        return made


class Request(Message):
    """A message that people write: what they give is checked when it is made, and a list will do for a tuple."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for name, kind in _kinds(type(self)).items():  # type: ignore[arg-type]
            given = getattr(self, name)
            try:
                made = msgspec.convert(os.fspath(given) if isinstance(given, os.PathLike) else given, kind, **_NATIVE)
            except msgspec.ValidationError as error:
                raise InputError(f"{_named(type(self))}: {_said(error, name)}", code="bad-request") from None
            object.__setattr__(self, name, made)


@cache
def _kinds(cls: Any) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls) if field.init}


def plain(value: Any) -> Any:
    """A value as JSON has it: lists for tuples, dictionaries for dataclasses.

    >>> plain((1, {"a": (2,)}))
    [1, {'a': [2]}]
    """
    return _lists(msgspec.to_builtins(value))


def rounded(value: M, digits: int = SHARE_DIGITS) -> M:
    """The same dataclass with every fraction in it rounded."""
    return msgspec.convert(_rounded(msgspec.to_builtins(value), digits), type(value))


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(each, digits) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each, digits) for each in value]
    return round(value, digits) if isinstance(value, float) else value


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lists(each) for key, each in value.items()}
    return [_lists(each) for each in value] if isinstance(value, list | tuple) else value


def _unknown(values: Any, made: Any) -> str:
    """The first name among plain values that what was made of them does not have: a misspelt one would do nothing."""
    pairs: list[tuple[Any, Any]] = []
    if dataclasses.is_dataclass(made) and isinstance(values, Mapping):
        fields = {field.name for field in dataclasses.fields(made)}
        strange = next((str(name) for name in values if name not in fields), None)
        if strange is not None:
            return strange if strange.isidentifier() else "as one of its keys is"
        pairs = [(each, getattr(made, name)) for name, each in values.items()]
    elif isinstance(made, list | tuple) and isinstance(values, list | tuple):
        pairs = list(zip(values, made, strict=False))
    elif isinstance(made, Mapping) and isinstance(values, Mapping):
        pairs = [(each, made[name]) for name, each in values.items() if name in made]
    return next(filter(None, (_unknown(*pair) for pair in pairs)), "")


def _named(kind: type) -> str:
    """What a message is called in an error: "sanitize request"."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).strip()


def _said(error: msgspec.ValidationError, name: str = "") -> str:
    """What is wrong, in words: "hide must be a list, not a text"."""
    found = _EXPECTED.fullmatch(str(error))
    if not found:
        return str(error).replace("`", "").replace("$.", "")
    wanted = " or ".join(_WORDS.get(each, each) for each in found["wanted"].split(" | "))
    got = f", not {_WORDS.get(found['got'], found['got'])}" if found["got"] else ""
    at = (found["at"] or "$").replace("`", "").replace("key in ", "a key of ")
    at = at.replace("$.", f"{name}." if name else "").replace("$", name or "it")
    return f"{at} must be {wanted}{got}"
