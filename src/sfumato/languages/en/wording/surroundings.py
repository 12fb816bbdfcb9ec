"""What stands around a term: the words beside it, where its sentence begins, whether it stands alone in its place.

All questions are answered from at most `REACH` characters on either side, so that long texts take no longer.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sfumato.languages.en.wording.lexicon import ABBREVIATIONS, CONTRACTIONS, DETERMINERS, ends_before
from sfumato.languages.folding import UNSEEN

REACH = 80

HYPHENS = frozenset("-\u2010\u2011\u2013")
_APOSTROPHES = frozenset("'’")
_OPENING = frozenset("\"'“‘«([{")
_CLOSING = frozenset("\"'”’»)]}")
_MARKUP = frozenset("*_#>`-–•·+")
_PAUSES = frozenset(".,;:!?…—–-•*>|&")
_UNSEEN = UNSEEN.pattern[1:-1]
_NEAREST = re.compile(rf"([\s{_UNSEEN}]*)(['’]?(?:[^\W_]+(?:[\-\u2010\u2011\u2013'’{_UNSEEN}]+(?=[^\W_]))?)*)")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_BULLET = re.compile(r"\s*(?:[-*•·–#>+]+|\(?(?:\d{1,3}|[a-z])[.)])\s+")
_LINE_END = re.compile(r"[.;,:]?[^\S\n\t]{0,8}(?:[\n\t|]|\Z)")
_KINDS = frozenset("kind kinds type types form forms sort sorts species strain strains variety varieties".split())
_WHOLE_LINE = 50  # a line this long is one of a wrapped paragraph


class Near(NamedTuple):
    """A word beside a term and where it stands; empty where a mark, a gap or the end of the text comes first."""

    word: str
    start: int
    end: int


def parts(gap: str) -> bool:
    """Whether white space only parts words: no new paragraph, cell or column."""
    return bool(gap) and gap.count("\n") < 2 and "\t" not in gap and "   " not in gap.partition("\n")[0]


def flows(text: str, start: int, end: int) -> bool:
    """Whether the text from `start` to `end` is white space inside a sentence; a break of line only wraps it."""
    gap = text[start:end]
    return gap.isspace() and parts(gap) and ("\n" not in gap or _wrapped(text, start))


def word_before(text: str, at: int) -> Near:
    """The word before `at`, with the marks inside it; white space must stand between."""
    space, word = _nearest(text[max(0, at - REACH) : at][::-1])
    return Near(word[::-1], at - space - len(word), at - space)


def word_after(text: str, at: int) -> Near:
    """The word after `at`, with the marks inside it; white space must stand between."""
    space, word = _nearest(text[at : at + REACH])
    return Near(word, at + space, at + space + len(word))


def _nearest(text: str) -> tuple[int, str]:
    """The length of the white space at the beginning and the word behind it, if there is one."""
    match = _NEAREST.match(text)
    assert match is not None  # it may be empty
    gap, word = match.groups()
    return len(gap), word if (len(word) > 1 or word.isalnum()) and parts(gap) else ""


def tied_before(text: str, at: int) -> bool:
    """Whether a hyphen ties a term that begins at `at` to a word before."""
    return at > 1 and text[at - 1] in HYPHENS and text[at - 2].isalnum()


def tied_after(text: str, at: int) -> bool:
    """Whether a hyphen ties a term that ends at `at` to a word behind."""
    return text[at : at + 1] in HYPHENS and text[at + 1 : at + 2].isalnum()


def shouted(text: str, start: int, end: int) -> bool:
    """Whether a term in capitals stands in a line of capitals, so that they are no acronym's."""
    if not text[start:end].isupper():
        return False
    around = text[max(0, start - REACH) : start].rpartition("\n")[2] + text[end : end + REACH].partition("\n")[0]
    if any(map(str.isalpha, around)):
        return around.isupper() and sum(map(str.isalpha, around)) > 2
    return end - start > 5


def starts_sentence(text: str, at: int) -> bool:
    """Whether a sentence, a heading or an item of a list begins at `at`."""
    stop = max(0, at - REACH)
    here = at
    line = quoted = marked = 0
    while here > stop and (text[here - 1].isspace() or text[here - 1] in _OPENING or text[here - 1] in _MARKUP):
        here -= 1
        line += text[here] == "\n"
        quoted += text[here] in _OPENING and not line
        marked += text[here] in _MARKUP and not line
    if here == 0 or here == stop:
        return True
    last = text[here - 1]
    if line:
        return line > 1 or marked > 0 or not _wrapped(text, here)
    if last in "!?…":
        return True
    if last == ".":
        word = word_before(text[max(0, here - 1 - REACH) : here - 1] + " ", min(here, REACH + 1)).word
        return word.isdigit() or not (len(word) == 1 or word.lower() in ABBREVIATIONS)
    return quoted > 0 and last in ",:"


def _wrapped(text: str, end: int) -> bool:
    """Whether the line that ends at `end` goes on in the next one."""
    if not end or text[end - 1] in ".!?:;…":
        return False
    line = text[max(0, end - REACH) : end].rpartition("\n")[2]
    last = word_before(line + " ", len(line) + 1)
    earlier = word_before(line, last.start).word
    open_end = last.word.lower() in DETERMINERS or ends_before(last.word, earlier, last.start == 0)
    return len(line) >= _WHOLE_LINE or line.endswith(",") or (last.word[:1].islower() and open_end)


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a term fills its brackets, its line or its cell, or is the whole of an entry: "Diagnosis: HIV"."""
    right = text[end : end + 1]
    if start and text[start - 1] in _OPENING and right in _CLOSING:
        return True
    if right in ",;" and text[end + 1 : end + 2].isalnum():  # separated values
        return True
    ends = not word_after(text, end).word or _LINE_END.match(text, end) is not None
    lead = text[max(0, start - 16) : start]
    cut = max(map(lead.rfind, "\n\t|"))
    if cut >= 0 or start <= 16:
        before = lead[cut + 1 :]
        if _BULLET.fullmatch(before):
            return ends
        if not before.strip() and _LINE_END.match(text, end):
            return lead[cut : cut + 1] != "\n" or not _wrapped(text, max(1, start - len(lead) + cut))
    return ends and lead.rstrip().endswith(":")


def comma_of_aside(text: str, at: int) -> bool:
    """Whether at `at` stands the second comma of an aside, behind which the sentence goes on."""
    near = word_after(text, at + 1)
    return text[at : at + 1] == "," and near.word[:1].islower() and near.word not in ("and", "or", "but")


def takes_article(text: str, start: int, left: Near) -> bool:
    """Whether a noun phrase begins at `start` that has no article yet; `left` is the word before."""
    if start == 0:
        return True
    if left.word:
        if left.word.endswith(("'s", "’s", "'", "’")):
            return left.word.lower().replace("’", "'") in CONTRACTIONS
        if left.word[0].isdigit():
            return bool(_YEAR.fullmatch(left.word))
        earlier = word_before(text, left.start).word
        if left.word == "of" and earlier.lower() in _KINDS:
            return False
        return ends_before(left.word, earlier, starts_sentence(text, left.start))
    last = text[left.end - 1] if left.end else ""
    if left.end == start:
        return last in _OPENING or last == "—"
    return not last or last in _PAUSES or not parts(text[left.end : start])
