"""Names, numbers, rare terms and terms never seen: hidden by their own information, as the profile says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from sfumato.columns import Array
from sfumato.models import CSanitized
from sfumato.models.identifying import THRESHOLD, Shapes, features, scores
from sfumato.models.options import NAME
from sfumato.normalform import STOP_WORDS
from sfumato.policy import Profile
from sfumato.protocols import Knowledge
from sfumato.reading import LONGEST, Reading, phrases, read
from sfumato.sanitize.loop import Loop
from sfumato.types import Disclosure, Term

_Shares: TypeAlias = dict[str, tuple[float, float]]


def take_identifying(
    loop: Loop, terms: Sequence[Term], judge: CSanitized, anyhow: CSanitized, profile: Profile, *, named: bool
) -> list[str]:
    """Takes terms that identify by themselves, and those never seen; gives those that a person is to look at.

    `anyhow` judges as `judge` does, by however few counts. `named` says that names and numbers identify.
    """
    knowledge = judge.knowledge
    weigh = profile.identifying != "never"
    threshold = THRESHOLD["always" if profile.identifying == "always" else "named" if named else "concept"]

    def score(shapes: Shapes, spans: Sequence[tuple[int, int, str]]) -> Array:
        shares = _shares(anyhow, judge, shapes.reading)
        rows = [
            features(knowledge, shapes, a, b, label, _share(shapes.reading, a, b, shares), named=named)
            for a, b, label in spans
        ]
        return scores(rows, named=named)

    def identifies(label: str) -> bool:
        reading = read(label.lower())
        return bool(score(Shapes(reading), [(0, len(reading), "")])[0] >= threshold)

    if weigh and named:
        loop.identifies = identifies
    spans = [(*loop.places.words(term.start, term.end), term.label) for term in terms]
    marks = score(Shapes(loop.reading), spans) if terms and weigh else np.zeros(len(terms))
    review: dict[str, None] = {}
    for term, (first, last, _), mark in zip(terms, spans, marks.tolist(), strict=True):
        if term.label == NAME and profile.identifying == "always":
            mark = 1.0
        forms = [form for form in loop.reading.forms[first:last] if form not in STOP_WORDS]
        if not named and all(any(map(str.isdigit, form)) for form in forms):
            continue
        if weigh and mark >= threshold:
            why = Disclosure((term.text,), "", mark, threshold, "identifies")
            loop.take(term.start, term.end, term.label, why)
        elif _is_unknown(knowledge, forms):
            if profile.unknown == "redact":
                loop.take(term.start, term.end, term.label, Disclosure((term.text,), "", 0.0, 0.0, "unknown"))
            elif profile.unknown == "review":
                review[term.text] = None
    return list(review)


def _is_unknown(knowledge: Knowledge, forms: Sequence[str]) -> bool:
    """Whether the knowledge has never seen one of the words; a number says nothing by being new."""
    return any(not form.isdigit() and not knowledge.count(form) for form in forms)


def _shares(anyhow: CSanitized, judge: CSanitized, reading: Reading) -> _Shares:
    """The largest shares of a secret's information that each phrase of a text reveals: by any count, and by enough."""
    forms = list(phrases(reading))
    whole = np.maximum(judge.contents, 1.0)[:, np.newaxis]
    tables = ((each.bits(forms) / whole).max(axis=0).tolist() for each in (anyhow, judge))
    return dict(zip(forms, zip(*tables, strict=True), strict=True))


def _share(reading: Reading, first: int, last: int, shares: _Shares) -> tuple[float, float]:
    forms = reading.forms
    inside = [
        shares.get(" ".join(forms[a:b]), (0.0, 0.0))
        for a in range(first, last)
        for b in range(a + 1, min(a + LONGEST, last) + 1)
    ]
    return max((a for a, _ in inside), default=0.0), max((b for _, b in inside), default=0.0)
