"""The reader that goes by what sentences mean: how like each is to what is said of each candidate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sfumato.io.arrays import Array
from sfumato.knowledge.handbook import Handbook
from sfumato.protocols import Language
from sfumato.protocols.reading import Candidates, Evidence
from sfumato.risk.meaning import BROAD, LIKE, clauses, is_read, likeness_of
from sfumato.types import Reading

_SCALE = 20.0  # bits that a full likeness beyond it would be
_WORDS = 4  # with fewer nothing is said


class ByMeaning:
    """Reads a text as somebody who goes by what its sentences mean."""

    name = "meaning"

    def __init__(self, handbook: Handbook, language: Language) -> None:
        self._handbook = handbook
        self._language = language

    def evidence(self, reading: Reading, candidates: Candidates) -> list[Evidence]:
        """What each sentence says: its likeness to the likest sentence of each candidate, beyond what any two have."""
        text = reading.text
        places = [(a, b) for a, b in clauses(text, self._language) if len(text[a:b].split()) >= _WORDS]
        if not places or not is_read() or not 0 < len(candidates.secret.entries) <= BROAD:
            return []
        likeness, ordinary = likeness_of(tuple(text[a:b] for a, b in places), self._handbook)

        def bits(entries: Sequence[int]) -> Array:
            return np.maximum(likeness[:, list(entries)] - LIKE, 0.0) * _SCALE

        own = bits(candidates.secret.entries).max(axis=1, initial=0.0)
        rivals = bits([rival.entries[0] for rival in candidates.rivals])
        named = candidates.named.difference(candidates.secret.entries, candidates.above)
        explained = bits(sorted(named)).max(axis=1, initial=0.0)
        explained = np.maximum(explained, (ordinary - LIKE) * _SCALE)
        speaking = np.maximum(own, rivals.max(axis=1, initial=0.0)) > explained
        return [Evidence(*places[at], float(own[at]), rivals[at]) for at in np.flatnonzero(speaking).tolist()]
