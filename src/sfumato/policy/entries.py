"""Which entries of the handbook a secret is: its own and those of its kinds, and those of what it is a kind of."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from sfumato.knowledge.handbook import Handbook
from sfumato.protocols import Taxonomy
from sfumato.types import Concept

_SHARED = 2  # names that an entry must share with a secret whose name it does not have


def entries_of(
    labels: AbstractSet[str],
    forms: AbstractSet[str],
    concepts: Iterable[Concept],
    taxonomy: Taxonomy,
    handbook: Handbook,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The entries of a secret, and those of what it is a kind of, which are no rivals of it.

    `labels` are what it is called, `forms` the names of all its kinds, in normal form. A secret that the handbook does
    not have is read by the entries next above it.
    """
    normal_form = handbook.language.normal_form
    own, above = [], []
    ancestors = _ancestors(concepts, taxonomy)
    for number, name in enumerate(handbook.names):
        also = handbook.also(number)
        if normal_form(name) in forms or not labels.isdisjoint(also) or len(forms & set(also)) >= _SHARED:
            own.append(number)
        elif normal_form(name) in ancestors:
            above.append(number)
    return (tuple(own), tuple(above)) if own else (tuple(above), ())


def _ancestors(concepts: Iterable[Concept], taxonomy: Taxonomy) -> set[str]:
    """The normal forms of the labels of all that concepts are kinds of."""
    normal_form = taxonomy.language.normal_form
    steps = (step for concept in concepts for path in taxonomy.paths(concept) for step in path)
    return {normal_form(label) for step in steps for label in taxonomy.labels(step)}
