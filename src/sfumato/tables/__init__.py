"""Publishes tables of people with the texts they wrote, so that everyone looks like at least k - 1 others.

What a text says counts as what a column says does, as in RX (rx-anon; `sfumato.risk` names the paper).

    from sfumato.tables import AnonymizeRequest, VerifyTableRequest, anonymize, verify_table

    result = anonymize("blogs.csv", AnonymizeRequest.of_file("blogs.toml", k=5, weight=0.4))
    assert verify_table(result.table, VerifyTableRequest.of_file("blogs.toml", k=5)).holds

`prepare` reads a table once, `anonymize_prepared` does the rest: for those who try several k, weights and strategies.
"""

from sfumato.tables.anonymize import anonymize, anonymize_prepared
from sfumato.tables.check import check, verify_table
from sfumato.tables.claims import Claim
from sfumato.tables.prepare import Prepared, TermOptions, prepare
from sfumato.tables.requests import (
    AnonymizeReport,
    AnonymizeRequest,
    AnonymizeResult,
    SweepTableRequest,
    SweepTableResult,
    TablePoint,
    TableVerdict,
    VerifyTableRequest,
)
from sfumato.tables.texts.cache import Cache, Memory, erase
from sfumato.tables.texts.terms import open_cache
from sfumato.tables.texts.types import DEFAULT_TYPES, TYPES
from sfumato.tables.texts.user_terms import UserTerm
from sfumato.tables.tools import Tools

__all__ = [
    "DEFAULT_TYPES",
    "TYPES",
    "AnonymizeReport",
    "AnonymizeRequest",
    "AnonymizeResult",
    "Cache",
    "Claim",
    "Memory",
    "Prepared",
    "SweepTableRequest",
    "SweepTableResult",
    "TablePoint",
    "TableVerdict",
    "TermOptions",
    "Tools",
    "UserTerm",
    "VerifyTableRequest",
    "anonymize",
    "anonymize_prepared",
    "check",
    "erase",
    "open_cache",
    "prepare",
    "verify_table",
]
