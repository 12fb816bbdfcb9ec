"""Statements that deny: "no sign of HIV", "HIV negative", "HIV was ruled out".

Cues before what they deny reach forward to the end of the clause or a "but", those behind it reach back, both over a
few words only. This is the rule of NegEx, with cues of our own choice.
"""

from __future__ import annotations

import re

from sfumato.reading import Reading

_REACH = 6  # words that a cue denies
_BEFORE = (
    "no", "not", "without", "never", "denies", "denied", "deny", "denying", "negative for", "free of", "absence of",
    "no evidence of", "no sign of", "no signs of", "no history of", "rules out", "ruled out", "rule out", "excludes",
    "excluded", "neither", "nor", "lacks",
)  # fmt: skip
_BEHIND = (
    "negative", "was negative", "is negative", "tested negative", "came back negative", "was ruled out", "is ruled out",
    "has been ruled out", "was excluded", "not detected", "was not detected", "was not found", "not found", "absent",
    "is unlikely",
)  # fmt: skip
_TURNS = frozenset(("but", "however", "although", "though", "except", "yet", "nevertheless", "because", "and"))
_CUES_BEFORE = sorted((tuple(cue.split()) for cue in _BEFORE), key=len, reverse=True)
_CUES_BEHIND = sorted((tuple(cue.split()) for cue in _BEHIND), key=len, reverse=True)
_DOUBLE = re.compile(r"\b(?:not|no)\s+(?:only|longer|doubt|just)\b", re.I)


def negated(reading: Reading) -> list[tuple[int, int]]:
    """The spans of a text that are denied.

    >>> from sfumato.reading import read
    >>> text = "She is HIV negative. No sign of syphilis, but hepatitis was found."
    >>> [text[a:b] for a, b in negated(read(text))]
    ['She is HIV', 'syphilis']
    """
    words = [reading.text[a:b].lower() for a, b in zip(reading.starts, reading.ends, strict=True)]
    double = {match.start() for match in _DOUBLE.finditer(reading.text)}
    spans = []
    for at in range(len(words)):
        for cue in _CUES_BEFORE:
            if tuple(words[at : at + len(cue)]) == cue and reading.starts[at] not in double:
                first = at + len(cue)
                last = first
                while last < min(len(words), first + _REACH) and reading.clauses[last] == reading.clauses[at]:
                    if words[last] in _TURNS:
                        break
                    last += 1
                if last > first:
                    spans.append((reading.starts[first], reading.ends[last - 1]))
                break
        for cue in _CUES_BEHIND:
            if tuple(words[at : at + len(cue)]) == cue:
                if words[at + len(cue) : at + len(cue) + 1] == ["for"]:
                    break  # "negative for": reaches forward
                first = at
                while first > max(0, at - _REACH) and reading.clauses[first - 1] == reading.clauses[at]:
                    if words[first - 1] in _TURNS:
                        break
                    first -= 1
                if first < at:
                    spans.append((reading.starts[first], reading.ends[at - 1]))
                break
    return sorted(set(spans))
