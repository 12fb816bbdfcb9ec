"""Options that several commands have alike: what to hide, how to judge, and what is known of the secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sfumato.cli.console import note, table, tell
from sfumato.cli.knowledge import FILE, pack_option
from sfumato.errors import InputError
from sfumato.io.formats.pieces import CHOICES, Reading
from sfumato.io.sources import read_secrets

if TYPE_CHECKING:
    from sfumato.service import Engine, SanitizeRequest, SecretFound

Command = TypeVar("Command", bound=Callable[..., Any])
_IN_FILES = f"{__name__}.in-files"
_SHOWN = 12  # secrets that are listed one by one

_VALUES = {
    "alpha": (float, None, "A secret is told from 1/alpha of its information on: more hides more."),
    "groups": (int, None, "Judge terms in groups of up to so many (1 to 4)."),
    "crowd": (int, None, "How many rivals must fit what is left about as well (0: none need to)."),
    "support": (int, None, "Fewest documents in which terms and secret stand together."),
    "counting": (str, "taxonomic|surface", "How secrets are counted."),
    "context": (str, "sentence|paragraph|document", "Which terms are judged together, in groups."),
    "method": (str, "generalize|redact|pseudonym|surrogate", "What stands in the place of a term that discloses."),
    "judge": (str, "c-sanitized|correlated|healthcare", "The model that judges."),
    "threshold": (str, "least-informative|most-informative-generalisation", "The limit of correlated: eq. 8 or 9."),
    "unknown": (str, "redact|keep|review", "What becomes of terms that the knowledge has never seen."),
    "identifying": (str, "auto|always|never", "Judge names, numbers and rare terms by themselves."),
    "gaps": (str, "none|mark", "What shows that something was left out whole: nothing, or [...] in its place."),
    "parts": (str, "nouns|all", "Judge nouns only, or verbs and adjectives too."),
}
"""Settings of the profile that have a value: of which type, which there are, and what they mean."""
_SWITCHES = {
    "keep_negated": ("hide-negated", 'Let denied statements stay ("HIV negative").'),
    "any_language": ("own-language", "Read texts that are plainly of another language, too."),
    "contextualised": ("plain", "Count within the documents of the generalisation."),
    "optimal": ("greedy", "Choose replacements by an exact solver."),
}
"""Those that are on or off: what turns them off, and what they mean."""
_SETTINGS: dict[str, Any] = {
    name: click.option(f"--{name}", type=kind, metavar=metavar, help=help_)
    for name, (kind, metavar, help_) in _VALUES.items()
} | {
    name: click.option(f"--{name.replace('_', '-')}/--{other}", default=None, help=help_)
    for name, (other, help_) in _SWITCHES.items()
}
_SETTINGS["readers"] = click.option(
    "--reader", "readers", multiple=True, metavar="NAME", help="A reader of the whole text, of a plug-in."
)
CLAIM = ("alpha", "groups", "crowd", "readers", "support", "counting", "context", "keep_negated", "unknown")
"""The settings that a claim about a text names."""
_RIVALS = "Who a text may be about, the secret among them: CSV or JSONL with a name and what is known of each."
rivals_option = click.option("--rivals", type=FILE, help=_RIVALS)
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


def refuse(*rules: tuple[object, str]) -> None:
    """Refuses what the first rule says that holds: each is what is wrong, and what to say of it."""
    for wrong, said in rules:
        if wrong:
            raise InputError(said)


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
    click.option("--alias", "aliases", multiple=True, metavar="LABEL=NAME", help="One more name of a secret."),
    click.option("--policy", multiple=True, metavar="NAME|FILE", help="What to hide (see: sfumato policy list)."),
    click.option(
        "--profile", "profile_name", metavar="NAME", help="How to judge; other options change settings of it."
    ),
)

taxonomy_option = click.option(
    "--taxonomy", "taxonomy_files", multiple=True, type=FILE, help="Your own, asked first (sfumato taxonomy formats)."
)
knowledge_options = all_of(
    click.option(
        "--background", multiple=True, type=FILE, help="Documents about the secret, counted beside the knowledge."
    ),
    pack_option,
    taxonomy_option,
)

text_column_option = click.option(
    "--text-column", "columns", multiple=True, metavar="NAME", help="CSV, Parquet: a column whose cells are texts."
)
document_options = all_of(
    click.option(
        "--changes", type=click.Choice(CHOICES["changes"]), default="accept", help="Tracked changes (default: accept)."
    ),
    click.option(
        "--unknown-parts", type=click.Choice(CHOICES["unknown_parts"]), default="drop", help="Parts that are not known."
    ),
    text_column_option,
    click.option(
        "--pdf", type=click.Choice(CHOICES["pdf"]), default="rebuild", help="rewrite: refuse what would lose anything."
    ),
    click.option(
        "--scans", type=click.Choice(CHOICES["scans"]), default="refuse", help="Pages of a PDF that are pictures."
    ),
    click.option(
        "--images", type=click.Choice(CHOICES["images"]), default="keep", help="Pictures, which nobody reads."
    ),
)
"""How documents are read that are no plain texts."""


# --- what they mean ---------------------------------------------------------------------------------------


def reading_of(given: dict[str, Any]) -> Reading:
    """How documents are to be read, taken out of the options."""
    return Reading(**{name: given.pop(name) for name in (*CHOICES, "columns")})


def secrets_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """What the options say about secrets, as the fields of a request."""
    settings = {name: given[name] for name in _SETTINGS if given.get(name) not in (None, ())}
    return {
        "hide": given["labels"],
        "aliases": given["aliases"],
        "policy": given["policy"],
        "profile": given["profile_name"],
        "settings": settings,
        **({"rivals": str(given["rivals"])} if given.get("rivals") else {}),
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


def tell_first(engine: Engine, request: SanitizeRequest, text: str | None = None) -> None:
    """What each secret was taken for; of several texts (None) each decides about a name of several senses."""
    try:
        tell_secrets(engine.secrets(request, text or ""))
    except InputError as error:
        if text is not None or error.code != "several-senses":
            raise
        note(f"{error}. Now each text decides", colour="yellow")


def tell_secrets(found: Sequence[SecretFound]) -> None:
    """What each secret was taken for, those that the knowledge does not know first."""
    for each in found:
        if not each.seen:
            note(each.unseen, bold=True, colour="yellow")
            how = f"what it is a part or a kind of stands for it ({', '.join(each.proxies[:3])})"
            judged = how if each.proxies else "names, numbers and rare terms are judged by themselves"
            note(f"  Its spellings are hidden; {judged}. --background adds documents about it.")
    rows = [(f"hiding {each.name}", each.described) for each in found]
    table(rows, most=50, first=_SHOWN, err=True)
