"""What stands in the place of a term that discloses: something more general, nothing, or a code.

Each is a `Replacer`, made of the knowledge, the taxonomies and a key; the method of a profile names one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.options import Options
from sfumato.risk.unseen import ORDINARY
from sfumato.types import LEFT_OUT, Edit, Mention, Option, Proposal

_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE = 6  # characters of a pseudonym: about a billion


class _Writer:
    """Writes what terms are called as the language words it."""

    _marks = True
    """Whether what is left out leaves a mark."""

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        self._language = knowledge.language
        self._wording = knowledge.language.wording

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        syntax = self._language.syntax(text) if proposals else None
        return self._wording.worded(text, proposals, syntax, marks=self._marks)


class Generalizer(_Writer):
    """Calls terms something true but less precise."""

    generalises = True

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        super().__init__(knowledge, taxonomy, key)
        self._marks = knowledge.total < ORDINARY  # to few documents even "something" is a rare word
        self._options = Options(knowledge, taxonomy)

    def options(self, mention: Mention) -> tuple[Option, ...]:
        return self._options.of(mention)


class Redactor(_Writer):
    """Leaves terms out."""

    generalises = False

    def options(self, mention: Mention) -> tuple[Option, ...]:
        return (LEFT_OUT,)


class Pseudonyms(_Writer):
    """Calls the same term by the same code under the same key; the code is judged like any wording."""

    generalises = False

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        super().__init__(knowledge, taxonomy, key)
        self._normal_form = knowledge.language.normal_form
        self._key = key

    def options(self, mention: Mention) -> tuple[Option, ...]:
        kind = self._wording.kinds.get(mention.label, "")
        form = self._normal_form(mention.text) or mention.text
        return pseudonym(form, kind or mention.label, self._key, called=kind or "term"), LEFT_OUT


def pseudonym(form: str, kind: str, key: bytes, *, called: str) -> Option:
    """The code of a term of a kind; without the key nothing tells which term it stands for."""
    digest = hmac.new(key, f"{kind}\0{form}".encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    code = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_CODE])
    return Option(f"{called.upper()}-{code}", 0.0, literal=True)
