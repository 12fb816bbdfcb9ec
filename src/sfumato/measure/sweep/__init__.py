"""What a setting costs and what it buys: risk against information kept, over alpha, groups, methods and policies."""

from sfumato.measure.sweep.requests import SweepDocument, SweepPoint, SweepRequest, SweepResult, read_documents
from sfumato.measure.sweep.run import policies_of, sweep
from sfumato.measure.sweep.text import Setting, proposed, settings, sweep_text

__all__ = [
    "Setting",
    "SweepDocument",
    "SweepPoint",
    "SweepRequest",
    "SweepResult",
    "policies_of",
    "proposed",
    "read_documents",
    "settings",
    "sweep",
    "sweep_text",
]
