"""Ill-meant bodies: 10,000 requests made from the description of the routes, right and wrong, against a real server."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.server import _settle
from bench.table import Row

REQUESTS = 10_000
SLOWEST = 60.0
"""Seconds that a request may take: after these the server says that it takes too long."""
_FEW = 40  # requests to a route that takes no body


def rows(data: Path | None) -> list[Row]:
    try:
        import schemathesis
    except ImportError:
        return [Row("hostile bodies", "skipped: schemathesis is not there (pip install schemathesis)")]
    from sfumato.server.openapi import openapi

    described: Any = schemathesis.openapi.from_dict(openapi())
    found = [each.ok() for each in described.get_all_operations()]
    with_body = [each for each in found if each.body]
    each = -(-REQUESTS // (2 * len(with_body)))
    told = _Told()
    with _serving() as port:
        _settle(port)
        for operation in found:
            for mode in schemathesis.GenerationMode:
                if operation.body or mode is schemathesis.GenerationMode.POSITIVE:
                    _ask(operation, mode, each if operation.body else _FEW, f"http://127.0.0.1:{port}", told)
        _settle(port)  # it still answers
    statuses = ", ".join(f"{number:,} × {status}" for status, number in sorted(told.statuses.items()))
    failed = sum(number for status, number in told.statuses.items() if status in (0, 500, 501, 502))
    asked = sum(told.statuses.values())
    slowest = f"{told.slowest:.1f} s ({told.where})"
    return [
        Row(f"{asked:,} requests: answered with 500, or not", f"{failed} ({statuses})", "none", failed == 0),
        Row("the slowest of them", slowest, f"at most {SLOWEST:.0f} s", told.slowest < SLOWEST),
    ]


@contextmanager
def _serving() -> Iterator[int]:
    """A server on a free port, whose log goes to a file."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        command = [sys.executable, "-m", "sfumato", "serve", "--port", "0"]
        process = subprocess.Popen(command, stderr=log)
        try:
            said = None
            while said is None:
                time.sleep(0.1)
                log.seek(0)
                said = re.search(r"listening on http://\S+:(\d+)", log.read())
                if said is None and process.poll() is not None:
                    raise AssertionError("the server has ended")
            yield int(said[1])
        finally:
            process.terminate()
            process.wait(30)


class _Told:
    """What was answered: how often each status (0: nothing), and which route took longest."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.slowest, self.where = 0.0, ""

    def count(self, status: int, seconds: float, route: str) -> None:
        self.statuses[status] += 1
        if seconds > self.slowest:
            self.slowest, self.where = seconds, route


def _ask(operation: Any, mode: Any, number: int, url: str, told: _Told) -> None:
    """Sends so many requests of one kind; jobs that come of it are cancelled, so that the queue has room."""
    import requests
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis import given as _given

    given: Any = _given

    usual: Any = settings(
        max_examples=number,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )

    def send(case: Any) -> None:
        began = time.monotonic()
        try:
            answer = case.call(base_url=url, timeout=2 * SLOWEST)
            status = answer.status_code
        except (requests.RequestException, OSError):
            answer, status = None, 0
        told.count(status, time.monotonic() - began, operation.label)
        if answer is not None and status == 202:
            job = answer.json()
            path = f"{url}/v1/jobs/{job['id']}"
            requests.delete(path, headers={"x-job-token": job["token"]}, timeout=SLOWEST)

    strategy: Any = operation.as_strategy(generation_mode=mode)
    sending: Any = usual(given(strategy)(send))
    sending()
