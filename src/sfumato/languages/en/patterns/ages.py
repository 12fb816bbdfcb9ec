"""How old somebody is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.languages.plain import SPACE, Plain, either, word
from sfumato.types import Match

_S = SPACE
_APART = r"(?<![^\W_])(?<!\d[.,/:-])(?<![$€£#%])"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_WORDS = rf"(?i:(?:{_TENS})(?:[- ](?:{_ONES}))?|{_TEENS}|{_ONES})(?![^\W_])"
_FIGURE = r"(?:1[0-2]\d|\d{1,2})(?:\.\d|½)?"
_AGE = rf"(?:{_FIGURE}|{_WORDS})"
_AND_AGE = rf"(?:{_S}?(?:-|to|and|or){_S}?{_AGE})?"
_OLD = rf"{_AND_AGE}(?:{_S}|-)?(?i:years?|yrs?|months?|mos?|weeks?|wks?|days?)\.?(?:{_S}|-)(?i:olds?|of{_S}age)(?!\w)"

_IN_FIGURES = re.compile(rf"{_APART}{_FIGURE}(?:{_OLD}|{_S}?-?(?i:y\.?/?o|yom|yof)\.?(?!\w))")
_SEX = re.compile(
    r"(?:\b(?i:an?|this|pt|patient|the|is|was)\s|[(;:]\s?|(?<=\.)\s|(?<![\s\S]))"
    r"(\d{2}(?:-?yo?)?[- ]?[MF])(?=[ ,;)/]|\.\s|\Z)"
)
_OLD_WORD = re.compile(rf"(?i:olds?|of{_S}age)(?!\w)")
_IN_WORDS = re.compile(rf"\b{_WORDS}{_OLD}\Z")
_ABOUT = either("of,at,is,was,about,around,in years,between,from,over,under")
_SAYS_AGE = (
    rf"(?:aged?|ages)(?:{_S}{_ABOUT}){{0,2}}(?:{_S}?[:=]{_S}?|{_S})"
    rf"|turn(?:s|ed|ing)?{_S}(?:just{_S})?"
    rf"|when{_S}(?:he|she|i|they|we|you){_S}(?:was|were){_S}(?:(?:only|just|about){_S})?"
)
_OTHER_UNIT = either("percent,points,miles,degrees,members,people,hours,minutes,o'clock,am,pm,times")
_AGED = re.compile(
    word(rf"(?=[aAtTwW])(?i:{_SAYS_AGE})({_AGE}{_AND_AGE})(?![\w%$]|[.,:/]\d|{_S}?(?i:{_OTHER_UNIT})\b)")
)
_WHO = either("I'm,I am,he's,she's,he is,she is,he was,she was,was only").replace(" ", _S)
_SAID = re.compile(
    word(rf"(?i:{_WHO}){_S}(\d{{1,2}}|1[01]\d)(?=,{_S}[a-z]|{_S}(?:and|when|but)\b|\.(?:\s|\Z)|,?\s*\Z)")
)
_SAID_IN_WORDS = re.compile(
    word(
        rf"(?=[iIhHsSwW])(?i:{_WHO}){_S}((?i:(?:{_TENS})(?:[- ](?:{_ONES}))?|{_TEENS}))"
        rf"(?=,{_S}[a-z]|{_S}(?:and|when|but)\b|\.(?:\s|\Z)|,?\s*\Z)"
    )
)
_APPOSED = re.compile(
    rf"\b[^\W\d_a-z][\w'-]{{1,30}}, (\d{{1,2}}|1[01]\d)(?=,{_S}(?:of|from|an?|who|was|is|has|had|whose)\b)"
)
_AT = re.compile(
    word(
        rf"(?=[aA]t\s)(?i:at){_S}((?:\d\d|{_TEENS}|(?:{_TENS})(?:-(?:{_ONES}))?))"
        rf"(?=,?{_S}(?:he|she)\b|{_S}(?:and{_S}died|of{_S}(?:cancer|a{_S}heart))\b)"
    )
)
_DECADES = re.compile(
    word(
        rf"(?=[Ii]n\s)(?i:in{_S}(?:his|her|their|my|your|our){_S}((?:(?:early|mid|late)(?:{_S}|-)(?:to{_S}(?:mid|late){_S})?)?"
        r"(?:[1-9]0'?s|teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)))(?!\w)"
    )
)
_BIRTHDAY_WORD = re.compile(r"birthdays?\b")
_ORDINALS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth"
_BEFORE_BIRTHDAY = re.compile(
    rf"(?<![^\W_])(\d{{1,3}}(?:st|nd|rd|th)|(?i:(?:(?:{_TENS})-)?(?:{_ORDINALS})|[a-z]{{3,7}}(?:ie|teen)th)){_S}\Z"
)


def ages(plain: Plain) -> Iterator[Match]:
    """AGE: "45-year-old", "forty-five years old", "45 y/o", the number of "aged 45", "in her early 40s"."""
    for match in plain.near_digits(_IN_FIGURES):
        yield Match(*match.span(), "AGE")
    for old in plain.anywhere(_OLD_WORD):
        if age := plain.before(_IN_WORDS, old.end(), 60):
            yield Match(*age.span(), "AGE")
    for birthday in plain.anywhere(_BIRTHDAY_WORD):
        if age := plain.before(_BEFORE_BIRTHDAY, birthday.start()):
            yield Match(*age.span(1), "AGE")
    for pattern in (_SAID, _APPOSED, _SEX):
        for match in plain.near_digits(pattern):
            yield Match(*match.span(1), "AGE")
    for pattern in (_AGED, _AT, _SAID_IN_WORDS, _DECADES):
        for match in plain.anywhere(pattern):
            yield Match(*match.span(1), "AGE")
