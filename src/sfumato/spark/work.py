"""What a worker of the cluster does: it builds its engine once, and answers batch by batch.

All workers of a host map the same cache. What goes wrong is told by its kind: an error of a worker ends in logs and at
the driver, and what it says may name a secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from sfumato.errors import SfumatoError
from sfumato.service import Engine, EngineConfig
from sfumato.service.arrow import inspect_batches, sanitize_batches, verify_batches
from sfumato.spark.handover import Order, request_of

_TOLD = ("no-handover", "bad-pack", "missing-extra", "bad-column", "no-plugin", "bad-plugin")
"""Kinds of errors whose messages name neither a secret nor a text."""


class WorkerError(RuntimeError):
    """Something that stops the whole job, on a worker. It quotes nothing."""


@dataclass(frozen=True, slots=True)
class Work:
    """The function of batches that an order means; it pickles as the order."""

    order: Order

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        try:
            engine, request = engine_of(self.order.config), _request(self.order)
            answered: Any = _VERBS[self.order.verb](engine, request, batches, self.order.columns)
            yield from answered
        except SfumatoError as error:
            said = f": {error}" if error.code in _TOLD else ", which is not repeated since it may name a secret"
            raise WorkerError(f"sfumato: {error.code}{said}") from None
        except Exception as error:
            raise WorkerError(f"sfumato: unforeseen {type(error).__name__}") from None


_VERBS: dict[str, Any] = {"sanitize": sanitize_batches, "verify": verify_batches, "inspect": inspect_batches}


@cache
def engine_of(config: EngineConfig) -> Engine:
    """The engine of this process."""
    return Engine(config)


@lru_cache(4)
def _request(order: Order) -> Any:
    """The request, once for all partitions; one that can only fail, such as a misspelt secret, fails here."""
    request = request_of(order)
    try:
        engine_of(order.config).secrets(request)
    except SfumatoError as error:
        if error.code != "several-senses":  # then each text decides
            raise
    return request
