"""The wheel, what it expands to, and how soon the first answer comes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from bench.table import Row, run_python, seconds

FIRST_COUNT = "from sfumato.knowledge import Pack; Pack.open().count('hiv')"
EXPAND = """
import time, os, pathlib
from sfumato.knowledge import Pack
from sfumato.taxonomies import embedded
start = time.perf_counter(); Pack.open(); pack = time.perf_counter() - start
start = time.perf_counter(); embedded(); taxonomy = time.perf_counter() - start
size = sum(f.stat().st_size for f in pathlib.Path(os.environ["SFUMATO_CACHE"]).rglob("*") if f.is_file())
print(pack, taxonomy, size)
"""


def rows(data: Path | None) -> list[Row]:
    return [*_wheel(), *_expansion(), *_start()]


def _wheel() -> list[Row]:
    root = Path(__file__).parent.parent
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, str(root)]
        subprocess.run(command, check=True, capture_output=True)
        wheel = next(Path(folder).glob("*.whl"))
        size = wheel.stat().st_size / 1e6
        with zipfile.ZipFile(wheel) as archive:
            largest = sorted(archive.infolist(), key=lambda entry: -entry.compress_size)[:2]
    inside = ", ".join(f"{Path(entry.filename).name} {entry.compress_size / 1e6:.1f}" for entry in largest)
    return [
        Row(
            "our wheel, pack and taxonomies inside",
            f"{size:.1f} MB ({inside})",
            "at most 100 MB",
            size <= 100,
        )
    ]


def _expansion() -> list[Row]:
    with tempfile.TemporaryDirectory() as cache:
        code = f"import os; os.environ['SFUMATO_CACHE'] = {cache!r}\n{EXPAND}"
        pack, taxonomy, size = map(float, run_python(code).split())
    return [
        Row(
            "expanded once",
            f"pack {pack:.1f} s, taxonomies {taxonomy:.1f} s, {size / 1e6:,.0f} MB on disk",
            "stated",
        )
    ]


def _start() -> list[Row]:
    python = seconds([sys.executable, "-c", "pass"])
    count = seconds([sys.executable, "-c", FIRST_COUNT]) - python
    help_ = seconds([str(Path(sys.executable).parent / "sfumato"), "--help"])
    return [
        Row("open the pack, first count, beyond Python's start", f"{count:.2f} s", "under 0.5 s", count < 0.5),
        Row("sfumato --help", f"{help_:.2f} s", "under 0.3 s", help_ < 0.3),
    ]
