"""What is refused, in Presidio's words: a status, one line, and a code. No line quotes a text."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

_TYPES: dict[type, str] = {str: "string", bool: "boolean", int: "number", list: "array"}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


class Refused(Exception):
    """A request that cannot be answered; the message goes to the caller."""

    def __init__(self, status: int, message: str, code: str) -> None:
        super().__init__(message)
        self.status, self.message, self.code = status, message, code


def invalid(message: str, code: str = "bad-input") -> Refused:
    """Something in a request that makes no sense."""
    return Refused(422, message, code)


def wrong_type(name: str, value: object, wanted: type) -> Refused:
    """A value of another type than the one wanted.

    >>> wrong_type("chars_to_mask", "4", int).message
    "Invalid parameter value for chars_to_mask. Expecting 'number', but got 'string'."
    """
    expected, got = _TYPES.get(wanted), _TYPES.get(type(value))
    if expected and got:
        return invalid(f"Invalid parameter value for {name}. Expecting '{expected}', but got '{got}'.")
    return invalid(f"Invalid parameter value for '{name}'.")


def is_of(value: object, wanted: type) -> bool:
    """Whether a value is of a type, where true and false are no numbers."""
    return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))


def optional(values: Mapping[str, Any], name: str, wanted: type) -> Any:
    """A value of the type wanted, or None where there is none."""
    value = values.get(name)
    if value is not None and not is_of(value, wanted):
        raise wrong_type(name, value, wanted)
    return value


def required(values: Mapping[str, Any], name: str, wanted: type) -> Any:
    """A value of the type wanted."""
    value = optional(values, name, wanted)
    if value is None:
        raise invalid(f"Expected parameter {name}")
    return value


def strings(values: Mapping[str, Any], name: str, *, most: int) -> list[str]:
    """A list of strings, at most so many; an empty one where there is none."""
    found: list[Any] = optional(values, name, list) or []
    if len(found) > most:
        raise too_much(f"{name} has more than {most:,} entries")
    for each in found:
        if not isinstance(each, str):
            raise wrong_type(name, each, str)
    return found


def number(values: Mapping[str, Any], name: str) -> float | None:
    """A number from 0 to 1, or None where there is none."""
    value = values.get(name)
    if value is None:
        return None
    if not (is_of(value, int) or isinstance(value, float)):
        raise wrong_type(name, value, int)
    if not 0 <= value <= 1:
        raise invalid(f"Invalid input, {name} must be from 0 to 1")
    return float(value)


def too_much(what: str) -> Refused:
    """More than can be worked on at once."""
    return Refused(413, f"Invalid input, {what}", "too-large")


def named(value: object, known: Collection[str] = ()) -> str:
    """What a caller calls something, where it is surely no text; else an ellipsis."""
    return value if isinstance(value, str) and (value in known or _NAME.fullmatch(value)) else "..."
