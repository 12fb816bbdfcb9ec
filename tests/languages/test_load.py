"""Languages are found by name, those of other packages too."""

import pytest

from sfumato.errors import InputError, PackError
from sfumato.io.columns import write_archive
from sfumato.knowledge import Floors, Pack, build
from sfumato.languages import DEFAULT, load, open_archive
from sfumato.languages.en import English
from sfumato.taxonomies.embedded import read, write
from sfumato.taxonomies.hierarchy import Entry
from sfumato.types import Document

PIDGIN = "from sfumato.languages.en import English\nclass Pidgin(English):\n    name = 'pidgin:pid'\n"


def test_a_language_is_made_once():
    assert isinstance(load(), English)
    assert load("en") is load("en")


def test_an_unknown_language_says_what_there_is():
    with pytest.raises(InputError, match="no language is called tlh; there are en"):
        load("tlh")


@pytest.fixture
def pidgin(install):
    """A language that another package brings."""
    install("pidgin", PIDGIN, "[sfumato.languages]\npid = pidgin:Pidgin\nother = pidgin:Pidgin\n")
    load.cache_clear()
    return load("pidgin:pid")


def test_a_package_may_bring_a_language(pidgin):
    assert pidgin.name == "pidgin:pid"
    assert pidgin is load("pidgin:pid")


def test_a_language_is_called_as_it_is_asked_for(pidgin):
    with pytest.raises(InputError, match="plug-in pidgin:other: calls its language pidgin:pid, not pidgin:other"):
        load("pidgin:other")


def test_a_pack_remembers_its_language(pidgin, tmp_path):
    documents = [Document("1", "HIV is a virus.")]
    for language, name in ((None, "en"), (pidgin, "pidgin:pid")):
        path = tmp_path / f"{name[-3:]}.pack"
        build(documents, path, floors=Floors(1, 1, 1), language=language, processes=1)
        pack = Pack.open(path)
        assert pack.language.name == name
        assert pack.count("viruses") == 1
    assert "language" not in Pack.open(tmp_path / "en.pack").meta  # so that packs of before are those of now


def test_taxonomies_remember_their_language(pidgin, tmp_path):
    entries = [Entry("x:1", ["virus"])]
    write(tmp_path / "x.pack", {"x": (entries, frozenset())}, {}, pidgin)
    found = read(tmp_path / "x.pack")["x"]
    assert found.language is pidgin
    assert [concept.id for concept in found.senses("viruses")] == ["x:1"]


@pytest.mark.parametrize(
    ("meta", "error"),
    [
        ({"normal_form": "0-other"}, "another normal form"),
        ({"normal_form": "1", "language": "tlh"}, "no language is called tlh"),
        ({"normal_form": "1", "language": ["en"]}, "no language"),
        ({}, "another normal form"),
    ],
)
def test_a_file_of_another_language_or_normal_form_is_refused(tmp_path, meta, error):
    write_archive(tmp_path / "x.pack", "knowledge", meta, {})
    with pytest.raises(PackError, match=error):
        open_archive(tmp_path / "x.pack", "knowledge")


def test_a_file_that_names_no_language_is_of_the_default(tmp_path):
    write_archive(tmp_path / "x.pack", "knowledge", {"normal_form": load(DEFAULT).version}, {})
    archive, language = open_archive(tmp_path / "x.pack", "knowledge")
    assert language is load(DEFAULT)
    assert archive.meta["kind"] == "knowledge"
