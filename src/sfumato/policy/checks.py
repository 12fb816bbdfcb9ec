"""What `sfumato.io.settings` has, under the name by which policies and their commands know it."""

from __future__ import annotations

from sfumato.io.settings import Table, kind, near, not_a_choice, not_a_number, quoted

__all__ = ["Table", "kind", "near", "not_a_choice", "not_a_number", "quoted"]
