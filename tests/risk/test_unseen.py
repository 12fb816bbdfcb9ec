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
