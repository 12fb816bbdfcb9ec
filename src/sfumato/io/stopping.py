"""Long work that can be given up: who starts it says how it is known that nobody waits any longer, and what takes long
asks now and then. Nothing is stopped anywhere else, so that whatever is shared stays whole.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_HERE = threading.local()


class Stopped(Exception):
    """Raised by work that nobody waits for any longer."""


@contextmanager
def stoppable(is_over: Callable[[], bool]) -> Iterator[None]:
    """What this thread does in the block is given up as soon as `is_over()`."""
    before = getattr(_HERE, "is_over", None)
    _HERE.is_over = is_over
    try:
        yield
    finally:
        _HERE.is_over = before


def check_stopped() -> None:
    """Gives up here if nobody waits any longer for what this thread does.

    >>> with stoppable(lambda: False):
    ...     check_stopped()
    """
    is_over = getattr(_HERE, "is_over", None)
    if is_over is not None and is_over():
        raise Stopped
