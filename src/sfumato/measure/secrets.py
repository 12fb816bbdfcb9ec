"""What labels of secrets mean, for all that measures.

To be replaced by `sfumato.policy.secrets.resolved` and what goes with it: until that is there, this is a copy of what
the command line does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import counted
from sfumato.languages.en.names import is_name
from sfumato.languages.en.normalform import normal_form
from sfumato.policy import Hide, Profile
from sfumato.policy.checks import not_a_number
from sfumato.policy.profile import ALPHA
from sfumato.policy.secrets import Resolved, resolve, stands_as_name
from sfumato.protocols import Knowledge, Taxonomy


def hide_of(label: str) -> Hide:
    """A secret as it is given: a label, perhaps with an alpha of its own.

    >>> hide_of("HIV"), hide_of("HIV@2").alpha, hide_of("jo@example.org").label
    (Hide(label='HIV', alpha=None, aliases=(), why=''), 2.0, 'jo@example.org')
    """
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


def united(base: Iterable[Hide], own: Iterable[Hide]) -> tuple[Hide, ...]:
    """All secrets; one that is given again has the alpha that was given last."""
    found = {_form(hide.label): hide for hide in base}
    for hide in own:
        before = found.get(_form(hide.label))
        found[_form(hide.label)] = replace(before, alpha=hide.alpha or before.alpha) if before else hide
    return tuple(found.values())


def _form(label: str) -> str:
    return normal_form(label.removeprefix("name:"))


def resolved(
    hide: Iterable[Hide], profile: Profile, taxonomy: Taxonomy, knowledge: Knowledge, context: str = ""
) -> list[Resolved]:
    """The secrets that are meant. A label that is most likely misspelt is refused."""
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
        _refuse_misspelt(each, found[-1])
    return found


def _refuse_misspelt(hide: Hide, found: Resolved) -> None:
    """Words that nobody knows, beside some that all know, are misspelt; a name may be anything."""
    name = is_name(hide.label) and not hide.label.isupper()
    if found.near and not found.seen and not name and not hide.label.startswith("name:"):
        few = f"seen in {counted(found.documents, 'document')} only"
        seen = few if found.documents else "never seen in the knowledge"
        near = f" Did you mean {' or '.join(found.near)}?"
        raise InputError(f"{found.secret.name}: {seen}.{near} If it is spelt so, hide name:{hide.label}")
