"""Dates moved by some days, written as they were."""

from __future__ import annotations

import re
from datetime import date, timedelta

from sfumato.languages import months

_MONTHS = months.BY_LANGUAGE["en"]
_NAMES = "January February March April May June July August September October November December".split()
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_NUMERIC = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})")
_ORDINAL = frozenset(("st", "nd", "rd", "th"))
_AROUND = _ORDINAL | frozenset(
    """of the on in monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat
    sun""".split()
)
_SOME_YEAR, _MID_YEAR, _MID_MONTH = 2001, 7, 15  # for what a date does not say
_SHORT = 4  # letters of the longest abbreviation of a month
_CENTURY = 68  # years of two digits up to here are of this century


def shifted(text: str, days: int) -> str | None:
    """A date that is so many days later, in the format that it has; none if it is no date that says a month or a year.

    A multiple of seven keeps the weekday right.

    >>> shifted("Friday, May 9th, 1997", 70), shifted("1997-05-09", 70), shifted("1997", 700), shifted("soon", 7)
    ('Friday, July 18th, 1997', '1997-07-18', '1999', None)
    """
    try:
        if numeric := _NUMERIC.fullmatch(text.strip()):
            return _numeric(numeric, days)
        return _worded(text, days)
    except (ValueError, OverflowError):
        return None


def _numeric(match: re.Match[str], days: int) -> str | None:
    first, mark, second, third = match.groups()
    if len(first) == 4:
        order = "ymd"
    elif mark == "." or int(first) > 12:
        order = "dmy"
    else:
        order = "mdy"
    said = dict(zip(order, (first, second, third), strict=True))
    if len(said["y"]) == 3:
        return None
    year = int(said["y"])
    short = len(said["y"]) <= 2
    year += (2000 if year <= _CENTURY else 1900) if short else 0
    moved = date(year, int(said["m"]), int(said["d"])) + timedelta(days)
    new = {"y": f"{moved.year % 100:02}" if short else f"{moved.year:04}", "m": str(moved.month), "d": str(moved.day)}
    padded = len(said["m"]) == len(said["d"]) == 2
    return mark.join(new[part].zfill(2) if padded else new[part] for part in order)


def _worded(text: str, days: int) -> str | None:
    parts: dict[str, re.Match[str]] = {}
    for token in _TOKEN.finditer(text):
        word = token.group().casefold()
        if word in _MONTHS:
            part = "m"
        elif word.isdecimal():
            part = "y" if len(word) == 4 else "d" if len(word) < 3 else ""
        elif word in _AROUND:
            continue
        else:
            return None
        if not part or part in parts:
            return None
        parts[part] = token
    if not parts.keys() & {"m", "y"}:
        return None
    month = _MONTHS[parts["m"].group().casefold()] if "m" in parts else _MID_YEAR
    year, day = (int(parts[part].group()) if part in parts else 0 for part in "yd")
    moved = date(year or _SOME_YEAR, month, day or _MID_MONTH) + timedelta(days)
    made = text
    for part, token in sorted(parts.items(), key=lambda each: -each[1].start()):
        new = {"y": str(moved.year), "d": _day(moved.day, token.group()), "m": _month(moved.month, token.group())}[part]
        rest = made[token.end() :]
        if part == "d" and rest[:2].casefold() in _ORDINAL:
            rest = _ending(moved.day) + rest[2:]
        made = made[: token.start()] + new + rest
    return made


def _day(day: int, like: str) -> str:
    return f"{day:02}" if like.startswith("0") else str(day)


def _month(month: int, like: str) -> str:
    name = _NAMES[month - 1]
    if len(like) <= _SHORT and like.casefold() not in map(str.casefold, _NAMES):
        name = name[:3]
    return name.upper() if like.isupper() and len(like) > 1 else name.lower() if like.islower() else name


def _ending(day: int) -> str:
    return "th" if 11 <= day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
