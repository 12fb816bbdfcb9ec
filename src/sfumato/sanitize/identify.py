"""Names, numbers, rare terms and terms never seen: hidden by their own information, as the profile says."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np

from sfumato.io.columns import Array
from sfumato.languages.en.normalform import STOP_WORDS
from sfumato.languages.en.reading import read
from sfumato.languages.reading import LONGEST, contexts, phrases
from sfumato.policy import Profile
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.options import NAME
from sfumato.risk import CSanitized
from sfumato.risk.identifying import THRESHOLD, Shapes, features, scores
from sfumato.risk.information import discloses
from sfumato.sanitize.loop import Loop, inside
from sfumato.types import All, Any, Concept, Disclosure, Reading, Term

FEWEST = 5
"""Candidates that must fit what is left in a sentence, where the secret was never seen."""
_Shares: TypeAlias = dict[str, tuple[float, float]]


class Identifying:
    """What identifies by itself, as a profile sees it.

    `anyhow` judges as `judge` does, by however few counts. `named` says that names and numbers identify.
    """

    def __init__(self, judge: CSanitized, anyhow: CSanitized, profile: Profile, *, named: bool) -> None:
        self.judge = judge
        self.anyhow = anyhow
        self.profile = profile
        self.named = named
        self.weigh = profile.identifying != "never"
        self.threshold = THRESHOLD["always" if profile.identifying == "always" else "named" if named else "concept"]

    def score(self, shapes: Shapes, spans: Sequence[tuple[int, int, str]]) -> Array:
        """How likely each span of words, with its label, is to identify."""
        knowledge, named = self.judge.knowledge, self.named
        shares = _shares(self.anyhow, self.judge, shapes.reading)
        rows = [
            features(knowledge, shapes, a, b, label, _share(shapes.reading, a, b, shares), named=named)
            for a, b, label in spans
        ]
        return scores(rows, named=named)

    def __call__(self, label: str) -> bool:
        """Whether a wording identifies."""
        if not (self.weigh and self.named):
            return False
        reading = read(label.lower())
        return bool(self.score(Shapes(reading), [(0, len(reading), "")])[0] >= self.threshold)


def take_identifying(loop: Loop, terms: Sequence[Term], identifying: Identifying) -> list[str]:
    """Takes terms that identify by themselves, and those never seen; gives those that a person is to look at."""
    profile, named, weigh = identifying.profile, identifying.named, identifying.weigh
    knowledge, threshold = identifying.judge.knowledge, identifying.threshold
    spans = [(*loop.places.words(term.start, term.end), term.label) for term in terms]
    marks = identifying.score(Shapes(loop.reading), spans) if terms and weigh else np.zeros(len(terms))
    review: dict[str, None] = {}
    for term, (first, last, _), mark in zip(terms, spans, marks.tolist(), strict=True):
        if any(a < term.end and term.start < b for a, b in loop.exempt):
            continue
        if term.label == NAME and profile.identifying == "always":
            mark = 1.0
        forms = [form for form in loop.reading.forms[first:last] if form not in STOP_WORDS]
        if not named and all(any(map(str.isdigit, form)) for form in forms):
            continue
        if weigh and mark >= threshold:
            why = Disclosure((term.text,), "", mark, threshold, "identifies")
            loop.take(term.start, term.end, term.label, why)
        elif weigh and (kind := _told_by_kind(loop, identifying.anyhow, " ".join(forms))):
            loop.take(term.start, term.end, term.label, kind)
        elif _is_unknown(knowledge, forms):
            if profile.unknown == "redact":
                loop.take(term.start, term.end, term.label, Disclosure((term.text,), "", 0.0, 0.0, "unknown"))
            elif profile.unknown == "review":
                review[term.text] = None
    return list(review)


def take_together(loop: Loop, terms: Sequence[Term], knowledge: Knowledge) -> None:
    """Of the names and numbers left in a sentence, takes the rarest until `FEWEST` candidates fit what stays.

    For secrets that the knowledge has never seen: whether a term tells of them cannot be counted, but how many
    documents have all of what is left can, and by their shares of all documents where none has.
    """
    shapes, joining = Shapes(loop.reading), loop.options.language.names.joining
    starts = [term.start for term in terms]
    for start, end in contexts(loop.text, "sentence", loop.options.language):
        left: dict[str, tuple[int, Term]] = {}
        for term in terms[bisect_left(starts, start) : bisect_left(starts, end)]:
            first, last = loop.places.words(term.start, term.end)
            tells = shapes.names_in(first, last, joining) or any(shapes.is_number(at) for at in range(first, last))
            stays = inside((term.start, term.end), loop.exempt) or loop.units_within(term.start, term.end)
            if tells and not stays:
                form = loop.places.form(term.start, term.end)
                left[form] = (knowledge.count(form) or knowledge.floor, term)
        while len(left) > 1 and candidates(knowledge, {form: count for form, (count, _) in left.items()}) < FEWEST:
            rarest = min(left, key=lambda form: (left[form][0], form))
            count, term = left.pop(rarest)
            why = Disclosure((*left, rarest), "", float(count), FEWEST, "singles out")
            loop.take(term.start, term.end, term.label, why)


def candidates(knowledge: Knowledge, counts: Mapping[str, int]) -> float:
    """How many documents have all of the terms; where none has, how many would if the terms had no bond."""
    together = knowledge.count(All(*counts))
    if together:
        return together
    return knowledge.total * math.prod(count / knowledge.total for count in counts.values())


def _told_by_kind(loop: Loop, judge: CSanitized, form: str) -> Disclosure | None:
    """What a term too rare to be counted reveals as one of its kind, of which everything is counted together."""
    if judge.knowledge.count(form) >= judge.knowledge.floor:
        return None
    taxonomy = loop.options.taxonomy
    for sense in taxonomy.senses(form):
        for parent in taxonomy.parents(sense):
            told = judge.told(parent.id, partial(_taxonomic, taxonomy, parent))
            if np.any(discloses(told, judge.limits)):
                row = int(np.argmax(told - judge.limits))
                return Disclosure(
                    (form,), judge.names[row], float(told[row]), float(judge.limits[row]), "reveals by its kind"
                )
    return None


def _taxonomic(taxonomy: Taxonomy, concept: Concept) -> Any:
    return Any(*taxonomy.forms(concept))


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
