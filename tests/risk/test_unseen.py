"""Words that the knowledge has never seen: where they stand, which are forms of known ones, what is none of them."""

from hypothesis import given
from hypothesis import strategies as st

from sfumato.knowledge import MemoryKnowledge
from sfumato.risk.unseen import unseen
from sfumato.types import Document

KNOWN = MemoryKnowledge([Document("1", "He was nasty, and began to coddle a dog.")])


def words(text):
    return list(unseen(KNOWN.language.read(text), KNOWN, least=1).places.values())


def test_words_and_where_they_stand():
    found = unseen(KNOWN.language.read("He plucked Zqtarvy."), KNOWN, least=1)
    assert found.places == {(3, 10): "plucked", (11, 18): "zqtarvy"}


def test_what_the_handbook_has_is_known():
    assert words("Biktarvy tds") == []


def test_a_form_of_a_known_word_is_known():
    found = unseen(KNOWN.language.read("Nastier coddling of dogs."), KNOWN, least=1)
    assert found.places == {}
    assert found.bases == {"nasty": [(0, 7)], "coddle": [(8, 16)]}


def test_numbers_function_words_and_codes_say_nothing():
    assert words("It was 1994, and 3QTFX was with 7DU6K.") == []


@given(st.text())
def test_any_text(text):
    reading = KNOWN.language.read(text)
    assert all(0 <= start < end <= len(text) for start, end in unseen(reading, KNOWN, least=1).places)


def test_small_knowledge_has_not_seen_ordinary_words_either():
    assert unseen(KNOWN.language.read("He took Biktarvy."), KNOWN).places == {}


MANY = MemoryKnowledge([Document(str(at), "A connection of anxiety.") for at in range(60)])


def test_a_slip_of_the_finger_is_the_word_that_was_meant():
    found = unseen(MANY.language.read("the ocnnection of amxiety"), MANY, least=1)
    assert found.places == {}
    assert found.bases == {"connection": [(4, 14)], "anxiety": [(18, 25)]}


def test_what_begins_with_a_capital_may_be_a_name():
    assert unseen(MANY.language.read("of Amxiety"), MANY, least=1).places == {(3, 10): "amxiety"}


def test_a_slip_in_a_function_word_says_nothing():
    found = unseen(MANY.language.read("two weeks beforre anxiety"), MANY, least=1)
    assert "beforre" not in found.places.values()
    assert found.bases == {}
