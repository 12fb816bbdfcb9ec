"""A replacer that writes stars."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.protocols import Knowledge, Taxonomy
from sfumato.types import LEFT_OUT, Edit, Mention, Option, Proposal

STARS = "***"


class Stars:
    """Calls every term ***, so that a reader sees that something is missing."""

    generalises = False

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        self._wording = knowledge.language.wording

    def options(self, mention: Mention) -> tuple[Option, ...]:
        """Stars, which keep no information, and leaving the term out."""
        return Option(STARS, 0.0, literal=True), LEFT_OUT

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        """The edits, as the language words them."""
        return self._wording.worded(text, proposals)
