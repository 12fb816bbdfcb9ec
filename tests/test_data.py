"""The data that ship are the files that were made: each has its digest beside it, and its source and licence."""

import hashlib
from importlib import resources

from sfumato import knowledge, taxonomies

DATA = resources.files("sfumato.data")


def test_digests():
    listed = dict(reversed(line.split()) for line in DATA.joinpath("SHA256SUMS").read_text().splitlines())
    shipped = {file.name for file in DATA.iterdir() if file.name.endswith(".pack")}
    assert listed.keys() == shipped
    for name, digest in listed.items():
        assert hashlib.sha256(DATA.joinpath(name).read_bytes()).hexdigest() == digest, name


def test_every_file_has_its_licence():
    licences = DATA.joinpath("LICENSES.md").read_text()
    assert all(f"`{file.name}`" in licences for file in DATA.iterdir() if file.name.endswith(".pack"))
    assert "`singulars.tsv`" in licences


def test_the_pack_says_what_it_was_made_of():
    meta = knowledge.Pack.open().meta
    assert len(meta["files"]) == 9
    assert all(len(file["sha256"]) == 64 for file in meta["files"])
    assert "CC BY-SA" in meta["licence"]


def test_the_pack_keeps_the_labels_of_the_taxonomies():
    pack = knowledge.Pack.open()
    for label in (
        "acquired immunodeficiency syndrome",
        "Pneumocystis pneumonia",
        "Tarragona",
        "systemic lupus erythematosus",
    ):
        assert taxonomies.embedded().senses(label), label
        assert pack.count(label) > 0, label


def test_the_pack_has_no_sentence():
    longest = max(term.count(" ") for term in knowledge.Pack.open()._terms.strings.take(range(0, 2_000_000, 97)))
    assert longest < 8
