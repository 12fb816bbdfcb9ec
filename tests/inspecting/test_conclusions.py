"""What a text lets conclude where no secret is named, and what it adds to what is public."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.inspecting import Search, conclusions, keywords, novelties
from sfumato.knowledge import MemoryKnowledge
from sfumato.types import All, Document

WORDS = "bcdefg"
PAGES = {
    "Gout": "gout, gout, gout, toe, cellar, port",
    "Urate": "gout, gout, toe, cellar",
    "Ballet": "toe, toe, dance, dance, stage",
    "Theatre": "dance, stage, stage, cellar",
    "List of words": "toe, cellar, zebra, zebra, zebra",
}


@pytest.fixture(scope="module")
def library():
    return MemoryKnowledge(Document(title, text, title=title) for title, text in PAGES.items())


USUAL = Search()


def concluded(text, knowledge, search=USUAL):
    return conclusions(text, keywords(text, knowledge, search.keywords), knowledge, search)


def new(text, knowledge, search=USUAL):
    return novelties(keywords(text, knowledge, search.keywords), knowledge, search)


def test_what_the_words_lead_to_is_found_with_the_surest_way(library):
    found = {each.term: each for each in concluded("A toe in the cellar.", library)}
    assert found["gout"].surest.words in {("cellar",), ("toe",), ("cellar", "toe"), ("toe", "cellar")}
    assert found["gout"].sets >= 1
    assert all(names for title, names in found["gout"].surest.best if title in ("Gout", "Urate"))


def test_what_the_text_says_itself_is_no_conclusion(library):
    terms = {each.term for each in concluded("A toe in the cellar with gout.", library)}
    assert terms.isdisjoint({"toe", "cellar", "gout"})


def test_lists_conclude_nothing(library):
    assert "zebra" not in {each.term for each in concluded("A toe in the cellar.", library)}
    every = concluded("A toe in the cellar.", library, Search(exclude=(), documents=3, agree=1))
    assert "zebra" in {each.term for each in every}


def test_what_most_sets_lead_to_comes_first(library):
    found = concluded("A toe, a cellar, a port and a stage.", library, Search(agree=1))
    assert [each.sets for each in found] == sorted((each.sets for each in found), reverse=True)
    assert len({each.term for each in found}) == len(found)


def test_of_a_name_and_its_parts_only_the_name_is_told():
    knowledge = MemoryKnowledge([*(Document(str(at), "Osbert Quill, toe") for at in range(3)), Document("4", "owl")])
    assert [each.term for each in concluded("A toe.", knowledge)] == ["osbert quill"]


@pytest.mark.parametrize("text", ["", "?!", "xyzzy"])
def test_a_text_without_known_words_concludes_and_adds_nothing(library, text):
    assert concluded(text, library) == []
    assert new(text, library) == []


def test_what_no_document_has_together_is_new(library):
    assert [each.words for each in new("A port and a stage.", library)] == [("port", "stage")]
    assert new("A toe in the cellar.", library) == []
    (found,) = new("A port and a stage.", library)
    assert found.expected == pytest.approx(1 / 5 * 2 / 5 * 5)


def test_what_is_published_beside_is_no_longer_new(library):
    more = MemoryKnowledge([*(Document(t, text, title=t) for t, text in PAGES.items()), Document("6", "port, stage")])
    assert new("A port and a stage.", more) == []


def known_of(knowledge):
    return [word for word in WORDS if knowledge.count(word)]


texts = st.lists(st.sets(st.sampled_from(WORDS), max_size=6), min_size=1, max_size=20)


@settings(max_examples=150)
@given(texts, st.integers(1, 4))
def test_what_is_new_are_the_minimal_sets_that_no_document_has(texts, size):
    knowledge = MemoryKnowledge(Document(str(at), ", ".join(sorted(words))) for at, words in enumerate(texts))
    found = novelties(known := known_of(knowledge), knowledge, Search(set_size=size))
    expected = []
    for number in range(1, size + 1):
        for group in combinations(known, number):
            if not knowledge.count(All(*group)) and not any(set(part) <= set(group) for part in expected):
                expected.append(group)
    assert sorted(tuple(sorted(each.words)) for each in found) == sorted(expected)
    assert [each.expected for each in found] == sorted((each.expected for each in found), reverse=True)


@given(texts)
def test_conclusions_are_words_of_documents_that_have_the_set(texts):
    knowledge = MemoryKnowledge(Document(str(at), ", ".join(sorted(words))) for at, words in enumerate(texts))
    for each in conclusions("b, c, d", ["b", "c", "d"], knowledge, Search()):
        assert each.term in "efg"
        assert each.surest.naming >= 1
        assert each.surest.naming == knowledge.count(All(each.term, *each.surest.words))


def test_the_embedded_knowledge_concludes_who_is_meant(pack):
    found = concluded("The Saudi magnate and his half-brother.", pack)
    assert any("bin laden" in each.term for each in found)
