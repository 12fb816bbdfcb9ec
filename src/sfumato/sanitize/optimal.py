"""The best choice of replacements instead of a good one: one option for each term, so that most information is left.

CSAN shows the problem to be NP-hard. Here it is an integer program: a binary variable for each option of each term,
exactly one of a term's, and for everything that discloses in a draft a cut that forbids the choices that make it, in
that combination. HiGHS solves it, the draft that it gives is judged, new cuts are added, until the judge is silent: the
solution is then the best of all. Cuts only ever forbid what discloses, and each forbids at least the last draft.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product

import numpy as np
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, milp

from sfumato.languages.en.reading import read
from sfumato.languages.reading import contexts, in_contexts, visible
from sfumato.replacements.options import Option
from sfumato.risk import CSanitized, content_of, disclosures, risky_groups
from sfumato.sanitize.edits import Draft, Unit
from sfumato.sanitize.loop import Loop
from sfumato.types import Disclosure

MOST_OPTIONS = 20_000
MOST_ROUNDS = 200
_CUTS = 200  # of one group: each choice of a place for each of its terms is one
TOGETHER = "reveal together"

Choice = tuple[str, int]


def optimal(loop: Loop) -> Draft | None:
    """The draft of a loop that has run, with the options that keep most; `None` where the search would be too large.

    The options of the loop's units are set to it. Terms that the loop changed only because of a group may be kept.
    """
    for unit in loop.units.values():
        if unit.reason == TOGETHER:
            _may_stay(loop, unit)
    cuts: set[frozenset[Choice]] = set()
    for _ in range(MOST_ROUNDS):
        allowed = {form: [at for at, o in enumerate(u.options) if loop.accepts(o)] for form, u in loop.units.items()}
        if sum(map(len, allowed.values())) > MOST_OPTIONS or not _solve(loop, allowed, cuts):
            return None
        draft = Draft(loop.text, [unit for unit in loop.units.values() if not stays(unit)])
        new = _cuts(loop, draft)
        if not new:
            return draft
        cuts |= new
    return None


def stays(unit: Unit) -> bool:
    """Whether a unit's option is to leave the term as it is."""
    return unit.option.label == unit.text and unit.option.literal and not unit.fixed


def _may_stay(loop: Loop, unit: Unit) -> None:
    keep = Option(unit.text, content_of(loop.options.knowledge, unit.form), literal=True)
    if unit.options[0] != keep:
        unit.options = (keep, *unit.options)


def _solve(loop: Loop, allowed: dict[str, list[int]], cuts: Iterable[frozenset[Choice]]) -> bool:
    """Sets every unit to its part of the best choice that no cut forbids; false if there is none."""
    column = {(form, at): number for number, (form, at) in enumerate((f, a) for f, ats in allowed.items() for a in ats)}
    if not column:
        return True
    weight = {form: _terms_of(loop, loop.units[form]) for form in allowed}
    gain = np.array([weight[form] * loop.units[form].options[at].content for form, at in column])
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
            loop.units[form].at = at
    return True


def _terms_of(loop: Loop, unit: Unit) -> float:
    """How many terms a unit stands for: utility counts terms. What is none counts a little, so as to stay."""
    return sum(loop.places.term_over(start, start + 1) is not None for start, _ in unit.places) or 1e-3


def _cuts(loop: Loop, draft: Draft) -> set[frozenset[Choice]]:
    """For everything that discloses in a draft the combinations of choices that made it."""
    judged = loop.judged(draft, read(draft.text))
    found = {form: list(filter(judged, spans)) for form, spans in visible(draft.text, loop.options.language).items()}
    cuts: set[frozenset[Choice]] = set()
    for start, end, label in (hit for hit in loop.scanner.find(draft.text) if judged(hit[:2])):
        cuts |= _cut(loop, draft, [[(start, end)]], Disclosure((label,), "", 0.0, 0.0, "names"))
    for why in disclosures(loop.judge, list(found)):
        cuts |= _cut(loop, draft, [found[why.terms[0]]], why)
    if loop.groups > 1 and isinstance(loop.judge, CSanitized) and not cuts:
        for here in in_contexts(found, contexts(draft.text, loop.context, loop.options.language)):
            for why in risky_groups(loop.judge, list(here), loop.groups):
                cuts |= _cut(loop, draft, [here[form] for form in why.terms], why)
    return cuts


def _cut(loop: Loop, draft: Draft, places: list[list[tuple[int, int]]], why: Disclosure) -> set[frozenset[Choice]]:
    """One cut for each way to see every term of a group: the choices that stand at one of its places each."""
    ways = [{_choices(loop, draft, span, why) for span in spans} - {frozenset()} for spans in places]
    joined = (frozenset().union(*way) for way in islice(product(*ways), _CUTS))
    return {cut for cut in joined if cut}


def _choices(loop: Loop, draft: Draft, span: tuple[int, int], why: Disclosure) -> frozenset[Choice]:
    """The choices of the units at a place of the draft; a term that is none yet becomes one that may stay."""
    units = [unit for edit in draft.edits_at(*span) for unit in loop.units_within(edit.start, edit.end)]
    for start, end in draft.untouched(*span):
        whole = loop.whole(start, end)
        known = loop.units_within(whole[0], whole[1])
        if not known and loop.take(*whole, Disclosure(why.terms, why.secret, why.bits, why.limit, TOGETHER)):
            known = loop.units_within(whole[0], whole[1])
            for unit in known:
                _may_stay(loop, unit)
                unit.at = 0
        units += known
    return frozenset((unit.form, unit.at) for unit in units if not stays(unit) or unit.at == 0)
