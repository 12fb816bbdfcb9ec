"""The cheapest words to change so that no set of words stays whole: a weighted hitting set.

WEB section 6 leaves it open which words to redact. The exact answer is an integer program, a variable for each word
and a row for each set, which HiGHS solves; the greedy one takes, again and again, the word that breaks most sets for
its cost.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping

import numpy as np

_LEAST = 1e-6  # what a word costs that costs nothing: of two free solutions the smaller is better
_SCALE = 1000.0  # HiGHS takes solutions that differ by 1e-6 for equal, and so much may a free word cost


def cheapest(sets: Iterable[Collection[str]], costs: Mapping[str, float]) -> set[str]:
    """The words of least cost in all that have one of each set; never dearer than `greedy`.

    >>> sorted(cheapest([{"a", "b"}, {"b", "c"}, {"c", "d"}], {"a": 1, "b": 1.5, "c": 1.5, "d": 0.9}))
    ['b', 'd']
    >>> sorted(cheapest([{"a", "b"}, {"a", "c"}], {"a": 3, "b": 1, "c": 1}))
    ['b', 'c']
    """
    rows = sorted({tuple(sorted(set(each))) for each in sets if each})
    words = sorted({word for row in rows for word in row})
    if not words:
        return set()
    from scipy import sparse
    from scipy.optimize import Bounds, LinearConstraint, milp  # slow to import

    column = {word: at for at, word in enumerate(words)}
    members = np.concatenate([np.array([column[word] for word in row]) for row in rows])
    ends = np.cumsum([0, *map(len, rows)])
    matrix = sparse.csr_matrix((np.ones(len(members)), members, ends), shape=(len(rows), len(words)))
    solution = milp(
        np.array([max(costs[word], _LEAST) for word in words]) * _SCALE,
        constraints=LinearConstraint(matrix, 1.0, np.inf),
        integrality=np.ones(len(words)),
        bounds=Bounds(0, 1),
        options={"time_limit": 10.0, "mip_rel_gap": 0.0},
    )
    simple = greedy(rows, costs)
    if solution.x is None:
        return simple
    found = {word for word, chosen in zip(words, solution.x > 0.5, strict=True) if chosen}
    return found if cost_of(found, costs) <= cost_of(simple, costs) else simple


def greedy(sets: Iterable[Collection[str]], costs: Mapping[str, float]) -> set[str]:
    """At least one word of each set, chosen one by one: the word that hits most of the sets left for its cost.

    >>> sorted(greedy([{"a", "b"}, {"a", "c"}], {"a": 3, "b": 1, "c": 1}))
    ['b', 'c']
    """
    whole = [set(each) for each in sets if each]
    chosen: set[str] = set()
    while whole:
        breaks: dict[str, int] = {}
        for each in whole:
            for word in each:
                breaks[word] = breaks.get(word, 0) + 1
        best = min(breaks, key=lambda word: (max(costs[word], _LEAST) / breaks[word], word))
        chosen.add(best)
        whole = [each for each in whole if best not in each]
    return chosen


def cost_of(words: Iterable[str], costs: Mapping[str, float]) -> float:
    return math.fsum(max(costs[word], _LEAST) for word in words)
