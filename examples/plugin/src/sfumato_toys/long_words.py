"""A judge to whom long words tell too much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sfumato.protocols import Judge
from sfumato.risk import RememberingJudge
from sfumato.sanitizing import Plan, judging
from sfumato.types import Query, leaves

MOST = 9
"""Letters of a word that may stay."""


class LongWords(RememberingJudge):
    """Counts the letters of a word as if they were bits; a phrase tells nothing beside its words."""

    names: Sequence[str] = ("long words",)
    limits = np.array([MOST + 1.0])
    reason = "is long"

    def __init__(self) -> None:
        super().__init__(rows=1)

    def compute(self, queries: Sequence[Query]) -> npt.NDArray[Any]:
        """A row, since all long words are alike, and a column for each term."""
        words = ([leaf for leaf in leaves(query) if " " not in leaf] for query in queries)
        return np.array([[float(max(map(len, each), default=0)) for each in words]])


@judging
def long_words(plan: Plan) -> Judge:
    """Beside the names of secrets and what detectors found, no word of ten letters or more stays."""
    return LongWords()
