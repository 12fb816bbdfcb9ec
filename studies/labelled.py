"""Articles in which readers have said what must be hidden, and how much of that is.

A file has one JSON object a line: `title`, `text`, `secrets` (the first one counts) and `terms`, each with its places
(`spans`) and how many of the readers want it hidden (`votes`). More than half of the readers make a label.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sfumato.errors import InputError
from sfumato.measure.evaluate.counting import voted_hidden
from sfumato.measure.evaluate.gold import read_gold
from sfumato.measure.evaluate.labels import Labelled, VotedTerm, marks
from sfumato.measure.evaluate.records import record_id, records
from sfumato.policy.secrets import resolve
from sfumato.protocols import Knowledge, Resources
from sfumato.risk.information import f_measure, precision, recall
from sfumato.sanitizing import Sanitized
from sfumato.types import Any as AnyOf
from sfumato.types import Document, Secret, Term

LABELS = "expert_dev.jsonl*"
"""The file in a folder of data."""
_EVERY = 1_000_000  # documents at most that are looked through for those about a secret

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Article:
    """A text with a secret, its terms, and what readers said of it."""

    document: Document
    secret: str
    labels: Labelled
    terms: Sequence[Term]
    own: tuple[int, ...] = ()
    """The documents of the knowledge that are about the secret."""

    def wanted(self, term: VotedTerm) -> bool:
        """Whether a term must be hidden."""
        return self.labels.wanted(term)

    def hidden(self, term: VotedTerm, spans: Sequence[Span]) -> bool:
        """Whether at least half of a term, over all its places, lies in spans."""
        return voted_hidden(self.document.text, marks(self.document.text, spans), term)

    def kind(self, term: VotedTerm) -> str:
        """A "name" has a capital letter or a digit where it first stands; all else is a "concept"."""
        start, end = term.spans[0]
        return "name" if any(c.isupper() or c.isdigit() for c in self.document.text[start:end]) else "concept"

    def known(self, term: VotedTerm, knowledge: Knowledge) -> bool:
        """Whether any document of the knowledge has the term."""
        text, normal_form = self.document.text, knowledge.language.normal_form
        return any(knowledge.count(normal_form(text[start:end])) for start, end in term.spans)


@dataclass(frozen=True, slots=True)
class Detection:
    """How many terms were found, how many had to be, and how many of those found had to be."""

    right: int
    found: int
    wanted: int

    @property
    def precision(self) -> float:
        return precision(self.right, self.found)

    @property
    def recall(self) -> float:
        return recall(self.right, self.wanted)

    @property
    def f(self) -> float:
        return f_measure(self.precision, self.recall)


def detection(
    article: Article, spans: Sequence[Span], *, only: Callable[[VotedTerm], bool] = lambda term: True
) -> Detection:
    """What spans hide of the terms that readers voted on, or only of some of those terms."""
    marked = marks(article.document.text, spans)
    found = right = wanted = 0
    for term in filter(only, article.labels.voted):
        hides = voted_hidden(article.document.text, marked, term)
        must = article.wanted(term)
        found += hides
        wanted += must
        right += hides and must
    return Detection(right, found, wanted)


def replaced(done: Sanitized) -> list[Span]:
    """The places of the original that a release hides, without words beside them that changed for the sentence."""
    return [(each.term_start, each.term_end) for each in done.replacements]


def read_articles(path: Path, resources: Resources) -> list[Article]:
    """The articles of a file, with their terms and the documents of the knowledge that are about their secrets."""
    named: dict[str, tuple[str, str]] = {}
    for name, where, record in records(path):
        given = record if isinstance(record, dict) else {}
        title, text, secrets = given.get("title"), given.get("text"), given.get("secrets")
        if not isinstance(title, str) or not isinstance(text, str) or not isinstance(secrets, list):
            raise InputError(f"{where}: not an object with a title, a text and a list of secrets")
        if not all(isinstance(secret, str) for secret in secrets):
            raise InputError(f"{where}: a secret is not a text")
        if not secrets:
            raise InputError(f"{where}: the list of secrets is empty")
        named[record_id(record, name, where)] = title, secrets[0]
    found = []
    for labels in read_gold(path, format="votes").documents:
        title, label = named[labels.id]
        document = Document(title, labels.text)
        secret = secret_of(document, label, resources)
        own = own_articles(resources.knowledge, {*secret.labels, resources.language.normal_form(title)})
        found.append(Article(document, label, labels, resources.language.terms(document), own))
    return found


def secret_of(document: Document, label: str, resources: Resources) -> Secret:
    """What a label of a document means: by itself, or else by the document's text."""
    ask = partial(resolve, label, taxonomy=resources.taxonomy, knowledge=resources.knowledge, alpha=1)
    try:
        return ask().secret
    except InputError:
        return ask(context=document.text).secret


def own_articles(knowledge: Knowledge, names: set[str]) -> tuple[int, ...]:
    """The documents whose title is one of these names."""
    hits = knowledge.best(AnyOf(*sorted(names)), _EVERY)
    normal_form = knowledge.language.normal_form
    return tuple(hit.document for hit in hits if normal_form(hit.title.partition("(")[0]) in names)
