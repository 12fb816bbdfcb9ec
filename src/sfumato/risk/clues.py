"""What the handbook knows to tell of a secret: medicines, tests, clinics, behaviour, as they stand in a text.

A clue discloses a secret c if PMI(c; clue) = log2(p(c | clue) / p(c)) reaches IC(c) / alpha, as a term does (CSAN
definition 6); here p(c | clue) is what the handbook says, and p(c) the same for all its entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sfumato.io.arrays import Array
from sfumato.knowledge.handbook import Clue, Handbook, embedded_handbook
from sfumato.languages import DEFAULT
from sfumato.languages.reading import phrases
from sfumato.risk.information import discloses
from sfumato.risk.spans import widest
from sfumato.risk.unseen import ORDINARY
from sfumato.types import Disclosure, Reading, Secret

if TYPE_CHECKING:
    from sfumato.risk.judges import CSanitized

BY_CLUE = "is known to tell"
"""The reason of a disclosure by what the handbook knows."""
_LEAST = 1e-6


class Told(NamedTuple):
    """A clue that stands in a text, the judge's secret that it tells of, and the share of it that it tells."""

    start: int
    end: int
    row: int
    share: float

    def disclosure(self, judge: CSanitized, text: str) -> Disclosure:
        said = " ".join(text[self.start : self.end].split())
        bits = self.share * judge.contents[self.row]
        return Disclosure((said,), judge.names[self.row], bits, float(judge.limits[self.row]), BY_CLUE)


def told_by_clues(text: str, judge: CSanitized, exempt: Iterable[tuple[int, int]] = ()) -> list[Told]:
    """The clues of a text that tell too much of a secret, but for what stands in places that are exempt."""
    handbook = handbook_of(judge)
    if handbook is None:
        return []
    reading = judge.knowledge.language.read(text)
    places = list(exempt)
    clues = [clue for clue in handbook.find(reading) if not any(a <= clue.start and clue.end <= b for a, b in places)]
    if not clues:
        return []
    named = named_entries(reading, handbook)
    found = []
    for row, secret in enumerate(judge.secrets):
        if secret.entries:
            shares = told_shares(handbook, clues, secret, named)
            tell = np.flatnonzero(discloses(shares * judge.contents[row], judge.limits[row]))
            found += [Told(clues[at].start, clues[at].end, row, float(shares[at])) for at in tell.tolist()]
    return _widest(found)


def handbook_of(judge: CSanitized) -> Handbook | None:
    """The handbook, if a judge reads meaning and one of its secrets is in it."""
    if not judge.reads_meaning or judge.knowledge.total < ORDINARY or judge.knowledge.language.name != DEFAULT:
        return None
    return embedded_handbook() if any(secret.entries for secret in judge.secrets) else None


def told_shares(handbook: Handbook, clues: Sequence[Clue], secret: Secret, named: frozenset[int]) -> Array:
    """The share of its information that each clue tells of a secret; nothing if what the text names explains it."""
    chances = chances_of(handbook, clues, secret.entries, secret.above)
    others = sorted(named.difference(secret.entries, secret.above))
    explained = chances[:, 1:][:, others].max(axis=1, initial=0.0) >= np.maximum(chances[:, 0], _LEAST)
    entries = len(handbook.names)
    share = np.log2(np.maximum(chances[:, 0] * entries, 1.0)) / np.log2(entries)
    return np.where(explained, 0.0, share)


def chances_of(handbook: Handbook, clues: Sequence[Clue], own: Sequence[int], above: Sequence[int]) -> Array:
    """How likely a secret (the first column) and each entry that is not its own is for who sees a clue alone.

    It is what the clue's grade says, the best one among the secret's `own` entries, shared out where several list it
    so that the sum is at most 1. What the secret is a kind of, `above`, is left out of account.
    """
    rows, which = np.unique([clue.row for clue in clues], return_inverse=True)  # a long text has the same again
    grades = handbook.grades(rows.tolist())
    best = grades[:, list(own)].max(axis=1)
    grades[:, [*own, *above]] = 0.0
    found = np.column_stack([best, grades])
    return np.asarray((found / np.maximum(found.sum(axis=1, keepdims=True), 1.0))[which])


def named_entries(reading: Reading, handbook: Handbook) -> frozenset[int]:
    """The entries that a text names openly."""
    return frozenset[int]().union(*(_named_in(part, handbook) for part in reading.parts or (reading,)))


@lru_cache(1 << 12)
def _named_in(reading: Reading, handbook: Handbook) -> frozenset[int]:
    return handbook.named_among(phrases(reading).keys())


def _widest(found: Sequence[Told]) -> list[Told]:
    """Of clues to one secret that stand in one another the widest, of equal ones the one that tells most."""
    by_row = ([told for told in found if told.row == row] for row in sorted({told.row for told in found}))
    most = (sorted(each, key=lambda told: -told.share) for each in by_row)
    kept = [told for each in most for told in widest(each, lambda told: (told.start, told.end))]
    return sorted(kept, key=lambda told: (told.start, -told.end, -told.share))
