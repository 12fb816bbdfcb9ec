"""A text as a program shows it: without the markup inside its words, and in the order that direction marks give it.

`<b>H</b>IV` is shown as one word, and VIH after a right-to-left override as HIV. What is left knows where it stands.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

_BLOCKS = (
    "address|article|aside|blockquote|body|br|caption|center|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]"
    "|head|header|hr|html|img|input|legend|li|main|nav|ol|option|p|pre|section|select|table|tbody|td|textarea|tfoot|th"
    "|thead|title|tr|ul"
)
# Tags of HTML and XML but for those that part words, comments, tags of forums, marks of Markdown, commands of TeX.
_TAG = (
    rf"<!--.{{0,500}}?-->|</?(?!(?:{_BLOCKS})\b)[A-Za-z][\w:.-]{{0,40}}(?:\s[^<>]{{0,400}})?/?>"
    r"|\[/?[A-Za-z]{1,10}(?:=[^\[\]\n]{0,80})?\]|\*{1,3}|~~|`{1,2}|\\[A-Za-z]{2,12}\{|[{}]"
)
_INSIDE = re.compile(rf"(?<=[^\W_])(?:{_TAG})++(?=[^\W_])", re.DOTALL | re.IGNORECASE)
_SINGLE = re.compile(_TAG, re.DOTALL | re.IGNORECASE)
_DIRECTED = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_BEGIN, _END = re.compile("[\u202a\u202b\u202d\u202e\u2066-\u2068]"), re.compile("[\u202c\u2069]")
_LINE = re.compile(r"[^\n\r\u2029]+")
_FAR = 500  # characters before a word in which the tags that open it are looked for
_RIGHT = ("R", "AL")
_DEEPEST = 125  # embeddings within each other, as Unicode has it


class Rendered:
    """A text as it is shown, and where each of its characters comes from; `changed` if it is shown otherwise."""

    def __init__(self, text: str) -> None:
        self.original = text
        self._tags = list(_SINGLE.finditer(text)) if _INSIDE.search(text) else []
        directed = _DIRECTED.search(text) is not None
        self.changed = bool(self._tags) or directed
        self.text = text
        if not self.changed:
            return
        places = list(range(len(text)))
        for tag in reversed(self._tags):
            del places[tag.start() : tag.end()]
        if directed:
            ordered = _displayed("".join(text[at] for at in places))
            places = [places[at] for at in ordered]
        self._places = places
        self.text = "".join(text[at] for at in places)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original where these characters stand, with the markup that would be left without its mate.

        >>> Rendered("an <b>H</b>IV test").span(3, 6)
        (3, 13)
        """
        places = self._places[start:end]
        first, last = min(places), max(places) + 1
        if any(first < tag.end() and tag.start() < last for tag in self._tags):
            first, last = self._with_mates(first, last)
        return self._with_marks(first, last)

    def _with_marks(self, first: int, last: int) -> tuple[int, int]:
        """The span widened by the direction marks around it: one that is left alone would turn what follows."""
        text = self.original
        inside = text[first:last]
        begun = len(_BEGIN.findall(inside)) - len(_END.findall(inside))
        while True:
            before, after = first > 0 and _BEGIN.match(text[first - 1]), _END.match(text, last)
            if before and (after or begun < 0):
                first, begun = first - 1, begun + 1
            elif after and begun > 0:
                last, begun = last + 1, begun - 1
            else:
                return first, last

    def _with_mates(self, first: int, last: int) -> tuple[int, int]:
        """The span widened by tags right before and after it as long as those in it do not come in pairs."""
        inside = [_sign(tag) for tag in _SINGLE.findall(self.original, first, last)]
        before = list(_SINGLE.finditer(self.original, max(0, first - _FAR), first))
        at = len(before) - 1
        while at >= 0 and before[at].end() == first and _unpaired(inside):
            first = before[at].start()
            inside.insert(0, _sign(before[at][0]))
            at -= 1
        while _unpaired(inside) and (tag := _SINGLE.match(self.original, last)):
            last = tag.end()
            inside.append(_sign(tag[0]))
        return first, last


def _sign(tag: str) -> str:
    """Whether a tag opens or closes, or else the mark that stands for both."""
    if tag[:2] in ("</", "[/") or tag == "}":
        return "close"
    if tag.startswith("<!--") or tag.endswith("/>"):
        return ""
    return "open" if tag[0] in "<[\\{" else tag


def _unpaired(signs: list[str]) -> bool:
    marks = [sign for sign in signs if sign not in ("", "open", "close")]
    return signs.count("open") != signs.count("close") or any(marks.count(mark) % 2 for mark in marks)


# --- directions -------------------------------------------------------------------------------------------


def _displayed(text: str) -> list[int]:
    """The places of the characters in the order in which they are shown from left to right, line by line.

    >>> "".join("a \u202eVIH\u202c z"[at] for at in _displayed("a \u202eVIH\u202c z"))
    'a HIV z'
    """
    order: list[int] = []
    at = 0
    for line in _LINE.finditer(text):
        order += range(at, line.start())
        at = line.end()
        inside = range(*line.span())
        order += _line(text, line.start(), line.end()) if _DIRECTED.search(line[0]) else inside
    return [*order, *range(at, len(text))]


def _line(text: str, start: int, end: int) -> list[int]:
    """One line by the rules of Unicode for explicit directions: levels are found, then odd ones are turned round."""
    levels = _levels(text[start:end])
    order = [start + at for at, _ in levels]
    level_of = [level for _, level in levels]
    for level in range(max(level_of, default=0), 0, -1):
        at = 0
        for high, run in groupby([each >= level for each in level_of]):
            length = len(list(run))
            if high:
                order[at : at + length] = order[at : at + length][::-1]
                level_of[at : at + length] = level_of[at : at + length][::-1]
            at += length
    return order


def _levels(line: str) -> list[tuple[int, int]]:
    """Place and level of each character but the controls; even levels run from left to right."""
    kinds = [unicodedata.bidirectional(c) for c in line]
    strong = next((kind for kind in kinds if kind in ("L", *_RIGHT)), "L")
    stack = [(int(strong in _RIGHT), "", False)]  # level, override, whether it is an isolate
    runs: list[tuple[int, str, int]] = []  # place, kind, level of the embedding
    for at, kind in enumerate(kinds):
        level, override, _ = stack[-1]
        if kind in ("RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "FSI"):
            deeper = level + 1 + (level % 2 == (kind[0] == "R"))
            if deeper <= _DEEPEST:
                stack.append((deeper, kind[0] if kind[2] == "O" else "", kind[2] == "I"))
        elif kind in ("PDF", "PDI"):
            if len(stack) > 1 and (kind == "PDI" or not stack[-1][2]):
                stack.pop()
        elif kind != "BN":
            runs.append((at, override or ("R" if kind == "AL" else kind), level))
    return _resolved(runs)


def _resolved(runs: list[tuple[int, str, int]]) -> list[tuple[int, int]]:
    """The levels by the direction of each character; those of none take that of their neighbours, if these agree."""
    found: list[tuple[int, int]] = []
    for _, group in groupby(runs, lambda run: run[2]):
        stretch = list(group)
        level = stretch[0][2]
        own = "R" if level % 2 else "L"
        sides, last = [], own
        for _, kind, _ in stretch:
            last = kind if kind in ("L", "R") else last
            sides.append(last if kind in ("L", "R") else "N" if kind in ("EN", "AN") and last == "R" else "")
            if not sides[-1] and kind == "EN":
                sides[-1] = "L"
        following, after = own, []
        for side in reversed(sides):
            following = {"": following, "N": "R"}.get(side, side)
            after.append(following)
        before = own
        for (at, _, _), side, behind in zip(stretch, sides, reversed(after), strict=True):
            way = side or (before if before == behind else own)
            before = {"": before, "N": "R"}.get(side, side)
            found.append((at, level + 1 + (level % 2 == 0) if way == "N" else level + (way != own)))
    return found
