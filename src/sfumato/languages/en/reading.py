"""A text as its reader sees it, without a parser: its words in normal form, and every phrase that they make.

The knowledge counts phrases that run across no clause. What is asked of it must be read the same way, so that the rule
stands here, once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sfumato.languages.en.normalform import STOP_WORDS, WORD, normal_word, normal_words
from sfumato.languages.folding import Folded

LONGEST = 4
"""Words of the longest phrase that is read as one."""

# A full stop ends a sentence only after two small letters or digits: not in "St. Louis" or "J. Edgar".
# A line break ends one unless a small letter follows: then it only wraps the line.
TOKEN = re.compile(
    WORD.pattern + r'|[,;:!?()\[\]{}"“”«»|•—–]|\r?\n(?![^\S\n]*[a-z])|(?<=[a-z0-9][a-z0-9)\]"”])\.(?!\w)'
)
"""A word, or what stands between clauses."""

_SENTENCE_END = re.compile(r"(?<=[a-z0-9][a-z0-9)\]\"”])[.!?]+[\"”’)\]]*(?=\s|$)|\n\s*\n|(?<=[.!?:])\n")
_BROKEN = re.compile(r"(?<=[^\W\d_]{2})-[^\S\n]*\r?\n\s*(?=[a-z]{2})")
# Letters beyond the Latin ones, which normal form knows, beside another letter (no lone alpha); escapes.
_OTHER = r"(?:[^\x00-\u024f\u0300-\u036f\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff]|[ıƖǃɑ])"
_ODD = re.compile(rf"(?<=[^\W\d_]){_OTHER}|{_OTHER}(?=[^\W\d_])|&#?\w{{1,8}};|%[0-9A-Fa-f]{{2}}")
_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n")


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of a text, in order: where each stands, its normal form, and the number of its clause."""

    text: str
    starts: list[int]
    ends: list[int]
    forms: list[str]
    clauses: list[int]

    def __len__(self) -> int:
        return len(self.forms)


def read(text: str) -> Reading:
    """Reads a text; time and memory grow with its length.

    >>> reading = read("In Paris, France. He had AIDS")
    >>> list(zip(reading.forms, reading.clauses))
    [('in', 0), ('paris', 0), ('france', 1), ('he', 2), ('had', 2), ('AIDS', 2)]
    """
    starts: list[int] = []
    ends: list[int] = []
    clauses: list[int] = []
    clause = 0
    broken = False
    for match in TOKEN.finditer(text):
        first = text[match.start()]
        if first.isalnum() and normal_word(match.group()):
            clause += broken and bool(starts)
            broken = False
            starts.append(match.start())
            ends.append(match.end())
            clauses.append(clause)
        else:
            broken = True
    forms = normal_words([text[a:b] for a, b in zip(starts, ends, strict=True)])
    return Reading(text, starts, ends, forms, clauses)


def read_disguised(text: str) -> Reading | None:
    """The same text as a reader sees it through disguises, at its places in the original; `None` if it has none.

    Look-alikes are read as the letters they look like, and a word that a hyphen breaks at a line end as one.

    >>> text = "zid\u043evudine, pneumo-\\ncystis"
    >>> [text[a:b] for a, b in zip(read_disguised(text).starts, read_disguised(text).ends)]
    ['zid\u043evudine', 'pneumo-\\ncystis']
    """
    if not _ODD.search(text) and not _BROKEN.search(text):
        return None
    folded = Folded(text)
    kept = list(range(len(folded.text)))
    for match in reversed(list(_BROKEN.finditer(folded.text))):
        del kept[match.start() : match.end()]
    seen = read("".join(folded.text[at] for at in kept))
    spans = [folded.span(kept[a], kept[b - 1] + 1) for a, b in zip(seen.starts, seen.ends, strict=True)]
    return Reading(text, [a for a, _ in spans], [b for _, b in spans], seen.forms, seen.clauses)


def phrases(reading: Reading, longest: int = LONGEST) -> dict[str, list[tuple[int, int]]]:
    """Every phrase of one to `longest` words that begins and ends with no function word: where it stands, in words.

    >>> list(phrases(read("state of the art, indeed")))
    ['state', 'state of the art', 'art', 'indeed']
    """
    forms, clauses = reading.forms, reading.clauses
    content = [form not in STOP_WORDS for form in forms]
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


def visible(text: str) -> dict[str, list[tuple[int, int]]]:
    """Every phrase that a reader sees, through disguises too, and its places in the text."""
    places: dict[str, list[tuple[int, int]]] = {}
    for reading in filter(None, (read(text), read_disguised(text))):
        for form, found in phrases(reading).items():
            spans = [(reading.starts[a], reading.ends[b - 1]) for a, b in found]
            places[form] = list(dict.fromkeys((*places[form], *spans))) if form in places else spans
    return places


def contexts(text: str, kind: str) -> list[tuple[int, int]]:
    """Which terms are judged together: the spans of the sentences or paragraphs of a text, or the whole document.

    >>> contexts("One here. Two there.", "sentence")
    [(0, 9), (9, 20)]
    """
    if kind == "document":
        return [(0, len(text))]
    ends = [match.end() for match in (_SENTENCE_END if kind == "sentence" else _PARAGRAPH_END).finditer(text)]
    edges = [0, *ends, len(text)]
    return [(a, b) for a, b in pairwise(edges) if a < b]


def passages(text: str, words: int) -> list[str]:
    """A text, and, if it is longer than that, its passages of about so many words, whole sentences each.

    >>> passages("One is here. Two is there. Three.", 4)
    ['One is here. Two is there. Three.', 'One is here. Two is there.', ' Three.']
    """
    parts: list[str] = []
    start = end = counted = 0
    for a, b in contexts(text, "sentence"):
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
