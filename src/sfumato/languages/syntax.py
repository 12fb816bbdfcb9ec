"""Reads the grammar of a text from what a spaCy model made of it."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from sfumato.types import Syntax


def read_syntax(doc: Any, place: Callable[[int, int], tuple[int, ...]]) -> Syntax:
    """The grammar of an analysed text; `place` says where in the document a span of the text stands."""
    if not doc.has_annotation("DEP"):
        return Syntax()
    words = [token for token in doc if not token.is_space]
    number = {token.i: at for at, token in enumerate(words)}
    spans = [place(token.idx, token.idx + len(token)) for token in words]
    chunks = doc.noun_chunks if doc.noun_chunks_iterator is not None else ()
    return Syntax(
        array("i", [span[0] for span in spans]),
        array("i", [span[1] for span in spans]),
        [token.pos_ for token in words],
        [token.tag_ for token in words],
        [token.dep_ for token in words],
        array("i", [number.get(token.head.i, at) for at, token in enumerate(words)]),
        [_phrase(number, chunk.start, chunk.end, chunk.root.i) for chunk in chunks if chunk.root.i in number],
    )


def _phrase(number: dict[int, int], start: int, end: int, head: int) -> tuple[int, int, int]:
    inside = [number[at] for at in range(start, end) if at in number]
    return inside[0], inside[-1] + 1, number[head]
