"""Elements of a web page of which nothing is left go as well: they would tell that something stood there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sfumato.io.formats.written.tags import Token, tokens
from sfumato.io.formats.written.words import BLOCKS

GAP = "\0"
"""Where words went: no page that is read has this character."""
_INLINE = frozenset(
    "a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u "
    "var".split()
)
_ITEMS = frozenset("li dt dd option tr".split())
_ALONE = frozenset(
    "p h1 h2 h3 h4 h5 h6 blockquote pre address figcaption figure caption legend summary details div section article "
    "aside header footer nav dl ol ul menu table thead tbody tfoot".split()
)
_LINES = BLOCKS | {"hr", "dl", "menu", "summary", "dt", "dd"}
_UNSEEN = frozenset("br wbr col source track link meta base param area".split())
_SHOWN = frozenset(
    "hr img input embed svg math canvas video audio object iframe button select textarea meter progress map".split()
)
_ENDED_BY = {
    "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "option": {"option", "optgroup"},
    "td": {"td", "th", "tr", "tbody", "tfoot"}, "th": {"td", "th", "tr", "tbody", "tfoot"},
    "tr": {"tr", "tbody", "tfoot"}, "tbody": {"tbody", "tfoot"}, "thead": {"tbody", "tfoot"},
    "p": BLOCKS - {"br", "button", "label", "audio", "video", "object", "svg", "text", "desc", "metadata"},
}  # fmt: skip
"""What begins ends these, where their end is not written."""


@dataclass(slots=True)
class _Element:
    name: str
    number: int
    """Of the token that begins it."""
    named: bool
    """Whether something may refer to it."""
    gone: bool = False
    """Whether words went out of it."""
    shows: bool = False
    """Whether something is left in it."""


def without_empty(text: str) -> str:
    """A page without elements of which nothing is left: words, items of lists, rows, paragraphs.

    >>> without_empty("He takes <b><i class='x'>\\0</i></b>.")
    'He takes .'
    >>> without_empty("<ul><li>\\0</li> <li>rest</li></ul><p class='x'>\\0</p><p>well</p><ol><li>\\0</ol>")
    '<ul> <li>rest</li></ul><p>well</p>'
    >>> without_empty("<table><tr><td>\\0</td><td> </td></tr><tr><td>\\0</td><td>well</td></tr></table>")
    '<table><tr><td></td><td>well</td></tr></table>'
    """
    return _Page(text).mended() if GAP in text else text


class _Page:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: Sequence[Token] = list(tokens(text, html=True))
        self.open: list[_Element] = [_Element("", -1, False)]
        self.cuts: list[tuple[int, int]] = []

    def mended(self) -> str:
        for number, token in enumerate(self.tokens):
            name = token.name.lower()
            if token.kind == "text":
                said = self.text[token.start : token.end]
                self.open[-1].gone |= GAP in said
                self.open[-1].shows |= bool(said.replace(GAP, "").strip())
            elif token.kind == "open":
                while name in _ENDED_BY.get(self.open[-1].name, ()):
                    self.end(number)
                self.open[-1].shows |= name in _SHOWN
                if name not in _SHOWN | _UNSEEN:
                    named = any(each.name.lower() in ("id", "name") for each in token.attributes)
                    self.open.append(_Element(name, number, named))
            elif token.kind == "close":
                self.close(name, number)
        while len(self.open) > 1:
            self.end(len(self.tokens))
        kept: list[str] = []
        at = 0
        for start, end in sorted(self.cuts, key=lambda each: (each[0], -each[1])):
            if start >= at:
                kept.append(self.text[at:start])
            at = max(at, end)
        return "".join([*kept, self.text[at:]]).replace(GAP, "")

    def close(self, name: str, number: int) -> None:
        """Ends an element, and those in it whose end is not written."""
        depth = next(
            (at for at in range(len(self.open) - 1, max(len(self.open) - 60, 0), -1) if self.open[at].name == name), 0
        )
        while depth and len(self.open) > depth + 1:
            self.end(number)
        if depth:
            self.end(number + 1)

    def end(self, stop: int) -> None:
        """Ends the innermost element before a token, and takes it out where nothing is left of it."""
        element = self.open.pop()
        above = self.open[-1]
        above.gone |= element.gone
        above.shows |= element.shows
        if element.shows or not element.gone:
            return
        inline = element.name in _INLINE and not element.named
        if not inline and element.name not in _ITEMS and not (element.name in _ALONE and self.alone(element, stop)):
            return
        start = self.tokens[element.number].start
        if not inline and element.number and self.tokens[element.number - 1].kind == "text":
            before = self.tokens[element.number - 1]
            start = before.start + len(self.text[before.start : before.end].rstrip())
        self.cuts.append((start, self.tokens[stop - 1].end))

    def alone(self, element: _Element, stop: int) -> bool:
        """Whether lines end around an element without it, so that what stands before and behind does not become one."""
        return self.is_line(element.number - 1, -1) or self.is_line(stop, 1)

    def is_line(self, number: int, step: int) -> bool:
        """Whether a line ends at a token: at a block, or where the page ends."""
        while 0 <= number < len(self.tokens):
            token = self.tokens[number]
            if token.kind != "text":
                return token.name.lower() in _LINES
            if self.text[token.start : token.end].replace(GAP, "").strip():
                return False
            number += step
        return True
