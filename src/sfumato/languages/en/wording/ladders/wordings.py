"""Which kind of thing a wording of a ladder says: by that it is written into its sentence."""

from __future__ import annotations

import re

from sfumato.languages.en.wording.ladders.ages import ADJECTIVES, BETWEEN, PEOPLE, SOME_AGE
from sfumato.languages.en.wording.ladders.amounts import (
    REGULARLY,
    SHARES,
    SOME_DOSE,
    SOME_MONEY,
    SOME_NUMBER,
    SOME_SCORE,
    SOME_SHARE,
    SOME_SIZE,
    SOME_TIME,
)
from sfumato.languages.en.wording.ladders.dates import ROUND, SOME_DATE, SOME_HOUR, SOME_PERIOD, SOME_SEASON
from sfumato.languages.en.wording.ladders.kinds import (
    A_YEAR,
    AGE,
    CLOCK,
    CODE,
    COINS,
    COMPOUND,
    DATE,
    DOSE,
    DURATION,
    MEASURE,
    MONEY,
    MONTHS,
    NUMBER_OF,
    OFTEN,
    PART_OF,
    PLAYING_SEASON,
    RANK,
    SCORE,
    SEASONS,
    SHARE,
    SPANS,
)
from sfumato.languages.en.wording.ladders.numerals import OVER

_LARGE = r"(?:(?:tens|hundreds)\sof\s)?(?:dozens|hundreds|thousands|millions|billions)"
_MANY = rf"(?:about\s[\d,]+|{_LARGE}\sof|{OVER}|many|some|a\snumber\sof)"
_WORDINGS = [
    (kind, re.compile(pattern))
    for kind, pattern in (
        (DATE, rf"(?:(?:{MONTHS}|{SEASONS})\s)?{A_YEAR}|{MONTHS}|{SEASONS}"),
        (DATE, rf"{ROUND}|{SOME_DATE}|{SOME_PERIOD}|{A_YEAR}\sto\s{A_YEAR}"),
        (PLAYING_SEASON, rf"(?:a\sseason|some\sseasons)\sof\s{ROUND}|{SOME_SEASON}"),
        (SCORE, rf"an?\s(?:clear|narrow|even)\sscore|{SOME_SCORE}"),
        (PART_OF, r"(?:(?:more|less)\sthan\shalf|half|most|all|some|one)\sof"),
        (CLOCK, rf"in\sthe\s(?:morning|afternoon|evening)|at\snight|around\smidday|{SOME_HOUR}"),
        (AGE, rf"in\stheir\s\w+|in\s(?:infancy|childhood|adulthood|old\sage)|{SOME_AGE}"),
        (AGE, "|".join((*ADJECTIVES, *BETWEEN, *PEOPLE))),
        (DURATION, rf"(?:some|many|over\sten)\s{SPANS}s[’']?|multi-{SPANS}|{SOME_TIME}"),
        (COMPOUND, rf"multi-[a-z]+(?:-[a-z]+)*|multiple|{SOME_SIZE}"),
        (MONEY, rf"{_MANY}\s(?:[A-Z]\w+\s){{0,2}}(?:{COINS}|pesetas|korunas|leva|kunas|hryvnias|DEM)|{SOME_MONEY}"),
        (SHARE, rf"{'|'.join(SHARES)}|{SOME_SHARE}"),
        (RANK, r"a\slater|a\scertain"),
        (DOSE, SOME_DOSE),
        (OFTEN, REGULARLY),
        (CODE, SOME_NUMBER),
        (MEASURE, r"an?\s(?:area|speed|temperature|distance|weight|volume|certain\s(?:measure|height))"),
        (MEASURE, r"over\s\w+\sfeet"),
        (NUMBER_OF, rf"{_MANY}(?:\s[^\W\d_]+){{0,2}}|a\scertain\snumber"),
    )
]  # fmt: skip


def said_by(wording: str) -> str:
    """The kind of what a step of a ladder says; nothing for other wordings.

    >>> said_by("the late 1990s"), said_by("some weeks"), said_by("thousands of euros"), said_by("[DATE]")
    ('date', 'duration', 'money', '')
    """
    return next((kind for kind, shape in _WORDINGS if shape.fullmatch(wording)), "")
