"""What a text itself says of a name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.languages.en.wording.cues import said_of
from sfumato.languages.en.wording.made_of import made_of

NOUNS = frozenset("actress company village lawyer film carmaker town drug novel".split())


def said(text: str, name: str):
    start = text.index(name)
    return said_of(text, start, start + len(name), NOUNS.__contains__)


@pytest.mark.parametrize(
    ("text", "name", "called"),
    [
        ("The film actress Ann Lee came.", "Ann Lee", ("actress",)),
        ("He was married to the lawyer Ann Lee.", "Ann Lee", ("lawyer",)),
        ("Serco, a company from England, paid.", "Serco", ("company",)),
        ("Orbo is a small town in the north.", "Orbo", ("small town", "town")),
        ("They came to the village of Este.", "Este", ("village",)),
        ("He saw Ann Lee yesterday.", "Ann Lee", ()),
        ("By Mr Ahmet Kaya, on Monday", "Ahmet Kaya", ("man",)),
        ("Mrs Kaya came.", "Mrs Kaya", ("woman",)),
    ],
)
def test_what_a_name_is_called(text: str, name: str, called: tuple[str, ...]) -> None:
    assert said(text, name).called == called


@pytest.mark.parametrize(
    ("text", "name", "called"),
    [
        ("Its newest film is Orbo.", "Orbo", ("film",)),
        ("His second drug was called Orbo.", "Orbo", ("drug",)),
        ("He worked in towns such as Orbo and Este.", "Este", ("town",)),
        ("The second was Ann Lee.", "Ann Lee", ()),
        ("She met Ann Lee, his sister, in May.", "Ann Lee", ("woman",)),
        ("The billionaire was a Saudi and lived in a palace.", "Saudi", ()),
    ],
)
def test_what_a_name_is_called_by_the_grammar(language, text: str, name: str, called: tuple[str, ...]) -> None:
    start, nouns = text.index(name), NOUNS | {"second", "sister"}
    found = said_of(text, start, start + len(name), nouns.__contains__, language.syntax(text))
    assert found.called == called


@pytest.mark.parametrize(
    ("name", "sort", "noun"),
    [
        ("Orbo Ltd.", "organization", "company"),
        ("Universidad de Este", "organization", "university"),
        ("Golden Shell Award for Best Actress", "award", "acting award"),
        ("Camp Orbo", "place", "camp"),
    ],
)
def test_what_the_words_of_a_name_say(name: str, sort: str, noun: str) -> None:
    assert (sort, noun) in list(made_of(name))


def test_a_single_word_says_nothing_of_what_it_names() -> None:
    assert list(made_of("Records")) == []


@pytest.mark.parametrize(
    ("text", "name", "sort"),
    [
        ("Then Dr. Lee left.", "Lee", "person"),
        ("Lee said no.", "Lee", "person"),
        ("She starred in Creed (2015).", "Creed", "work"),
        ("They live in Este, Veneto.", "Este", "place"),
        ("He bought Orbo Inc. shares.", "Orbo", "organization"),
        ("She was put on Orbex 50 mg.", "Orbex", "product"),
    ],
)
def test_what_its_neighbours_take_it_for(text: str, name: str, sort: str) -> None:
    assert sort in said(text, name).sorts


@given(st.text(), st.integers(0, 20), st.integers(1, 20))
def test_any_text(text: str, start: int, length: int) -> None:
    said_of(text, start, start + length, NOUNS.__contains__)


@pytest.mark.parametrize(
    ("text", "name", "part"),
    [
        ("The song was written and produced by Ann Lee.", "Ann Lee", ("person", "writer")),
        ("It was written by Bo Nye and produced by Ann Lee.", "Ann Lee", ("person", "producer")),
        ("He played for Orbo United until May.", "Orbo United", ("organization", "team")),
        ("She defeated Ann Lee in the final.", "Ann Lee", ("person", "opponent")),
        ("He studied at Este for two years.", "Este", ("organization", "school")),
        ("A novel by Ann Lee came out.", "Ann Lee", ("person", "author")),
    ],
)
def test_what_a_name_is_by_its_part_in_the_sentence(language, text: str, name: str, part: tuple[str, str]) -> None:
    start = text.index(name)
    syntax = language.syntax(text)
    assert said_of(text, start, start + len(name), NOUNS.__contains__, syntax).parts == (part,)
