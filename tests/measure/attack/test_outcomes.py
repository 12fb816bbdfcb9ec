"""What came of an attack: ranks and expectations over ties, against every order of equals; intervals."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.measure.attack import Outcome, by_chance, outcome, ranks, strongest, successes
from sfumato.measure.statistics import bootstrap

scores = st.lists(st.integers(0, 2), min_size=2, max_size=6)


@settings(max_examples=100, deadline=None)
@given(scores, st.data())
def test_equals_are_taken_in_every_order(row, data):
    truth = data.draw(st.integers(0, len(row) - 1))
    places = []
    for order in permutations(range(len(row))):
        places.append(1 + sorted(order, key=lambda at: -row[at]).index(truth))
    found = outcome(np.array([row], dtype=float), [truth])
    assert found.rank[0] == pytest.approx(np.mean(places))
    assert found.top1[0] == pytest.approx(np.mean([place == 1 for place in places]))
    assert found.top5[0] == pytest.approx(np.mean([place <= 5 for place in places]))
    assert found.reciprocal[0] == pytest.approx(np.mean([1 / place for place in places]))
    assert found.tied[0] == row.count(row[truth])


def test_ranks_by_hand():
    table = np.array([[3.0, 2.0, 1.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    assert ranks(table, [2, 1, 0]).tolist() == [3, 1.5, 2]


def test_chance_is_a_tie_of_all():
    for count in (2, 5, 40):
        found = outcome(np.zeros((1, count)), [0])
        assert by_chance(count) == pytest.approx((found.top1[0], found.top5[0], found.reciprocal[0]))


def of(*top1, reciprocal=None):
    values = np.array(top1, dtype=float)
    return Outcome(values, values, values, values if reciprocal is None else np.array(reciprocal), values + 1)


def test_the_strongest_has_the_highest_top_1_then_the_highest_reciprocal_rank():
    assert strongest({"a": of(0, 1, 0), "b": of(1, 1, 0), "c": of(0, 0, 0)}) == "b"
    tied = {"a": of(1, 0, reciprocal=(1, 0.2)), "b": of(0, 1, reciprocal=(0.5, 1))}
    assert strongest(tied) == "b"
    assert strongest(dict(reversed(tied.items()))) == "b"


def test_intervals_are_those_of_the_bootstrap_and_the_same_each_time():
    values = np.array([1, 0, 0, 1, 0.5, 0, 0, 1, 0, 0])
    found = successes({"one": of(*values), "other": of(*(1 - values))})
    plain = bootstrap(values)
    assert (found["one"].top1.low, found["one"].top1.high) == pytest.approx((plain.low, plain.high))
    assert found == successes({"one": of(*values), "other": of(*(1 - values))})
    assert successes({}) == {}


def test_nobody_found_is_no_proof_that_nobody_can_be():
    none, all_ = successes({"none": of(*[0] * 20)})["none"], successes({"all": of(*[1] * 20)})["all"]
    assert (none.top1.value, none.top1.low) == (0, 0)
    assert none.top1.high == pytest.approx(0.1684, abs=1e-4)  # Clopper and Pearson, 0 of 20
    assert (all_.top1.value, all_.top1.high) == (1, 1)
    assert all_.top1.low == pytest.approx(0.8316, abs=1e-4)
