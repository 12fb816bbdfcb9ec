"""The cheapest words to change: every set is hit, no subset of the words is cheaper, and greedy is never better."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.risk.hitting_set import cheapest, cost_of, greedy

WORDS = "abcdefg"

sets = st.lists(st.sets(st.sampled_from(WORDS), min_size=1, max_size=4), max_size=8)
costs = st.fixed_dictionaries({word: st.floats(0, 20) for word in WORDS})


def hits_all(chosen, sets):
    return all(chosen & each for each in sets)


def brute_force(sets, costs):
    """What the cheapest of all hitting sets costs, every subset of the words tried."""
    return min(
        cost_of(chosen, costs)
        for size in range(len(WORDS) + 1)
        for chosen in combinations(WORDS, size)
        if hits_all(set(chosen), sets)
    )


@given(sets, costs)
def test_both_hit_every_set_with_words_of_the_sets(sets, costs):
    for chosen in (cheapest(sets, costs), greedy(sets, costs)):
        assert hits_all(chosen, sets)
        assert chosen <= set().union(*sets)


@settings(max_examples=200)
@given(sets, costs)
def test_the_exact_answer_costs_what_the_cheapest_of_all_subsets_does(sets, costs):
    assert cost_of(cheapest(sets, costs), costs) == pytest.approx(brute_force(sets, costs), rel=1e-7, abs=1e-9)


@given(sets, costs)
def test_the_exact_answer_never_costs_more_than_the_greedy_one(sets, costs):
    assert cost_of(cheapest(sets, costs), costs) <= cost_of(greedy(sets, costs), costs)


@given(sets, costs, st.randoms())
def test_the_order_and_the_repetition_of_sets_make_no_difference(sets, costs, random):
    again = [*sets, *sets]
    random.shuffle(again)
    assert cheapest(again, costs) == cheapest(sets, costs)
    assert cost_of(greedy(again, costs), costs) >= cost_of(cheapest(sets, costs), costs)


@given(sets, costs)
def test_no_word_of_the_exact_answer_can_be_spared(sets, costs):
    chosen = cheapest(sets, costs)
    assert not any(hits_all(chosen - {word}, sets) for word in chosen)


def test_greedy_can_be_dearer():
    # the word that breaks most sets for its cost leaves all but one of the others to be taken, too
    sets = [{"a", "x"}, {"b", "x"}, {"c", "x"}, {"a", "d"}, {"b", "e"}, {"c", "f"}]
    costs = dict.fromkeys("abcdef", 1.0) | {"x": 1.2}
    assert cost_of(greedy(sets, costs), costs) > 4
    assert cheapest(sets, costs) == {"a", "b", "c"}


def test_of_words_that_cost_nothing_as_few_as_possible_are_chosen():
    free = dict.fromkeys("abc", 0.0)
    assert cheapest([{"a", "b"}, {"a", "c"}], free) == {"a"}
    assert greedy([{"a", "b"}, {"a", "c"}], free) == {"a"}


def test_no_sets_need_no_words():
    assert cheapest([], {}) == greedy([], {}) == set()
    assert cheapest([set()], {}) == greedy([set()], {}) == set()
    assert cost_of((), {}) == 0


def test_a_few_hundred_sets_are_solved_exactly():
    words = [f"w{number:02}" for number in range(30)]
    costs = {word: 1 + number % 7 for number, word in enumerate(words)}
    every = [set(pair) for pair in combinations(words, 2)]
    chosen = cheapest(every, costs)
    assert hits_all(chosen, every)
    assert len(chosen) == 29  # of any two words one
    assert cost_of(chosen, costs) == sum(costs.values()) - 7
