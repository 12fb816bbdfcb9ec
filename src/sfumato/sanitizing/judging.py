"""The papers' models as stages: what each takes before it judges, and who judges which part of the text.

A model of one's own is a function from a plan to a plan. Most need no more than a `Judge`:

    @judging
    def long_words(plan: Plan) -> Judge:
        return LongWords(most=12)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sfumato.knowledge.terms import title_form
from sfumato.policy.secrets import Resolved
from sfumato.protocols import Judge
from sfumato.sanitizing.hidden import hide_listed, hide_terms
from sfumato.sanitizing.identify import Identifying, take_identifying, take_singling_out
from sfumato.sanitizing.plan import Model, Plan, Taking, names
from sfumato.sanitizing.predetect import take_found
from sfumato.sanitizing.rewrite import take_disclosing
from sfumato.types import Any, Term

_NEAREST = 20  # documents among which the one about a person is, if the text is about the same person
_CONCEPT = "NOUN_PHRASE"
_ENTITY = {"person": "PERSON", "place": "GPE", "organization": "ORG", "concept": _CONCEPT}


def c_sanitized(plan: Plan) -> Plan:
    """CSAN: the names of secrets go, then what detectors found, then what discloses, identifies or singles out."""
    identifying = _identifying(plan)
    plan = replace(plan, identifies=identifying) if identifying else plan
    plan = plan.judged_by(plan.secrets.judge, plan.secrets.accepted)
    plan = take_names(plan)
    plan = take_found(plan)
    if identifying is None:
        return plan
    plan = take_disclosing(plan)
    plan = take_identifying(plan, identifying)
    if identifying.named and identifying.weigh and not plan.secrets.seen:
        plan = take_singling_out(plan)
    return plan


def correlated(plan: Plan) -> Plan:
    """CORR: what detectors found and names of secrets are hidden; the rest is judged by what it tells of them."""
    return hide_terms(take_found(plan, by_class=True))


def healthcare(plan: Plan) -> Plan:
    """HEALTH: the same for a list of sensitive terms, with its own threshold."""
    return hide_listed(take_found(plan))


def judging(made: Callable[[Plan], Judge]) -> Model:
    """The model that takes the names of secrets and what detectors found, and has the rest judged by one judge."""

    def model(plan: Plan) -> Plan:
        return take_found(take_names(plan.judged_by(made(plan))))

    model.__doc__ = made.__doc__
    return model


def take_names(plan: Plan) -> Plan:
    """The plan with the names of secrets, as what they are: a parser may take a disease for a company.

    A name before a common noun goes with it: in "the Oslo metropolitan area" it is no city.
    """
    taking = Taking(plan)
    is_given = plan.language.names.is_given
    for each in plan.secrets.resolved:
        kind = _ENTITY.get(each.secret.kind)
        why = names(each.secret)
        hits = [hit[:2] for hit in plan.secrets.scanner_of(each.secret).find(plan.text)]
        nouns = {span: _noun_behind(plan, *span) for span in hits}
        for start, end in sorted(hits, key=lambda hit: (nouns[hit] is None, hit[0] - hit[1])):  # the longest first
            if plan.is_exempt((start, end)):
                continue
            term, noun = plan.index.term_over(start, end), nouns[start, end]
            if term is None:
                taking.take(*(start, end, kind) if kind else plan.index.whole(start, end), why)
            elif noun is not None:
                taking.take(term.start, noun.end, noun.label, why)
            else:
                own = kind and end == term.end and (kind != _CONCEPT or start == term.start)
                if kind == "PERSON" and term.label in ("ORG", "GPE", "FAC") and not is_given(each.secret.name):
                    own = None  # two words with a capital: the language may know better
                taking.take(term.start, term.end, kind if own and kind else term.label, why)
    return taking.plan()


def _noun_behind(plan: Plan, start: int, end: int) -> Term | None:
    """The common noun that the name between these places stands right before."""
    name, behind = plan.index.term_over(start, end), plan.index.term_over(end + 1, end + 2)
    if name is None or behind is None or (name.end, name.end + 1) != (end, behind.start) or plan.text[end] != " ":
        return None
    return behind if behind.label == _CONCEPT != name.label else None


def _identifying(plan: Plan) -> Identifying | None:
    """What identifies; none where there is no secret, or where detectors have the last word.

    They have it where they find whatever identifies, unless the knowledge tells of the secrets: it has counts of them,
    and of a person also a document that could be about the same one, not about a namesake.
    """
    if not plan.secrets.all:
        return None
    told_of = any(each.seen and _is_told_of(each, plan) for each in plan.secrets.resolved)
    if plan.tools.finds_identifiers and not told_of:
        return None
    return Identifying(plan.secrets, plan.tools.profile, plan.tools.taxonomy)


def _is_told_of(resolved: Resolved, plan: Plan) -> bool:
    """Whether documents tell of a secret as the text does: one that bears its name is nearest to the text's topics."""
    secret = resolved.secret
    if secret.kind != "person":
        return True
    knowledge = plan.tools.knowledge
    nearest = knowledge.best(Any(*plan.topics), _NEAREST) if plan.topics else ()
    return any(title_form(hit.title, plan.language) in secret.labels for hit in nearest)
