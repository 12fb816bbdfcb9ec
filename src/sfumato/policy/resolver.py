"""From what a request hides to secrets, in the same way for every verb: senses, slips of the finger, what is known."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

from sfumato.errors import InputError
from sfumato.policy.concepts import several
from sfumato.policy.policy import Hide
from sfumato.policy.secrets import Resolved, is_illness, resolve
from sfumato.protocols import Knowledge, Taxonomy

_REMEMBERED = 4096  # secrets that were resolved without a text


class Resolver:
    """Says which secrets are meant. It remembers those that no text has to settle."""

    def __init__(self, taxonomy: Taxonomy, knowledge: Knowledge) -> None:
        self._taxonomy = taxonomy
        self._knowledge = knowledge
        self._is_name = knowledge.language.names.is_name
        self._without_text = lru_cache(_REMEMBERED)(self._resolve)

    def __call__(self, hide: Iterable[Hide], *, alpha: float, text: str = "") -> list[Resolved]:
        """Each secret once; `alpha` is that of secrets without their own.

        A label of several senses is settled by the text; `InputError` lists the senses where it is not, and refuses a
        label that is most likely a slip of the finger.
        """
        return [found for each in dict.fromkeys(hide) for found in self._all_of(each, each.alpha or alpha, text)]

    def _all_of(self, hide: Hide, alpha: float, text: str) -> list[Resolved]:
        """The secret, or the secrets where a label that nothing is called lists illnesses: "ptsd/insomnia"."""
        parts = several(hide.label)
        if any(is_illness(part, self._taxonomy) for part in parts) and not self._taxonomy.senses(hide.label):
            with suppress(InputError):
                return [self._found(Hide(part), alpha, text) for part in parts]
        return [self._found(hide, alpha, text)]

    def _found(self, hide: Hide, alpha: float, text: str) -> Resolved:
        try:
            found = self._without_text(hide, alpha)
        except InputError:
            if not text:
                raise
            return self._resolve(hide, alpha, text)
        may_be_name = found.secret.kind == "concept" and self._is_name(hide.label) and not hide.label.isupper()
        if may_be_name and hide.label in text:
            return self._resolve(hide, alpha, text)  # Apple may stand there as a name
        return found

    def _resolve(self, hide: Hide, alpha: float, text: str = "") -> Resolved:
        found = resolve(
            hide.label,
            taxonomy=self._taxonomy,
            knowledge=self._knowledge,
            alpha=alpha,
            aliases=hide.aliases,
            context=text,
        )
        self._refuse_slip(hide, found)
        return found

    def _refuse_slip(self, hide: Hide, found: Resolved) -> None:
        """Refuses a secret with a typing mistake: a word nobody knows beside known ones. A name may be anything."""
        name = self._is_name(hide.label) and not hide.label.isupper()
        if found.near and not found.seen and not name and not hide.label.startswith("name:"):
            raise InputError(f"{never_seen(found)} If it is spelt so, hide name:{hide.label}", code="misspelt")


def never_seen(found: Resolved) -> str:
    """That a secret is unknown, and what it may be instead."""
    near = f" Did you mean {' or '.join(found.near)}?" if found.near else ""
    documents = f"{found.documents:,} document{'' if found.documents == 1 else 's'}"
    few = f"seen in {documents} only" if found.documents else "never seen in the knowledge"
    return f"{found.secret.name}: {few}.{near}"
