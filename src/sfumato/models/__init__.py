"""The papers' models: what terms, alone and in groups, reveal of secrets, and what identifies by itself."""

from sfumato.models.groups import risky_groups
from sfumato.models.judges import (
    Correlated,
    CSanitized,
    Hidden,
    Informative,
    Judge,
    content_of,
    disclosures,
    hidden_threshold,
    listed_threshold,
    query_of,
)

__all__ = [
    "CSanitized",
    "Correlated",
    "Hidden",
    "Informative",
    "Judge",
    "content_of",
    "disclosures",
    "hidden_threshold",
    "listed_threshold",
    "query_of",
    "risky_groups",
]
