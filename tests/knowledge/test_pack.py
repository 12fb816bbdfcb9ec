"""A pack that was tampered with is refused in one line, even where every checksum of the file is right."""

import numpy as np
import pytest

from sfumato import contracts
from sfumato.errors import PackError
from sfumato.io.columns import Archive, write_archive
from sfumato.knowledge import Floors, Pack, build
from sfumato.knowledge.layout import STORED


@pytest.fixture
def pack(tmp_path, private_cache):
    path = tmp_path / "small.pack"
    build(contracts.CORPUS, path, floors=Floors(1, 1, 1), processes=1)
    return path


def forged(path, meta=None, **changed):
    """The same pack with some columns or parts of the description changed."""
    archive = Archive(path, "knowledge")
    columns = {name: archive.column(name) for name in archive.names()}
    described = {**archive.meta, **(meta or {})}
    write_archive(path, "knowledge", described, {**columns, **changed}, stored=STORED)
    return path


@pytest.mark.parametrize(
    "name",
    [
        "lists",
        "repeats",
        "frequencies",
        "counts",
        "often",
        "words",
        "words_lengths",
        "titles",
        "titles_lengths",
        "lengths",
        "shapes",
    ],
)
@pytest.mark.parametrize("change", ["cut", "grown", "noise"])
def test_forged_columns(pack, private_cache, name, change):
    column = Archive(pack, "knowledge").column(name)
    rng = np.random.default_rng(0)
    columns = {
        "cut": column[..., : column.shape[-1] // 2],
        "grown": np.concatenate([column, column], axis=-1),
        "noise": rng.integers(0, 200, column.shape).astype(column.dtype),
    }
    refused = None
    try:
        opened = Pack.open(forged(pack, **{name: columns[change]}))
    except PackError as error:
        refused = str(error)
    if refused is None:  # some changes give another valid pack
        assert 0 <= opened.count("hiv") <= opened.total
        opened.best("hiv")
    else:
        assert refused.startswith(f"{pack}: damaged")
        assert list(private_cache.iterdir()) == []


@pytest.mark.parametrize(
    "meta",
    [
        {"floors": None},
        {"floors": {}},
        {"floors": "3"},
        {"floors": {"phrases": "3"}},
        {"words_read": "many"},
        {"words_read": -1},
        {"documents": "7"},
        {"files": None},
        {"files": "a"},
        {"files": [{"name": "a"}]},
        {"name": 5},
    ],
)
def test_forged_description(pack, meta):
    with pytest.raises(PackError, match="damaged"):
        Pack.open(forged(pack, meta))


def test_a_column_is_missing(pack, tmp_path):
    archive = Archive(pack, "knowledge")
    columns = {name: archive.column(name) for name in archive.names() if name != "lists"}
    write_archive(pack, "knowledge", archive.meta, columns)
    with pytest.raises(PackError, match="damaged"):
        Pack.open(pack)


def test_no_such_document(pack):
    for number in (-1, 7, 10**9):
        with pytest.raises(IndexError):
            Pack.open(pack).weights(number)
