"""`sfumato policy`: what is hidden, and how it is judged."""

from __future__ import annotations

import click

from sfumato.cli.console import as_json, line, note, table
from sfumato.cli.knowledge import json_option


@click.group()
def policy() -> None:
    """What to hide (policies), and how to judge it (profiles).

    \b
    Example:
      sfumato policy list
      sfumato policy show us-medical
    """


@policy.command("list")
@json_option
def list_(json_: bool) -> None:
    """The policies and profiles that come with sfumato.

    \b
    Example:
      sfumato policy list
    """
    from sfumato.policy import shipped
    from sfumato.policy.profile import ABOUT

    policies = {name: found.description.partition("\n")[0] for name, found in shipped().items()}
    if json_:
        as_json({"policies": policies, "profiles": dict(ABOUT)})
        return
    for heading, rows in (("Policies: what to hide", policies), ("Profiles: how to judge", ABOUT)):
        line(heading, bold=True)
        table([(f"  {name}", about) for name, about in rows.items()])
    note("more of each: sfumato policy show NAME")


@policy.command()
@click.argument("name")
@json_option
def show(name: str, json_: bool) -> None:
    """All of the policy or profile NAME, or of a policy FILE.toml with what it extends.

    What is printed is a policy file itself: save it, change it, and give its name with --policy. A file of your own
    may also say extends = "us-medical" and only what it adds.

    \b
    Example:
      sfumato policy show us-medical
      sfumato policy show default
      sfumato policy show ours.toml --json
    """
    from sfumato.policy import as_toml, described, policy_or_profile

    found = policy_or_profile(name)
    if json_:
        as_json(described(found))
        return
    for row in as_toml(found).splitlines():
        line(row)
