"""The experiments of "C-sanitized" (CSAN): what is detected, and what is kept by sanitizing and by redacting.

Both for alpha 1, 1.5 and 2, with the paper's way to judge and with our default.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfumato.formats import read_documents
from sfumato.knowledge import Without
from sfumato.normalform import normal_form
from sfumato.policy import Profile, profile_of
from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.reproduce.labelled import Detection, Labelled, detection
from sfumato.reproduce.pages import Tell
from sfumato.sanitize import Sanitized, Sanitizer
from sfumato.types import Document, Term

FACTS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
ALPHAS = (1.0, 1.5, 2.0)
PAPER, OURS, WITHOUT = "paper-c-sanitized", "default", "paper-c-sanitized, own articles left out"
WAYS = (PAPER, OURS, WITHOUT)
"""The paper's profile, ours, and the paper's on knowledge without the articles about the secret."""
METHODS = ("redact", "generalize")


@dataclass(frozen=True, slots=True)
class Finding:
    """What is detected in an article: how well, why, and what of it cannot be found by counting."""

    detection: Detection
    reasons: Counter[str]
    """Why what was rightly hidden is: it names the secret, reveals it, or is unknown to the knowledge."""
    missed: int
    missed_unknown: int
    """Terms that were missed, and those of them that no document of the knowledge has."""


Found = Mapping[tuple[str, float, str], Finding]
"""Of an article (by the paper's name) at an alpha in one of the ways."""
Kept = Mapping[tuple[str, float, str], tuple[float, float]]
"""Information kept, redacting and sanitizing."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What every run needs."""

    knowledge: Knowledge
    taxonomy: Taxonomy
    language: Language

    def sanitized(
        self,
        hide: Sequence[str],
        document: Document,
        terms: Sequence[Term],
        profile: Profile,
        *,
        without: Sequence[int] = (),
    ) -> Sanitized:
        """A document made safe, perhaps against knowledge that lacks some documents."""
        knowledge: Knowledge = Without(self.knowledge, without) if without else self.knowledge
        make = Sanitizer(hide, knowledge=knowledge, taxonomy=self.taxonomy, language=self.language, profile=profile)
        return make.sanitized(document, terms)


def profile_for(way: str, alpha: float, method: str = "generalize") -> Profile:
    base = OURS if way == OURS else PAPER
    return profile_of({"base": base, "alpha": alpha, "method": method}, "reproduce")


def replaced(done: Sanitized) -> list[tuple[int, int]]:
    return [(each.start, each.end) for each in done.replacements]


def subjects(articles: Iterable[Labelled]) -> dict[str, Labelled]:
    """The paper's subjects that are among some articles, by the paper's name for them."""
    titled = {article.document.id: article for article in articles}
    return {name: titled[facts["title"]] for name, facts in FACTS.items() if facts["title"] in titled}


def detections(articles: Mapping[str, Labelled], parts: Parts, tell: Tell) -> Found:
    """Table 1: what is hidden of the terms that readers want hidden."""
    cells = [(name, alpha, way) for name in articles for alpha in ALPHAS for way in WAYS]
    found = {}
    for number, (name, alpha, way) in enumerate(cells):
        tell("detection", number, len(cells))
        article = articles[name]
        done = parts.sanitized(
            [article.secret],
            article.document,
            article.terms,
            profile_for(way, alpha),
            without=article.own if way == WITHOUT else (),
        )
        found[name, alpha, way] = finding(article, done, parts.knowledge)
    return found


def finding(article: Labelled, done: Sanitized, knowledge: Knowledge) -> Finding:
    text, spans = article.document.text, replaced(done)
    reasons: Counter[str] = Counter()
    missed = unknown = 0
    for candidate in article.candidates:
        if not candidate.must:
            continue
        if candidate.hidden(text, spans):
            start, end = candidate.spans[0]
            over = (each.reason for each in done.replacements if each.start < end and start < each.end)
            reasons[next(over, "other")] += 1
        else:
            missed += 1
            unknown += not any(knowledge.count(normal_form(text[start:end])) for start, end in candidate.spans)
    return Finding(detection(article, spans), reasons, missed, unknown)


def kept(documents: Mapping[str, Document], parts: Parts, tell: Tell) -> Kept:
    """Table 2: information kept of whole articles, redacting and sanitizing."""
    cells = [(name, alpha, way) for name in documents for alpha in ALPHAS for way in (PAPER, OURS)]
    terms = {name: parts.language.terms(document) for name, document in documents.items()}
    found = {}
    for number, (name, alpha, way) in enumerate(cells):
        tell("utility", number, len(cells))
        hide = [FACTS[name]["secret"]]
        redacted, sanitized = (
            parts.sanitized(hide, documents[name], terms[name], profile_for(way, alpha, method)).utility
            for method in METHODS
        )
        found[name, alpha, way] = redacted, sanitized
    return found


def articles_of(path: Path, titles: Iterable[str]) -> dict[str, Document]:
    """The documents of a file that have one of these titles, by title."""
    wanted = set(titles)
    found: dict[str, Document] = {}
    for document in read_documents(path):
        if document.title in wanted:
            found.setdefault(document.title, Document(document.title, document.text))
    return found
