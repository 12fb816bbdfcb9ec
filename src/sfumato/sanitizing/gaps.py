"""What shows that something was left out: nothing, or a mark in its place where readers have a right to see it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sfumato.protocols import Knowledge, Replacer
from sfumato.types import Edit, Mention, Option, Proposal

MARK = "[...]"
_BEFORE = re.compile(r"[ \t\r\n]*(?:[-*•–★▪◦●■✓»][ \t]+|\(?(?:\d{1,2}|[a-z])[.)][ \t]+)?[^\w]*")
_AFTER = re.compile(r"[^\w]*\Z")
_PAIRS = {")": "(", "]": "["}


class MarkingReplacer:
    """A replacer that calls terms something more general, with a mark for each that is left out."""

    generalises = True

    def __init__(self, replacer: Replacer, knowledge: Knowledge) -> None:
        self._replacer = replacer
        self._language = knowledge.language

    def options(self, mention: Mention) -> tuple[Option, ...]:
        return tuple(self._replacer.options(mention))

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        syntax = self._language.syntax(text) if proposals else None
        return self._language.wording.worded(text, proposals, syntax, marks=True)


def marked(part: str, mend: str = "") -> str:
    """What stands where a part went: a mark, between the bullet, the commas and the brackets that stood around it.

    `mend` is what would stand there without a mark: the first letter of what follows.

    >>> marked(", HIV diagnosed 2009"), marked(" (HIV)"), marked("2. HIV since 2009.\\n")
    (', [...]', ' ([...])', '2. [...].\\n')
    >>> marked("Lamivudine (HIV)")  # the bracket that opened went, too
    '[...]'
    >>> marked("HIV was found, and t", "T")
    '[...] T'
    """
    before = _BEFORE.match(part)
    opening = before.group() if before else ""
    if mend:
        return f"{opening}{MARK} {mend}"
    after = _AFTER.search(part, len(opening))
    closing = "".join(sign for sign in after.group() if _PAIRS.get(sign, "") in opening) if after else ""
    return opening + MARK + closing
