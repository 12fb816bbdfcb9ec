"""A reader who goes by names: what sounds like a candidate's name speaks for that candidate."""

from __future__ import annotations

import numpy as np

from sfumato.protocols import Resources
from sfumato.protocols.reading import Candidates, Evidence
from sfumato.types import Reading

_HEAD = 4  # letters that two words share if one sounds like the other
_BITS = 3.0


class Hearsay:
    """Believes that a text is about whatever has a name that begins like one of its words."""

    name = "hearsay"
    remote = False

    def __init__(self, resources: Resources) -> None:
        self._stop_words = resources.language.stop_words

    def evidence(self, reading: Reading, candidates: Candidates) -> list[Evidence]:
        """Every word that begins like a word of a candidate's name, with the same bits for each such candidate."""
        secret, *rivals = (self._heads(each.name) for each in (candidates.secret, *candidates.rivals))
        found = []
        for at, word in enumerate(reading.forms):
            bits = np.array([_BITS * (word[:_HEAD] in heads) for heads in rivals])
            told = _BITS * (word[:_HEAD] in secret)
            if told or bits.any():
                found.append(Evidence(reading.starts[at], reading.ends[at], told, bits))
        return found

    def _heads(self, name: str) -> set[str]:
        words = name.lower().split()
        return {word[:_HEAD] for word in words if len(word) >= _HEAD and word not in self._stop_words}
