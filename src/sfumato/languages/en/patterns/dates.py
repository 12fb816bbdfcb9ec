"""Dates and times of day, as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.languages.plain import SPACE, Plain, either, word
from sfumato.types import Match

_S = SPACE
_APART = r"(?<![^\W_])(?<!\d[.,/:-])"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|ST|ND|RD|TH)?(?!\d)"
_DAYS = rf"{_DAY}(?:{_S}?(?:-|/|,|&|to|and|or|until){_S}?{_DAY}){{0,3}}"
_YEAR = r"(?:1[5-9]|20)\d\d(?!\d)"
# "may" and "march" are other words too: in small letters they count only with a year.
_MONTH = (
    r"(?:(?i:jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)|M(?:ar(?:ch)?|ay)|M(?:AR(?:CH)?|AY))(?![^\W_])\.?"
)
_MONTH_OF_YEAR = rf"(?:{_MONTH}|(?:mar(?:ch)?|may)(?![^\W_])\.?)"
_OF_YEAR = rf"(?:,?{_S}(?:of{_S})?|[-/,]){_YEAR}"
_SHORT_YEAR = r"(?:[-/ ]'?|,? ')\d\d(?![\w:/]|[.,]\d)"
_FULL_WEEKDAY = r"(?i:mon|tues|wednes|thurs|fri|satur|sun)day"
_WEEKDAY = re.compile(word(rf"(?i:(?=[mtwfs]){_FULL_WEEKDAY}s?)(?!\w)"))
_WEEKDAY_BEFORE = re.compile(
    rf"\b(?:{_FULL_WEEKDAY}|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)(?:,|\.,?)?{_S}(?:the{_S})?\Z"
)

_DAY_FIRST = re.compile(
    rf"{_APART}(?=\d){_DAYS}(?:{_S}day)?(?:{_S}of)?(?:{_S}|-|/|\.{_S}?|(?=[A-Z]))"
    rf"(?:{_MONTH}(?:{_OF_YEAR}|{_SHORT_YEAR})?|{_MONTH_OF_YEAR}{_OF_YEAR})(?!\w)"
)
_MONTH_FIRST = re.compile(
    word(
        "(?=[JFMASONDjfmasond])"
        rf"(?:{_MONTH}{_S}(?:the{_S})?{_DAYS}(?![.,/:]\d|%)(?:,?{_S}{_YEAR}|,{_YEAR}|,? '\d\d(?!\w))?"
        rf"|{_MONTH_OF_YEAR}{_S}(?:the{_S})?{_DAYS},?{_S}{_YEAR}"
        rf"|{_MONTH_OF_YEAR}(?:{_S}?(?:-|/|to|and|until){_S}?{_MONTH_OF_YEAR})?{_OF_YEAR}|{_MONTH} '\d\d)(?!\w)"
    )
)
_MONTH_ALONE = re.compile(
    word(
        rf"(?i:in|since|until|till|during|last|next|this|early|late|mid|by|of){_S}((?=[JFMASOND]){_MONTH}(?<!\.))(?!{_S}?\d)"
    )
)
_SEASON = re.compile(
    word(rf"(?i:{either('spring,summer,autumn,fall,winter,christmas,easter,Q[1-4]')})(?:{_S}of)?,?{_S}{_YEAR}(?!\w)")
)
_DECADE = re.compile(
    rf"{_APART}(?:(?:1[5-9]|20)\d0'?s|(?<=the )'?[2-9]0s|(?<=\s)'[2-9]0s)(?!\w)"
    r"(?:\s(?:and|or|to)\s(?:the\s)?'[2-9]0s(?!\w))*"
)
_TIES = re.compile(r"ties\b")
_DECADE_IN_WORDS = re.compile(
    rf"\b(?i:the){_S}((?:(?:early|mid|late)(?:{_S}|-))?(?:nineteen[ -])?"
    r"(?i:twen|thir|for|fif|six|seven|eigh|nine)ties)\Z"
)

_HOUR = r"(?:[01]?\d|2[0-3])"
_ZONE = rf"(?:{_S}?(?:UTC|GMT|CES?T|BST|IST|JST|[ECMP][SD]T|Z|[+-]\d\d:?\d\d)(?![^\W_]))?"
_CLOCK = r"[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?![\w:]|[.,]\d)"
_NOON = r"(?:[ap]\.[ ]?m\.|[AP]\.M\.|(?:[ap]m|[AP]M|[ap]\.m)(?!\w))"
_NUMERIC = re.compile(
    rf"{_APART}(?:(?P<y>{_YEAR})(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}})"
    rf"(?:(?:T|,?[ ]){_HOUR}:[0-5]\d(?::[0-5]\d(?:[.,]\d{{1,9}})?)?{_ZONE})?"
    r"|(?P<a>\d{1,2})(?P<t>[-/.])(?P<b>\d{1,2})(?P=t)(?P<c>\d{4}|\d{2})"
    r"|(?:0?[1-9]|1[0-2])/(?:19|20)\d\d)(?![\w/]|[.,:-]\d)"
)
_JOINED = re.compile(
    rf"{_APART}{_DAY}(?i:{either('jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec')})(?:{_YEAR}|\d\d)(?!\w)"
)
_ON = re.compile(
    word(
        rf"(?i:{either('on,dated?,since,from,until,by,of,DOB,DOS,admitted,discharged,seen,visit')})[: ]{{1,2}}"
        r"(\d{1,2}/\d{1,2})(?![\w/]|[.,]\d)"
    )
)
_TIME = re.compile(
    rf"{_APART}(?=\d)(?:{_HOUR}(?:[:.][0-5]\d(?::[0-5]\d)?)?{_S}?{_NOON}{_ZONE}|(?:[01]\d|2[0-4]):{_CLOCK}{_ZONE}"
    rf"|{_HOUR}{_S}?(?:o'clock|noon|midnight)|(?:[01]\d|2[0-3])[0-5]\d{_S}?(?:hours|hrs|h)(?![^\W_])|{_HOUR}h[0-5]\d)(?!\w)"
)
_AT_TIME = re.compile(
    word(
        rf"(?i:{either('at,by,until,till,around,about,from,before,after,to,since,time')})(?::?{_S}|:)(\d:{_CLOCK}{_ZONE})"
    )
)


def dates(plain: Plain) -> Iterator[Match]:
    """DATE_TIME: dates in figures or words, parts of them, weekdays, years, decades, times of day.

    A number of four digits is a year where what stands around it says so.
    """
    for pattern in (_DAY_FIRST, _MONTH_FIRST):
        for match in plain.near_digits(pattern):
            weekday = plain.before(_WEEKDAY_BEFORE, match.start(), 20)
            yield Match(weekday.start() if weekday else match.start(), match.end(), "DATE_TIME")
    for pattern in (_JOINED, _SEASON, _DECADE, _TIME):
        for match in plain.near_digits(pattern):
            yield Match(*match.span(), "DATE_TIME")
    for match in plain.anywhere(_WEEKDAY):
        yield Match(*match.span(), "DATE_TIME")
    for match in plain.anywhere(_MONTH_ALONE):
        yield Match(*match.span(1), "DATE_TIME")
    for ties in plain.anywhere(_TIES):
        if decade := plain.before(_DECADE_IN_WORDS, ties.end()):
            yield Match(*decade.span(1), "DATE_TIME")
    for match in plain.near_digits(_NUMERIC):
        if _is_date(match):
            yield Match(*match.span(), "DATE_TIME", True)
    for match in plain.near_digits(_ON):
        if _is_day(*match[1].split("/")):
            yield Match(*match.span(1), "DATE_TIME")
    for match in plain.near_digits(_AT_TIME):
        yield Match(*match.span(1), "DATE_TIME")
    yield from _years(plain)


def _is_date(match: re.Match[str]) -> bool:
    if match["y"]:
        return _is_day(match["m"], match["d"])
    if match["a"]:
        # With full stops and few digits it is rather a section or a version.
        full = match["t"] != "." or len(match["c"]) == 4 or (len(match["a"]) == len(match["b"]) == 2)
        return full and (len(match["c"]) == 2 or 1500 <= int(match["c"]) < 2100) and _is_day(match["a"], match["b"])
    return True


def _is_day(one: str, other: str) -> bool:
    """Whether two numbers are a day and a month, in either order."""
    low, high = sorted((int(one), int(other)))
    return 1 <= low <= 12 and high <= 31


# --- years ------------------------------------------------------------------------------------------------

_YEARS = re.compile(
    rf"(?<![\w$€£#%§])(?<!\d[.,:/-])(?<!['$€£#] ){_YEAR}(?:[-/](?:{_YEAR}|\d\d(?!\d)))?(?![\w%°]|[.,:/]\d|-\d)"
)
_SURE = either(
    """in,since,until,till,til,during,before,after,circa,years?,early,late,mid,born,died,[bcd]\\.,ca\\.,est\\.,established
    founded,class of,pre,post,ended,ending,dated?,spring,summer,autumn,winter,season,vintage,throughout,DOB,YOB
    between,copyright"""
)
_SURE_BEFORE = re.compile(
    rf"(?:(?<![^\W_])(?i:{_SURE}\.?(?:[\s:,-]{{1,2}}| of | the year )(?:(?:early|late|mid|about|around|circa)[ -])?)"
    rf"|[©(]|\(c\) ?|{_YEAR},? ?(?:and|or|to|until|through|&|-|,|/) ?)\Z"
)
_LIKELY = either("of,to,by,from,and,or,for,around,about,on,as,a,an,the,his,her,its,their,act,through,fall,this,that")
_LIKELY_BEFORE = re.compile(rf"(?<![^\W_])(?i:{_LIKELY})\s{{1,2}}\Z")
_ALONE_BEFORE = re.compile(r"(?:[^\W\d_]{2}\.?,[ ]|\A\s{0,3}|\n\s{0,3})\Z")
_ALONE_AFTER = re.compile(r"\s*(?:[,.;:)\]'\"-]|\Z|\n)")
_AMOUNT = either(
    """population,total,number,capacity,area,elevation,altitude,length,distance,sum,cost,worth,price,up,maximum
    minimum,limit,score,rate,speed,average,equal,amount,almost,nearly,over,than,least,most,approximately"""
)
_AMOUNT_BEFORE = re.compile(rf"\b(?i:{_AMOUNT}\s(?:(?:of|to|is|was|at|about)\s)?)\Z")
_COUNTED = either(
    """%,percent,per\\b,million,thousand,hundred,times\\b,x\\b,people,persons,men\\b,women,children,patients?,cases
    copies,members,soldiers,troops,employees,residents,inhabitants,households,families,students,workers,prisoners
    volunteers,participants,words?\\b,units?\\b,points,votes,seats,acres,hectares,miles?\\b,kilomet,km,met(?:er|re)s?\\b
    feet,foot\\b,ft\\b,yards,inches,cm\\b,mm\\b,mg\\b,kg\\b,g\\b,ml\\b,l\\b,lit(?:er|re)s,tons,tonnes,pounds,lbs?\\b
    dollars,euros?\\b,usd,eur\\b,gbp,hours,minutes,seconds,days\\b,weeks\\b,months\\b,years\\b,calories,kcal,iu\\b,hp\\b
    rpm,hz,mhz,mw\\b,kw\\b,watts,volts,degrees,species,items,pages,books,articles,documents,of\\s(?:them|th[eo]se|the)\\b"""
)
_COUNTED_AFTER = re.compile(rf"[ -]?(?i:{_COUNTED})")


def _years(plain: Plain) -> Iterator[Match]:
    """Numbers of four digits that are years by what stands before and after."""
    for match in plain.near_digits(_YEARS):
        start, end = match.span()
        if _COUNTED_AFTER.match(plain.text, end) or plain.before(_AMOUNT_BEFORE, start):
            continue
        recent = match.group().startswith(("19", "20"))
        if plain.before(_SURE_BEFORE, start) or (recent and _is_likely(plain, start, end)):
            yield Match(start, end, "DATE_TIME")


def _is_likely(plain: Plain, start: int, end: int) -> bool:
    if end - start > 4:
        return True
    if plain.text[end : end + 2].strip().isdigit():  # rather a house number
        return False
    if plain.before(_LIKELY_BEFORE, start):
        return True
    return bool(plain.before(_ALONE_BEFORE, start) and _ALONE_AFTER.match(plain.text, end))
