"""What every `Knowledge` promises."""

from __future__ import annotations

from itertools import pairwise

from sfumato.protocols import Knowledge
from sfumato.types import All, Any, Document, Query

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
