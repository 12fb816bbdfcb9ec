"""The optimal mode: never worse than the greedy loop, silent, and on small texts the best of all choices."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.languages.en.reading import read
from sfumato.languages.reading import phrases
from sfumato.risk import risky_groups
from sfumato.sanitize.edits import Draft
from sfumato.sanitize.result import utility_of

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
def test_it_is_the_best_of_all_choices(sanitizer, words, village, text):
    """Every term kept, or one of its options: all combinations are tried."""
    made = sanitizer("plague", groups=3, optimal=True, **STRICT)
    best = made(text)
    judge = made._judge(tuple(each.secret for each in made.resolved(text)))
    terms = words.terms(type("D", (), {"text": text}))
    choices = []
    for term in terms:
        kept = [(None, 0)]
        kept += [(option, at) for at, option in enumerate(made.options.of(term.text, term.label))]
        choices.append(kept)
    most = 0.0
    for combination in product(*choices):
        units = _units(made, terms, combination)
        draft = Draft(text, units)
        forms = list(phrases(read(draft.text)))
        bits = judge.bits(forms)
        if (bits >= judge.limits[:, None] - 1e-9).any() or risky_groups(judge, forms, 3):
            continue
        if not made._scanner(tuple(judge.secrets)).find(draft.text):
            most = max(most, utility_of(terms, _places(text, terms), units, village.knowledge))
    assert best.utility == pytest.approx(most, abs=1e-9)


def _units(made, terms, combination):
    from sfumato.sanitize.edits import Unit

    units = []
    for term, (option, at) in zip(terms, combination, strict=True):
        if option is not None:
            options = made.options.of(term.text, term.label)
            units.append(
                Unit(term.text, term.text, term.label, [(term.start, term.end)], "test", options=options, at=at)
            )
    return units


def _places(text, terms):
    from sfumato.sanitize.edits import Places

    return Places(read(text), terms)
