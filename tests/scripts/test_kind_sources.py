"""From the first sentence of an article to a ladder of phrases."""

import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import sfumato
from sfumato.languages.en import DEFAULT_MODEL
from sfumato.taxonomies import embedded
from sfumato.taxonomies.kinds import Kind

sys.path.insert(0, str(Path(sfumato.__file__).parents[2] / "scripts"))

from kind_sources.called import Phrases, calls, kinds_called, weighed, written_down
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


# --- what articles call the names that they mention -----------------------------------------------------------

BAND = Kind("", ("rock band", "band"), "wordnet:band", "organization")
TEAM = Kind("", ("team",), "wordnet:team", "organization")
PHRASES = Phrases({"rock band": BAND, "band": Kind("", ("band",), "wordnet:band", "organization"), "team": TEAM})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She left the rock band Low Tide in May.", {("Low Tide", "rock band")}),
        ("Low Tide, a band from Hull, split up.", {("Low Tide", "band")}),
        ("It came out. Low Tide was a rock band from Hull.", {("Low Tide", "rock band")}),
        ("They played with bands such as Low Tide and Old Harbour.", {("Low Tide", "band"), ("Old Harbour", "band")}),
        ("He left the band In 1939 and came back.", set()),
        ("The band However was small.", set()),
        ("They saw Low Tide.", set()),
    ],
)
def test_what_a_name_is_called(text, expected):
    assert set(calls(text, PHRASES)) == expected


def test_a_part_in_the_sentence_weighs_less_than_a_call():
    found = weighed("He played for Old Harbour. The band Low Tide was there.", PHRASES)
    assert found[("Old Harbour", "team")] < found[("Low Tide", "band")]


def test_what_articles_do_not_agree_on_is_not_known():
    other = Kind("", ("village",), "", "place")
    phrases = Phrases({**PHRASES.ladders, "village": other})
    called = {"Low Tide": Counter({"band": 4, "village": 4}), "Old Harbour": Counter({"rock band": 4, "band": 2})}
    [kind] = kinds_called(called, phrases, {})
    assert (kind.title, kind.ladder, kind.document) == ("Old Harbour", ("rock band", "band"), -1)


def test_a_name_that_says_itself_what_it_is_is_not_called_otherwise():
    assert not list(kinds_called({"Old Harbour Band": Counter({"team": 9})}, PHRASES, {}))


def test_what_is_written_down_has_the_steps_of_its_last_words():
    [kind] = written_down(["Low Tide\tDanish rock band", "Old Harbour\t-", "Nothing\tunheard-of"], PHRASES)
    assert kind.ladder == ("Danish rock band", "rock band", "band")
    assert kind.sort == "organization"
