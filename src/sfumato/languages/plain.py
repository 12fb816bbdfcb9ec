"""A text as patterns read it, and the pieces that patterns are made of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, cached_property

from sfumato.languages.folding import UNSEEN
from sfumato.types import Match, Term

SPACE = r"(?:[^\S\n]{1,3}|[^\S\n]?\n[^\S\n]{0,8})"
"""Between two words: a space, or a line break of wrapped text."""

_FAR = 100  # characters from a digit to the farthest word that can say what it is
_DIGITS = re.compile(r"\d+")


def either(words: str) -> str:
    """An expression for any of the words or expressions, which commas or line breaks part.

    >>> either("street, st, high road")
    '(?:street|st|high road)'
    """
    parts = [word.strip() for word in re.split("[,\\n]", words)]
    return f"(?:{'|'.join(filter(None, parts))})"


def word(expression: str) -> str:
    """An expression that begins with a letter, at the beginning of a word; anywhere else it fails at once.

    >>> re.findall(word("(?i:no|number)"), "no. 1, No 2, casino")
    ['no', 'No']
    """
    return rf"\b(?=[^\W\d_]){expression}"


class Plain:
    """A text without the characters that cannot be seen, in the plainest digits, dashes and spaces.

    Nobody hides a number by writing it with a zero-width space or in full-width digits. `term` tells where in
    the original a span of the plain text stands.
    """

    def __init__(self, text: str) -> None:
        self.original = self.text = text
        self._kept: list[int] | None = None
        if self.text.isascii():
            return
        if UNSEEN.search(self.text):
            self._kept = list(_seen(self.text))
            self.text = UNSEEN.sub("", self.text)
        self.text = self.text.translate(_plain_characters())

    @cached_property
    def zones(self) -> list[tuple[int, int]]:
        """The parts of the text from well before a digit to well after it: most patterns need look nowhere else."""
        zones: list[tuple[int, int]] = []
        for digits in _DIGITS.finditer(self.text):
            start, end = max(0, digits.start() - _FAR), digits.end() + _FAR
            if zones and start <= zones[-1][1]:
                start = zones.pop()[0]
            zones.append((start, end))
        return zones

    def near_digits(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Where a pattern matches that needs a digit in its match or soon after."""
        for start, end in self.zones:
            yield from pattern.finditer(self.text, start, end)

    def anywhere(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Where a pattern matches."""
        return pattern.finditer(self.text)

    def before(self, pattern: re.Pattern[str], at: int, most: int = 40) -> re.Match[str] | None:
        """Where a pattern that ends with `\\Z` matches right before an offset, at most so many characters long."""
        return pattern.search(self.text, max(0, at - most), at)

    def term(self, match: Match) -> Term:
        """The span of a plain text, where it stands in the original."""
        start, end = match.start, match.end
        if self._kept is not None:
            start, end = self._kept[start], self._kept[end - 1] + 1
        return Term(start, end, self.original[start:end], match.label)


def _seen(text: str) -> Iterator[int]:
    at = 0
    for unseen in UNSEEN.finditer(text):
        yield from range(at, unseen.start())
        at = unseen.end()
    yield from range(at, len(text))


@cache
def _plain_characters() -> dict[int, str]:
    """One character for one, so that no offset changes."""
    plain = {wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}
    for code in range(0x80, 0x1FC00):
        category = unicodedata.category(chr(code))
        if category == "Nd":
            plain[code] = str(unicodedata.digit(chr(code)))
        elif category == "Zs":
            plain[code] = " "
        elif category == "Pd":
            plain[code] = "-"
    return plain | {ord(sign): "'" for sign in "‘’ʼ′"} | {ord(sign): '"' for sign in "“”″"} | {0x2212: "-"}
