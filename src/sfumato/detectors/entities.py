"""Named entities: the terms that the language already calls a person, a place, an organisation, a date."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sfumato.detectors.spans import united
from sfumato.types import Document, Term

ENTITIES: frozenset[str] = frozenset(
    "PERSON NORP FAC ORG GPE LOC PRODUCT EVENT WORK_OF_ART LAW LANGUAGE DATE TIME".split()
)
"""The entity types of OntoNotes that name something, and dates; not amounts (CARDINAL, MONEY, QUANTITY and so on)."""


def entities(document: Document, terms: Sequence[Term], *, labels: Collection[str] = ENTITIES) -> list[Term]:
    """The terms of which the language says that they are an entity of one of the types, as it labels them.

    >>> entities(Document("1", "Jo ate"), [Term(0, 2, "Jo", "PERSON"), Term(3, 6, "ate", "NOUN_PHRASE")])
    [Term(start=0, end=2, text='Jo', label='PERSON')]
    """
    return united(term for term in terms if term.label in labels)
