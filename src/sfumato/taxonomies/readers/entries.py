"""From what a file says of a concept to an `Entry` that a hierarchy can hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sfumato.languages import load
from sfumato.languages.folding import has_word
from sfumato.taxonomies.hierarchy import Entry

_ORDERING_SUBSET = re.compile(r"group|upper_level|non_informative|do_not_annotate|not_for_annotation")


def entry(
    id: str,
    labels: Iterable[str],
    parents: Iterable[str] = (),
    *,
    weight: float = 0.0,
    grouping: bool = False,
) -> Entry:
    """An entry with those labels that have a letter or a digit, each once.

    A concept without any is named by its id and is a grouping: it lies on paths but is never said.

    >>> entry("x:1", ["Neoplasms by Site"]).grouping, entry("x:2", ["???"]).labels
    (True, ('x:2',))
    """
    kept = tuple(dict.fromkeys(label for label in labels if has_word(label)))
    grouping = grouping or not kept or load().wording.orders(kept[0])
    kept = kept or (id if has_word(id) else "unnamed",)
    weights: Sequence[float] = (weight,) * len(kept) if weight else ()
    return Entry(id, kept, tuple(dict.fromkeys(parents)), weights, grouping)


def orders(subset: str) -> bool:
    """Whether membership in this OBO subset marks a class that only orders others.

    >>> orders("disease_grouping"), orders("rare")
    (True, False)
    """
    return bool(_ORDERING_SUBSET.search(subset))
