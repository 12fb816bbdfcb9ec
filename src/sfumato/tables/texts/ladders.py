"""What a term of a text can be called instead, from near to far: so that a group can say what is true of all of it."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.protocols import Language, Taxonomy
from sfumato.types import Concept

PLACES = frozenset(("GPE", "LOC"))
_PLACE = "place"


def above(form: str, type: str, taxonomy: Taxonomy, language: Language) -> Sequence[str]:
    """The labels above a term, the most specific first, without those that say no more than its type does.

    A date or a number has its ladder, a place where it lies, anything else what is above it in the taxonomies.
    """
    if steps := language.wording.quantity_steps(form, type):
        return steps[:-1]
    senses = taxonomy.senses(form)
    if type in PLACES and (chain := _containing(senses, taxonomy, language)):
        return chain
    paths = taxonomy.paths(senses[0], 1) if senses else ()
    # The root tells no more than the name of a type does.
    return [concept.label for concept in paths[0][:-1] if not concept.grouping] if paths else []


def _containing(senses: Sequence[Concept], taxonomy: Taxonomy, language: Language) -> list[str]:
    """A place by the larger ones that it lies in: "place in Andalusia", "place in Spain"."""
    for sense in senses:
        path = next(iter(taxonomy.paths(sense, 1)), ())
        if path and path[-1].label == _PLACE:
            said = language.wording.kind_within
            own = language.normal_form(sense.label)
            wider = [concept.label for concept in path[:-1] if language.normal_form(concept.label) != own]
            return [said(_PLACE, label, lambda phrase: bool(taxonomy.senses(phrase))) for label in wider]
    return []


def is_step(label: str, form: str, type: str, language: Language) -> bool:
    """Whether a label is a step of the ladder of a date or a number."""
    return label in language.wording.quantity_steps(form, type)
