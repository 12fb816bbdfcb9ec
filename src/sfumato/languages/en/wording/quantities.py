"""Writes the steps of ladders into their sentence: the words around a date or a number change with it.

`quantity_edit` looks at what stood there and at what is to stand there: a year takes "in" where a day had "on", a
rounded number takes no "about", a code goes with its "no." and its brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from sfumato.languages.en.wording.codes import code_edit
from sfumato.languages.en.wording.english import article, is_plural
from sfumato.languages.en.wording.ladders import kinds
from sfumato.languages.en.wording.ladders.amounts import (
    SOME_HEIGHT,
    SOME_MONEY,
    SOME_NUMBER,
    SOME_SHARE,
    SOME_TIME,
    UNCOUNTED,
    duration_steps,
)
from sfumato.languages.en.wording.ladders.kinds import kind_of_quantity
from sfumato.languages.en.wording.ladders.numerals import NUMBER, WORD
from sfumato.languages.en.wording.ladders.wordings import said_by
from sfumato.languages.en.wording.lexicon import BEFORE, DETERMINERS
from sfumato.languages.en.wording.scores import compound_edit, part_edit, score_edit
from sfumato.languages.en.wording.spots import (
    Spot,
    determiner,
    left_out,
    noun_follows,
    put,
    with_article,
    without_nearly,
)
from sfumato.languages.en.wording.surroundings import starts_sentence, word_after, word_before
from sfumato.languages.en.wording.times import age_edit, clock_edit, date_edit, playing_season_edit
from sfumato.types import Edit

_HOW_MANY = re.compile(r"(?:some|many|a number of|over ten)\s?")
_SEVERAL = re.compile(r"some|many|over ten|a number of|dozens of")
_SUM = re.compile(r"(?i)\b(?:the|an?)\s+(?:total\s+)?(sum|amount|total)\s+of\s+\Z")
_OWN_SUM = re.compile(r"(?i)((?:amount|sum|total)\sof)\s")
_TIME_LIMIT = re.compile(r"(?i)\b(?:within|in|every|per|after|of)\s+\Z")
_RATE_BEFORE = re.compile(r"(?i)\b(?:rate|interest|inflation|tax|averag\w+)\b[^.]{0,30}\Z")
_RATE_AFTER = re.compile(r"(?i)\s(?:per\s(?:annum|year|month)|a\s(?:year|month)|p\.a\.|interest|annual)\b")
_OF = re.compile(r"\s+of\b")
_ITEM = re.compile(r"[.)]\s+(?=[A-Z“\".])")
_CODED = re.compile(r"(?i)\b(?:nos?|nr|pp?|paras?|vols?|chs?|figs?)\.\s\Z")
_IS = re.compile(r"(?i)(?<!there )\b(?:is|was)\s+\Z")
_SCALE = re.compile(r"(?i)(?:hundred|thousand|million|billion|dozen)")
_NEARLY_A = re.compile(r"(?i)(?:\b(?:nearly|almost|about|over|around|roughly|some|more than)\s+)?\ba\s+\Z")
_BIRTHDAY = re.compile(r"\s(?:birthday|anniversary)\b")
_SIZE = re.compile(
    r"(?i)\b(?:population|attendance|total|capacity|membership|circulation|toll|enrol\w+|number of)\b[^.]*\Z"
)
_STOOD = re.compile(r"(?i)\bst(?:ood|ands?|anding)\s+\Z")
_COUNTED = re.compile(rf"(?i){NUMBER}(\s[a-z].*)\Z")
_TIED = re.compile(rf"(?i)[-‑–\s]{WORD}\b")
_NUMBER_BEFORE = re.compile(rf"(?i)\b{WORD}[-‑\s]\Z")
_ANOTHER = re.compile(r"(?i)\banother\s+\Z")
_FURTHER = re.compile(r"(?i)\ba\s+(further|other|second)\s+\Z")


def quantity_edit(text: str, start: int, end: int, label: str, floor: int, ceiling: int) -> Edit | None:
    """The edit that writes a step of a ladder for the quantity there; nothing if one of the two is none.

    It begins at `floor` or later and ends at `ceiling` or before.

    >>> text = "On 9 May 1997 she came."
    >>> quantity_edit(text, 3, 13, "1997", 0, len(text))
    Edit(start=0, end=13, text='In 1997')
    """
    said = said_by(label)
    if not said or not (kind_of_quantity(text[start:end]) or re.search(r"\d", text[start:end])):
        return None
    spot = Spot(text, start, end, label, floor, ceiling)
    if said in (kinds.DATE, kinds.NUMBER_OF) and _CODED.search(spot.before):  # "Law no. 1602" names no year
        return code_edit(spot._replace(label=SOME_NUMBER))
    return _EDITS[said](spot)


def _duration(spot: Spot) -> Edit:
    label = _as_it_stands(spot)
    if spot.after.startswith(("’s", "'s")) and label.endswith("s") and spot.free(spot.end + 2):
        spot, label = spot._replace(end=spot.end + 2), label + spot.after[0]
    if label.startswith("multi-"):
        return put(*with_article(spot, label))
    if further := _FURTHER.search(spot.before):
        words = label if label == SOME_TIME else label.replace(" ", f" {further[1].lower()} ", 1)
        return put(spot.widened(further), words)
    spot, most = without_nearly(_without_another(spot))
    the, _ = determiner(spot)
    if the:
        words = "period" if label == SOME_TIME else _HOW_MANY.sub("", label)
        return put(*(with_article(spot, words) if the in ("a", "an") else (spot, words)))
    if label == SOME_TIME and _TIME_LIMIT.search(spot.before):
        label = "a certain time"
    return put(spot, most + label)


def _as_it_stands(spot: Spot) -> str:
    """The step in the form of what stands there: "ten-year", "ten years" and "ten years’" have one label."""
    own = duration_steps(spot.surface)
    if not own or spot.label in own:
        return spot.label
    if spot.label == SOME_TIME:
        return own[-1]
    return own[0] if spot.label.startswith("over") else [step for step in own if step != SOME_TIME][-1]


def _money(spot: Spot) -> Edit:
    label = spot.label
    own = _OWN_SUM.match(spot.surface)
    if own:
        return put(spot, own[1] if label == SOME_MONEY else f"{own[1]} {label}")
    if named := _SUM.search(spot.before):
        noun = "sum" if named[1].lower() == "total" else named[1].lower()
        words = f"{noun} of {'money' if label == SOME_MONEY else label}"
        return put(spot.widened(named), f"{article(words)} {words}")
    return _amount(spot)


def _amount(spot: Spot) -> Edit:
    """A sum, a measure or a dose; "a 500 mg tablet" becomes "a tablet"."""
    the, _ = determiner(spot)
    if spot.label == SOME_HEIGHT and spot.after.startswith(" tall") and spot.free(spot.end + 5):
        return put(spot._replace(end=spot.end + 5), f"{'at' if _STOOD.search(spot.before) else 'of'} {SOME_HEIGHT}")
    if the in ("a", "an") and noun_follows(spot):
        return put(spot, "")
    spot, most = without_nearly(_without_another(spot))
    the, _ = determiner(spot)
    if nearly := _NEARLY_A.search(spot.before) if _SCALE.match(spot.surface) else None:
        return put(spot.widened(nearly), spot.label)
    label = re.sub(r"^(?:some|an?)\s", "", spot.label) if the else spot.label
    return put(*with_article(spot, label)) if the in ("a", "an") else put(spot, most + label)


def _share(spot: Spot) -> Edit:
    label = spot.label
    spot, most = without_nearly(spot)
    if noun_follows(spot) and not _OF.match(spot.after):
        return put(spot, "" if determiner(spot)[0] else "some")
    if _RATE_BEFORE.search(spot.before) or _RATE_AFTER.match(spot.after):
        return put(spot, most + SOME_SHARE)
    if not _OF.match(spot.after):
        label = {"most": "a large percentage", "almost all": "a large percentage"}.get(label, label)
        label = label.replace("share", "percentage")
    the, _ = determiner(spot)
    return put(spot, re.sub(r"^a\s", "", label) if the else most + label.removeprefix("less than " if most else ""))


def _rank(spot: Spot) -> Edit:
    the, _ = determiner(spot)
    if the in ("the", "a", "an"):
        return put(spot.widened(re.search(r"\b\w+\s+\Z", spot.before)), spot.label)
    if the:  # "his twenty-first film"
        return put(spot, "later" if spot.label == "a later" and not _BIRTHDAY.match(spot.after) else "")
    return put(spot, spot.label if noun_follows(spot) else f"in {spot.label} place")


def _number(spot: Spot) -> Edit:
    text, label = spot.text, spot.label
    sign = text[spot.start - 1 : spot.start]
    if sign in kinds.CURRENCIES and spot.start > spot.floor:  # "$" of "$800"
        return put(without_nearly(spot._replace(start=spot.start - 1))[0], f"{label} {kinds.CURRENCIES[sign]}")
    item = _ITEM.match(text, spot.end)
    if item and spot.surface.isdigit() and starts_sentence(text, spot.start) and spot.free(item.end()):
        return Edit(spot.start, item.end(), "")
    behind = spot.surface.isdigit() and spot.floor and text[spot.floor : spot.start] == " " and not noun_follows(spot)
    if behind and (label == UNCOUNTED or word_before(text, spot.start).word[:1].isupper()):
        return left_out(spot)  # behind the name of what it numbers, which is replaced, too
    if kind_of_quantity(spot.surface, spot.before, spot.after) == kinds.AGE:
        return put(spot, "of a certain age")
    if spot.surface.isdigit() and _numbers_a_thing(spot):
        return code_edit(spot._replace(label=SOME_NUMBER))
    if (tied := _TIED.match(text, spot.end)) and spot.free(tied.end()):
        spot = spot._replace(end=tied.end())
    if text[spot.start - 1 : spot.start] + text[spot.end : spot.end + 1] in ('""', "“”"):  # a title
        quoted = spot._replace(start=spot.start - 1, end=spot.end + 1)
        named = word_before(text, quoted.start).word.lower()
        return put(quoted, "" if named and named not in BEFORE | DETERMINERS else SOME_NUMBER)
    spot = _without_another(spot.widened(_NUMBER_BEFORE.search(spot.before)))
    spot, most = without_nearly(spot)
    the, _ = determiner(spot)
    counts = noun_follows(spot)
    if the in ("the", "these", "those") and not counts and _SEVERAL.fullmatch(label):
        return put(spot, "ones")
    if label == UNCOUNTED:
        words = "" if the == "the" else "certain"
        if the and counts:
            return put(*with_article(spot, words))
        many = is_plural(word_after(text, spot.end).word)
        return put(spot, label if not counts else "certain" if many else "a certain")
    if label.endswith(" of") and _OF.match(spot.after):  # "24 of 33 games"
        label = "many"
    if label.endswith(" of") and not counts:
        label = label.removesuffix(" of")
    if the:
        label = _HOW_MANY.sub("", label)
    if most:  # "less than 100"
        counted = _COUNTED.search(spot.surface)
        label = f"a limited number of{counted[1]}" if counted else f"a limited number{' of' if counts else ''}"
    elif not counts and not the and _IS.search(spot.before) and not _is_size(spot):  # "his rank is 193"
        label = UNCOUNTED
    return put(spot, label)


def _is_size(spot: Spot) -> bool:
    """Whether a number says how much there is of something, not which one it is: "its population is 42,429"."""
    bare = spot.surface.replace(",", "").replace(".", "").isdigit()
    return not bare or spot.label.startswith("about") or bool(_SIZE.search(spot.before))


def _numbers_a_thing(spot: Spot) -> bool:
    """Whether a number is the name of something: "Room 12"."""
    left = word_before(spot.text, spot.start)
    capital = left.word[:1].isupper() and not starts_sentence(spot.text, left.start)
    return capital and not noun_follows(spot) and left.start >= spot.floor and bool(word_after(spot.text, left.end))


def _without_another(spot: Spot) -> Spot:
    return spot.widened(_ANOTHER.search(spot.before))


_EDITS: Mapping[str, Callable[[Spot], Edit]] = {
    kinds.DATE: date_edit,
    kinds.PLAYING_SEASON: playing_season_edit,
    kinds.SCORE: score_edit,
    kinds.PART_OF: part_edit,
    kinds.COMPOUND: compound_edit,
    kinds.CLOCK: clock_edit,
    kinds.AGE: age_edit,
    kinds.DURATION: _duration,
    kinds.MONEY: _money,
    kinds.MEASURE: _amount,
    kinds.DOSE: _amount,
    kinds.OFTEN: lambda spot: put(spot, spot.label),
    kinds.SHARE: _share,
    kinds.RANK: _rank,
    kinds.CODE: code_edit,
    kinds.NUMBER_OF: _number,
}
