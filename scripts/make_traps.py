"""Writes the traps into a folder."""

import sys
from pathlib import Path

from trap_sources import TRAPS

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for name, trap in TRAPS.items():
    (folder / f"{name}{trap.suffix}").write_bytes(trap.data)
print(f"{len(TRAPS)} documents in {folder}")
