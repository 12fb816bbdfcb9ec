"""Numbers as people write them: 1,234.50 and "twenty-three" and "two and a half", and what they are said to be near."""

from __future__ import annotations

import re

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_VALUES = {
    **{word: at for at, word in enumerate(_ONES)},
    **{word: 10 * at for at, word in enumerate(_TENS, 2)},
    "a": 1,
    "an": 1,
    "dozen": 12,
}
_SHORT_SCALES = {"k": 1_000, "m": 1_000_000, "bn": 1_000_000_000, "b": 1_000_000_000}
_SORTED = sorted((*_ONES, *_TENS, *_SCALES, "dozen"), key=len, reverse=True)
WORD = rf"(?:{'|'.join(_SORTED)})"
"""An expression for a word of a number."""
FIGURES = r"\d+(?:[.,]\d+)*"
"""An expression for a number in figures."""
NUMBER = rf"(?:{FIGURES}(?:\s(?:hundred|thousand|million|billion))?|{WORD}(?:(?:[\s‑-]|\sand\s){WORD})*)"
"""An expression for a number in figures or words."""
_DECIMALS = re.compile(r"[.,](\d{1,2})\Z")
_WORDS = re.compile(r"[a-z]+")
_MAGNITUDES = (
    (1_000_000_000, "billions of", "a billion", "half a billion"),
    (100_000_000, "hundreds of millions of", "a hundred million", "fifty million"),
    (10_000_000, "tens of millions of", "ten million", "five million"),
    (1_000_000, "millions of", "a million", "half a million"),
    (100_000, "hundreds of thousands of", "a hundred thousand", "fifty thousand"),
    (10_000, "tens of thousands of", "ten thousand", "five thousand"),
    (1_000, "thousands of", "a thousand", "five hundred"),
    (100, "hundreds of", "a hundred", "fifty"),
)
_CLEARLY = 1.2  # times a round number from which on "over" it says less than the number
OVER = rf"over (?:{'|'.join(said for _, _, *both in _MAGNITUDES for said in both)})"
"""An expression for what `magnitude` says of numbers between one and two of a round one."""


def value_of(text: str) -> float | None:
    """The value of a number, or nothing if it is none.

    >>> [value_of(said) for said in ("1,234", "12,352.61", "11.590.000", "twenty-three", "2 million", "many")]
    [1234.0, 12352.61, 11590000.0, 23.0, 2000000.0, None]
    >>> value_of("two and a half"), value_of("a hundred and five")
    (2.5, 105.0)
    """
    said = text.strip().lower()
    figures = re.match(FIGURES, said)
    value = _in_figures(figures.group()) if figures else 0.0
    rest = said[figures.end() :] if figures else said
    half = re.search(r"\band a half\b|½", rest)
    rest = re.sub(r"\band a half\b|½", "", rest)
    group, total, known = value, 0.0, figures is not None
    for word in _WORDS.findall(rest):
        if word in _SCALES or (figures and rest == word and word in _SHORT_SCALES):  # "3.2m"
            known, scale = True, _SCALES.get(word) or _SHORT_SCALES[word]
            group = (group or 1) * scale
            if scale > 100:
                total, group = total + group, 0.0
        elif word in _VALUES:
            known = True
            group = group * _VALUES[word] if word == "dozen" and group else group + _VALUES[word]
        elif word != "and":
            return None
    return total + group + (0.5 if half else 0.0) if known else None


def in_words(value: int) -> str:
    """A number below twenty in words.

    >>> in_words(5)
    'five'
    """
    return _ONES[value]


def _in_figures(text: str) -> float:
    """The last mark parts decimals where one or two digits follow it and no other of its kind stands before."""
    decimals = _DECIMALS.search(text)
    if decimals and text.count(text[decimals.start()]) == 1:
        whole = re.sub(r"\D", "", text[: decimals.start()])
        return float(f"{whole}.{decimals[1]}")
    return float(re.sub(r"\D", "", text))


def near(value: float) -> str:
    """A number as "about 1,200", with two digits that count; nothing where that would be the number itself.

    >>> near(1234), near(38), near(40), near(15)
    ('about 1,200', 'about 40', '', '')
    """
    if value < 20:
        return ""
    digits = len(str(int(value)))
    unit = 10 ** (digits - (2 if digits > 2 else 1))
    rounded = int((value + unit / 2) // unit) * unit
    return "" if rounded == value else f"about {rounded:,}"


def magnitude(value: float) -> str:
    """How large a number is, as it stands before what is counted; nothing for small numbers.

    >>> magnitude(3500), magnitude(1600), magnitude(100), magnitude(15), magnitude(30)
    ('thousands of', 'over a thousand', 'over fifty', '', 'dozens of')
    """
    for least, many, one, half in _MAGNITUDES:
        if value >= least:
            return many if value >= 2 * least else f"over {one if value >= _CLEARLY * least else half}"
    return "dozens of" if value >= 24 else ""


def how_many(value: float) -> tuple[str, ...]:
    """How many things there are, from near to far, as it stands before their name.

    >>> how_many(1234), how_many(15), how_many(3)
    (('about 1,200', 'over a thousand', 'many'), ('a number of',), ('some',))
    """
    about, large = near(value), magnitude(value)
    said = (about, large, "many") if large else (about, "a number of" if value >= 10 else "some")
    return tuple(filter(None, said))
