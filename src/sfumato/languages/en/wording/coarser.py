"""Ages and dates that tell less: by the stage of life or ten years, by the year and the decade."""

from __future__ import annotations

import re

from sfumato.languages.en.normalform import normal_form

_STAGES = ((65, "elderly"), (18, "adult"), (13, "teenage"), (0, "young"))
_YEAR = re.compile(r"(?<!\d)(1[5-9]|20)(\d)(\d)(?!\d|'?s)")


def coarser_age(text: str) -> list[str]:
    """An age by its stage of life where it stands for one ("34-year-old"), else by ten years.

    >>> coarser_age("34-year-old"), coarser_age("45")
    (['adult'], ['40 to 49'])
    """
    number = re.search(r"\d{1,3}", text)
    if not number:
        return []
    age = int(number.group())
    if re.search(r"old|y/?o", text, re.I):
        return [next(stage for least, stage in _STAGES if age >= least)]
    return [f"{age // 10 * 10} to {age // 10 * 10 + 9}"]


def coarser_date(text: str) -> list[str]:
    """A date by its year, then by its decade; a decade is neither, and other numbers are wrong when rounded.

    >>> coarser_date("July 3, 1962"), coarser_date("the 1960s")
    (['1962', 'the 1960s'], [])
    """
    years = _YEAR.findall(text)
    if len(years) != 1:
        return []
    century, decade, year = years[0]
    whole = f"{century}{decade}{year}"
    return [said for said in (whole, f"the {century}{decade}0s") if normal_form(said) != normal_form(text)]
