"""Numbers and units: what tells nothing of a concept."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = re.compile(r"\d+(?:[.,/-]\d+)*(?:st|nd|rd|th|[a-z]{1,3})?")
# Symbols that are the same in every language, and how often medicines are taken, where it means nothing else.
_UNITS = frozenset(
    "mg mcg µg ug g kg ml dl cl l mm cm m km iu mmol mmhg bpm hz khz mhz kb mb gb kcal kj kw mph kmh".split()
    + "year month week day hour minute old".split()
    + "tds tid qds qid prn nocte hrly".split()
)


def is_quantity(forms: Sequence[str]) -> bool:
    """Whether words are a number, perhaps with its unit (500 mg), or a unit: that tells nothing of a concept.

    >>> [is_quantity(words.split()) for words in ("500 mg", "34 year old", "mg", "2 transfusion", "HIV 1", "h1n1")]
    [True, True, True, False, False, False]
    """
    numbers = [form for form in forms if _NUMBER.fullmatch(form)]
    units = [form for form in forms if form in _UNITS]
    return len(numbers) + len(units) == len(forms) > 0
