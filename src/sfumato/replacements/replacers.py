"""What stands in the place of a term that discloses: something more general, or nothing.

Each is a `Replacer`, made of the knowledge, the taxonomies and a key; the method of a profile names one.
"""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.options import Options
from sfumato.risk.unseen import ORDINARY
from sfumato.types import LEFT_OUT, Edit, Mention, Option, Proposal


class _Writer:
    """Writes what terms are called as the language words it."""

    _marks = True
    """Whether what is left out leaves a mark."""

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        self._language = knowledge.language
        self._wording = knowledge.language.wording

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        syntax = self._language.syntax(text) if proposals else None
        return self._wording.worded(text, proposals, syntax, marks=self._marks)


class Generalizer(_Writer):
    """Calls terms something true but less precise."""

    generalises = True

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        super().__init__(knowledge, taxonomy, key)
        self._marks = knowledge.total < ORDINARY  # to few documents even "something" is a rare word
        self._options = Options(knowledge, taxonomy)

    def options(self, mention: Mention) -> tuple[Option, ...]:
        return self._options.of(mention)


class Redactor(_Writer):
    """Leaves terms out."""

    generalises = False

    def options(self, mention: Mention) -> tuple[Option, ...]:
        return (LEFT_OUT,)
