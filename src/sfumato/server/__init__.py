"""`sfumato serve`: the engine over HTTP, for programs on this machine or, with a token, beyond it.

`app` has the routes, `gate` what every request goes through, `verbs` what the engine is asked, `jobs` what takes long,
`run` the processes. Nothing of a request is written anywhere: neither to a log nor to a disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sfumato.errors import MissingExtra
from sfumato.server.config import Limits, ServerConfig, read_token

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp

    from sfumato.reviewing import Review
    from sfumato.service import Engine

__all__ = ["Limits", "ServerConfig", "application", "read_token", "serve", "show_review"]


def application(engine: Engine, config: ServerConfig | None = None) -> ASGIApp:
    """The ASGI application over an engine, for a server of one's own: one process, all checks of `sfumato serve`."""
    try:
        from sfumato.server.app import Server
    except ImportError:
        raise MissingExtra("a server", "server") from None
    return Server(engine, config or ServerConfig()).app


def serve(
    engine: Engine, config: ServerConfig, *, log_level: str = "info", opened: Callable[[str], object] | None = None
) -> None:
    """Answers requests until the process is told to end. What is open then is answered first.

    `opened` hears the address of the page for people as soon as it can be reached.
    """
    try:
        from sfumato.server.run import run
    except ImportError:
        raise MissingExtra("a server", "server") from None
    run(engine, config, log_level, opened)


def show_review(
    engine: Engine, review: Review, opened: Callable[[str], None], *, port: int = 0, log_level: str = "warning"
) -> None:
    """Shows a review on this machine until the process is told to end; `opened` hears the address, which works once."""
    try:
        from sfumato.server.run import run_review
    except ImportError:
        raise MissingExtra("a server", "server") from None
    run_review(engine, review, opened, port, log_level)
