"""What every `Knowledge` promises, and what one of known documents must count."""

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

_DOCUMENTS = 7  # that are looked into
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


# --- of any -----------------------------------------------------------------------------------------------


def says_what_it_is(knowledge: Knowledge) -> None:
    assert isinstance(knowledge, Knowledge)
    assert knowledge.total >= 0
    assert knowledge.floor >= 1
    assert len({knowledge, knowledge}) == 1


def lists_what_it_counts(knowledge: Knowledge) -> None:
    for query in _queries(knowledge):
        documents = list(knowledge.matching(query))
        assert knowledge.count(query) == len(documents), query
        assert documents == sorted(set(documents)), query
        assert all(0 <= document < knowledge.total for document in documents), query
    assert knowledge.count(Any()) == 0
    assert knowledge.count(All()) == knowledge.total


def counts_by_normal_form(knowledge: Knowledge) -> None:
    for term in _terms(knowledge):
        assert knowledge.count(knowledge.language.normal_form(term)) == knowledge.count(term), term
        assert knowledge.count(f"  {term} ") == knowledge.count(term), term


def counts_many_as_one(knowledge: Knowledge) -> None:
    queries = _queries(knowledge)
    for given in queries:
        together = list(knowledge.counts(given, queries))
        assert together == [knowledge.count(All(given, query)) for query in queries], given
    for given in queries[:1]:
        assert list(knowledge.counts(given, [])) == []
        assert list(knowledge.counts(given, [given, given])) == [knowledge.count(given)] * 2


def never_counts_more_together(knowledge: Knowledge) -> None:
    queries = _queries(knowledge)
    for one in queries:
        for other in queries:
            joint = knowledge.count(All(one, other))
            assert joint <= min(knowledge.count(one), knowledge.count(other))
            assert knowledge.count(Any(one, other)) == knowledge.count(one) + knowledge.count(other) - joint


def ranks_what_matches(knowledge: Knowledge) -> None:
    for query in _queries(knowledge):
        hits = knowledge.best(query, 10)
        assert len(hits) == min(10, knowledge.count(query)), query
        assert {hit.document for hit in hits} <= set(map(int, knowledge.matching(query))), query
        assert all(a.score >= b.score for a, b in pairwise(hits)), query
        assert list(hits) == list(knowledge.best(query, 10)), query
        assert len(knowledge.best(query, 0)) == 0


def scores_what_matches(knowledge: Knowledge) -> None:
    for query in _queries(knowledge):
        documents, scores = knowledge.scored(query)
        assert list(documents) == list(knowledge.matching(query)), query
        scored = dict(zip(map(int, documents), map(float, scores), strict=True))
        for hit in knowledge.best(query, 10):
            assert abs(scored[hit.document] - hit.score) < 1e-9, query
            assert knowledge.title(hit.document) == hit.title, query


def adds_up_the_scores_of_terms(knowledge: Knowledge) -> None:
    terms = _terms(knowledge)
    for one, other in pairwise(terms):
        if knowledge.language.normal_form(one) == knowledge.language.normal_form(other):
            continue
        both, *parts = (
            dict(zip(*map(list, knowledge.scored(query)), strict=True)) for query in (All(one, other), one, other)
        )
        for document, score in both.items():
            assert abs(score - parts[0][document] - parts[1][document]) < 1e-6, (one, other)


def weighs_the_terms_of_a_document(knowledge: Knowledge) -> None:
    for document in range(min(knowledge.total, _DOCUMENTS)):
        weights = knowledge.weights(document, 5)
        assert len(weights) <= 5
        assert all(a[1] >= b[1] for a, b in pairwise(weights))
        for term, weight in weights:
            assert weight >= 0
            assert document in set(map(int, knowledge.matching(term))), term
    for number in (-1, knowledge.total):
        try:
            knowledge.weights(number)
        except IndexError:
            continue
        raise AssertionError(f"there is no document {number}")


def _terms(knowledge: Knowledge) -> list[str]:
    """A few terms that it has."""
    found = [
        term
        for document in range(min(knowledge.total, _DOCUMENTS))
        for term, _ in knowledge.weights(document, 3)
        if knowledge.count(term)
    ]
    return list(dict.fromkeys(found))[:12]


def _queries(knowledge: Knowledge) -> list[Query]:
    """Terms that it has and one that none has, alone and together."""
    terms = _terms(knowledge)
    pairs = list(pairwise(terms))
    return [
        *terms,
        "zzqx no such term",
        *(Any(*pair) for pair in pairs[:4]),
        *(All(*pair) for pair in pairs[:4]),
        *(All(one, Any(other, *terms[:2])) for one, other in pairs[:2]),
        *(Any(All(one, other), terms[0]) for one, other in pairs[:2]),
    ]


# --- of one that is made of the documents above -----------------------------------------------------------


def knows_its_size(knowledge: Knowledge) -> None:
    assert knowledge.total == len(CORPUS)


def counts_documents(knowledge: Knowledge) -> None:
    for query, documents in _HAVE.items():
        assert knowledge.count(query) == len(documents), query
        assert list(knowledge.matching(query)) == sorted(documents), query
        assert {hit.document for hit in knowledge.best(query, 10)} == documents, query


def counts_documents_together(knowledge: Knowledge) -> None:
    for given in _HAVE:
        together = list(knowledge.counts(given, list(_HAVE)))
        assert together == [len(_HAVE[given] & documents) for documents in _HAVE.values()], given


def ranks_documents_about_it_first(knowledge: Knowledge) -> None:
    first = knowledge.best("hiv", 1)[0]
    assert (first.document, first.title) == (0, "HIV")
    assert knowledge.best("blood transfusion", 1)[0].title == "2", "a document without a title goes by its id"
    assert list(knowledge.weights(6)) == [], "an empty document is about nothing"


KNOWLEDGE = (
    says_what_it_is,
    lists_what_it_counts,
    counts_by_normal_form,
    counts_many_as_one,
    never_counts_more_together,
    ranks_what_matches,
    scores_what_matches,
    adds_up_the_scores_of_terms,
    weighs_the_terms_of_a_document,
)
COUNTING = (
    knows_its_size,
    counts_documents,
    counts_documents_together,
    ranks_documents_about_it_first,
)
