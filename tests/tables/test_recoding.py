"""Recoding: what a group releases of each kind of attribute, and of terms."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from sfumato.tables.grouping.classes import members, numbered
from sfumato.tables.recoding import Recoded, kept, recode, shared
from sfumato.tables.view import Attribute, Groups, Levels, Terms

TWO = Groups(np.array([0, 0, 1, 1]), 2)


def cells(attribute: Attribute, groups: Groups = TWO) -> list[str]:
    found = recode(attribute, groups)
    assert isinstance(found, Recoded)
    return [found.labels[code] for code in found.codes.tolist()]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([[1], [3], [5], [5]], ["[1-3]", "5"]),
        ([[0.125], [3], [5], [5.5]], ["[0.125-3]", "[5-5.5]"]),
        ([[-5], [-2], [-1], [4]], ["[-5 to -2]", "[-1 to 4]"]),
        ([[], [], [7], []], ["", "*"]),
        ([[1, 9], [4], [2], [2]], ["[1-9]", "2"]),
        ([[], [], [], []], ["", ""]),
        ([[1e20], [1e20], [1], [2e20]], ["1e+20", "[1-2e+20]"]),
    ],
)
def test_numbers(values: list[list[float]], expected: list[str]) -> None:
    assert cells(Attribute.of("n", "number", values)) == expected


def test_sets_are_in_alphabetical_order_and_ordinals_in_theirs() -> None:
    assert cells(Attribute.of("s", "nominal", [["Zoo"], ["ant"], ["Bee"], ["Bee"]])) == ["(ant,Zoo)", "Bee"]
    order = ["low", "mid", "high"]
    assert cells(Attribute.of("s", "ordinal", [["high"], ["low"], ["mid"], []], order=order)) == ["(low,high)", "*"]


def test_sets_of_many_values() -> None:
    values = [[f"v{at:03d}"] for at in range(200)]
    groups = Groups(np.arange(200) // 2, 100)
    found = recode(Attribute.of("s", "nominal", values), groups).of(groups)
    assert found[:4] == ["(v000,v001)", "(v000,v001)", "(v002,v003)", "(v002,v003)"]


def test_days_of_several_groups() -> None:
    days = [[date(2004, 5, 1)], [date(2004, 5, 30)], [date(1999, 1, 1)], [date(2004, 5, 1)]]
    assert cells(Attribute.of("d", "date", days)) == ["2004-05", "[1999-2004]"]


def test_the_lowest_node_of_a_hierarchy() -> None:
    nodes = np.array([[0, 4, 6], [1, 4, 6], [2, 5, 6], [3, 5, 6]])
    levels = Levels(nodes, ["a", "b", "c", "d", "ab", "cd", "any"], np.array([1, 1, 1, 1, 2, 2, 4]))
    values = [["a"], ["b"], ["c"], ["c"], ["a", "d"], ["d"], [], ["a"], [], []]
    groups = Groups(np.arange(10) // 2, 5)
    attribute = Attribute.of("s", "nominal", values, levels=levels)
    assert cells(attribute, groups) == ["ab", "c", "any", "*", ""]


def test_groups_are_numbered_as_they_appear() -> None:
    groups = numbered(np.array([5, 5, 0, 9, 0]))
    assert (groups.of.tolist(), groups.total) == ([0, 0, 1, 2, 1], 3)
    them = members(groups)
    assert [them.order[a:b].tolist() for a, b in zip(them.starts[:-1], them.starts[1:], strict=True)] == [
        [0, 1],
        [2, 4],
        [3],
    ]


def test_terms_of_the_same_form_and_another_type_are_others() -> None:
    terms = Terms.of("t", [[("paris", "GPE")], [("paris", "PERSON")], [("paris", "GPE")], [("paris", "GPE")]])
    keeps = kept(TWO, terms)
    assert [keeps.of(group).tolist() for group in range(2)] == [[], [0]]


def test_nobody_has_terms() -> None:
    assert kept(TWO, Terms.of("t", [[], [], [], []])).starts.tolist() == [0, 0, 0]


# --- generalised terms ------------------------------------------------------------------------------------

ABOVE = {
    "paris": ["france", "europe"],
    "lyon": ["france", "europe"],
    "rome": ["italy", "europe"],
    "berlin": ["germany", "europe"],
    "france": ["europe"],
}


def released(*people: list[str]) -> list[set[str]]:
    """What each member of one group says of their terms."""
    terms = Terms.of("t", [[(word, "GPE") for word in words] for words in people])
    together = Groups(np.zeros(len(people), dtype=np.int64), 1)
    becomes = shared(together, terms, {code: ABOVE.get(label, []) for code, label in enumerate(terms.labels)})[0]
    keeps = set(kept(together, terms).of(0).tolist())
    number = {label: code for code, label in enumerate(terms.labels)}
    said = {code: terms.labels[code] for code in keeps} | becomes
    return [{said[number[word]] for word in words if number[word] in said} for words in people]


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        ([["paris"], ["lyon"]], {"france"}),
        ([["paris"], ["france"]], {"france"}),
        ([["paris"], ["rome"]], {"europe"}),
        ([["paris", "rome"], ["paris", "berlin"]], {"paris", "europe"}),
        ([["paris", "rome"], ["paris"]], {"paris"}),
        ([["paris", "rome"], ["lyon"]], {"france"}),
        ([["paris", "rome"], ["lyon", "berlin"]], {"france", "europe"}),
        ([["paris"], ["ada"]], set()),
        ([["paris"], []], set()),
    ],
)
def test_terms_become_what_all_can_say(people: list[list[str]], expected: set[str]) -> None:
    assert released(*people) == [expected] * len(people)
