"""Writes a code out of its sentence: the number goes with its "no.", and the thing that it numbers stays."""

from __future__ import annotations

import re

from sfumato.languages.en.wording.english import article
from sfumato.languages.en.wording.lexicon import BEFORE, DETERMINERS, ends_before
from sfumato.languages.en.wording.spots import Spot, bracketed, left_out, put
from sfumato.languages.en.wording.surroundings import starts_sentence, word_before
from sfumato.types import Edit

_NUMBERED = re.compile(r"(?i)(?:\b(?:nos?|nr|numbers?|num)\b\.?|\b(?:pp?|paras?|vols?|chs?|figs?)\.|#|№)\s*\Z")
_WHOLE = {
    "p": "a page", "pp": "some pages", "para": "a paragraph", "paras": "some paragraphs", "vol": "a volume",
    "vols": "some volumes", "ch": "a chapter", "chs": "some chapters", "fig": "a figure", "figs": "some figures",
}  # fmt: skip
_SHORTENED = re.compile(rf"(?i)\b({'|'.join(sorted(_WHOLE, key=len, reverse=True))})\.\s*\Z")
"""What stands before the number of a part of something, in short."""
_AT = re.compile(r"(?i)\s(?:at|as|to)\s+\Z")
_ON = re.compile(r"\s(?:on|in)\b")
_COMMA = re.compile(r",\s+\Z")
_MANY = re.compile(r"(?i)\bnos\b|\bnumbers\b")
_PLURAL = re.compile(r"(?i)\band\b|,")


def code_edit(spot: Spot) -> Edit:
    """The edit for a code.

    "(no. 37212/02)" goes whole, "by Law no. 4126" becomes "by a law", "under 37212/02" becomes "under a number".
    """
    numbered = _NUMBERED.search(spot.before)
    wide = spot.widened(numbered)
    if bracketed(wide):
        return left_out(wide)
    if numbered and (comma := _COMMA.search(wide.before)) and wide.start > spot.floor:
        return left_out(wide.widened(comma))
    if short := _SHORTENED.search(spot.before):
        return put(spot.widened(short), _WHOLE[short[1].lower()])
    if numbered and (at := _AT.search(wide.before)) and _ON.match(spot.after):  # "peaked at number 17 on the chart"
        return left_out(wide.widened(at))
    left = word_before(spot.text, wide.start)
    if not left.word and numbered and wide.before.rstrip()[-1:] in tuple(")]"):
        return left_out(wide)
    named = _named(wide)
    if named is not None and (numbered or spot.text[named : named + 1].isupper() or left.word.lower() in _THINGS):
        return _thing(wide, named)
    many = bool(_PLURAL.search(spot.surface) or (numbered and _MANY.search(numbered.group())))
    if not numbered and left.word.lower() in DETERMINERS:
        return put(spot, "numbers" if many else "number")
    return put(wide, "numbers" if many else spot.label)


_THINGS = frozenset("case file application decision judgment order account docket plot room page receipt".split())


def _named(spot: Spot) -> int | None:
    """Where the name of what is numbered begins: of "under case file" at "case"; nothing where there is none."""
    begin = None
    at = spot.start
    for _ in range(3):
        left = word_before(spot.text, at)
        earlier = word_before(spot.text, left.start).word
        if not left.word or left.start < spot.floor or not left.word[0].isalpha():
            break
        if left.word.lower() in BEFORE | DETERMINERS or ends_before(left.word, earlier, False):
            break
        if begin is not None and left.word.endswith("s"):  # rather a verb
            break
        begin = at = left.start
    return begin


def _thing(spot: Spot, named: int) -> Edit:
    """The edit that leaves what is numbered without its number, with an article if it has none."""
    text = spot.text
    words = text[named : spot.start].rstrip()
    left = word_before(text, named)
    free = left.word.lower() not in DETERMINERS and not left.word.endswith(("’s", "'s", "’", "'"))
    if not free or words.split()[-1].lower().endswith("s"):
        return left_out(spot)
    opening = starts_sentence(text, named)
    small = words if words.isupper() and len(words) > 3 else words[0].lower() + words[1:]
    if len(words.split()) > 1 and not opening and words[0].isupper():
        small = words
    said = f"{article(small)} {small}"
    whole = spot._replace(start=named)
    return put(whole, said) if named >= spot.floor else left_out(spot)
