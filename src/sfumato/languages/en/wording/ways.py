"""The ways to write a detected span. One that cannot be read as asked becomes its label in brackets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date

from sfumato.types import Term

RESTRICTED_ZIP3 = frozenset(
    "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893".split()
)  # fmt: skip
"""The three-digit ZIP areas of 20,000 people or fewer in the census of 2000, which HIPAA wants written as 000.

From the guidance of the US Department of Health and Human Services on de-identification (26 November 2012), which
asks to go by later census data where there are any.
"""
OLDEST_AGE = 89
"""The highest age that HIPAA's safe harbor lets stand."""

_YEAR = re.compile(r"(?<!\d)(?<!\dT)((?:1[5-9]|20)[0-9]{2}(?:'?s)?)(?!\d|\s?h(?:ou)?rs?\b)")
# "1998-12" is a month, "1998/99" is not
_YEARS = re.compile(r"(?:1[5-9]|20)[0-9]{2}(?:[-/](?:(?:1[5-9]|20)[0-9]{2}|1[3-9]|[2-9][0-9]))?")
_ZIP = re.compile(r"(?:([A-Z]{2})[ ,]{1,2})?([0-9]{3})[0-9]{2}(?:[- ]?[0-9]{4})?")
_NAME = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NOT_NAMES = frozenset(
    "mr mrs ms miss mx dr prof professor sir madam dame lady lord judge justice hon rev jr sr ii iii iv md phd esq"
    .split()
)  # fmt: skip
_AGE = re.compile(r"([0-9]+)(?:[.,][0-9]+)?(?:st|nd|rd|th|s)?[\s-]*(mo(?:nth)?s?\b|w(?:ee)?ks?\b|days?\b|hours?\b)?")
_YOUNG = re.compile(
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen|twent|thirt|fort|fift|sixt|sevent|eight"
)
_OLD = re.compile(r"ninet(?:y|ie)|hundred|nonagenarian|centenarian")
_A_YEAR = {"m": 12, "w": 52, "d": 365, "h": 8766}


def _redacted(term: Term) -> str:
    return f"[{term.label}]"


def _year(term: Term) -> str:
    text = _plain(term)
    if _YEARS.fullmatch(text):
        return term.text
    years = dict.fromkeys(_YEAR.findall(text))
    return ", ".join(years) or "[DATE]"


def _birth_year(term: Term) -> str:
    """The year, but not one that tells an age above 89 today."""
    latest = date.today().year - OLDEST_AGE - 1
    years = _YEAR.findall(_plain(term))
    if any(int(year[:4]) <= latest for year in years):
        return f"{latest} or earlier"
    return _year(term)


def _last_four(term: Term) -> str:
    digits = re.sub("[^0-9]", "", _plain(term))
    return f"[{term.label} ending {digits[-4:]}]" if len(digits) > 4 else _redacted(term)


def _initials(term: Term) -> str:
    words = [word for word in _NAME.findall(_plain(term)) if word.casefold() not in _NOT_NAMES]
    return " ".join(f"{word[0].upper()}." for word in words) or _redacted(term)


def _zip3(term: Term) -> str:
    match = _ZIP.fullmatch(_plain(term))
    if match is None:  # not a US one: how few people share a part of it is not known
        return _redacted(term)
    area = "000" if match[2] in RESTRICTED_ZIP3 else match[2]
    return f"{match[1] + ' ' if match[1] else ''}{area}**"


def _age(term: Term) -> str:
    text = _plain(term).casefold()
    ages = [int(number[:9]) / _A_YEAR.get(unit[:1] if unit else "", 1) for number, unit in _AGE.findall(text)]
    if _OLD.search(text) or any(age >= OLDEST_AGE + 1 for age in ages):
        return "90 or older"
    return term.text if ages or _YOUNG.search(text) else _redacted(term)


def _plain(term: Term) -> str:
    """The span as it looks: without characters that cannot be seen, with dashes and digits of all alphabets as ours."""
    return "".join(map(_seen, unicodedata.normalize("NFKC", term.text))).strip()


def _seen(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    return {"Cf": "", "Pd": "-"}.get(category, character)


WAYS: Mapping[str, Callable[[Term], str | None]] = {
    "generalize": lambda _: None,
    "redact": _redacted,
    "year": _year,
    "birth-year": _birth_year,
    "last-four": _last_four,
    "initials": _initials,
    "postcode-3": _zip3,
    "age-90": _age,
    "keep": lambda term: term.text,
}
"""What stands in for a span, by the name that a policy gives the way; None leaves it to a generalisation."""
