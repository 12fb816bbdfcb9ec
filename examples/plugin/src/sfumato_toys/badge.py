"""A detector of badges."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sfumato.protocols import Detector, Resources
from sfumato.types import Document, Term

_BADGE = re.compile(r"\b[A-Z]-\d{4}\b")


def badge(settings: Mapping[str, Any], resources: Resources) -> Detector:
    """The detector of a rule in a policy: `settings` are those of the rule, `resources` what sfumato stands on."""
    return found


def found(document: Document, terms: Sequence[Term]) -> list[Term]:
    """The numbers of badges (B-1234), in order and apart."""
    return [Term(at.start(), at.end(), at.group(), "BADGE") for at in _BADGE.finditer(document.text)]
