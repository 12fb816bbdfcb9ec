"""Work for several processes or threads.

Results come in the order of the work, never much of it is taken ahead, and no process is left behind.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sfumato.errors import SfumatoError

Item = TypeVar("Item")
Result = TypeVar("Result")
State = TypeVar("State")

_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux
_STOPS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} if sys.platform != "win32" else set()
_PULSE = 0.5  # seconds after which it is looked whether a process that says nothing is alive
_DIED = "a working process has died, perhaps for want of memory: try fewer processes"
_WORTH = 20_000  # bytes of text: fewer are read before another process has begun


def cores(size: int = _WORTH) -> int:
    """How many processes are worth starting: one for each core, but only one for texts of few bytes."""
    if size < _WORTH:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def mapped(
    work: Callable[[State, Item], Result],
    items: Iterable[Item],
    *,
    make: Callable[[], State],
    processes: int,
    ahead: int | None = None,
) -> Iterator[Result]:
    """What `work(state, item)` gives for each item, in order; `make()` gives each process its state, once.

    At most `ahead` items (two for each process unless given) are taken beyond the one whose result is asked for. All
    processes are gone when the last result is taken, when the iterator is closed or fails, and when this process dies.
    What `make` or `work` raises is raised here, in the place of a result.

    On Linux the processes share what is loaded here (fork). Elsewhere each begins anew and is sent `work` and `make`;
    if that is not possible, or with one process, all is done in this one, item by item as they are asked for.
    """
    if processes < 1:
        raise ValueError("processes must be at least 1")
    if processes == 1 or (sys.platform != "linux" and not _can_be_sent((work, make))):
        return _here(work, items, make)
    ahead = 2 * processes if ahead is None else ahead
    context = get_context("fork" if sys.platform == "linux" else "spawn")
    start = partial(_started, context, work, make)
    return _elsewhere(start, items, min(processes, ahead + 1), ahead)


def threaded(work: Callable[[Item], Result], items: Iterable[Item], *, threads: int) -> Iterator[Result]:
    """What `work(item)` gives for each item, in order; at most as many are taken ahead as there are threads."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield from _in_turn(pool, work, items, threads)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _here(work: Callable[[State, Item], Result], items: Iterable[Item], make: Callable[[], State]) -> Iterator[Result]:
    state = make()
    for item in items:
        yield work(state, item)


def _can_be_sent(value: object) -> bool:
    try:
        pickle.dumps(value)
    except Exception:  # whatever an object of anyone's raises that cannot be
        return False
    return True


# --- this process -----------------------------------------------------------------------------------------


class _Worker(NamedTuple):
    """A process, and what to speak to it through."""

    process: Any
    connection: Connection


def _elsewhere(
    start: Callable[[Iterable[_Worker]], _Worker], items: Iterable[Item], processes: int, ahead: int
) -> Iterator[Any]:
    source = iter(items)
    first = list(islice(source, processes))  # no more processes than there is work for
    if not first:
        return
    workers: list[_Worker] = []
    idle: SimpleQueue[_Worker] = SimpleQueue()

    def start_all() -> None:
        for _ in first:
            workers.append(start(workers))
            idle.put(workers[-1])

    def ask(item: Item) -> Any:
        worker = idle.get()
        try:
            return _asked(worker, item)
        finally:
            idle.put(worker)

    # A thread for each process waits for its results, so that it has work while this thread is busy with what it got.
    # One of them starts the processes: on Linux they end with the thread that did, and this one may be anybody's.
    pool = ThreadPoolExecutor(len(first))
    starting = pool.submit(start_all)
    try:
        starting.result()
        yield from _in_turn(pool, ask, chain(first, source), ahead)
    finally:
        wait([starting])
        for worker in workers:
            worker.process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)
        for worker in workers:
            worker.process.join()
            worker.process.close()
            worker.connection.close()


def _in_turn(pool: Executor, work: Callable[[Item], Result], items: Iterable[Item], ahead: int) -> Iterator[Result]:
    """What the work gives for each item, in order, at most so many of them ahead."""
    waiting: deque[Future[Result]] = deque()
    for item in items:
        waiting.append(pool.submit(work, item))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _started(
    context: Any, work: Callable[[Any, Any], Any], make: Callable[[], Any], others: Iterable[_Worker]
) -> _Worker:
    ours, its = context.Pipe()
    not_its = [ours, *(worker.connection for worker in others)] if context.get_start_method() == "fork" else []
    process = context.Process(target=_serve, args=(its, not_its, os.getpid(), work, make), daemon=True)
    with _held():
        process.start()
    its.close()
    return _Worker(process, ours)


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


def _asked(worker: _Worker, item: Any) -> Any:
    """What a worker gives for an item."""
    asked = _packed(item)
    try:
        worker.connection.send_bytes(asked)
        while not worker.connection.poll(_PULSE):
            if not worker.process.is_alive() and not worker.connection.poll():
                raise EOFError
        answer = worker.connection.recv_bytes()
    except (EOFError, OSError):
        raise SfumatoError(_DIED) from None
    result, error, trace = pickle.loads(answer)
    if error is not None:
        error.add_note(f"In a working process:\n{trace}")
        raise error
    return result


def _packed(value: object) -> bytes:
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


# --- the others -------------------------------------------------------------------------------------------


def _serve(
    connection: Connection,
    not_its: Iterable[Connection],
    parent: int,
    work: Callable[[State, Any], Any],
    make: Callable[[], State],
) -> None:
    """What a working process does: it makes its state, and then answers each item with a result or an error."""
    _be_a_worker(parent)
    for other in not_its:
        other.close()
    state = cache(make)
    while True:
        try:
            asked = connection.recv_bytes()
        except (EOFError, OSError):  # nobody asks any more
            return
        try:
            answer = _packed((work(state(), pickle.loads(asked)), None, ""))
        except Exception as error:
            answer = _packed((None, _sendable(error), "".join(traceback.format_tb(error.__traceback__))))
        connection.send_bytes(answer)


def _sendable(error: Exception) -> Exception:
    """The error, or one that tells its kind if it cannot be sent; its message may quote a document."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__} in a working process")
    return error


def _be_a_worker(parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # and a worker that is to end must end
    if _STOPS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)  # held back while the parent started this process
    end_with(parent)


def end_with(parent: int) -> None:
    """Lets this process end when its parent does, also when the parent cannot say so."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != parent:  # it died before we asked to be told
        sys.exit()
