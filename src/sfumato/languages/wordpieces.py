"""Words cut into the pieces that a model of the BERT family knows.

Y. Wu et al., "Google's neural machine translation system", 2016: each word is cut from the left into the longest pieces
of the vocabulary. The packages that do this bring a client of a model hub with them, which we do not want here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_FIRST, _LAST, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
_LONGEST = 100  # letters of a word
_WORDS = re.compile(r"\w+|[^\w\s]")
_REMEMBERED = 1 << 15  # words


class Pieces(NamedTuple):
    """The numbers of the pieces of a text, and where each stands; the first and the last stand nowhere."""

    ids: list[int]
    places: list[tuple[int, int]]


class WordPieces:
    """Cuts texts into pieces; capitals and accents make no difference."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self._cut = lru_cache(_REMEMBERED)(self._cut_word)

    def __call__(self, text: str, longest: int) -> Pieces:
        """The pieces of a text, at most `longest` of them."""
        ids, places = [self._numbers[_FIRST]], [(0, 0)]
        for word in _WORDS.finditer(text):
            for part in word.group().split("_") if "_" in word.group() else (word.group(),):
                pieces = self._cut(part)
                ids += pieces
                places += [word.span()] * len(pieces)
            if len(ids) >= longest:
                break
        return Pieces([*ids[: longest - 1], self._numbers[_LAST]], [*places[: longest - 1], (0, 0)])

    def _cut_word(self, word: str) -> tuple[int, ...]:
        plain = "".join(c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn")
        found: list[int] = []
        start = 0
        while start < len(plain) and len(plain) <= _LONGEST:
            for end in range(len(plain), start, -1):
                number = self._numbers.get(plain[start:end] if start == 0 else f"##{plain[start:end]}")
                if number is not None:
                    found.append(number)
                    start = end
                    break
            else:
                break
        whole = start == len(plain) and found
        return tuple(found) if whole else (self._numbers[_UNKNOWN],)
