"""Who a text may be about: the people of the knowledge who fit, and the few words that leave too few of them."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.inspecting import Search, biographies, keywords, people_fitting
from sfumato.knowledge import MemoryKnowledge
from sfumato.types import Document

PEOPLE = {
    "Mary Ashdown": "born in Leeds, potter, violin",
    "Mary Birch": "born in Leeds, potter, chess",
    "John Cole": "born in York, potter, violin",
    "John Dale": "born in York, baker, chess",
    "Peter Elm": "born in Leeds, baker, kite",
}
OTHERS = {
    "Leeds": "a town where potters were born, potter, violin",
    "Clay": "potter, violin, kite",
    "Mary Rose": "a ship, violin",
    "Ashdown Brothers Inc.": "born of an idea, potter",
    "List of potters": "born, potter, violin, chess",
}


@pytest.fixture(scope="module")
def town():
    return MemoryKnowledge(Document(title, text, title=title) for title, text in (PEOPLE | OTHERS).items())


def titles(knowledge, documents):
    return [knowledge.title(int(document)) for document in documents]


def test_biographies_are_of_people_who_were_born(town):
    assert titles(town, biographies(town)) == list(PEOPLE)


def test_who_fits_all_the_words_and_who_fits_fewer(town):
    who = people_fitting(["potter", "violin", "leeds"], town, Search(), 3)
    assert [(each.least, each.people) for each in who.by_number] == [(3, 1), (2, 3)]
    assert who.by_number[0].names == ("Mary Ashdown",)
    assert set(who.by_number[1].names) == {"Mary Ashdown", "Mary Birch", "John Cole"}
    assert who.by_number[1].names[0] == "Mary Ashdown"  # who fits most words comes first


def test_the_sets_that_leave_too_few_people(town):
    who = people_fitting(["potter", "violin", "leeds"], town, Search(), 2)
    assert {frozenset(each.words) for each in who.too_few} == {frozenset(("violin", "leeds"))}
    assert who.too_few[0].names == ("Mary Ashdown",)
    assert not who.anonymous


def test_words_that_fit_enough_people_keep_one_anonymous(town):
    assert people_fitting(["potter"], town, Search(), 3).anonymous
    assert not people_fitting(["potter"], town, Search(), 4).anonymous
    assert people_fitting([], town, Search(), 4).anonymous


def test_a_word_that_fits_nobody_tells_nothing(town):
    who = people_fitting(["ship"], town, Search(), 2)
    assert (who.by_number, who.too_few) == ((), ())


def test_a_text_is_asked_by_its_keywords(town):
    words = keywords("A baker from Leeds with a kite.", town, 20)
    who = people_fitting(words, town, Search(), 2)
    assert ("kite",) in {each.words for each in who.too_few}
    assert who.by_number[0].names == ("Peter Elm",)


NAMES = [f"Mary {name}" for name in ("Ash", "Birch", "Cole", "Dale", "Elm", "Fern", "Gale", "Hart")]


@given(st.lists(st.sets(st.sampled_from("bcdefg")), min_size=2, max_size=8), st.integers(2, 5), st.integers(1, 3))
def test_they_are_the_minimal_sets_that_counting_finds(lives, k, size):
    texts = [", ".join(["born", *sorted(words)]) for words in lives]
    knowledge = MemoryKnowledge(Document(n, text, title=n) for n, text in zip(NAMES, texts, strict=False))
    who = people_fitting(list("bcdefg"), knowledge, Search(set_size=size), k)
    counted = {
        group: sum(set(group) <= words for words in lives)
        for number in range(1, size + 1)
        for group in combinations("bcdefg", number)
    }
    expected = {
        group
        for group, number in counted.items()
        if 0 < number < k and all(counted[part] >= k for n in range(1, len(group)) for part in combinations(group, n))
    }
    assert {each.words for each in who.too_few} == expected
    assert all(each.people == counted[each.words] for each in who.too_few)
    for step in who.by_number:
        assert step.people == sum(len(words) >= step.least for words in lives)


def test_the_embedded_knowledge_has_thousands_of_lives(pack):
    found = biographies(pack)
    assert len(found) > 1000
    assert "Albert Einstein" in titles(pack, found)
    assert "Germany" not in titles(pack, found)
