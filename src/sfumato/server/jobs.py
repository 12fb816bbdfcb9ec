"""Long work: it is handed in, tells how far it is, can be cancelled, and its result is fetched once.

A job is known by its id and its own token, which only who handed it in was told. All of it lies in memory.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from sfumato.io.stopping import Stopped
from sfumato.server.config import Limits
from sfumato.server.errors import Refused, refusal_of
from sfumato.server.work import Stop, Workers
from sfumato.types import Event, Progress, Tell

_BEAT = 15.0  # seconds after which a stream of events says that it is alive
_ENDED = ("done", "failed", "cancelled")
Working = Callable[[Stop, Tell], bytes]
"""Work that tells how far it is."""


@dataclass(eq=False)
class Job:
    """Work under way, or its result."""

    id: str
    token: str = field(repr=False)
    state: str = "waiting"
    progress: Progress | None = None
    result: bytes | None = field(default=None, repr=False)
    error: Refused | None = None
    stop: Stop = field(default_factory=Stop, repr=False)
    changed: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    since: float = field(default_factory=time.monotonic)
    key: str = field(default="", repr=False)

    def to_dict(self) -> dict[str, Any]:
        """What may be told of it: never what it works on."""
        told: dict[str, Any] = {"id": self.id, "state": self.state}
        if self.progress:
            step = self.progress
            told["progress"] = {"step": step.step, "done": step.done, "total": step.total, "unit": step.unit}
        return told | (self.error.to_dict() if self.error else {})

    def tell(self) -> None:
        """Wakes everybody who waits for news."""
        self.changed.set()
        self.changed = asyncio.Event()


class Jobs:
    """The jobs of a process."""

    def __init__(self, workers: Workers, limits: Limits, prefix: str = "") -> None:
        """`prefix` begins every id: it says in which process a job is."""
        self._workers, self._limits, self._prefix = workers, limits, prefix
        self._jobs: dict[str, Job] = {}
        self._keys: dict[str, Job] = {}
        self.closing = asyncio.Event()

    def __len__(self) -> int:
        return len(self._jobs)

    def add(self, work: Working, body: bytes, key: str = "") -> Job:
        """A new job; the same one again if `key` (with the same body) was given before."""
        self._forget()
        called = hashlib.sha256(f"{len(key)}:{key}".encode() + body).hexdigest() if key else ""
        if called and called in self._keys:
            return self._keys[called]
        if len(self._jobs) >= self._limits.jobs:
            raise Refused(
                429, "too-many-jobs", "too many jobs wait, run or keep their results", again=self._workers.wait
            )
        job = Job(self._prefix + secrets.token_urlsafe(18), secrets.token_urlsafe(32), key=called)
        loop = asyncio.get_running_loop()

        def tell(event: Event) -> None:
            if isinstance(event, Progress):
                _soon(loop, self._moved, job, event)

        def run(stop: Stop) -> None:
            _soon(loop, self._moved, job, None)
            try:
                made = work(stop, tell)
            except Stopped:
                _soon(loop, self._ended, job, "cancelled", None, None)
            except Exception as error:
                _soon(loop, self._ended, job, "failed", None, refusal_of(error))
            else:
                _soon(loop, self._ended, job, "done", made, None)

        self._workers.submit(run, job.stop)
        self._jobs[job.id] = job
        if called:
            self._keys[called] = job
        return job

    def find(self, id: str, token: str) -> Job:
        """A job by its id and its token; who has the wrong one is not told whether there is such a job."""
        self._forget()
        job = self._jobs.get(id)
        given, wanted = _digest(token), _digest(job.token if job else "")
        if not hmac.compare_digest(given, wanted) or job is None:
            raise Refused(404, "no-job", "there is no such job, or its token is another", "x-job-token")
        return job

    def cancel(self, job: Job) -> None:
        """Stops a job, and forgets it."""
        job.stop.set()
        self._ended(job, "cancelled", None, None)
        self._drop(job)

    def fetch(self, job: Job) -> bytes:
        """The result, once: then the job is forgotten."""
        if job.state == "failed" and job.error:
            self._drop(job)
            raise job.error
        if job.result is None:
            raise Refused(409, "not-done", "the job is not done", again=1)
        self._drop(job)
        return job.result

    async def events(self, job: Job) -> AsyncIterator[bytes]:
        """What happens to a job, as server-sent events, until it has ended."""
        while True:
            changed = job.changed
            yield f"event: {job.state}\ndata: ".encode() + msgspec.json.encode(job.to_dict()) + b"\n\n"
            if job.state in _ENDED or self.closing.is_set():
                return
            while not changed.is_set() and not self.closing.is_set():
                waits = [asyncio.ensure_future(event.wait()) for event in (changed, self.closing)]
                done, _ = await asyncio.wait(waits, timeout=_BEAT, return_when="FIRST_COMPLETED")
                for each in waits:
                    each.cancel()
                if not done:
                    yield b": alive\n\n"

    @property
    def running(self) -> int:
        """How many are worked on right now."""
        return self._workers.running

    def close(self) -> None:
        """Stops all of them."""
        self.closing.set()
        for job in list(self._jobs.values()):
            job.stop.set()

    def _moved(self, job: Job, progress: Progress | None) -> None:
        if job.state not in _ENDED:
            job.state, job.progress = "running", progress or job.progress
            job.tell()

    def _ended(self, job: Job, state: str, result: bytes | None, error: Refused | None) -> None:
        if job.state not in _ENDED:
            job.state, job.result, job.error, job.since = state, result, error, time.monotonic()
            job.tell()

    def _drop(self, job: Job) -> None:
        self._jobs.pop(job.id, None)
        self._keys.pop(job.key, None)

    def _forget(self) -> None:
        """Drops what has ended long ago, and what was cancelled."""
        old = time.monotonic() - self._limits.kept_seconds
        for job in list(self._jobs.values()):
            if job.state in _ENDED and job.since < old:
                self._drop(job)


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *given: Any) -> None:
    """Calls something in the loop; not at all where the loop has ended."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(call, *given)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
