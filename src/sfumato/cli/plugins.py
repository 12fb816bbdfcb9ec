"""`sfumato plugins`: which strategies are installed, and whether they keep their contracts."""

from __future__ import annotations

import click

from sfumato.cli.console import as_json, line, note, table
from sfumato.cli.knowledge import json_option


@click.group()
def plugins() -> None:
    """Strategies that are installed: judges, detectors, replacers, formats and more.

    \b
    Example:
      sfumato plugins list
      sfumato plugins check acme-tools:badge
    """


@plugins.command("list")
@click.option("--all", "all_", is_flag=True, help="Those that come with sfumato, too.")
@json_option
def list_(all_: bool, json_: bool) -> None:
    """The plug-ins that are installed, and whether they can be used. None is active unless it is asked for by name.

    \b
    Example:
      sfumato plugins list --all
    """
    from sfumato.io.messages import plain
    from sfumato.plugins import OWN, listed

    found = [each for each in listed() if all_ or each.distribution != OWN]
    if json_:
        as_json(plain(found))
        return
    if not found:
        note("no plug-in is installed; --all lists what comes with sfumato")
    head = ("group", "name", "version", "licence", "network", "")
    rows = [
        (each.group, each.name, each.version, each.licence, "yes" if each.network else "no", each.problem)
        for each in found
    ]
    table([head, *rows] if rows else [], most=60)


@plugins.command()
@click.argument("name")
@click.option("--group", help="The kind of strategy, where several have the name.")
def check(name: str, group: str | None) -> int:
    """Run the contract suite over the strategy NAME: what every one of its kind must keep.

    Exit code: 0 it keeps its contract, 1 it does not, 2 there is none.

    \b
    Example:
      sfumato plugins check acme-tools:badge
    """
    from sfumato.contracts import checked

    broken = 0
    for promise, problem in checked(name, group):
        broken += bool(problem)
        line(f"{'broken' if problem else 'kept  '}  {promise}{f': {problem}' if problem else ''}", bold=bool(problem))
    return 1 if broken else 0
