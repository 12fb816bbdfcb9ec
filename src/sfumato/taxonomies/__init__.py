"""Taxonomies: those that ship with sfumato, and chains of several in order of preference."""

from __future__ import annotations

from sfumato.taxonomies.chain import Chain
from sfumato.taxonomies.embedded import ORDER, embedded

__all__ = ["ORDER", "Chain", "embedded"]
