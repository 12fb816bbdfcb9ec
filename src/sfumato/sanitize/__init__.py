"""Sanitizing text: what discloses a secret is replaced by something true but less precise, with a certificate."""

from sfumato.sanitize.result import Replacement, Sanitized
from sfumato.sanitize.sanitizer import MOST, Sanitizer

__all__ = ["MOST", "Replacement", "Sanitized", "Sanitizer"]
