"""What can be said of a text once a language has read it: its phrases, and which of them stand together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from sfumato.protocols import Language
from sfumato.types import Reading

LONGEST = 4
"""Words of the longest phrase that is read as one."""

_PARTS = 2_048  # parts of long texts of which something is remembered
_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n")


def phrases(reading: Reading, longest: int = LONGEST) -> dict[str, list[tuple[int, int]]]:
    """Every phrase of one to `longest` words that begins and ends with no function word: where it stands, in words.

    >>> from sfumato.languages import load
    >>> list(phrases(load("en").read("state of the art, indeed")))
    ['state', 'state of the art', 'art', 'indeed']
    """
    if not reading.parts:
        return _phrases(reading, longest)
    found: dict[str, list[tuple[int, int]]] = {}
    shift = 0
    for part in reading.parts:
        for form, spans in _phrases_of_part(part, longest).items():
            found.setdefault(form, []).extend([(a + shift, b + shift) for a, b in spans])
        shift += len(part)
    return found


def _phrases(reading: Reading, longest: int) -> dict[str, list[tuple[int, int]]]:
    forms, clauses, content = reading.forms, reading.clauses, reading.content
    found: dict[str, list[tuple[int, int]]] = {}
    for at in range(len(forms)):
        if not content[at]:
            continue
        clause = clauses[at]
        for end in range(at + 1, min(at + longest, len(forms)) + 1):
            if clauses[end - 1] != clause:
                break
            if content[end - 1]:
                form = forms[at] if end == at + 1 else " ".join(forms[at:end])
                found.setdefault(form, []).append((at, end))
    return found


_phrases_of_part = lru_cache(_PARTS)(_phrases)


def places(reading: Reading) -> dict[str, list[tuple[int, int]]]:
    """Every phrase of a text, and where it stands there."""
    if not reading.parts:
        return _places(reading)
    found: dict[str, list[tuple[int, int]]] = {}
    shift = 0
    for part in reading.parts:
        for form, spans in _places_of_part(part).items():
            found.setdefault(form, []).extend([(a + shift, b + shift) for a, b in spans])
        shift += len(part.text)
    return found


def places_of(form: str, reading: Reading) -> list[tuple[int, int]]:
    """Where one of the phrases of a text stands."""
    if not reading.parts:
        return _places(reading).get(form, [])
    found: list[tuple[int, int]] = []
    shift = 0
    for part in reading.parts:
        found += [(a + shift, b + shift) for a, b in _places_of_part(part).get(form, ())]
        shift += len(part.text)
    return found


def forms_of(reading: Reading) -> list[str]:
    """The phrases of a text, each once, in the order in which they first stand there."""
    return list(dict.fromkeys(form for part in reading.parts or (reading,) for form in _places_of_part(part)))


def _places(reading: Reading) -> dict[str, list[tuple[int, int]]]:
    starts, ends = reading.starts, reading.ends
    return {form: [(starts[a], ends[b - 1]) for a, b in spans] for form, spans in phrases(reading).items()}


_places_of_part = lru_cache(_PARTS)(_places)


def visible(text: str, language: Language) -> dict[str, list[tuple[int, int]]]:
    """Every phrase that a reader sees, through disguises too, and its places in the text."""
    seen = places(language.read(text))
    for shift, disguised in _disguised(text, language):
        for form, found in _places(disguised).items():
            spans = [(a + shift, b + shift) for a, b in found]
            seen[form] = list(dict.fromkeys((*seen[form], *spans))) if form in seen else spans
    return seen


def _disguised(text: str, language: Language) -> Iterator[tuple[int, Reading]]:
    """What a reader sees through disguises: of a long text in those paragraphs that have any, and where they begin."""
    parts = contexts(text, "paragraph", language) if len(text) >= _LONG else [(0, len(text))]
    for start, end in parts:
        if (reading := _disguised_part(text[start:end], language)) is not None:
            yield start, reading


@lru_cache(_PARTS)
def _disguised_part(text: str, language: Language) -> Reading | None:
    return language.read_disguised(text)


_LONG = 20_000  # characters of a text that is read paragraph by paragraph


def contexts(text: str, kind: str, language: Language) -> list[tuple[int, int]]:
    """Which terms are judged together: the spans of the sentences or paragraphs of a text, or the whole document.

    >>> from sfumato.languages import load
    >>> contexts("One here. Two there.", "sentence", load("en"))
    [(0, 9), (9, 20)]
    """
    if kind == "document":
        return [(0, len(text))]
    if kind == "sentence":
        return language.sentences(text)
    edges = [0, *(match.end() for match in _PARAGRAPH_END.finditer(text)), len(text)]
    return [(a, b) for a, b in pairwise(edges) if a < b]


def passages(text: str, words: int, language: Language) -> list[str]:
    """A text, and, if it is longer than that, its passages of about so many words, whole sentences each.

    >>> from sfumato.languages import load
    >>> passages("One is here. Two is there. Three.", 4, load("en"))
    ['One is here. Two is there. Three.', 'One is here. Two is there.', ' Three.']
    """
    parts: list[str] = []
    start = end = counted = 0
    for a, b in language.sentences(text):
        if counted >= words:
            parts.append(text[start:end])
            start, counted = a, 0
        counted += len(text[a:b].split())
        end = b
    parts.append(text[start:])
    return [text, *parts] if len(parts) > 1 else [text]


def in_contexts(
    places: Mapping[str, Iterable[tuple[int, int]]], spans: Sequence[tuple[int, int]]
) -> list[dict[str, list[tuple[int, int]]]]:
    """For each of the contexts of a text what stands in it; what reaches into the next one stands in neither.

    >>> in_contexts({"one": [(0, 3), (12, 15)], "two": [(8, 11)]}, [(0, 10), (10, 20)])
    [{'one': [(0, 3)]}, {'one': [(12, 15)]}]
    """
    starts = [start for start, _ in spans]
    found: list[dict[str, list[tuple[int, int]]]] = [{} for _ in spans]
    for form, each in places.items():
        for start, end in each:
            at = bisect_right(starts, start) - 1
            if end <= spans[at][1]:
                found[at].setdefault(form, []).append((start, end))
    return found


class Covered:
    """Spans of a text that are asked for many times: `span in covered` says whether one of them covers a span whole.

    >>> (3, 5) in Covered([(0, 2), (2, 9)]), (1, 3) in Covered([(0, 2), (2, 9)])
    (True, False)
    """

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        self._ends = list(accumulate((end for _, end in ordered), max))  # how far those that begin before reach

    def __contains__(self, span: tuple[int, int]) -> bool:
        at = bisect_right(self._starts, span[0]) - 1
        return at >= 0 and self._ends[at] >= span[1]
