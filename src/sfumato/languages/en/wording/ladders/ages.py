"""Ages by ten years and by the stage of life."""

from __future__ import annotations

import re

from sfumato.languages.en.wording.ladders.numerals import NUMBER, value_of

SOME_AGE = "at some age"
"""An age of which nothing is said."""
_TENS = "teens twenties thirties forties fifties sixties seventies eighties nineties".split()
_ADJECTIVE = re.compile(r"[-\s]olds?\b|\by/?o|yo[mf]\b", re.I)
_STAGES = (
    (2, ("infant", "young"), ("in infancy", "in childhood")), (13, ("young",), ("in childhood",)),
    (18, ("teenage", "young"), ("in their teens", "in their youth")),
    (40, ("young adult", "adult"), ("in adulthood",)), (65, ("middle-aged", "adult"), ("in adulthood",)),
    (200, ("elderly", "adult"), ("in old age", "in adulthood")),
)  # fmt: skip
ADJECTIVES = tuple(dict.fromkeys(word for _, words, _ in _STAGES for word in words))
"""The stages of life as they describe somebody."""
_SHORTER = {"month": 12, "week": 52, "day": 365}


def age_steps(text: str) -> tuple[str, ...]:
    """An age from near to far: as one describes somebody where it does ("34-year-old"), else as one says when.

    >>> age_steps("34-year-old"), age_steps("70 years old")[0]
    (('young adult', 'adult'), 'in their seventies')
    >>> age_steps("at the age of 34"), age_steps("6 months")
    (('in their thirties', 'in adulthood', 'at some age'), ('in infancy', 'in childhood', 'at some age'))
    """
    number = re.search(rf"(?<![^\W_]){NUMBER}", text, re.I)
    value = value_of(number.group()) if number else None
    if value is None:
        return ()
    small = text.lower()
    unit = 1 if "year" in small else next((per for word, per in _SHORTER.items() if word in small), 1)
    years = value / unit
    _, adjectives, times = next((stage for stage in _STAGES if years < stage[0]), _STAGES[-1])
    if _ADJECTIVE.search(text) and not re.search(r"\s(?:years?|months?|weeks?|days?)\sold\b", text, re.I):
        return adjectives
    ten = (f"in their {_TENS[int(years) // 10 - 1]}",) if 13 <= years < 100 else ()
    return tuple(dict.fromkeys((*ten, *times, SOME_AGE)))
