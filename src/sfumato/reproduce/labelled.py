"""Texts in which readers have said what must be hidden, and how much of that is.

A file has one JSON object a line: `title`, `text`, `secrets` (the first one counts) and `terms`, each with its places
(`spans`) and how many of the readers want it hidden (`votes`). Two votes make a label.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.files import lines, shown
from sfumato.information import f_measure, precision, recall
from sfumato.normalform import normal_form
from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.secrets import resolve
from sfumato.types import Any as AnyOf
from sfumato.types import Document, Term

VOTES = 2
"""Readers who must want a term hidden."""
EVERY = 1_000_000  # documents at most that are looked through for a subject's own

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A term that readers voted on, wherever it stands."""

    spans: tuple[Span, ...]
    votes: int

    @property
    def must(self) -> bool:
        """Whether it must be hidden."""
        return self.votes >= VOTES

    def kind(self, text: str) -> str:
        """A "name" has a capital letter or a digit where it first stands; all else is a "concept"."""
        start, end = self.spans[0]
        return "name" if any(c.isupper() or c.isdigit() for c in text[start:end]) else "concept"

    def hidden(self, text: str, spans: Iterable[Span]) -> bool:
        """Whether at least half of its letters and digits, over all its places, lie in spans (none overlapping)."""
        covered = list(spans)
        whole = gone = 0
        for start, end in self.spans:
            whole += sum(map(str.isalnum, text[start:end]))
            for first, last in covered:
                a, b = max(start, first), min(end, last)
                gone += sum(map(str.isalnum, text[a:b])) if a < b else 0
        return gone * 2 >= whole > 0


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text with a secret, its terms and what readers said."""

    document: Document
    secret: str
    candidates: tuple[Candidate, ...]
    terms: Sequence[Term]
    own: tuple[int, ...] = ()
    """The documents of the knowledge that are about the secret."""


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
    article: Labelled, spans: Sequence[Span], *, only: Callable[[Candidate], bool] = lambda candidate: True
) -> Detection:
    """What spans hide of the terms that readers voted on, or only of some of those terms."""
    text = article.document.text
    found = right = wanted = 0
    for candidate in filter(only, article.candidates):
        hides = candidate.hidden(text, spans)
        found += hides
        wanted += candidate.must
        right += hides and candidate.must
    return Detection(right, found, wanted)


def labelled(path: Path, *, knowledge: Knowledge, taxonomy: Taxonomy, language: Language) -> list[Labelled]:
    """The texts of a file, with their terms and the documents of the knowledge that are about their secrets."""
    found = []
    for document, label, candidates in read_labelled(path):
        secret = resolve(label, taxonomy=taxonomy, knowledge=knowledge, alpha=1, context=document.text).secret
        own = own_articles(knowledge, {*secret.labels, normal_form(document.id)})
        found.append(Labelled(document, label, candidates, language.terms(document), own))
    return found


def own_articles(knowledge: Knowledge, names: set[str]) -> tuple[int, ...]:
    """The documents whose title is one of these names."""
    hits = knowledge.best(AnyOf(*sorted(names)), EVERY)
    return tuple(hit.document for hit in hits if normal_form(hit.title.partition("(")[0]) in names)


def read_labelled(path: Path) -> Iterator[tuple[Document, str, tuple[Candidate, ...]]]:
    """Every text with its secret and its candidates; what is not as it should be raises `InputError`."""
    for number, line in enumerate(lines(path), 1):
        where = f"{shown(path)}: line {number}"
        record = _object(line, where)
        title, text, secrets = record.get("title"), record.get("text"), record.get("secrets")
        if not isinstance(title, str) or not isinstance(text, str) or not text:
            raise InputError(f"{where}: title and text must be strings")
        if not isinstance(secrets, list) or not secrets or not isinstance(secrets[0], str):
            raise InputError(f"{where}: secrets must be a list of strings")
        terms = record.get("terms")
        if not isinstance(terms, list):
            raise InputError(f"{where}: terms must be a list")
        yield Document(title, text), secrets[0], tuple(_candidate(term, len(text), where) for term in terms)


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"{where}: not valid JSON") from None
    if not isinstance(record, dict):
        raise InputError(f"{where}: not a JSON object")
    return record


def _candidate(term: object, length: int, where: str) -> Candidate:
    spans = term.get("spans") if isinstance(term, dict) else None
    votes = term.get("votes") if isinstance(term, dict) else None
    if not isinstance(spans, list) or not spans or not all(_is_span(span, length) for span in spans):
        raise InputError(f"{where}: a term's spans must be pairs of places in the text")
    if not isinstance(votes, int) or isinstance(votes, bool) or votes < 0:
        raise InputError(f"{where}: a term's votes must be a whole number")
    return Candidate(tuple((start, end) for start, end in spans), votes)


def _is_span(span: object, length: int) -> bool:
    return (
        isinstance(span, list)
        and len(span) == 2
        and all(isinstance(at, int) and not isinstance(at, bool) for at in span)
        and 0 <= span[0] < span[1] <= length
    )
