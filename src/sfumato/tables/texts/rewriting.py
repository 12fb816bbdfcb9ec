"""Rewrites a text: makes the changes that recoding asks for, and leaves all else as it is, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sfumato.languages.edits import applied
from sfumato.languages.en.wording import worded
from sfumato.languages.en.wording.english import article
from sfumato.languages.en.wording.surroundings import shouted, starts_sentence, word_before
from sfumato.tables.texts.types import TERM, name_of
from sfumato.types import Edit, Proposal

Way = Literal["value", "type", "concept"]


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """What `text[start:end]` becomes.

    A "value" is written as it is, a "type" in words as the name of the type, a "concept" as English has it: with its
    article, in the number of what stood there.
    """

    start: int
    end: int
    words: str
    way: Way = "type"


def rewritten(text: str, changes: Sequence[Change]) -> str:
    """The text with these changes; see `apart` for those that overlap.

    >>> rewritten("I'm an engineer.", [Change(7, 15, "JOB")])
    "I'm a job."
    >>> rewritten("Four days ago, I left.", [Change(0, 13, "DATE")])
    'Date, I left.'
    """
    return applied(text, edits(text, changes)) if changes else text


def edits(text: str, changes: Sequence[Change]) -> list[Edit]:
    """The edits that make these changes, in order and not overlapping."""
    proposals: list[Proposal] = []
    for change in apart(changes):
        floor = proposals[-1].end if proposals else 0
        if change.way == "concept":
            proposals.append(Proposal(change.start, change.end, change.words, name=_is_name(text, change)))
        else:
            words = _cased(text, change, name_of(change.words)) if change.way == "type" else change.words
            start, words = _fitted(text, change.start, floor, words)
            proposals.append(Proposal(start, change.end, words, literal=True))
    return worded(text, proposals)


def apart(changes: Sequence[Change]) -> list[Change]:
    """The changes in order and not overlapping: one within another is dropped, two that overlap in part become one."""
    done: list[Change] = []
    for change in sorted(changes, key=lambda change: (change.start, -change.end, change.way != "type", change.words)):
        if change.start >= change.end:
            continue
        if done and change.start < done[-1].end:
            held = done[-1]
            if change.end > held.end:  # neither of the two covers all of it, so that it can only be suppressed
                done[-1] = Change(held.start, change.end, _type_of(held, change), "type")
            continue
        done.append(change)
    return done


def _type_of(*changes: Change) -> str:
    return next((change.words for change in changes if change.way == "type"), TERM)


def _is_name(text: str, change: Change) -> bool:
    return text[change.start].isupper()


def _cased(text: str, change: Change, words: str) -> str:
    """The name of a type in the case of its place: in capitals among capitals, with one where a sentence begins."""
    if shouted(text, change.start, change.end):
        return words.upper()
    if not text[change.start].islower() and starts_sentence(text, change.start):
        return words[:1].upper() + words[1:]
    return words


def _fitted(text: str, start: int, floor: int, words: str) -> tuple[int, str]:
    """Where the edit begins, and its words; they include the article before it where "a" must become "an" or back."""
    left = word_before(text, start)
    small = left.word.lower()
    if small not in ("a", "an") or left.start < floor or (left.word == "A" and not starts_sentence(text, left.start)):
        return start, words
    fitting = article(words)
    if fitting == small:
        return start, words
    if left.word.isupper() and len(left.word) > 1:
        fitting = fitting.upper()
    elif left.word[0].isupper():
        fitting = fitting.capitalize()
    return left.start, fitting + text[left.end : start] + words
