"""What people said must be hidden in a text, and what was hidden in it.

Offsets are half-open code-point offsets into the original text, as everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from sfumato.protocols import Language

NO_MASK = "NO_MASK"
KINDS = ("DIRECT", "QUASI", NO_MASK)
"""What a label can say of its span: it identifies alone, or together with others, or it need not be hidden."""

_WORD = re.compile(r"\w+")
_PUNCTUATION = r"[^\w%$€£+]|_"


@dataclass(frozen=True, slots=True)
class Label:
    """A span that somebody labelled. Labels of one person with the same `entity` are mentions of one thing."""

    start: int
    end: int
    type: str = ""
    kind: str = ""
    entity: str = ""
    annotator: str = ""

    @property
    def hide(self) -> bool:
        """Whether the span is to be hidden: unless the label says that it need not be."""
        return self.kind != NO_MASK


@dataclass(frozen=True, slots=True)
class VotedTerm:
    """A term with all its places, and how many voted that it must be hidden."""

    spans: tuple[tuple[int, int], ...]
    votes: int


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text and what each of its annotators, at least one, labelled in it.

    Where people voted on terms, those in `voted` with more than half of the votes of the `voters` are labelled.
    """

    id: str
    text: str
    labels: tuple[Label, ...]
    annotators: tuple[str, ...] = ("",)
    voted: tuple[VotedTerm, ...] = ()
    voters: int = 0

    def wanted(self, term: VotedTerm) -> bool:
        """Whether more than half of the voters would hide a term."""
        return term.votes * 2 > self.voters


@dataclass(frozen=True, slots=True)
class Mask:
    """A span of the original that was hidden, and what stands there now (None where that is not known)."""

    start: int
    end: int
    text: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Masked:
    """What was hidden in a text, in order, and the utility that `sanitize` measured, where it did."""

    id: str
    masks: tuple[Mask, ...]
    utility: float | None = None


def words(text: str) -> list[tuple[int, int]]:
    """Where the words of a text stand: runs of letters, digits and underscores.

    >>> words("no. 18403/91")
    [(0, 2), (4, 9), (10, 12)]
    """
    return [match.span() for match in _WORD.finditer(text)]


def marks(text: str, spans: Iterable[tuple[int, int]]) -> bytearray:
    """For each character 1 if it is in a span, and 0 if not.

    >>> list(marks("abcd", [(1, 3)]))
    [0, 1, 1, 0]
    """
    found = bytearray(len(text))
    for start, end in spans:
        found[start:end] = b"\1" * (end - start)
    return found


@cache
def _light(language: Language) -> re.Pattern[str]:
    """What the Text Anonymization Benchmark leaves out of account: light words and punctuation."""
    return re.compile(f"{language.light_words}|{_PUNCTUATION}", re.IGNORECASE)


def covered(text: str, marked: bytearray, start: int, end: int, language: Language) -> bool:
    """Whether all of a span is marked but for titles, function words and punctuation.

    A span of nothing else is covered when all of it is marked.

    >>> from sfumato.languages import load
    >>> covered("Mrs Anna Christou", marks("Mrs Anna Christou", [(4, 17)]), 0, 17, load())
    True
    """
    if marked.find(0, start, end) < 0:
        return True
    left = bytearray(marked[start:end])
    told = bytearray(len(left))
    for match in _light(language).finditer(text[start:end]):
        left[match.start() : match.end()] = told[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    return left.find(0) < 0 and told.find(0) >= 0


def says_nothing(text: str, language: Language) -> bool:
    """Whether a text is made of titles, function words and punctuation only.

    >>> from sfumato.languages import load
    >>> [says_nothing(text, load()) for text in ("of the ", "a Court")]
    [True, False]
    """
    return not _light(language).sub("", text)
