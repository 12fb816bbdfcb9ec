"""Detectors as a policy names them: each is made of the settings of its rule and of what sfumato stands on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from sfumato.detectors.entities import entities
from sfumato.detectors.informative import informative
from sfumato.detectors.lists import LISTED, term_list
from sfumato.detectors.patterns import patterns
from sfumato.protocols import Detector, Resources


def make_patterns(settings: Mapping[str, Any], resources: Resources) -> Detector:
    """Finds what is written as something sensitive is; `labels` are the kinds wanted."""
    return partial(patterns, labels=settings.get("labels") or None, language=resources.language)


def make_entities(settings: Mapping[str, Any], resources: Resources) -> Detector:
    """Finds what the language calls an entity; `labels` are the types wanted."""
    return partial(entities, labels=settings["labels"]) if settings.get("labels") else entities


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
