"""The keywords of a text: heavy words, names, words with hyphens and phrases as one, and nothing that is unknown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.knowledge import MemoryKnowledge
from sfumato.risk import keywords
from sfumato.types import Document

TEXTS = (
    "the Boston Globe, ink", "a globe, a lamp", "a globe, Boston harbour", "Boston, ink", "lamp, ink",
    "his half-brother, a lamp", "a brother, half a loaf", "the immune system, ink", "the immune system, a lamp",
    *["the system, a lamp"] * 4, "a warm lamp", *["a warm night, ink"] * 30, *["lamp"] * 40, "zidovudine",
    "the Bank of Elbonia", "a bank, ink",
)  # fmt: skip
PLAIN = ("lamp", "ink", "globe", "brother", "system", "night", "bank", "loaf")


@pytest.fixture(scope="module")
def press():
    return MemoryKnowledge(Document(str(at), text) for at, text in enumerate(TEXTS))


def forms(text, knowledge, limit=20):
    return [keyword.form for keyword in keywords(text, knowledge, limit)]


def test_the_words_of_a_name_are_one_keyword(press):
    assert set(forms("In Boston he read the Boston Globe.", press)) == {"boston globe", "boston"}
    assert set(forms("In Boston he turned the globe.", press)) == {"boston", "globe"}


def test_a_name_may_have_function_words_in_it(press):
    assert forms("They robbed the Bank of Elbonia.", press) == ["bank of elbonia"]


def test_a_name_that_the_knowledge_has_never_seen_is_its_words(press):
    assert set(forms("Globe Boston", press)) == {"globe", "boston"}


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u2011"])
def test_a_word_with_a_hyphen_is_one_keyword(press, hyphen):
    assert forms(f"My half{hyphen}brother.", press) == ["half brother"]


def test_a_phrase_is_one_where_its_rarest_word_hardly_stands_without_the_rest(press):
    assert forms("his immune system", press) == ["immune system"]
    assert set(forms("a warm lamp", press)) == {"warm", "lamp"}  # 1 of the 31 documents that have "warm"


def test_a_phrase_does_not_run_across_clauses(press):
    assert set(forms("He was immune, system or not.", press)) == {"immune", "system"}


def test_words_that_the_knowledge_has_never_seen_are_none(press):
    assert forms("xyzzy plugh qwertzy", press) == []
    assert forms("xyzzy lamp", press) == ["lamp"]


@pytest.mark.parametrize("text", ["", "   \n", "?!.,;", "\u200b\u200b", "the of and", "a", "\x07"])
def test_what_has_no_words_has_no_keywords(press, text):
    assert keywords(text, press, 5) == []


def test_a_weight_is_how_often_here_for_how_often_elsewhere(press):
    (found,) = keywords("globe, globe and globe", press, 5)
    assert (found.form, found.weight) == ("globe", 3 / press.count("globe"))
    assert [found.places[0], len(found.places)] == [(0, 5), 3]


def test_the_heaviest_come_first_and_no_more_than_asked_for(press):
    text = "The lamp, the globe, the ink and zidovudine."
    found = keywords(text, press, 4)
    assert [each.weight for each in found] == sorted((each.weight for each in found), reverse=True)
    assert found[0].form == "zidovudine"
    assert keywords(text, press, 2) == found[:2]
    assert keywords(text, press, 0) == keywords(text, press, -3) == []


@pytest.mark.parametrize(
    "written", ["zid\u043evudine", "zido-\nvudine", "zid&#111;vudine", "zid\u200bovudine", "zido\u00advudine"]
)
def test_words_are_read_through_disguises(press, written):
    text = f"He takes {written} and ink."
    found = {keyword.form: keyword for keyword in keywords(text, press, 20)}
    assert found.keys() == {"zidovudine", "ink"}
    assert [text[a:b] for a, b in found["zidovudine"].places] == [written]
    assert len(found["ink"].places) == 1  # it stands in both readings, and counts once


@given(words=st.lists(st.sampled_from(PLAIN), max_size=12), limit=st.integers(0, 10))
def test_every_keyword_stands_where_it_says(press, words, limit):
    text = ", ".join(words)
    found = keywords(text, press, limit)
    assert len(found) == min(limit, len(set(words)))
    for keyword in found:
        assert [text[a:b] for a, b in keyword.places] == [keyword.form] * words.count(keyword.form)
        assert keyword.weight == words.count(keyword.form) / press.count(keyword.form)


@given(text=st.text(max_size=60))
def test_any_text_can_be_read(press, text):
    for keyword in keywords(text, press, 20):
        assert press.count(keyword.form)
        assert all(0 <= a < b <= len(text) for a, b in keyword.places)


def test_the_embedded_knowledge_knows_a_newspaper_and_a_brother(pack):
    found = forms("The Boston Globe wrote of his half-brother and of the immune system.", pack)
    assert {"boston globe", "half brother", "immune system"} <= set(found)
    assert {"boston", "globe", "half", "brother", "immune", "system"}.isdisjoint(found)
