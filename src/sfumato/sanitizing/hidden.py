"""Correlated terms and healthcare documents: sensitive terms are hidden first, then what tells of them is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sfumato.languages.reading import contexts
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.risk import Correlated, Hidden, Informative, content_of, hidden_threshold, listed_threshold
from sfumato.sanitizing.edits import Change
from sfumato.sanitizing.plan import Plan, Scope, Taking
from sfumato.types import Any, Disclosure, Query

_Hit = tuple[int, int, str]


def hide_terms(plan: Plan) -> Plan:
    """CORR: the names of secrets are hidden beside what detectors found, and each is written as something less telling.

    The rest is judged by what it tells of them, against the threshold of the profile (eq. 8 or 9).
    """
    knowledge = plan.tools.knowledge
    hits = _names(plan)
    least = min((content_of(knowledge, plan.language.normal_form(label)) for _, _, label in hits), default=0.0)
    taken = _taken(plan, hits, least)
    hidden = _hidden(taken)
    limit = hidden_threshold(knowledge, [each.term for each in hidden], threshold=plan.tools.profile.threshold)
    return _judged(taken, hidden, limit)


def hide_listed(plan: Plan) -> Plan:
    """HEALTH: the names of secrets are hidden, and what stands for them says less than the threshold of the whole list.

    That threshold (eq. 4) is also the one for what the rest tells of them.
    """
    if plan.secrets.listed_limit is None:
        plan.secrets.listed_limit = _listed_limit(plan)
    taken = _taken(plan, _names(plan), plan.secrets.listed_limit)
    return _judged(taken, _hidden(taken), plan.secrets.listed_limit)


@dataclass(frozen=True, slots=True)
class _HiddenChange:
    """A change that hides a sensitive term, and what stands for it as the judge counts it."""

    change: Change
    term: Hidden


def _names(plan: Plan) -> list[_Hit]:
    return [hit for hit in plan.secrets.scanner.find(plan.text) if not plan.is_exempt(hit[:2])]


def _taken(plan: Plan, hits: Sequence[_Hit], least: float) -> Plan:
    """The plan with the names of secrets taken; what stands for them says less than so many bits."""
    taking = Taking(plan.judged_by(Informative(plan.tools.knowledge, least)))
    for start, end, label in hits:
        taking.take_whole(start, end, Disclosure((label,), plan.secrets.owner(label), 0.0, 0.0, "names"))
    return taking.plan()


def _hidden(plan: Plan) -> list[_HiddenChange]:
    return [_HiddenChange(change, Hidden(change.form, _general(change, plan))) for change in plan.changes]


def _judged(plan: Plan, hidden: Sequence[_HiddenChange], limit: float) -> Plan:
    """The plan in which each part of the text is judged by what it tells of the terms that were hidden there."""
    profile = plan.tools.profile
    judges: dict[tuple[Hidden, ...], Correlated] = {}
    scopes = []
    for start, end in contexts(plan.text, profile.context, plan.language) or [(0, len(plan.text))]:
        here = tuple(each.term for each in hidden if any(start <= a < end for a, _ in each.change.places))
        if here not in judges:
            judges[here] = Correlated(
                plan.tools.knowledge,
                here,
                limit=limit,
                contextualised=profile.contextualised,
                support=profile.support,
            )
        scopes.append(Scope(start, end, judges[here]))
    return plan.judged_in(scopes)


def _general(change: Change, plan: Plan) -> Query:
    """What stands for a sensitive term, counted so that every occurrence of the term is one of it: CORR eq. 1.

    A person, a place or an organization is in every text: such a class is the root, and as good as nothing.
    """
    option, taxonomy, language = change.option, plan.tools.taxonomy, plan.language
    if not option.content or option.label in language.wording.kinds.values():
        return ""
    concept = option.concept or next((s for s in taxonomy.senses(option.label) if ":v." not in s.id), None)
    return Any(change.form, language.normal_form(option.label), *(taxonomy.forms(concept) if concept else ()))


def _listed_limit(plan: Plan) -> float:
    """The threshold of the whole list of secrets, whatever a document has of it."""
    knowledge, taxonomy = plan.tools.knowledge, plan.tools.taxonomy
    forms = [form for each in plan.secrets.resolved for form in each.secret.forms]
    listed = [(form, _nearest(form, knowledge, taxonomy)) for form in forms]
    return listed_threshold(knowledge, listed, contextualised=plan.tools.profile.contextualised)


def _nearest(form: str, knowledge: Knowledge, taxonomy: Taxonomy) -> str:
    """The most specific thing above that is commoner: HEALTH's g(s) of eq. 12 and 13."""
    own = knowledge.count(form)
    for sense in taxonomy.senses(form):
        for path in taxonomy.paths(sense, 4):
            for step in path:
                if not step.grouping and knowledge.count(step.label) > own:
                    return knowledge.language.normal_form(step.label)
    return ""
