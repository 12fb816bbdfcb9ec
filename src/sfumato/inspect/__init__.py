"""Inspecting text: which sets of innocent words lead, through public knowledge, to a secret, and the cheapest repair.

from sfumato import inspect

found = inspect.inspection(biography, hide=["Osama bin Laden"])     # with the embedded knowledge
found.inferences[0].words, found.inferences[0].best                 # the words, and the documents that they lead to
found.repair.text                                                   # the text after the cheapest repair

For many documents make one `Sanitizer` with `searches=[Search()]` and give it to `inspect`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sfumato.inspect.conclusions import Conclusion, Novelty, conclusions, novelties, unheard
from sfumato.inspect.inspection import KINDS, PROFILE, Inspection, inspect, weighing
from sfumato.inspect.people import Candidates, Fitting, biographies, candidates
from sfumato.inspect.rules import Rules, find_rules, read_rules, write_rules
from sfumato.risk import LISTS, Inference, Keyword, Search, keywords
from sfumato.sanitize import embedded
from sfumato.types import Document

__all__ = [
    "KINDS",
    "LISTS",
    "PROFILE",
    "Candidates",
    "Conclusion",
    "Fitting",
    "Inference",
    "Inspection",
    "Keyword",
    "Novelty",
    "Rules",
    "Search",
    "biographies",
    "candidates",
    "conclusions",
    "find_rules",
    "inspect",
    "inspection",
    "keywords",
    "novelties",
    "read_rules",
    "unheard",
    "weighing",
    "write_rules",
]


def inspection(text: str | Document, *, hide: str | Iterable[str], mend: bool = True, **search: Any) -> Inspection:
    """What a text gives away to one who has the embedded knowledge; `search` are settings of `Search`."""
    labels = (hide,) if isinstance(hide, str) else tuple(hide)
    return inspect(text, embedded(labels, profile=PROFILE, searches=(Search(**search),)), mend=mend)
