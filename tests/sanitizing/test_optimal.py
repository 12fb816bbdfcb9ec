"""The optimal mode: never worse than the greedy loop, silent, and on small texts the best of all choices."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.languages.en.reading import read
from sfumato.languages.reading import phrases
from sfumato.sanitizing.edits import Change, drafted
from sfumato.sanitizing.result import utility_of
from sfumato.types import Disclosure

WHY = Disclosure(("x",), "plague", 0.0, 0.0, "test")
STRICT = {"identifying": "never", "unknown": "keep"}
WORDS = ["rats", "fleas", "well", "dusk", "bell", "zanavir", "plague", "house", "river", "vermin", "infection", "."]


@given(st.lists(st.sampled_from(WORDS), max_size=10), st.sampled_from([1, 2, 3]))
@settings(max_examples=40, deadline=None)
def test_it_holds_and_keeps_at_least_as_much(sanitizer, chosen, groups):
    text = ", ".join(chosen)
    greedy = sanitizer("plague", groups=groups, **STRICT)(text)
    best = sanitizer("plague", groups=groups, optimal=True, **STRICT)(text)
    assert best.certificate.holds
    assert best.utility >= greedy.utility - 1e-9
    claim = best.certificate.claim["optimal"]
    assert claim["greedy"] == pytest.approx(greedy.utility, abs=1e-3)
    assert not claim["solved"] or claim["optimal"] == pytest.approx(best.utility, abs=1e-3)


def test_both_are_reported(sanitizer):
    claim = sanitizer("plague", groups=2, optimal=True, **STRICT)("There were rats and fleas.").certificate.claim
    assert claim["optimal"]["solved"]
    assert claim["optimal"]["optimal"] >= claim["optimal"]["greedy"]


@pytest.mark.parametrize(
    "text", ["rats, fleas", "well, dusk, bell", "rats, fleas, well, dusk, bell", "zanavir, rats, fleas"]
)
def test_it_is_the_best_of_all_choices(sanitizer, plan, village, text):
    """Every term kept, or one of its options: all combinations are tried."""
    best = sanitizer("plague", groups=3, optimal=True, **STRICT)(text)
    begun = plan(text, groups=3, support=3)
    judge, terms = begun.secrets.judge, begun.index.terms
    choices = [[None, *range(len(begun.options(term.start, term.end, term.label)))] for term in terms]
    most = 0.0
    for combination in product(*choices):
        changes = [
            Change(
                term.text,
                term.text,
                term.label,
                WHY,
                [(term.start, term.end)],
                begun.options(term.start, term.end, term.label),
                at,
            )
            for term, at in zip(terms, combination, strict=True)
            if at is not None
        ]
        draft = drafted(text, changes, begun.tools.replacer.write)
        forms = list(phrases(read(draft.text)))
        if (judge.bits(forms) >= judge.limits[:, None] - 1e-9).any() or judge.groups(forms, 3):
            continue
        if not begun.secrets.scanner.find(draft.text):
            most = max(most, utility_of(terms, begun.index, changes, village.knowledge))
    assert best.utility == pytest.approx(most, abs=1e-4)
