"""The experiments of "C-sanitized" (CSAN): what is detected, and what is kept by sanitizing and by redacting.

Both for alpha 1, 1.5 and 2, with the paper's way to judge and with our default.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfumato.policy import Profile, profile_of
from sfumato.protocols import Knowledge, Resources
from sfumato.sanitizing import Sanitized
from sfumato.types import Document
from studies.labelled import Article, Detection, detection, replaced
from studies.pages import Tell
from studies.sanitizers import sanitizer

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


def profile_for(way: str, alpha: float, method: str = "generalize") -> Profile:
    base = OURS if way == OURS else PAPER
    return profile_of({"base": base, "alpha": alpha, "method": method}, "reproduce")


def subjects(articles: Iterable[Article]) -> dict[str, Article]:
    """The paper's subjects that are among some articles, by the paper's name for them."""
    titled = {article.document.id: article for article in articles}
    return {name: titled[facts["title"]] for name, facts in FACTS.items() if facts["title"] in titled}


def detections(articles: Mapping[str, Article], resources: Resources, tell: Tell) -> Found:
    """Table 1: what is hidden of the terms that readers want hidden."""
    cells = [(name, alpha, way) for name in articles for alpha in ALPHAS for way in WAYS]
    found = {}
    for number, (name, alpha, way) in enumerate(cells):
        tell("detection", number, len(cells))
        article = articles[name]
        without = article.own if way == WITHOUT else ()
        make = sanitizer([article.secret], profile_for(way, alpha), resources, without=without)
        done = make.sanitized(article.document, article.terms)
        found[name, alpha, way] = finding(article, done, resources.knowledge)
    return found


def finding(article: Article, done: Sanitized, knowledge: Knowledge) -> Finding:
    spans = replaced(done)
    reasons: Counter[str] = Counter()
    missed = unknown = 0
    for term in filter(article.wanted, article.labels.voted):
        if article.hidden(term, spans):
            start, end = term.spans[0]
            over = (each.reason for each in done.replacements if each.start < end and start < each.end)
            reasons[next(over, "other")] += 1
        else:
            missed += 1
            unknown += not article.known(term, knowledge)
    return Finding(detection(article, spans), reasons, missed, unknown)


def kept(documents: Mapping[str, Document], resources: Resources, tell: Tell) -> Kept:
    """Table 2: information kept of whole articles, redacting and sanitizing."""
    cells = [(name, alpha, way) for name in documents for alpha in ALPHAS for way in (PAPER, OURS)]
    terms = {name: resources.language.terms(document) for name, document in documents.items()}
    found = {}
    for number, (name, alpha, way) in enumerate(cells):
        tell("utility", number, len(cells))
        hide = [FACTS[name]["secret"]]
        redacted, sanitized = (
            sanitizer(hide, profile_for(way, alpha, method), resources).sanitized(documents[name], terms[name]).utility
            for method in METHODS
        )
        found[name, alpha, way] = redacted, sanitized
    return found
