"""Spark's daemon of Python workers with an engine in it: it is opened once a host, and all workers share it.

    spark.python.daemon.module = sfumato.spark.daemon

Spark forks its workers from a daemon. Where that has opened what ships with sfumato, a worker begins at once, and
what an engine holds in memory counts once for all of them.
"""

from __future__ import annotations

from contextlib import suppress

from sfumato.errors import SfumatoError
from sfumato.service import EngineConfig, SanitizeRequest
from sfumato.spark import library
from sfumato.spark.work import engine_of


def warm() -> None:
    """Opens all that a first text needs; if it cannot be opened, each worker says so in its place."""
    with suppress(SfumatoError):
        engine_of(EngineConfig()).sanitize(SanitizeRequest(text="The weather is fine today.", hide=("influenza",)))


if __name__ == "__main__":
    warm()
    library.manager()
