"""The crowd that a secret hides in, and the cheapest way to make it large enough."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sfumato.protocols.reading import Evidence
from sfumato.risk.readers.crowd import Crowd, cheapest_drop, crowd_of, greedy_drop

RIVALS = 6


def piece(secret, *rivals):
    return Evidence(0, 1, secret, np.array([*rivals, *[0.0] * (RIVALS - len(rivals))]))


@st.composite
def evidences(draw):
    bits = st.floats(0, 8).map(lambda value: round(value, 2))
    return [
        Evidence(at, at + 1, draw(bits), np.array([draw(bits) for _ in range(RIVALS)]))
        for at in range(draw(st.integers(1, 7)))
    ]


def test_nothing_said_is_a_crowd_of_all():
    assert crowd_of([], RIVALS) == Crowd(RIVALS)
    assert crowd_of([piece(0.0, 3.0)], RIVALS) == Crowd(RIVALS)


def test_the_strongest_piece_counts_alone():
    told = [piece(9.0), *[piece(0.5, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0)] * 9]
    assert crowd_of(told, RIVALS) == Crowd(0, 1)


def test_the_sum_counts_though_no_piece_does():
    told = [piece(5.0, 5.0), piece(5.0, 0.0, 5.0), piece(5.0, 0.0, 0.0, 5.0)]
    assert crowd_of(told, RIVALS).size == 0


@given(evidences(), st.integers(1, RIVALS))
def test_what_is_dropped_makes_the_crowd(evidence, wanted):
    costs = [1.0 + at for at in range(len(evidence))]
    for gone in (greedy_drop(evidence, costs, wanted), cheapest_drop(evidence, costs, wanted)):
        left = [each for at, each in enumerate(evidence) if at not in gone]
        assert crowd_of(left, RIVALS).size >= wanted


@given(evidences(), st.integers(1, RIVALS))
def test_the_exact_choice_is_never_dearer(evidence, wanted):
    costs = [1.0 + at * at for at in range(len(evidence))]
    exact, simple = cheapest_drop(evidence, costs, wanted), greedy_drop(evidence, costs, wanted)
    assert sum(costs[at] for at in exact) <= sum(costs[at] for at in simple)
