"""What several commands ask alike: what to hide, how to judge, and what is known of the secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from sfumato.cli.console import counted, note, table
from sfumato.cli.knowledge import open_pack, pack_option
from sfumato.errors import InputError

if TYPE_CHECKING:
    from sfumato.policy import Hide, Policy, Profile
    from sfumato.policy.secrets import Resolved
    from sfumato.protocols import Knowledge, Taxonomy

Command = TypeVar("Command", bound=Callable[..., Any])
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
CLAIM = ("alpha", "groups", "support", "counting", "context", "keep_negated")
"""The settings that a claim about a text names."""


def _all_of(options: Sequence[Any]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def settings(*names: str) -> Callable[[Command], Command]:
    """Options that override settings of the profile, all of them or those named."""
    return _all_of([_SETTINGS[name] for name in names or _SETTINGS])


secrets_options = _all_of(
    [
        click.option(
            "--hide",
            "labels",
            multiple=True,
            metavar="LABEL[@ALPHA]",
            help="A secret: HIV, or HIV@2 for an alpha of its own; an id (mesh:D006678); name:Apple for a name alone.",
        ),
        click.option(
            "--alias", "aliases", multiple=True, metavar="LABEL=NAME", help="One more name of a secret: HIV=slim."
        ),
        click.option("--policy", "policy_name", metavar="NAME|FILE", help="What to hide (see: sfumato policy list)."),
        click.option(
            "--profile", "profile_name", metavar="NAME", help="How to judge; the other options change single settings."
        ),
    ]
)

knowledge_options = _all_of(
    [
        click.option(
            "--background",
            multiple=True,
            type=click.Path(path_type=Path),
            help="Documents about the secret (files, folders), counted beside the knowledge.",
        ),
        pack_option,
        click.option(
            "--taxonomy",
            "taxonomy_files",
            multiple=True,
            type=click.Path(path_type=Path),
            help="A taxonomy of your own, asked before the embedded ones (see: sfumato taxonomy formats).",
        ),
    ]
)


# --- what is asked for ------------------------------------------------------------------------------------


def policy_of(
    labels: Sequence[str],
    aliases: Sequence[str],
    policy_name: str | None,
    profile_name: str | None,
    given: Mapping[str, Any],
) -> Policy:
    """The policy that a command line means: the one it names, with its secrets, and with the settings it gives."""
    from sfumato.policy import Policy, find, profile_of
    from sfumato.policy.profile import profile

    policy = find(policy_name) if policy_name else Policy("command")
    base = profile(profile_name) if profile_name else policy.profile
    changed = {key: value for key, value in given.items() if value is not None}
    policy = replace(policy, profile=profile_of(changed, "command line", base) if changed else base)
    return replace(policy, hide=_named(_united(policy.hide, map(hide_of, labels)), aliases))


def hide_of(label: str) -> Hide:
    """A secret as it is given: a label, perhaps with an alpha of its own.

    >>> hide_of("HIV"), hide_of("HIV@2").alpha, hide_of("jo@example.org").label
    (Hide(label='HIV', alpha=None, aliases=(), why=''), 2.0, 'jo@example.org')
    """
    from sfumato.io.settings import not_a_number
    from sfumato.policy import Hide
    from sfumato.policy.profile import ALPHA

    name, _, number = label.rpartition("@")
    try:
        alpha = float(number) if name else None
    except ValueError:
        alpha = None
    if alpha is None:
        if name and "." not in number:
            raise InputError(f"{label}: what follows @ is the secret's alpha, a number")
        return Hide(label.strip())
    if problem := not_a_number(alpha, *ALPHA):
        raise InputError(f"{label}: alpha {problem}")
    return Hide(name.strip(), alpha)


def _united(base: Iterable[Hide], own: Iterable[Hide]) -> tuple[Hide, ...]:
    """All secrets; one that is given again has the alpha that was given last."""
    united = {_form(hide.label): hide for hide in base}
    for hide in own:
        before = united.get(_form(hide.label))
        united[_form(hide.label)] = replace(before, alpha=hide.alpha or before.alpha) if before else hide
    return tuple(united.values())


def _form(label: str) -> str:
    from sfumato.languages.en.normalform import normal_form

    return normal_form(label.removeprefix("name:"))


def _named(hide: tuple[Hide, ...], aliases: Sequence[str]) -> tuple[Hide, ...]:
    """The secrets with the further names that are given for them."""
    named = {_form(each.label): each for each in hide}
    for alias in aliases:
        label, _, other = alias.partition("=")
        form = _form(label)
        if not other.strip():
            raise InputError(f'--alias {alias}: must be LABEL=NAME, as in "HIV=slim disease"')
        if form not in named:
            raise InputError(f"--alias {alias}: no secret {label.strip()} is given (--hide, --policy)")
        named[form] = replace(named[form], aliases=(*named[form].aliases, other.strip()))
    return tuple(named.values())


def taxonomy_of(policy: Policy, files: Sequence[Path]) -> Taxonomy:
    """The taxonomies that the policy prefers, behind those of the user."""
    from sfumato import taxonomies
    from sfumato.taxonomies.readers import read

    own = [read(file) for file in files]
    return taxonomies.Chain(*own, *taxonomies.embedded(policy.taxonomies or taxonomies.ORDER, note).taxonomies)


def knowledge_of(pack: Path | None, background: Sequence[Path]) -> Knowledge:
    """The pack, and beside it the documents that the user knows of."""
    from sfumato import knowledge
    from sfumato.io import formats

    found = cast("Knowledge", open_pack(pack))
    if not background:
        return found
    own = knowledge.MemoryKnowledge(formats.read_all(background))
    if not own.total:
        raise InputError(f"{', '.join(map(str, background))}: no document with text")
    note(f"background: {counted(own.total, 'document')}")
    return cast("Knowledge", knowledge.Beside(found, own))


# --- what is known of it ----------------------------------------------------------------------------------


def resolved(
    hide: Iterable[Hide], profile: Profile, taxonomy: Taxonomy, knowledge: Knowledge, context: str = ""
) -> list[Resolved]:
    """The secrets that are meant. A label that is most likely a slip of the finger is refused."""
    from sfumato.policy.secrets import resolve, stands_as_name

    found = []
    for each in hide:
        ask: dict[str, Any] = {"taxonomy": taxonomy, "knowledge": knowledge, "aliases": each.aliases}
        ask["alpha"] = each.alpha or profile.alpha
        try:
            found.append(resolve(each.label, context=context if stands_as_name(each.label, context) else "", **ask))
        except InputError:
            if not context:
                raise
            found.append(resolve(each.label, context=context, **ask))
        _refuse_slip(each, found[-1])
    return found


def _refuse_slip(hide: Hide, found: Resolved) -> None:
    """Words that nobody knows, beside some that all know, are misspelt; a name may be anything."""
    from sfumato.languages.en.names import is_name

    name = is_name(hide.label) and not hide.label.isupper()
    if found.near and not found.seen and not name and not hide.label.startswith("name:"):
        raise InputError(f"{_never_seen(found)} If it is spelt so, hide name:{hide.label}")


def _never_seen(found: Resolved) -> str:
    near = f" Did you mean {' or '.join(found.near)}?" if found.near else ""
    few = f"seen in {counted(found.documents, 'document')} only" if found.documents else "never seen in the knowledge"
    return f"{found.secret.name}: {few}.{near}"


def tell_secrets(found: Sequence[Resolved]) -> None:
    """What each secret was taken for, those that the knowledge does not know first."""
    for each in found:
        if not each.seen:
            note(_never_seen(each), bold=True, colour="yellow")
            how = f"what it is a part or a kind of stands for it ({', '.join(p.name for p in each.proxies[:3])})"
            judged = how if each.proxies else "names, numbers and rare terms are judged by themselves"
            note(f"  Its spellings are hidden; {judged}. --background adds documents about it.")
    rows = [(f"hiding {each.secret.name}", _described(each)) for each in found[:_SHOWN]]
    table(rows, most=50, err=True)
    if len(found) > _SHOWN:
        note(f"and {counted(len(found) - _SHOWN, 'more secret')}")


def _described(each: Resolved) -> str:
    secret = each.secret
    sources = ", ".join(dict.fromkeys(concept.source for concept in secret.concepts))
    what = f"{secret.kind if secret.kind != 'unknown' else 'name'}{f' ({sources})' if sources else ''}"
    names = counted(len(secret.labels), "name" if secret.concepts else "spelling")
    return f"{what}, {names}, in {counted(each.documents, 'document')}"
