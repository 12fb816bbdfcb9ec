"""A text as its reader sees it, without a parser: its words in normal form, clause by clause.

The knowledge counts phrases that run across no clause. What is asked of it must be read the same way, so that the rule
stands here, once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from sfumato.languages.en.normalform import STOP_WORDS, WORD, normal_word, normal_words
from sfumato.languages.folding import Folded
from sfumato.languages.rendering import Rendered
from sfumato.types import Reading

# A full stop ends a sentence only after two small letters or digits: not in "St. Louis" or "J. Edgar".
# A line break ends one unless a small letter follows: then it only wraps the line.
TOKEN = re.compile(
    WORD.pattern + r'|[,;:!?()\[\]{}"“”«»|•—–]|\r?\n(?![^\S\n]*[a-z])|(?<=[a-z0-9][a-z0-9)\]"”])\.(?!\w)'
)
"""A word, or what stands between clauses."""

_LONG = 2_000  # characters of a text that is read several times
_PARTS = 2_048  # paragraphs that are remembered
_PART_END = re.compile(r"[a-z]{3}[.!?:]+[^\S\n]*\n\s*")
_ESCAPES, _NEAR = re.compile(r"[\\%&]"), 8  # characters before the end of a part that must not be part of an escape
_SENTENCE_END = re.compile(r"(?<=[a-z0-9][a-z0-9)\]\"”])[.!?]+[\"”’)\]]*(?=\s|$)|\n\s*\n|(?<=[.!?:])\n")
_BROKEN = re.compile(r"(?<=[^\W\d_]{2})-[^\S\n]*\r?\n\s*(?=[a-z]{2})")
# Letters beyond the Latin ones, which normal form knows, beside another letter (no lone alpha); escapes.
_OTHER = r"(?:[^\x00-\u024f\u0300-\u036f\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff]|[ıƖǃɑ])"
_ODD = re.compile(rf"(?<=[^\W\d_]){_OTHER}|{_OTHER}(?=[^\W\d_])|&#?\w{{1,8}};|%[0-9A-Fa-f]{{2}}|\\[ux][0-9A-Fa-f]{{2}}")

_HAVING = re.compile(
    r"(?i:\b(?:diagnosed with|ha[sd]|have|having|die[sd] (?:of|from)|dying (?:of|from)|(?:living|ill|sick) with|"
    r"suffer(?:s|ed|ing)? from|contract(?:s|ed)?|full-blown))\s+(aids)\b(?! (?:for|to)\b)"
)


def aids_as_disease(text: str) -> list[tuple[int, int]]:
    """Where "aids" in small letters is no help, but what somebody has or dies of.

    >>> aids_as_disease("He has aids for hearing. He died of aids."), aids_as_disease("She has hearing aids.")
    ([(36, 40)], [])
    """
    return [match.span(1) for match in _HAVING.finditer(text)] if "aids" in text else []


def read(text: str) -> Reading:
    """Reads a text; time and memory grow with its length. The last long ones are remembered, and must not be changed.

    >>> reading = read("In Paris, France. He had AIDS")
    >>> list(zip(reading.forms, reading.clauses))
    [('in', 0), ('paris', 0), ('france', 1), ('he', 2), ('had', 2), ('AIDS', 2)]
    """
    return _read_long(text) if len(text) >= _LONG else _read(text)


def _read(text: str) -> Reading:
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
    for start, _ in aids_as_disease(text):
        forms[starts.index(start)] = "AIDS"
    return Reading(text, starts, ends, forms, clauses, [form not in STOP_WORDS for form in forms])


@lru_cache(2)  # one asks for its phrases, another for its clues
def _read_long(text: str) -> Reading:
    """Reads a text part by part, and those anew that were not in the last texts: a reviewer changes a word of many."""
    read_parts = tuple(map(_read_part, parts(text)))
    starts: list[int] = []
    ends: list[int] = []
    clauses: list[int] = []
    shift = clause = 0
    for part in read_parts:
        starts += [start + shift for start in part.starts]
        ends += [end + shift for end in part.ends]
        clauses += [number + clause for number in part.clauses]
        shift += len(part.text)
        clause = clauses[-1] + 1 if clauses else 0
    forms = [form for part in read_parts for form in part.forms]
    content = [says for part in read_parts for says in part.content]
    return Reading(text, starts, ends, forms, clauses, content, read_parts)


_read_part = lru_cache(_PARTS)(_read)


def parts(text: str) -> Iterator[str]:
    r"""A text in parts, one after the other, each of them whole lines; no sentence, phrase or run of capitals goes on.

    >>> list(parts("He left.\n\nShe has\nasthma.\nWHO"))
    ['He left.\n\n', 'She has\nasthma.\n', 'WHO']
    """
    first = 0
    for end in _PART_END.finditer(text):
        if not _ESCAPES.search(text, max(0, end.start() - _NEAR), end.start()):  # else the letters may be others
            yield text[first : end.end()]
            first = end.end()
    if first < len(text):
        yield text[first:]


def read_disguised(text: str) -> Reading | None:
    """The same text as a reader sees it through disguises, at its places in the original; `None` if it has none.

    Look-alikes are read as the letters they look like, a word that a hyphen breaks at a line end or that has markup in
    it as one, and letters in the order in which direction marks show them.

    >>> text = "zid\u043evudine, pneumo-\\ncystis"
    >>> [text[a:b] for a, b in zip(read_disguised(text).starts, read_disguised(text).ends)]
    ['zid\u043evudine', 'pneumo-\\ncystis']
    """
    shown = Rendered(text)
    if not shown.changed and not _ODD.search(text) and not _BROKEN.search(text):
        return None
    folded = Folded(shown.text)
    kept = list(range(len(folded.text)))
    for match in reversed(list(_BROKEN.finditer(folded.text))):
        del kept[match.start() : match.end()]
    seen = read("".join(folded.text[at] for at in kept))
    spans = [folded.span(kept[a], kept[b - 1] + 1) for a, b in zip(seen.starts, seen.ends, strict=True)]
    if shown.changed:
        spans = [shown.span(start, end) for start, end in spans]
        by_place = sorted(range(len(spans)), key=spans.__getitem__)  # what is shown may have another order
        forms, clauses = [seen.forms[at] for at in by_place], [seen.clauses[at] for at in by_place]
        spans = [spans[at] for at in by_place]
        seen = Reading(text, seen.starts, seen.ends, forms, clauses, [seen.content[at] for at in by_place])
    return Reading(text, [a for a, _ in spans], [b for _, b in spans], seen.forms, seen.clauses, seen.content)


def sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end; they leave nothing out.

    >>> sentences("One here. Two there.")
    [(0, 9), (9, 20)]
    """
    edges = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    return [(a, b) for a, b in pairwise(edges) if a < b]
