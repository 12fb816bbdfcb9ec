"""Rewrites a text: makes the changes that recoding asks for, and leaves all else as it is, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sfumato.languages.edits import applied
from sfumato.protocols import Language
from sfumato.tables.texts.types import TERM, name_of
from sfumato.types import Edit, Proposal

Way = Literal["value", "type", "kind", "concept", "step"]
_TYPES: tuple[Way, ...] = ("type", "kind")


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """What `text[start:end]` becomes.

    A "value" is written as it is, for a "type" stands the bare word for it. A "concept", or the word for a "kind", is
    worded as its language asks, with an article, in the number of what stood there; and so is a "step" of the ladder of
    a date or a number, with the preposition that it needs.
    """

    start: int
    end: int
    words: str
    way: Way = "type"


def rewritten(text: str, changes: Sequence[Change], language: Language) -> str:
    """The text with these changes; see `apart` for those that overlap.

    >>> from sfumato.languages import load
    >>> rewritten("I'm an engineer.", [Change(7, 15, "JOB")], load())
    "I'm a job."
    >>> rewritten("Four days ago, I left.", [Change(0, 13, "DATE")], load())
    'Date, I left.'
    """
    return applied(text, edits(text, changes, language)) if changes else text


def edits(text: str, changes: Sequence[Change], language: Language) -> list[Edit]:
    """The edits that make these changes, in order and not overlapping."""
    wording = language.wording
    proposals: list[Proposal] = []
    for change in apart(changes):
        floor = proposals[-1].end if proposals else 0
        if change.way == "kind":
            change = _kind(text, change, language)
        if change.way == "concept":
            proposals.append(Proposal(change.start, change.end, change.words, name=_is_name(text, change)))
        elif change.way == "step":
            proposals.append(Proposal(change.start, change.end, change.words, literal=True))
        else:
            words = change.words
            if change.way == "type":
                words = wording.cased(text, change.start, change.end, name_of(change.words, language))
            start, words = wording.with_article(text, change.start, words, floor)
            proposals.append(Proposal(start, change.end, words, literal=True))
    return wording.worded(text, proposals)


def apart(changes: Sequence[Change]) -> list[Change]:
    """The changes in order and not overlapping: one within another is dropped, two that overlap in part become one."""
    done: list[Change] = []
    for change in sorted(
        changes, key=lambda change: (change.start, -change.end, change.way not in _TYPES, change.words)
    ):
        if change.start >= change.end:
            continue
        if done and change.start < done[-1].end:
            held = done[-1]
            if change.end > held.end:  # neither of the two covers all of it, so that it can only be suppressed
                done[-1] = Change(held.start, change.end, *_type_of(held, change))
            continue
        done.append(change)
    return done


def _type_of(*changes: Change) -> tuple[str, Way]:
    return next(((change.words, change.way) for change in changes if change.way in _TYPES), (TERM, "type"))


def _kind(text: str, change: Change, language: Language) -> Change:
    """The last step of a date or a number, which says no more than what it is; for anything else the word for that."""
    steps = language.wording.quantity_steps(text[change.start : change.end], change.words)
    if steps:
        return Change(change.start, change.end, steps[-1], "step")
    return Change(change.start, change.end, name_of(change.words, language), "concept")


def _is_name(text: str, change: Change) -> bool:
    return text[change.start].isupper()
