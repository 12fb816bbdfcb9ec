"""The one place that imports pyarrow, which is an optional extra."""

from __future__ import annotations

from sfumato.errors import MissingExtra

try:
    import pyarrow as pa
    import pyarrow.compute as pc
except ImportError:
    raise MissingExtra("a table", "tables") from None

__all__ = ["pa", "pc"]
