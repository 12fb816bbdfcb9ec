"""Where a secret stands among its rivals: by the readers that sanitizing asks, and by attackers that it never asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.files import counted
from sfumato.io.messages import Message
from sfumato.knowledge import Without
from sfumato.knowledge.copies import copies_of
from sfumato.measure.attack.apart import Apart
from sfumato.measure.attack.requests import AttackRequest
from sfumato.policy import DEFAULT
from sfumato.policy.hiding import hide_of
from sfumato.policy.resolver import Resolver
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.risk import CSanitized
from sfumato.risk.readers import read_by_all
from sfumato.types import Note, Progress, Secret, Tell, silent

TEN = 10


@dataclass(frozen=True, slots=True)
class CrowdShares:
    """How often a secret is found: the share of cases in which it is first, in the first ten, and its median rank."""

    first: float
    in_ten: float
    median: float
    built_in: bool
    """Whether sanitizing asks this reader, too."""


@dataclass(frozen=True, slots=True)
class CrowdCase:
    """A text and a secret of it: how many rivals it has, and its rank by version and reader; of equals the middle."""

    id: str
    secret: str
    rivals: int
    ranks: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class CrowdAttack(Message):
    """Where secrets stand among their rivals. It names them: it is a working paper, and never released."""

    cases: tuple[CrowdCase, ...]
    versions: Mapping[str, Mapping[str, CrowdShares]]


def attack_crowd(
    request: AttackRequest, knowledge: Knowledge, taxonomy: Taxonomy, *, tell: Tell = silent
) -> CrowdAttack:
    """The rank of each secret of each text among its rivals; a document that is one of the texts does not count."""
    texts = [text for text in request.texts if text.hide or request.hide]
    if not texts:
        raise InputError("nothing to look for", code="nothing-to-look-for")
    copies = sorted({document for text in texts for document in copies_of(text.context, knowledge)})
    ranking = Ranking(Without(knowledge, copies) if copies else knowledge)
    resolver = Resolver(taxonomy, knowledge)
    cases = []
    for number, text in enumerate(texts):
        tell(Progress("attacking", number, len(texts), "texts"))
        for label in dict.fromkeys((*request.hide, *text.hide)):
            (found,) = resolver([hide_of(label)], alpha=DEFAULT.alpha, text=text.context)
            if not found.secret.entries:
                tell(Note("no-rivals", f"{found.secret.name}: no condition of the handbook, so that it has no rivals"))
                continue
            versions = {"released": text.text} | ({} if text.original is None else {"original": text.original})
            ranks = {version: ranking(said, found.secret) for version, said in versions.items()}
            cases.append(CrowdCase(text.id, found.secret.name, ranking.rivals, ranks))
    if not cases:
        raise InputError("no secret has rivals: only conditions of the handbook have", code="no-rivals")
    tell(Note("ranked", f"{counted(len(cases), 'secret')} of {counted(len(texts), 'text')}"))
    return CrowdAttack(tuple(cases), shares_of([case.ranks for case in cases]))


class Ranking:
    """Ranks a secret among its rivals for texts, by all readers and attackers."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._apart = Apart(knowledge)
        self.rivals = 0
        """How many rivals there were the last time."""

    def __call__(self, text: str, secret: Secret) -> dict[str, float]:
        """The rank of the secret by each reader and attacker, from 1; among equals the middle one."""
        ranks = {}
        candidates = None
        for read in read_by_all(text, CSanitized(self._knowledge, [secret])):
            candidates = read.candidates
            bits = np.array([each.secret for each in read.evidence]).sum()
            rivals = sum((each.rivals for each in read.evidence), np.zeros(len(candidates.rivals)))
            ranks[read.reader] = rank_of(np.concatenate([[bits], rivals]))
        if candidates is None:
            return {}
        self.rivals = len(candidates.rivals)
        for name, scores in self._apart.scores(text, (candidates.secret, *candidates.rivals)).items():
            ranks[name] = rank_of(scores)
        return ranks


def rank_of(scores: Array, at: int = 0) -> float:
    """The rank of one of several scores, from 1; among equals the middle one.

    >>> rank_of(np.array([2.0, 3.0, 2.0, 1.0]))
    2.5
    """
    above, equal = np.count_nonzero(scores > scores[at]), np.count_nonzero(scores == scores[at])
    return float(above + (equal + 1) / 2)


def shares_of(ranks: Sequence[Mapping[str, Mapping[str, float]]]) -> dict[str, dict[str, CrowdShares]]:
    """For each version and reader how often the secret is first and in the first ten, and its median rank."""
    found: dict[str, dict[str, CrowdShares]] = {}
    for version in ranks[0]:
        for name in ranks[0][version]:
            own = np.array([each[version][name] for each in ranks])
            first, in_ten = float(np.mean(own < 2)), float(np.mean(own <= TEN))
            built_in = name in READERS
            found.setdefault(version, {})[name] = CrowdShares(first, in_ten, float(np.median(own)), built_in)
    return found


READERS = ("clues", "meaning")
"""The readers that sanitizing asks."""
