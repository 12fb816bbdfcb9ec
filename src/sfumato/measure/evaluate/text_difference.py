"""What was hidden in a text of which only the released version is at hand: the two are compared word by word.

The words that both have in the same order, as many as possible, were kept (a longest common subsequence); the others
were hidden. It is found exactly, a row of bits at a time:

    H. Hyyrö: Bit-parallel LCS-length computation revisited (2004)

Texts too long for that (about 16,000 words each) are cut first where three words in a row stand just once in both, and
in the same order (the idea of "patience diff"); what is long even then is cut in equal parts. So time and memory grow
with the length of the text, and nearly always nothing is lost by it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from sfumato.measure.evaluate.labels import says_nothing
from sfumato.protocols import Language
from sfumato.types import Edit

PLACEHOLDER = re.compile(
    r"\[[^\[\]\n]{1,60}\]|<[A-Z][A-Z0-9_ -]{0,40}>|\{\{?[A-Za-z0-9_ -]{1,40}\}\}?|[█▇■]+|\*{2,}|_{3,}|X{3,}"
    r"|\b[A-Z][a-z]{2,20} [2-9][2-9A-HJ-NP-Z]{4}\b"
)
"""What stands for something hidden and says at most its kind: [PERSON], <DATE>, {{NAME}}, ███, ***, Person 7KQ2M."""

_TOKEN = re.compile(r"\w+|[%$€£+]")
_EXACT = 1 << 28  # bits of the table of a comparison: 32 MB
_DEEPEST = 8  # cuts within cuts
_NOTHING = -1  # a word that matches none

Words = Sequence[int]


def align(original: str, released: str, language: Language) -> list[Edit]:
    """The spans of the original that are not in the released text, and what stands there instead.

    Case makes no difference but to single letters (the initial A. is no article), nor do spaces and punctuation. A
    change of nothing but function words ("an" for "a") hides nothing. Of a word that stands there twice and was hidden
    once, the words around it tell which; where they cannot, one of the two is taken.

    >>> from sfumato.languages import load
    >>> align("Mrs Anna Christou was born in 1925.", "Mrs [PERSON] was born in the 1920s.", load())
    [Edit(start=4, end=17, text='[PERSON]'), Edit(start=30, end=34, text='the 1920s')]
    """
    ours, theirs = _tokens(original), _released(released, original, language)
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(_form(original[start:end]), len(numbers)) for start, end in ours]
    b = [numbers.get(_form(released[start:end]), _NOTHING) for start, end in theirs]
    found = []
    i = j = 0
    for at, there in [*_matches(a, b), (len(a), len(b))]:
        if at > i:
            start, end = ours[i][0], ours[at - 1][1]
            text = released[theirs[j][0] : theirs[there - 1][1]] if there > j else ""
            if not says_nothing(original[start:end], language):
                found.append(Edit(start, end, text))
        i, j = at + 1, there + 1
    return found


def _form(word: str) -> str:
    return word.casefold() if len(word) > 1 else word


def _tokens(text: str, at: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Where words stand from one place to another, and signs that matter."""
    return [(at + match.start(), at + match.end()) for match in _TOKEN.finditer(text[at:end])]


def _released(text: str, original: str, language: Language) -> list[tuple[int, int]]:
    """The same of a released text, in which a placeholder that the original does not have is one word."""
    found = []
    at = 0
    known = {word for word in _TOKEN.findall(original) if not says_nothing(word, language)}
    for match in PLACEHOLDER.finditer(text) if original else ():
        shows = any(word in known for word in _TOKEN.findall(match.group()))  # [Anna Meer] hides nothing
        if match.group() not in original and not shows:
            found += [*_tokens(text, at, match.start()), match.span()]
            at = match.end()
    return [*found, *_tokens(text, at)]


def _matches(a: Words, b: Words, depth: int = 0) -> Iterator[tuple[int, int]]:
    """Places in both, ascending, at which the same words stand."""
    first = 0
    while first < min(len(a), len(b)) and a[first] == b[first]:
        yield first, first
        first += 1
    last = 0
    while last < min(len(a), len(b)) - first and a[-1 - last] == b[-1 - last]:
        last += 1
    middle, other = a[first : len(a) - last], b[first : len(b) - last]
    if middle and other:
        found = _common(middle, other) if len(middle) * len(other) <= _EXACT else _cut(middle, other, depth)
        yield from ((first + i, first + j) for i, j in found)
    yield from ((len(a) - k, len(b) - k) for k in range(last, 0, -1))


def _common(a: Words, b: Words) -> list[tuple[int, int]]:
    """A longest common subsequence."""
    places: dict[int, int] = {}
    for i, word in enumerate(a):
        places[word] = places.get(word, 0) | 1 << i
    whole = (1 << len(a)) - 1
    row = whole
    rows = []
    for word in b:
        both = row & places.get(word, 0)
        row = ((row + both) | (row - both)) & whole
        rows.append(row)
    found = []
    i, j = len(a), len(b)
    while i and j:
        if rows[j - 1] >> (i - 1) & 1:  # nothing is lost without the last of a
            i -= 1
        elif j > 1 and not rows[j - 2] >> (i - 1) & 1:  # nor without the last of b
            j -= 1
        else:
            i, j = i - 1, j - 1
            found.append((i, j))
    return found[::-1]


def _cut(a: Words, b: Words, depth: int) -> Iterator[tuple[int, int]]:
    """Compares long texts part by part."""
    anchors = (_anchors(a, b, 3) or _anchors(a, b, 1)) if depth < _DEEPEST else []
    if not anchors:
        parts = int((len(a) * len(b) / _EXACT) ** 0.5) + 1
        anchors = [(len(a) * part // parts, len(b) * part // parts) for part in range(1, parts)]
    i = j = 0
    for at, there in [*anchors, (len(a), len(b))]:
        yield from ((i + x, j + y) for x, y in _matches(a[i:at], b[j:there], depth + 1))
        i, j = at, there


def _anchors(a: Words, b: Words, length: int) -> list[tuple[int, int]]:
    """Places at which the same `length` words stand in a row, once in either text, in the same order in both."""
    ours, theirs = ([tuple(words[k : k + length]) for k in range(len(words) - length + 1)] for words in (a, b))
    once = {run for run, count in Counter(ours).items() if count == 1}
    once &= {run for run, count in Counter(theirs).items() if count == 1 and _NOTHING not in run}
    there = {run: j for j, run in enumerate(theirs) if run in once}
    pairs = [(i, there[run]) for i, run in enumerate(ours) if run in once]
    # the longest ascending run of the second places (patience sorting)
    tops: list[int] = []
    chosen: list[int] = []
    before: list[int] = []
    for at, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        tops[pile : pile + 1] = [j]
        chosen[pile : pile + 1] = [at]
        before.append(chosen[pile - 1] if pile else -1)
    found = []
    at = chosen[-1] if chosen else -1
    while at >= 0:
        found.append(pairs[at])
        at = before[at]
    return found[::-1]
