"""Counts of what was asked, in memory that all processes of a server share. No label is taken from a request."""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Sequence

import numpy as np

STATUSES = (200, 202, 204, 303, 304, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 499, 500, 501, 502, 503)
"""Statuses that are counted by themselves; others are 0."""
BUCKETS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Seconds up to which answers are counted."""
GAUGES = ("waiting", "running", "jobs")
"""What is told as it is now."""


class Metrics:
    """Numbers of answers by route, status and time. Made before processes are, each of which writes its own row."""

    def __init__(self, routes: Sequence[str], workers: int = 1) -> None:
        self.routes = (*routes, "other")
        width = len(self.routes) * (len(STATUSES) + 1 + len(BUCKETS) + 2) + len(GAUGES)
        self._memory = mmap.mmap(-1, max(1, workers * width) * 8)
        self._all = np.frombuffer(self._memory, np.float64).reshape(workers, width)
        self._own = self._all[0]

    def of_worker(self, number: int) -> None:
        """From now on this process is the worker of that number."""
        self._own = self._all[number]

    def count(self, route: str, status: int, seconds: float) -> None:
        """Counts one answer."""
        at = self.routes.index(route) if route in self.routes else len(self.routes) - 1
        counts, times = self._parts(self._own)
        counts[at, STATUSES.index(status) if status in STATUSES else len(STATUSES)] += 1
        times[at, next((number for number, most in enumerate(BUCKETS) if seconds <= most), len(BUCKETS))] += 1
        times[at, -1] += seconds

    def now(self, **gauges: int) -> None:
        """Says how much there is of something now."""
        for name, value in gauges.items():
            self._own[-len(GAUGES) + GAUGES.index(name)] = value

    def _parts(self, row: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        number, kinds = len(self.routes), len(STATUSES) + 1
        counts = row[: number * kinds].reshape(number, kinds)
        return counts, row[number * kinds : -len(GAUGES)].reshape(number, len(BUCKETS) + 2)

    def text(self) -> str:
        """All of it as Prometheus reads it, summed over processes."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        total = self._all.sum(axis=0)
        counts, times = self._parts(total)
        yield "# TYPE sfumato_requests_total counter"
        for at, route in enumerate(self.routes):
            for number, status in enumerate((*STATUSES, 0)):
                if counts[at, number]:
                    yield f'sfumato_requests_total{{route="{route}",status="{status}"}} {counts[at, number]:.0f}'
        yield "# TYPE sfumato_request_seconds histogram"
        for at, route in enumerate(self.routes):
            if not counts[at].any():
                continue
            so_far = times[at, :-1].cumsum()
            for most, number in zip((*BUCKETS, "+Inf"), so_far, strict=True):
                yield f'sfumato_request_seconds_bucket{{route="{route}",le="{most}"}} {number:.0f}'
            yield f'sfumato_request_seconds_sum{{route="{route}"}} {times[at, -1]:.6f}'
            yield f'sfumato_request_seconds_count{{route="{route}"}} {so_far[-1]:.0f}'
        for number, name in enumerate(GAUGES):
            yield f"# TYPE sfumato_{name} gauge"
            yield f"sfumato_{name} {total[-len(GAUGES) + number]:.0f}"
