"""Lists survive coding, whatever their shape; what is cut off is noticed."""

from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.knowledge import codec


@st.composite
def lists(draw):
    universes, chosen = [], []
    for _ in range(draw(st.integers(0, 8))):
        universe = draw(st.integers(0, 300))
        chosen.append(sorted(draw(st.sets(st.integers(0, max(universe - 1, 0)), max_size=universe))))
        universes.append(universe)
    sizes = np.array([len(c) for c in chosen], dtype=np.int64)
    return np.array(list(chain.from_iterable(chosen)), dtype=np.int64), sizes, np.array(universes, dtype=np.int64)


@given(lists())
def test_decode_undoes_encode(case):
    positions, sizes, universes = case
    assert codec.decode(codec.encode(positions, sizes, universes), sizes, universes).tolist() == positions.tolist()


@given(st.lists(st.integers(0, 253)))
def test_numbers_survive(numbers):
    code = codec.encode_numbers(np.array(numbers, dtype=np.int64))
    assert codec.decode_numbers(code, len(numbers)).tolist() == numbers


def test_a_list_that_is_everything_costs_nothing():
    everything = np.arange(1000)
    assert len(codec.encode(everything, np.array([1000]), np.array([1000]))) == 8


def test_close_to_the_entropy():
    rng = np.random.default_rng(0)
    sizes = rng.integers(1, 200, 500)
    universes = np.full(500, 20_000)
    positions = np.concatenate([np.sort(rng.choice(20_000, size, replace=False)) for size in sizes])
    bits = 8 * len(codec.encode(positions, sizes, universes))
    from scipy.special import gammaln

    entropy = (gammaln(universes + 1) - gammaln(sizes + 1) - gammaln(universes - sizes + 1)).sum() / np.log(2)
    assert entropy < bits < 1.05 * entropy


@pytest.mark.parametrize("cut", [0, 4, 9, 20])
def test_a_truncated_block_is_an_error(cut):
    sizes, universes = np.array([50]), np.array([1000])
    code = codec.encode(np.arange(0, 1000, 20), sizes, universes)
    with pytest.raises((ValueError, IndexError)):
        codec.decode(code[:cut], sizes, universes)
