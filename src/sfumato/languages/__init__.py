"""Finds the terms of a text: noun phrases and named entities, with exact offsets.

`chunks` cuts a text of any length into blocks that can be analysed alone, `terms` turns an analysed block
into spans, `spacy` is the one place that runs spaCy.
"""

from sfumato.languages.spacy import DEFAULT_MODEL, SpacyLanguage, installed_models

__all__ = ["DEFAULT_MODEL", "SpacyLanguage", "installed_models"]
