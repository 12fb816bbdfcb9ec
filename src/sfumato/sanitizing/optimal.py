"""The best choice of replacements instead of a good one: one option for each term, so that most information is left.

CSAN shows the problem to be NP-hard. Here it is an integer program: a binary variable for each option of each term,
exactly one of a term's, and for everything that discloses in a draft a cut that forbids the choices that make it, in
that combination. HiGHS solves it, the draft that it gives is judged, new cuts are added, until the judge is silent: the
solution is then the best of all. Cuts only ever forbid what discloses, and each forbids at least the last draft.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, product

import numpy as np

from sfumato.languages.reading import contexts, in_contexts
from sfumato.risk import content_of, disclosures
from sfumato.sanitizing.crowds import told_in
from sfumato.sanitizing.edits import Change, Changes, Draft, Span, drafted
from sfumato.sanitizing.plan import Plan, Taking
from sfumato.sanitizing.rewrite import Rewritten, counts_in, visible_in
from sfumato.types import Disclosure, Option

MOST_OPTIONS = 20_000
MOST_ROUNDS = 200
_CUTS = 200  # of one group: each choice of a place for each of its terms is one
_TOGETHER = "reveal together"

Choice = tuple[str, int]
"""A term in normal form, and the number of its option."""


def optimal(plan: Plan, greedy: Rewritten) -> Rewritten | None:
    """What was rewritten, with the options that keep most; `None` where the search would be too large.

    Terms that were changed only because of a group may be kept.
    """
    taking = Taking(replace(plan, changes=greedy.changes))
    changes = taking.changes
    for change in changes:
        if change.why.reason == _TOGETHER:
            _may_stay(plan, change)
    cuts: set[frozenset[Choice]] = set()
    for _ in range(MOST_ROUNDS):
        allowed = {
            change.form: [at for at, option in enumerate(change.options) if plan.accepts(option)] for change in changes
        }
        if sum(map(len, allowed.values())) > MOST_OPTIONS or not _solve(plan, changes, allowed, cuts):
            return None
        draft = drafted(plan.text, [change for change in changes if not change.stays], plan.tools.replacer.write)
        new = _cuts(taking, draft)
        if not new:
            if told_in(plan, draft):
                return None  # a sentence tells by words that no option of a term stands for
            return Rewritten(draft, _changing(changes), greedy.repairs, greedy.rounds)
        cuts |= new
    return None


def _changing(changes: Changes) -> Changes:
    """The changes without those that leave their term as it is."""
    kept = Changes()
    for change in changes:
        if not change.stays:
            kept.add(replace(change, places=[]), change.places)
    return kept


def _may_stay(plan: Plan, change: Change) -> None:
    """Gives a change the option to leave the term as it is."""
    keep = Option(change.text, content_of(plan.tools.knowledge, change.form), literal=True)
    if change.options[0] != keep:
        change.options = (keep, *change.options)


def _solve(plan: Plan, changes: Changes, allowed: dict[str, list[int]], cuts: Iterable[frozenset[Choice]]) -> bool:
    """Sets every change to its part of the best choice that no cut forbids; false if there is none."""
    column = {(form, at): number for number, (form, at) in enumerate((f, a) for f, ats in allowed.items() for a in ats)}
    if not column:
        return True
    from scipy import sparse
    from scipy.optimize import Bounds, LinearConstraint, milp  # slow to import

    weight = {form: _terms_of(plan, changes.by_form[form]) for form in allowed}
    gain = np.array([weight[form] * changes.by_form[form].options[at].content for form, at in column])
    rows: list[list[int]] = [[column[form, at] for at in ats] for form, ats in allowed.items()]
    low, high = [1.0] * len(rows), [1.0] * len(rows)
    for cut in cuts:
        members = [column[choice] for choice in cut if choice in column]
        if len(members) == len(cut):
            rows.append(members)
            low.append(0.0)
            high.append(len(cut) - 1.0)
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.concatenate([np.array(row) for row in rows])
    matrix = sparse.csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(rows), len(column)))
    solution = milp(
        -gain, constraints=LinearConstraint(matrix, low, high), integrality=np.ones(len(column)), bounds=Bounds(0, 1)
    )
    if solution.x is None:
        return False
    for (form, at), chosen in zip(column, solution.x > 0.5, strict=True):
        if chosen:
            changes.by_form[form].at = at
    return True


def _terms_of(plan: Plan, change: Change) -> float:
    """How many terms a change replaces, as utility counts them; one that replaces none counts a little."""
    return sum(plan.index.term_over(start, start + 1) is not None for start, _ in change.places) or 1e-3


def _cuts(taking: Taking, draft: Draft) -> set[frozenset[Choice]]:
    """For everything that discloses in a draft the combinations of choices that made it."""
    plan = taking.start
    counts = counts_in(plan, draft, plan.language.read(draft.text))
    found = visible_in(plan, draft)
    cuts: set[frozenset[Choice]] = set()
    for start, end, label in (hit for hit in plan.secrets.scanner.find(draft.text) if counts(hit[:2])):
        cuts |= _cut(taking, draft, [[(start, end)]], Disclosure((label,), "", 0.0, 0.0, "names"))
    judge, profile = plan.scopes[0].judge, plan.tools.profile
    for why in disclosures(judge, list(found)):
        cuts |= _cut(taking, draft, [found[why.terms[0]]], why)
    if profile.groups > 1 and not cuts:
        for here in in_contexts(found, contexts(draft.text, profile.context, plan.language)):
            for why in judge.groups(list(here), profile.groups):
                cuts |= _cut(taking, draft, [here[form] for form in why.terms], why)
    return cuts


def _cut(taking: Taking, draft: Draft, places: list[list[Span]], why: Disclosure) -> set[frozenset[Choice]]:
    """One cut for each way to see every term of a group: the choices that stand at one of its places each."""
    ways = [{_choices(taking, draft, span, why) for span in spans} - {frozenset()} for spans in places]
    joined = (frozenset().union(*way) for way in islice(product(*ways), _CUTS))
    return {cut for cut in joined if cut}


def _choices(taking: Taking, draft: Draft, span: Span, why: Disclosure) -> frozenset[Choice]:
    """The choices of the changes at a place of the draft; a term that has none yet gets one that lets it stay."""
    changes = taking.changes
    found = [change for edit in draft.edits_at(*span) for change in changes.within(edit.start, edit.end)]
    for start, end in draft.untouched(*span):
        first, last, label = taking.start.index.whole(start, end)
        known = changes.within(first, last)
        if not known and taking.take(first, last, label, replace(why, reason=_TOGETHER)):
            known = changes.within(first, last)
            for change in known:
                _may_stay(taking.start, change)
                change.at = 0
        found += known
    return frozenset((change.form, change.at) for change in found if not change.stays or change.at == 0)
