"""Which kind of quantity a text is: a date is told from a duration, an age from an amount, a dose from a measure.

What counts is the shape and the words around, not the parser's label: "three weeks" is labelled as a date and is none.
"""

from __future__ import annotations

import re

from sfumato.languages.en.wording.ladders.numerals import FIGURES, NUMBER, WORD
from sfumato.languages.months import BY_LANGUAGE

DATE, MONTH, SEASON, YEAR, DECADE, CENTURY = "date", "month", "season", "year", "decade", "century"
DURATION, AGE, CLOCK = "duration", "age", "clock time"
MONEY, MEASURE, DOSE, SHARE, RANK = "money", "measure", "dose", "share", "rank"
CODE, ADDRESS, NUMBER_OF, OFTEN, NONE = "code", "address", "number", "how often", ""
SCORE, PART_OF, COMPOUND, PLAYING_SEASON = "score", "part of a whole", "compound", "playing season"
TIMES = frozenset((DATE, MONTH, SEASON, YEAR, DECADE, CENTURY))
"""The kinds that say when."""

MONTHS = rf"(?:{'|'.join(sorted((m.capitalize() for m in BY_LANGUAGE['en']), key=len, reverse=True))})\b\.?"
SEASONS = "(?:spring|summer|autumn|fall|winter)"
WEEKDAYS = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
A_YEAR = r"(?:1\d|20)\d\d"
CURRENCIES = {
    "EUR": "euros", "€": "euros", "USD": "dollars", "$": "dollars", "GBP": "pounds", "£": "pounds", "JPY": "yen",
    "¥": "yen", "CHF": "Swiss francs", "SEK": "Swedish kronor", "NOK": "Norwegian kroner", "DKK": "Danish kroner",
    "PLN": "zlotys", "TRL": "Turkish liras", "TRY": "Turkish liras", "YTL": "Turkish liras", "ATS": "schillings",
    "DEM": "marks", "FRF": "French francs", "ITL": "Italian lire", "ESP": "pesetas", "CAD": "Canadian dollars",
    "AUD": "Australian dollars", "RUB": "roubles", "RON": "lei", "HUF": "forints", "CZK": "korunas", "BGN": "leva",
    "HRK": "kunas", "UAH": "hryvnias", "CYP": "Cyprus pounds", "₹": "rupees", "INR": "rupees",
}  # fmt: skip
"""What currencies are called, by their code or sign."""
COINS = (
    r"(?:euro|dollar|pound|franc|mark|lira|kron[ae]|zloty|schilling|rouble|ruble|rupee|peso|cent|forint|lire|pence|kronor"
    r"|kroner|yen|yuan|lei)s?"
)
UNITS = {
    "km": "kilometres", "m": "metres", "cm": "centimetres", "mm": "millimetres", "kg": "kilograms", "kgs": "kilograms",
    "g": "grams", "ha": "hectares", "ft": "feet", "lb": "pounds", "lbs": "pounds", "l": "litres", "m²": "square metres",
    "m2": "square metres", "km²": "square kilometres", "km2": "square kilometres",
    "sqm": "square metres", "hp": "horsepower", "kw": "kilowatts", "mw": "megawatts",
}  # fmt: skip
"""What units are called, by their sign."""
UNIT_WORDS = (
    r"(?:(?:square\s|cubic\s)?(?:kilo|centi|milli)?met(?:re|er)s?|miles?|feet|foot|inch(?:es)?|yards?|kilos?|(?:kilo)?gram(?:me)?s?"
    r"|tons?|tonnes?|lit(?:re|er)s?|gallons?|hectares?|acres?|km/h|mph|degrees?|°\s?[CF])"
)
_UNIT = rf"(?:{UNIT_WORDS}|(?:{'|'.join(map(re.escape, sorted(UNITS, key=len, reverse=True)))}))"
_DOSE_UNIT = (
    r"(?:mg|mcg|µg|μg|ml|iu|milligrams?|micrograms?|millilit(?:re|er)s?|tablets?|pills?|capsules?|puffs?)(?:/\w+)?"
)
TENS = "(?:twen|thir|for|fif|six|seven|eigh|nine)ties"
"""An expression for ten years of a life."""
SPANS = r"(?:year|month|week|day|hour|minute|second|decade)"
NEARLY = (
    r"(?:(?:approximately|approx\.?|about|around|some|nearly|almost|over|roughly|at\sleast|up\sto|more\sthan|less\sthan"
    r"|under|only|exactly)\s)?"
)
_NEXT = r"(?:(?:the\s)?(?:next|last|past|first|following|previous)\s)?"
_EACH = "(?:dai|week|month|year|hour|night)ly"
_MANY = rf"(?:{NUMBER}(?:\sand\sa\shalf|½)?|an?|half\san?|several|a\sfew|few)"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_PART = (
    rf"(?:(?:the\s)?(?:beginning|end|middle|start|(?:first|second)\shalf)\sof\s|(?:early|mid|late)[\s-]"
    rf"|(?:the\s)?{SEASONS}(?:\sof)?\s)?"
)
_YEARS = rf"{A_YEAR}(?:[-–‑/]\d\d(?:\d\d)?)?"
_JOIN = r"(?:\s?(?:,|-|–|‑|/|&|\band\b|\bor\b|\bto\b|\buntil\b)\s?)"
_WHICH = r"(?:the\s)?(?:(?:early|mid|late)[\s-])?"
_NTH = r"\d{1,2}(?:st|nd|rd|th)"
_DECADE = rf"{A_YEAR[:-2]}0[’']?s"
_LEAD = r"(?:(?:from|between|on|in|since)\s)?(?:the\s)?"

_CODES = "|".join(code for code in CURRENCIES if code.isalpha())
_SUM = rf"{NEARLY}(?:the\s|an?\s)?(?:(?:amount|sum|total)\sof\s)?{NEARLY}"
_TO_TWELFTH = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth"
_RANKS = rf"(?:[a-z]{{3,4}}t?y-)?(?:{_TO_TWELFTH})|[a-z]{{3,7}}(?:ie|teen)th"
_STREETS = "street|st|road|rd|avenue|ave|lane|drive|square|boulevard|way|place|court|close"
_FIGURED_DATE = r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?:[T ][\d:.Z+-]+)?|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d)"
_DAYS = rf"{_DAY}(?:{_JOIN}(?:on\s)?{_DAY})*(?:\sday)?(?:\sof)?"
_DAY_FIRST = rf"{_LEAD}(?:{WEEKDAYS},?\s)?(?:the\s)?{_DAYS}[\s-]?{MONTHS}(?:[\s,-]+(?:of\s)?{A_YEAR})?"
_MORE_DAYS = rf"(?:(?:,?{_JOIN}|\s)(?:{_DAY}\s)?{MONTHS}(?:,?\s{A_YEAR})?)*"
_MONTH_FIRST = (
    rf"{_LEAD}(?:{WEEKDAYS},?\s)?{MONTHS}\s(?:the\s)?{_DAY}(?:{_JOIN}(?:{MONTHS}\s)?{_DAY})*(?:,?\s?{A_YEAR})?"
)
LEAGUE = r"(?:\s(?-i:[A-Z])[\w’'.&-]*){0,5}"
"""An expression for the name of what is played in a season."""
_A_DATE = rf"(?:(?:c\.|ca\.|circa)\s?)?(?:{_DAY}\s{MONTHS}\s|{MONTHS}\s(?:{_DAY},?\s)?)?{A_YEAR}"
_FRACTIONS = (
    r"hal(?:f|ves)|thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|fold"
    r"|(?:and|or|to|by|plus|odd)\b"
)
_AGES = r"(?:between\s)?(?:the\s)?(?:aged?|ages)"
_RANGE = r"\s?(?:to|or|and|-|–)\s?"
_ONE_CODE = r"\d+(?:[/:‑–-]\w+)+"

_SHAPES = [
    (kind, re.compile(rf"(?:{pattern})\.?", re.I))
    for kind, pattern in (
        (CLOCK, r"(?:[01]?\d|2[0-4])(?:[:.][0-5]\d(?::[0-5]\d)?)?\s?(?:[ap]\.?\s?m\b\.?|o[’']clock|noon|midnight)"),
        (CLOCK, r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\shours)?|(?:[01]\d|2[0-3])[0-5]\d\s?(?:hours|hrs)"),
        (CLOCK, r"noon|midnight|midday"),
        (AGE, rf"{NEARLY}{NUMBER}\s{SPANS}s?(?:,?\s(?:and\s)?{NUMBER}\s{SPANS}s?)*\s(?:old|of\sage)"),
        (AGE, rf"{NUMBER}[\s-](?:years?|months?|weeks?|days?)[\s-](?:olds?|of\sage)|{FIGURES}\s?(?:y/?o|yom|yof)"),
        (AGE, rf"(?:the\s)?(?:aged?|ages)(?:\sof)?\s{NUMBER}(?:\s(?:years?|months?|weeks?)(?:\sold)?)?"),
        (
            AGE,
            rf"(?:between\s)?(?:the\s)?(?:aged?|ages)(?:\sof|\sbetween|\sfrom)?\s{NUMBER}{_RANGE}{NUMBER}(?:\syears(?:\sold)?)?",
        ),
        (AGE, rf"{NUMBER}(?:-|\syears)?{_RANGE}{NUMBER}[\s-]years?[\s-]olds?"),
        (PLAYING_SEASON, rf"{_YEARS}(?:(?:,|,?\s(?:and|or|to))\s{_YEARS})*{LEAGUE}\sseasons?"),
        (PART_OF, rf"{NUMBER}\s(?:out\s)?of\s(?:(?:the|his|her|its|their)\s)?{NUMBER}"),
        (SHARE, rf"{NEARLY}{NUMBER}(?:\s?(?:to|-|–)\s?{NUMBER})?\s?(?:%|per\s?cent|percent)"),
        (MONEY, rf"{_SUM}(?:(?:US|A|C)?[$€£¥₹]|(?:{_CODES}))\s?{FIGURES}(?:(?:m|bn|k)\b|\b).*"),
        (MONEY, rf"{_SUM}{NUMBER}\s(?:[a-z]+\s){{0,2}}(?:{COINS}|{_CODES})\b.*"),
        (DOSE, rf"{NEARLY}{NUMBER}[\s-]?{_DOSE_UNIT}(?:\s(?:daily|twice\sdaily|a\sday|per\sday))?"),
        (DURATION, rf"{NEARLY}{NUMBER}\s?(?:to|or|-|–)\s?{NUMBER}[\s-]{SPANS}s?[’']?"),
        (OFTEN, rf"(?:(?:once|twice|{NUMBER}(?:\s?[x×]|\stimes))\s)(?:{_EACH}|(?:an?|per|each|every)\s{SPANS})"),
        (OFTEN, rf"every\s(?:(?:other|second|{NUMBER})\s)?{SPANS}s?"),
        (DURATION, rf"{_NEXT}{NEARLY}{_MANY}[\s-]{SPANS}s?[’']?(?:,?\s(?:and\s)?{NUMBER}[\s-]{SPANS}s?[’']?)*"),
        (CENTURY, rf"{_WHICH}(?:{_NTH}{_JOIN}{_WHICH})?{_NTH}\scentur(?:y|ies)(?:\s(?:BC|BCE|AD|CE))?"),
        (DECADE, rf"{_LEAD}{_WHICH}{_DECADE}(?:{_JOIN}{_WHICH}(?:{_DECADE}|[’']\d0s))*"),
        (DATE, _FIGURED_DATE),
        (DATE, _DAY_FIRST + _MORE_DAYS),
        (DATE, _MONTH_FIRST),
        (MONTH, rf"{_LEAD}{_PART}{MONTHS}(?:{_JOIN}{MONTHS})*,?\s(?:of\s)?{A_YEAR}|{MONTHS}"),
        (SEASON, rf"{_LEAD}{SEASONS}(?:{_JOIN}{SEASONS})*(?:\sof)?,?\s{A_YEAR}"),
        (SEASON, rf"(?:New\sYear[’']s|Christmas|Easter)\s(?:Eve|Day|Sunday|Monday),?\s(?:of\s)?{A_YEAR}"),
        (YEAR, rf"{_LEAD}{_PART}{A_YEAR}(?:{_JOIN}(?:{A_YEAR}|\d\d))*"),
        (DATE, rf"{_LEAD}{_A_DATE}\s?(?:–|-|to|until|and)\s?{_A_DATE}"),
        (DATE, rf"{WEEKDAYS}s?"),
        (RANK, rf"(?:the\s)?(?:\d+(?:st|nd|rd|th)|{_RANKS})"),
        (ADDRESS, rf"\d{{1,5}}[a-z]?\s(?:[A-Z][\w’'.-]*\s){{1,4}}(?:{_STREETS})"),
        (MEASURE, r"\d[’'′]\s?(?:\d{1,2}(?:[”\"″]|[’']{2})?)?"),
        (COMPOUND, r"\d{1,2}\s?[x×]\s?\d+(?:\s?(?:m|met(?:re|er)s?|yards?|km))?"),
        (COMPOUND, rf"{NUMBER}[-‑](?!{_FRACTIONS}|{WORD}\b)[a-z]{{3,9}}(?:-[a-z]+)*|\d-(?:foot|ft)(?:-\d{{1,2}})?"),
        (MEASURE, rf"{NEARLY}{NUMBER}(?:\s?[x×]\s?{FIGURES})*[\s-]?{_UNIT}"),
        (CODE, rf"(?:nos?\.\s?)?(?:[a-z]{{1,5}}[-/ ]?)?{_ONE_CODE}(?:,?\s(?:and\s)?{_ONE_CODE})*"),
        (CODE, r"[a-z]{1,5}[-/ ]?\d[\d/.-]*|\d*[A-Z]+\d[\dA-Z]*|\d+[A-Z]+[\dA-Z]*|(?=\w*\d)[\w-]*[a-z][\w-]*"),
        (NUMBER_OF, rf"{NEARLY}{NUMBER}(?:\s(?:[a-z]+\s)?[a-z]+)?"),
    )
]
_OPEN = frozenset((CODE, NUMBER_OF, MEASURE, DOSE, YEAR, RANK))
"""Shapes that leave open what they are: here the parser's label decides."""
_LABELS = {
    "AGE": (AGE,), "CODE": (CODE,), "MONEY": (MONEY,), "PERCENT": (SHARE,), "ORDINAL": (RANK,),
    "CARDINAL": (NUMBER_OF, DOSE, CODE), "QUANTITY": (MEASURE, DOSE, NUMBER_OF, CODE),
}  # fmt: skip
_UNIT_AFTER = re.compile(rf"\s?(?:people|men|women|times|{_UNIT})\b")
_COUNTED = re.compile(rf"\s?{_UNIT}\b|\s(?:[a-z]+\s){{0,2}}(?:[a-z]+s|people|men|women|children)\b")
"""What stands behind a number that is no year: what it counts, or its unit."""
_TENS = re.compile(rf"(?:(?:early|mid|late)[\s-])?(?:[1-9]0[’']?s|teens|{TENS})", re.I)
_LESS_THAN_ONE = re.compile(r"\.\d+")
_BETWEEN = re.compile(rf"{NEARLY}{NUMBER}\s?(?:to|or|-|–)\s?{NUMBER}", re.I)
_NUMBERED = re.compile(r"(?:\b(?:nos?|nr|number|numbers|code|id|ref|reference)\b\.?|#|№)[\s:]*\Z", re.I)
_AGED = re.compile(
    r"\b(?:aged?(?:\sof)?|ages|turn(?:ed|s|ing)?|(?:he|she|I)(?:\swas|\sis|’s|'s|\sam))\s"
    r"(?:(?:only|just|still|about|around|nearly|almost|approximately)\s)?\Z",
    re.I,
)
_AT = re.compile(r"\bat\s\Z", re.I)
_LEFT_AT = re.compile(
    r"\b(?:left|died|retired|married|began|started|joined|orphaned|widowed)(?:\s[\w’'-]+){0,3}\sat\s\Z", re.I
)
_THEY = re.compile(r",?\s(?:he|she|and\sdied)\b")
_APPOSED = re.compile(r"\b(?:[A-Z]|wife|husband|son|daughter|brother|sister|mother|father)[a-z’'-]*,\s\Z")
_APPOSED_ENDS = re.compile(r",\s(?:who|an?|of|from|was|is|had|has|and)\b")
_NO_PLACE = re.compile(r"[,.;)]|\s(?:and|to|but|from|of)\b|\Z")
_OLD = re.compile(r"[\s-](?:years?[\s-]old|years?\sof\sage)\b", re.I)
_OF_AGE = re.compile(r"\s(?:old|of\sage)\b", re.I)
_WITH_AGE = re.compile(r"\b(?:years?|months?|weeks?|days?)\s(?:old|of\sage)\Z", re.I)
_DECIMAL = re.compile(r"\d[.,]\d{1,2}")
_FIGURE = re.compile(rf"(?:{FIGURES}|{WORD}(?:[\s‑-]{WORD})*)", re.I)


def kind_of_quantity(text: str, before: str = "", after: str = "", label: str = "") -> str:
    """The kind of a quantity by its shape, the words around it and, where both leave it open, the parser's label.

    Nothing for what is none.

    >>> [kind_of_quantity(said) for said in ("9 May 1997", "1997", "three weeks", "10.30 a.m.", "EUR 3,500", "500 mg")]
    ['date', 'year', 'duration', 'clock time', 'money', 'dose']
    >>> kind_of_quantity("34", before="at the age of "), kind_of_quantity("37212/02"), kind_of_quantity("Monday's")
    ('age', 'code', '')
    """
    said = " ".join(text.split())
    if _FIGURE.fullmatch(said):
        if _AGED.search(before) and not _is_year(said):
            return AGE
        if _is_in_years(said, before, after):
            return AGE
        if _OLD.match(after) or label == "AGE":
            return AGE
        if _NUMBERED.search(before) or label == "CODE":
            return NUMBER_OF if _DECIMAL.fullmatch(said) else CODE
        if _is_year(said):
            unit = _UNIT_AFTER.match(after)
            counted = _COUNTED.match(after) or not (before or after)
            asked = label in ("CARDINAL", "QUANTITY", "MONEY", "PERCENT") and counted
            return NUMBER_OF if asked or unit else YEAR
        return NUMBER_OF
    if label == "SCORE" or (label == "AGE" and _TENS.fullmatch(said)):
        return SCORE if label == "SCORE" else AGE
    if _LESS_THAN_ONE.fullmatch(said):
        return NUMBER_OF
    if _BETWEEN.fullmatch(said) and _COUNTED.match(after):
        return NUMBER_OF
    found = [kind for kind, shape in _SHAPES if shape.fullmatch(said)]
    if found and (_WITH_AGE.search(said) or (found[0] == DURATION and _OF_AGE.match(after))):
        return AGE
    wanted = [kind for kind in _LABELS.get(label, ()) if kind in found and found[0] in _OPEN]
    return (wanted or found or [NONE])[0]


def _is_in_years(said: str, before: str, after: str) -> bool:
    """Whether a number behind "at" says how old somebody was: "At 17 he", "left school at fifteen and"."""
    if re.fullmatch(r"[1-9]\d|[a-z]+(?:[\s-][a-z]+)?", said, re.I) is None:
        return False
    when = (_AT.search(before) and _THEY.match(after)) or (_APPOSED.search(before) and _APPOSED_ENDS.match(after))
    return bool(when or (_LEFT_AT.search(before) and _NO_PLACE.match(after)))


def _is_year(said: str) -> bool:
    return re.fullmatch(A_YEAR, said) is not None
