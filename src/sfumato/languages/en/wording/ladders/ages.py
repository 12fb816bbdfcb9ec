"""Ages by ten years and by the stage of life."""

from __future__ import annotations

import re

from sfumato.languages.en.wording.ladders.kinds import TENS
from sfumato.languages.en.wording.ladders.numerals import NUMBER, value_of

SOME_AGE = "at some age"
"""An age of which nothing is said."""
OF_SOME_AGE = "of a certain age"
"""Of people of several ages of which nothing is said."""
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
_MANY_OLD = re.compile(r"[-\s]olds\Z", re.I)
_OF_MANY = (
    (7, ("young children", "children")), (13, ("children",)), (20, ("teenagers", "young people")),
    (40, ("young adults", "adults")), (65, ("adults",)), (200, ("elderly people", "adults")),
)  # fmt: skip
_OF_AGES = (
    (0, 6, "of preschool age"), (5, 18, "of school age"), (13, 25, "of a young age"), (16, 67, "of working age"),
    (60, 200, "of an old age"),
)  # fmt: skip
PEOPLE = tuple(dict.fromkeys(word for _, words in _OF_MANY for word in words))
"""What people of an age are called."""
BETWEEN = (*(said for _, _, said in _OF_AGES), OF_SOME_AGE)
"""What people of several ages are said to be."""
IN_TENS = rf"in (?:his|her|their|my|our|your) (?:teens|{TENS}|[1-9]0[’']?s)"
"""An age by ten years, which says no more than a decade does of a date."""
_WHOLE_TEN = re.compile(rf"(?:[1-9]0[’']?s|teens|{TENS})", re.I)
_BETWEEN = re.compile(rf"(?<![^\W_])({NUMBER})-?\s?(?:to|or|and|-|–)\s?({NUMBER})", re.I)
_SHORTER = {"month": 12, "week": 52, "day": 365}


def age_steps(text: str) -> tuple[str, ...]:
    """An age from near to far: as one describes somebody where it does ("34-year-old"), else as one says when.

    >>> age_steps("34-year-old"), age_steps("70 years old")[0]
    (('young adult', 'adult'), 'in their seventies')
    >>> age_steps("at the age of 34"), age_steps("6 months")
    (('in their thirties', 'in adulthood', 'at some age'), ('in infancy', 'in childhood', 'at some age'))
    >>> age_steps("5- to 6-year-olds"), age_steps("aged 2–6"), age_steps("early 40s")[0]
    (('young children', 'children'), ('of preschool age', 'of a certain age'), 'in their forties')
    """
    if between := _BETWEEN.search(text):
        return _of_several(text, *map(value_of, between.groups()))
    number = re.search(rf"(?<![^\W_]){NUMBER}", text, re.I)
    small = text.lower()
    named = next((10.0 * at for at, ten in enumerate(_TENS, 1) if small.endswith(ten)), None)
    value = value_of(number.group()) if number else named
    if value is None:
        return ()
    if _MANY_OLD.search(text):
        return _of_several(text, value, value)
    unit = 1 if "year" in small else next((per for word, per in _SHORTER.items() if word in small), 1)
    years = value / unit
    _, adjectives, times = next((stage for stage in _STAGES if years < stage[0]), _STAGES[-1])
    if _ADJECTIVE.search(text) and not re.search(r"\s(?:years?|months?|weeks?|days?)\sold\b", text, re.I):
        return adjectives
    exact = not _WHOLE_TEN.fullmatch(text)
    ten = (f"in their {_TENS[int(years) // 10 - 1]}",) if exact and (13 <= years < 100 or named) else ()
    return tuple(dict.fromkeys((*ten, *times, SOME_AGE)))


def _of_several(text: str, first: float | None, last: float | None) -> tuple[str, ...]:
    """What people of several ages are called, or what is said of them: "5- to 6-year-olds", "aged 5 to 6"."""
    if first is None or last is None:
        return ()
    if _MANY_OLD.search(text):
        return next((people for end, people in _OF_MANY if last < end), _OF_MANY[-1][1])
    if _ADJECTIVE.search(text):
        return next((words for end, words, _ in _STAGES if last < end), _STAGES[-1][1])
    said = [said for least, most, said in _OF_AGES if least <= first and last <= most]
    return (*said[:1], OF_SOME_AGE)
