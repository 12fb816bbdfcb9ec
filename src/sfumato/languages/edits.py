"""Makes edits: the one way in which a text is changed."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.types import Edit


def applied(text: str, edits: Sequence[Edit]) -> str:
    """The text with these edits made; `ValueError` unless they are sorted, apart and within the text.

    >>> applied("He lives in Miami.", [Edit(12, 17, "a city")])
    'He lives in a city.'
    """
    pieces = []
    at = 0
    for change in edits:
        if not at <= change.start <= change.end <= len(text):
            raise ValueError(f"the edit {change} is out of order, overlaps another or lies outside the text")
        pieces += [text[at : change.start], change.text]
        at = change.end
    return "".join(pieces) + text[at:]
