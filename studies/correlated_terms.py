"""The experiments of "semantically correlated terms" (CORR): thresholds, what is detected, what strategies keep.

A first sanitizer hides names of people, organizations and places; what is left is judged by what it tells of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfumato.detectors import entities
from sfumato.measure.evaluate.labels import VotedTerm
from sfumato.policy import Detect, Policy, profile_of
from sfumato.protocols import Knowledge, Resources
from sfumato.risk import Correlated, Hidden, content_of, disclosures
from sfumato.sanitizing import Sanitizer
from sfumato.types import Document, Term
from studies.labelled import Article, Detection, Span, detection, secret_of

FACTS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
NAMES = ("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP")
"""What the first sanitizer hides."""
STRATEGIES = {
    "S1": "names removed",
    "S2": "names generalised",
    "S3": "names and what tells of them removed",
    "S4": "names removed, what tells of them generalised",
    "S5": "both generalised",
}
ORDER = ("S2", "S1", "S5", "S4", "S3")
"""From the one that keeps most to the one that keeps least, by the paper's averages."""
OPENING = 6000  # characters of an article where the whole would take long
PAPER = {"judge": "correlated", "support": 1, "identifying": "never", "unknown": "keep", "counting": "surface"}


# --- what strategies keep ---------------------------------------------------------------------------------


def strategies(documents: Iterable[Document], resources: Resources) -> Iterator[dict[str, float]]:
    """Table 3: the information that each strategy keeps of each document."""
    first = {way: (Detect("entities", NAMES, write=way),) for way in ("generalize", "redact")}
    only = profile_of({"identifying": "never", "unknown": "keep"}, "reproduce")
    both = profile_of(PAPER, "reproduce")
    removed = profile_of({**PAPER, "method": "redact"}, "reproduce")
    plans = {
        "S1": ("redact", only),
        "S2": ("generalize", only),
        "S3": ("redact", removed),
        "S4": ("redact", both),
        "S5": ("generalize", both),
    }
    makers = {
        name: Sanitizer(resources, Policy("strategies", profile=profile, detect=first[way]))
        for name, (way, profile) in plans.items()
    }
    for document in documents:
        terms = resources.language.terms(document)
        yield {name: make.sanitized(document, terms).utility for name, make in makers.items()}


# --- thresholds and detection -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Threshold:
    """The least informative term that was hidden, and its information in bits (eq. 8)."""

    term: str
    bits: float


@dataclass(frozen=True, slots=True)
class Judged:
    """What is detected in an article after its names were removed, and after they were generalised."""

    removal: Detection
    generalization: Detection
    wanted_known: int
    """Terms to be found that the knowledge has in any document."""


def threshold(terms: Sequence[Term], knowledge: Knowledge) -> Threshold | None:
    """Table 1: of the names among some terms the one that tells least, as it is written."""
    normal_form = knowledge.language.normal_form
    written = {normal_form(term.text): term.text for term in reversed(terms) if term.label in NAMES}
    forms = [form for form in written if knowledge.count(form)]
    if not forms:
        return None
    least = min(forms, key=lambda form: (content_of(knowledge, form), form))
    return Threshold(written[least], content_of(knowledge, least))


def judged(article: Article, resources: Resources, *, subject: bool = False) -> Judged:
    """Table 2: what the equations say of the terms that are left, against what readers say.

    Terms that the first sanitizer hid are neither to be found nor found. With `subject` only the names of the
    article's subject count as hidden: what readers were asked. Classes are counted as they are spelled, as the paper
    counts them.
    """
    knowledge, normal_form = resources.knowledge, resources.language.normal_form
    hidden = entities(article.document, article.terms, labels=NAMES)
    kinds = resources.language.wording.kinds
    classes = {form: kinds[term.label] for term in hidden if (form := normal_form(term.text))}
    limit = min((content_of(knowledge, form) for form in classes), default=float("inf"))
    if subject:
        secret = secret_of(article.document, article.secret, resources)
        own = {*secret.forms, *map(normal_form, secret.labels)}
        classes = {form: kind for form, kind in classes.items() if form in own}
    taken = [(term.start, term.end) for term in hidden]
    places: dict[str, list[Span]] = {}
    for term in article.terms:
        form = normal_form(term.text)
        if form and not any(start < term.end and term.start < end for start, end in taken):
            places.setdefault(form, []).append((term.start, term.end))

    def left(term: VotedTerm) -> bool:
        return not article.hidden(term, taken)

    def found(removed: bool) -> Detection:
        terms = [Hidden(form, "" if removed else kind) for form, kind in classes.items()]
        told = disclosures(Correlated(knowledge, terms, limit=limit), list(places))
        return detection(article, [span for each in told for span in places[each.terms[0]]], only=left)

    wanted = (term for term in article.labels.voted if article.wanted(term) and left(term))
    known = sum(article.known(term, knowledge) for term in wanted)
    return Judged(found(True), found(False), known)
