"""The English of tables: names of columns, words for types of terms, numbers and dates in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from sfumato.languages import months
from sfumato.languages.en.identifiers.words import OCCUPATIONS
from sfumato.languages.en.normalform import STOP_WORDS
from sfumato.protocols import ColumnWords


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# --- names of columns -------------------------------------------------------------------------------------

_AGES = _words("age")
_DAYS = _words("date day birthday birthdate dob born")
_POSTCODES = _words("zip zipcode postcode postal plz")


class EnglishColumnWords:
    """The `ColumnWords` of English."""

    ages: Collection[str] = _AGES
    days: Collection[str] = _DAYS
    postcodes: Collection[str] = _POSTCODES
    sensitive: Collection[str] = _words(
        """diagnosis diagnoses disease illness condition hiv drug medication treatment salary income wage religion
        politics party orientation conviction offence offense"""
    )
    identifying: Collection[str] = _words(
        """id ids uuid guid key ssn nhs mrn passport licence license email mail phone mobile telephone tel fax iban
        account username user login handle nickname url website ip name firstname lastname surname forename fullname
        maiden address street plate vin imei"""
    )
    texts: Collection[str] = _words(
        """note notes comment comments remark remarks text message story description feedback review letter diary entry
        answer post body summary narrative report"""
    )
    things: Collection[str] = _words("hotel product company brand file country city town state region job course drug")
    types: Sequence[tuple[Collection[str], Sequence[str]]] = (
        (_words("city town country nation nationality state region location"), ("GPE", "LOC", "FAC", "NORP")),
        (_words("job occupation profession work industry"), ("JOB",)),
        (_words("employer company organization organisation school university hospital"), ("ORG",)),
        (_words("zip zipcode postcode plz"), ("POSTCODE",)),
        (_words("language"), ("LANGUAGE", "NORP")),
        (_words("religion party ethnicity race"), ("NORP",)),
        (_words("name firstname surname lastname forename fullname nickname maiden"), ("PERSON",)),
    )
    proposed_types: Sequence[tuple[Collection[str], Sequence[str]]] = (
        (_AGES, ("AGE",)),
        (_DAYS, ("DATE",)),
        (_words("city town country state region county place location birthplace residence"), ("GPE", "LOC")),
        (_words("nationality ethnicity religion race"), ("NORP",)),
        (_words("job occupation profession topic industry work"), ("JOB",)),
        (_words("company employer organisation organization school university hospital hotel"), ("ORG",)),
        (_POSTCODES, ("POSTCODE",)),
        (_words("email mail"), ("EMAIL_ADDRESS",)),
        (_words("phone mobile telephone tel fax"), ("PHONE_NUMBER",)),
        (_words("name firstname lastname surname forename fullname user username nickname"), ("PERSON",)),
        (_words("url website"), ("URL",)),
        (_words("address street"), ("STREET_ADDRESS",)),
        (_words("language"), ("LANGUAGE",)),
    )


# --- numbers ----------------------------------------------------------------------------------------------

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()
_TENS = {word: 10 * at for at, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_NUMBERS = {word: at for at, word in enumerate(_ONES)} | _TENS


def number_in_words(forms: Sequence[str], at: int) -> tuple[float | None, int]:
    """The number that begins with a word of a text in normal form, and the place of its last word.

    >>> number_in_words(["thirty", "six", "year"], 0), number_in_words(["a", "hundred", "and", "two"], 1)
    ((36.0, 1), (102.0, 3))
    """
    first, second = forms[at], _word(forms, at + 1)
    if first != "hundred" and first not in _NUMBERS:
        return None, at
    if "hundred" in (first, second):
        hundreds = 100.0 if first == "hundred" else 100.0 * _NUMBERS[first]
        last = at if first == "hundred" else at + 1
        rest = last + 2 if _word(forms, last + 1) == "and" else last + 1
        more, end = number_in_words(forms, rest) if rest < len(forms) else (None, last)
        return (hundreds + more, end) if more is not None and more < 100 else (hundreds, last)
    if first in _TENS and 0 < _NUMBERS.get(second, 0) < 10:
        return float(_TENS[first] + _NUMBERS[second]), at + 1
    return float(_NUMBERS[first]), at


def _word(forms: Sequence[str], at: int) -> str:
    return forms[at] if at < len(forms) else ""


# --- dates ------------------------------------------------------------------------------------------------

_MONTHS = months.BY_LANGUAGE["en"]
_DATE_WORD = re.compile(r"[^\W\d_]+|\d+")
_AROUND_DATES = _words(
    """st nd rd th of the on in monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs
    fri sat sun"""
)


@lru_cache(maxsize=1 << 14)
def date_in_words(text: str) -> tuple[int | None, int, int | None] | None:
    """Year, month and day of a date with the name of its month, or its year or its day alone beside the month.

    >>> date_in_words("Friday, May 14th 2004"), date_in_words("14 May"), date_in_words("May"), date_in_words("late May")
    ((2004, 5, 14), (None, 5, 14), None, None)
    """
    year: int | None = None
    month: int | None = None
    day: int | None = None
    for word in _DATE_WORD.findall(text.casefold()):
        if word in _MONTHS and month is None:
            month = _MONTHS[word]
        elif word.isdecimal() and len(word) == 4 and year is None:
            year = int(word)
        elif word.isdecimal() and len(word) < 3 and day is None and 1 <= int(word) <= 31:
            day = int(word)
        elif word not in _AROUND_DATES:
            return None
    return None if month is None or (year is None and day is None) else (year, month, day)


# --- texts ------------------------------------------------------------------------------------------------

_TYPE_NAMES = {
    "PERSON": "person",
    "GPE": "location",
    "LOC": "location",
    "FAC": "location",
    "ORG": "organization",
    "NORP": "group",
    "PRODUCT": "product",
    "EVENT": "event",
    "LAW": "law",
    "LANGUAGE": "language",
    "WORK_OF_ART": "work",
    "DATE": "date",
    "TIME": "time",
    "AGE": "age",
    "JOB": "job",
    "MONEY": "amount",
    "QUANTITY": "amount",
    "EMAIL_ADDRESS": "mail",
    "PHONE_NUMBER": "phone",
    "URL": "link",
    "STREET_ADDRESS": "address",
    "IP_ADDRESS": "address",
    "MAC_ADDRESS": "address",
    "COORDINATES": "coordinates",
    "POSTCODE": "postcode",
    "TERM": "term",
    "VALUE": "value",
    "IDENTIFIER": "identifier",
}


def plurals(word: str) -> Sequence[str]:
    """A word with each of the endings that make a plural, whether they are right for it or not.

    >>> plurals("party")
    ('partys', 'partyes', 'parties')
    """
    return word + "s", word + "es", word[:-1] + "ies"


class EnglishTableWords:
    """The `TableWords` of English."""

    columns: ColumnWords = EnglishColumnWords()
    occupations: Collection[str] = OCCUPATIONS
    everyday: Collection[str] = _words("yes no true false none other unknown male female man woman boy girl")
    type_names: Mapping[str, str] = _TYPE_NAMES
    number_name = "number"
    fillers: Collection[str] = (
        _words("year old yr y o month week day age aged born date turn turned yo y/o st nd rd th") | STOP_WORDS
    ) - {"may"}
    names_too: Collection[str] = _words("may will")
    possessive = re.compile(r"['’][sS]\Z")
    figure_ending = re.compile(r"(?<=\d)(?:st|nd|rd|th|yo|y)\Z")
    plurals = staticmethod(plurals)
    number_in_words = staticmethod(number_in_words)
    date_in_words = staticmethod(date_in_words)


TABLE_WORDS = EnglishTableWords()
