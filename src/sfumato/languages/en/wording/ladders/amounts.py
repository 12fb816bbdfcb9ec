"""Durations, sums of money, measures, shares, ranks and plain numbers by wordings that tell less and less."""

from __future__ import annotations

import re

from sfumato.languages.en.wording.ladders.kinds import (
    COINS,
    CURRENCIES,
    NEARLY,
    SPANS,
    UNIT_WORDS,
    UNITS,
)
from sfumato.languages.en.wording.ladders.numerals import FIGURES, NUMBER, how_many, in_words, magnitude, near, value_of

SOME_TIME = "some time"
SOME_MONEY = "an amount of money"
SOME_SHARE = "a certain percentage"
SOME_DOSE = "a dose"
SOME_NUMBER = "a number"
REGULARLY = "regularly"
SOME_HEIGHT = "a certain height"
SOME_SCORE = "a certain score"
SOME_SIZE = "a certain size"
"""What a number says of the noun that a hyphen ties it to, where nothing more is said of it."""
UNCOUNTED = "a certain number"
"""A number that counts nothing, such as 0.5."""
_SMALLER = {"decade": "year", "year": "month", "month": "week", "week": "day", "day": "hour", "hour": "minute"}
_LARGER = {"day": ("week", 7), "week": ("month", 4), "month": ("year", 12), "hour": ("day", 24), "minute": ("hour", 60)}
_SPAN = re.compile(rf"({NUMBER}(?:\sand\sa\shalf|½)?|half\san?|an?|several|few)([\s-])({SPANS})(s?)([’']?)", re.I)
_RANGE = re.compile(r"\d\s?(?:to|or|-|–)\s?\d")
_LESS = re.compile(r"\b(?:almost|nearly|up\sto|less\sthan|under|about|around|approximately|approx|roughly)\b", re.I)
_AMOUNT = re.compile(rf"{FIGURES}(?:\s?(?:thousand|million|billion|(?:m|bn|k)\b))?|{NUMBER}", re.I)
_COIN = re.compile(rf"\b((?:[A-Z][A-Za-z]+\s){{0,2}})({COINS})\b", re.I)
_CURRENCY = re.compile("|".join(map(re.escape, sorted(CURRENCIES, key=len, reverse=True))))
_MEASURED = re.compile(rf"{NEARLY}({NUMBER})(?:\s?[x×]\s?{FIGURES})*([\s-]?)(.+)", re.I)
_COUNTED = re.compile(rf"{NEARLY}({NUMBER})(\s.+)?", re.I)
_FEET = re.compile(r"(\d)[’'′].*")
_BOUNDS = re.compile(rf"{NEARLY}({NUMBER})\s?(?:to|or|-|–)\s?({NUMBER})", re.I)
_PAIR = re.compile(r"(\d+)\s?[-–‑]\s?(\d+)")
_OUT_OF = re.compile(rf"({NUMBER})\s(?:out\s)?of\s(?:[a-z]+\s)?({NUMBER})", re.I)
_UNTOLD = re.compile(
    rf"(?i)(?:{UNIT_WORDS}|pounds?|{'|'.join(UNITS)}|stars?|points?|figures?|ways?|letters?|sided|page|cent|one|seat(?:er)?)(?:-.*)?"
)
"""What nobody says "multi" of."""
_DIMENSIONS = (
    (r"square|hectare|acre", "an area"), (r"km/h|mph", "a speed"), (r"degree|°", "a temperature"),
    (r"met(?:re|er)|mile|feet|foot|inch|yard", "a distance"), (r"gram|kilo|ton|pound", "a weight"),
    (r"lit(?:re|er)|gallon", "a volume"),
)  # fmt: skip
_PARTS = (
    (1, "a tiny share"), (10, "a small share"), (20, "over a tenth"), (29, "about a quarter"), (38, "about a third"),
    (47, "less than half"), (53, "about half"), (62, "over half"), (71, "about two thirds"),
    (80, "about three quarters"), (95, "most"), (101, "almost all"),
)  # fmt: skip
SHARES = tuple(said for _, said in _PARTS)
"""What shares are called, by their size."""


def duration_steps(text: str) -> tuple[str, ...]:
    """A duration from near to far; with a hyphen before a noun, or with an apostrophe, as it stood.

    >>> duration_steps("three weeks"), duration_steps("14 years’"), duration_steps("one year")
    (('some weeks', 'some time'), ('over ten years’', 'many years’'), ('some months', 'some time'))
    >>> duration_steps("three-month")
    ('multi-month',)
    """
    spans = list(_SPAN.finditer(text))
    if not spans:
        return ()
    first = spans[0]
    unit, value = first[3].lower(), value_of(first[1]) or (0.5 if first[1].lower().startswith("half") else 3.0)
    if first[1].lower() in ("a", "an"):
        value = 1.0
    if len(spans) == 1 and (first[2] == "-" or (not first[4] and value > 1)):  # "ten-year", "12 year"
        return (f"multi-{unit if value > 1 else _SMALLER.get(unit, unit)}",)
    over = value > 10 and not _LESS.search(text, 0, first.start()) and not _RANGE.search(text)
    while unit in _LARGER and value >= 2 * _LARGER[unit][1]:
        unit, value, over = _LARGER[unit][0], value / _LARGER[unit][1], False
    if value <= 1 and unit in _SMALLER:
        unit, value = _SMALLER[unit], 3.0
    last = spans[-1]
    mark = last[5]
    said = [f"over ten {unit}s{mark}"] if over else []
    said.append(f"{'many' if value >= 10 else 'some'} {unit}s{mark}")
    return (*said, *(() if mark else (SOME_TIME,)))


def money_steps(text: str) -> tuple[str, ...]:
    """A sum of money from near to far, in its currency.

    >>> money_steps("EUR 3,512"), money_steps("375 Turkish liras (TRY)")[1]
    (('about 3,500 euros', 'thousands of euros', 'an amount of money'), 'hundreds of Turkish liras')
    """
    amount = _AMOUNT.search(text)
    value = value_of(amount.group()) if amount else None
    coin, code = _COIN.search(text), _CURRENCY.search(text)
    if coin and (not code or coin.start() < code.start()):
        name = re.sub(r"(?i)^(?:of|about|approximately|some|over)\s", "", coin[1]) + coin[2]
        currency = name if re.search(r"(?:s|yen|yuan|pence|lire|kronor|kroner|lei)\Z", name, re.I) else f"{name}s"
        currency = re.sub(r"(?i)\bliras\b", "liras", currency)
    else:
        currency = CURRENCIES[code.group()] if code else ""
    if value is None or not currency:
        return (SOME_MONEY,)
    large = magnitude(value)
    about = near(value)
    said = (f"{about} {currency}" if about else "", f"{large} {currency}" if large else f"some {currency}")
    return (*filter(None, said), SOME_MONEY)


def measure_steps(text: str) -> tuple[str, ...]:
    """A measure from near to far, in its unit.

    >>> measure_steps("5 km"), measure_steps("800 litres")
    (('some kilometres', 'a distance'), ('hundreds of litres', 'a volume'))
    """
    if feet := _FEET.fullmatch(text):
        return f"over {in_words(int(feet[1]))} feet", SOME_HEIGHT
    match = _MEASURED.fullmatch(" ".join(text.split()))
    value = value_of(match[1]) if match else None
    if match is None or value is None or match[2] == "-":
        return ()
    unit = UNITS.get(match[3].lower(), match[3])
    kind = next((said for words, said in _DIMENSIONS if re.search(words, unit)), "a certain measure")
    if not re.search(r"s\Z|feet|horsepower", unit):
        unit = "" if kind in ("a speed", "a temperature") else f"{unit}s"
    if kind in ("a speed", "a temperature") or not unit:
        return (kind,)
    return (*(f"{many} {unit}" for many in how_many(value) if many != "many"), kind)


def share_steps(text: str) -> tuple[str, ...]:
    """A share from near to far.

    >>> share_steps("45 %"), share_steps("4.5%")
    (('less than half', 'a certain percentage'), ('a small share', 'a certain percentage'))
    """
    number = re.search(NUMBER, text, re.I)
    value = value_of(number.group()) if number else None
    if value is None or value > 100 or re.search(r"\d\s?(?:to|-|–)\s?\d", text):
        return (SOME_SHARE,)
    return next(said for end, said in _PARTS if value < end), SOME_SHARE


def rank_steps(text: str) -> tuple[str, ...]:
    """A rank: a later one of its row, or just one of it.

    >>> rank_steps("38th"), rank_steps("first")
    (('a later', 'a certain'), ('a certain',))
    """
    return ("a certain",) if re.search(r"\b(?:1st|first)\b", text, re.I) else ("a later", "a certain")


def number_steps(text: str) -> tuple[str, ...]:
    """A plain number from near to far, with the name of what is counted where it has one.

    >>> number_steps("1,234"), number_steps("fifty pages"), number_steps("0.5")
    (('about 1,200', 'over a thousand', 'many'), ('dozens of pages', 'many pages'), ('a certain number',))
    """
    if text.startswith("."):  # of one
        return (UNCOUNTED,)
    if bounds := _BOUNDS.fullmatch(text):
        return tuple(many for many in how_many(value_of(bounds[2]) or 0.0) if not many.startswith(("about", "over")))
    match = _COUNTED.fullmatch(" ".join(text.split()))
    value = value_of(match[1]) if match else None
    if match is None or value is None:
        return ()
    if value != int(value):
        return (UNCOUNTED,)
    counted = match[2] or ""
    if value <= 1:
        return (UNCOUNTED,) if match[1].isdigit() and not counted else ()
    return tuple(f"{many}{counted}" for many in how_many(value))


def score_steps(text: str) -> tuple[str, ...]:
    """A score by how clear it is, where that is certain.

    >>> score_steps("6–0"), score_steps("2-1")[0], score_steps("3–1"), score_steps("1–1")
    (('a clear score', 'a certain score'), 'a narrow score', ('a certain score',), ('an even score',))
    """
    pairs = [(int(one), int(other)) for one, other in _PAIR.findall(text)]
    if len(pairs) != 1 or len(re.findall(r"\d+", text)) != 2:
        return (SOME_SCORE,)
    less, more = sorted(pairs[0])
    if less == more:
        return ("an even score",)
    how = "narrow" if more - less == 1 else "clear" if more >= less + 3 and more >= 2 * less else ""
    return *((f"a {how} score",) if how else ()), SOME_SCORE


def part_steps(text: str) -> tuple[str, ...]:
    """A part of a whole that is counted, from near to far.

    >>> part_steps("24 out of 42"), part_steps("nine of the ten")[0], part_steps("one of the 12")
    (('more than half of', 'some of'), 'most of', ('one of',))
    """
    numbers = _OUT_OF.fullmatch(text)
    part, whole = (value_of(number) or 0.0 for number in numbers.groups()) if numbers else (0.0, 0.0)
    if not 0 < part <= whole or whole < 2:
        return ()
    if part == 1:
        return ("one of",)
    share = part / whole
    said = "more than half of" if share > 0.5 else "half of" if share == 0.5 else "less than half of"
    if share > 0.8:
        said = "most of" if share < 1 else "all of"
    return said, "some of"


def compound_steps(text: str) -> tuple[str, ...]:
    """A number that a hyphen ties to a noun: "multi-person", or nothing that is said of it.

    >>> compound_steps("seven-person"), compound_steps("three-time"), compound_steps("145-pound")
    (('multi-person', 'a certain size'), ('multiple', 'a certain size'), ('a certain size',))
    """
    number, _, noun = text.lower().replace("‑", "-").partition("-")
    value = value_of(number)
    if value is None or not noun:  # "twenty-two-piece", "4×100 m"
        return (SOME_SIZE,)
    if value <= 1 or _UNTOLD.fullmatch(noun):
        return (SOME_SIZE,)
    return "multiple" if noun == "time" else f"multi-{noun}", SOME_SIZE
