"""What comes out: the new text, what was replaced by what and why, and the certificate."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sfumato.languages import load
from sfumato.languages.en.normalform import normal_form
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.options import LEFT_OUT, Option, Options
from sfumato.risk import content_of
from sfumato.risk.information import utility
from sfumato.sanitize.edits import Draft, Places, Unit
from sfumato.types import Document, Term
from sfumato.verify.text import Certificate

_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE = 6  # characters of a pseudonym: about a billion


@dataclass(frozen=True, slots=True)
class Replacement:
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


@dataclass(frozen=True, slots=True)
class Sanitized:
    """A document made safe. Only `text` may be released: everything else tells what was hidden."""

    document: Document
    text: str
    replacements: tuple[Replacement, ...]
    certificate: Certificate
    utility: float
    """Information of the terms that is left, from 0 to 1."""
    review: tuple[str, ...] = ()
    """Terms that the knowledge has never seen and that were kept for a person to look at."""

    def as_dict(self) -> dict[str, Any]:
        """The working record: id, text, replacements (places in the original), certificate."""
        return {
            "id": self.document.id,
            "text": self.text,
            "replacements": [asdict(replacement) for replacement in self.replacements],
            "utility": round(self.utility, 4),
            "review": list(self.review),
            "certificate": self.certificate.as_dict(),
        }


def replacements(draft: Draft, units: Iterable[Unit]) -> tuple[Replacement, ...]:
    """One for each edit of the draft; an edit that covers several terms goes by the first."""
    owner = {start: unit for unit in units for start, _ in unit.places}
    starts = sorted(owner)
    found = []
    at = 0
    for edit in draft.edits:
        while at < len(starts) and starts[at] < edit.start:
            at += 1
        unit = owner[starts[at]]
        term = draft.original[edit.start : edit.end]
        bits, limit = round(unit.bits, 3), round(unit.limit, 3)
        found.append(
            Replacement(edit.start, edit.end, edit.text, unit.reason, term, unit.label, unit.secret, bits, limit)
        )
    return tuple(found)


def utility_of(terms: Sequence[Term], places: Places, units: Iterable[Unit], knowledge: Knowledge) -> float:
    """IC of what stands at each term's place over IC of the term, all terms together; what is left out counts 0."""
    taken = sorted((start, end, unit) for unit in units for start, end in unit.places)
    before, after = [], []
    at = 0
    for term in terms:
        content = content_of(knowledge, places.form(term.start, term.end))
        while at < len(taken) and taken[at][1] <= term.start:
            at += 1
        left = content
        if at < len(taken) and taken[at][0] < term.end:
            left = min(content, taken[at][2].option.content)
        before.append(content)
        after.append(left)
    return utility(before, after)


class Pseudonyms(Options):
    """Every term has one option beside being left out: its pseudonym, which the loop judges like any wording."""

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        super().__init__(knowledge, taxonomy)
        self.key = key

    def of(self, text: str, label: str, topics: Sequence[str] = ()) -> tuple[Option, ...]:
        return pseudonym(normal_form(text) or text, label, self.key), LEFT_OUT


def pseudonym(form: str, label: str, key: bytes) -> Option:
    """The same code for the same term under the same key; without the key nothing tells which."""
    kinds = load().wording.kinds
    named = f"{kinds.get(label, label)}\0{form}".encode("utf-8", "surrogatepass")
    digest = hmac.new(key, named, hashlib.sha256).digest()
    code = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_CODE])
    return Option(f"{kinds.get(label, 'term').upper()}-{code}", 0.0, literal=True)
