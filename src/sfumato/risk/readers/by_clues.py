"""The reader that knows the handbook: each clue speaks for the candidates that list it, in bits."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sfumato.knowledge.handbook import Handbook
from sfumato.protocols.reading import Candidates, Evidence
from sfumato.risk.clues import chances_of
from sfumato.risk.spans import widest
from sfumato.types import Reading

UNLISTED = 0.02
"""How likely a candidate is where a clue stands that its entry does not list: no entry lists all."""


class ByClues:
    """Reads a text as somebody who knows what the handbook knows."""

    name = "clues"

    def __init__(self, handbook: Handbook) -> None:
        self._handbook = handbook

    def evidence(self, reading: Reading, candidates: Candidates) -> list[Evidence]:
        """What each clue of a text says for the secret and for its rivals: log2 of p(candidate | clue) over `UNLISTED`.

        What the text names explains its own clues: they speak for nobody else.
        """
        clues = self._handbook.find(reading)
        if not clues or not candidates.secret.entries:
            return []
        own, above = candidates.secret.entries, candidates.above
        bits = np.log2(chances_of(self._handbook, clues, own, above) / UNLISTED + 1.0)
        told, bits = bits[:, 0], bits[:, 1:]
        rivals = bits[:, [rival.entries[0] for rival in candidates.rivals]]
        named = sorted(candidates.named.difference(own, above))
        explained = bits[:, named].max(axis=1, initial=0.0)
        speaking = explained < np.maximum(told, rivals.max(axis=1, initial=0.0))
        return _apart(
            Evidence(clues[at].start, clues[at].end, float(told[at]), rivals[at])
            for at in np.flatnonzero(speaking).tolist()
        )


def _apart(pieces: Iterable[Evidence]) -> list[Evidence]:
    """Of pieces that stand in one another the widest: "alcohol liaison nurse" says no more for having "alcohol"."""
    return widest(sorted(pieces, key=lambda piece: -piece.secret), lambda piece: (piece.start, piece.end))
