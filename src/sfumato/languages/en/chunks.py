"""Cuts a text of any length into pieces that can be analysed one by one, in time linear in the text.

A piece ends where a block of the text ends: at a blank line, at a line break that does not wrap a sentence,
between the label and the value of a form, or at an end of sentence that parsers are known to miss.
A longer block is cut after a sentence, else between
words, else anywhere. What a parser would stumble over is taken out of a piece, which remembers the offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.languages.en.forms import fields
from sfumato.languages.en.normalform import STOP_WORDS
from sfumato.languages.folding import UNSEEN
from sfumato.languages.spacy import Piece

MAX_PIECE = 10_000
"""Characters of the longest piece: room for a paragraph, and a bound on the memory of one analysis."""
MAX_WORD = 1_000
"""Characters of the longest run without a space that is analysed whole: tokenizers are quadratic in it."""

_LINE_BREAK = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_WRAPPED_LINE = 40  # a shorter line was ended by its writer: a heading, an item, an address
_LINE_ENDS = tuple(".!?:;…|")
_BLANK_OR_ITEM = re.compile(
    r"[^\S\n\r]*(?:[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|\Z|[-*•‣◦–—|]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})[.)]\s)"
)
_INDENT = re.compile(r"[^\S\n\r]*")
_SMALL_LETTER = re.compile(r"[^\S\n\r]*[^\W\d_A-Z]")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s")
_NO_SPACE = re.compile(r"\S+")
_SPACE_OR_CONTROL = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")
_RULER = re.compile(r"[^\w\s]{16,}")  # every sign would be a token
_SURROGATE = re.compile("[\ud800-\udfff]")

_OPENERS = "|".join(sorted(word.capitalize() for word in STOP_WORDS))
_CLASSES = (
    "appendix|class|factor|figure|grade|group|hepatitis|immunoglobulin|influenza|level|part|phase|plan|protein"
    "|schedule|section|stage|strain|type|vitamin"
)
# "hepatitis C. The patient": spaCy takes the dot for an initial's, and two sentences for one.
_LETTER_ENDS_SENTENCE = re.compile(
    rf"(?<=[a-z]\s)[A-Z]\.\s+(?=(?:{_OPENERS})\b)|\b(?i:{_CLASSES})\s[A-Z]\.\s+(?=[A-Z])"
)


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a text, in order; only what cannot be seen lies between them.

    >>> [piece.text for piece in pieces("HIV\\n\\nThe virus.\\nHe has hepatitis C. The doctor knows.")]
    ['HIV', 'The virus.', 'He has hepatitis C. ', 'The doctor knows.']
    """
    for block_start, block_end in _blocks(text):
        for start, end in _cut(text, block_start, block_end):
            piece = _piece(text[start:end], start)
            if piece is not None:
                yield piece


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Where the blocks of a text lie: paragraphs, headings, items, cells."""
    forms = fields(text)
    labels = {field.label_start for field in forms}
    cuts = sorted({cut for field in forms for cut in (field.label_start, field.start, field.end)})
    block = line = at = 0
    for found in _LINE_BREAK.finditer(text):
        while at < len(cuts) and cuts[at] <= found.start():
            yield block, cuts[at]
            block = cuts[at]
            at += 1
        if _indented(text, found.end()) in labels or not _wraps(text, line, found.start(), found.end()):
            yield block, found.start()
            block = found.end()
        line = found.end()
    for cut in cuts[at:]:
        yield block, cut
        block = cut
    yield block, len(text)


def _wraps(text: str, line: int, end: int, following: int) -> bool:
    """Whether a line break only wraps a sentence that goes on in the next line.

    What goes on with a small letter is a sentence; before a capital or a figure the line must be one, too.
    """
    if end - line < _WRAPPED_LINE or _BLANK_OR_ITEM.match(text, following):
        return False
    tail = text[max(line, end - 8) : end].rstrip()
    if not tail or tail.endswith(_LINE_ENDS):
        return False
    return _SMALL_LETTER.match(text, following) is not None or _is_prose(text[max(line, end - 200) : end])


def _indented(text: str, line: int) -> int:
    """Where the words of a line begin."""
    indent = _INDENT.match(text, line)
    return indent.end() if indent else line


def _is_prose(line: str) -> bool:
    """Whether at least half of the words of a line are in small letters, as in sentences and not in forms."""
    words = line.split()
    return 2 * sum(word[0].islower() for word in words) >= len(words)


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cuts a block where a sentence ends unseen, and into lengths that can be analysed."""
    for found in _LETTER_ENDS_SENTENCE.finditer(text, start, end):
        yield from _cut_to_size(text, start, found.end())
        start = found.end()
    yield from _cut_to_size(text, start, end)


def _cut_to_size(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        window = text[start : start + MAX_PIECE + 1] if end - start > MAX_PIECE else text[start:end]
        stop = len(window)
        if stop > MAX_PIECE:
            stop = _last_end(_SENTENCE_END, window) or _last_space(window) or MAX_PIECE
            window = window[:stop]
        if max(map(len, window.split()), default=0) > MAX_WORD:
            long = next(run for run in _NO_SPACE.finditer(window) if run.end() - run.start() > MAX_WORD)
            stop = long.start() or MAX_WORD
        yield start, start + stop
        start += stop


def _last_end(pattern: re.Pattern[str], window: str) -> int:
    """The end of the last match in the second half of a window; 0 if there is none."""
    end = 0
    for found in pattern.finditer(window, len(window) // 2):
        end = found.end()
    return end


def _last_space(window: str) -> int:
    """The end of the last white space before a window's last word; 0 if there is none."""
    words = window.rsplit(None, 1)
    return window.rindex(words[-1]) if len(words) == 2 else 0


def _piece(original: str, start: int) -> Piece | None:
    """A piece without what only disturbs: every kind of space is one, what cannot be seen is gone."""
    text = _SPACE_OR_CONTROL.sub(" ", _RULER.sub(_blank, original))
    places = None
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
        if UNSEEN.search(text):
            places = [at for at, character in enumerate(text) if not UNSEEN.match(character)]
            text = UNSEEN.sub("", text)
    return Piece(text, original, start, places) if text and not text.isspace() else None


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())
