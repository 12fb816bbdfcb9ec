"""RX: the running example (tables 1, 4 and 5), k = 2 by GDF, value by value, and its losses."""

from __future__ import annotations

from datetime import date

import pytest

from sfumato.tables.claims import Claim
from sfumato.tables.grouping.partition import partition
from sfumato.tables.measures import loss, measure, text_losses
from sfumato.tables.recoding import kept, recode
from sfumato.tables.view import Attribute, Groups, People, Terms


def days(*texts: str) -> list[date]:
    return [date.fromisoformat(text) for text in texts]


PEOPLE = People(
    6,
    (
        Attribute.of("gender", "nominal", [["male"]] * 3 + [["female"], ["male"], ["female"]]),
        Attribute.of("age", "number", [[36], [24], [37], [24], [29], [27]]),
        Attribute.of(
            "topic", "nominal", [["Education"], ["Student"], ["Banking"], ["Science"], ["indUnk"], ["Science"]]
        ),
        Attribute.of("sign", "nominal", [["Aries"], ["Leo"], ["Pisces"], ["Aries"], ["Pisces"], ["Aries"]]),
        Attribute.of(
            "date",
            "date",
            [
                days("2004-05-14", "2004-05-15"),
                days("2005-08-18"),
                days("2004-05-27"),
                days("2004-01-13", "2004-01-17", "2004-01-19"),
                days("2004-05-15"),
                days("2004-05-15"),
            ],
        ),
    ),
    (
        Terms.of(
            "text",
            [
                [("pedro", "person"), ("engineer", "job"), ("mexico", "location")],
                [("engineer", "job")],
                [("ben", "person"), ("canada", "location")],
                [("four days ago", "date"), ("scientist", "job"), ("biologist", "job"), ("uk", "location")],
                [],
                [("uk", "location")],
            ],
        ),
    ),
)


@pytest.fixture(scope="module")
def groups() -> Groups:
    return partition(PEOPLE, Claim(2), strategy="gdf")


def test_partitioning(groups: Groups) -> None:
    """Engineer and UK tie at two people; engineer goes first, then UK: {1, 2}, {4, 6} and {3, 5}."""
    assert groups.of.tolist() == [0, 0, 1, 2, 1, 2]
    assert groups.splits == {"text": 2}


def test_recoding(groups: Groups) -> None:
    released = {attribute.name: recode(attribute, groups).of(groups) for attribute in PEOPLE.attributes}
    assert released == {
        "gender": ["male", "male", "male", "female", "male", "female"],
        "age": ["[24-36]", "[24-36]", "[29-37]", "[24-27]", "[29-37]", "[24-27]"],
        "topic": ["(Education,Student)"] * 2 + ["(Banking,indUnk)", "Science", "(Banking,indUnk)", "Science"],
        "sign": ["(Aries,Leo)", "(Aries,Leo)", "Pisces", "Aries", "Pisces", "Aries"],
        "date": ["[2004-2005]", "[2004-2005]", "2004-05", "2004", "2004-05", "2004"],
    }


def test_terms_kept(groups: Groups) -> None:
    terms = PEOPLE.texts[0]
    keeps = kept(groups, terms)
    assert [[terms.labels[code] for code in keeps.of(group)] for group in range(3)] == [["engineer"], [], ["uk"]]


def test_loss_by_the_definition(groups: Groups) -> None:
    lost = loss(PEOPLE, groups)
    assert lost.columns == pytest.approx(7537 / 20475)
    assert lost.text == pytest.approx(0.483333, abs=1e-6)
    assert lost.total == pytest.approx(0.42572, abs=1e-5)
    assert lost.by_type["text"] == pytest.approx({"date": 1.0, "job": 1 / 3, "location": 0.5, "person": 1.0})


def test_loss_of_each_person(groups: Groups) -> None:
    terms = PEOPLE.texts[0]
    expected = [2 / 3, 0, 1, 0.75, float("nan"), 0]
    assert text_losses(groups, terms, kept(groups, terms)).tolist() == pytest.approx(expected, nan_ok=True)
    by_group = {"gender": [0, 0, 0], "topic": [0.4, 0.4, 0], "sign": [2 / 3, 0, 0], "date": [1, 3 / 7, 6 / 7]}
    by_group["age"] = [12 / 13, 8 / 13, 3 / 13]
    mean = [sum(each[group] for each in by_group.values()) / 5 for group in range(3)]
    assert mean == pytest.approx([0.597949, 0.288791, 0.217582], abs=1e-6)
    assert sum(mean) / 3 == pytest.approx(loss(PEOPLE, groups).columns)


def test_loss_as_the_reference_counts(groups: Groups) -> None:
    lost = loss(PEOPLE, groups, reference=True)
    assert lost.columns == pytest.approx(589 / 1575)
    assert lost.total == pytest.approx(0.428651, abs=1e-6)


def test_measures(groups: Groups) -> None:
    found = measure(PEOPLE, groups)
    assert (found.people, found.groups, found.size, found.spread) == (6, 3, 2.0, 0.0)
    assert (found.risk.prosecutor, found.risk.journalist, found.risk.marketer) == (0.5, 0.5, 0.5)


def test_our_own_strategy_loses_no_more(groups: Groups) -> None:
    ours = loss(PEOPLE, partition(PEOPLE, Claim(2)))
    assert ours.total <= loss(PEOPLE, groups).total
    assert ours.total <= loss(PEOPLE, partition(PEOPLE, Claim(2), strategy="mondrian")).total


def test_ranges_and_days_as_the_reference_recodes_them() -> None:
    together = Groups(Attribute.of("x", "number", [[1]] * 5).codes, 1)
    numbers = Attribute.of("n", "number", [[2], [5], [27], [12], [3]])
    assert recode(numbers, together).of(together)[0] == "[2-27]"
    broken = Attribute.of("n", "number", [[8.7], [4.12], [27.3], [18], [18]])
    assert recode(broken, together, whole=True).of(together)[0] == "[4-28]"
    assert recode(broken, together).of(together)[0] == "[4.12-27.3]"
    pair = Groups(Attribute.of("x", "number", [[1]] * 2).codes, 1)
    for first, second, expected in [
        ("2020-09-28", "2020-09-28", "2020-09-28"),
        ("2020-09-27", "2020-09-28", "2020-09"),
        ("2020-10-27", "2020-09-28", "2020"),
        ("2021-10-27", "2020-09-28", "[2020-2021]"),
    ]:
        assert recode(Attribute.of("d", "date", [days(first), days(second)]), pair).of(pair) == [expected] * 2
    letters = Attribute.of("s", "nominal", [["B"], ["A"], ["B"], ["C"], ["A"]])
    assert recode(letters, together).of(together)[0] == "(A,B,C)"
    assert recode(Attribute.of("s", "nominal", [["A"]] * 5), together).of(together)[0] == "A"
