"""The spot where a quantity stands: what an edit may take in on either side, and how its words fit there."""

from __future__ import annotations

import re
from typing import NamedTuple

from sfumato.languages.en.wording.english import article
from sfumato.languages.en.wording.given import cased
from sfumato.languages.en.wording.lexicon import goes_on
from sfumato.languages.en.wording.surroundings import REACH, parts, shouted, starts_sentence, word_after
from sfumato.types import Edit

_NEAR = re.compile(
    r"(?i)\b(?:(?P<less>less\sthan|fewer\sthan|under|below|at\smost)|approximately|approx\.|about|around|some|over"
    r"|at\sleast|more\sthan|nearly|almost|up\sto|only|exactly|roughly|a\stotal\sof|as\s(?:many|much|long)\sas)\s+\Z"
)
_DETERMINER = re.compile(
    r"(?i)(?:\b(the|an?|his|her|its|their|my|our|your|this|that|these|those|all|no|any|another|each|every|both)"
    r"|[’']s)(?:\s+(further|other|following|next|last|first|second|past|previous|remaining|same|whole|entire))?\s+\Z"
)
_SENTENCE_FOLLOWS = re.compile(r"\s*(?:\n|\Z)|\s+(?:The|On|In|At|He|She|It|They|This|That|By|After|However|A|An)\b")
_BRACKETS = {"(": ")", "[": "]"}


class Spot(NamedTuple):
    """Where a quantity stands, what it is to be called, and between which places the edit must stay."""

    text: str
    start: int
    end: int
    label: str
    floor: int
    ceiling: int

    @property
    def before(self) -> str:
        """What stands before it and may be taken in."""
        return self.text[max(self.floor, self.start - REACH) : self.start]

    @property
    def after(self) -> str:
        """What stands behind it."""
        return self.text[self.end : self.end + REACH]

    @property
    def surface(self) -> str:
        """What stands there now."""
        return self.text[self.start : self.end]

    def free(self, end: int) -> bool:
        """Whether the edit may reach up to `end`."""
        return end <= self.ceiling

    def widened(self, match: re.Match[str] | None) -> Spot:
        """The spot from where a match in `before` begins."""
        return self if match is None else self._replace(start=self.start - len(self.before) + match.start())


def without_nearly(spot: Spot) -> tuple[Spot, str]:
    """The spot with the "about" or "more than" before it, and "at most " where it was "less than"."""
    match = _NEAR.search(spot.before)
    if match is None or not parts(spot.before[match.end() - 1 :] or " "):
        return spot, ""
    return spot.widened(match), "at most " if match["less"] else ""


def determiner(spot: Spot) -> tuple[str, str]:
    """The article or pronoun before a quantity and the word between the two, both in small letters, or nothing."""
    match = _DETERMINER.search(spot.before)
    if match is None or "\n\n" in match.group():
        return "", ""
    return (match[1] or "'s").lower(), (match[2] or "").lower()


def noun_follows(spot: Spot) -> bool:
    """Whether the quantity describes a noun right behind it: "the 1997 decision"."""
    near = word_after(spot.text, spot.end)
    return bool(near.word) and near.word[0].isalpha() and goes_on(near.word, False)


def put(spot: Spot, words: str) -> Edit:
    """The edit that writes words at a spot, in its case; a full stop that ended the sentence too stays."""
    original = spot.surface
    if not words:
        return left_out(spot)
    stop = original.endswith(".") and not words.endswith(".") and _SENTENCE_FOLLOWS.match(spot.text, spot.end)
    loud = re.search(r"[A-Z]{3,}", original) and shouted(spot.text, spot.start, spot.end)
    if loud:
        words = words.upper()
    elif starts_sentence(spot.text, spot.start) and not original[:1].islower():
        words = cased(spot.text, spot.start, spot.end, words)
    return Edit(spot.start, spot.end, words + ("." if stop else ""))


def left_out(spot: Spot) -> Edit:
    """The edit that leaves out what stands there, with brackets that hold nothing else and one space beside it."""
    text, (start, end) = spot.text, (spot.start, spot.end)
    while start > spot.floor and end < spot.ceiling and _BRACKETS.get(text[start - 1]) == text[end]:
        start, end = start - 1, end + 1
    behind = text[end : end + 1]
    if start > spot.floor and text[start - 1] == " " and (not behind or not behind.isalnum()):
        start -= 1
    elif end < spot.ceiling and behind == " " and (start == 0 or text[start - 1].isspace()):
        end += 1
    return Edit(start, end, "")


def bracketed(spot: Spot) -> bool:
    """Whether brackets hold nothing but what stands there."""
    inside = spot.start > spot.floor and spot.end < spot.ceiling
    return inside and _BRACKETS.get(spot.text[spot.start - 1]) == spot.text[spot.end]


def with_article(spot: Spot, words: str) -> tuple[Spot, str]:
    """The spot with "a" or "an" before it, if there is one, and the words with the article that fits them."""
    if not words:
        return spot, words
    match = re.search(r"(?i)\b(an?)(\s+)\Z", spot.before)
    if match is None:
        return spot, words
    fitting = article(words)
    return spot.widened(match), (fitting.capitalize() if match[1][0].isupper() else fitting) + match[2] + words
