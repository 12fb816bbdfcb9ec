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
        return
    head = ("group", "name", "version", "licence", "network", "")
    rows = [
        (each.group, each.name, each.version, each.licence, _yes(each.network), each.problem or "can be used")
        for each in found
    ]
    table([head, *rows], most=60)


@plugins.command()
@click.argument("name")
@json_option
def info(name: str, json_: bool) -> None:
    """All that is known of the strategy NAME, or of every strategy of the package NAME. None of its code is run.

    \b
    Example:
      sfumato plugins info acme-tools
      sfumato plugins info acme-tools:badge --json
    """
    from sfumato.io.messages import plain
    from sfumato.plugins import listed, unknown

    found = [each for each in listed() if name in (each.name, each.distribution)]
    if not found:
        raise unknown(name)
    if json_:
        as_json(plain(found))
        return
    for each in found:
        line(each.name, bold=True)
        said = {
            "group": each.group,
            "package": f"{each.distribution} {each.version}",
            "licence": each.licence or "not said",
            "contract": ", ".join(map(str, each.contracts)) or "not said",
            "network": _yes(each.network),
            "sha256": each.digest,
            "usable": each.problem or "yes",
        }
        table([(f"  {name}", value) for name, value in said.items()])


def _yes(value: bool) -> str:
    return "yes" if value else "no"


@plugins.command()
@click.argument("name")
@click.option("--group", help="The kind of strategy, where several have the name.")
@json_option
def check(name: str, group: str | None, json_: bool) -> int:
    """Run the contract suite over the strategy NAME: what every one of its kind must keep.

    Exit code: 0 it keeps its contract, 1 it does not, 2 there is none.

    \b
    Example:
      sfumato plugins check acme-tools:badge
    """
    from sfumato.contracts import checked

    found = []
    for promise, problem in checked(name, group):
        found.append({"promise": promise, "kept": not problem, "problem": problem})
        if not json_:
            said = f"broken  {promise}: {problem}" if problem else f"kept    {promise}"
            line(said, bold=bool(problem))
    if json_:
        as_json(found)
    return 0 if all(each["kept"] for each in found) else 1
