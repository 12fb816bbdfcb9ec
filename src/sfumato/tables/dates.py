"""Reads dates in the format that a user names, whatever the locale, all cells of a column at once."""

from __future__ import annotations

import re
from functools import cache

import numpy as np

from sfumato.io.arrays import Array
from sfumato.io.arrow import pa, pc
from sfumato.languages import months

_MONTH_OF = {name: number for names in months.BY_LANGUAGE.values() for name, number in names.items()}

_PARTS = {
    "Y": r"(?P<year>\d{4})",
    "y": r"(?P<short>\d{2})",
    "m": r"(?P<month>\d{1,2})",
    "B": r"(?P<name>\pL+)\.?",
    "b": r"(?P<name>\pL+)\.?",
    "d": r"(?P<day>\d{1,2})",
    "H": r"\d{1,2}",
    "I": r"\d{1,2}",
    "M": r"\d{1,2}",
    "S": r"\d{1,2}",
    "f": r"\d{1,9}",
    "p": r"[AaPp]\.?[Mm]\.?",
    "z": r"(?:Z|[+-]\d\d(?::?\d\d)?)",
    "A": r"\pL+\.?",
    "a": r"\pL+\.?",
    "%": "%",
}
_ISO = (
    r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
    r"(?:[T ]\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\s*(?:Z|[+-]\d\d(?::?\d\d)?)?)?"
)
_CENTURY = 69  # two digits from here on are of the last century, as POSIX has it


def problem(format: str) -> str | None:
    """What is wrong with a format of dates, in words; `None` if nothing is.

    >>> problem("%d,%B,%Y"), problem("%d.%m."), problem("%Q")
    (None, 'has no year (%Y or %y)', 'has %Q, which is not known; there are %Y %y %m %B %b %d %H %I %M %S %f %p %z %A %a %%')
    """  # noqa: E501
    said = re.findall(r"%(.?)", format, re.DOTALL)
    for part in said:
        if part not in _PARTS:
            return f"has %{part}, which is not known; there are {' '.join('%' + known for known in _PARTS)}"
    for names, what in ((("Y", "y"), "year (%Y or %y)"), (("m", "B", "b"), "month"), (("d",), "day")):
        count = sum(said.count(name) for name in names)
        if count > 1:
            return f"has its {what} twice"
        if not count and names[0] == "Y":
            return f"has no {what}"
    if "d" in said and not {"m", "B", "b"} & set(said):
        return "has a day but no month"
    return None


@cache
def _expression(format: str) -> str:
    """The regular expression of a format."""
    if not format:
        return rf"^\s*{_ISO}\s*$"
    pieces = re.split(r"%(.)", format)
    written = (_PARTS[piece] if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))
    return rf"^\s*{''.join(written)}\s*$"


def days(texts: pa.Array, format: str = "") -> tuple[Array, Array]:
    """The day (datetime64[D]) that each text names in this format, and whether it names one.

    An empty format is ISO 8601. Times of the day are ignored; where a format has no day or month, the first is meant.

    >>> days(pa.array(["2004-05-14T12:30", "2004-02-30", "soon"]))[1].tolist()
    [True, False, False]
    >>> str(days(pa.array(["27,July,2004"]), "%d,%B,%Y")[0][0])
    '2004-07-27'
    """
    found = pc.extract_regex(texts, _expression(format))
    parts = {field.name: found.field(field.name) for field in found.type}
    seen = ~np.asarray(found.is_null())
    if "year" in parts:
        years = _whole(parts["year"])
    else:
        years = _whole(parts["short"])
        years = np.where(years < _CENTURY, years + 2000, years + 1900)
    month = np.ones(len(texts), dtype=np.int64)
    if "month" in parts:
        month = _whole(parts["month"])
    elif "name" in parts:
        place = pc.index_in(pc.utf8_lower(parts["name"]), pa.array(list(_MONTH_OF)))
        numbers = np.array([*_MONTH_OF.values(), 0])
        month = numbers[np.asarray(place.fill_null(len(_MONTH_OF)))]
    dates = _whole(parts["day"]) if "day" in parts else np.ones(len(texts), dtype=np.int64)
    seen &= (month >= 1) & (month <= 12) & (dates >= 1)
    first = ((years - 1970) * 12 + np.where(seen, month, 1) - 1).astype("datetime64[M]")
    day = first.astype("datetime64[D]") + (dates - 1)
    seen &= day.astype("datetime64[M]") == first  # the month has as many days
    return day, seen


def _whole(digits: pa.Array) -> Array:
    """Digits as numbers; 0 where there are none."""
    return np.asarray(pc.if_else(pc.equal(digits, ""), None, digits).cast(pa.int64()).fill_null(0))
