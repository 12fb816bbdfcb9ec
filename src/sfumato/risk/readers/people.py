"""The people of a list of the user's: which of them is the secret, and who else a text could be about."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sfumato.errors import InputError
from sfumato.languages.reading import phrases
from sfumato.protocols import Resources
from sfumato.protocols.reading import Candidate, Candidates
from sfumato.risk.readers.by_facts import ByFacts
from sfumato.types import Reading, Secret

PEOPLE = "people of the list"
"""What the rivals are of a secret that is on a list."""
_PERSON = "person"


class People:
    """The rows of a list. A secret on it has all the others for rivals."""

    def __init__(self, listed: Sequence[Candidate], resources: Resources) -> None:
        language = resources.knowledge.language
        variants, normal_form = language.names.variants, language.normal_form
        called = [(each, (each.name, *variants(each.name, _PERSON))) for each in listed]
        self._listed = tuple(replace(each, forms=tuple(map(normal_form, names))) for each, names in called)
        self.reader = ByFacts(language, resources.taxonomy)
        """Who has the list; it remembers what is known of each."""
        self._normal_form = normal_form
        rows = json.dumps([[each.name, each.known] for each in listed], ensure_ascii=False)
        self._sha256 = hashlib.sha256(rows.encode("utf-8", "surrogatepass")).hexdigest()

    def as_claim(self) -> dict[str, Any]:
        """What a certificate says of the list: how long it is, and a hash by which it is known again."""
        return {"number": len(self._listed), "sha256": self._sha256}

    def find(self, secret: Secret) -> Candidate | None:
        """The row that a secret is: by its name, else by one of its other names, else by one of the row's."""
        own = self._normal_form(secret.name)
        others = {*secret.forms, *map(self._normal_form, secret.labels)}
        ways = (
            [each for each in self._listed if each.forms[0] == own],
            [each for each in self._listed if each.forms[0] in others],
            [each for each in self._listed if own in each.forms],
        )
        found = next((way for way in ways if way), [])
        if len(found) > 1:
            raise InputError("several rows of the list have the name of the secret", code="listed-twice")
        return found[0] if found else None

    def check(self, secrets: Iterable[Secret]) -> None:
        """Refuses secrets of which none is on the list, and people who are not."""
        found = [(secret, self.find(secret)) for secret in secrets]
        if found and (
            all(row is None for _, row in found) or any(row is None and each.kind == _PERSON for each, row in found)
        ):
            raise InputError("the secret is not on the list of rivals: hide it by its name there", code="not-listed")

    def candidates(self, secret: Secret, reading: Reading) -> Candidates | None:
        """The secret and all others of the list; whom the text names in full is no rival. None: it is not listed."""
        own = self.find(secret)
        if own is None:
            return None
        named = phrases(reading)
        rivals = tuple(each for each in self._listed if each is not own and each.forms[0] not in named)
        return Candidates(own, rivals)
