"""What every `Taxonomy` promises."""

from __future__ import annotations

from itertools import islice, pairwise

from sfumato.protocols import Taxonomy
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.types import Concept


def _some(taxonomy: Taxonomy) -> list[Concept]:
    """A few hundred concepts: all of a small taxonomy, or those on the way up from some leaves of a large one."""
    if isinstance(taxonomy, Hierarchy):
        step = max(1, len(taxonomy) // 200)
        return list(islice(taxonomy, 0, None, step))
    known = [concept for label in _LABELS for concept in taxonomy.senses(label)]
    above = [concept for start in known for path in taxonomy.paths(start, 4) for concept in path]
    return list({concept.id: concept for concept in known + above}.values())


_LABELS = (
    "thing",
    "animal",
    "dog",
    "disease",
    "virus",
    "hiv",
    "breast cancer",
    "city",
    "Miami",
    "person",
    "therapy",
)


def finds_a_concept_by_each_label(taxonomy: Taxonomy) -> None:
    for concept in _some(taxonomy):
        for label in taxonomy.labels(concept):
            assert concept in taxonomy.senses(label), (concept, label)
            assert concept in taxonomy.senses(taxonomy.language.normal_form(label)), (concept, label)
            assert concept in taxonomy.senses(f"  {label} "), (concept, label)
    assert list(taxonomy.senses("no such label at all")) == []
    assert list(taxonomy.senses("")) == []


def finds_a_concept_by_its_id(taxonomy: Taxonomy) -> None:
    for concept in _some(taxonomy):
        assert taxonomy.concept(concept.id) == concept
    try:
        taxonomy.concept("no such id")
    except KeyError:
        return
    raise AssertionError("an unknown id must be a KeyError")


def names_the_preferred_label_first(taxonomy: Taxonomy) -> None:
    for concept in _some(taxonomy):
        labels = list(taxonomy.labels(concept))
        assert labels[0] == concept.label
        assert list(taxonomy.synonyms(concept)) == labels[1:]
        assert len(set(labels)) == len(labels)


def has_children_of_parents(taxonomy: Taxonomy) -> None:
    for concept in _some(taxonomy):
        for parent in taxonomy.parents(concept):
            assert concept in taxonomy.children(parent), (concept, parent)
        for child in taxonomy.children(concept):
            assert concept in taxonomy.parents(child), (concept, child)


def has_each_descendant_once(taxonomy: Taxonomy) -> None:
    for concept in _some(taxonomy):
        below = list(islice(taxonomy.descendants(concept), 1000))
        assert len({d.id for d in below}) == len(below)
        assert concept not in below
        if len(below) < 1000:
            assert set(taxonomy.children(concept)) <= set(below)


def goes_up_to_a_root(taxonomy: Taxonomy) -> None:
    for concept in _some(taxonomy):
        paths = taxonomy.paths(concept, 4)
        assert len(paths) <= 4
        assert bool(paths) == bool(taxonomy.parents(concept))
        assert all(len(a) <= len(b) for a, b in pairwise(paths))
        for path in paths:
            for below, above in pairwise([concept, *path]):
                assert above in taxonomy.parents(below)
            assert not taxonomy.parents(path[-1])


def counts_a_parent_wherever_its_child_counts(taxonomy: Taxonomy) -> None:
    for concept in _some(taxonomy)[:60]:
        forms = set(taxonomy.forms(concept))
        assert all(form == taxonomy.language.normal_form(form) for form in islice(forms, 100))
        for parent in taxonomy.parents(concept):
            assert forms <= set(taxonomy.forms(parent)), (concept, parent)


TAXONOMY = (
    finds_a_concept_by_each_label,
    finds_a_concept_by_its_id,
    names_the_preferred_label_first,
    has_children_of_parents,
    has_each_descendant_once,
    goes_up_to_a_root,
    counts_a_parent_wherever_its_child_counts,
)
