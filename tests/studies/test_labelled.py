"""Labelled articles: read as they are, refused where they are not, and scored as the benchmarks score."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.measure.evaluate.labels import Labelled, VotedTerm
from sfumato.types import Document
from studies.labelled import Article, detection, read_articles

TEXT = "The grey plague came from Ostia by ship."
TERMS = (VotedTerm(((4, 15),), 3), VotedTerm(((26, 31),), 2), VotedTerm(((35, 39),), 1))
LABELS = Labelled("1", TEXT, (), voted=TERMS, voters=3)
ARTICLE = Article(Document("1", TEXT), "plague", LABELS, ())


def test_a_term_counts_as_found_where_half_of_it_is_hidden():
    found = detection(ARTICLE, [(4, 10), (26, 27), (35, 39)])
    assert (found.right, found.found, found.wanted) == (1, 2, 2)
    assert (found.precision, found.recall, found.f) == (0.5, 0.5, 0.5)


def test_only_some_terms_can_be_looked_at():
    names = detection(ARTICLE, [(4, 31)], only=lambda term: ARTICLE.kind(term) == "name")
    assert (names.right, names.found, names.wanted) == (1, 1, 1)


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))), max_size=4))
def test_hiding_more_never_finds_less(spans):
    spans = [(min(pair), max(pair)) for pair in spans]
    less, more = detection(ARTICLE, spans[1:]), detection(ARTICLE, spans)
    assert less.found <= more.found
    assert less.right <= more.right <= more.wanted == 2


def test_articles_have_their_terms_and_what_is_about_their_secret(data, resources, pack):
    first, second = read_articles(data / "expert_dev.jsonl", resources)
    assert (first.document.id, first.secret, second.document.id) == ("HIV", "HIV", "Steve Wozniak")
    assert {pack.title(at).partition(" (")[0] for at in first.own} >= {"HIV"}
    assert any(term.text == "immune system" for term in first.terms)
    term = first.labels.voted[0]
    assert first.wanted(term)
    assert first.known(term, pack)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("[]", "line 1: not an object with a title, a text"),
        ('{"title": "a", "text": "b"}', "line 1: not an object with a title, a text"),
        ('{"title": "a", "text": "b", "secrets": [3], "terms": []}', "a secret is not a text"),
        ('{"title": "a", "text": "b", "secrets": [], "terms": []}', "the list of secrets is empty"),
        ('{"title": "a", "text": "b", "secrets": ["c"], "terms": [{"spans": [[0, 9]], "votes": 1}]}', "line 1"),
        ("{", "line 1"),
    ],
)
def test_what_is_not_as_it_should_be_is_refused_in_a_line(record, said, tmp_path, resources):
    path = tmp_path / "labels.jsonl"
    path.write_text(record + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=said) as refused:
        read_articles(path, resources)
    assert "\n" not in str(refused.value)


def test_the_files_of_the_tests_are_what_they_say(data):
    for line in (data / "expert_dev.jsonl").read_text().splitlines():
        record = json.loads(line)
        assert all(record["text"][a:b] == term["term"] for term in record["terms"] for a, b in term["spans"])
