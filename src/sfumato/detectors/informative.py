"""Informative terms: whatever is rare in the knowledge tells much, and is taken as sensitive."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sfumato.detectors.spans import Detector, united
from sfumato.protocols import Knowledge
from sfumato.risk.information import discloses, information_content
from sfumato.types import Document, Term

INFORMATIVE = "INFORMATIVE"
"""What terms are called that are hidden for their information alone."""


def informative(knowledge: Knowledge, bits: float, *, labels: Collection[str] | None = None) -> Detector:
    """A detector of terms whose information content reaches `bits`, as a disclosure reaches its limit.

    A term that the knowledge has never seen counts as one of the smallest count that it keeps. With `labels`, only
    terms that the language labels so are asked for.
    """
    if not bits >= 0:
        raise ValueError("bits must not be negative")

    def rare(document: Document, terms: Sequence[Term]) -> list[Term]:
        """The terms that tell that much."""
        asked = [term for term in terms if labels is None or term.label in labels]
        forms = [knowledge.language.normal_form(term.text) for term in asked]
        counts = {form: knowledge.count(form) for form in dict.fromkeys(forms) if form}
        told = {
            form
            for form, count in counts.items()
            if discloses(information_content(float(count), knowledge.total, floor=knowledge.floor), bits)
        }
        return united(
            Term(term.start, term.end, term.text, INFORMATIVE)
            for term, form in zip(asked, forms, strict=True)
            if form in told
        )

    return rare
