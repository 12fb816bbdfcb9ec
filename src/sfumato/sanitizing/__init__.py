"""Sanitizing text: what discloses a secret is replaced by something true but less precise, with a certificate.

`sanitizer` tells the story: a plan is begun, the model of the profile completes it (`judging`), `rewrite` makes the
draft. `predetect`, `hidden` and `identify` are stages, `plan` and `edits` what they work on, `result` what comes out.
"""

from sfumato.sanitizing.judging import judging
from sfumato.sanitizing.plan import Model, Plan, Scope, Secrets, Taking, Tools
from sfumato.sanitizing.result import Replacement, Sanitized
from sfumato.sanitizing.sanitizer import MOST, Sanitizer

__all__ = [
    "MOST",
    "Model",
    "Plan",
    "Replacement",
    "Sanitized",
    "Sanitizer",
    "Scope",
    "Secrets",
    "Taking",
    "Tools",
    "judging",
]
