"""Rounds of detecting anew: they end, and everyone in a group has the same terms then."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages import load
from sfumato.tables.texts.fixpoint import Authors, settled
from sfumato.tables.texts.shared_terms import TermFinder, beside, differing, held
from sfumato.tables.texts.terms import Key
from sfumato.tables.view import Groups
from sfumato.types import Term

WORDS = ("Anna", "Bert", "Oslo", "Lima", "and", "went", "person", "[1-2]")


def capitals(texts):
    """A detector of names that misses the last one of each text."""
    found = [[Term(*m.span(), m.group(), "PERSON") for m in re.finditer("[A-Z][a-z]+", text)] for text in texts]
    return [[term for term in terms[:-1] if term.text.lower() != "person"] or terms[:1] for terms in found]


def told(texts):
    """The same without names of types, as `find` has it."""
    return [[term for term in terms if term.text.lower() != "person"] for terms in capitals(texts)]


sentences = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)


@given(st.lists(sentences, min_size=4, max_size=8), st.integers(1, 3))
def test_everyone_in_a_group_ends_with_the_same_terms(texts, total):
    of = np.arange(len(texts))
    groups = Groups(of % total, total)
    classes = np.zeros(len(texts), dtype=np.int64)
    values = [("[1-2]",)] * len(texts)
    done = settled(texts, Authors(of, groups, classes, values), told, load())
    found = zip(done.texts, told(done.texts), values, strict=True)
    terms = [beside(*each, load()) for each in found]
    have = held(done.texts, terms, of, classes, load())
    for group in range(total):
        people = np.flatnonzero(groups.of == group).tolist()
        assert not differing([have.keys[person] for person in people], len(people))
        assert not differing([have.found[person] for person in people], len(people))
    assert len(done.rounds) <= 21


def test_too_many_rounds_suppress_the_whole_text():
    texts = ["Anna Bert Oslo", "Lima"]
    alike = np.zeros(2, dtype=np.int64)
    done = settled(texts, Authors(np.arange(2), Groups(alike, 1), alike, [(), ()]), told, load(), most=0)
    assert done.texts == ["", ""]
    assert done.suppressed == 2


def test_a_term_is_found_where_no_detector_sees_it():
    terms = [Term(0, 6, "Mexico", "GPE"), Term(0, 4, "Will", "PERSON"), Term(0, 9, "Ann Marie", "PERSON")]
    lookup = TermFinder(terms, load())
    assert [(p.start, p.key) for p in lookup.find("mexico will Will ann-marie")] == [
        (0, Key("GPE", "mexico")),
        (12, Key("PERSON", "will")),
        (17, Key("PERSON", "ann marie")),
    ]
    assert lookup.find("Ann. Next: Marie") == []
