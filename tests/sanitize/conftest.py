"""Sanitizers that are made once: of the village, whose counts are all known, and of what ships with sfumato."""

import re
from functools import cache

import pytest

from sfumato import policy
from sfumato.policy import DEFAULT, profile_of
from sfumato.sanitize import Sanitizer
from sfumato.types import Document, Term

KEY = b"a key that only the tests know"


class GivenTerms:
    """A language of a few phrases: what is in its list is a term, with the label there, and nothing else is."""

    def __init__(self, labels):
        self.labels = labels
        self._phrases = re.compile("|".join(map(re.escape, sorted(labels, key=len, reverse=True))))

    def terms(self, document, *, parts="nouns"):
        found = self._phrases.finditer(document.text)
        return [Term(match.start(), match.end(), match.group(), self.labels[match.group()]) for match in found]

    def batch(self, documents, *, parts="nouns"):
        return map(self.terms, documents)


NOUNS = (
    "plague", "Plague", "grey plague", "black plague", "pest", "bubo", "zanavir", "infection", "disease", "medicine",
    "antiviral", "rats", "fleas", "well", "dusk", "bell", "vermin", "animal", "city", "house", "river", "bread",
    "garden", "letter", "xyzzy", "plague victims", "zanavir pills", "plague negative",
)  # fmt: skip
NAMES = {"Ostia": "GPE", "1962": "DATE", "May 3, 1962": "DATE", "Jane Quizzlebottom": "PERSON"}


@pytest.fixture(scope="session")
def words():
    """The language of the village."""
    return GivenTerms(dict.fromkeys(NOUNS, "NOUN_PHRASE") | NAMES)


@pytest.fixture(scope="session")
def sanitizer(village, words):
    """A sanitizer of the village: secrets, then settings of a profile."""

    @cache
    def made(*hide, key=KEY, **settings):
        return Sanitizer(
            hide,
            knowledge=village.knowledge,
            taxonomy=village.taxonomy,
            language=words,
            profile=profile_of(settings, "test"),
            key=key,
        )

    return made


@pytest.fixture(scope="session")
def real(pack, embedded, english):
    """The same with what ships with sfumato; `named` is a policy that ships with it."""

    @cache
    def made(*hide, named=None, key=KEY, **settings):
        found = policy.find(named) if named else None
        profile = profile_of(settings, "test", found.profile if found else DEFAULT)
        return Sanitizer(
            hide, knowledge=pack, taxonomy=embedded, language=english, policy=found, profile=profile, key=key
        )

    return made


@pytest.fixture(scope="session")
def document():
    return lambda text: Document("test", text)
