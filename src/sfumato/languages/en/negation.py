"""Statements that deny: "no sign of HIV", "HIV negative", "HIV was ruled out".

Cues before what they deny reach forward to the end of the clause or a "but", those behind it reach back, both over a
few words only. This is the rule of NegEx, with cues of our own choice. A denial that is itself denied ("not negative",
"cannot rule out") counts as none, and so does that of knowing or telling: what is kept must not be asserted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sfumato.types import Reading

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
_NOT = frozenset(("not", "no", "never", "cannot"))
_NO_DENIAL = re.compile(
    r"\b(?:not|no|never)\s+(?:only|longer|doubt|just|one|know|knew|tell|told|say|said|disclosed?|reveal(?:ed)?"
    r"|mention(?:ed)?|admit(?:ted)?|aware|sure|certain|necessarily)\b",
    re.I,
)


def negated(reading: Reading) -> list[tuple[int, int]]:
    """The spans of a text that deny something: the cue and what it denies.

    >>> from sfumato.languages.en.reading import read
    >>> text = "She is HIV negative. No sign of syphilis, but hepatitis was found."
    >>> [text[a:b] for a, b in negated(read(text))]
    ['She is HIV negative', 'No sign of syphilis']
    """
    words = [reading.text[a:b].lower() for a, b in zip(reading.starts, reading.ends, strict=True)]
    none = {match.start() for match in _NO_DENIAL.finditer(reading.text)}
    spans = []
    for at in range(len(words)):
        if (cue := _cue(_CUES_BEFORE, words, at)) and reading.starts[at] not in none:
            first = last = at + cue
            while last < min(len(words), first + _REACH) and reading.clauses[last] == reading.clauses[at]:
                if words[last] in _TURNS:
                    break
                last += 1
            again = _cue(_CUES_BEFORE, words, first) or any(_behind(words, there) for there in range(first, last))
            before = at > 0 and reading.clauses[at - 1] == reading.clauses[at] and _denies(words[at - 1])
            if last > first and not again and not before:
                spans.append((reading.starts[at], reading.ends[last - 1]))
        if behind := _behind(words, at):
            first = at
            while first > max(0, at - _REACH) and reading.clauses[first - 1] == reading.clauses[at]:
                if words[first - 1] in _TURNS:
                    break
                first -= 1
            if first < at and not any(map(_denies, words[first:at])):
                spans.append((reading.starts[first], reading.ends[at + behind - 1]))
    return sorted(set(spans))


def _cue(cues: Sequence[tuple[str, ...]], words: Sequence[str], at: int) -> int:
    """The length of the longest cue that begins with this word, 0 if none does."""
    return next((len(cue) for cue in cues if tuple(words[at : at + len(cue)]) == cue), 0)


def _behind(words: Sequence[str], at: int) -> int:
    """The same for cues that reach back; "negative for" reaches forward."""
    length = _cue(_CUES_BEHIND, words, at)
    return 0 if words[at + length : at + length + 1] == ["for"] else length


def _denies(word: str) -> bool:
    return word in _NOT or word.endswith(("n't", "n’t"))
