"""What every model promises (a function from a `Plan` to a `Plan`), and every `Judge` that it gives parts of a text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from sfumato.contracts.village import TEXTS, terms_of, village
from sfumato.languages.reading import phrases
from sfumato.policy import Detect
from sfumato.policy.hiding import policy_of
from sfumato.policy.policy import Policy
from sfumato.protocols import Judge
from sfumato.risk.information import discloses
from sfumato.sanitizing import Model, Plan, Sanitizer
from sfumato.sanitizing.rewrite import rewrite
from sfumato.types import Any, Document, Query

_FORMS = ("zanavir", "bubo", "rat", "flea", "well", "dusk", "bell", "house", "xyzzy")


def _plans() -> Iterator[Plan]:
    """A plan of every text before anything is taken: with a secret, with a detector alone, sentence by sentence."""
    found = Policy("contracts", detect=(Detect("patterns"),))
    for policy in (policy_of(["plague"]), found, policy_of(["plague", "Ostia"], settings={"context": "sentence"})):
        sanitizer = Sanitizer(village(), policy, key=b"contracts")
        for text in TEXTS:
            yield sanitizer.begun(Document("t", text), terms_of(text), sanitizer.resolved(text))


def _judges(model: Model) -> Iterator[Judge]:
    for plan in _plans():
        yield from model(plan).judges


def _taken(plan: Plan) -> list[object]:
    return [(change.form, change.label, change.at, sorted(change.places)) for change in plan.changes]


def gives_a_plan_of_the_document(model: Model) -> None:
    for plan in _plans():
        made = model(plan)
        assert isinstance(made, Plan)
        assert made.document == plan.document
        assert made.secrets is plan.secrets
        assert made.tools is plan.tools


def leaves_the_plan_that_it_is_given(model: Model) -> None:
    for plan in _plans():
        before = _taken(plan)
        model(plan)
        assert (_taken(plan), plan.scopes) == (before, ())


def plans_the_same_again(model: Model) -> None:
    for plan in _plans():
        assert _taken(model(plan)) == _taken(model(plan)), plan.text


def judges_every_place(model: Model) -> None:
    for plan in _plans():
        scopes = model(plan).scopes
        if scopes:
            assert (scopes[0].start, scopes[-1].end) == (0, len(plan.text)), plan.text
            assert all(one.end == other.start for one, other in pairwise(scopes)), plan.text
        assert scopes or not plan.secrets.all, "where there is a secret there is a judge"


def has_judges_with_limits(model: Model) -> None:
    for judge in _judges(model):
        assert isinstance(judge, Judge)
        assert len(judge.names) == len(judge.limits) == judge.limits.shape[0]
        assert not np.isnan(judge.limits).any()
        assert judge.reason.strip()
        assert isinstance(judge.every_word, bool)
        assert len({judge, judge}) == 1, "plans tell judges apart"


def has_a_row_for_each_secret_and_a_column_for_each_term(model: Model) -> None:
    queries: list[Query] = [*_FORMS, "zanavir", Any("rat", "flea")]
    for judge in _judges(model):
        for asked in ([], queries[:1], queries):
            bits = judge.bits(asked)
            assert bits.shape == (len(judge.names), len(asked))
            assert np.isfinite(bits).all()


def judges_a_term_the_same_whatever_else_is_asked(model: Model) -> None:
    for judge in _judges(model):
        together = judge.bits(_FORMS)
        assert np.array_equal(together, judge.bits(_FORMS))
        assert np.array_equal(together[:, ::-1], judge.bits(_FORMS[::-1]))
        for at, form in enumerate(_FORMS):
            assert np.array_equal(judge.bits([form])[:, 0], together[:, at]), form


def judges_concepts_in_the_same_rows(model: Model) -> None:
    taxonomy = village().taxonomy
    (concept,) = taxonomy.senses("antiviral")
    for judge in _judges(model):
        told = judge.concept_bits(concept, lambda: Any(*taxonomy.forms(concept)))
        assert told is None or (told.shape == (len(judge.names),) and np.isfinite(told).all())


def finds_minimal_groups(model: Model) -> None:
    for judge in _judges(model):
        told = np.asarray(discloses(judge.bits(_FORMS), judge.limits[:, np.newaxis]))
        risky = {form for at, form in enumerate(_FORMS) if told[:, at].any()}
        for size in (2, 3):
            found = judge.groups(_FORMS, size)
            groups = [frozenset(each.terms) for each in found]
            assert all(len(each.terms) == len(group) for each, group in zip(found, groups, strict=True))
            assert all(2 <= len(group) <= size and group <= set(_FORMS) for group in groups)
            assert not any(group & risky for group in groups), "a term that discloses alone is in no group"
            assert not any(one < other for one in groups for other in groups), "no group is a part of another"
            assert all(each.secret in judge.names for each in found)
            assert all(discloses(each.bits, each.limit) for each in found)
            again = [frozenset(each.terms) for each in judge.groups(_FORMS[::-1], size)]
            assert sorted(map(sorted, again)) == sorted(map(sorted, groups)), "the order of terms tells nothing"


def ends_with_nothing_told(model: Model) -> None:
    for plan in _plans():
        made = model(plan)
        done = rewrite(made)
        assert not plan.secrets.scanner.find(done.draft.text), "a name of a secret is left"
        written = {form for edit in done.draft.edits for form in phrases(plan.language.read(edit.text))}
        for judge in made.judges if len(made.scopes) == 1 else ():
            told = discloses(judge.bits(sorted(written)), judge.limits[:, np.newaxis])
            assert not np.any(told), "what is written tells of a secret"


JUDGE = (
    gives_a_plan_of_the_document,
    leaves_the_plan_that_it_is_given,
    plans_the_same_again,
    judges_every_place,
    has_judges_with_limits,
    has_a_row_for_each_secret_and_a_column_for_each_term,
    judges_a_term_the_same_whatever_else_is_asked,
    judges_concepts_in_the_same_rows,
    finds_minimal_groups,
    ends_with_nothing_told,
)
