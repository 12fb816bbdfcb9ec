"""An attack from beginning to end: texts read as they stand and without placeholders, by every attacker, and measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.attack.attackers import FUSION, attack, without_placeholders
from sfumato.attack.candidates import Known
from sfumato.attack.inference import telling
from sfumato.attack.linkage import telltales
from sfumato.attack.outcomes import Measured, Outcome, measured, outcome, strongest
from sfumato.columns import Array

AS_SEEN = ", placeholders left out"
"""Follows the name of an attacker who has read the texts so."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question with a known answer: which candidate is this text about?

    `others` are right as well, and neither found nor in the way: a text may hide several secrets.
    """

    text: int
    candidate: int
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A candidate in an attacker's order for a text: its rank, the middle one among equals, and how many are equal."""

    candidate: int
    rank: float
    tied: int
    score: float


@dataclass(frozen=True, slots=True)
class Result:
    """What each attacker made of the texts; where no truth is known there are no cases, and nothing is measured."""

    known: Known
    texts: tuple[str, ...]
    cases: tuple[Case, ...]
    scores: Mapping[str, Array]
    outcomes: Mapping[str, Outcome]
    measured: Mapping[str, Measured]

    @property
    def strongest(self) -> str:
        """The attacker who finds most; where no truth is known the one whose order is shown."""
        if self.outcomes:
            return strongest(self.outcomes)
        return FUSION if FUSION in self.scores else next(iter(self.scores))

    def order(self, text: int, attacker: str, limit: int = 5) -> list[Place]:
        """The likeliest candidates of a text; equals in the order in which they were given."""
        scores = self.scores[attacker][text]
        places = []
        for at in np.argsort(-scores, kind="stable")[: max(limit, 0)].tolist():
            above, tied = int((scores > scores[at]).sum()), int((scores == scores[at]).sum())
            places.append(Place(at, above + (tied + 1) / 2, tied, float(scores[at])))
        return places

    def first(self, text: int, attacker: str) -> int | None:
        """The one candidate that an attacker puts first; None where several tie."""
        scores = self.scores[attacker][text]
        best = np.flatnonzero(scores == scores.max())
        return int(best[0]) if len(best) == 1 else None

    def agreeing(self, text: int, candidate: int) -> int:
        """How many attackers put this candidate first, and no other."""
        return Counter(self.first(text, attacker) for attacker in self.scores)[candidate]

    def telltales(self, text: int, candidate: int, limit: int = 5) -> list[str]:
        """What gives a text away: the phrases that it shares with what is known of the candidate."""
        return [phrase for phrase, _, _ in telltales(self.texts[text], candidate, self.known, limit)]

    def telling(self, text: int, candidate: int, limit: int = 5) -> list[tuple[str, float]]:
        """The same by the knowledge: the terms that tell most of the candidate, in bits."""
        return telling(self.texts[text], candidate, self.known, limit)


def attacked(
    texts: Sequence[str],
    known: Known,
    cases: Sequence[Case] = (),
    *,
    names: Sequence[str] | None = None,
    placeholders: Sequence[str] = (),
    tell: Callable[[str], None] | None = None,
) -> Result:
    """Attacks texts with all attackers, or with those named; `placeholders` are words that stand for hidden ones."""
    seen = [without_placeholders(text, placeholders) for text in texts]
    changed = [at for at, text in enumerate(texts) if seen[at] != text]
    both = attack([*texts, *(seen[at] for at in changed)], known, names, tell)
    scores = {name: score[: len(texts)] for name, score in both.items()}
    if changed:
        for name, score in both.items():
            scores[name + AS_SEEN] = scores[name].copy()
            scores[name + AS_SEEN][changed] = score[len(texts) :]
    outcomes = {name: of_cases(score, cases) for name, score in scores.items()} if cases else {}
    return Result(known, tuple(texts), tuple(cases), scores, outcomes, measured(outcomes))


def of_cases(scores: Array, cases: Sequence[Case]) -> Outcome:
    """What an attacker's scores yield for each case."""
    asked = scores[[case.text for case in cases]]
    for row, case in enumerate(cases):
        asked[row, list(case.others)] = -np.inf
    return outcome(asked, [case.candidate for case in cases])
