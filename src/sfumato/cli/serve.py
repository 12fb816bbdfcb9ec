"""`sfumato serve`: the engine over HTTP."""

from __future__ import annotations

from typing import Any

import click

from sfumato.cli import options
from sfumato.cli.knowledge import FILE


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; beyond this machine, a token.")
@click.option("--port", default=8421, show_default=True, type=int, help="The port; 0 for one that is free.")
@click.option("--token-file", type=FILE, help="What callers must send, in a file of yours (or SFUMATO_TOKEN).")
@click.option("--name", "names", multiple=True, help="A name by which callers call this host (Host header).")
@click.option("--workers", default=1, show_default=True, help="Processes, which share what is loaded.")
@click.option("--metrics", is_flag=True, help="Offer /metrics for Prometheus.")
@click.option("--compat", metavar="presidio", help="Speak Presidio's wire format, too.")
@click.option("--open", "open_", is_flag=True, help="Open the page for people in a browser.")
@click.option("--log-level", type=click.Choice(["debug", "info", "warning", "error"]), default="info", help="How much.")
@options.knowledge_options
def serve(log_level: str, open_: bool, **given: Any) -> None:
    """Answer over HTTP: a page for people at /, and for programs /v1/sanitize, verify, inspect, ... (docs/server.md).

    \b
    Example:
      sfumato serve --open
      sfumato serve --host 0.0.0.0 --token-file token --name records.example.org --workers 2
    """
    import webbrowser

    from sfumato import server

    token = server.read_token(given.pop("token_file"))
    asked = {name: given.pop(name) for name in ("host", "port", "names", "workers", "metrics", "compat")}
    config = server.ServerConfig(token=token, **asked)
    server.serve(options.engine_of(given), config, log_level=log_level, opened=webbrowser.open if open_ else None)
