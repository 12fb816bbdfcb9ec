"""Detectors as a policy names them: each is made of the settings of its rule and of what sfumato stands on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from sfumato.detectors.entities import ENTITIES, entities
from sfumato.detectors.informative import informative
from sfumato.detectors.lists import LISTED, term_list
from sfumato.detectors.patterns import patterns
from sfumato.protocols import Detector, Resources
from sfumato.taxonomies.words import is_name_too, is_word
from sfumato.types import Document, Term

_PLACES = frozenset(("GPE", "LOC", "FAC", "NORP"))
_WORDS = 1 << 14  # words that a detector remembers


def make_patterns(settings: Mapping[str, Any], resources: Resources) -> Detector:
    """Finds what is written as something sensitive is; `labels` are the kinds wanted."""
    return partial(patterns, labels=settings.get("labels") or None, language=resources.language)


def make_entities(settings: Mapping[str, Any], resources: Resources) -> Detector:
    """Finds what the language calls an entity, in prose and in forms; `labels` are the types wanted."""
    labels = frozenset(settings.get("labels") or ENTITIES)
    language = resources.language
    known = lru_cache(maxsize=_WORDS)(partial(is_word, taxonomy=resources.taxonomy))
    named = lru_cache(maxsize=_WORDS)(partial(is_name_too, taxonomy=resources.taxonomy))

    def find(document: Document, terms: Sequence[Term]) -> list[Term]:
        found = language.entities(document, terms, known)
        named_places = (t for t in found if t.label not in _PLACES or not known(t.text) or named(t.text))
        return entities(document, list(named_places), labels=labels)

    return find


def make_identifiers(settings: Mapping[str, Any], resources: Resources) -> Detector:
    """Finds whatever identifies the person whom a text is about."""
    return resources.language.identifiers


def make_list(settings: Mapping[str, Any], resources: Resources) -> Detector:
    """Finds the `names` of a list, under the one label of `labels`."""
    labels = settings.get("labels") or (LISTED,)
    return term_list(settings.get("names", ()), label=labels[0], language=resources.language)


def make_informative(settings: Mapping[str, Any], resources: Resources) -> Detector:
    """Finds terms that tell at least so many `bits`."""
    return informative(resources.knowledge, settings.get("bits") or 0.0)
