"""l-diversity and t-closeness of sensitive columns."""

from __future__ import annotations

import numpy as np
import pytest

from sfumato.tables.claims import Claim
from sfumato.tables.grouping.diversity import diversity, satisfied
from sfumato.tables.measures import measure
from sfumato.tables.view import Attribute, Groups, People

SALARY = Attribute.of("salary", "number", [[3], [4], [5], [6], [11], [8], [7], [9], [10]])
THREES = Groups(np.arange(9) // 3, 3)


def test_closeness_of_salaries() -> None:
    """TCLOSE's example: {3k, 4k, 5k} is 0.375 away from all nine salaries, {6k, 8k, 11k} 0.167."""
    assert diversity(SALARY, THREES).closeness == pytest.approx(0.375)
    people = People(9, sensitive=[SALARY])
    assert satisfied(people, Claim(1, t=0.2), THREES.of, 3).tolist() == [False, True, False]
    assert satisfied(people, Claim(1, t=0.375), THREES.of, 3).all()


def test_values_in_no_order_are_equally_far_apart() -> None:
    illness = Attribute.of("illness", "nominal", [["flu"], ["flu"], ["cold"], ["cold"]])
    assert diversity(illness, Groups(np.array([0, 0, 1, 1]), 2)).closeness == 0.5
    assert diversity(illness, Groups(np.array([0, 1, 0, 1]), 2)).closeness == 0.0


def test_distinct_and_entropy() -> None:
    illness = Attribute.of("illness", "nominal", [["flu"], ["cold"], ["gout"], ["flu"], ["flu"], ["cold"]])
    groups = Groups(np.array([0, 0, 0, 1, 1, 1]), 2)
    found = diversity(illness, groups)
    assert found.distinct == 2
    assert found.entropy == pytest.approx(2 ** (np.log2(3) - 2 / 3))
    people = People(6, sensitive=[illness])
    assert satisfied(people, Claim(1, l=3), groups.of, 2).tolist() == [True, False]
    assert satisfied(people, Claim(1, entropy=3), groups.of, 2).tolist() == [True, False]
    assert satisfied(people, Claim(1), groups.of, 2).all()


def test_some_rows_only() -> None:
    people = People(9, sensitive=[SALARY])
    rows = np.array([6, 7, 8, 0])
    assert satisfied(people, Claim(1, l=2), np.array([0, 0, 0, 1]), 2, rows).tolist() == [True, False]


def test_what_is_missing_and_who_has_several() -> None:
    illness = Attribute.of("illness", "nominal", [["flu", "gout"], [], ["flu"], []])
    found = diversity(illness, Groups(np.array([0, 0, 1, 1]), 2))
    assert found.distinct == 1  # what is missing is no value
    assert measure(People(4, sensitive=[illness]), Groups(np.array([0, 0, 1, 1]), 2)).diversity == {"illness": found}


def test_what_everyone_in_a_group_has_is_known_whatever_else_some_of_them_have() -> None:
    illness = Attribute.of("illness", "nominal", [["HIV", "flu", "gout"], ["HIV"], ["HIV"], ["flu"], ["gout"]])
    told = diversity(illness, Groups(np.array([0, 0, 0, 1, 1]), 2))
    assert (told.distinct, told.entropy) == (1, 1.0)
    mixed = diversity(illness, Groups(np.array([0, 1, 0, 1, 0]), 2))
    assert mixed.distinct == 2


def test_many_groups_are_worked_on_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = diversity(SALARY, THREES)
    monkeypatch.setattr("sfumato.tables.grouping.diversity._CELLS", 1)
    assert diversity(SALARY, THREES) == whole
