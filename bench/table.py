"""A figure beside its bar."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was measured, what came out, what was asked for; `ok` is None where there is no bar to meet."""

    what: str
    measured: str
    bar: str = ""
    ok: bool | None = None


def run_python(code: str, *arguments: str) -> str:
    """What a new Python process prints for this code."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def seconds(command: list[str], repeats: int = 7) -> float:
    """The best time of a command over some runs: the machine's noise only ever adds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        times.append(time.perf_counter() - start)
    return min(times)
