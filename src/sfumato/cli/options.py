"""Options that several commands have alike: what to hide, how to judge, and what is known of the secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sfumato.cli.console import note, table, tell
from sfumato.cli.knowledge import pack_option
from sfumato.io.files import counted
from sfumato.io.sources import read_secrets

if TYPE_CHECKING:
    from sfumato.service import Engine, SecretFound

Command = TypeVar("Command", bound=Callable[..., Any])
_IN_FILES = f"{__name__}.in-files"
_SHOWN = 12  # secrets that are listed one by one

_SETTINGS: dict[str, Any] = {
    "alpha": click.option(
        "--alpha", type=float, help="A secret is told from 1/alpha of its information on: more hides more."
    ),
    "groups": click.option("--groups", type=int, help="Judge terms in groups of up to so many (1 to 4)."),
    "support": click.option("--support", type=int, help="Fewest documents in which terms and secret stand together."),
    "counting": click.option("--counting", metavar="taxonomic|surface", help="How secrets are counted."),
    "context": click.option(
        "--context", metavar="sentence|paragraph|document", help="Which terms are judged together, in groups."
    ),
    "keep_negated": click.option(
        "--keep-negated/--hide-negated", default=None, help='Let denied statements stay ("HIV negative").'
    ),
    "any_language": click.option(
        "--any-language/--own-language", default=None, help="Read texts that are plainly of another language, too."
    ),
    "method": click.option(
        "--method", metavar="generalize|redact|pseudonym", help="What stands in the place of a term that discloses."
    ),
    "judge": click.option("--judge", metavar="c-sanitized|correlated|healthcare", help="The model that judges."),
    "threshold": click.option(
        "--threshold",
        metavar="least-informative|most-informative-generalisation",
        help="The limit of the correlated judge: eq. 8 or eq. 9.",
    ),
    "contextualised": click.option(
        "--contextualised/--plain", default=None, help="Count within the documents of the generalisation."
    ),
    "unknown": click.option(
        "--unknown", metavar="redact|keep|review", help="What becomes of terms that the knowledge has never seen."
    ),
    "identifying": click.option(
        "--identifying", metavar="auto|always|never", help="Judge names, numbers and rare terms by themselves."
    ),
    "optimal": click.option("--optimal/--greedy", default=None, help="Choose replacements by an exact solver."),
    "parts": click.option("--parts", metavar="nouns|all", help="Judge nouns only, or verbs and adjectives too."),
}
CLAIM = ("alpha", "groups", "support", "counting", "context", "keep_negated", "unknown")
"""The settings that a claim about a text names."""
OUT = click.Path(path_type=Path)
FILES = click.argument(
    "inputs", nargs=-1, required=True, metavar="IN...", type=click.Path(path_type=Path, allow_dash=True)
)
"""Texts, folders, JSON lines, or - for standard input."""


def all_of(*options: Any) -> Callable[[Command], Command]:
    """Adds several options, in order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def settings(*names: str) -> Callable[[Command], Command]:
    """Options that override settings of the profile, all of them or those named."""
    return all_of(*(_SETTINGS[name] for name in names or _SETTINGS))


def hide_options(name: str, metavar: str, help_: str) -> Callable[[Command], Command]:
    """The secrets, on the command line or in a file that no list of processes shows."""

    def read(context: click.Context, _: click.Parameter, files: tuple[Path, ...]) -> None:
        context.meta[_IN_FILES] = [label for file in files for label in read_secrets(file)]

    def joined(context: click.Context, _: click.Parameter, labels: tuple[str, ...]) -> tuple[str, ...]:
        return (*labels, *context.meta.get(_IN_FILES, ()))

    in_file = "A file with a secret a line, as --hide takes it (- for standard input): nobody sees it in a process."
    path = click.Path(path_type=Path, allow_dash=True)
    return all_of(
        click.option("--hide", name, multiple=True, metavar=metavar, callback=joined, help=help_),
        click.option(
            "--hide-file", multiple=True, type=path, is_eager=True, expose_value=False, callback=read, help=in_file
        ),
    )


secrets_options = all_of(
    hide_options(
        "labels",
        "LABEL[@ALPHA]",
        "A secret: HIV, or HIV@2 for an alpha of its own; an id (mesh:D006678); name:Apple for a name alone.",
    ),
    click.option(
        "--alias", "aliases", multiple=True, metavar="LABEL=NAME", help="One more name of a secret: HIV=slim."
    ),
    click.option("--policy", multiple=True, metavar="NAME|FILE", help="What to hide (see: sfumato policy list)."),
    click.option(
        "--profile", "profile_name", metavar="NAME", help="How to judge; the other options change single settings."
    ),
)

taxonomy_option = click.option(
    "--taxonomy",
    "taxonomy_files",
    multiple=True,
    type=OUT,
    help="A taxonomy of your own, asked before the embedded ones (see: sfumato taxonomy formats).",
)
knowledge_options = all_of(
    click.option(
        "--background",
        multiple=True,
        type=click.Path(path_type=Path),
        help="Documents about the secret (files, folders), counted beside the knowledge.",
    ),
    pack_option,
    taxonomy_option,
)


# --- what they mean ---------------------------------------------------------------------------------------


def secrets_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """What the options say about secrets, as the fields of a request."""
    settings = {name: given[name] for name in _SETTINGS if given.get(name) is not None}
    return {
        "hide": given["labels"],
        "aliases": given["aliases"],
        "policy": given["policy"],
        "profile": given["profile_name"],
        "settings": settings,
    }


def engine_of(given: Mapping[str, Any]) -> Engine:
    """The engine over the knowledge and taxonomies that the options name; it tells what it opens."""
    from sfumato.service import Engine, EngineConfig

    config = EngineConfig(
        knowledge=str(given["path"]) if given.get("path") else None,
        background=tuple(map(str, given.get("background", ()))),
        taxonomies=tuple(map(str, given.get("taxonomy_files", ()))),
    )
    return Engine(config, tell=tell)


def tell_secrets(found: Sequence[SecretFound]) -> None:
    """What each secret was taken for, those that the knowledge does not know first."""
    for each in found:
        if not each.seen:
            note(each.unseen, bold=True, colour="yellow")
            how = f"what it is a part or a kind of stands for it ({', '.join(each.proxies[:3])})"
            judged = how if each.proxies else "names, numbers and rare terms are judged by themselves"
            note(f"  Its spellings are hidden; {judged}. --background adds documents about it.")
    rows = [(f"hiding {each.name}", each.described) for each in found[:_SHOWN]]
    table(rows, most=50, err=True)
    if len(found) > _SHOWN:
        note(f"and {counted(len(found) - _SHOWN, 'more secret')}")
