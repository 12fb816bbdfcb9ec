"""What labels mean: of entities, and of the taxonomies' concepts, which are named in English."""

from __future__ import annotations

import re
from collections.abc import Mapping

KINDS: Mapping[str, str] = {
    "PERSON": "person",
    "ORG": "organization",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "NORP": "group",
    "PRODUCT": "product",
    "EVENT": "event",
    "WORK_OF_ART": "work",
    "LAW": "law",
    "LANGUAGE": "language",
    "DATE": "date",
    "DATE_TIME": "date",
    "TIME": "time",
    "MONEY": "amount",
    "QUANTITY": "amount",
    "PERCENT": "share",
    "CARDINAL": "number",
    "ORDINAL": "rank",
    "CODE": "number",
}
"""What an entity of each type can always be called; the papers' z1 writes the class of what it finds."""
PLACEHOLDERS = ("REDACTED", "SENSITIVE", "MASKED", "REMOVED")
"""Words that tools write for hidden ones."""
KIN: Mapping[str, frozenset[str]] = {
    "PERSON": frozenset({"person"}),
    "ORG": frozenset({"organization", "company", "institution", "enterprise"}),
    "NORP": frozenset({"person", "people", "social group", "religion", "organization"}),
    "LANGUAGE": frozenset({"language"}),
    "PRODUCT": frozenset({"artifact", "substance", "medicine", "product"}),
    "EVENT": frozenset({"event", "social event", "happening"}),
    "WORK_OF_ART": frozenset({"work", "creation", "publication"}),
    "LAW": frozenset({"law", "document"}),
}
"""What must stand above a sense for it to be of the type that the language took the term for."""
SORTS: Mapping[str, str] = {
    "person": "person",
    "organization": "organization",
    "company": "organization",
    "location": "place",
    "place": "place",
    "region": "place",
    "city": "place",
}
"""What a name is the name of, by the labels above it."""
UNTRUE = frozenset(
    ("hereditary disease", "genetic disease", "behavioral science", "social psychology", "information science",
     "natural science", "medical science", "life science", "social science", "psychology", "anthropology")
)  # fmt: skip
"""What taxonomies put above things that are none: AIDS is not inherited, a father is no science."""
_ORDERING = re.compile(
    r"\b(?:by|according to) (?:\w+ ){0,2}"
    r"(?:site|system|location|region|cause|etiology|mechanism|morphology|histology|type|stage|method|function)s?$",
    re.IGNORECASE,
)


def orders(label: str) -> bool:
    """Whether a concept of this label only orders others, and is never said.

    >>> orders("Neoplasms by Site"), orders("neoplasm")
    (True, False)
    """
    return bool(_ORDERING.search(label))
