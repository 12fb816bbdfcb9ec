"""What comes out: the new text, what was replaced by what and why, and the certificate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from typing import Any

from sfumato.io.messages import Message
from sfumato.protocols import Knowledge
from sfumato.risk import content_of
from sfumato.risk.information import utility
from sfumato.sanitizing.edits import Change, Draft, Span, TermIndex
from sfumato.types import Edit, Term
from sfumato.verifying.certificate import Certificate

WORDING = "wording"
"""The reason of a change around a term, for the sentence: "on" of "on 9 May 1997", which becomes "in 1997"."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Replacement(Message):
    """A span of the original, what stands there now, and why: the secret, the bits revealed and the limit."""

    start: int
    end: int
    text: str
    reason: str
    term: str
    label: str
    secret: str = ""
    bits: float = 0.0
    limit: float = 0.0

    @property
    def hides(self) -> bool:
        """Whether it hides something: not where a word beside a term was changed for the sentence."""
        return self.reason != WORDING


@dataclass(frozen=True, slots=True)
class Sanitized(Message):
    """A document made safe. Only `text` may be released: everything else tells what was hidden."""

    id: Any
    text: str
    replacements: tuple[Replacement, ...]
    """Places are those of the original text."""
    utility: float
    """Information of the terms that is left, from 0 to 1."""
    review: tuple[str, ...]
    """Terms that the knowledge has never seen and that were kept for a person to look at."""
    certificate: Certificate

    @property
    def places(self) -> int:
        """How many places hide something now."""
        return sum(each.hides for each in self.replacements)


def replacements(draft: Draft, changes: Iterable[Change], small: Set[str]) -> tuple[Replacement, ...]:
    """What was replaced: terms, and on their own the words around them that had to be changed with them.

    Terms that are worded as one go by the first. `small` are the function words of the language.
    """
    owner = {start: (end, change) for change in changes for start, end in change.places}
    starts = sorted(owner)
    found = []
    at = 0
    for edit in draft.edits:
        while at < len(starts) and starts[at] < edit.start:
            at += 1
        first, change = starts[at], owner[starts[at]][1]
        while at + 1 < len(starts) and starts[at + 1] < edit.end:
            at += 1
        why = change.why
        bits, limit = round(why.bits, 3), round(why.limit, 3)
        for part in parts(draft.original, edit, (first, owner[starts[at]][0]), small):
            reason = why.reason if part.start <= first < part.end else WORDING
            term = draft.original[part.start : part.end]
            found.append(
                Replacement(part.start, part.end, part.text, reason, term, change.label, why.secret, bits, limit)
            )
    return tuple(found)


def parts(original: str, edit: Edit, terms: Span, small: Set[str]) -> Iterator[Edit]:
    """An edit in parts: one for its terms, and others for words before them; those that stay are in none.

    >>> text = "to pay the sum of EUR 420 on 9 May"
    >>> list(parts(text, Edit(7, 25, "a sum of about 400 euros"), (18, 25), {"the", "a", "of"}))
    [Edit(start=7, end=11, text='a '), Edit(start=18, end=25, text='about 400 euros')]
    >>> list(parts(text, Edit(26, 34, "in spring"), (29, 34), {"on", "in"}))
    [Edit(start=26, end=29, text='in '), Edit(start=29, end=34, text='spring')]
    """
    text, spot, new_spot = edit.text, edit.start, 0
    kept = _kept(original, (edit.start, terms[0]), text)
    for (start, end), (new_start, new_end) in kept:
        if original[spot:start].strip() or original[spot:start] == text[new_spot:new_start]:
            yield from _part(original, spot, start, text[new_spot:new_start])
            spot, new_spot = end, new_end
    behind, new_behind = kept[-1][0][1] if kept else spot, kept[-1][1][1] if kept else 0
    words = _WORD.findall(original, behind, terms[0])
    if _WORD.search(original, spot, terms[0]) and all(word.lower() in small for word in words):
        for match in islice(_WORD.finditer(text, new_behind), len(words)):
            if match.group().lower() not in small:
                break
            new_behind = match.end()
        if text[new_behind : new_behind + 1].isspace() and original[terms[0] - 1].isspace():
            new_behind += 1
        yield from _part(original, spot, terms[0], text[new_spot:new_behind])
        spot, new_spot = terms[0], new_behind
    yield from _part(original, spot, edit.end, text[new_spot:])


def _kept(original: str, span: Span, text: str) -> list[tuple[Span, Span]]:
    """The words of a span that a text begins with, but for some: where, in the original and in the text."""
    old = [match.span() for match in _WORD.finditer(original, *span)]
    new = [match.span() for match in islice(_WORD.finditer(text), len(old) + 1)]  # an article more, perhaps
    one, other = [original[a:b] for a, b in old], [text[a:b] for a, b in new]
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return [(old[a + at], new[b + at]) for a, b, size in blocks for at in range(size)]


def _part(original: str, start: int, end: int, text: str) -> Iterator[Edit]:
    """An edit without the space before it that it leaves as it is; none where it changes nothing."""
    if original[start:end] == text:
        return
    if text[:1].isspace() and text[0] == original[start] and end - start > 1:
        start, text = start + 1, text[1:]
    yield Edit(start, end, text)


def utility_of(terms: Sequence[Term], index: TermIndex, changes: Iterable[Change], knowledge: Knowledge) -> float:
    """IC of what stands at each term's place over IC of the term, all terms together; what is left out counts 0."""
    taken = sorted(((start, end, change) for change in changes for start, end in change.places), key=lambda t: t[:2])
    before, after = [], []
    at = 0
    for term in terms:
        content = content_of(knowledge, index.form(term.start, term.end))
        while at < len(taken) and taken[at][1] <= term.start:
            at += 1
        left = content
        if at < len(taken) and taken[at][0] < term.end:
            left = min(content, taken[at][2].option.content)
        before.append(content)
        after.append(left)
    return utility(before, after)
