"""Taxonomies: those that ship with sfumato, chains of several in order of preference, and kinds of named things."""

from __future__ import annotations

from sfumato.taxonomies.chain import Chain
from sfumato.taxonomies.embedded import ORDER, embedded
from sfumato.taxonomies.kinds import Kind, Kinds, embedded_kinds

__all__ = ["ORDER", "Chain", "Kind", "Kinds", "embedded", "embedded_kinds"]
