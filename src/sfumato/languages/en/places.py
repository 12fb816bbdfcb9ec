"""Where a text names places and establishments beyond doubt: by what such a name ends with, or by what leads to it."""

from __future__ import annotations

import re

_WORD = r"[A-Z][\w'’-]*"
_NAMED = re.compile(
    rf"\b((?:{_WORD}[ ]){{1,4}})(?i:street|road|lane|avenue|drive|close|rise|square|terrace|crescent|gardens|way|"
    r"hill|park|moor|farm|green|bridge|court|house|lodge|manor|surgery|infirmary|hospital|clinic|centre|center|practice|"
    r"hospice|pharmacy|school|college|university|academy|church|library|station|works|council|borough|county)\b"
)
_THERE = re.compile(
    rf"\b(?:in|at|near|outside|around)[ ]({_WORD}(?:[ ]{_WORD})?)"
    r"(?=[,.;:)\n]|[ ](?:and|or|but|with|where|who|since|for|on|by|until|to|from|after|before|when|because)\b|\Z)"
)


def surely_places(text: str) -> list[tuple[int, int]]:
    """Where places and establishments are named beyond doubt, in order and apart.

    >>> [text[a:b] for text in ("Thornbeck Surgery. She lives in Hallbeck and takes Priadel.",)
    ...     for a, b in surely_places(text)]
    ['Thornbeck ', 'Hallbeck']
    """
    found: list[tuple[int, int]] = []
    for span in sorted(match.span(1) for mark in (_NAMED, _THERE) for match in mark.finditer(text)):
        if not found or found[-1][1] <= span[0]:
            found.append(span)
    return found
