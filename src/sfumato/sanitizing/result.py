"""What comes out: the new text, what was replaced by what and why, and the certificate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sfumato.io.messages import Message
from sfumato.protocols import Knowledge
from sfumato.risk import content_of
from sfumato.risk.information import utility
from sfumato.sanitizing.edits import Change, Draft, TermIndex
from sfumato.types import Term
from sfumato.verifying.certificate import Certificate


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
    term_start: int = -1
    """Where what is hidden begins and ends: words beside it may have changed with it, "on" of "on 9 May 1997"."""
    term_end: int = -1


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


def replacements(draft: Draft, changes: Iterable[Change]) -> tuple[Replacement, ...]:
    """One for each edit of the draft; one that covers several terms goes by the first, one without any by the last.

    Such a one mends what another left: the comma behind "Jane Roe, a nurse," where "a nurse" is written.
    """
    owner = {start: (end, change) for change in changes for start, end in change.places}
    starts = sorted(owner)
    found = []
    at = 0
    for edit in draft.edits:
        while at < len(starts) and starts[at] < edit.start:
            at += 1
        if at == len(starts) or (at and starts[at] >= edit.end):
            at -= 1
        first, (last, change) = starts[at], owner[starts[at]]
        while at + 1 < len(starts) and starts[at + 1] < edit.end:
            at += 1
            last = owner[starts[at]][0]
        why, term = change.why, draft.original[edit.start : edit.end]
        bits, limit = round(why.bits, 3), round(why.limit, 3)
        found.append(
            Replacement(
                edit.start, edit.end, edit.text, why.reason, term, change.label, why.secret, bits, limit, first, last
            )
        )
    return tuple(found)


def why(found: Replacement, whole: Mapping[str, float]) -> str:
    """Why a term was replaced, in words and bits; `whole` is the information of each secret."""
    bits, limit = f"{found.bits:.1f}", f"limit {found.limit:.1f}"
    of = f"{bits} of {whole[found.secret]:.1f}" if found.secret in whole else bits
    said = {
        "names": f"names {found.secret}" if found.secret else "names a secret",
        "tells by its kind": f"is of a kind that reveals {of} bits of {found.secret}, {limit}",
        "tells by its meaning": f"stands in a sentence that tells of {found.secret}",
        "reveals": f"reveals {of} bits of {found.secret}, {limit}",
        "nearly reveals": f"reveals {of} bits of {found.secret}, near its {limit}",
        "reveal together": f"with other terms reveals {of} bits of {found.secret}, {limit}",
        "lead to": f"with other words leads to {found.secret}",
        "tells of hidden": f"tells {bits} bits of {found.secret}, {limit}",
        "is informative": f"tells {bits} bits, {limit}",
        "unknown": "unknown to the knowledge",
    }
    return said.get(found.reason, found.reason + (f" ({found.label})" if found.reason.startswith("found by ") else ""))


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
            option = taken[at][2].option
            left = 0.0 if option.untrue else min(content, option.content)
        before.append(content)
        after.append(left)
    return utility(before, after)
