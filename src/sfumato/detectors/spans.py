"""What every detector shares: its type, and how spans that overlap become one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from sfumato.types import Document, Match, Term

Detector: TypeAlias = Callable[[Document, Sequence[Term]], list[Term]]
"""Given a document and the terms that the language found in it, the spans that are sensitive.

They are in order and none overlaps another.
"""


def resolved(matches: Iterable[Match]) -> list[Match]:
    """Matches in order, none overlapping another: what overlaps becomes one, called as the longest of it.

    Of equally long ones a valid one gives the label, and then the one that came first. Nothing of what was
    matched is left out.

    >>> resolved([Match(0, 4, "DATE_TIME"), Match(2, 9, "PHONE_NUMBER"), Match(2, 9, "US_SSN", True)])
    [Match(start=0, end=9, label='US_SSN', valid=True)]
    """
    done: list[Match] = []
    longest = 0
    for match in sorted(matches, key=lambda match: (match.start, match.start - match.end, not match.valid)):
        length = match.end - match.start
        if not done or match.start >= done[-1].end:
            done.append(match)
            longest = length
            continue
        held = done[-1]
        better = length > longest or (length == longest and match.valid and not held.valid)
        of = match if better else held
        longest = max(length, longest)
        done[-1] = Match(held.start, max(held.end, match.end), of.label, of.valid)
    return done


def united(*lists: Iterable[Term]) -> list[Term]:
    """The spans of several detectors as one list, in order: what overlaps becomes one, called as the longest of it.

    Of equally long ones the list given first gives the label. All terms must be of the same document.

    >>> united([Term(0, 9, "Jo Miller", "PERSON")], [Term(3, 16, "Miller Street", "STREET_ADDRESS")])
    [Term(start=0, end=16, text='Jo Miller Street', label='STREET_ADDRESS')]
    """
    done: list[Term] = []
    longest = 0
    terms = [term for terms in lists for term in terms]
    for term in sorted(terms, key=lambda term: (term.start, term.start - term.end)):
        length = term.end - term.start
        if not done or term.start >= done[-1].end:
            done.append(term)
            longest = length
            continue
        held = done[-1]
        text = held.text + term.text[max(held.end - term.start, 0) :]
        label = term.label if length > longest else held.label
        longest = max(length, longest)
        done[-1] = Term(held.start, max(held.end, term.end), text, label)
    return done
