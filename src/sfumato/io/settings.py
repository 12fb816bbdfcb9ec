"""Tables of a settings file, read with messages that say where, which key, and what is allowed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import shown

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)\Z")
_SHOWN = 40  # characters of a value that a message repeats
_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}


def near(word: str, allowed: Iterable[str]) -> str:
    """A hint for a message: the allowed word that is spelt most like this one, if any is.

    >>> near("alhpa", ["alpha", "groups"]), near("zebra", ["alpha", "groups"])
    (' (did you mean alpha?)', '')
    """
    folded = {name.casefold(): name for name in allowed}
    found = difflib.get_close_matches(word[:100].casefold(), folded, n=1)
    return f" (did you mean {folded[found[0]]}?)" if found else ""


def quoted(value: str) -> str:
    """A value as a message repeats it: in one line, and not all of a long one.

    >>> quoted("ab"), len(quoted("a" * 500))
    ('"ab"', 45)
    """
    return f'"{shown(value)}"' if len(value) <= _SHOWN else f'"{shown(value[:_SHOWN])}..."'


def kind(value: object) -> str:
    """What a value is, in words.

    >>> kind(True), kind(1), kind("x"), kind([1])
    ('true or false', 'a whole number', 'a text', 'a list')
    """
    return next((said for type_, said in _KINDS.items() if isinstance(value, type_)), "a date or time")


def not_a_choice(value: object, allowed: Collection[str]) -> str | None:
    """What is wrong with a value that must be one of these, or nothing."""
    must = f"must be one of {', '.join(allowed)}"
    if not isinstance(value, str):
        return f"{must}, not {kind(value)}"
    return None if value in allowed else f"{must}, not {quoted(value)}{near(value, allowed)}"


def not_a_number(value: object, least: float, most: float, *, whole: bool = False) -> str | None:
    """What is wrong with a value that must be a number from `least` to `most`, or nothing. NaN is none."""
    must = f"must be a {'whole ' if whole else ''}number from {least:g} to {most:,.10g}"
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        return f"{must}, not {kind(value)}"
    return None if least <= value <= most else must


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a settings file. What is asked for and is not as it must be raises `InputError`."""

    values: Mapping[str, Any]
    where: str

    @classmethod
    def of(cls, value: object, where: str) -> Table:
        """A value that must be a table."""
        if not isinstance(value, Mapping):
            raise InputError(f"{where}: must be a table, not {kind(value)}")
        return cls(value, where)

    def wrong(self, key: str, what: str) -> InputError:
        return InputError(f"{self.where}: {key} {what}")

    def only(self, allowed: Collection[str]) -> None:
        """Refuses keys that mean nothing here: they are typing mistakes."""
        for key in self.values:
            if key not in allowed:
                hint = near(key, allowed) or f"; there are {', '.join(allowed)}"
                raise InputError(f"{self.where}: unknown key {quoted(key)}{hint}")

    def text(self, key: str, default: str = "", *, needed: bool = False) -> str:
        """A text without space around it; an empty one counts as not given."""
        if key not in self.values and not needed:
            return default
        value = self.values.get(key)
        if value is None:
            raise self.wrong(key, "is missing")
        if not isinstance(value, str):
            raise self.wrong(key, f"must be a text, not {kind(value)}")
        if needed and not value.strip():
            raise self.wrong(key, "is empty")
        return value.strip() or default

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts without space around them, none of them empty, each once."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(key, f"must be a list of texts, not {kind(value)}")
        for item in value:
            if not isinstance(item, str):
                raise self.wrong(key, f"must be a list of texts, and has {kind(item)}")
            if not item.strip():
                raise self.wrong(key, "has an empty text")
        return tuple(dict.fromkeys(item.strip() for item in value))

    def number(self, key: str, least: float, most: float) -> float | None:
        """A number, or None where none is given."""
        value = self.values.get(key)
        if value is None:
            return None
        if problem := not_a_number(value, least, most):
            raise self.wrong(key, problem)
        return float(value)

    def choice(self, key: str, allowed: Collection[str], default: str | None = None) -> str:
        value = self.values.get(key, default)
        if value is None:
            raise self.wrong(key, f"is missing: one of {', '.join(allowed)}")
        if problem := not_a_choice(value, allowed):
            raise self.wrong(key, problem)
        return str(value)

    def tables(self, key: str) -> list[Table]:
        """The tables of an array, `[[key]]`, in order."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(f"[[{key}]]", f"must be tables under the heading [[{key}]], not {kind(value)}")
        return [Table.of(item, f"{self.where}: [[{key}]] {at}") for at, item in enumerate(value, 1)]


def toml(data: bytes, where: str, what: str) -> Table:
    """The table that a TOML file holds, `what` being what the file is to be called: a policy, a config."""
    import tomllib

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{where}: line {line}: not UTF-8; a {what} is a TOML file in UTF-8") from None
    try:
        return Table(tomllib.loads(text), where)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        raise InputError(f"{where}: line {line}: not TOML: {_PLACE.sub('', str(error))}") from None
    except (RecursionError, ValueError):  # a number of thousands of digits, or tables nested as deep
        raise InputError(f"{where}: not TOML that can be read: too long a number, or nested too deeply") from None
