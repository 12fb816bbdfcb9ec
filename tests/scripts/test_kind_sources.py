"""From the first sentence of an article to a ladder of phrases."""

import sys
from functools import cache
from pathlib import Path

import pytest

import sfumato
from sfumato.languages.en import DEFAULT_MODEL
from sfumato.taxonomies import embedded

sys.path.insert(0, str(Path(sfumato.__file__).parents[2] / "scripts"))

from kind_sources.facts import kind, place
from kind_sources.ladders import Labels, Ladders
from kind_sources.openings import bare, opening
from kind_sources.phrases import parser, phrase
from kind_sources.senses import chosen

OPENINGS = [
    ("Koo Stark (born 26 April 1956) is an American film actress.", "American film actress > film actress > actress"),
    ("The Fog is a 2003 British drama film by Ann Low.", "British drama film > drama film > film"),
    ("Orle is a village and civil parish in Essex.", "village"),
    ("Mawl is a species of beetle in the family Cerambycidae.", "species of beetle > beetle"),
    ("Orle is the largest city in Norway.", "city"),
    ("Orle is one of the most famous rivers of Spain.", "river"),
    ("The Hours is the title of a song by Queen.", "song"),
    ("Orle was an American soap opera.", "American soap opera > soap opera"),
    ("Orle is a fictional American city.", "fictional American city > fictional city"),
    ("Orle was the son of a king.", "son"),
]


@cache
def labels() -> Labels:
    return Labels(*embedded(("WordNet", "places")).taxonomies)


@cache
def nlp():
    return parser(DEFAULT_MODEL)


def subject(text: str, title: str = "") -> dict:
    title = title or text.split(" is ")[0].split(" was ")[0].split(" (")[0]
    said = opening(title, f"{title}\n{text}")
    assert said is not None
    found = phrase(nlp()(f"It {said.said}"))
    assert found is not None
    known = {"title": title, "document": 0, "born": said.born, "he": said.he, "she": said.she, "said": said.said}
    return {**known, **{key: getattr(found, key) for key in found.__dataclass_fields__}}


@pytest.mark.parametrize(("text", "ladder"), OPENINGS)
def test_ladders(text, ladder):
    assert " > ".join(Ladders(labels(), {}).steps(subject(text))) == ladder


def test_what_says_nothing_has_no_ladder():
    assert Ladders(labels(), {}).steps(subject("Orle is a term for many things.")) == ()


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Geography of Panama", "Panama is a country in Central America."),
        ("Swimming", "The event took place on 10 August."),
        ("Orle", "There is a house in Orle."),
    ],
)
def test_openings_of_something_else(title, text):
    assert opening(title, f"{title}\n{text}") is None


def test_a_title_without_what_tells_it_from_others():
    assert [bare("Creed (film)"), bare("Salou, Spain"), bare("(G)")] == ["Creed", "Salou", "(G)"]


def test_who_was_born_is_a_person_and_whose_son_is_not_told():
    said = subject("Lee Low (born 1950) was the son of a king. He died. He was young.")
    steps = Ladders(labels(), {}).steps(said)
    senses = chosen([(steps, said)], labels())
    found = kind(said, steps, senses[steps[0]], labels())
    assert (found.ladder, found.sort, found.year, found.sex) == (("man",), "person", 1950, "male")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Brown County", "South Dakota", "United States"], "South Dakota"),
        (["Finland"], "Finland"),
        (["Georgia"], ""),
        (["Georgia", "United States"], "Georgia"),
        (["Portland"], ""),
        ([], ""),
    ],
)
def test_places(names, expected):
    assert place(names, labels().places) == expected
