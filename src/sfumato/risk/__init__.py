"""The papers' models: what terms, alone and in groups, reveal of secrets, and what identifies by itself."""

from sfumato.risk.groups import risky_groups
from sfumato.risk.inferences import LISTS, Index, Inference, Reach, Search, minimal, ranked
from sfumato.risk.judges import (
    Correlated,
    CSanitized,
    Hidden,
    Informative,
    RememberingJudge,
    content_of,
    disclosures,
    hidden_threshold,
    listed_threshold,
    query_of,
)
from sfumato.risk.keywords import Keyword, keywords

__all__ = [
    "LISTS",
    "CSanitized",
    "Correlated",
    "Hidden",
    "Index",
    "Inference",
    "Informative",
    "Keyword",
    "Reach",
    "RememberingJudge",
    "Search",
    "content_of",
    "disclosures",
    "hidden_threshold",
    "keywords",
    "listed_threshold",
    "minimal",
    "query_of",
    "ranked",
    "risky_groups",
]
