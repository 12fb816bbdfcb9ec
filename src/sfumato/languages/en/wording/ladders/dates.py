"""Dates, years and times of day by wordings that tell less and less."""

from __future__ import annotations

import re

from sfumato.languages.en.wording.ladders.kinds import A_YEAR, MONTHS, TENS
from sfumato.languages.months import BY_LANGUAGE

SOME_DATE = "a certain date"
"""A date of which nothing is said."""
SOME_PERIOD = "a certain period"
"""A decade, a century or some years of which nothing is said."""
SOME_SEASON = "a certain season"
"""A season of a sport of which nothing is said."""
SOME_HOUR = "at some time of the day"
"""A time of day of which nothing is said."""
_NAMES = (
    "January February March April May June July August September October November December".split()
)  # fmt: skip
_SEASONS = ("winter", "spring", "summer", "autumn")
_SEASON = re.compile(r"\b(spring|summer|autumn|fall|winter)\b", re.I)
_MONTH = re.compile(rf"(?<![^\W\d_]){MONTHS}", re.I)
_YEAR = re.compile(rf"(?<!\d)({A_YEAR})(?!\d)(?!0?[’']?s)")
_SHORT = re.compile(rf"(?<!\d)({A_YEAR[:-4]}|1\d|20)(\d\d)[-/–‑](\d\d)(?!\d)")
_FROM = re.compile(r"(?i)(?:from|between)\s")
_LISTED = re.compile(r"(?i)(?!between\b).*\b\d{4}(?:,|,? (?:and|or)) ")
_DECADE = re.compile(r"(?<!\d)(1\d|20)(\d)0[’']?s")
_SHORT_DECADE = re.compile(r"(?<!\d)[’'](\d)0s")
_A_CENTURY = r"\d{1,2}(?:st|nd|rd|th) century"
_A_DECADE = rf"(?:(?:(?:early|late) |mid-)?\d{{3}}0s|first decade of the {_A_CENTURY})"
ROUND = (
    rf"the (?:(?:early|mid-) to (?:mid-|late ))?(?:{_A_DECADE}(?: (?:to|and) (?:the )?{_A_DECADE})?"
    rf"|(?:(?:first|second) half of the |early )?{_A_CENTURY}|\d{{1,2}}th and \d{{1,2}}(?:st|th) centuries)"
)
"""A wording that says no more than a decade or a century."""
_CENTURY = re.compile(r"(\d{1,2}(?:st|nd|rd|th))\scentur")
_IN_FIGURES = re.compile(r"(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\6(\d{4}|\d\d))")
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d\d))?(?::\d\d)?\s?([ap])?", re.I)
_PARTS_OF_DAY = ((5, "at night"), (12, "in the morning"), (18, "in the afternoon"), (22, "in the evening"))


def date_steps(text: str) -> tuple[str, ...]:
    """A date, a month, a season, a year or a decade, from near to far.

    >>> date_steps("9 May 1997")[:5]
    ('May 1997', 'spring 1997', '1997', 'the late 1990s', 'the 1990s')
    >>> date_steps("12 January"), date_steps("12/03/2004")[0]
    (('January', 'winter', 'a certain date'), '2004')
    >>> date_steps("the 1970s")
    ('the second half of the 20th century', 'the 20th century', 'a certain period')
    >>> date_steps("1966-1971")[:2], date_steps("1921 to 1925")[0]
    (('the mid-1960s to the early 1970s', 'the 1960s and 1970s'), 'the early to mid-1920s')
    """
    if decades := _decades(text):
        exact = re.search(r"\b(?:early|mid|late)\b", text, re.I)
        if len(decades) > 1:
            return (*(_from_to(decades) if exact else ()), *_of_centuries(decades), SOME_PERIOD)
        if _is_long(decades[0]):
            return _century(decades[0]), SOME_PERIOD
        return (*((f"the {decades[0]}s",) if exact else ()), *_centuries(decades[0]), SOME_PERIOD)
    if centuries := _CENTURY.findall(text):
        parted = len(centuries) == 1 and bool(re.search(r"\b(?:early|mid|late|half)\b", text, re.I))
        return (*([f"the {centuries[0]} century"] if parted else ()), SOME_PERIOD)
    months, years = _months(text), _years(text)
    named = {season.lower() for season in _SEASON.findall(text)}
    said: list[str] = []
    of_year = f" {years[0]}" if len(years) == 1 else ""
    if len(years) < 2:
        if len(months) == 1:
            said.append(_NAMES[months[0] - 1] + of_year)
        seasons = {_SEASONS[month % 12 // 3] for month in months}
        if len(seasons) == 1:
            said.append(seasons.pop() + of_year)
        elif len(named) == 1 and of_year:
            said.append(named.pop() + of_year)
    elif len(years) == 2 and months and _FROM.match(text):
        said.append(f"{years[0]} to {years[1]}")
    said += _of_years(years, span=not _LISTED.match(text))
    if len(years) == 1:
        said += _centuries(years[0])
    own = " ".join(text.split()).casefold()
    last = SOME_PERIOD if len(years) > 1 else SOME_DATE
    return tuple(step for step in (*dict.fromkeys(said), last) if step.casefold() != own)


def is_round(wording: str) -> bool:
    """Whether a wording of a date says no more than a decade or a century, or one of an age no more than ten years.

    >>> is_round("the late 1990s"), is_round("the 19th century"), is_round("1997"), is_round("the forties")
    (True, True, False, True)
    """
    return re.fullmatch(rf"{ROUND}|the (?:teens|{TENS}|[1-9]0[’']?s)", wording) is not None


def _of_years(years: list[int], *, span: bool) -> list[str]:
    said = [str(years[0])] if len(years) == 1 else []
    if years and len({year // 10 for year in years}) == 1:
        parts = list(dict.fromkeys(map(_part, years)))
        decade = f"{years[0] // 10}0s"
        if _is_long(years[0]):
            return [*said, f"the first decade of {_century(years[0])}", f"the early {_century(years[0])[4:]}"]
        if parts != ["early", "late"] and len(parts) < 3:
            said.append(f"the {' to '.join(parts)} {decade}".replace("mid to", "mid- to").replace("mid ", "mid-"))
        said.append(f"the {decade}")
    elif years:
        if len(years) == 2:
            first, last = map(_decade_part, years)
            said.append(f"{first} {'to' if span else 'and'} {last}")
        said += [*_from_to(years), *_of_centuries(years)]
    return said


def _part(year: int) -> str:
    return ("early", "mid", "late")[(year % 10 > 3) + (year % 10 > 6)]


def _decade_part(year: int) -> str:
    """The part of the decade of a year: "the late 1910s"."""
    if _is_long(year):
        return f"the first decade of {_century(year)}"
    return f"the {_part(year)} {year // 10}0s".replace("mid ", "mid-")


def _is_long(year: int) -> bool:
    """Whether the decade of a year is called like its century: "the 1900s" are read as a hundred years."""
    return year % 100 < 10 and year < 2000


def playing_season_steps(text: str) -> tuple[str, ...]:
    """A season of a sport by when it began, from near to far.

    >>> playing_season_steps("2005–06 season")[:2], playing_season_steps("1998–99 and 2004–05 seasons")[0]
    (('a season of the mid-2000s', 'a season of the 2000s'), 'some seasons of the late 1990s to the mid-2000s')
    """
    years = _years(text)
    if text.endswith("s"):
        found = sorted({int(year) for year in _YEAR.findall(text)}) or years
        steps, noun = date_steps("–".join(map(str, (found[0], found[-1])))), "some seasons"
    else:
        steps, noun = date_steps(str(years[0])), "a season"
    return (*(f"{noun} of {step}" for step in steps if is_round(step)), SOME_SEASON)


def _decades(text: str) -> list[int]:
    """The first years of the decades that a date names: of "the 1950s and '60s" both."""
    found = [int(f"{decade[1]}{decade[2]}0") for decade in _DECADE.finditer(text)]
    found += [found[0] // 100 * 100 + int(f"{short[1]}0") for short in _SHORT_DECADE.finditer(text) if found]
    return sorted(set(found))


def _from_to(years: list[int]) -> list[str]:
    """The decades from the first year to the last: two of them, or the first and the last of more."""
    first, last = years[0] // 10 * 10, years[-1] // 10 * 10
    return [f"the {first}s and {last}s" if last - first == 10 else f"the {first}s to the {last}s"]


def _of_centuries(years: list[int]) -> list[str]:
    """The century that years are in, or the two that they are in."""
    first, last = (_century(year) for year in (years[0], years[-1]))
    if first == last:
        return [first]
    apart = years[-1] // 100 - years[0] // 100
    return [f"{first.removesuffix(' century')} and {last.removeprefix('the ').removesuffix('y')}ies"] * (apart == 1)


def _centuries(year: int) -> tuple[str, str]:
    """The half of the century of a year, and the century."""
    century = _century(year)
    return f"the {'first' if year % 100 < 50 else 'second'} half of {century}", century


def _century(year: int) -> str:
    """The century of a year: the 1970s are in the 20th.

    >>> _century(1970), _century(2004)
    ('the 20th century', 'the 21st century')
    """
    number = (year // 100) + 1
    return f"the {number}{'st' if number == 21 else 'th'} century"


def _months(text: str) -> list[int]:
    """The numbers of the months that a date names; in figures only where they cannot be the day."""
    if figures := _IN_FIGURES.search(text):
        if figures[1]:
            found = int(figures[3])
        else:
            first, second, dotted = int(figures[5]), int(figures[7]), figures[6] == "."
            found = second if (dotted or first > 12) and second <= 12 else first if second > 12 else 0
        return [found] if 1 <= found <= 12 else []
    names = BY_LANGUAGE["en"]
    return list(dict.fromkeys(names[month.group().rstrip(".").lower()] for month in _MONTH.finditer(text)))


def _years(text: str) -> list[int]:
    """The years that a date names: of "1998/99" both, and of "1999/00".

    >>> _years("1998/99"), _years("1999–00")
    ([1998, 1999], [1999, 2000])
    """
    if not _IN_FIGURES.search(text) and (short := _SHORT.search(text)):
        first, last = int(short[1] + short[2]), int(short[1] + short[3])
        return [first, last if last > first else last + 100]
    return sorted({int(year) for year in _YEAR.findall(text)})


def clock_steps(text: str) -> tuple[str, ...]:
    """A time of day, from near to far.

    >>> clock_steps("10.30 a.m."), clock_steps("23:15")[0], clock_steps("12 noon")[0]
    (('in the morning', 'at some time of the day'), 'at night', 'around midday')
    """
    said = text.lower()
    if "noon" in said or "midday" in said:
        return "around midday", SOME_HOUR
    hour = _CLOCK.search(said)
    if "midnight" in said or hour is None:
        return "at night", SOME_HOUR
    whole = int(hour[1])
    if hour[3] == "p" and whole < 12:
        whole += 12
    elif hour[3] == "a" and whole == 12:
        whole = 0
    elif hour[3] is None and hour[2] is None and whole <= 12:  # "six o'clock" may be either half of the day
        return (SOME_HOUR,)
    return next((part for end, part in _PARTS_OF_DAY if whole < end), "at night"), SOME_HOUR
