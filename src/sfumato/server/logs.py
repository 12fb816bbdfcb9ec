"""What a server writes to its log: what it did, and never what it did it to.

Messages of libraries are not repeated, since they may quote what they were given; nor are those of exceptions.
"""

from __future__ import annotations

import logging
import sys
import traceback
from typing import TextIO

LEVELS = ("debug", "info", "warning", "error")
"""From the most to the least that is written."""
log = logging.getLogger("sfumato.server")
"""The log of the server itself. Whatever is given to it is written as it is."""


class _Discreet(logging.Formatter):
    """Writes what the server says, of others only that they said something, and of exceptions only where they were."""

    def format(self, record: logging.LogRecord) -> str:
        said = record.getMessage() if record.name == log.name else "(what a library says is not repeated)"
        error = record.exc_info[1] if record.exc_info else None
        where = f" {placed(error)}" if error else ""
        return f"{self.formatTime(record)} {record.levelname} {record.name} {said}{where}"


class _StandardError(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes to standard error as it is now: who reads it may put another in its place, and close the old one."""

    @property
    def stream(self) -> TextIO:
        return sys.stderr

    @stream.setter
    def stream(self, _: TextIO) -> None:
        """Whatever it is given: there is no other."""


def placed(error: BaseException) -> str:
    """Of which kind an exception is, and where it was raised: its own words may quote a text."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    path = " < ".join(f"{frame.filename.rpartition('sfumato/')[2]}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} at {path}" if path else type(error).__name__


def configure(level: str) -> None:
    """Writes all logs of this process to standard error, in the discreet way."""
    handler = _StandardError()
    handler.setFormatter(_Discreet())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel("WARNING")
    log.setLevel(level.upper())
    for name in list(logging.root.manager.loggerDict):
        other = logging.getLogger(name)
        other.handlers.clear()
        other.propagate = True
    logging.captureWarnings(True)
