"""One way in for every front: an engine, what can be asked of it, and what it answers."""

from sfumato.inspecting import Conclusions, Inspection, Novelties, People
from sfumato.measure.attack import AttackRequest, AttackResult
from sfumato.measure.evaluate import EvaluateRequest, EvaluateResult
from sfumato.measure.sweep import SweepRequest, SweepResult
from sfumato.sanitizing import Replacement, Sanitized
from sfumato.sanitizing.explanation import Explanation
from sfumato.service.batches import Failure, Record, Totals
from sfumato.service.config import EngineConfig
from sfumato.service.engine import Engine, Inspected
from sfumato.service.requests import (
    ExplainRequest,
    InspectRequest,
    RulesRequest,
    SanitizeRequest,
    SecretsRequest,
    VerifyRequest,
)
from sfumato.service.results import SecretFound
from sfumato.service.verbs import anonymize, explain, inspect, sanitize, verify
from sfumato.tables import (
    AnonymizeRequest,
    AnonymizeResult,
    SweepTableRequest,
    SweepTableResult,
    TableVerdict,
    VerifyTableRequest,
)
from sfumato.verifying.release import Verified

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
    "People",
    "Record",
    "Replacement",
    "RulesRequest",
    "SanitizeRequest",
    "Sanitized",
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
    "inspect",
    "sanitize",
    "verify",
]
