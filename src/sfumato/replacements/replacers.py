"""What stands in the place of a term that discloses: something more general, nothing, or a code.

Each is a `Replacer`, made of the knowledge, the taxonomies and a key; the method of a profile names one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from sfumato.languages.en.normalform import normal_form
from sfumato.languages.en.wording import Proposal, worded
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.options import KINDS, Options
from sfumato.types import LEFT_OUT, Edit, Option

_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE = 6  # characters of a pseudonym: about a billion


class Generalizer:
    """Writes something true but less precise."""

    generalises = True

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        self._options = Options(knowledge, taxonomy)

    def options(self, text: str, label: str, topics: Sequence[str] = ()) -> tuple[Option, ...]:
        return self._options.of(text, label, topics)

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        return worded(text, proposals)


class Redactor:
    """Leaves terms out."""

    generalises = False

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        pass

    def options(self, text: str, label: str, topics: Sequence[str] = ()) -> tuple[Option, ...]:
        return (LEFT_OUT,)

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        return worded(text, proposals)


class Pseudonyms:
    """Writes the same code for the same term under the same key; the code is judged like any wording."""

    generalises = False

    def __init__(self, knowledge: Knowledge, taxonomy: Taxonomy, key: bytes) -> None:
        self._key = key

    def options(self, text: str, label: str, topics: Sequence[str] = ()) -> tuple[Option, ...]:
        return pseudonym(normal_form(text) or text, label, self._key), LEFT_OUT

    def write(self, text: str, proposals: Sequence[Proposal]) -> list[Edit]:
        return worded(text, proposals)


def pseudonym(form: str, label: str, key: bytes) -> Option:
    """The code of a term; without the key nothing tells which term it stands for."""
    named = f"{KINDS.get(label, label)}\0{form}".encode("utf-8", "surrogatepass")
    digest = hmac.new(key, named, hashlib.sha256).digest()
    code = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_CODE])
    return Option(f"{KINDS.get(label, 'term').upper()}-{code}", 0.0, literal=True)
