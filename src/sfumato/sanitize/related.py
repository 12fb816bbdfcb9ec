"""Correlated terms and healthcare documents: sensitive terms are hidden first, then what tells of them is judged."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.languages.en.normalform import normal_form
from sfumato.languages.reading import contexts
from sfumato.policy import Profile
from sfumato.policy.secrets import Resolved
from sfumato.protocols import Knowledge, Taxonomy
from sfumato.risk import Correlated, Hidden, Informative, content_of, hidden_threshold, listed_threshold
from sfumato.sanitize.edits import Unit
from sfumato.sanitize.loop import Loop, inside
from sfumato.types import Any, Disclosure, Query


def hide_sensitive(loop: Loop, resolved: Sequence[Resolved], profile: Profile) -> None:
    """Hides the sensitive terms, and has the rest judged by what it tells of them.

    CORR's terms are those that detectors found and the names of secrets. HEALTH's are the latter, and what stands for
    them must say less than the threshold of the whole list (eq. 4).
    """
    knowledge, taxonomy, whole = loop.options.knowledge, loop.options.taxonomy, (0, len(loop.text))
    hits = [hit for hit in loop.scanner.find(loop.text) if not inside(hit[:2], loop.exempt)]
    limit: float | None = None
    if profile.judge == "healthcare":
        listed = [(form, _nearest(form, knowledge, taxonomy)) for each in resolved for form in each.secret.forms]
        limit = least = listed_threshold(knowledge, listed, contextualised=profile.contextualised)
    else:  # what stands for a term must say less than the term
        least = min((content_of(knowledge, normal_form(label)) for _, _, label in hits), default=0.0)
    loop.scopes = [(*whole, Informative(knowledge, least))]
    for start, end, label in hits:
        loop.take(*loop.whole(start, end), Disclosure((label,), loop.secret_of(label), 0.0, 0.0, "names"))
    sensitive = list(loop.units.values())
    hidden = [Hidden(unit.form, _general(unit, taxonomy)) for unit in sensitive]
    if limit is None:
        limit = hidden_threshold(knowledge, hidden, threshold=profile.threshold)
    loop.accepted.clear()
    loop.scopes = []
    judges: dict[tuple[Hidden, ...], Correlated] = {}
    for start, end in contexts(loop.text, profile.context, knowledge.language) or [whole]:
        here = tuple(h for h, u in zip(hidden, sensitive, strict=True) if any(start <= a < end for a, _ in u.places))
        if here not in judges:
            contextualised, support = profile.contextualised, profile.support
            judges[here] = Correlated(knowledge, here, limit=limit, contextualised=contextualised, support=support)
        loop.scopes.append((start, end, judges[here]))


def _general(unit: Unit, taxonomy: Taxonomy) -> Query:
    """What stands for a sensitive term, counted so that every occurrence of the term is one of it: CORR eq. 1.

    A person, a place or an organization is in every text: such a class is the root, and as good as nothing.
    """
    option = unit.option
    if not option.content or option.label in taxonomy.language.wording.kinds.values():
        return ""
    concept = option.concept or next((s for s in taxonomy.senses(option.label) if ":v." not in s.id), None)
    return Any(unit.form, normal_form(option.label), *(taxonomy.forms(concept) if concept else ()))


def _nearest(form: str, knowledge: Knowledge, taxonomy: Taxonomy) -> str:
    """The most specific thing above that is commoner: HEALTH's g(s) of eq. 12 and 13."""
    own = knowledge.count(form)
    for sense in taxonomy.senses(form):
        for path in taxonomy.paths(sense, 4):
            for step in path:
                if not step.grouping and knowledge.count(step.label) > own:
                    return normal_form(step.label)
    return ""
