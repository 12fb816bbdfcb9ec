"""Writes when something was into its sentence: with the preposition that a month, a year or a time of day asks for."""

from __future__ import annotations

import re

from sfumato.languages.en.wording.ladders.ages import ADJECTIVES, BETWEEN, PEOPLE, SOME_AGE
from sfumato.languages.en.wording.ladders.dates import SOME_DATE, SOME_HOUR, SOME_PERIOD
from sfumato.languages.en.wording.ladders.kinds import WEEKDAYS
from sfumato.languages.en.wording.lexicon import BEFORE, DETERMINERS, ends_before
from sfumato.languages.en.wording.spots import Spot, determiner, noun_follows, put, with_article
from sfumato.languages.en.wording.surroundings import comma_of_aside, starts_sentence, word_after, word_before
from sfumato.types import Edit

SOME_POINT = "at some point"
"""Instead of "on a certain date"."""
_LEAD = re.compile(rf"(?i)(?:\bthe\s+)?(?:\b{WEEKDAYS},?\s+)?(?:\b(?:early|mid|late)(?:\s+|-))?\Z")
_PREPOSITION = re.compile(
    r"(?i)\b(on(?:\sor\s(?:about|around|before|after))?|in|at|upon|during|from|between|dated)(\s+)\Z"
)
_DECADES = re.compile(r"\d0[’']?s\Z|centur(?:y|ies)\Z")
_CENTURY = re.compile(r"(?:(first decade of the |early )|(?:first|second) half of the )?(\d+\w\w) century")
_YEARS = re.compile(r"\d{4}(?:[-–/]\d\d(?:\d\d)?)?")
_OF_LIFE = re.compile(r"(?i)\b(?:born|died)\s+\Z")
_IN_BRACKET = re.compile(r"[(;]\s?(?:[^()\d]*[,;]\s)?\Z")
"""What stands before the dates of a life, or of something else, in brackets."""
_EARLY_IN = re.compile(r"(?i)\b(?:early|late|later|earlier)\s+in\s+\Z")
_SHORT_LIFE = {"b.": "born", "d.": "died", "fl.": "active"}
_LIFE = re.compile(r"(?i)(?<![^(\s,;])(?:(born|died|active)\s)?(c\.|ca\.|circa|b\.|d\.|fl\.)\s?\Z")
"""What stands before a year that was not known exactly, or before the first or last of a life."""
_OWN = re.compile(r"(?i)(from|between|on|in)\s")
_ROW = re.compile(r"(?i)\d{4}\D.*\d{4}|\d{4}[-–/]\d\d\b|\b(?:to|and|or|until)\b|,\s\d+\s[A-Z]")
_UNTIL = re.compile(r"\s+(?:until|till|to)\b")
_JOINT = re.compile(r"\b(and|or)\b")
_GOES_ON = re.compile(r"(?:,|\s(?:and|or))\s+(?:on\s)?\d")
_AFTER_COMMA = re.compile(r",\s(?:(?:on|in)\s)?")
_AMERICAN = re.compile(r"[^\W\d_]+\.?\s\d{1,2}(?:st|nd|rd|th)?,\s?\d{4}\Z")
_RESPECTIVELY = re.compile(r",?\s+respectively(,(?=\s+(?:and|lives?)\b))?")
_TOLD = re.compile(r"(?i)(?:\b(?:is|was|were|are|be|been)|,)\s+\Z")
_TOOK = re.compile(r"(?i)\bin\s+\Z")
_DAYTIME = re.compile(
    r"(?i)(?:\b(?P<prep>at|from|until|till|to|by|before|after|since|between|and|on)\s+)?"
    r"(?:(?:about|around|approximately|approx\.|exactly|some)\s+)?\Z"
)
_AGED = re.compile(
    r"(?i)(?:\b(?P<prep>at|in|from|until|till|since|before|after|by|to|of|reach(?:ed|es|ing)?|under|over|below|above"
    r"|(?:less|more|older|younger)\sthan)\s+)?(?:the\s+)?(?:(?:ages?\sof|aged?|ages)\s+)?"
    r"(?:(?:only|just|about|around|nearly|almost|barely|still)\s+)?\Z"
)
_BETWEEN_AGES = re.compile(r"(?i)\b(?:(?:from|between)\s+)?(?:the\s+)?(?:(?:ages?|aged)(?:\s+of)?\s+)?\Z")
_IN_HIS = re.compile(r"(?i)\bin\s(his|her|their|my|our|your)\s\Z")
_COMPARED = re.compile(r"(?i)under|over|below|above|\w+\sthan")
_YEARS_OLD = re.compile(r"\s(?:(?:years?|months?|weeks?)(?:\s(?:old|of\sage))?|old|of\sage)\b")
_PERSON = re.compile(r"\b(he|his|him|she|her|hers|Mrs|Mr|Ms)\b", re.I)
_WOMEN = ("wife", "daughter", "sister", "mother")
_KIN = re.compile(rf"\b({'|'.join(_WOMEN)}|husband|son|brother|father),\s\Z")
_FEMALE = frozenset("she her hers mrs ms".split())
_ALONE = {"middle-aged": "middle-aged person", "elderly": "elderly person", "teenage": "teenager", "young": "child"}


def date_edit(spot: Spot) -> Edit:
    """The edit for a date: "On 9 May 1997" becomes "In 1997", "the 9 May 1997 decision" becomes "the 1997 decision"."""
    label, row = spot.label, bool(_ROW.search(spot.surface))
    american = _AMERICAN.search(spot.surface) and spot.text[spot.end : spot.end + 1] == "," and spot.free(spot.end + 1)
    with_comma = spot._replace(end=spot.end + 1) if american else spot
    if _is_determined(spot) and _describes_noun(with_comma) and not _OWN.match(spot.surface):
        return _describing(with_comma)
    respectively = _RESPECTIVELY.match(spot.text, spot.end) if row else None
    if respectively and spot.free(respectively.end()):
        spot = spot._replace(end=respectively.end())
    joint = _JOINT.search(spot.surface) if _AFTER_COMMA.fullmatch(spot.before) else None
    if row and joint and spot.floor and not _GOES_ON.match(spot.after):  # the "and" of a longer row
        return Edit(spot.floor, spot.end, f" {joint[1]} {label}")
    if _OWN.match(spot.surface):
        return put(spot, SOME_POINT if label == SOME_DATE else f"{_since(label)} {label}")
    if " to the " in label and _IN_BRACKET.search(spot.before):
        return put(spot, label.removeprefix("the ").replace(" to the ", " – "))
    if label.startswith("the ") and (lead := _EARLY_IN.search(spot.before)):
        return put(spot.widened(lead), f"in {label}")
    if label.startswith("the ") and (life := _LIFE.search(spot.before)):
        did = life[1] or _SHORT_LIFE.get(life[2].lower(), "")
        return put(spot.widened(life), f"{did} in {label}" if did else label)
    spot = spot.widened(_LEAD.search(spot.before))
    given = _PREPOSITION.search(spot.before) if not _DECADES.search(spot.surface) else None
    if given and (words := _after(spot, given, row)):
        spot = spot.widened(given)
    elif _OF_LIFE.search(spot.before) and (label.startswith("the ") or not _in_bracket(spot)):
        words = SOME_POINT if label == SOME_DATE else f"in {label}"
    else:
        words = f"of {label}" if _names_a_law(spot) else label
    if american and comma_of_aside(spot.text, spot.end) and not starts_sentence(spot.text, spot.start):
        spot = spot._replace(end=spot.end + 1)
    return put(spot, words)


def playing_season_edit(spot: Spot) -> Edit:
    """The edit for a season: "the 2005–06 season" becomes "a season of the mid-2000s"."""
    the, _ = determiner(spot)
    if the in ("the", "a", "an", "this", "that", "these", "those"):
        return put(spot.widened(re.search(r"(?i)\b\w+\s+\Z", spot.before)), spot.label)
    return put(spot, re.sub(r"^(?:a|some) ", "", spot.label) if the else spot.label)


def _is_determined(spot: Spot) -> bool:
    """Whether an article or a possessive stands before a date, perhaps with adjectives between: "the historic 1905"."""
    at = spot.start
    for _ in range(3):
        if determiner(spot._replace(start=at))[0]:
            return True
        left = word_before(spot.text, at)
        if left.start < spot.floor or not left.word.islower() or not left.word.isalpha() or left.word in BEFORE:
            return False
        if ends_before(left.word, word_before(spot.text, left.start).word, False):
            return False
        at = left.start
    return False


def _describes_noun(spot: Spot) -> bool:
    """Whether a date describes the noun behind it, which is no other term: not "since the 1960s Jane Miller"."""
    near = word_after(spot.text, spot.end)
    return noun_follows(spot) and (near.start < spot.ceiling or near.word[0].islower())


def _after(spot: Spot, given: re.Match[str], row: bool) -> str:
    """The words for a date with the preposition before it, where that must change, else nothing."""
    preposition, gap = given[1].lower(), given[2]
    if preposition in ("from", "between") and (not row or _UNTIL.match(spot.text, spot.end)):
        return ""
    if preposition == "dated":
        told = _TOLD.search(spot.before[: given.start()]) or spot.label.startswith("the ")
        return f"{'from' if told else 'of'}{gap}{spot.label}"
    if spot.label == SOME_DATE:
        return SOME_POINT
    stays = preposition in ("in", "during") and _since(spot.label) == "in"
    return "" if stays else f"{_since(spot.label)}{gap}{spot.label}"


def _since(label: str) -> str:
    """The preposition of a time: "from the 1880s to the 1950s", else "in"."""
    return "from" if re.search(r" to (?:the |\d)", label) else "in"


def _names_a_law(spot: Spot) -> bool:
    """Whether a year belongs to the name before it: "the Human Rights Act 1998"."""
    left = word_before(spot.text, spot.start)
    named = left.word[:1].isupper() and not starts_sentence(spot.text, left.start)
    if left.start < spot.floor:  # of a name that is replaced, too: "Miss Universe 2004"
        return named and left.end == spot.floor and _YEARS.fullmatch(spot.surface) is not None and "0s" in spot.label
    return named and spot.surface.isdigit() and not spot.label.isdigit()


def _in_bracket(spot: Spot) -> bool:
    return spot.before.rfind("(") > spot.before.rfind(")")


def _describing(spot: Spot) -> Edit:
    """The edit for a date that describes a noun: "the late-1990s decision", and "the decision" if nothing is said."""
    words = "" if spot.label in (SOME_DATE, SOME_PERIOD) else spot.label.removeprefix("the ")
    if century := _CENTURY.fullmatch(words):  # "the early 20th-century match"
        words = f"{'early ' if century[1] else ''}{century[2]}-century"
    return put(*with_article(spot, re.sub(r"\b(early|late) (?=\d{4})", r"\1-", words)))


def clock_edit(spot: Spot) -> Edit:
    """The edit for a time of day: "at 10.30 a.m." becomes "in the morning", "until 1 p.m." "until the afternoon"."""
    label = spot.label
    core = "a certain time" if label == SOME_HOUR else re.sub(r"^(?:in|at|around) ", "", label)
    the, _ = determiner(spot)
    if the and noun_follows(spot):
        words = "" if label == SOME_HOUR else core.removeprefix("the ")
        return put(*with_article(spot, words))
    if _TOOK.search(spot.before):  # "1,500 m in 4:03"
        return put(spot, "a certain time")
    when = _DAYTIME.search(spot.before)
    prep = ((when["prep"] if when else "") or "").lower()
    if prep in ("", "at", "on"):
        return put(spot.widened(when), label)
    nearly = re.search(r"(?i)(?:(?:about|around|approximately|exactly|some)\s+)?\Z", spot.before)
    return put(spot.widened(nearly), core)


def age_edit(spot: Spot) -> Edit:
    """The edit for an age: "at the age of 34" becomes "in his thirties", "until age 65" "until her sixties"."""
    label = spot.label
    if label in PEOPLE:
        return put(spot, label)
    if label in BETWEEN:
        return put(spot.widened(_BETWEEN_AGES.search(spot.before)), label)
    if label in ADJECTIVES:
        words = label if noun_follows(spot) else _ALONE.get(label, label)
        return put(*with_article(spot, words))
    if spot.surface.lower().startswith("age of ") and _names_an_age(spot):
        return put(spot, "age")
    behind = _YEARS_OLD.match(spot.text, spot.end)
    if behind and spot.free(behind.end()):
        spot = spot._replace(end=behind.end())
    label = label.replace("their", _whose(spot))
    if within := _IN_HIS.search(spot.before):
        return put(spot.widened(within), re.sub(r"\b(?:his|her|their)\b", within[1].lower(), label))
    core = "a certain age" if label == SOME_AGE else label.removeprefix("in ")
    when = _AGED.search(spot.before)
    prep = ((when["prep"] if when else "") or "").lower()
    if not when or prep in ("", "at", "in", "of"):
        of_age = re.search(r"(?i)\bage\s(?:is|was|of)?\s?\Z", spot.before)
        words = re.sub(r"^in (?:his|her|their) ", "in the ", label) if of_age and not prep else label
        return put(spot.widened(when if prep != "of" else re.search(r"(?i)of\s+\Z", spot.before)), words)
    kept = re.search(r"(?i)(?:the\s+)?(?:(?:ages?\sof|aged?|ages)\s+)?\Z", spot.before)
    return put(spot.widened(kept), "a certain age" if _COMPARED.match(prep) else core)


def _names_an_age(spot: Spot) -> bool:
    """Whether an age is that of a law or a custom: "a retirement age of 68"."""
    left = word_before(spot.text, spot.start)
    return left.word.islower() and left.word not in BEFORE | DETERMINERS and left.start >= spot.floor


def _whose(spot: Spot) -> str:
    """The pronoun of the nearest person in the sentence: "his", "her", or "their" where none is named."""
    around = spot.text[max(0, spot.start - 200) : spot.start]
    if kin := _KIN.search(around):
        return "her" if kin[1] in _WOMEN else "his"
    sentence = re.split(r"(?<=[^A-Z][a-z]{2}[.!?])\s|\n", around)[-1]
    found = (
        _PERSON.findall(sentence) or _PERSON.findall(re.split(r"[.!?\n]", spot.text[spot.end : spot.end + 120])[0])[:1]
    )
    return ("her" if found[-1].lower() in _FEMALE else "his") if found else "their"
