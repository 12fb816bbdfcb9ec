"""Ladders: what a date, an age, a duration, a number or a code can be called, each step true and telling less.

The nearest step comes first, the last is a wording that says hardly more than the kind. `kinds` tells what a text is,
`dates`, `ages` and `amounts` have the steps, `wording.quantities` writes them into their sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sfumato.languages.en.wording.ladders import kinds
from sfumato.languages.en.wording.ladders.ages import age_steps
from sfumato.languages.en.wording.ladders.amounts import (
    REGULARLY,
    SOME_DOSE,
    SOME_NUMBER,
    compound_steps,
    duration_steps,
    measure_steps,
    money_steps,
    number_steps,
    part_steps,
    rank_steps,
    score_steps,
    share_steps,
)
from sfumato.languages.en.wording.ladders.dates import clock_steps, date_steps, playing_season_steps
from sfumato.languages.en.wording.ladders.kinds import kind_of_quantity

_STEPS: Mapping[str, Callable[[str], tuple[str, ...]]] = {
    **dict.fromkeys(kinds.TIMES, date_steps),
    kinds.CLOCK: clock_steps,
    kinds.DURATION: duration_steps,
    kinds.AGE: age_steps,
    kinds.MONEY: money_steps,
    kinds.MEASURE: measure_steps,
    kinds.SHARE: share_steps,
    kinds.RANK: rank_steps,
    kinds.NUMBER_OF: number_steps,
    kinds.SCORE: score_steps,
    kinds.PART_OF: part_steps,
    kinds.COMPOUND: compound_steps,
    kinds.PLAYING_SEASON: playing_season_steps,
    kinds.DOSE: lambda text: (SOME_DOSE,),
    kinds.OFTEN: lambda text: (REGULARLY,),
    kinds.CODE: lambda text: (SOME_NUMBER,),
    kinds.ADDRESS: lambda text: ("a street", "an address"),
}


def steps(text: str, kind: str) -> tuple[str, ...]:
    """What a quantity of a kind can be called, from near to far: each true of it, each less precise.

    >>> steps("May 2005", "month")[:2], steps("three weeks", "duration")
    (('spring 2005', '2005'), ('some weeks', 'some time'))
    """
    return _STEPS[kind](" ".join(text.split())) if kind in _STEPS else ()


def quantity_steps(text: str, label: str, before: str = "", after: str = "") -> tuple[str, ...]:
    """What a quantity can be called, from near to far; nothing for what is none.

    `label` is the parser's, `before` and `after` are what stands around it.

    >>> quantity_steps("1962", "CARDINAL"), quantity_steps("1962", "DATE")[-2:]
    (('about 2,000', 'over a thousand', 'many'), ('the 20th century', 'a certain date'))
    """
    return steps(text, kind_of_quantity(text, before, after, label))
