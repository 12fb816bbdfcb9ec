"""From what a file says of a concept to an `Entry` that a hierarchy can hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sfumato.languages.en.normalform import normal_form
from sfumato.taxonomies.hierarchy import Entry

_ORDERING = re.compile(
    r"\b(?:by|according to) (?:\w+ ){0,2}"
    r"(?:site|system|location|region|cause|etiology|mechanism|morphology|histology|type|stage|method|function)s?$",
    re.IGNORECASE,
)
_SEEN = re.compile("[A-Za-z0-9]")  # has a normal form for certain
_ORDERING_SUBSET = re.compile(r"group|upper_level|non_informative|do_not_annotate|not_for_annotation")


def entry(
    id: str,
    labels: Iterable[str],
    parents: Iterable[str] = (),
    *,
    weight: float = 0.0,
    grouping: bool = False,
) -> Entry:
    """An entry with those labels that have a normal form, each once.

    A concept without any is named by its id and is a grouping: it lies on paths but is never said.

    >>> entry("x:1", ["Neoplasms by Site"]).grouping, entry("x:2", ["???"]).labels
    (True, ('x:2',))
    """
    kept = tuple(dict.fromkeys(label for label in labels if _SEEN.search(label) or normal_form(label)))
    grouping = grouping or not kept or bool(_ORDERING.search(kept[0]))
    kept = kept or (id if normal_form(id) else "unnamed",)
    weights: Sequence[float] = (weight,) * len(kept) if weight else ()
    return Entry(id, kept, tuple(dict.fromkeys(parents)), weights, grouping)


def orders(subset: str) -> bool:
    """Whether membership in this OBO subset marks a class that only orders others.

    >>> orders("disease_grouping"), orders("rare")
    (True, False)
    """
    return bool(_ORDERING_SUBSET.search(subset))
