"""Languages are found by name, those of other packages too."""

import sys

import pytest

from sfumato.errors import InputError, PackError
from sfumato.io.columns import write_archive
from sfumato.knowledge import Floors, Pack, build
from sfumato.languages import DEFAULT, load, open_archive
from sfumato.languages.en import English
from sfumato.taxonomies.embedded import read, write
from sfumato.taxonomies.hierarchy import Entry
from sfumato.types import Document


def test_a_language_is_made_once():
    assert isinstance(load(), English)
    assert load("en") is load("en")


def test_an_unknown_language_says_what_there_is():
    with pytest.raises(InputError, match="no language 'tlh' is installed; there are: en"):
        load("tlh")


@pytest.fixture
def pidgin(tmp_path, monkeypatch):
    """A language that another package brings."""
    (tmp_path / "pidgin.py").write_text(
        "from sfumato.languages.en import English\nclass Pidgin(English):\n    name = 'pid'\n"
    )
    info = tmp_path / "pidgin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pidgin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sfumato.languages]\npid = pidgin:Pidgin\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return load("pid")


def test_a_package_may_bring_a_language(pidgin):
    assert pidgin.name == "pid"
    assert pidgin is load("pid")


def test_a_pack_remembers_its_language(pidgin, tmp_path):
    documents = [Document("1", "HIV is a virus.")]
    for language, name in ((None, "en"), (pidgin, "pid")):
        build(documents, tmp_path / f"{name}.pack", floors=Floors(1, 1, 1), language=language, processes=1)
        pack = Pack.open(tmp_path / f"{name}.pack")
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
        ({"normal_form": "1", "language": "tlh"}, "no language 'tlh'"),
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
