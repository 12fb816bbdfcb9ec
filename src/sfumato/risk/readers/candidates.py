"""What a text could be about: a secret that is in the handbook, and its rivals there."""

from __future__ import annotations

import numpy as np

from sfumato.knowledge.handbook import Handbook
from sfumato.protocols.reading import Candidate, Candidates
from sfumato.risk.clues import named_entries
from sfumato.types import Reading, Secret

MOST = 120
"""Rivals at most: those that share most clues with the secret."""


def candidates_of(secret: Secret, handbook: Handbook, reading: Reading, most: int = MOST) -> Candidates:
    """The candidates for who reads a text and wonders what is hidden there. What it names openly is no rival."""
    named = named_entries(reading, handbook)
    shared = handbook.shared(secret.entries)
    shared[[*secret.entries, *secret.above, *sorted(named)]] = -1.0
    order = np.argsort(-shared, kind="stable")
    nearest = [at for at in order[:most].tolist() if shared[at] >= 0]
    rivals = [Candidate(handbook.names[at], tuple(handbook.also(at)), (at,)) for at in nearest]
    return Candidates(Candidate(secret.name, secret.forms, secret.entries), tuple(rivals), secret.above, named)
