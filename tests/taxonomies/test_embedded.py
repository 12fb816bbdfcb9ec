"""The taxonomies that ship: what a user looks up is there, reads well, and counts only where it should."""

import json
import random
import zipfile
from importlib import resources
from pathlib import Path

import pytest

from sfumato.errors import InputError, PackError
from sfumato.io.columns import Archive
from sfumato.languages.en.normalform import STOP_WORDS, _singular, _singulars, normal_form, version
from sfumato.taxonomies import ORDER, Chain, embedded
from sfumato.taxonomies.embedded import KIND, read, write
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.types import Concept

SHIPPED = Path(str(resources.files("sfumato.data").joinpath("taxonomies.pack")))


@pytest.fixture(scope="module")
def chain() -> Chain:
    return embedded()


def spoken_paths(chain: Chain, concept: Concept) -> list[list[str]]:
    return [[c.label for c in path if not c.grouping] for path in chain.paths(concept)]


def counting(chain: Chain, word: str) -> set[str]:
    """The taxonomies in which the word counts for a concept that it names."""
    return {c.source for c in chain.senses(word) if normal_form(word) in chain.forms(c)}


@pytest.mark.parametrize(
    ("word", "step"),
    [
        ("breast cancer", "cancer"),
        ("HIV", "virus"),
        ("radiotherapy", "therapy"),
        ("Miami", "Florida"),
        ("Miami", "city in the United States"),
        ("Tarragona", "Spain"),
        ("Tarragona", "city in Catalonia"),
        ("naltrexone", "narcotic antagonist"),
        ("Buddhism", "religion"),
        ("carpenter", "craftsman"),
        ("Florida", "United States"),
        ("Florida", "state in the United States"),
        ("chlamydia", "sexually transmitted disease"),
        ("AIDS", "HIV infection"),
        ("hepatitis C", "liver disease"),
        ("alcoholism", "psychiatric disorder"),
        ("schizophrenia", "mental disorder"),
        ("Barcelona", "Catalonia"),
        ("Apple", "edible fruit"),
        ("homosexuality", "sexual behavior"),
        ("Catholicism", "Christianity"),
        ("gonorrhea", "sexually transmitted disease"),
        ("chemotherapy", "therapy"),
        ("influenza", "respiratory tract infection"),
    ],
)
def test_paths_of_three_steps_lead_through_words_that_people_say(chain: Chain, word: str, step: str) -> None:
    paths = [path for concept in chain.senses(word) for path in spoken_paths(chain, concept)]
    assert any(len(path) >= 3 and step in path for path in paths), paths


@pytest.mark.parametrize("word", ["breast cancer", "hiv", "AIDS", "Miami", "London", "cocaine", "Barcelona"])
def test_plain_words_count_somewhere(chain: Chain, word: str) -> None:
    assert counting(chain, word)


@pytest.mark.parametrize("word", ["crabs", "crab", "cold", "ALL", "it", "cat", "clap"])
def test_everyday_words_count_for_no_disease(chain: Chain, word: str) -> None:
    assert not counting(chain, word) & {"MONDO", "HP"}
    disease = chain.concept("mesh:C")
    assert normal_form(word) not in chain.forms(disease)


@pytest.mark.parametrize("word", ["Nice", "Reading", "Mobile", "Of", "Victoria", "Orange", "Jackson", "Charlotte"])
def test_names_and_common_words_count_for_no_place(chain: Chain, word: str) -> None:
    assert "places" not in counting(chain, word)


def test_function_words_never_count(chain: Chain) -> None:
    for word in sorted(STOP_WORDS):
        assert not counting(chain, word)


@pytest.mark.parametrize(
    "label",
    [
        "Neoplasms by Site",
        "human disease",
        "Abnormality of the skin",
        "physical entity",
        "Chemicals and Drugs",
    ],
)
def test_what_nobody_says_is_grouping_or_renamed(chain: Chain, label: str) -> None:
    assert all(c.grouping or normal_form(c.label) != normal_form(label) for c in chain.senses(label))


def test_labels_read_as_people_write(chain: Chain) -> None:
    def label(id: str) -> str:
        return chain.concept(id).label

    assert label("mesh:D006528") == "hepatocellular carcinoma"
    assert label("mesh:D003424") == "Crohn disease"
    assert label("mesh:D015658") == "HIV infection"
    assert label("mesh:D001943") == "breast tumor"
    assert label("mesh:D012190") == "Retroviridae"
    assert label("mesh:C") == "disease"


def test_a_name_shared_by_region_and_city_counts_for_both(chain: Chain) -> None:
    states = [c for c in chain.senses("New York") if c.source == "places"]
    assert any("new york" in chain.forms(c) and c.label == "New York" for c in states)
    spain = next(c for c in chain.senses("Spain") if c.source == "places")
    assert {"barcelona", "tarragona", "spain"} <= set(chain.forms(spain))


def test_counts_never_fall_on_the_way_up(chain: Chain) -> None:
    choose = random.Random(1)
    for hierarchy in chain.taxonomies:
        assert isinstance(hierarchy, Hierarchy)
        for row in choose.sample(range(len(hierarchy)), 8):
            concept = hierarchy._concept(row)
            for parent in hierarchy.parents(concept):
                assert set(hierarchy.forms(concept)) <= set(hierarchy.forms(parent))


def test_order_is_preference() -> None:
    assert [t.name for t in embedded().taxonomies] == list(ORDER)
    assert embedded(("places", "WordNet")).senses("Miami")[0].source == "places"
    with pytest.raises(InputError, match="no embedded taxonomy SNOMED"):
        embedded(("SNOMED",))


def test_the_file_is_small_and_says_where_it_comes_from() -> None:
    assert SHIPPED.stat().st_size < 9_000_000
    meta = Archive(SHIPPED, KIND).meta
    assert all(entry["sha256"] and entry["licence"] for entry in meta["provenance"])


def test_writing_is_reproducible_and_reading_gives_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SFUMATO_CACHE", str(tmp_path / "cache"))
    entries = [Entry("a", ["illness", "sickness"]), Entry("b", ["flu", "cold"], ["a"], [2.0, 0.0], True)]
    for name in ("one.zip", "two.zip"):
        write(tmp_path / name, {"mine": (entries, frozenset({"cold"}))}, {})
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    mine = read(tmp_path / "one.zip")["mine"]
    assert mine.forms(mine.concept("a")) == ["flu", "illness", "sickness"]
    assert mine.concept("b").grouping
    assert mine.labels(mine.concept("b")) == ["flu", "cold"]


def test_a_truncated_or_damaged_file_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SFUMATO_CACHE", str(tmp_path / "cache"))
    cut = tmp_path / "cut.zip"
    cut.write_bytes(SHIPPED.read_bytes()[:100_000])
    with pytest.raises(PackError, match=r"cut\.zip: not a sfumato taxonomies file, or truncated"):
        read(cut)
    nameless = tmp_path / "nameless.zip"
    with zipfile.ZipFile(nameless, "w") as archive:
        archive.writestr("meta.json", json.dumps({"kind": KIND, "format": 1, "normal_form": version()}))
    with pytest.raises(PackError, match=r"nameless\.zip: damaged"):
        read(nameless)
    empty = tmp_path / "empty.zip"
    with zipfile.ZipFile(empty, "w") as archive:
        meta = {"kind": KIND, "format": 1, "normal_form": version(), "names": ["MeSH"]}
        archive.writestr("meta.json", json.dumps(meta))
    with pytest.raises(PackError, match=r"empty\.zip: damaged"):
        read(empty)


# --- singulars --------------------------------------------------------------------------------------------


def test_every_singular_is_its_own() -> None:
    table = _singulars()
    assert 5_000 < len(table) < 25_000
    assert all(_singular(singular) == singular for singular in table.values())
    assert all(normal_form(normal_form(word)) == normal_form(word) for word in table)


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("feet", "foot"),
        ("diagnoses", "diagnosis"),
        ("metastases", "metastasis"),
        ("women", "woman"),
        ("movies", "movie"),
        ("cookies", "cookie"),
        ("knives", "knife"),
        ("houses", "house"),
        ("bacteria", "bacterium"),
        ("potatoes", "potato"),
        ("lenses", "lens"),
        ("menus", "menu"),
        ("diseases", "disease"),
        ("viruses", "virus"),
    ],
)
def test_plurals(many: str, one: str) -> None:
    assert normal_form(many) == one


def test_what_only_looks_like_a_plural() -> None:
    singular = """diabetes herpes rabies measles shingles news species series texas athens wales lens gas
        mathematics physics angeles vegas jones james williams thomas data politics always perhaps pancreas"""
    assert normal_form(singular) == " ".join(singular.split())
