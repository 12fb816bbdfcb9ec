"""Writes scores, parts of a whole and numbers that a hyphen ties to a noun into their sentence."""

from __future__ import annotations

import re

from sfumato.languages.en.wording.ladders.amounts import SOME_SCORE, SOME_SIZE
from sfumato.languages.en.wording.spots import Spot, bracketed, determiner, left_out, noun_follows, put, with_article
from sfumato.languages.en.wording.surroundings import word_after
from sfumato.types import Edit

_HOW = re.compile(r"an? (clear|narrow) score")
_RESULT = re.compile(
    r"\s(?:(?:home|away|league|cup|final|opening|series)\s){0,2}(?:win|victory|defeat|loss|lead|triumph)\b"
)
_SCORE_OF = re.compile(
    r"(?i)(?:,\s|\s)?\b(?:(?:by|with|at)\s+)?(?:an?|the)\s+(?:[a-z]+\s+){0,2}score(?:line)?\s+of\s+\Z"
)
_OF = re.compile(r"(?i)\s+of\s+\Z")
_BY = re.compile(r"(?i)\s(?:by|with|at|to)\s+\Z")
_ENDED = re.compile(r"(?i)\b(?:ended|ending|finished|finishing|ends|finishes)\s+(?:up\s+)?(?:at\s+)?\Z")
_IS = re.compile(r"(?i)\b(?:is|was|were|be|been|it)\s+\Z")
_THE = re.compile(r"(?i)\bthe\s+\Z")


def score_edit(spot: Spot) -> Edit:
    """The edit for a score: "a 6–0 win" becomes "a clear win", "won 3–1" "won", "ended 1–1" "ended in a draw"."""
    how = _HOW.fullmatch(spot.label)
    if noun_follows(spot) or _RESULT.match(spot.after):
        words = how[1] if how and _RESULT.match(spot.after) else ""
        if words and (the := _THE.search(spot.before)):
            return put(spot.widened(the), f"the {words}")
        return _describing(spot, words)
    if _ENDED.search(spot.before) and spot.label.startswith("an even"):
        return put(spot, "in a draw")
    if bracketed(spot):
        return left_out(spot)
    if _IS.search(spot.before):
        return put(spot, spot.label)
    lead = (each.search(spot.before) for each in (_SCORE_OF, _OF, _BY))
    return left_out(spot.widened(next(filter(None, lead), None)))


def part_edit(spot: Spot) -> Edit:
    """The edit for a part of a whole: "24 out of 42 games" becomes "more than half of the games"."""
    whose = re.search(r"(?i)\sof\s(the|his|her|its|their)\s", spot.surface)
    if not noun_follows(spot) and " out of " in spot.surface:  # "rated 8 out of 10"
        return put(spot, SOME_SCORE)
    if not noun_follows(spot):
        return put(spot, spot.label.removesuffix(" of") if spot.label != "one of" else "one")
    return put(spot, f"{spot.label} {whose[1].lower() if whose else 'the'}")


def compound_edit(spot: Spot) -> Edit:
    """The edit for a number with its noun: "a seven-person pyramid" becomes "a multi-person pyramid"."""
    if not noun_follows(spot):
        return put(spot, SOME_SIZE)
    return _describing(spot, "" if spot.label == SOME_SIZE else spot.label)


def _describing(spot: Spot, words: str) -> Edit:
    """The edit for what describes the noun behind it, or leaves it alone with the article that fits it."""
    if words or determiner(spot)[0] not in ("a", "an"):
        return put(*with_article(spot, words))
    near = word_after(spot.text, spot.end)
    if not near.word or not spot.free(near.end):
        return left_out(spot)
    return put(*with_article(spot._replace(end=near.end), near.word))
