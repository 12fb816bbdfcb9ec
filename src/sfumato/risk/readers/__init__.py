"""Readers: what a text as a whole says for a secret and for its rivals, by clues and by meaning.

A reader by counts of documents was measured and left out: of letters with one condition it put the condition among
the first ten of 120 in a third, and in a seventh of letters without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sfumato.protocols.reading import Candidates, Evidence, Reader
from sfumato.risk.clues import handbook_of
from sfumato.risk.judges import CSanitized
from sfumato.risk.readers.by_clues import ByClues
from sfumato.risk.readers.by_meaning import ByMeaning
from sfumato.risk.readers.candidates import candidates_of
from sfumato.risk.readers.crowd import Crowd, crowd_of


@dataclass(frozen=True, slots=True)
class Read:
    """What one reader made of a text and one secret of a judge: its evidence, and the crowd that is left."""

    reader: str
    row: int
    candidates: Candidates
    evidence: tuple[Evidence, ...]
    crowd: Crowd


def readers_of(judge: CSanitized) -> list[Reader]:
    """The readers that come with sfumato, for the secrets of a judge; none if none of them is in the handbook."""
    handbook = handbook_of(judge)
    return [] if handbook is None else [ByClues(handbook), ByMeaning(handbook, judge.knowledge.language)]


def read_by_all(text: str, judge: CSanitized, exempt: Iterable[tuple[int, int]] = ()) -> list[Read]:
    """What each reader makes of a text and of each secret that has rivals; what is exempt says nothing."""
    handbook = handbook_of(judge)
    if handbook is None:
        return []
    reading = judge.knowledge.language.read(text)
    denied: Sequence[tuple[int, int]] = list(exempt)
    found = []
    for row, secret in enumerate(judge.secrets):
        if not secret.entries:
            continue
        candidates = candidates_of(secret, handbook, reading)
        for reader in readers_of(judge):
            evidence = tuple(
                piece
                for piece in reader.evidence(reading, candidates)
                if not any(a <= piece.start and piece.end <= b for a, b in denied)
            )
            found.append(Read(reader.name, row, candidates, evidence, crowd_of(evidence, len(candidates.rivals))))
    return found
