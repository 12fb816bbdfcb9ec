"""What can be said of a text once a language has read it: its phrases, and which of them stand together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from sfumato.protocols import Language
from sfumato.types import Reading

LONGEST = 4
"""Words of the longest phrase that is read as one."""

_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n")


def phrases(reading: Reading, longest: int = LONGEST) -> dict[str, list[tuple[int, int]]]:
    """Every phrase of one to `longest` words that begins and ends with no function word: where it stands, in words.

    >>> from sfumato.languages import load
    >>> list(phrases(load("en").read("state of the art, indeed")))
    ['state', 'state of the art', 'art', 'indeed']
    """
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


def visible(text: str, language: Language) -> dict[str, list[tuple[int, int]]]:
    """Every phrase that a reader sees, through disguises too, and its places in the text."""
    places: dict[str, list[tuple[int, int]]] = {}
    for reading in filter(None, (language.read(text), language.read_disguised(text))):
        for form, found in phrases(reading).items():
            spans = [(reading.starts[a], reading.ends[b - 1]) for a, b in found]
            places[form] = list(dict.fromkeys((*places[form], *spans))) if form in places else spans
    return places


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
