"""The words of a text that say most of what it is about, as WEB ranks them: frequent here, rare in the knowledge.

Words that a reader takes as one are one keyword: a name ("Boston Globe"), a word with a hyphen ("half-brother"), and a
phrase of which the rarest word hardly stands without the rest ("immune system").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sfumato.languages.reading import LONGEST, phrases
from sfumato.protocols import Knowledge
from sfumato.risk.information import tf_df
from sfumato.types import All, Reading

COHESION = 0.1
"""The share of its rarest word's documents in which a phrase must stand for its words to be one keyword."""

_HYPHENS = "-\u2010\u2011"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word or phrase in normal form, its TF/DF, and where it stands in the text."""

    form: str
    weight: float
    places: tuple[Span, ...]


def keywords(text: str, knowledge: Knowledge, limit: int) -> list[Keyword]:
    """The `limit` heaviest keywords, heaviest first; words that the knowledge has never seen are none.

    Look-alikes are read as the letters they look like. Time grows with the length of the text.
    """
    return list(_weighed(text, knowledge)[: max(limit, 0)])


@lru_cache(maxsize=256)  # passages are asked for their words several times: what leads where, where they are from
def _weighed(text: str, knowledge: Knowledge) -> tuple[Keyword, ...]:
    found: dict[str, dict[Span, None]] = {}
    counts: dict[str, int] = {}
    language = knowledge.language
    for reading in filter(None, (language.read(text), language.read_disguised(text))):
        forms = list(phrases(reading))
        counts.update(zip(forms, knowledge.counts(All(), forms), strict=True))
        for first, last in _pieces(reading, counts):
            form = " ".join(reading.forms[first:last])
            found.setdefault(form, {})[reading.starts[first], reading.ends[last - 1]] = None
    weighed = [
        Keyword(form, tf_df(float(len(places)), float(count)), tuple(places))
        for form, places in found.items()
        if (count := counts[form])
    ]
    return tuple(sorted(weighed, key=lambda keyword: (-keyword.weight, keyword.form)))


def _pieces(reading: Reading, counts: Mapping[str, int]) -> Iterator[Span]:
    """The text cut into words, names and phrases, each by its words from first up to last; function words are none."""
    at = 0
    while at < len(reading):
        if not reading.content[at] or len(reading.forms[at]) < 2:
            at += 1
            continue
        end = next((end for end in _ends(reading, at) if _is_one(reading, at, end, counts)), at + 1)
        yield at, end
        at = end


def _ends(reading: Reading, at: int) -> Iterator[int]:
    """Where a phrase of several words that begins here may end, the longest first."""
    clause = reading.clauses[at]
    for end in range(min(at + LONGEST, len(reading)), at + 1, -1):
        if reading.clauses[end - 1] == clause and reading.content[end - 1]:
            yield end


def _is_one(reading: Reading, first: int, last: int, counts: Mapping[str, int]) -> bool:
    together = counts[" ".join(reading.forms[first:last])]
    if not together:
        return False
    words = [at for at in range(first, last) if reading.content[at]]
    if all(reading.text[reading.starts[at]].isupper() for at in words):
        return True
    if all(reading.text[reading.ends[at - 1] : reading.starts[at]] in _HYPHENS for at in range(first + 1, last)):
        return True
    return together >= COHESION * min(counts[reading.forms[at]] for at in words)
