"""Concepts, labels, parents: lookup, paths and taxonomic forms on graphs small enough to check by eye."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.taxonomies.hierarchy import Entry, Hierarchy

VIRUSES = [
    Entry("v:0", ["organism"]),
    Entry("v:1", ["virus", "viruses"], ["v:0"]),
    Entry("v:2", ["RNA viruses"], ["v:1"]),
    Entry("v:3", ["viruses by host"], ["v:1"], grouping=True),
    Entry("v:4", ["HIV", "human immunodeficiency virus"], ["v:2", "v:3"]),
]


@pytest.fixture
def viruses():
    return Hierarchy.build("V", VIRUSES)


def test_lookup_by_normal_form(viruses):
    assert [c.id for c in viruses.senses("Human Immunodeficiency Viruses")] == ["v:4"]
    assert viruses.labels(viruses.concept("v:4")) == ["HIV", "human immunodeficiency virus"]
    assert viruses.concept("v:3").grouping


def test_paths_shortest_first(viruses):
    paths = viruses.paths(viruses.concept("v:4"))
    assert [[c.label for c in path] for path in paths] == [
        ["RNA viruses", "virus", "organism"],
        ["viruses by host", "virus", "organism"],
    ]
    assert len(viruses.paths(viruses.concept("v:4"), 1)) == 1


def test_forms_hold_those_of_all_below(viruses):
    assert viruses.forms(viruses.concept("v:2")) == ["hiv", "human immunodeficiency virus", "rna virus"]


def test_parents_that_are_not_there_are_left_out():
    lone = Hierarchy.build("L", [Entry("l:1", ["one"], ["l:0", "elsewhere:7"])])
    assert lone.parents(lone.concept("l:1")) == []


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([], "X: no concepts found"),
        ([Entry("a", ["a"]), Entry("a", ["b"])], "X: the concept a is defined twice"),
        ([Entry("a", ["..."])], "X: the concept a has no label"),
        ([Entry("a", ["a"], ["a"])], "X: the parents form a cycle: a -> a"),
        (
            [
                Entry("r", ["r"]),
                Entry("a", ["a"], ["b", "r"]),
                Entry("b", ["b"], ["c"]),
                Entry("c", ["c"], ["a"]),
            ],
            "X: the parents form a cycle: a -> b -> c -> a",
        ),
        ([Entry("a", ["a"], ["b"]), Entry("b", ["b"], ["b"])], "X: the parents form a cycle: b -> b"),
    ],
)
def test_bad_graphs(entries, message):
    with pytest.raises(InputError) as error:
        Hierarchy.build("X", entries)
    assert str(error.value) == message


def test_a_label_of_two_concepts_counts_for_the_dominant_one():
    places = Hierarchy.build(
        "P",
        [
            Entry("p:1", ["Paris"], weights=[2_000_000]),
            Entry("p:2", ["Paris"], weights=[25_000]),
            Entry("p:3", ["Springfield"], weights=[150_000]),
            Entry("p:4", ["Springfield"], weights=[110_000]),
        ],
    )
    assert [c.id for c in places.senses("paris")] == ["p:1", "p:2"]
    assert [places.forms(places.concept(f"p:{n}")) for n in (1, 2, 3, 4)] == [["paris"], [], [], []]


def test_ambiguous_labels_do_not_count():
    entries = [Entry("d:1", ["disease"]), Entry("d:2", ["common cold", "cold"], ["d:1"])]
    diseases = Hierarchy.build("D", entries, ambiguous=frozenset({"cold"}))
    assert diseases.forms(diseases.concept("d:1")) == ["common cold", "disease"]
    assert [c.id for c in diseases.senses("cold")] == ["d:2"]


@st.composite
def graphs(draw):
    number = draw(st.integers(1, 12))
    parents = [draw(st.sets(st.integers(0, n - 1), max_size=3)) if n else set() for n in range(number)]
    labels = [draw(st.sampled_from(["alpha", "beta", "gamma", f"label {n}"])) for n in range(number)]
    return [Entry(f"g:{n:02}", [labels[n]], [f"g:{p:02}" for p in parents[n]]) for n in range(number)]


@given(graphs())
def test_any_graph_without_cycles_keeps_its_promises(entries):
    from sfumato import contracts

    graph = Hierarchy.build("G", entries)
    for check in contracts.TAXONOMY:
        check(graph)
