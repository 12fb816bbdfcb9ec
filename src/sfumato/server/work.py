"""Threads that work, and a queue before them that is never long: who comes when it is full is asked to come again."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from sfumato.server.errors import Refused

Stop = threading.Event
"""Set when nobody waits any longer for what is worked on."""
Work = Callable[[Stop], Any]
_LONGEST = 60  # seconds that a caller is asked to wait at most
_OLD = 0.9  # of the mean time of work that counts further


class Workers:
    """Some threads that do what they are given, in order. They are daemons: a process that is told to end does end."""

    def __init__(self, threads: int, waiting: int, name: str) -> None:
        self._queue: deque[tuple[Work, Stop, Future[Any]]] = deque()
        self._news = threading.Condition()
        self._threads, self._most = threads, waiting
        self._mean = 1.0  # seconds
        self.running = 0
        for number in range(threads):
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True).start()

    @property
    def waiting(self) -> int:
        """How many wait for a thread."""
        return len(self._queue)

    def submit(self, work: Work, stop: Stop) -> Future[Any]:
        """What will be the result; refused with 503 where too many wait."""
        future: Future[Any] = Future()
        with self._news:
            if len(self._queue) >= self._most:  # those who have left make room
                self._queue = deque(each for each in self._queue if not each[1].is_set())
            if len(self._queue) >= self._most:
                raise Refused(503, "busy", "too many requests wait: try again later", again=self.wait)
            self._queue.append((work, stop, future))
            self._news.notify()
        return future

    @property
    def wait(self) -> int:
        """Seconds after which a caller may well find room."""
        return max(1, min(_LONGEST, math.ceil(self._mean * (self.waiting + 1) / self._threads)))

    async def do(self, work: Work, seconds: float, gone: Callable[[], Any] | None = None) -> Any:
        """The result of work; given up after so many seconds, or when `gone()` ends since the client has left."""
        stop = Stop()
        future = self.submit(work, stop)
        result = asyncio.wrap_future(future)
        leaving = asyncio.ensure_future(gone()) if gone else None
        try:
            await asyncio.wait(
                [result, *([leaving] if leaving else [])], timeout=seconds, return_when="FIRST_COMPLETED"
            )
            if result.done():
                return result.result()
            if leaving and leaving.done():
                raise Refused(499, "gone", "the client has left")
            raise Refused(503, "too-long", "this takes too long for one request: make it a job", again=self.wait)
        finally:
            stop.set()
            result.cancel()
            if leaving:
                leaving.cancel()

    def _run(self) -> None:
        while True:
            with self._news:
                while not self._queue:
                    self._news.wait()
                work, stop, future = self._queue.popleft()
            if stop.is_set() or not future.set_running_or_notify_cancel():
                future.cancel()
                continue
            self.running += 1
            began = time.monotonic()
            try:
                future.set_result(work(stop))
            except BaseException as error:
                future.set_exception(error)
            finally:
                self.running -= 1
                self._mean = _OLD * self._mean + (1 - _OLD) * (time.monotonic() - began)
            del work, stop, future  # keep no text while waiting for the next
