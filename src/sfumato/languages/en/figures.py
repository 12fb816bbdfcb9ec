"""Figures that are one term with what they belong to: scores, seasons, ranges, parts of a whole, hyphenated numbers.

Taken number by number they read wrongly: "a 3–1 victory" has no three, "a seven-person pyramid" no seven.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.languages.en.wording.ladders.kinds import (
    A_YEAR,
    AGE,
    COMPOUND,
    DURATION,
    LEAGUE,
    MEASURE,
    MONTHS,
    NUMBER_OF,
    PART_OF,
    PLAYING_SEASON,
    RANK,
    SPANS,
    kind_of_quantity,
)
from sfumato.languages.en.wording.ladders.numerals import FIGURES, NUMBER
from sfumato.languages.en.wording.lexicon import goes_on
from sfumato.languages.en.wording.surroundings import word_after
from sfumato.types import Term

SCORE, AGED, WHEN, MUCH, MONEY = "SCORE", "AGE", "DATE_TIME", "QUANTITY", "MONEY"

_APART = r"(?<![\w.,:/$€£#%–-])"
_ENDS = r"(?![\w%]|[-–/.,:]\d)"
_DASH = r"\s?[-–]\s?"
_SET = rf"\d{{1,3}}{_DASH}\d{{1,3}}(?:\s?\(\d{{1,2}}(?:{_DASH}\d{{1,2}})?\))?"
_SCORES = re.compile(rf"{_APART}{_SET}(?:(?:,\s(?:and\s)?|;\s|\s){_SET})*(?:{_DASH}\d{{1,2}}){{0,2}}{_ENDS}")
_RESULT = re.compile(
    r"\s(?:[a-z]+\s){0,2}(?:wins?|victor(?:y|ies)|draws?|defeats?|loss(?:es)?|lead|triumphs?|results?|score(?:line)?s?|ties?"
    r"|record|advantage|deficit|aggregate|formation|thrashing|rout|upset|comeback|shutout|stalemate|decision)\b"
)
_PLAYED = re.compile(
    r"\b(?:w[io]n(?:s|ning)?|los(?:t|es|ing|s)|victor(?:y|ies)|beat(?:s|en|ing)?|defeat(?:s|ed|ing)?|dr[ea]w(?:n|s|ing)?"
    r"|tied|ended|finished|falling|fell|led|leading|trail(?:ed|ing)|score(?:line)?|aggregate|matched|against|over|thrashed"
    r"|record|mark|overcame|overcoming|edged|downed|upset|eliminated)\b[^.;:\n\d]{0,60}\Z",
    re.I,
)
_YEARS = rf"{A_YEAR}(?:[-–/]\d\d(?:\d\d)?)?"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_DATE = rf"(?:(?:c\.|ca\.|circa)\s?)?(?:{_DAY}\s{MONTHS}\s|{MONTHS}\s(?:{_DAY},?\s)?)?{A_YEAR}"
_FAR = r"(?:\s?(?:m|met(?:re|er)s?|yards?|km)\b)?"
_TO = r"\s?(?:to|or|and|-|–)\s?"
_AGES = rf"{NUMBER}{_TO}{NUMBER}\b(?!%)(?:\syears(?:\sold)?)?"
_SHAPES: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (label, kind, re.compile(pattern, re.I))
    for label, kind, pattern in (
        (WHEN, PLAYING_SEASON, rf"{_APART}{_YEARS}(?:(?:,|,?\s(?:and|or|to))\s{_YEARS})*{LEAGUE}\sseasons?\b"),
        (WHEN, "", rf"\b(?:from|between)\s{_DATE}(?:\s(?:to|until|and)\s|{_DASH}){_DATE}\b(?![-–/]\d)"),
        (WHEN, "", rf"(?<=[(;\s]){_DATE}\s?[–-]\s?{_DATE}(?=[);,])"),
        (WHEN, "", rf"\b(?:New\sYear[’']s|Christmas|Easter)\s(?:Eve|Day|Sunday|Monday),?\s(?:of\s)?{A_YEAR}\b"),
        (AGED, AGE, rf"\b(?:between\sthe\sages\sof|ages|aged(?:\sbetween|\sfrom)?)\s{_AGES}"),
        (AGED, AGE, rf"{_APART}{NUMBER}(?:-|\syears?)?{_TO}{NUMBER}[\s-]years?[\s-]olds?\b"),
        (WHEN, DURATION, rf"{_APART}{NUMBER}\s?(?:to|or|-|–)\s?{NUMBER}[\s-](?:{SPANS})s?\b"),
        (MONEY, "", rf"(?<![\w.])(?:US|A|C)?[$€£¥₹]\s?{FIGURES}(?:\s?(?:m|bn|k)\b|\s(?:thousand|million|billion)\b)"),
        (MUCH, NUMBER_OF, rf"{_APART}\d+\.\d+\s(?:million|billion)\b(?!\s(?:dollars|euros|pounds))"),
        (MUCH, NUMBER_OF, r"(?<![\w.,])\.\d{2,3}\b"),
        (MUCH, MEASURE, r"(?<!\w)\d[’'′]\s?\d{1,2}(?:[”\"″]|[’']{2})"),
        (MUCH, PART_OF, rf"{_APART}{NUMBER}\s(?:out\s)?of\s(?:(?:the|his|her|its|their)\s)?{NUMBER}{_ENDS}"),
        (MUCH, COMPOUND, rf"{_APART}(?!(?:one|1)-){NUMBER}-[a-z]{{3,9}}(?:-[a-z]+)*\b"),
        (
            MUCH,
            COMPOUND,
            rf"{_APART}\d{{1,2}}\s?[x×]\s?\d+(?:\s?(?:m|met(?:re|er)s?|yards?|km)\b)?{_ENDS}(?!\s?[mµ]?c?[gl]\b)",
        ),
        (MUCH, COMPOUND, rf"{_APART}\d-(?:foot|ft)(?:-\d{{1,2}})?\b"),
        ("ORDINAL", RANK, rf"{_APART}[a-z]{{3,4}}t?y-(?:first|second|third|[a-z]{{3,5}}th)\b"),
        (MUCH, NUMBER_OF, rf"{_APART}\d{{1,3}}(?:,\d{{3}})?[-–]\d{{1,3}}(?:,\d{{3}})?{_ENDS}"),
    )
)
"""Labels and expressions of figures, and the kind that each must be, where its shape leaves that open."""
_BEFORE_SCORES = 7  # of these, which no score is
_NUMBERED = re.compile(
    r"\b(?:pages?|pp?\.|parts?|chapters?|nos?\.|numbers?|episodes?|volumes?|vol\.|group|[A-Z]\w*)\s\Z"
)
_TIMES = re.compile(A_YEAR)
_NEAR = 40  # characters around a figure that say what it is


def figures(text: str) -> list[Term]:
    """The figures of a text that are one term, in order and apart.

    >>> [term.text for term in figures("In the 2005–06 season he won 3–1, for 8 to 12 weeks, in a seven-person team.")]
    ['2005–06 season', '3–1', '8 to 12 weeks', 'seven-person']
    """
    taken = bytearray(len(text))
    found = []
    for start, end, label in (
        *_shaped(text, _SHAPES[:_BEFORE_SCORES]),
        *_scores(text),
        *_shaped(text, _SHAPES[_BEFORE_SCORES:]),
    ):
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            found.append(Term(start, end, text[start:end], label))
    return sorted(found)


def _scores(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _SCORES.finditer(text):
        start, end = match.span()
        several = len(re.findall(rf"\d{_DASH}\d", match.group())) > 1 and "," in match.group()
        goes = goes_on(word_after(text, end).word, False) if word_after(text, end).word else False
        played = not goes and _PLAYED.search(text, max(0, start - 90), start)
        if _RESULT.match(text, end) or played or (several and not goes):
            yield start, end, SCORE


def _shaped(text: str, shapes: tuple[tuple[str, str, re.Pattern[str]], ...]) -> Iterator[tuple[int, int, str]]:
    for label, wanted, shape in shapes:
        for match in shape.finditer(text):
            start, end = match.span()
            kind = kind_of_quantity(match.group(), text[max(0, start - _NEAR) : start], text[end : end + _NEAR], label)
            if kind == PART_OF and _is_no_part(text, match):
                continue
            if kind == COMPOUND and not goes_on(word_after(text, end).word or "and", False):  # "in 5-nitro"
                continue
            if kind and kind == (wanted or kind):
                yield start, end, label


def _is_no_part(text: str, match: re.Match[str]) -> bool:
    """Whether a number before "of" is the name of something, or one behind it a year: "page 3 of 10", "two of 1997"."""
    whole = match.group().split()[-1]
    return bool(_NUMBERED.search(text, max(0, match.start() - 20), match.start()) or _TIMES.fullmatch(whole))
