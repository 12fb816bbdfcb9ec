"""An attacker who counts words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sfumato.protocols import Known


class SharedWords:
    """Guesses the candidate of whom the most words of a text are known."""

    name = "shared words"
    needs = "texts"

    def fits(self, known: Known) -> bool:
        """However much is known of the candidates."""
        return True

    def scores(self, texts: Sequence[str], known: Known) -> npt.NDArray[Any]:
        """A row for each text, a column for each candidate."""
        candidates = [_words(text) for text in known.texts]
        return np.array([[float(len(_words(text) & words)) for words in candidates] for text in texts])


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


SHARED_WORDS = SharedWords()
