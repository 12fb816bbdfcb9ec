"""Kinds of named things: what is written is read, a name finds all that has it, and what ships reads well."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import PackError
from sfumato.taxonomies import embedded
from sfumato.taxonomies.kinds import PATH, SEXES, SORTS, Kind, Kinds, embedded_kinds, write

ACTRESS = Kind("Ann Low", ("Irish film actress", "film actress", "actress"), "wordnet:n.09767700", "person", "", 1950)
FILM = Kind("Creed (film)", ("boxing film", "film"), "wordnet:n.06613686", "work", "", 2015, document=3)
BAND = Kind("The Creed", ("rock band", "band"), "wordnet:n.08249038", "organization", "Ohio", document=5)
TOWN = Kind("Salou, Spain", ("town",), "", "place", "Catalonia", document=9)

TEXTS = st.text("abcdé XY", min_size=1, max_size=8).map(str.strip).filter(bool)
KINDS = st.builds(
    Kind,
    title=TEXTS,
    ladder=st.lists(TEXTS, min_size=1, max_size=4, unique=True).map(tuple),
    concept=st.sampled_from(["", "wordnet:n.1", "wordnet:n.2"]),
    sort=st.sampled_from(SORTS),
    place=st.sampled_from(["", "Spain", "Ohio"]),
    year=st.none() | st.integers(500, 2029),
    sex=st.sampled_from(SEXES),
    document=st.integers(0, 1 << 20),
)


def reopened(path: Path, kinds: list[Kind]) -> Kinds:
    write(path / "some.pack", kinds, {}, short=lambda kind: kind.sort == "place")
    return Kinds.open(path / "some.pack")


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kinds:
    monkeypatch.setenv("SFUMATO_CACHE", str(tmp_path / "cache"))
    return reopened(tmp_path, [ACTRESS, FILM, BAND, TOWN])


def test_what_is_written_is_read(few):
    assert sorted(few, key=lambda kind: kind.title) == sorted(
        [Kind(**{**_fields(ACTRESS), "document": -1}), FILM, BAND, TOWN], key=lambda kind: kind.title
    )


def _fields(kind: Kind) -> dict:
    return {name: getattr(kind, name) for name in kind.__dataclass_fields__}


@given(st.lists(KINDS, max_size=8, unique_by=lambda kind: kind.document))
def test_any_kinds_come_back(tmp_path_factory, kinds):
    folder = tmp_path_factory.mktemp("kinds")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SFUMATO_CACHE", str(folder / "cache"))
        found = reopened(folder, kinds)
        assert list(found) == sorted(kinds, key=lambda kind: kind.document)
        for kind in kinds:
            assert kind in found.of(kind.title) or not re.search(r"\w", kind.title)


@pytest.mark.parametrize("name", ["Creed", "creed", "the Creed", "CREED"])
def test_a_name_finds_all_that_has_it(few, name):
    assert {kind.title for kind in few.of(name)} == {"Creed (film)", "The Creed"}


def test_a_comma_ends_the_name_of_a_place(few):
    assert few.of("Salou") == few.of("Salou, Spain") == (TOWN,)


@pytest.mark.parametrize("name", ["", "Low", "Creeds", "film", "Nobody"])
def test_other_names_find_nothing(few, name):
    assert few.of(name) == ()


def test_a_file_of_something_else_is_refused():
    with pytest.raises(PackError):
        Kinds.open(PATH.with_name("taxonomies.pack"))


# --- what ships -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "phrase", "sort"),
    [
        ("Koo Stark", "film actress", "person"),
        ("Salou", "municipality", "place"),
        ("Love Actually", "movie", "work"),
        ("Bruce Willis", "actor", "person"),
        ("Battle of Traigh Ghruinneart", "battle", "event"),
        ("R.E.M.", "rock band", "organization"),
        ("Emperor penguin", "penguin", "species"),
    ],
)
def test_what_a_reader_would_say(title, phrase, sort):
    assert any(phrase in kind.ladder and kind.sort == sort for kind in embedded_kinds().of(title))


def test_every_ladder_reads_as_a_phrase():
    taxonomy = embedded(("WordNet", "places"))
    places = set()
    for kind in list(embedded_kinds())[::50]:
        assert len(set(kind.ladder)) == len(kind.ladder) > 0, kind
        assert not any(re.match(r"(an?|the|one|first|largest) ", step) for step in kind.ladder), kind
        assert not any(re.search(r"\d|[()\"]|  ", step) for step in kind.ladder), kind
        assert kind.concept == "" or taxonomy.concept(kind.concept).source == "WordNet", kind
        places |= {kind.place} - {""}
    assert all(taxonomy.senses(place) for place in places)


def test_what_says_nothing_is_left_out():
    assert not any(kind.ladder[-1] in ("list", "term", "name", "word") for kind in list(embedded_kinds())[::20])
    assert embedded_kinds().of("List of decades") == ()


def test_what_is_true_of_many_titles_is_counted_with_all_that_is_below_it():
    kinds = embedded_kinds()
    assert kinds.titles_called("actress") > kinds.titles_called("American film actress") > 0
    assert kinds.titles_called("no kind of anything") == 0
