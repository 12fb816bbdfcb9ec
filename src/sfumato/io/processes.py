"""Work for several processes: results in the order of the work, never much of it ahead, and no process left behind."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

from sfumato.errors import SfumatoError

Item = TypeVar("Item")

_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux
_STOPS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} if sys.platform != "win32" else set()


def cores() -> int:
    """How many cores there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def worker_pool(processes: int, start: Callable[..., None] | None = None, *arguments: Any) -> ProcessPoolExecutor:
    """So many processes, each of which calls `start(*arguments)` first.

    On Linux they share what is loaded here (fork); elsewhere a fork is not safe and each begins anew.
    """
    context = get_context("fork" if sys.platform == "linux" else None)
    return ProcessPoolExecutor(processes, context, initializer=_start, initargs=(start, arguments))


def _start(start: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # and a worker that is to end must end
    if _STOPS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)  # held back while the parent started this process
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGTERM)  # also when the parent cannot say so
    if start:
        start(*arguments)


@contextmanager
def _held() -> Iterator[None]:
    """Holds back what would stop this process: in the midst of a fork it is lost, or leaves a child unknown."""
    if not _STOPS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(
    pool: Executor, call: Callable[[Item], tuple[Any, ...]], items: Iterable[Item], ahead: int
) -> Iterator[tuple[Item, Any]]:
    """Each item with what its call (a function and its arguments) gives, in order, at most so many of them ahead."""
    waiting: deque[tuple[Item, Future[Any]]] = deque()
    try:
        for item in items:
            function, *arguments = call(item)
            with _held():
                future = pool.submit(function, *arguments)
            waiting.append((item, future))
            if len(waiting) > ahead:
                done, result = waiting.popleft()
                yield done, result.result()
        while waiting:
            done, result = waiting.popleft()
            yield done, result.result()
    except BrokenProcessPool:
        raise SfumatoError("a working process has died, perhaps for want of memory: try fewer processes") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
