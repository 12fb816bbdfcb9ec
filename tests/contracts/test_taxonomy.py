"""The `Taxonomy` contract, over every implementation and over what every reader makes."""

from pathlib import Path

import pytest

from sfumato import contracts, taxonomies
from sfumato.languages import load
from sfumato.protocols import Taxonomy
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.taxonomies.readers import read
from sfumato.types import Concept

ENTRIES = [
    Entry("z:1", ["thing"]),
    Entry("z:2", ["animal", "beast", "Animals"], ["z:1"]),
    Entry("z:3", ["pet"], ["z:2"]),
    Entry("z:4", ["dog", "hound"], ["z:2", "z:3"]),
    Entry("z:5", ["hot dog", "dog"], ["z:1"]),
]


class PlainTaxonomy:
    """The contract in the plainest way: dictionaries and loops. What it says, others must say."""

    name = "plain"
    language = load("en")

    def __init__(self, entries):
        self.entries = {entry.id: entry for entry in entries}

    def concept(self, id):
        entry = self.entries[id]
        return Concept(entry.id, entry.labels[0], self.name, entry.grouping)

    def senses(self, label):
        form = self.language.normal_form(label)
        return [
            self.concept(e.id)
            for e in self.entries.values()
            if form in map(self.language.normal_form, e.labels) and form
        ]

    def parents(self, concept):
        return [self.concept(id) for id in self.entries[concept.id].parents]

    def children(self, concept):
        return [self.concept(e.id) for e in self.entries.values() if concept.id in e.parents]

    def labels(self, concept):
        return list(self.entries[concept.id].labels)

    def synonyms(self, concept):
        return self.labels(concept)[1:]

    def descendants(self, concept):
        found = dict.fromkeys(self.children(concept))
        for child in list(found):
            found.update(dict.fromkeys(self.descendants(child)))
        return iter(found)

    def paths(self, concept, limit=16):
        paths = [[parent, *above] for parent in self.parents(concept) for above in (self.paths(parent, limit) or [[]])]
        return sorted(paths, key=len)[:limit]

    def forms(self, concept):
        below = [concept, *self.descendants(concept)]
        forms = {self.language.normal_form(label) for c in below for label in self.labels(c)}
        return sorted(form for form in forms if len(self.senses(form)) == 1)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> dict[str, Taxonomy]:
    folder: Path = tmp_path_factory.mktemp("taxonomies")
    (folder / "pairs.csv").write_text("child,parent,synonyms\ndog,animal,hound\ncat,animal,\nanimal,thing,beast\n")
    (folder / "arx.csv").write_text("dog;animal;thing\ncat;animal;thing\noak;plant;thing\n")
    hierarchy = Hierarchy.build("zoo", ENTRIES)
    embedded = taxonomies.embedded()
    return {
        "plain": PlainTaxonomy(ENTRIES),
        "hierarchy": hierarchy,
        "pairs": read(folder / "pairs.csv"),
        "arx": read(folder / "arx.csv"),
        "chain": taxonomies.Chain(hierarchy, read(folder / "pairs.csv")),
        "embedded": embedded,
        **{part.name: part for part in embedded.taxonomies},
    }


NAMES = ["plain", "hierarchy", "pairs", "arx", "chain", "embedded", *taxonomies.ORDER]


@pytest.mark.parametrize("check", contracts.TAXONOMY, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_taxonomy(name, check, made):
    check(made[name])


@pytest.mark.parametrize("name", NAMES)
def test_each_is_a_taxonomy(name, made):
    assert isinstance(made[name], Taxonomy)


def test_the_plain_one_and_ours_say_the_same(made):
    plain, ours = made["plain"], made["hierarchy"]
    for entry in ENTRIES:
        one, other = plain.concept(entry.id), ours.concept(entry.id)
        assert [c.id for c in ours.descendants(other)] == [c.id for c in plain.descendants(one)]
        assert sorted(len(path) for path in ours.paths(other)) == sorted(len(path) for path in plain.paths(one))
        assert list(ours.forms(other)) == plain.forms(one)
        assert ours.labels(other) == plain.labels(one)
