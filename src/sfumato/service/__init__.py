"""One way in for every front: an engine, what can be asked of it, and what it answers."""

from importlib import import_module
from typing import TYPE_CHECKING

from sfumato.inspecting import Conclusions, Inspection, Novelties, People
from sfumato.sanitizing import Replacement, Sanitized
from sfumato.sanitizing.explanation import Explanation
from sfumato.sanitizing.offers import Offers
from sfumato.service.batches import Failure, Record, Totals
from sfumato.service.config import EngineConfig
from sfumato.service.documents import SanitizedDocument, extract, sanitize_document, sanitize_file, verify_document
from sfumato.service.engine import Engine, Inspected
from sfumato.service.requests import (
    ExplainRequest,
    InspectRequest,
    OptionsRequest,
    RulesRequest,
    SanitizeRequest,
    SecretsRequest,
    VerifyRequest,
)
from sfumato.service.results import SecretFound
from sfumato.service.verbs import anonymize, explain, inspect, sanitize, verify
from sfumato.verifying.release import Verified

if TYPE_CHECKING:
    from sfumato.measure.attack import AttackRequest, AttackResult
    from sfumato.measure.evaluate import EvaluateRequest, EvaluateResult
    from sfumato.measure.sweep import SweepRequest, SweepResult
    from sfumato.tables import (
        AnonymizeRequest,
        AnonymizeResult,
        SweepTableRequest,
        SweepTableResult,
        TableVerdict,
        VerifyTableRequest,
    )

_MEASURES = {"Attack": "attack", "Evaluate": "evaluate", "Sweep": "sweep"}

__all__ = [
    "AnonymizeRequest",
    "AnonymizeResult",
    "AttackRequest",
    "AttackResult",
    "Conclusions",
    "Engine",
    "EngineConfig",
    "EvaluateRequest",
    "EvaluateResult",
    "ExplainRequest",
    "Explanation",
    "Failure",
    "InspectRequest",
    "Inspected",
    "Inspection",
    "Novelties",
    "Offers",
    "OptionsRequest",
    "People",
    "Record",
    "Replacement",
    "RulesRequest",
    "SanitizeRequest",
    "Sanitized",
    "SanitizedDocument",
    "SecretFound",
    "SecretsRequest",
    "SweepRequest",
    "SweepResult",
    "SweepTableRequest",
    "SweepTableResult",
    "TableVerdict",
    "Totals",
    "Verified",
    "VerifyRequest",
    "VerifyTableRequest",
    "anonymize",
    "explain",
    "extract",
    "inspect",
    "sanitize",
    "sanitize_document",
    "sanitize_file",
    "verify",
    "verify_document",
]


def __getattr__(name: str) -> object:
    """What is asked of tables and measures is imported when it is first used: to sanitize a letter needs none."""
    if name in __all__:
        measure = _MEASURES.get(name.removesuffix("Request").removesuffix("Result"))
        return getattr(import_module(f"sfumato.measure.{measure}" if measure else "sfumato.tables"), name)
    raise AttributeError(f"module 'sfumato.service' has no attribute {name!r}")
