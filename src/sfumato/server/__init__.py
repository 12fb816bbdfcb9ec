"""`sfumato serve`: the engine over HTTP, for programs on this machine or, with a token, beyond it.

`app` has the routes, `gate` what every request goes through, `verbs` what the engine is asked, `jobs` what takes long,
`run` the processes. Nothing of a request is written anywhere: neither to a log nor to a disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sfumato.errors import MissingExtra
from sfumato.server.config import Limits, ServerConfig, read_token

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from sfumato.service import Engine

__all__ = ["Limits", "ServerConfig", "application", "read_token", "serve"]


def application(engine: Engine, config: ServerConfig | None = None) -> ASGIApp:
    """The ASGI application over an engine, for a server of one's own: one process, all checks of `sfumato serve`."""
    try:
        from sfumato.server.app import Server
    except ImportError:
        raise MissingExtra("a server", "server") from None
    return Server(engine, config or ServerConfig()).app


def serve(engine: Engine, config: ServerConfig, *, log_level: str = "info") -> None:
    """Answers requests until the process is told to end. What is open then is answered first."""
    try:
        from sfumato.server.run import run
    except ImportError:
        raise MissingExtra("a server", "server") from None
    run(engine, config, log_level)
