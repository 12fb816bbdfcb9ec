"""Names, numbers, rare terms and terms never seen: hidden by their own information, as the profile says."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from sfumato.io.arrays import Array
from sfumato.languages.reading import LONGEST, contexts
from sfumato.policy import Profile
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.replacements.options import NAME, OTHER
from sfumato.risk import CSanitized
from sfumato.risk.identifying import THRESHOLD, Shapes, scores
from sfumato.risk.information import discloses, group_pmi
from sfumato.risk.judges import disclosures
from sfumato.risk.quantities import is_quantity
from sfumato.risk.telling import BY_KIND
from sfumato.risk.unseen import ORDINARY, names_beside, unseen
from sfumato.sanitizing.plan import Plan, Secrets, Taking
from sfumato.taxonomies.words import is_mere_word
from sfumato.types import All, Any, Concept, Disclosure, Reading, Term

NEAR = 2 / 3
"""Of a limit: from here on a term tells nearly too much of a concept, by however few documents."""
WHOLE = 1.0
"""Of a limit: a wording of ours may tell up to it, for it stands for what told more, by however few documents."""
FIVEFOLD = math.log2(5)
"""Bits that it must tell, whatever the limit: with the term the concept is five times as likely as without."""
TWOFOLD = 1.0
"""Bits that it must tell beyond its field: "dosage" says medicine, and hardly more of depression than of gout."""
_DESCRIPTION = 3
"""Words that a phrase has at least to describe one thing: two are soon found together."""
_COMMON = 8
"""A word that more than one of so many documents has describes nothing: "new", "important"."""
_QUANTITIES = frozenset(("DATE", "TIME", "QUANTITY", "CARDINAL", "ORDINAL", "PERCENT", "MONEY"))
"""Labels of what tells nothing of a concept: "for five days"."""
IDENTIFIES = "identifies"
"""The reason of what identifies by itself."""
UNKNOWN = "unknown"
"""The reason of what the knowledge has never seen."""
NEARLY = "nearly reveals"
"""The reason of what tells nearly too much."""
FEWEST = 5
"""Candidates that must fit what is left in a sentence, where the secret was never seen."""


class Identifying:
    """What identifies a secret by itself: names, numbers and superlatives, as the profile of a plan sees them.

    Of a concept they tell nothing; what tells nearly too much of it, by however few documents, does. Of a name a
    description tells, all of whose words are hardly found together but with it.
    """

    def __init__(self, secrets: Secrets, profile: Profile, taxonomy: Taxonomy) -> None:
        self.secrets = secrets
        self.taxonomy = taxonomy
        self.named = secrets.named(profile)
        """Whether names and numbers identify."""
        self.weigh = profile.identifying != "never"
        self.always = profile.identifying == "always"

    def found(self, shapes: Shapes, spans: Sequence[tuple[int, int, str]]) -> list[Disclosure | None]:
        """Why each span of words, with its label, identifies; None where it does not."""
        if not spans or not self.weigh:
            return [None] * len(spans)
        return self._named(shapes, spans) if self.named else self._nearly(shapes, spans)

    def _named(self, shapes: Shapes, spans: Sequence[tuple[int, int, str]]) -> list[Disclosure | None]:
        judge = self.secrets.judge
        told, inside = _told(judge, shapes.reading, spans)
        shares = (told / np.maximum(judge.contents, 1.0)[:, np.newaxis]).max(axis=0)
        told_by = [max(shares[at], default=0.0) for at in inside]
        is_word = partial(is_mere_word, taxonomy=self.taxonomy)
        marks = scores(judge.knowledge, shapes, spans, told_by, nouns=self.always, is_word=is_word)
        threshold = THRESHOLD["always" if self.always else "auto"]
        found: list[Disclosure | None] = []
        for (first, last, label), mark in zip(spans, marks.tolist(), strict=True):
            if self.always and label == NAME:
                mark = 1.0
            elif not self.always and label == "ORDINAL":
                mark = 0.0  # a rank, be it in digits: what is ranked tells
            if mark >= threshold:
                found.append(Disclosure(("",), "", mark, threshold, IDENTIFIES))
            else:
                found.append(_together(judge, shapes.reading, first, last))
        return found

    def _nearly(
        self, shapes: Shapes, spans: Sequence[tuple[int, int, str]], share: float = NEAR
    ) -> list[Disclosure | None]:
        """Names need enough documents: that somebody of that name was ill, too, tells nothing of the illness."""
        strict, lenient = self.secrets.judge, self.secrets.lenient_judge
        joining = strict.knowledge.language.names.joining
        told, inside = _told(lenient, shapes.reading, spans, numbers=False)
        told_by_enough, _ = _told(strict, shapes.reading, spans, numbers=False)
        found: list[Disclosure | None] = []
        for (first, last, _), at in zip(spans, inside, strict=True):
            table = (told_by_enough if shapes.names_in(first, last, joining) else told)[:, at]
            found.append(_near(strict, table, share))
        return found

    def __call__(self, wording: str) -> bool:
        """Whether a wording would be taken if it stood in the text; common nouns, which it is, are not weighed."""
        judge = self.secrets.judge
        if not self.weigh or judge.knowledge.language.wording.is_round(wording):
            return False
        reading = judge.knowledge.language.read(wording.lower())
        span = (0, len(reading), "")
        if not self.named:
            medical = any(secret.meaning is not None for secret in judge.secrets)
            return medical and self._nearly(Shapes(reading), [span], WHOLE)[0] is not None
        told, inside = _told(judge, reading, [span])
        share = float((told / np.maximum(judge.contents, 1.0)[:, np.newaxis]).max(initial=0.0)) if inside[0] else 0.0
        return bool(scores(judge.knowledge, Shapes(reading), [span], [share])[0] >= THRESHOLD["auto"])


def take_identifying(plan: Plan, identifying: Identifying) -> Plan:
    """The plan with terms that identify by themselves, and those never seen; the latter may be kept for review."""
    profile, knowledge = plan.tools.profile, plan.tools.knowledge
    terms = [rest for term in plan.index.terms for rest in _rest(plan, term)]
    spans = [(*plan.index.words(term.start, term.end), term.label) for term in terms]
    taking = Taking(plan)
    review: dict[str, None] = {}
    people = names_beside(plan.reading, knowledge, plan.secrets.all)
    ordinary = knowledge.total >= ORDINARY and not identifying.named
    never = unseen(plan.reading, knowledge, plan.secrets.all).places if ordinary else None
    for term, (first, last, _), why in zip(terms, spans, identifying.found(Shapes(plan.reading), spans), strict=True):
        if any(a < term.end and term.start < b for a, b in (*plan.exempt, *people)):
            continue
        forms = [form for form in plan.reading.forms[first:last] if form not in plan.language.stop_words]
        if not identifying.named and (is_quantity(forms) or term.label in _QUANTITIES):
            continue
        if why is None and identifying.weigh:
            why = _told_by_kind(plan, " ".join(forms))
        if why is None and _is_unknown(plan, term, forms, never):
            if profile.unknown == "redact":
                why = Disclosure((term.text,), "", 0.0, 0.0, UNKNOWN)
            elif profile.unknown == "review":
                review[term.text] = None
        if why is not None:
            taking.take(term.start, term.end, term.label, replace(why, terms=(term.text,)))
    return replace(taking.plan(), review=tuple(review))


def _rest(plan: Plan, term: Term) -> list[Term]:
    """A term, or what is left of it where part of it was taken."""
    left = plan.changes.left(term.start, term.end)
    if left == [(term.start, term.end)]:
        return [term]
    words = [plan.index.words(*span) for span in left]
    spans = [(plan.reading.starts[a], plan.reading.ends[b - 1]) for a, b in words if a < b]
    return [Term(a, b, plan.text[a:b], term.label) for a, b in spans]


def take_unseen(plan: Plan) -> Plan:
    """The plan with words that the knowledge has never seen and that are in no term; they may be kept for review.

    A form of a known word, or a slip of the finger, is judged as that word.
    """
    profile = plan.tools.profile
    if not any(each.is_counted for each in plan.secrets.resolved):
        return plan
    taking = Taking(plan)
    review = dict.fromkeys(plan.review)
    never = unseen(plan.reading, plan.tools.knowledge, plan.secrets.all)
    for why in disclosures(plan.secrets.judge, list(never.bases)):
        for start, end in never.bases[why.terms[0]]:
            here = replace(why, terms=(plan.text[start:end],))
            if not plan.is_exempt((start, end)) and taking.changes.free((start, end)):
                _ = taking.take_whole(start, end, here) or taking.take(start, end, OTHER, here)
    for span in never.places if profile.unknown != "keep" else ():
        if plan.is_exempt(span) or not taking.changes.free(span):
            continue
        word = plan.text[span[0] : span[1]]
        if profile.unknown == "redact":
            taking.take(*span, NAME, Disclosure((word,), "", 0.0, 0.0, UNKNOWN))
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


def _is_unknown(plan: Plan, term: Term, forms: Sequence[str], never: Collection[tuple[int, int]] | None) -> bool:
    """Whether the knowledge has never seen one of the words; a number says nothing by being new.

    `never` are the places of those that cannot be judged, where they are known.
    """
    if never is not None:
        return any(term.start <= start < term.end for start, _ in never)
    return any(not form.isdigit() and not plan.tools.knowledge.count(form) for form in forms)


def _near(judge: CSanitized, told: Array, share: float) -> Disclosure | None:
    """What phrases nearly reveal, where it is that share of a limit; `told` has a column for each."""
    most = told.max(axis=1, initial=0.0)
    row = int(np.argmax(most / judge.limits))
    bits, limit = float(most[row]), float(judge.limits[row])
    near = bits >= max(share * limit, FIVEFOLD, _of_its_field(judge, row) + TWOFOLD)
    return Disclosure(("",), judge.names[row], bits, limit, NEARLY) if near else None


def _together(judge: CSanitized, reading: Reading, first: int, last: int) -> Disclosure | None:
    """What all the words of a description tell together, however far apart: who searches for them finds the secret.

    By however few documents, which is why their number counts as known to a factor of two only.
    """
    knowledge = judge.knowledge
    forms = dict.fromkeys(reading.forms[at] for at in range(first, last) if reading.content[at])
    words = [form for form in forms if knowledge.count(form) * _COMMON <= knowledge.total]
    if len(words) < _DESCRIPTION:
        return None
    query = All(*words)
    documents = knowledge.count(query)
    for row, secret in enumerate(judge.queries):
        joint, known = knowledge.count(All(secret, *words)) if documents else 0, judge.documents[row]
        bits = float(group_pmi(float(joint), float(known), float(documents), knowledge.total)) if joint else 0.0
        if bits >= judge.limits[row] - TWOFOLD:
            return Disclosure(("",), judge.names[row], bits, float(judge.limits[row]), NEARLY)
    return None


def _of_its_field(judge: CSanitized, row: int) -> float:
    """The bits of a secret that any text of its field reveals: that it is about medicine, its reader sees anyway."""
    among = judge.secrets[row].among
    return math.log2(judge.knowledge.total / among) if among else 0.0


def _told(
    judge: CSanitized, reading: Reading, spans: Sequence[tuple[int, int, str]], numbers: bool = True
) -> tuple[Array, list[list[int]]]:
    """What phrases of a text reveal of each secret, a column for each, and for each span the columns of those in it.

    Those with `numbers` need not count: that a few who are 34 years old are ill tells nothing.
    """
    columns: dict[str, int] = {}
    inside = []
    for first, last, _ in spans:
        forms = [
            " ".join(reading.forms[a:b])
            for a in range(first, last)
            for b in range(a + 1, min(a + LONGEST, last) + 1)
            if numbers or not any(is_quantity([form]) for form in reading.forms[a:b])
        ]
        inside.append([columns.setdefault(form, len(columns)) for form in forms])
    return judge.bits(list(columns)), inside
