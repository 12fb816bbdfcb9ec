"""Names, numbers, rare terms and terms never seen: hidden by their own information, as the profile says."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np

from sfumato.io.arrays import Array
from sfumato.languages.reading import LONGEST, contexts, phrases
from sfumato.policy import Profile
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.options import NAME
from sfumato.risk import CSanitized
from sfumato.risk.identifying import THRESHOLD, Shapes, features, scores
from sfumato.risk.information import discloses
from sfumato.risk.telling import BY_KIND
from sfumato.risk.unseen import unseen
from sfumato.sanitizing.plan import Plan, Secrets, Taking
from sfumato.types import All, Any, Concept, Disclosure, Reading, Term

FEWEST = 5
"""Candidates that must fit what is left in a sentence, where the secret was never seen."""
_Shares: TypeAlias = dict[str, tuple[float, float]]
_LONGEST_UNIT = 3  # letters: mg, mcg, bpm


class Identifying:
    """What identifies by itself: names, numbers and rare terms, as the profile of a plan sees them."""

    def __init__(self, secrets: Secrets, profile: Profile) -> None:
        self.secrets = secrets
        self.named = secrets.named(profile)
        """Whether names and numbers identify."""
        self.weigh = profile.identifying != "never"
        self.threshold = THRESHOLD[
            "always" if profile.identifying == "always" else "named" if self.named else "concept"
        ]

    def score(self, shapes: Shapes, spans: Sequence[tuple[int, int, str]]) -> Array:
        """How likely each span of words, with its label, is to identify."""
        knowledge, named = self.secrets.judge.knowledge, self.named
        shares = _shares(self.secrets.lenient_judge, self.secrets.judge, shapes.reading)
        rows = [
            features(knowledge, shapes, a, b, label, _share(shapes.reading, a, b, shares), named=named)
            for a, b, label in spans
        ]
        return scores(rows, named=named)

    def __call__(self, wording: str) -> bool:
        """Whether a wording identifies."""
        if not (self.weigh and self.named):
            return False
        knowledge = self.secrets.judge.knowledge
        reading = knowledge.language.read(wording.lower())
        return bool(self.score(Shapes(reading), [(0, len(reading), "")])[0] >= self.threshold)


def take_identifying(plan: Plan, identifying: Identifying) -> Plan:
    """The plan with terms that identify by themselves, and those never seen; the latter may be kept for review."""
    profile, knowledge = plan.tools.profile, plan.tools.knowledge
    terms = plan.index.terms
    spans = [(*plan.index.words(term.start, term.end), term.label) for term in terms]
    weigh, threshold = identifying.weigh, identifying.threshold
    marks = identifying.score(Shapes(plan.reading), spans) if terms and weigh else np.zeros(len(terms))
    taking = Taking(plan)
    review: dict[str, None] = {}
    for term, (first, last, _), mark in zip(terms, spans, marks.tolist(), strict=True):
        if any(a < term.end and term.start < b for a, b in plan.exempt):
            continue
        if term.label == NAME and profile.identifying == "always":
            mark = 1.0
        forms = [form for form in plan.reading.forms[first:last] if form not in plan.language.stop_words]
        if not identifying.named and _is_quantity(forms):
            continue
        if weigh and mark >= threshold:
            why = Disclosure((term.text,), "", mark, threshold, "identifies")
            taking.take(term.start, term.end, term.label, why)
        elif weigh and (kind := _told_by_kind(plan, " ".join(forms))):
            taking.take(term.start, term.end, term.label, kind)
        elif _is_unknown(knowledge, forms):
            if profile.unknown == "redact":
                taking.take(term.start, term.end, term.label, Disclosure((term.text,), "", 0.0, 0.0, "unknown"))
            elif profile.unknown == "review":
                review[term.text] = None
    return replace(taking.plan(), review=tuple(review))


def take_unseen(plan: Plan) -> Plan:
    """The plan with words that the knowledge has never seen and that are in no term; they may be kept for review."""
    profile = plan.tools.profile
    if profile.unknown == "keep" or not any(each.is_counted for each in plan.secrets.resolved):
        return plan
    taking = Taking(plan)
    review = dict.fromkeys(plan.review)
    for span in unseen(plan.reading, plan.tools.knowledge).places:
        if plan.is_exempt(span) or not taking.changes.free(span):
            continue
        word = plan.text[span[0] : span[1]]
        if profile.unknown == "redact":
            taking.take(*span, NAME, Disclosure((word,), "", 0.0, 0.0, "unknown"))
        else:
            review[word] = None
    return replace(taking.plan(), review=tuple(review))


def take_singling_out(plan: Plan) -> Plan:
    """Of the names and numbers left in a sentence, the rarest are taken until `FEWEST` candidates fit what stays.

    For secrets that the knowledge has never seen: whether a term tells of them cannot be counted, but how many
    documents have all of what is left can, and by their shares of all documents where none has.
    """
    knowledge = plan.tools.knowledge
    shapes = Shapes(plan.reading)
    terms = plan.index.terms
    starts = [term.start for term in terms]
    taking = Taking(plan)
    for start, end in contexts(plan.text, "sentence", plan.language):
        left: dict[str, tuple[int, Term]] = {}
        for term in terms[bisect_left(starts, start) : bisect_left(starts, end)]:
            first, last = plan.index.words(term.start, term.end)
            tells = shapes.names_in(first, last, plan.language.names.joining) or any(
                shapes.is_number(at) for at in range(first, last)
            )
            stays = plan.is_exempt((term.start, term.end)) or taking.changes.within(term.start, term.end)
            if tells and not stays:
                form = plan.index.form(term.start, term.end)
                left[form] = (knowledge.count(form) or knowledge.floor, term)
        while len(left) > 1 and candidates(knowledge, {form: count for form, (count, _) in left.items()}) < FEWEST:
            rarest = min(left, key=lambda form: (left[form][0], form))
            count, term = left.pop(rarest)
            why = Disclosure((*left, rarest), "", float(count), FEWEST, "singles out")
            taking.take(term.start, term.end, term.label, why)
    return taking.plan()


def candidates(knowledge: Knowledge, counts: Mapping[str, int]) -> float:
    """How many documents have all of the terms; where none has, how many would if the terms had no bond."""
    together = knowledge.count(All(*counts))
    if together:
        return together
    return knowledge.total * math.prod(count / knowledge.total for count in counts.values())


def _told_by_kind(plan: Plan, form: str) -> Disclosure | None:
    """What a term too rare to be counted reveals as one of its kind, of which everything is counted together."""
    judge = plan.secrets.lenient_judge
    if judge.knowledge.count(form) >= judge.knowledge.floor:
        return None
    taxonomy = plan.tools.taxonomy
    for sense in taxonomy.senses(form):
        for parent in taxonomy.parents(sense):
            told = judge.concept_bits(parent, partial(_taxonomic, taxonomy, parent))
            if np.any(discloses(told, judge.limits)):
                row = int(np.argmax(told - judge.limits))
                return Disclosure((form,), judge.names[row], float(told[row]), float(judge.limits[row]), BY_KIND)
    return None


def _taxonomic(taxonomy: Taxonomy, concept: Concept) -> Any:
    return Any(*taxonomy.forms(concept))


def _is_quantity(forms: Sequence[str]) -> bool:
    """Whether a term is a number, perhaps with its unit (500 mg): that tells nothing of a concept.

    >>> _is_quantity(["500", "mg"]), _is_quantity(["50mg"]), _is_quantity(["mg"]), _is_quantity(["2", "transfusion"])
    (True, True, False, False)
    """
    numbers = [form for form in forms if any(map(str.isdigit, form))]
    return bool(numbers or not forms) and all(form in numbers or len(form) <= _LONGEST_UNIT for form in forms)


def _is_unknown(knowledge: Knowledge, forms: Sequence[str]) -> bool:
    """Whether the knowledge has never seen one of the words; a number says nothing by being new."""
    return any(not form.isdigit() and not knowledge.count(form) for form in forms)


def _shares(lenient: CSanitized, judge: CSanitized, reading: Reading) -> _Shares:
    """The largest shares of a secret's information that each phrase of a text reveals: by any count, and by enough."""
    forms = list(phrases(reading))
    whole = np.maximum(judge.contents, 1.0)[:, np.newaxis]
    tables = ((each.bits(forms) / whole).max(axis=0).tolist() for each in (lenient, judge))
    return dict(zip(forms, zip(*tables, strict=True), strict=True))


def _share(reading: Reading, first: int, last: int, shares: _Shares) -> tuple[float, float]:
    forms = reading.forms
    inside = [
        shares.get(" ".join(forms[a:b]), (0.0, 0.0))
        for a in range(first, last)
        for b in range(a + 1, min(a + LONGEST, last) + 1)
    ]
    return max((a for a, _ in inside), default=0.0), max((b for _, b in inside), default=0.0)
