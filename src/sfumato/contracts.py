"""What every `Knowledge`, `Taxonomy`, `Language` and `Attacker` promises, as checks that another author can run.

    import pytest
    from sfumato import contracts

    @pytest.mark.parametrize("check", contracts.KNOWLEDGE, ids=lambda check: check.__name__)
    def test_my_knowledge(check):
        check(MyKnowledge(contracts.CORPUS))

Each check raises `AssertionError` with what was expected. A knowledge is made of the documents of `CORPUS`, keeping
every term of one document or more; a taxonomy, a language and an attacker may be any.
"""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np

from sfumato.io.columns import Array
from sfumato.knowledge import MemoryKnowledge
from sfumato.languages.en.normalform import normal_form
from sfumato.measure.attack.candidates import Candidate, KnownCandidates
from sfumato.protocols import Attacker, Knowledge, Language, Taxonomy
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.types import All, Any, Concept, Document, Query

CORPUS = (
    Document("1", "HIV is a virus. HIV infects cells of the immune system.", "HIV"),
    Document("2", "A blood\ntransfusion can carry HIV, hepatitis C. Patients are tested."),
    Document("3", "Breast cancers are cancers; breast cancer is treated by radiotherapy.", "Breast cancer"),
    Document("4", "The immune system of the U.S. patient fought a virus.", "A patient"),
    Document("5", "AIDS weakens the immune system. Hearing aids do not."),
    Document("6", "Nothing of note.", "Nothing"),
    Document("7", ""),
)
"""A few documents of which every count is known."""

_HAVE: dict[Query, set[int]] = {
    "hiv": {0, 1},
    "HIV": {0, 1},
    "virus": {0, 3},
    "viruses": {0, 3},
    "immune system": {0, 3, 4},
    "breast-cancer": {2},
    "Cancers": {2},
    "AIDS": {4},
    "hearing aid": {4},
    "U.S.": {3},
    "hepatitis C": {1},
    "blood transfusion": {1},  # on two lines
    "zebra": set(),
    "the immune system": {0, 3, 4},  # function words at the ends make no difference
    "of the": set(),
    "c patient": {1},  # a single letter and a full stop may be an initial: no break
    "system hearing": set(),  # runs across a sentence
    Any("hiv", "AIDS"): {0, 1, 4},
    Any(): set(),
    All("immune system", "virus"): {0, 3},
    All("immune system", Any("hiv", "AIDS")): {0, 4},
    All("hiv", "zebra"): set(),
    All(): set(range(len(CORPUS))),
    Any(All("hiv", "virus"), "radiotherapy"): {0, 2},
}


# --- Knowledge --------------------------------------------------------------------------------------------


def knows_its_size(knowledge: Knowledge) -> None:
    assert knowledge.total == len(CORPUS)
    assert knowledge.floor >= 1


def counts_documents(knowledge: Knowledge) -> None:
    for query, documents in _HAVE.items():
        assert knowledge.count(query) == len(documents), query


def lists_what_it_counts(knowledge: Knowledge) -> None:
    for query, documents in _HAVE.items():
        assert list(knowledge.matching(query)) == sorted(documents), query


def counts_many_as_one(knowledge: Knowledge) -> None:
    queries = list(_HAVE)
    for given in queries:
        together = list(knowledge.counts(given, queries))
        assert together == [len(_HAVE[given] & _HAVE[query]) for query in queries], given
        assert together == [knowledge.count(All(given, query)) for query in queries], given
    assert list(knowledge.counts("hiv", [])) == []
    assert list(knowledge.counts("hiv", ["virus", "virus"])) == [1, 1]


def never_counts_more_together(knowledge: Knowledge) -> None:
    for one in _HAVE:
        for other in _HAVE:
            joint = knowledge.count(All(one, other))
            assert joint <= min(knowledge.count(one), knowledge.count(other))
            assert knowledge.count(Any(one, other)) == knowledge.count(one) + knowledge.count(other) - joint


def ranks_what_matches(knowledge: Knowledge) -> None:
    for query, documents in _HAVE.items():
        hits = knowledge.best(query, 10)
        assert {hit.document for hit in hits} == documents, query
        assert all(a.score >= b.score for a, b in pairwise(hits)), query
        assert list(hits) == list(knowledge.best(query, 10)), query
    assert len(knowledge.best("immune system", 2)) == 2
    assert len(knowledge.best("immune system", 0)) == 0


def scores_what_matches(knowledge: Knowledge) -> None:
    for query in _HAVE:
        documents, scores = knowledge.scored(query)
        assert list(documents) == list(knowledge.matching(query)), query
        scored = dict(zip(map(int, documents), map(float, scores), strict=True))
        for hit in knowledge.best(query, 10):
            assert abs(scored[hit.document] - hit.score) < 1e-9, query
            assert knowledge.title(hit.document) == hit.title, query
    both = dict(zip(*map(list, knowledge.scored(All("hiv", "immune system"))), strict=True))
    parts = [dict(zip(*map(list, knowledge.scored(term)), strict=True)) for term in ("hiv", "immune system")]
    for document, score in both.items():
        assert abs(score - parts[0][document] - parts[1][document]) < 1e-9, "scores of terms add up"


def ranks_documents_about_it_first(knowledge: Knowledge) -> None:
    first = knowledge.best("hiv", 1)[0]
    assert (first.document, first.title) == (0, "HIV")
    assert knowledge.best("blood transfusion", 1)[0].title == "2", "a document without a title goes by its id"


def weighs_the_terms_of_a_document(knowledge: Knowledge) -> None:
    for document in range(len(CORPUS)):
        weights = knowledge.weights(document, 5)
        assert len(weights) <= 5
        assert all(a[1] >= b[1] for a, b in pairwise(weights))
        for term, weight in weights:
            assert weight >= 0
            assert document in {hit.document for hit in knowledge.best(term, len(CORPUS))}, term
    assert list(knowledge.weights(6)) == []
    for number in (-1, len(CORPUS)):
        try:
            knowledge.weights(number)
        except IndexError:
            continue
        raise AssertionError(f"there is no document {number}")


KNOWLEDGE = (
    knows_its_size,
    counts_documents,
    lists_what_it_counts,
    counts_many_as_one,
    never_counts_more_together,
    ranks_what_matches,
    scores_what_matches,
    ranks_documents_about_it_first,
    weighs_the_terms_of_a_document,
)


# --- Taxonomy ---------------------------------------------------------------------------------------------


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
            assert concept in taxonomy.senses(normal_form(label)), (concept, label)
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
        assert all(form == normal_form(form) for form in islice(forms, 100))
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


# --- Language ---------------------------------------------------------------------------------------------


_TEXTS = (
    "The patient, a carpenter from Miami, is HIV-positive and was treated for hepatitis C. He recovered.",
    "Buddhism spread\u00a0to the U.S. in the 19th century.\r\n\r\nBreast\u200bcancers, too.",
    "",
    " \n\t ",
    "\u200b\ud83d\ude00 ... !!! 🙂",
)


def finds_terms_where_they_stand(language: Language) -> None:
    for text in _TEXTS:
        terms = language.terms(Document("t", text))
        for term in terms:
            assert text[term.start : term.end] == term.text, term
            assert term.text.strip() == term.text, term
            assert normal_form(term.text), term
            assert "\n\n" not in term.text.replace("\r", ""), term
            assert term.label == term.label.upper(), term
        assert all(a.end <= b.start for a, b in pairwise(terms)), text


def finds_terms_of_many_in_order(language: Language) -> None:
    documents = [Document(str(at), text) for at, text in enumerate(_TEXTS)]
    one_by_one = [list(language.terms(document)) for document in documents]
    assert [list(terms) for terms in language.batch(iter(documents))] == one_by_one
    assert [list(terms) for terms in language.batch(documents, processes=2)] == one_by_one
    assert list(language.batch([])) == []


LANGUAGE = (finds_terms_where_they_stand, finds_terms_of_many_in_order)


# --- Attacker ---------------------------------------------------------------------------------------------

_CANDIDATES = (
    Candidate("1", "A virus that infects cells of the immune system.", "HIV"),
    Candidate("2", "A kind of cancer that is treated by radiotherapy.", "breast cancer"),
    Candidate("3", "", "hepatitis C"),
)
_RELEASED = (
    "The immune system of the patient was tested.",
    "Radiotherapy was begun.",
    "",
    "\u200b\ud83d ... 🙂",
    "[...]",
)


def _scores(attacker: Attacker, texts: tuple[str, ...], candidates: tuple[Candidate, ...] = _CANDIDATES) -> Array:
    """What it scores for one who has read nothing before."""
    return attacker.scores(texts, KnownCandidates(candidates, knowledge=MemoryKnowledge(CORPUS)))


def says_what_it_is(attacker: Attacker) -> None:
    assert attacker.name.strip()
    assert "," not in attacker.name
    assert attacker.needs in ("texts", "knowledge")
    assert attacker.fits(KnownCandidates(_CANDIDATES, knowledge=MemoryKnowledge(CORPUS)))


def scores_every_candidate_for_every_text(attacker: Attacker) -> None:
    scores = _scores(attacker, _RELEASED)
    assert scores.shape == (len(_RELEASED), len(_CANDIDATES))
    assert np.isfinite(scores).all()


def scores_the_same_each_time(attacker: Attacker) -> None:
    assert np.array_equal(_scores(attacker, _RELEASED), _scores(attacker, _RELEASED))


def learns_from_no_other_text(attacker: Attacker) -> None:
    together = _scores(attacker, _RELEASED)
    for at, text in enumerate(_RELEASED):
        assert np.allclose(_scores(attacker, (text,))[0], together[at]), text


def goes_by_no_order_of_candidates(attacker: Attacker) -> None:
    turned = _scores(attacker, _RELEASED, _CANDIDATES[::-1])
    assert np.allclose(_scores(attacker, _RELEASED), turned[:, ::-1])


ATTACKER = (
    says_what_it_is,
    scores_every_candidate_for_every_text,
    scores_the_same_each_time,
    learns_from_no_other_text,
    goes_by_no_order_of_candidates,
)
