"""`sfumato review`: a page on which a person decides what stands in texts, and sees what each decision costs."""

from __future__ import annotations

import getpass
import webbrowser
from pathlib import Path
from typing import Any

import click

from sfumato.cli import options
from sfumato.cli.console import line, note
from sfumato.cli.knowledge import FILE


@click.command()
@options.FILES
@options.secrets_options
@options.settings()
@options.rivals_option
@options.knowledge_options
@options.document_options
@click.option("--log", "log_file", type=FILE, help="Where decisions are kept (default: beside IN, with .review.jsonl).")
@click.option(
    "--reviewer", metavar="NAME", help="Who decides (default: your user name); a second one sees the first's."
)
@click.option("--inverse", is_flag=True, help="Everything goes but what is marked to stay.")
@click.option("--port", default=0, type=int, help="The port (default: one that is free).")
@click.option("--no-browser", is_flag=True, help="Print the address, and open nothing.")
@click.option(
    "--log-level", type=click.Choice(["debug", "info", "warning", "error"]), default="warning", help="How much."
)
def review(inputs: tuple[Path, ...], log_file: Path | None, reviewer: str | None, **given: Any) -> None:
    """Open a page with texts, what is written in them instead, and what that tells: accept, change or refuse each.

    IN is a text or a document, several, a folder, JSON lines, or a working file of sanitize. The address works once, in
    one browser, on this machine. Every decision is on the disk before the page shows it: begin again, and go on where
    you were. A document is handed out as one, if its proof holds.

    \b
    Example:
      sfumato review letter.docx --hide HIV
      sfumato review letters/ --policy us-medical --reviewer Anna
      sfumato review working.jsonl
    """
    from sfumato import reviewing, server
    from sfumato.reviewing.sources import claimed_by, log_beside
    from sfumato.service import SanitizeRequest

    engine = options.engine_of(given)
    items = reviewing.items_of(inputs, options.reading_of(given))
    asked = options.secrets_of(given)
    if not asked["hide"] and not asked["policy"]:
        asked["hide"] = claimed_by(items)
    request = SanitizeRequest(text="", **asked)
    found = reviewing.documents_of(items)
    path = log_file or log_beside(inputs)
    made = reviewing.begun(
        engine,
        request,
        found,
        reviewer=reviewer or getpass.getuser(),
        inverse=given["inverse"],
    )
    made.log = reviewing.Log(path)  # what cannot be reviewed leaves none behind
    note(f"Decisions are kept in {path}, a working paper: never release it." if path else "Decisions are kept nowhere.")

    def opened(address: str) -> None:
        line(address)
        note("The address works once. Stop with Ctrl+C; nothing is lost.")
        if not given["no_browser"]:
            webbrowser.open(address)

    server.show_review(engine, made, opened, port=given["port"], log_level=given["log_level"])
