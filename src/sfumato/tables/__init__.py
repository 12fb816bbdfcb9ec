"""Publishes tables of people with the texts they wrote: k-anonymous as one whole (RX).

    from sfumato.tables import anonymize, check
    from sfumato.tables.config import read_config

    config = read_config("blogs.toml")
    result = anonymize("blogs.csv", config, k=5, weight=0.4)
    assert check(result.table, config, 5).holds

`prepare` reads a table once, `anonymize_prepared` does the rest: what sweeps over k, weights and strategies use.
"""

from sfumato.tables.anonymize import Anonymized, Report, anonymize, anonymize_prepared
from sfumato.tables.check import Verdict, check
from sfumato.tables.prepare import Prepared, prepare
from sfumato.tables.texts.cache import Cache, Memory, erase
from sfumato.tables.texts.terms import open_cache
from sfumato.tables.texts.types import DEFAULT_TYPES, TYPES
from sfumato.tables.texts.user_terms import Given

__all__ = [
    "DEFAULT_TYPES",
    "TYPES",
    "Anonymized",
    "Cache",
    "Given",
    "Memory",
    "Prepared",
    "Report",
    "Verdict",
    "anonymize",
    "anonymize_prepared",
    "check",
    "erase",
    "open_cache",
    "prepare",
]
