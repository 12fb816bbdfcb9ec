"""Takes out whole parts of a text that tell of a condition: an aside, an item of a list, a clause, a sentence.

A letter that mentions an illness by the way tells of it by every hole and by every wording that stands in one: "an
infection diagnosed 2009, takes a medicine daily". Where all that tells is a small share of the text, the parts that
hold it go and nothing shows that they were there. A text that is about the illness keeps its wordings: little would be
left of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from sfumato.replacements.options import OTHER
from sfumato.risk import CSanitized
from sfumato.risk.meaning import SHORT, is_read, vectors_of
from sfumato.risk.unseen import ORDINARY
from sfumato.sanitizing.edits import Change, Changes, Span, inside
from sfumato.sanitizing.identify import NEARLY, UNKNOWN
from sfumato.sanitizing.plan import NAMES, Plan
from sfumato.types import Disclosure, Edit, Option, Secret

MOST = 0.45
"""Of the words of a text: what may go in parts."""
MOST_BY_MEANING = 0.45
"""The same for sentences that tell by their meaning."""
_ABOUT = 1 / 4  # of its sentences that name a condition, from which on a text is about it
_MOST_JOINED = 0.6  # the same, where parts that touch were joined, or would have left a hole
_RIVALS, _EVERYDAY = 1.5, 2.5  # margins of meaning of a part that holds what nearly tells
_NUMBERED = re.compile(r"(?m)^[ \t]*\(?(\d{1,2})[.)][ \t]")
NUMBERS = "closes the numbering"
"""The reason of a number that changed because an item before it went."""
_FEW_WORDS = 15  # that may go with one that was never seen


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the original that goes, and why."""

    edit: Edit
    why: Disclosure


def telling_parts(plan: Plan, changes: Changes, gone: Sequence[Span]) -> tuple[list[Part], bool]:
    """The parts that hold what is taken because it tells of a condition, or was never seen: as many as may go.

    And whether all that tells may. `gone` are parts that are out already. There are none if the text does not name the
    condition, or names it so often that it is about the condition; nor where no secret is one.
    """
    if not _applies(plan):
        return [], False
    medical = {secret.name: secret for secret in plan.secrets.judge.secrets if secret.meaning is not None}
    found = [
        (span, change.why, not change.option.label)
        for change in changes
        if change.why.secret in medical or change.why.reason == UNKNOWN
        for span in change.places
        if not change.stays and not inside(span, gone)
    ]
    naming = [change for change in changes if change.why.reason == NAMES]
    named = [at for each in naming if each.why.secret in medical for at in each.places]
    if not medical or not naming or _is_about(plan, named):
        return [], False
    part_around = _finder(plan)
    chosen: list[tuple[Span, Disclosure]] = []
    out = list(gone)
    complete = True
    for span, why, wordless in sorted(found, key=lambda each: (_rank(each[1]), each[0])):
        edit = part_around(*span)
        if edit is None:
            complete &= why.reason in (UNKNOWN, NEARLY)
            continue
        part = plan.text[edit.start : edit.end]
        if why.reason == UNKNOWN and len(part.split()) > _FEW_WORDS:
            continue
        if why.reason == NEARLY and not _means(part, medical[why.secret]):
            continue
        hole = wordless and why.reason not in (UNKNOWN, NEARLY)  # nothing can stand there, and a hole tells
        if hole or may_go(plan.text, [*out, (edit.start, edit.end)]):
            chosen.append((span, why))
            out.append((edit.start, edit.end))
        elif why.reason == NAMES:
            return [], False
        else:
            complete &= why.reason in (UNKNOWN, NEARLY)
    parts = parts_of(plan, chosen)
    if not may_go(plan.text, [*gone, *((part.edit.start, part.edit.end) for part in parts)], _MOST_JOINED):
        return [], False
    return parts, complete


def _is_about(plan: Plan, named: Sequence[Span]) -> bool:
    """Whether so many sentences name a condition that a text is about it."""
    sentences = [(a, b) for a, b in plan.language.sentences(plan.text) if plan.text[a:b].strip()]
    naming = sum(any(a < end and start < b for start, end in named) for a, b in sentences)
    return naming >= _ABOUT * len(sentences)


def says_anything(plan: Plan, changes: Changes) -> bool:
    """Whether something was taken that tells, or whether that cannot be said: of a name, by another judge."""
    if not _applies(plan) or any(secret.meaning is None for secret in plan.secrets.judge.secrets):
        return True
    return any(change.why.reason not in (NEARLY, UNKNOWN) and change.places for change in changes)


def is_short(text: str) -> bool:
    """Whether a text says so little that nothing in it is by the way."""
    return len(text.split()) < SHORT


def may_go(text: str, spans: Iterable[Span], most: float = MOST) -> bool:
    """Whether what stands in spans is little enough of a text to be left out of it."""
    return _words(text, spans) <= most * len(text.split())


def parts_of(plan: Plan, spans: Iterable[tuple[Span, Disclosure]]) -> list[Part]:
    """The parts of spans in order; where two would overlap or touch, one part for both, for the better reason."""
    part_around = _finder(plan)
    found: list[tuple[Span, Part]] = []
    for span, why in sorted(spans, key=lambda each: each[0]):
        edit = part_around(*span)
        while edit is not None and found and _touch(plan.text, found[-1][1].edit, edit):
            (start, end), before = found.pop()
            span, why = (start, max(span[1], end)), min(before.why, why, key=_rank)
            edit = part_around(*span)
        if edit is not None:
            found.append((span, Part(edit, why)))
    return [part for _, part in found]


def closed_numbering(text: str, gone: Sequence[Span]) -> list[Edit]:
    """The edits that number the items of lists anew where lines went, so that no number is missing.

    >>> text = "1. Rest.\\n2. Lithium.\\n3. Walk.\\n4. Sleep.\\n"
    >>> closed_numbering(text, [(9, 21)])
    [Edit(start=21, end=22, text='2'), Edit(start=30, end=31, text='3')]
    """
    edits = []
    number = last = 0
    for item in _NUMBERED.finditer(text):
        old = int(item[1])
        if old != last + 1:
            number = old - 1
        last = old
        if not inside(item.span(1), gone):
            number += 1
            if number != old:
                edits.append(Edit(*item.span(1), str(number)))
    return edits


def numbering(plan: Plan, changes: Changes, gone: Sequence[Span]) -> list[tuple[Change, Span]]:
    """The changes that number the items of lists anew, with their places; none where a mark has the number."""
    if not gone or plan.tools.profile.gaps != "none":
        return []
    found = []
    for edit in closed_numbering(plan.text, gone):
        span, old = (edit.start, edit.end), plan.text[edit.start : edit.end]
        if changes.free(span):
            option = Option(edit.text, 0.0, literal=True)
            why = Disclosure((old,), "", 0.0, 0.0, NUMBERS)
            found.append((Change(f"{old} {edit.start}", old, OTHER, why, options=(option,), fixed=True), span))
    return found


def _touch(text: str, before: Edit, after: Edit) -> bool:
    """Whether two parts overlap or stand side by side in one line."""
    gap = text[before.end : after.start]
    return after.start < before.end or (not gap.strip() and "\n" not in gap and text[before.end - 1] != "\n")


def _finder(plan: Plan) -> Callable[[int, int], Edit | None]:
    return partial(plan.language.wording.part_around, plan.text, syntax=plan.language.syntax(plan.text))


def _means(part: str, secret: Secret) -> bool:
    """Whether a part is nearer to a condition, by what it means, than to others and to everyday things."""
    meaning = secret.meaning() if secret.meaning and is_read() else None
    if meaning is None:
        return False
    (margins,) = meaning.margins(vectors_of([part]))
    return bool(margins.rivals >= _RIVALS and margins.everyday >= _EVERYDAY)


def _rank(why: Disclosure) -> tuple[int, float]:
    """What goes first: names, then what tells most, then what was never seen, then what nearly tells."""
    first = {NAMES: 0, UNKNOWN: 2, NEARLY: 3}.get(why.reason, 1)
    return first, why.limit - why.bits


def _words(text: str, spans: Iterable[Span]) -> int:
    """The words that stand in spans, each once where they overlap."""
    words, at = 0, 0
    for start, end in sorted(spans):
        words += len(text[max(start, at) : end].split()) if end > at else 0
        at = max(at, end)
    return words


def _applies(plan: Plan) -> bool:
    """Whether the default judge reads the text, and what is left out leaves no mark."""
    tools, judge = plan.tools, plan.secrets.judge
    if not plan.judges_secrets or not tools.replacer.generalises:
        return False
    if not isinstance(judge, CSanitized) or not judge.reads_meaning or is_short(plan.text):
        return False
    return tools.knowledge.total >= ORDINARY
