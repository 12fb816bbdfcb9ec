"""Spans that may identify a person: dates, codes, amounts, ages, names, nationalities, occupations, illnesses.

`candidates` finds them generously, by the shape of the text and by what the language found there; whether one is
to be hidden is for `identifiers` to say. A candidate of the kind LAW is there to be kept: "Article 8 of the
Convention" is no code and no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sfumato.languages.en.identifiers.words import (
    AILING,
    AILMENTS,
    FACILITIES,
    INSTITUTIONS,
    LAWS,
    MONTHS,
    NUMBERS,
    OCCUPATIONS,
    TITLES,
    WEEKDAYS,
)
from sfumato.languages.en.normalform import STOP_WORDS
from sfumato.languages.en.titles import KIN
from sfumato.types import Document, Term


class Candidate(NamedTuple):
    """From `start` up to `end`: what may identify; `key` is the same for all that are hidden or kept together."""

    start: int
    end: int
    kind: str
    key: str


def candidates(document: Document, terms: Sequence[Term]) -> list[Candidate]:
    """The spans of a document that may identify somebody: in order, none overlapping another."""
    text = document.text
    taken = bytearray(len(text))
    found: list[Candidate] = []

    def take(start: int, end: int, kind: str, key: str = "") -> None:
        if start < end and taken.find(1, start, end) < 0:
            taken[start:end] = b"\1" * (end - start)
            found.append(Candidate(start, end, kind, key or _key(text[start:end])))

    names = _Names(text, terms)
    for start, end in names.works():
        take(start, end, "WORK")
    for start, end, kind in _measures(text):
        take(start, end, kind)
    for start, end, kind, key in names.names(taken):
        take(start, end, kind, key)
    for term in terms:
        if kind := _described(term):
            take(term.start, term.end, kind)
    return sorted(found)


def _key(text: str) -> str:
    return " ".join(text.split()).casefold()


# --- numbers ----------------------------------------------------------------------------------------------

_NUMBER_WORD = "(?:" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + ")"
_NUMBER_WORDS = rf"\b{_NUMBER_WORD}(?:(?:[ -]|\sand\s)(?:one|{_NUMBER_WORD}))*\b"
_DIGITS = r"\d+(?:[.,]\d+)*"
_NUMBER = rf"(?:\b{_DIGITS}(?!\w)|{_NUMBER_WORDS})"
_MONTH = "(?:" + "|".join(sorted((month.capitalize() for month in MONTHS), key=len, reverse=True)) + r")\b\.?"
_DAY = r"\b(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:1[0-9]|20)\d\d"
_YEARS = rf"\b{_YEAR}(?:s\b|\s?[-/–‑]\s?(?:{_YEAR}|\d\d)\b|\b)"
_WEEKDAY = "(?:" + "|".join(day.capitalize() for day in sorted(WEEKDAYS)) + ")"
_UNIT_OF_TIME = r"(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|decades?)"
_CURRENCY = (
    r"(?:(?:US|CA|AU|NZ|HK|A|C)?[$€£¥₹]|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|TRL|TRY|YTL|ATS|DEM|FRF|ITL|ESP|JPY|CAD|AUD|RUB|RON|HUF|CZK"
    r"|BGN|HRK|UAH|CYP|[Ee]uros?|dollars?|pounds?(?:\ssterling)?|francs?|[Mm]arks?|[Ll]iras?|kronor|kroner|kronas?|zlotys?"
    r"|[Ss]chillings?|roubles?|rubles?|yen|yuan|rupees?|pesos?|cents?|pence|lei|forints?)\b)"
)
_UNIT = (
    r"(?:km/h|mph|km|kms|kilomet(?:re|er)s?|met(?:re|er)s?|cm|mm|centimet(?:re|er)s?|miles?|feet|foot|inch(?:es)?|yards?"
    r"|kg|kgs|kilos?|kilogram(?:me)?s?|grams?|mg|ml|tons?|tonnes?|lit(?:re|er)s?|hectares?|acres?|sq\.?\s?m|k?m[²2]|ha|degrees?)"
)
_PART = (
    r"(?:(?:(?:the\s)?(?:beginning|end|middle|start|first\shalf|second\shalf)\sof"
    r"|(?:spring|summer|autumn|winter)(?:\sand\s(?:spring|summer|autumn|winter))?(?:\sof)?|early|mid|late)[\s-])?"
)
_NEAR = r"(?:(?:approximately|approx\.|about|around|some|nearly|almost|over|roughly|at\sleast|up\sto)\s)?"

_MEASURES = re.compile(
    r"(?<![^\W_])(?:"
    + "|".join(
        f"(?P<{kind}>{pattern})"
        for kind, pattern in (
            ("WEB", r"(?:https?://|www\.)[^\s<>\"”)]+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]+\w"),
            (
                "LAW",
                r"(?:\b(?:[Aa]rticles?|[Aa]rts?\.|[Rr]ules?|[Ss]ections?|[Ss]ec\.|[Pp]aragraphs?|[Pp]aras?\.|[Cc]hapters?"
                r"|[Pp]rotocols?|Annex|Schedule|Appendix|[Pp]oints?|[Cc]lauses?)\s(?:[Nn]os?\.\s?)?|§§?\s?)"
                r"(?:\d+|[IVX]+\b|[A-Z]\b)[\w.:/-]*(?:\s?\(\w{1,3}\))*"
                r"(?:(?:\s?(?:,|and|or|to|in conjunction with|taken together with|[-–])\s?)?(?:\s?§§?\s?)?"
                r"\b\d+\b(?:\s?\(\w{1,3}\))*"
                r"(?!\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)))*"
                r"|\b(?:Laws?|Acts?|Decrees?|Ordinances?|Directives?|Regulations?|Statutes?)\s[Nn]os?\.\s?\d+(?:[/.-]\d+)*",
            ),
            (
                "DATE",
                rf"(?:{_WEEKDAY},?\s)?(?:{_DAY}(?:\s?(?:and|to|or|[-–‑,])\s?{_DAY}){{0,4}}\s(?:of\s)?{_MONTH}(?:,?\s{_YEAR}\b)?"
                rf"|\b{_MONTH}\s{_DAY}\b(?:\s?[-–‑]\s?\d\d?)?(?:,?\s{_YEAR}\b)?)"
                r"|\b\d{4}-\d\d?-\d\d?\b|\b\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)\b",
            ),
            ("MONTH", rf"{_PART}\b{_MONTH}(?:\s(?:and|to|or)\s{_MONTH})?,?\s(?:of\s)?{_YEAR}\b"),
            (
                "CLOCK",
                r"\b(?:[01]?\d|2[0-3])(?::[0-5]\d(?![:/.\d])(?:\s?[aApP]\.?[mM]\b\.?|\shours)?"
                r"|(?:\.[0-5]\d)?(?:\s?[aApP]\.?[mM]\b\.?|\so[’']clock|\shours\b))",
            ),
            (
                "AGE",
                rf"\b(?:aged?|age\sof)\s{_NUMBER}(?:\sand\s{_NUMBER})?|{_NUMBER}[\s-]years?[\s-](?:old|of\sage)\b",
            ),
            (
                "MONEY",
                rf"{_NEAR}(?:{_CURRENCY}\s?{_DIGITS}(?:\s(?:million|billion|thousand))?"
                rf"|{_NUMBER}(?:\s(?:million|billion|thousand))?\s(?:[A-Z][A-Za-z]+\s){{0,2}}{_CURRENCY}(?:\s\([A-Z]{{3}}\))?)",
            ),
            ("PERCENT", rf"{_NUMBER}(?:\s?(?:to|and|[-–])\s?{_DIGITS})?\s?(?:%|per\s?cent\b|percent\b)"),
            ("MEASURE", rf"{_NEAR}{_NUMBER}(?:\s?[xX×]\s?{_DIGITS})*[\s-]?{_UNIT}\b"),
            (
                "DURATION",
                rf"{_NEAR}(?:{_NUMBER}|\b(?:one|a|an|several|few|half\sa)(?=[\s-]))(?:\sand\sa\shalf)?[\s-]"
                rf"{_UNIT_OF_TIME}\b(?:[’'](?!\w))?(?:,?\s(?:and\s)?{_NUMBER}[\s-]{_UNIT_OF_TIME}\b)*",
            ),
            ("CENTURY", r"\b(?:(?:early|mid|late)[\s-])?\d{1,2}(?:st|nd|rd|th)\scentur(?:y|ies)\b"),
            ("YEAR", rf"{_PART}{_YEARS}(?![/:.]\d)"),
            (
                "CODE",
                r"\b\d+(?:[/.:-]\d+)+(?:/\w+)*\b|\b[A-Z]{1,5}[-/ ]?\d[\d/.-]*\d\b|\w{0,9}\d\w{0,9}[A-Z]\w{0,9}\b"
                r"|\b\d{5,}\b|(?<=\b[Nn]o\.\s)\d+\b|(?<=\b[Nn]os\.\s)\d+\b|(?<=\b[Nn]umber\s)\d+\b|(?<=#)\d+\b",
            ),
            ("COUNT", rf"{_NUMBER}"),
        )
    )
    + ")"
)
_COMPOUND = re.compile(r"(?<=\d)-[^\W\d_]+\b")
_NUMBERED = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-z]{3,}\s\Z")
_SAYINGS = frozenset(("24/7", "50/50", "9/11", "20/20"))
"""What is no code, though it looks like one."""
_LISTED = re.compile(r"(?:,|\sand|\sor|;)\s(?=\d)")
_COUNTED = re.compile(r"\s(?:(?:other|more|further|different|separate|new)\s)?[a-z]+(?=[\s,.;:)])")


def _measures(text: str) -> Iterator[tuple[int, int, str]]:
    """Dates, ages, amounts, codes and references to laws."""
    after_code = -1
    for match in _MEASURES.finditer(text):
        start, end = match.span()
        kind = str(match.lastgroup)
        if match.group() in _SAYINGS:
            continue
        if kind == "COUNT":
            if after_code == start:
                kind = "CODE"
            elif (
                not _NUMBERED.search(text, max(0, start - 30), start)
                and (counted := _COUNTED.match(text, end))
                and counted.group().split()[-1] not in STOP_WORDS
            ):
                end = counted.end()
        if compound := _COMPOUND.match(text, end):
            end = compound.end()  # a 145-pound fighter is no -pound fighter
        if kind == "CODE":
            listed = _LISTED.match(text, end)
            after_code = listed.end() if listed else -1
        yield start, end, kind


# --- names ------------------------------------------------------------------------------------------------

_UPPER = "".join(chr(code) for code in (*range(0x530), *range(0x1E00, 0x1F00)) if chr(code).isupper())
_WORD = rf"[{_UPPER}][^\W_]*(?:[-‑'’&/](?!s\b)[^\W_]+){{0,6}}"
_INITIALS = rf"[{_UPPER}][^\W\d_]?\.(?:[\s-]?[{_UPPER}][^\W\d_]?\.(?!\w))*"
_STARTERS = r"(?!(?:The|On|In|He|She|It|By|At|They|This|That|His|Her|As|However|After|A|An|We|I|But|And|When|For)\b)"
_PARTICLE = (
    r"(?:de|la|le|du|des|der|den|del|della|di|da|dos|van|von|zu|zum|zur|und|für|ter|ten|y|e|ve|bin|ibn|al|el|ul|i|w"
    r"|na|och|av|og|et)"
)
_NAME = re.compile(
    rf"(?:(?<![\w.])\d{{1,3}}(?:st|nd|rd|th)\s)?(?:{_INITIALS}|\b{_WORD})"
    rf"(?:\s{_PARTICLE}(?:\s{_PARTICLE})?(?=\s[{_UPPER}])"
    rf"|\s(?:of|for)(?:\sthe)?(?:\s{_WORD})+"
    rf"(?:(?:,\s{_WORD}){{0,5}},?\s(?:and|&)(?:\sthe)?\s{_WORD}(?!\s(?:of|Court|Government)))?"
    rf"|[’']s(?=\s[{_UPPER}])|\s?[’'](?=\s[{_UPPER}])|\s&(?=\s[{_UPPER}])"
    rf"|[ \xa0]{_INITIALS}|(?<=\.)[ \xa0]?{_STARTERS}{_WORD}|(?<!\.)[ \xa0]{_WORD})*"
)
_TITLED = re.compile(
    "(?:" + "|".join(sorted((title.capitalize() for title in TITLES), key=len, reverse=True)) + r")\b\.?\s+(?=\S)"
)
_OFFICE = re.compile(r"\s(?:of|for)\s(?:the\s)?")
_GLOSS = re.compile(rf"\s\((?!the\s|hereinafter|see\s)[{_UPPER}][^()“”\d]{{1,90}}\)")
_FACILITY = re.compile(
    r"\s(?:(?!(?:and|or|of|the|in|to|for|on|at|by|was|is|had)\s)[a-z-]+[’']?s?[’']?\s){0,2}(?:"
    + "|".join(sorted(FACILITIES, key=len, reverse=True))
    + r")(?:[’']s\soffice)?\b"
)
_WORK = re.compile(
    rf"\b{_WORD}(?:,?\s(?:{_WORD}|\d+|of|the|to|with|in|and|a|an|at|for|on|or|from|by|is)\b|:\s{_WORD}){{0,9}}"
    rf"(?=\s\((?:{_YEAR}\b|{_MONTH}))"
)
_PARTICIPLE = re.compile(r"[A-Z][a-z]+ing (?:[a-z]+ )+")
_OPENING = re.compile(r"(?:[.!?:;][”\"’)]*|\n|^)[\s“\"‘(]*\Z")
_LINE = re.compile(r"[^\n]+")
_NAMES = frozenset(("PERSON", "NORP", "FAC", "ORG", "GPE", "LOC", "PRODUCT", "EVENT", "WORK_OF_ART"))


class _Names:
    """Finds runs of capitalised words, with the initials, particles and "of" that tie them together."""

    def __init__(self, text: str, terms: Sequence[Term]) -> None:
        self.text = text
        self.plain = set(re.findall(r"\b[a-z]{2,}\b", text))
        self.capitalised = set(re.findall(rf"(?<=[a-z,] )[{_UPPER}][^\W_]+", text))
        self.named = bytearray(len(text))
        for term in terms:
            if term.label in _NAMES:
                self.named[term.start : term.end] = b"\1" * (term.end - term.start)

    def works(self) -> Iterator[tuple[int, int]]:
        """Titles that a year in brackets follows: "The Long Road (1987)"."""
        for match in _WORK.finditer(self.text):
            start = match.start()
            if self.opens(start):
                start = self.begin(start, match.end())
            words = set(re.findall(r"[^\W\d_]+", self.text[start : match.end()].lower()))
            if KIN.search(self.text, max(0, start - 60), start):
                continue
            if words and not words & LAWS and not words <= INSTITUTIONS | STOP_WORDS:
                yield start, match.end()

    def names(self, taken: bytearray) -> Iterator[tuple[int, int, str, str]]:
        for line in _LINE.finditer(self.text):
            if not line.group().isupper():
                for match in _NAME.finditer(self.text, line.start(), line.end()):
                    for start, end in _free(taken, *match.span()):
                        yield from self.name(start, end)

    def opens(self, start: int) -> bool:
        """Whether a sentence begins here, so that a capital tells nothing."""
        return _OPENING.search(self.text, max(0, start - 6), start) is not None

    def begin(self, start: int, end: int) -> int:
        """Where the name begins in a run at the start of a sentence: behind the words that are capitalised for that."""
        if (leading := _PARTICIPLE.match(self.text, start, end)) and not self.named[start]:
            start = leading.end()  # "Driving for the Racing Team"
        for word in re.finditer(r"\S+", self.text[start:end]):
            shown = word.group().lower()
            if shown not in STOP_WORDS and (shown not in self.plain or any(self.named[start + word.start() : end])):
                return start + word.start()
        return end

    def name(self, start: int, end: int) -> Iterator[tuple[int, int, str, str]]:
        text = self.text
        start, end = _stripped(text, start, end)
        opens = self.opens(start)
        if opens:
            start = self.begin(start, end)
        words = text[start:end].split()
        if not words or all(word.lower() in STOP_WORDS and not word.isupper() for word in words) or words == ["I"]:
            return
        if opens and len(words) == 1 and words[0].isalpha() and not words[0].isupper() and not self.known(start, end):
            return
        if (titled := _TITLED.match(text, start, end)) and titled.end() < end:
            office = _OFFICE.search(text, titled.end(), end)
            yield start, office.start() if office else end, "PERSON", ""
            if office:
                yield from self.name(office.end(), end)
            return
        if place := _FACILITY.match(text, end):
            end = place.end()
        key = _key(text[start:end])
        if gloss := _GLOSS.match(text, end):
            end = gloss.end() - 1
        yield start, end, "NAME", key.removeprefix("the ")

    def known(self, start: int, end: int) -> bool:
        """Whether a word that begins a sentence is a name: the language says so, or it has a capital elsewhere."""
        return any(self.named[start:end]) or self.text[start:end] in self.capitalised


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    shown = text[start:end]
    start += len(shown) - len(shown.lstrip(" .,'’&-\xa0"))
    return start, max(start, start + len(text[start:end].rstrip(" ,'’&-\xa0")))


def _free(taken: bytearray, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a span that nothing else has taken."""
    while start < end:
        if taken[start]:
            start += 1
            continue
        stop = taken.find(1, start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop


# --- descriptions -----------------------------------------------------------------------------------------


def _described(term: Term) -> str:
    """The kind of a term without a capital: an occupation, an illness, a name in small letters; empty if none."""
    words = term.text.lower().split()
    last = words[-1] if words else ""
    single = last[:-1] if last.endswith("s") else last
    if single in OCCUPATIONS:
        return "OCCUPATION"
    if last in AILMENTS or single in AILMENTS or (len(single) > 6 and last.endswith(AILING)):
        return "AILMENT"
    return "NAME" if term.label in _NAMES else ""
