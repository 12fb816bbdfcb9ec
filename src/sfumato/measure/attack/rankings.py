"""What every attacker makes of texts: it reads them with placeholders and without, and is measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sfumato.io.arrays import Array
from sfumato.measure.attack.attackers import FUSION, scored, without_placeholders
from sfumato.measure.attack.candidates import KnownCandidates
from sfumato.measure.attack.inference import telling
from sfumato.measure.attack.linkage import telltales
from sfumato.measure.attack.outcomes import AS_SEEN, Outcome, Success, outcome, strongest, successes


@dataclass(frozen=True, slots=True)
class Case:
    """A question whose answer is known: which candidate is this text about?

    A text may hide several secrets: the `others` are right as well, and are left out of the ranking.
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
class Attacked:
    """What each attacker made of the texts; where no truth is known there are no cases, and nothing is measured."""

    known: KnownCandidates
    texts: tuple[str, ...]
    cases: tuple[Case, ...]
    scores: Mapping[str, Array]
    outcomes: Mapping[str, Outcome]
    successes: Mapping[str, Success]

    @property
    def strongest(self) -> str:
        """The attacker that finds most; where no truth is known, the one whose order is shown."""
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
        """What gives a text away: the phrases that it shares with what is known of the candidate.

        None is a part of another, and none is of function words alone: a reader would see nothing in them.
        """
        found: list[str] = []
        for phrase, _, _ in telltales(self.texts[text], candidate, self.known, 8 * limit):
            plain = self.known.language.stop_words.issuperset(phrase.split())
            if not plain and not any(
                f" {a} " in f" {b} " for other in found for a, b in ((phrase, other), (other, phrase))
            ):
                found.append(phrase)
        return found[:limit]

    def telling(self, text: int, candidate: int, limit: int = 5) -> list[tuple[str, float]]:
        """The terms of a text that tell most of the candidate by the knowledge, and how many bits each."""
        return telling(self.texts[text], candidate, self.known, limit)


def attacked(texts: Sequence[str], known: KnownCandidates, cases: Sequence[Case] = (), **options: Any) -> Attacked:
    """Attacks one version of texts; `options` are those of `compared`."""
    return compared({"released": texts}, known, cases, **options)["released"]


def compared(
    versions: Mapping[str, Sequence[str]],
    known: KnownCandidates,
    cases: Sequence[Case] = (),
    *,
    names: Sequence[str] | None = None,
    placeholders: Sequence[str] = (),
    tell: Callable[[str], None] | None = None,
) -> dict[str, Attacked]:
    """Attacks versions of the same texts with all attackers, or with those named, each trained once.

    `placeholders` are words that stand for hidden ones; `tell` is given the name of each attacker as it begins.
    """
    standing = [text for texts in versions.values() for text in texts]
    seen = [without_placeholders(text, known.language, placeholders) for text in standing]
    changed = [at for at, text in enumerate(standing) if seen[at] != text]
    both = scored([*standing, *(seen[at] for at in changed)], known, names, tell)
    results = {}
    start = 0
    for version, texts in versions.items():
        end = start + len(texts)
        scores = {name: score[start:end] for name, score in both.items()}
        inside = [(at - start, len(standing) + row) for row, at in enumerate(changed) if start <= at < end]
        for name, score in both.items() if inside else ():
            scores[name + AS_SEEN] = score[start:end].copy()
            scores[name + AS_SEEN][[at for at, _ in inside]] = score[[row for _, row in inside]]
        outcomes = {name: of_cases(score, cases) for name, score in scores.items()} if cases else {}
        results[version] = Attacked(known, tuple(texts), tuple(cases), scores, outcomes, successes(outcomes))
        start = end
    return results


def of_cases(scores: Array, cases: Sequence[Case]) -> Outcome:
    """How well an attacker's scores rank the true candidate of each case."""
    asked = scores[[case.text for case in cases]]
    for row, case in enumerate(cases):
        asked[row, list(case.others)] = -np.inf
    return outcome(asked, [case.candidate for case in cases])
