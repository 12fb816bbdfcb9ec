"""Which of several findings counts where one stands in another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def widest(found: Iterable[T], span: Callable[[T], tuple[int, int]]) -> list[T]:
    """In order, of findings that stand in one another the widest, of those in one place the first that was given.

    >>> widest([(0, 9), (0, 4), (10, 12)], tuple)
    [(0, 9), (10, 12)]
    """
    kept: list[T] = []
    last = -1
    for each in sorted(found, key=lambda each: (span(each)[0], -span(each)[1])):
        if span(each)[1] > last:
            kept.append(each)
            last = span(each)[1]
    return kept
