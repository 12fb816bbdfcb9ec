"""Partitioning: what every strategy promises on any table, and what each does on tables made for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.tables.claims import Claim
from sfumato.tables.grouping.diversity import satisfied
from sfumato.tables.grouping.partition import STRATEGIES, partition
from sfumato.tables.measures import loss
from sfumato.tables.recoding import kept, recode
from sfumato.tables.view import MISSING, Attribute, Groups, Levels, People, Terms

DAYS = [date(2003, 11, 20) + timedelta(days=11 * at) for at in range(40)]
WORDS = ["ada", "basel", "cern", "delft", "euler", "florence", "genoa"]


def halves(values: int) -> Levels:
    """Values, pairs of them, and all."""
    nodes = np.stack([np.arange(values), values + np.arange(values) // 2, np.full(values, 2 * values)], axis=1)
    leaves = np.bincount(nodes.ravel(), minlength=2 * values + 1)
    return Levels(nodes, [f"n{at}" for at in range(2 * values + 1)], leaves)


@st.composite
def attributes(draw, name: str, total: int) -> Attribute:
    kind = draw(st.sampled_from(["number", "date", "ordinal", "nominal"]))
    several = draw(st.booleans())
    pool = {
        "number": st.sampled_from([-3.0, 0.0, 0.5, 1.0, 2.0, 7.25, 1e9]),
        "date": st.sampled_from(DAYS),
        "ordinal": st.sampled_from(["low", "mid", "high"]),
        "nominal": st.sampled_from([f"v{at}" for at in range(draw(st.sampled_from([2, 6, 80])))]),
    }[kind]
    most = 3 if several else 1
    least = draw(st.sampled_from([0, 1]))
    cells = draw(st.lists(st.sets(pool, min_size=least, max_size=most), min_size=total, max_size=total))
    made = Attribute.of(name, kind, cells, order=["low", "mid", "high"] if kind == "ordinal" else None)
    if kind in ("nominal", "ordinal") and len(made.values) and draw(st.booleans()):
        made = replace(made, levels=halves(len(made.values)))
    return replace(made, bias=draw(st.sampled_from([0.0, 0.25, -0.5])))


@st.composite
def tables(draw, texts: int = 2) -> People:
    total = draw(st.integers(1, 40))
    columns = [draw(attributes(f"a{at}", total)) for at in range(draw(st.integers(0, 3)))]
    term = st.tuples(st.sampled_from(WORDS), st.sampled_from(["PERSON", "GPE"]))
    written = [
        Terms.of(f"t{at}", draw(st.lists(st.sets(term, max_size=5), min_size=total, max_size=total)))
        for at in range(draw(st.integers(0, texts)))
    ]
    return People(total, columns, written, [draw(attributes("s", total))])


def own(attribute: Attribute, person: int) -> list:
    codes = attribute.codes[attribute.starts[person] : attribute.starts[person + 1]]
    return [attribute.values[code] for code in codes if code != MISSING]


def holds(attribute: Attribute, label: str, value: object) -> bool:
    """Whether a released cell may stand for a value."""
    if label == "*":
        return True
    if attribute.levels is not None:
        code = list(attribute.values).index(value)
        return label in {attribute.levels.labels[node] for node in attribute.levels.nodes[code]}
    if attribute.kind == "number":
        if label[0] == "[":
            body = label.strip("[]")
            low, high = body.split(" to ") if " to " in body else body.split("-")
        else:
            low = high = label
        return float(low) <= value <= float(high)
    if attribute.kind == "date":
        if label[0] == "[":
            low, high = label.strip("[]").split("-")
            return int(low) <= value.astype("M8[Y]").astype(int) + 1970 <= int(high)
        return str(value).startswith(label)
    return value in label.strip("()").split(",")


@settings(deadline=None, max_examples=150)
@given(
    people=tables(), k=st.integers(1, 6), strategy=st.sampled_from(STRATEGIES), weight=st.sampled_from([0, 0.3, 0.5, 1])
)
def test_any_table(people: People, k: int, strategy: str, weight: float) -> None:
    if k > people.total or (strategy == "gdf" and not people.texts):
        with pytest.raises(InputError):
            partition(people, Claim(k), strategy=strategy, weight=weight)
        return
    groups = partition(people, Claim(k), strategy=strategy, weight=weight)
    assert len(groups.of) == people.total
    assert groups.sizes.min() >= k
    assert np.array_equal(np.unique(groups.of), np.arange(groups.total))
    assert np.array_equal(groups.of, partition(people, Claim(k), strategy=strategy, weight=weight).of)
    lost = loss(people, groups)
    for value in [lost.total, *lost.by_column.values(), *lost.by_text.values()]:
        assert value is None or -1e-12 <= value <= 1 + 1e-12
    for attribute in people.attributes:
        cells = recode(attribute, groups).of(groups)
        for person, label in enumerate(cells):
            assert all(holds(attribute, label, value) for value in own(attribute, person))
            mates = np.flatnonzero(groups.of == groups.of[person])
            assert (label == "") == (not any(own(attribute, other) for other in mates))
        by_group = [{cells[person] for person in np.flatnonzero(groups.of == group)} for group in range(groups.total)]
        assert all(len(labels) == 1 for labels in by_group)
    for terms in people.texts:
        keeps = kept(groups, terms)
        sets = [set(terms.codes[terms.starts[who] : terms.starts[who + 1]].tolist()) for who in range(people.total)]
        for group in range(groups.total):
            everyone = set.intersection(*(sets[who] for who in np.flatnonzero(groups.of == group)))
            assert keeps.of(group).tolist() == sorted(everyone)


@settings(deadline=None, max_examples=150)
@given(people=tables(), k=st.integers(1, 6))
def test_ours_never_loses_more_than_mondrian(people: People, k: int) -> None:
    people = replace(people, attributes=[replace(attribute, bias=0.0) for attribute in people.attributes])
    if k <= people.total:
        ours, theirs = (loss(people, partition(people, Claim(k), strategy=name)) for name in ("closest", "mondrian"))
        assert ours.total <= theirs.total + 1e-6


@settings(deadline=None, max_examples=100)
@given(
    people=tables(),
    k=st.integers(1, 4),
    strategy=st.sampled_from(STRATEGIES),
    claim=st.sampled_from([Claim(1, l=2), Claim(1, entropy=1.5), Claim(1, t=0.3), Claim(1, 3, 0.6, 1.2)]),
)
def test_claims_hold_in_every_group(people: People, k: int, strategy: str, claim: Claim) -> None:
    claim = replace(claim, k=k)
    try:
        groups = partition(people, claim, strategy=strategy)
    except InputError:
        return
    assert groups.sizes.min() >= k
    assert satisfied(people, claim, groups.of, groups.total).all()


# --- mondrian ---------------------------------------------------------------------------------------------


def crowd(total: int, seed: int = 0, terms: bool = True) -> People:
    draw = np.random.default_rng(seed)
    columns = (
        Attribute.of("age", "number", draw.integers(18, 80, (total, 1)).tolist()),
        Attribute.of("town", "nominal", [[f"t{at}"] for at in draw.integers(0, 9, total)]),
        Attribute.of("day", "date", [[DAYS[at] for at in row] for row in draw.integers(0, 40, (total, 2))]),
    )
    words = [[(f"w{at}", "ORG" if at % 3 else "GPE") for at in row] for row in draw.zipf(1.5, (total, 6)) % 400]
    return People(total, columns, (Terms.of("text", words),) if terms else ())


def test_a_number_is_cut_at_the_median() -> None:
    people = People(6, [Attribute.of("age", "number", [[1], [2], [3], [4], [50], [60]])])
    assert partition(people, Claim(3), strategy="mondrian").of.tolist() == [0, 0, 0, 1, 1, 1]
    assert partition(people, Claim(2), strategy="mondrian").splits == {"age": 1}


def test_values_are_cut_in_the_middle_of_the_distinct_ones() -> None:
    people = People(6, [Attribute.of("town", "nominal", [["a"], ["a"], ["a"], ["a"], ["b"], ["c"]])])
    assert partition(people, Claim(2), strategy="mondrian").of.tolist() == [0, 0, 0, 0, 1, 1]


def test_those_without_a_value_are_parted_from_the_others() -> None:
    people = People(7, [Attribute.of("age", "number", [[], [1], [], [2], [], [90], [91]])])
    for strategy in ("mondrian", "closest"):
        groups = partition(people, Claim(2), strategy=strategy)
        without = set(groups.of[[0, 2, 4]].tolist())
        assert not without & set(groups.of[[1, 3, 5, 6]].tolist())
        assert recode(people.attributes[0], groups).of(groups)[0] == ""


def test_one_without_a_value_among_others_suppresses_it() -> None:
    people = People(3, [Attribute.of("age", "number", [[], [1], [2]])])
    groups = partition(people, Claim(2))
    assert recode(people.attributes[0], groups).of(groups) == ["*"] * 3
    assert loss(people, groups).total == 1.0


def test_the_weight_decides_what_is_cut() -> None:
    people = crowd(300)
    assert set(partition(people, Claim(5), strategy="mondrian", weight=0).splits) == {"text"}
    assert "text" not in partition(people, Claim(5), strategy="mondrian", weight=1).splits
    lost = [loss(people, partition(people, Claim(5), strategy="mondrian", weight=weight)) for weight in (0, 0.3, 1)]
    assert lost[0].columns > lost[1].columns > lost[2].columns


def test_a_bias_makes_cuts_on_a_column_likely() -> None:
    people = crowd(300, terms=False)
    plain = partition(people, Claim(5), strategy="mondrian").splits["town"]
    favoured = [replace(a, bias=0.3 if a.name == "town" else 0.0) for a in people.attributes]
    assert partition(replace(people, attributes=favoured), Claim(5), strategy="mondrian").splits["town"] > plain


def test_a_large_table_is_cut_as_a_small_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    people = crowd(2000)
    whole = partition(people, Claim(5), strategy="mondrian")
    monkeypatch.setattr("sfumato.tables.grouping.mondrian._BLOCK", 100)
    parts = partition(people, Claim(5), strategy="mondrian")
    assert np.array_equal(whole.of, parts.of)
    assert whole.splits == parts.splits


# --- gdf --------------------------------------------------------------------------------------------------


def test_gdf_passes_over_a_term_that_leaves_too_few() -> None:
    # Everyone but one has "a": the next, "b", parts two from three.
    words = [["a", "b"], ["a", "b"], ["a"], ["a"], []]
    people = People(5, (), (Terms.of("text", [[(word, "ORG") for word in cell] for cell in words]),))
    assert partition(people, Claim(2), strategy="gdf").of.tolist() == [0, 0, 1, 1, 1]


def test_gdf_counts_cuts_by_text_column() -> None:
    first = Terms.of("first", [[("a", "ORG")]] * 4 + [[]] * 4)
    second = Terms.of("second", [[("b", "ORG")], [("b", "ORG")], [], []] * 2)
    groups = partition(People(8, (), (first, second)), Claim(2), strategy="gdf")
    assert groups.sizes.tolist() == [2, 2, 2, 2]
    assert groups.splits == {"first": 1, "second": 2}


# --- closest ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [2, 5, 20])
def test_ours_loses_less_on_people_with_texts(k: int) -> None:
    people = crowd(600, seed=k)
    ours = loss(people, partition(people, Claim(k))).total
    for weight in range(11):
        assert ours < loss(people, partition(people, Claim(k), strategy="mondrian", weight=weight / 10)).total
    assert ours < loss(people, partition(people, Claim(k), strategy="gdf")).total


def test_ours_loses_less_on_many_people_without_texts() -> None:
    people = crowd(6000, terms=False)
    ours, theirs = (loss(people, partition(people, Claim(5), strategy=name)).total for name in ("closest", "mondrian"))
    assert ours < 0.8 * theirs


def test_pools_and_batches_change_nothing_of_the_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    people = crowd(900)
    monkeypatch.setattr("sfumato.tables.grouping.clustering._POOL", 100)
    monkeypatch.setattr("sfumato.tables.grouping.clustering._BATCH", 250)
    groups = partition(people, Claim(5))
    assert groups.sizes.min() >= 5
    assert loss(people, groups).total < loss(people, partition(people, Claim(5), strategy="mondrian")).total


def test_a_group_that_no_cut_can_part_is_clustered() -> None:
    # Half of the distinct values have one person only: Mondrian cannot cut, ours can.
    cells = [["b"]] * 400 + [["c"]] * 400 + [["a"]]
    people = People(801, [Attribute.of("town", "nominal", cells)])
    assert partition(people, Claim(2), strategy="mondrian").total == 1
    assert loss(people, partition(people, Claim(2))).total < 0.01


def test_everyone_alike_loses_nothing() -> None:
    people = People(5000, [Attribute.of("town", "nominal", [["a"]] * 5000)])
    for strategy in ("closest", "mondrian"):
        assert loss(people, partition(people, Claim(7), strategy=strategy)).total == 0.0


def test_k_of_one_groups_nobody() -> None:
    assert partition(crowd(10), Claim(1)).total == 10


# --- bad input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"k": 11}, "k = 11 is more than the 10 people of the table"),
        ({"k": 0}, "k must be at least 1"),
        ({"k": 2, "weight": 1.5}, "between 0 and 1"),
        ({"k": 2, "strategy": "magic"}, "use one of closest, mondrian, gdf"),
        ({"k": 2, "l": 2}, "need a sensitive column"),
    ],
)
def test_bad_settings(settings: dict, message: str) -> None:
    claim = Claim(**{name: settings.pop(name) for name in ("k", "l") if name in settings})
    with pytest.raises(InputError, match=message):
        partition(crowd(10), claim, **settings)


def test_bad_tables() -> None:
    with pytest.raises(InputError, match="no people"):
        partition(People(0), Claim(2))
    with pytest.raises(InputError, match="no text column"):
        partition(crowd(10, terms=False), Claim(2), strategy="gdf")
    with pytest.raises(InputError, match="column age has a number that is not finite"):
        partition(People(2, [Attribute.of("age", "number", [[1.0], [float("inf")]])]), Claim(2))
    sick = Attribute.of("illness", "nominal", [["flu"]] * 10)
    with pytest.raises(InputError, match=r"column illness.* 2 distinct values.* has 1"):
        partition(replace(crowd(10), sensitive=[sick]), Claim(2, l=2))


def test_the_largest_numbers_have_a_range() -> None:
    people = People(4, [Attribute.of("n", "number", [[-1.7e308], [-1.7e308], [1.7e308], [0.0]])])
    groups = partition(people, Claim(2))
    assert 0 < loss(people, groups).total <= 1
    assert Groups(groups.of, groups.total).sizes.tolist() == [2, 2]
