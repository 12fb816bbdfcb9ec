"""The equations: properties that hold for all coherent counts, zero counts, impossible counts, arrays."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sfumato.risk import information as info

close = pytest.approx


class Counts(NamedTuple):
    """Coherent counts: every document with s has g, as taxonomic counting gives them."""

    s: int
    g: int
    q: int
    sq: int
    gq: int
    total: int


@st.composite
def coherent(draw: st.DrawFn) -> Counts:
    sq, s_only, gq_only, g_only, q_only, rest = (draw(st.integers(0, 10**6)) for _ in range(6))
    assume(sq > 0)
    s, gq = sq + s_only, sq + gq_only
    return Counts(s, s + gq_only + g_only, gq + q_only, sq, gq, s + gq_only + g_only + q_only + rest)


alphas = st.floats(1, 50)


@given(coherent())
def test_nothing_tells_more_of_a_secret_than_the_secret(c: Counts) -> None:
    most = info.information_content(c.s, c.total)
    for bits in (
        info.pmi(c.sq, c.s, c.q, c.total),
        info.disclosure_risk_removed(c.sq, c.s, c.q, c.total),
        info.disclosure_risk(c.sq, c.s, c.gq, c.total),
        info.disclosure_risk_expanded(c.sq, c.s, c.q, c.g, c.gq, c.total),
        info.contextualised_disclosure_risk(c.sq, c.s, c.gq, c.total),
    ):
        assert bits <= most + 1e-9


@given(coherent())
def test_long_and_short_forms_of_disclosure_risk_are_equal(c: Counts) -> None:
    short = info.disclosure_risk(c.sq, c.s, c.gq, c.total)
    assert info.disclosure_risk_expanded(c.sq, c.s, c.q, c.g, c.gq, c.total) == close(short, abs=1e-9)
    left = info.conditional_information(c.gq, c.q)
    assert info.pmi(c.sq, c.s, c.q, c.total) + left == close(short, abs=1e-9)
    # Under coherent counting it is what g(s) and q tell together, and the contextualised form changes nothing.
    assert info.group_pmi(c.sq, c.s, c.gq, c.total) == close(short, abs=1e-9)
    assert info.contextualised_disclosure_risk(c.sq, c.s, c.gq, c.total) == close(short, abs=1e-9)


@given(st.integers(1, 50), st.integers(0, 50), st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_long_and_short_forms_are_equal_for_counts_of_mere_spelling(
    sq: int, s_more: int, gq: int, g_more: int, q_more: int
) -> None:
    s, g, q, total = sq + s_more, gq + g_more, max(sq, gq) + q_more, 1000
    short = info.disclosure_risk(sq, s, gq, total)
    assert info.disclosure_risk_expanded(sq, s, q, g, gq, total) == close(short, abs=1e-9)
    assert short <= info.information_content(s, total)
    if sq >= gq:
        assert short == info.information_content(s, total)


@given(coherent())
def test_removing_is_generalising_to_the_root(c: Counts) -> None:
    removed = info.disclosure_risk_removed(c.sq, c.s, c.q, c.total)
    assert info.disclosure_risk(c.sq, c.s, c.q, c.total) == removed
    assert info.disclosure_risk_expanded(c.sq, c.s, c.q, c.total, c.q, c.total) == close(removed, abs=1e-9)


@given(coherent())
def test_pmi_is_what_is_no_longer_unknown_and_symmetric(c: Counts) -> None:
    known = info.information_content(c.s, c.total) - info.conditional_information(c.sq, c.q)
    assert info.pmi(c.sq, c.s, c.q, c.total) == close(known, abs=1e-9)
    assert info.pmi(c.sq, c.q, c.s, c.total) == close(known, abs=1e-9)


@given(coherent())
def test_a_general_term_tells_its_own_content_and_a_special_one_everything(c: Counts) -> None:
    assert info.pmi(c.s, c.s, c.g, c.total) == close(info.information_content(c.g, c.total), abs=1e-9)
    assert info.pmi(c.s, c.g, c.s, c.total) == info.information_content(c.g, c.total)


@given(coherent(), alphas)
def test_the_limit_in_bits_and_the_limit_as_confidence_agree(c: Counts, alpha: float) -> None:
    bits = info.pmi(c.sq, c.s, c.q, c.total)
    limit = info.disclosure_limit(info.information_content(c.s, c.total), alpha)
    sure, enough = info.confidence(c.sq, c.q), info.confidence_limit(c.s, c.total, alpha)
    assume(abs(bits - limit) > 1e-9)
    assert (bits >= limit) == (sure >= enough)


@given(coherent(), alphas, alphas)
def test_a_larger_alpha_is_never_more_lenient(c: Counts, one: float, other: float) -> None:
    small, large = sorted((one, other))
    content = info.information_content(c.s, c.total)
    assert info.disclosure_limit(content, large) <= info.disclosure_limit(content, small)
    assert info.confidence_limit(c.s, c.total, large) <= info.confidence_limit(c.s, c.total, small) + 1e-12


@given(coherent())
def test_what_is_equal_on_paper_discloses_at_alpha_one(c: Counts) -> None:
    limit = info.disclosure_limit(info.information_content(c.s, c.total), 1)
    assert info.discloses(info.pmi(c.sq, c.s, c.sq, c.total), limit)


@given(st.lists(st.tuples(st.floats(0, 30), st.floats(0, 30)), max_size=20))
def test_utility_is_a_share(pairs: list[tuple[float, float]]) -> None:
    before, after = [a for a, _ in pairs], [b for _, b in pairs]
    assert 0 <= info.utility(before, after) <= 1
    assert info.utility(before, before) == 1
    assert info.utility(before, [100.0] * len(before)) == 1


@given(
    st.lists(st.floats(0, 20), min_size=1, max_size=6).flatmap(
        lambda contents: st.tuples(
            st.just(contents),
            st.lists(
                st.lists(st.floats(-5, 20), min_size=len(contents), max_size=len(contents)),
                min_size=1,
                max_size=4,
            ),
        )
    ),
    st.floats(0, 20),
)
def test_the_choice_is_safe_for_all_and_the_best_of_the_safe(
    case: tuple[list[float], list[list[float]]], limit: float
) -> None:
    contents, risks = case
    safe = [i for i in range(len(contents)) if not any(info.discloses(row[i], limit) for row in risks)]
    chosen = info.choose_generalisation(contents, risks, limit)
    if chosen is None:
        assert not safe
    else:
        assert chosen in safe
        assert contents[chosen] == max(contents[i] for i in safe)


def test_zero_counts_are_no_evidence() -> None:
    assert info.pmi(0, 16, 64, 1024) == 0
    assert info.pmi(0, 0, 0, 1024) == 0
    assert info.group_pmi(0, 16, 0, 1024) == 0
    assert info.disclosure_risk(0, 16, 32, 1024) == 0
    assert info.disclosure_risk(0, 0, 0, 1024) == 0
    assert info.disclosure_risk_expanded(0, 16, 64, 128, 0, 1024) == 0
    assert info.contextualised_disclosure_risk(0, 16, 0, 1024) == 0
    assert info.confidence(0, 0) == 0
    assert math.isinf(info.conditional_information(0, 64))
    assert not info.evidence(0, 16, 64)


def test_the_content_of_the_unseen_is_that_of_the_smallest_count_kept() -> None:
    assert info.information_content(0, 1024) == 10
    assert info.information_content(0, 1024, floor=4) == 8
    assert info.information_content(1, 1024, floor=4) == 10
    assert info.confidence_limit(0, 1024, 2, floor=4) == info.confidence_limit(4, 1024, 2)


def test_arrays_give_what_their_numbers_give() -> None:
    joint, term = np.array([0, 4, 8, 16]), np.array([9, 256, 64, 16])
    bits = info.pmi(joint, 16, term, 1024)
    assert bits.tolist() == [info.pmi(j, 16, t, 1024) for j, t in zip(joint.tolist(), term.tolist(), strict=True)]
    assert isinstance(info.pmi(8, 16, 64, 1024), float)
    assert isinstance(info.pmi(np.int64(8).item(), 16, 64, 1024), float)
    assert info.discloses(bits, 3.0).tolist() == [False, False, True, True]  # type: ignore[union-attr]
    grid = info.pmi(np.array([[8], [4]]), np.array([[16], [64]]), np.array([64, 256]), 1024)
    assert grid.shape == (2, 2)


def test_counts_of_any_size_stay_exact() -> None:
    assert info.pmi(10**15, 10**15, 10**15, 10**18) == info.information_content(10**15, 10**18)
    assert info.pmi(10**300, 10**300, 10**300, 1e304) == close(math.log2(1e4))


@pytest.mark.parametrize(
    "call",
    [
        lambda: info.information_content(-1, 10),
        lambda: info.information_content(11, 10),
        lambda: info.information_content(0, 0),
        lambda: info.information_content(1, math.inf),
        lambda: info.information_content(math.nan, 10),
        lambda: info.information_content(0, 10, floor=0),
        lambda: info.information_content(0, 10, floor=11),
        lambda: info.pmi(5, 4, 8, 10),
        lambda: info.pmi(5, 8, 4, 10),
        lambda: info.pmi(np.array([1, 5]), 8, np.array([1, 4]), 10),
        lambda: info.disclosure_risk(5, 4, 8, 10),
        lambda: info.contextualised_disclosure_risk(5, 8, 4, 10),
        lambda: info.conditional_information(5, 4),
        lambda: info.confidence(5, 4),
        lambda: info.disclosure_limit(6.0, 0.9),
        lambda: info.disclosure_limit(6.0, math.nan),
        lambda: info.disclosure_limit(-1.0, 1),
        lambda: info.confidence_limit(1, 10, 0.5),
        lambda: info.threshold_least_informative([]),
        lambda: info.threshold_most_informative_generalisation([]),
        lambda: info.choose_generalisation([1.0, 2.0], [[1.0]], 1.0),
        lambda: info.utility([1.0], [1.0, 2.0]),
        lambda: info.precision(3, 2),
        lambda: info.recall(-1, 2),
        lambda: info.tf_df(-1, 2),
    ],
)
def test_impossible_input_is_refused(call: object) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match=r"must|share"):
        call()


def test_quality_of_nothing() -> None:
    assert info.precision(0, 0) == 1
    assert info.recall(0, 0) == 1
    assert info.f_measure(0, 0) == 0
    assert info.utility([], []) == 1
