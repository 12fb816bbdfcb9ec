"""A corpus of traps: documents with one word each, hidden in one place of a file.

    python scripts/make_traps.py FOLDER

`TRAPS` has them by name; the tests take each through reading, writing and both readers of the proof.
"""

from __future__ import annotations

from trap_sources import mails, office, pages, pdfs, sheets, texts
from trap_sources.making import CANARY, Trap

TRAPS: dict[str, Trap] = {**office.TRAPS, **sheets.TRAPS, **texts.TRAPS, **pages.TRAPS, **mails.TRAPS, **pdfs.TRAPS}
"""All traps by name."""
__all__ = ["CANARY", "TRAPS", "Trap"]
