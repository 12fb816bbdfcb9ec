"""Requests and results as plain dictionaries, and back again."""

from __future__ import annotations

from typing import Any, Self, TypeVar

import msgspec

from sfumato.errors import InputError

SHARE_DIGITS = 4
"""Digits behind the point that a share is rounded to."""

M = TypeVar("M")


class Message:
    """A frozen dataclass that can be written as a dictionary of JSON values and read again.

    A field that is `UNSET`, since nobody asked for it, is not in the dictionary.
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, in order, down to lists, dictionaries, texts, numbers and None."""
        found: dict[str, Any] = _plain(msgspec.to_builtins(self))
        return found

    @classmethod
    def from_dict(cls, given: Any) -> Self:
        """What a dictionary says; `InputError` where it does not fit."""
        try:
            return msgspec.convert(given, cls)
        except msgspec.ValidationError as error:
            raise InputError(str(error), code="bad-message") from None


def rounded(value: M, digits: int = SHARE_DIGITS) -> M:
    """The same dataclass with every fraction in it rounded."""
    return msgspec.convert(_plain(msgspec.to_builtins(value), digits), type(value))


def _plain(value: Any, digits: int | None = None) -> Any:
    """The value with lists for tuples and, where digits are given, rounded fractions."""
    if isinstance(value, dict):
        return {key: _plain(each, digits) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each, digits) for each in value]
    return round(value, digits) if digits is not None and isinstance(value, float) else value
