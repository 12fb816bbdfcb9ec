"""What a reviewer decides about: places of a text, what stands there, and the text that all decisions make."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sfumato.io.messages import Message
from sfumato.types import Edit

Span = tuple[int, int]
GAP = "[…]"
"""What stands for all that goes where everything goes but what is marked to stay."""
_LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Message):
    """A place of the original, what the writer has written there, and why; `content` are the bits of its terms."""

    start: int
    end: int
    text: str
    """What stands there unless a person decides otherwise; nothing where it is left out."""
    term: str
    """What is hidden there."""
    form: str
    """The same in normal form: equal terms have equal forms."""
    term_start: int
    term_end: int
    """Where it stands: words beside it may have changed with it."""
    label: str = "OTHER"
    reason: str = "marked"
    secret: str = ""
    bits: float = 0.0
    limit: float = 0.0
    content: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Message):
    """What was decided about an item, by whom and why; `edit` is what stands there: none where the original stays."""

    does: str
    """One of `DECISIONS`."""
    edit: tuple[int, int, str] | None = None
    by: str = ""
    why: str = ""
    rule: bool = False
    """Whether a rule that was remembered decided it, and no person here."""


DECISIONS = ("accept", "keep", "write", "leave out", "skip")
"""What can be decided about an item: to skip it decides nothing, it comes back at the end."""


def edit_of(item: Item, choice: Choice | None) -> Edit | None:
    """What is written at an item: the writer's words, a person's, or nothing else than the original."""
    if choice is None or choice.does in ("accept", "skip"):
        return Edit(item.start, item.end, item.text)
    return Edit(*choice.edit) if choice.edit is not None else None


def placed(edits: Iterable[tuple[Edit, int]]) -> list[tuple[Edit, int]]:
    """Edits in order, each with its number. Where two share a place the later one stands, and the other is part of it.

    >>> [(edit.start, edit.end, number) for edit, number in placed([(Edit(5, 9, "x"), 0), (Edit(7, 12, "z"), 1)])]
    [(5, 12, 1)]
    """
    kept: list[tuple[Edit, int]] = []
    for edit, number in edits:
        at = bisect_right(kept, edit.start, key=lambda each: each[0].end)
        until = bisect_left(kept, edit.end, key=lambda each: each[0].start)
        if at >= until:
            kept.insert(at, (edit, number))
        else:
            first, last = min(edit.start, kept[at][0].start), max(edit.end, kept[until - 1][0].end)
            kept[at:until] = [(Edit(first, last, edit.text), number)]
    return kept


def with_gaps(text: str, edits: Sequence[Edit], kept: Sequence[Span]) -> list[Edit]:
    """The edits where all goes but what is kept: of each line what is not kept is a gap, within what is kept they stay.

    >>> with_gaps("He has a cold.\\nShe too.", [], [(3, 6)])
    [Edit(start=0, end=2, text='[…]'), Edit(start=7, end=14, text='[…]'), Edit(start=15, end=23, text='[…]')]
    """
    stay = joined([*kept, *_cut_edits(edits, kept)])
    gaps = []
    for line in _LINE.finditer(text):
        at = line.start()
        inside = [(a, b) for a, b in stay if a < line.end() and b > line.start()]
        for a, b in [*inside, (line.end(), line.end())]:
            gap = text[at : max(a, at)]
            if gap.strip():
                gaps.append(Edit(at + len(gap) - len(gap.lstrip()), at + len(gap.rstrip()), GAP))
            at = max(at, b)
    own = [edit for edit in edits if any(a <= edit.start and edit.end <= b for a, b in stay)]
    return sorted([*gaps, *own])


def _cut_edits(edits: Sequence[Edit], kept: Sequence[Span]) -> list[Span]:
    """Where edits stand that what is kept would cut: they stay whole."""
    return [(e.start, e.end) for e in edits if any(e.start < b and a < e.end for a, b in kept)]


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, those that overlap or touch as one.

    >>> joined([(5, 9), (0, 3), (8, 12)])
    [(0, 3), (5, 12)]
    """
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


_WORD = re.compile(r"\w(?:[\w'’.-]*\w)?")


def snapped(text: str, start: int, end: int) -> Span | None:
    """A selection as whole words: those that it touches, without the punctuation around them; None if it has no word.

    >>> text = "seen by Dr. O'Hara, today"
    >>> text[slice(*snapped(text, 13, 19))], snapped(text, 18, 19)
    ("O'Hara", None)
    """
    low, high = start, end
    while low > 0 and start - low < _FAR and not text[low - 1].isspace():
        low -= 1
    while high < len(text) and high - end < _FAR and not text[high].isspace():
        high += 1
    words = [match.span() for match in _WORD.finditer(text, low, high)]
    touched = [(a, b) for a, b in words if a < end and start < b]
    return (touched[0][0], touched[-1][1]) if touched else None


_FAR = 200  # characters beyond a selection in which its words end
