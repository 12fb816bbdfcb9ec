"""The least part of a text that can go as a whole and leave no hole: an aside, an item of a list, a clause, a sentence.

A word that is left out leaves its place behind, and the place tells: "[...] positive since 2011, takes [...] daily". Of
the part that holds it nothing is left to ask about.
"""

from __future__ import annotations

import re

from sfumato.languages.en.reading import sentences
from sfumato.types import Edit, Syntax

_BULLET = re.compile(r"[ \t]*(?:[-*•–★▪◦●■✓»][ \t]+|\(?(?:\d{1,2}|[a-z])[.)][ \t]+)?")
_NUMBER = re.compile(r"(?<=\s)\(?\d{1,2}[.)][ ]\Z")  # of an item within a line
_STRUCTURED = re.compile(r"</?[a-zA-Z]|[{}|\t]|\"\s*[:,\]]|,[^\s,][^,\n]*,\S")  # markup, a table, a row of values
_LABEL = re.compile(r"[^\W\d_][\w/&' -]{0,60}(?:\([^()\n]{1,30}\))?:[ \t]+(?=\S)")
_LINE = re.compile(r"\n(?=[ \t]*(?:[-*•–][ \t]|\(?\d{1,2}[.)][ \t])|[^\W\d_][\w/&' -]{0,30}:[ \t])")
_NEXT_LABEL = re.compile(r"[.!?]\s+(?=[A-Z][\w/&' -]{1,30}:\s)")
_SHOUTED = re.compile(r"(?<=[A-Z]{3})[.!?]\s+(?=[A-Z])")
_AFTER_NUMBER = re.compile(r"(?<=\d)\.\s+(?=[A-Z][a-z])")
_JOINED_LINES = re.compile(r"[.:?][ ]?,[ ]?(?=[A-Z0-9])")  # of a record whose line breaks became commas
_ANY_LINE = re.compile(r"\n")
_WRAPPED = 50  # characters from which on a line may go on in the next one
_SEMICOLON = re.compile(r";\s+")
_COMMA = re.compile(r",\s+")
_JOINT = re.compile(r"\s*[,;—–]?\s*(?:\b(?:and|but|or|so)\b)?\s*\Z")
_JOINT_AFTER = re.compile(r"\s*[,;]?\s*(?:(?:and|but|or)\s+)?")
_HANGING = re.compile(r"\s*,?\s*(?:which|who|whom|whose)\b")
_LAST = re.compile(r"\s+(?:and|or|&)\s+")
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_CLAUSES = ("advcl", "relcl", "acl", "appos", "parataxis")
_ITEMS, _WORDS = 3, 5  # that a list has at least, and words that an item has at most in the mean
_MOST = 0.7  # of the words of a sentence that a clause may have: of more nothing worth reading is left
_BACK = 4  # words at the beginning of a sentence in which it may point back to the one before
_IT = ("it", "this", "these", "those", "that")
_MARK = re.compile(r"\s*([,—–])")
_PAIRS = {"(": ")", "[": "]"}


def part_around(text: str, start: int, end: int, syntax: Syntax) -> Edit | None:
    """The edit that takes out the least part of a text that holds what stands between two places and can go whole.

    There is none in markup and tables: a cell that goes makes another table of it.

    >>> from sfumato.languages import load
    >>> text = "PMH: gout, HIV diagnosed 2009, asthma."
    >>> part_around(text, 11, 14, load("en").syntax(text))
    Edit(start=9, end=29, text='')
    """
    first, last = _sentence(text, start, end)
    if _STRUCTURED.search(text, first, last):
        return None
    body = _body(text, first, last)
    if start < body:
        return _whole(text, first, first, _with_what_points_back(text, last, syntax))
    if (aside := _aside(text, body, last, start, end)) is not None:
        return aside
    clause = _between(text, body, last, start, end, _SEMICOLON)
    if clause != (body, last) and _fits(text, clause, start, end):
        return _cut(text, *clause, first, body, last)
    if (item := _item(text, body, last, start, end)) is not None:
        return _cut(text, item[0], _with_mark(text, *item), first, body, last)
    if (hanging := _clause(text, first, last, start, end, syntax)) is not None:
        return _cut(text, hanging[0], _with_mark(text, *hanging), first, body, last)
    return _whole(text, first, body, _with_what_points_back(text, last, syntax))


def _with_what_points_back(text: str, last: int, syntax: Syntax) -> int:
    """Where a sentence ends with those behind it that speak of it: "I mention it because"."""
    while (following := syntax.words(last, len(text))) and "\n" not in text[last : syntax.starts[following.start]]:
        first, end = _sentence(text, syntax.starts[following.start], syntax.ends[following.start])
        words = syntax.words(first, end)[:_BACK]
        said = [text[syntax.starts[word] : syntax.ends[word]].lower() for word in words]
        back = next((at for at, word in enumerate(words) if syntax.pos[word] == "PRON" and said[at] in _IT), -1)
        if end <= last or back < 0 or any(syntax.pos[word] in ("NOUN", "PROPN") for word in words[:back]):
            break
        last = end
    return last


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """From where to where the sentence or the line reaches that holds two places, without the space around it."""
    found = [(a, b) for a, b in sentences(text) if a < end and start < b]
    first, last = found[0][0], found[-1][1]
    for mark in (_LINE, _NEXT_LABEL, _SHOUTED, _AFTER_NUMBER, _JOINED_LINES, _ANY_LINE):
        edges = [
            match.end() for match in mark.finditer(text, first, last) if mark is not _ANY_LINE or _ends(text, match)
        ]
        first = max([first, *(edge for edge in edges if edge <= start)])
        last = min([last, *(edge for edge in edges if edge >= end)])
    shown = text[first:last]
    return first + len(shown) - len(shown.lstrip()), first + len(shown.rstrip())


def _ends(text: str, mark: re.Match[str]) -> bool:
    """Whether a line break ends what is said: it is none of wrapped prose, behind a long line and before a word."""
    line = text[text.rfind("\n", 0, mark.start()) + 1 : mark.start()].rstrip()
    following = text[mark.end() : mark.end() + 1]
    return len(line) < _WRAPPED or line[-1] in ".!?:;|>" or not following.isalpha()


def _body(text: str, first: int, last: int) -> int:
    """Where a sentence begins behind its bullet, its number and its label."""
    at = first
    if text[:first].rpartition("\n")[2].strip() == "" and (bullet := _BULLET.match(text, first, last)):
        at = bullet.end()
    label = _LABEL.match(text, at, last)
    return label.end() if label else at


def _fits(text: str, span: tuple[int, int], start: int, end: int) -> bool:
    return span[0] <= start and end <= span[1] and bool(text[span[0] : span[1]].strip())


def _aside(text: str, body: int, last: int, start: int, end: int) -> Edit | None:
    """What stands in brackets, with them."""
    for opening in (at for at in range(start - 1, body, -1) if text[at] in _PAIRS):
        closing = text.find(_PAIRS[text[opening]], end, last)
        if closing > 0 and _PAIRS[text[opening]] not in text[opening:start]:
            before = opening - 1 if text[opening - 1] == " " else opening
            return Edit(before, closing + 1, "") if before > body else None
    return None


def _between(text: str, body: int, last: int, start: int, end: int, mark: re.Pattern[str]) -> tuple[int, int]:
    """The stretch between two marks outside brackets that holds two places."""
    marks = [match for match in mark.finditer(text, body, last) if _depth(text, body, match.start()) == 0]
    first = max([body, *(match.end() for match in marks if match.end() <= start)])
    until = min([last, *(match.start() for match in marks if match.start() >= end)])
    return first, until


def _depth(text: str, first: int, at: int) -> int:
    return text.count("(", first, at) - text.count(")", first, at)


def _item(text: str, body: int, last: int, start: int, end: int) -> tuple[int, int] | None:
    """The item of a list in telegram style: at least three items of a few words each."""
    span = _between(text, body, last, start, end, _COMMA)
    items = [piece for piece in _COMMA.split(text[body:last]) if piece.strip()]
    if span == (body, last) or len(items) < _ITEMS or len(text[body:last].split()) > _WORDS * len(items):
        return None
    if span[1] == last:
        span = (span[0], last - (text[last - 1] in ".!?"))
        inner = _between(text, *span, start, end, _LAST)
        return inner if _fits(text, inner, start, end) else span
    return span


def _with_mark(text: str, start: int, end: int) -> int:
    """Where a clause between two commas or dashes ends, with the second of them."""
    before = text[:start].rstrip()[-1:]
    after = _MARK.match(text, end)
    relative = text[start : start + 5].lower().startswith(("who", "which", "whose"))
    if after and before == after[1] and (relative or before != ","):
        return after.end()
    return end


def _has_subject(syntax: Syntax, words: range) -> bool:
    """Whether somebody does or is something there."""
    verbs = {syntax.head[word] for word in words if syntax.relation[word] in ("nsubj", "nsubjpass", "expl")}
    return any(syntax.tag[verb] in _FINITE or _has_auxiliary(syntax, verb) for verb in verbs)


def _has_auxiliary(syntax: Syntax, word: int) -> bool:
    return any(syntax.relation[child] in ("aux", "auxpass") for child in syntax.children(word))


def _clause(text: str, first: int, last: int, start: int, end: int, syntax: Syntax) -> tuple[int, int] | None:
    """The clause that hangs on the rest of its sentence, or stands beside it with a subject of its own."""
    words, sentence = syntax.words(start, end), syntax.words(first, last)
    word = syntax.top(words) if words else len(syntax)
    while word in sentence and syntax.head[word] != word:
        whole = syntax.whole(word)
        beside = syntax.relation[word] == "conj" and _has_subject(syntax, whole)
        if (
            (beside or syntax.relation[word] in _CLAUSES)
            and words.start in whole
            and words[-1] in whole
            and sentence.start < whole.start
            and len(whole) <= _MOST * len(sentence)
            and text[syntax.ends[whole.start - 1] : syntax.starts[whole.start]] in (" ", "")
        ):
            stop = min(syntax.ends[whole.stop - 1], last)
            while stop > end and text[stop - 1] in ",;.!?":
                stop -= 1
            return syntax.starts[whole.start], stop
        word = syntax.head[word]
    return None


def _cut(text: str, start: int, end: int, first: int, body: int, last: int) -> Edit:
    """The edit that takes a stretch of a sentence out, with the comma, the semicolon or the "and" beside it."""
    if hanging := _HANGING.match(text, end, last):  # it speaks of what goes
        end = max(hanging.end(), last - (text[last - 1] in ".!?"))
    if start > body:
        end -= end == last and text[end - 1] in ".!?"
        joint = _JOINT.search(text, body, start)
        return Edit(joint.start() if joint else start, end, "")
    mark = _JOINT_AFTER.match(text, end, last)
    following = mark.end() if mark else end
    if not any(map(str.isalnum, text[following:last])):
        return Edit(start, last, "")
    if first < body or not text[start].isupper() or not text[following : following + 2].islower():
        return Edit(start, following, "")
    return Edit(start, following + 1, text[following].upper())


def _whole(text: str, first: int, body: int, last: int) -> Edit:
    """The edit that takes out a sentence, or its whole line where nothing else stands on it."""
    line = text.rfind("\n", 0, first) + 1
    following = text.find("\n", last)
    rest = text[last : following if following >= 0 else len(text)]
    opens = _BULLET.fullmatch(text, line, first)
    if opens and not rest.strip():
        blank = text[:line].endswith("\n\n") and text.startswith("\n", following + 1)  # a paragraph of its own
        return Edit(line, following + 1 + blank, "") if following >= 0 else Edit(max(line - 1, 0), len(text), "")
    if not opens and (number := _NUMBER.search(text, line, first)):
        first = number.start()
    if not opens and text[first - 1 : first] == " ":
        return Edit(first - 1, last, "")
    start = body if opens else first
    return Edit(start, last + len(text[last:]) - len(text[last:].lstrip(" ")), "")
