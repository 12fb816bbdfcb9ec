"""The experiments of "textual healthcare documents" (HEALTH): sensitive terms, and what is related to them.

Step 1 hides the names of what a law protects; step 2 what tells of them, by counts as they are (basic) or within the
documents of the generalisation (contextualised). Each removes or generalises.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from sfumato.policy import Profile, profile_of
from sfumato.protocols import Resources
from sfumato.risk import Correlated, Hidden, disclosures
from sfumato.sanitizing import Sanitized, Sanitizer
from sfumato.types import Any as AnyOf
from sfumato.types import Document, Term
from studies.labelled import Article, Detection, Span, detection, replaced
from studies.pages import Tell
from studies.sanitizers import sanitizer

FACTS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SUBJECTS: list[dict[str, str]] = FACTS["articles"]
STEPS = ("step1", "basic", "contextualised")
LISTS = ("all six", "own")
"""Of what names are sensitive: of all that the laws name, as in the paper, or of the article's subject alone."""
OPENING = 6000  # characters of an article
ALONE = 1_000_000  # a support that no count reaches: nothing is related to anything


@dataclass(frozen=True, slots=True)
class Run:
    """One article in one way: what is kept, what was found where there are labels, the limit and the time."""

    generalised: float
    removed: float
    detection: Detection | None
    limit: float
    """HEALTH's tau in bits; 0 where nothing reached it."""
    seconds: float


Runs = Mapping[tuple[str, str, str], Run]
"""By article, step and list."""


def profile_for(step: str, method: str) -> Profile:
    """The paper's way to judge, for one of the steps."""
    settings: dict[str, Any] = {"base": "paper-healthcare", "method": method, "contextualised": step != "basic"}
    if step == "step1":
        settings |= {"support": ALONE}
    return profile_of(settings, "reproduce")


def hide_of(subject: Mapping[str, str], listed: str) -> list[str]:
    return [each["secret"] for each in SUBJECTS] if listed == "all six" else [subject["secret"]]


def runs(documents: Mapping[str, Document], labels: Mapping[str, Article], resources: Resources, tell: Tell) -> Runs:
    """Every article, step and list; detection is measured on the labelled text, the rest on the document."""
    terms = {name: resources.language.terms(document) for name, document in documents.items()}
    cells = [(listed, step, each) for listed in LISTS for step in STEPS for each in SUBJECTS]
    found: dict[tuple[str, str, str], Run] = {}
    makers: dict[tuple[str, ...], Sanitizer] = {}
    for at, (listed, step, subject) in enumerate(cells):
        name = subject["name"]
        if name not in documents:
            continue
        tell("articles", at, len(cells))
        hide = hide_of(subject, listed)
        for method in ("redact", "generalize"):
            if (step, method, *hide) not in makers:
                makers[step, method, *hide] = sanitizer(hide, profile_for(step, method), resources)
        make = makers[step, "generalize", *hide]
        seen = None
        if article := labels.get(name):
            seen = detection(article, replaced(make.sanitized(article.document, article.terms)))
        start = perf_counter()
        done = make.sanitized(documents[name], terms[name])
        took = perf_counter() - start
        removed = makers[step, "redact", *hide].sanitized(documents[name], terms[name])
        found[name, step, listed] = Run(done.utility, removed.utility, seen, limit_of(done), took)
    return found


def limit_of(done: Sanitized) -> float:
    """The limit that something reached."""
    return max((each.limit for each in done.replacements if each.bits > 0), default=0.0)


# --- how words are counted --------------------------------------------------------------------------------


def by_counting(article: Article, hide: Sequence[str], resources: Resources) -> dict[tuple[str, str], Detection]:
    """What is found by each way to ask, (basic, contextualised), and to count a generalisation, (surface, coherent).

    On the surface a document counts for a generalisation if it has its words; coherently also if it has the term that
    was generalised.
    """
    found = {}
    normal_form = resources.language.normal_form
    for step in ("basic", "contextualised"):
        done, first = (
            sanitizer(hide, profile, resources).sanitized(article.document, article.terms)
            for profile in (profile_for(step, "generalize"), _first(step))
        )
        limit = limit_of(done)
        hidden = {normal_form(each.term): normal_form(each.text) for each in first.replacements}
        for counting in ("surface", "coherent"):
            told = _told(article.terms, replaced(first), hidden, limit, resources, step == "contextualised", counting)
            found[step, counting] = detection(article, [*replaced(first), *told])
    return found


def _first(step: str) -> Profile:
    """Step 1 with the threshold of the basic or contextualised counts."""
    settings = {"base": "paper-healthcare", "contextualised": step == "contextualised", "support": ALONE}
    return profile_of(settings, "reproduce")


def _told(
    terms: Sequence[Term],
    taken: Sequence[Span],
    hidden: Mapping[str, str],
    limit: float,
    resources: Resources,
    contextualised: bool,
    counting: str,
) -> list[Span]:
    """The places of terms that tell as much as the limit of a hidden one."""
    places: dict[str, list[Span]] = {}
    for term in terms:
        form = resources.language.normal_form(term.text)
        if form and not any(start < term.end and term.start < end for start, end in taken):
            places.setdefault(form, []).append((term.start, term.end))
    sensitive = [
        Hidden(form, AnyOf(form, general) if general and counting == "coherent" else general)
        for form, general in hidden.items()
    ]
    judge = Correlated(resources.knowledge, sensitive, limit=limit, contextualised=contextualised)
    return [span for each in disclosures(judge, list(places)) for span in places[each.terms[0]]]
