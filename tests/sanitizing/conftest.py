"""Sanitizers that are made once: of the village, whose counts are all known, and of what ships with sfumato."""

import re
from functools import cache

import pytest

from sfumato.languages import load
from sfumato.policy.hiding import policy_of
from sfumato.protocols import Resources
from sfumato.sanitizing import Sanitizer
from sfumato.types import Document, Term

KEY = b"a key that only the tests know"


class GivenTerms(type(load())):
    """English of a few phrases: what is in its list is a term, with the label there, and nothing else is."""

    def __init__(self, labels):
        super().__init__()
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
    resources = Resources(village.knowledge, village.taxonomy, words)

    @cache
    def made(*hide, key=KEY, **settings):
        return Sanitizer(resources, policy_of(hide, settings=settings), key=key)

    return made


@pytest.fixture(scope="session")
def real(pack, embedded, english):
    """The same with what ships with sfumato; `named` is a policy that ships with it."""
    resources = Resources(pack, embedded, english)

    @cache
    def made(*hide, named=None, key=KEY, **settings):
        return Sanitizer(resources, policy_of(hide, policy=named, settings=settings), key=key)

    return made


@pytest.fixture
def plan(village, words):
    """A plan for a text in which the plague is to be hidden, judged as C-sanitized does, with nothing taken yet."""

    def plan(text, *, hide=("plague",), **settings):
        settings = {"identifying": "never", "unknown": "keep", **settings}
        made = Sanitizer(Resources(village.knowledge, village.taxonomy, words), policy_of(hide, settings=settings))
        document = Document("1", text)
        begun = made.begun(document, words.terms(document), made.resolved(text))
        return begun.judged_by(begun.secrets.judge)

    return plan


@pytest.fixture(scope="session")
def document():
    return lambda text: Document("test", text)
