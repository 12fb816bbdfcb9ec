"""One way in for every front: an engine, what can be asked of it, and what it answers."""

from sfumato.inspect import Conclusions, Inspection, Novelties, People
from sfumato.sanitize import Replacement, Sanitized
from sfumato.sanitize.explanation import Explanation
from sfumato.service.batches import Failure, Record
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
from sfumato.verify.release import Verified

__all__ = [
    "Conclusions",
    "Engine",
    "EngineConfig",
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
    "Verified",
    "VerifyRequest",
]
