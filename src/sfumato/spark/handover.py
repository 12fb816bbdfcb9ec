"""How secrets get to the workers of a cluster: by a file or by their environment, and never in a plan.

What stands in a plan goes to event logs, to pages and into errors, and over Spark Connect to a server that logs it. So
a plan has the path of a file, or the name of a variable, and the worker reads it.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.atomic import written_whole
from sfumato.io.sources import read_secrets, secrets_in
from sfumato.service import EngineConfig, InspectRequest, SanitizeRequest, SecretsRequest, VerifyRequest
from sfumato.service.arrow import Columns

FOLDER = "SFUMATO_HANDOVER"
"""The variable that names a folder that all hosts of the cluster see; that of temporary files unless it is set."""
VARIABLE = "env:"
"""Before the name of a variable of the workers' environment."""
_REQUESTS: dict[str, type[SecretsRequest]] = {
    "sanitize": SanitizeRequest,
    "verify": VerifyRequest,
    "inspect": InspectRequest,
}
_SECRET = ("hide", "aliases", "topics", "key", "rivals", "rules", "certificate")


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is told: what to do, and where it finds what must not be told here."""

    verb: str
    columns: Columns
    config: EngineConfig
    request: str
    """As JSON, where nothing in it is secret; else nothing."""
    file: str
    """Where the request lies otherwise."""
    secrets: str
    """Where further secrets are: a file with one a line, or a variable of the environment ("env:SFUMATO_SECRETS")."""


def order_of(verb: str, request: SecretsRequest, columns: Columns, config: EngineConfig, secrets: str) -> Order:
    """What the workers are told of a request. Its secrets are handed over in a file, which goes with this process."""
    said = json.dumps(request.to_dict())
    is_secret = any(getattr(request, name, None) for name in _SECRET)
    file = str(_handed_over(said)) if is_secret else ""
    return Order(verb, columns, config, "" if is_secret else said, file, secrets)


def request_of(order: Order) -> Any:
    """The request of an order, as a worker finds it, with the secrets that lie elsewhere."""
    said = order.request
    if order.file:
        try:
            said = Path(order.file).read_text(encoding="utf-8")
        except OSError:
            here = f"set {FOLDER} to a folder that all hosts see, or say where the secrets are"
            raise InputError(f"a worker cannot read the file of the request: {here}", code="no-handover") from None
    request = _REQUESTS[order.verb].from_dict(json.loads(said))
    return replace(request, hide=(*request.hide, *_further(order.secrets))) if order.secrets else request


def _further(where: str) -> list[str]:
    if not where.startswith(VARIABLE):
        return read_secrets(Path(where))
    value = os.environ.get(where.removeprefix(VARIABLE), "")
    return secrets_in(value.splitlines(), f"the variable {where.removeprefix(VARIABLE)} of a worker")


def _handed_over(said: str) -> Path:
    """A file for its owner alone, which is removed when this process ends."""
    path = _folder(os.environ.get(FOLDER) or tempfile.gettempdir()) / f"{len(_WRITTEN)}.json"
    _WRITTEN.append(path)
    with written_whole(path, private=True) as part:
        part.write_text(said, encoding="utf-8")
    return path


_WRITTEN: list[Path] = []


@cache
def _folder(where: str) -> Path:
    try:
        folder = Path(tempfile.mkdtemp(prefix="sfumato-", dir=where))
    except OSError:
        raise InputError(f"{where}: cannot be written; set {FOLDER} to a folder that can") from None
    _at_the_end(lambda: shutil.rmtree(folder, ignore_errors=True))
    return folder


def _at_the_end(remove: Callable[[], None]) -> None:
    own = os.getpid()
    atexit.register(lambda: remove() if os.getpid() == own else None)  # not when a fork of this process ends
