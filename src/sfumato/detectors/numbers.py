"""Numbers that check themselves, or that a library knows: telephones, cards, bank accounts, vehicles, devices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from phonenumbers import PhoneNumberMatcher

from sfumato.detectors.national import is_valid
from sfumato.languages.plain import Plain
from sfumato.protocols import Patterns
from sfumato.types import Match

_DIGIT = re.compile(r"\d")

# --- telephones -------------------------------------------------------------------------------------------

_EXTENSION = r"(?:[ ,;]{0,2}(?i:x|ext|extension)\.? ?\d{1,6})?"
_RUN = re.compile(rf"(?<!\w)[+(]{{0,2}}\d(?:[ ().\-/~]{{0,4}}+\d)*+{_EXTENSION}")
_FEWEST, _FEWEST_WRITTEN, _MOST = 6, 8, 15  # digits; eight where nothing but its looks speaks for a number
_MARGIN = 3  # characters on both sides by which the library tells a number from a part of something else
_TABLE = 24  # groups of digits in one line, all short: rather a table than telephone numbers

# Whatever the region: the way these are written is enough.
_WRITTEN = re.compile(
    r"(?<![\w./-])(?<!\d[, ])(?:"
    r"\+\d(?:[ .()/-]{0,3}\d){7,14}+"  # +46 (0)8 928 571 38
    rf"|(?:\+?1[ .-]?)?(?:\(\d{{3}}\) ?|\d{{3}}[.-])\d{{3}}[ .-]\d{{4}}{_EXTENSION}"  # 345-899-3560 x4587
    r"|\(0\d{1,4}\)[ .-]?\d{2,4}(?:[ .-]?\d{2,4}){1,3}"  # (020) 7946 0123
    r"|0\d{1,4}(?:([ .-])\d{2,4}(?:\1\d{2,4}){1,3}|[ /]\d{6,8})"  # 0490 75 40 81
    r")(?!\w|[.,:/-]\d| \d)"
)
_NAMED = re.compile(rf"[+(]{{0,2}}\d(?:[ ().\-/]{{0,3}}\d){{5,15}}+{_EXTENSION}(?!\w|[.,:]\d)")


@cache
def _ended(after: str) -> re.Pattern[str]:
    """A number with such words behind it."""
    return re.compile(rf"(?<![\w./-])(?<!\d[, ])[+(]{{0,2}}\d(?:[ ().-]{{0,2}}\d){{5,15}}+(?=[ -]{{1,3}}\(?{after}\b)")


_NO_PHONE = re.compile(
    r"\d{4}([./-])\d{1,2}\1\d{1,2}(?![\d./-])|\d{1,2}([./-])\d{1,2}\2(?:19|20)?\d{2}(?![\d./-])"  # a date
    r"|\(? ?(?:1[0-9]|20)\d\d ?[-/] ?(?:1[0-9]|20)?\d\d(?:/\d{2,4})?\)?\Z"  # years
    r"|\d{4,5}/\d{4,5}|\d{4}\. "
)
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?: \d{3}){1,4}")
_MOST_GROUPS = 7  # of digits


def phones(plain: Plain, region: str | None, words: Patterns) -> Iterator[Match]:
    """PHONE_NUMBER: valid in the region or international; written as hardly anything else is; or named as one.

    Numbers of other regions count where a word before or after says what they are ("Tel. 9472 7916").
    """
    for run in plain.near_digits(_RUN):
        if not _could_be_phone(run.group()):
            continue
        begin, end = max(0, run.start() - _MARGIN), run.end() + _MARGIN
        for found in PhoneNumberMatcher(plain.text[begin:end], region):
            if not _THOUSANDS.fullmatch(found.raw_string):
                yield from _phone(begin + found.start, found.raw_string, valid=True)
    for match in plain.near_digits(_WRITTEN):
        yield from _phone(match.start(), match.group(), fewest=_FEWEST_WRITTEN)
    for match in plain.near_digits(_ended(words.phone_after)):
        yield from _phone(match.start(), match.group())
    for name in plain.near_digits(words.phone_before):
        if named := _NAMED.match(plain.text, name.end()):
            yield from _phone(named.start(), named.group())


def _phone(start: int, number: str, *, fewest: int = _FEWEST, valid: bool = False) -> Iterator[Match]:
    groups = re.findall(r"\d+", re.split("[xXeE]", number)[0])
    if _NO_PHONE.match(number) or len(groups) > _MOST_GROUPS or not fewest <= len("".join(groups)) <= _MOST:
        return
    unclosed = number.startswith("(") and ")" not in number
    yield Match(start + unclosed, start + len(number), "PHONE_NUMBER", valid)


def _could_be_phone(run: str) -> bool:
    """Whether it is worth asking the library, which is slow: no long number, and no table of short ones."""
    groups = [len(group) for group in re.findall(r"\d+", run)]
    table = len(groups) > _TABLE and max(groups) < 3 and "+" not in run
    return sum(groups) >= _FEWEST and min(groups) <= _MOST and not table


# --- cards and accounts -----------------------------------------------------------------------------------

# Looked for at every group of digits: what stands before a card's number must not swallow its beginning.
_CARD = re.compile(
    r"(?<!\w)(?<!\d[.,/-])"
    r"(?=(\d{12,19}(?!\d)|\d{4}([ -])(?:\d{4}\2\d{4}(?:\2\d{1,4}(?!\d)){0,2}|\d{6}\2\d{4,5}(?!\d))))"
)
_ISSUER = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})"  # Visa
    r"|(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}"  # Mastercard
    r"|3[47]\d{13}"  # American Express
    r"|3(?:0[0-5]|[689]\d)\d{11,16}"  # Diners Club
    r"|6(?:011|4[4-9]\d|5\d{2})\d{12,15}"  # Discover
    r"|(?:2131|1800)\d{11}|35(?:2[89]|[3-8]\d)\d{12,15}"  # JCB
    r"|(?:5[0678]|6\d)\d{10,17}"  # Maestro, UnionPay, RuPay
)
_NEAR = 50

_IBAN = re.compile(r"(?<![^\W_])(?=([A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{1,4}){3,8}))")
_GROUP_END = re.compile(r"(?<=[^\W_])(?![^\W_])")


def cards(plain: Plain, words: Patterns) -> Iterator[Match]:
    """CREDIT_CARD: right by Luhn, and begins as an issuer's numbers do or has a word for a card near it."""
    for match in plain.near_digits(_CARD):
        for start, end in _beginnings(plain.text, *match.span(1)):
            digits = "".join(_DIGIT.findall(plain.text[start:end]))
            if not 12 <= len(digits) <= 19 or not is_valid("luhn", digits):
                continue
            if _ISSUER.fullmatch(digits) or words.card_near.search(plain.text, max(0, start - _NEAR), end + _NEAR):
                yield Match(start, end, "CREDIT_CARD", True)
                break


def ibans(plain: Plain) -> Iterator[Match]:
    """IBAN_CODE: right by its check digits and its country's format, in groups or in one."""
    for match in plain.near_digits(_IBAN):
        for start, end in _beginnings(plain.text, *match.span(1)):
            if end - start >= 15 and is_valid("iban", plain.text[start:end]):
                yield Match(start, end, "IBAN_CODE", True)
                break


def _beginnings(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The span without the groups at its end, one after the other: what follows a number may look like more of it."""
    ends = [group.start() for group in _GROUP_END.finditer(text, start, end + 1) if group.start() <= end]
    return [(start, group) for group in reversed(ends)]


# --- vehicles ---------------------------------------------------------------------------------------------

_VIN = re.compile(r"(?<!\w)[A-HJ-NPR-Za-hj-npr-z0-9]{17}(?!\w)")
_VIN_VALUE = dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "012345678912345678123457923456789"), strict=True))
_VIN_WEIGHT = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def vins(plain: Plain) -> Iterator[Match]:
    """VIN: a vehicle's number of 17 signs, letters and digits, whose check digit is right."""
    for match in plain.near_digits(_VIN):
        number = match.group().upper()
        if not number.isdigit() and not number.isalpha() and is_vin(number):
            yield Match(*match.span(), "VIN", True)


def is_vin(number: str) -> bool:
    """Whether the check digit of a vehicle identification number is right, as it is on North American ones.

    >>> is_vin("1M8GDM9AXKP042788"), is_vin("1M8GDM9A1KP042788")
    (True, False)
    """
    total = sum(_VIN_VALUE[sign] * weight for sign, weight in zip(number, _VIN_WEIGHT, strict=True))
    return number[8] == "0123456789X"[total % 11]


# --- devices ----------------------------------------------------------------------------------------------

_IMEI = re.compile(r"(?<!\w)\d{2}-?\d{6}-?\d{6}-?\d(?!\w)")


def devices(plain: Plain) -> Iterator[Match]:
    """DEVICE_ID: a telephone's number of 15 digits in the groups that its kind is written in, right by Luhn."""
    for match in plain.near_digits(_IMEI):
        if "-" in match.group() and is_valid("imei", match.group()):
            yield Match(*match.span(), "DEVICE_ID", True)
