"""Intervals: the same every time, right where they can be worked out, and honest about small samples."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.io.messages import rounded
from sfumato.measure import statistics
from sfumato.measure.statistics import Interval, bootstrap, draws, interval, of_sums, paired, resampled_sums, small

FEW = settings(max_examples=30, deadline=None)
VALUES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30)


def test_two_values_by_hand():
    # Of two values 0 and 1 a resample has mean 0, 0.5 or 1 with probabilities 1/4, 1/2, 1/4.
    found = bootstrap([0.0, 1.0])
    assert found == Interval(0.5, 0.0, 1.0, 2)
    narrow = bootstrap([0.0, 1.0], confidence=0.4)  # the middle two fifths are all 0.5
    assert (narrow.low, narrow.high) == (0.5, 0.5)


def test_the_mean_of_a_normal_sample_has_the_interval_of_the_books():
    values = np.random.default_rng(1).normal(10, 2, size=400)
    found = bootstrap(values)
    error = values.std() / 20
    assert found.low == pytest.approx(values.mean() - 1.96 * error, abs=0.02)
    assert found.high == pytest.approx(values.mean() + 1.96 * error, abs=0.02)


def test_the_same_data_and_seed_give_the_same_interval():
    values = np.random.default_rng(2).random(50)
    assert bootstrap(values) == bootstrap(values)
    assert bootstrap(values, seed=1) != bootstrap(values)


def test_it_makes_no_difference_in_how_many_parts_the_resamples_are_drawn(monkeypatch):
    values = np.random.default_rng(3).random(7)
    whole = bootstrap(values), of_sums(values[:, None], lambda sums: sums[..., 0])
    monkeypatch.setattr(statistics, "_CELLS", 50)
    assert len(list(draws(7, 100))) > 1
    assert (bootstrap(values), of_sums(values[:, None], lambda sums: sums[..., 0])) == whole


def test_other_statistics():
    found = bootstrap([1.0, 2.0, 30.0], np.median)
    assert (found.value, found.low, found.high) == (2.0, 1.0, 30.0)


def test_a_share_of_sums_is_that_of_all_units_together():
    found = of_sums([[1, 1], [0, 9]], lambda sums: sums[..., 0] / sums[..., 1])
    assert found.value == pytest.approx(0.1)
    assert (found.low, found.high) == (0.0, 1.0)


def test_sums_of_resamples_are_those_of_the_units_drawn():
    counts = np.random.default_rng(4).random((5, 3))
    units = np.concatenate(list(draws(5, 20)))
    assert np.allclose(resampled_sums(counts, 20), counts[units].sum(axis=1))


def test_resamples_without_a_value_are_left_out():
    assert interval(0.5, np.array([np.nan, 0.5, 0.5]), 3) == Interval(0.5, 0.5, 0.5, 3)
    assert interval(0.5, np.array([np.nan]), 1) == Interval(0.5, 0.5, 0.5, 1)


def test_pairs_are_resampled_as_pairs():
    ours = np.arange(10.0)
    found = paired(ours + 0.25, ours)
    assert (found.value, found.low, found.high) == (0.25, 0.25, 0.25)
    assert paired([1, 0], [0, 1]).value == 0


@FEW
@given(VALUES)
def test_the_interval_lies_within_the_values(values):
    found = bootstrap(values, resamples=200)
    slack = 1e-9 * max(map(abs, values))
    assert min(values) - slack <= found.low <= found.high <= max(values) + slack
    assert found.n == len(values)


@FEW
@given(VALUES, st.floats(0, 100))
def test_a_constant_added_moves_the_interval(values, more):
    before, after = bootstrap(values, resamples=100), bootstrap([value + more for value in values], resamples=100)
    assert after.low - before.low == pytest.approx(more, abs=1e-6)
    assert after.high - before.high == pytest.approx(more, abs=1e-6)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: bootstrap([]),
        lambda: bootstrap([float("nan")]),
        lambda: bootstrap([[1.0], [2.0]]),
        lambda: bootstrap([1.0], resamples=0),
        lambda: bootstrap([1.0], confidence=1),
        lambda: paired([1.0], [1.0, 2.0]),
        lambda: resampled_sums([]),
        lambda: resampled_sums([[float("nan")]]),
    ],
)
def test_what_is_no_sample_is_refused(wrong):
    with pytest.raises(ValueError, match="must be"):
        wrong()


def test_small_samples_are_said_to_be_small():
    assert "few" in small(29)
    assert small(30) == ""
    assert "one alone" in small(1)


def test_an_interval_reads_well():
    found = Interval(0.91234, 0.88, 0.95, 113)
    assert str(found) == "0.912 (0.880 to 0.950)"
    assert rounded(found) == Interval(0.9123, 0.88, 0.95, 113)
