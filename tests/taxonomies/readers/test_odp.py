"""The Open Directory. All topics are invented."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.taxonomies.readers import detect, read

ODP = b"""<?xml version="1.0" encoding="UTF-8"?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/" xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">
<Topic r:id="">
  <catid>1</catid>
</Topic>
<Topic r:id="Top">
  <catid>2</catid>
  <d:Title>Top</d:Title>
  <narrow r:resource="Top/Crafts"/>
</Topic>
<Topic r:id="Top/Crafts">
  <d:Title>Crafts</d:Title>
  <narrow1 r:resource="Top/Crafts/Pen_Making"/>
  <symbolic r:resource="Inks:Top/Science/Fluids/Inks"/>
</Topic>
<Topic r:id="Top/Crafts/Pen_Making">
  <d:Title>Pen \x0bMaking</d:Title>
  <d:Description>Quills & more, caf\xe9 < bad</d:Description>
  <symbolic1 r:resource="Crafts:Top/Crafts"/>
  <narrow r:resource="Top/Crafts/broken>
</Topic>
<Topic r:id="Top/Crafts/Pen_Making/Q"><catid>5</catid></Topic>
<Topic r:id="Top/Science"><d:Title>Science</d:Title></Topic>
<Topic r:id="Top/Science/Fluids"><d:Title>Fluids</d:Title></Topic>
<Topic r:id="Top/Science/Fluids/Inks"><d:Title>Inks &amp; Dyes</d:Title></Topic>
<Topic r:id="Top/World/Deutsch"><d:Title>Deutsch</d:Title></Topic>
</RDF>
"""


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def above(hierarchy: Hierarchy, label: str) -> list[str]:
    (concept,) = hierarchy.senses(label)
    return sorted(parent.label for parent in hierarchy.parents(concept))


def test_odp(tmp_path: Path) -> None:
    path = write(tmp_path / "structure.rdf.u8.gz", gzip.compress(ODP))
    assert detect(path) == "odp"
    odp = read(path)
    assert above(odp, "pen making") == ["Crafts"]
    assert above(odp, "inks & dyes") == ["Crafts", "Fluids"]
    assert above(odp, "crafts") == ["Top"]  # a link from below would close a circle
    assert {concept.id for concept in odp if concept.grouping} == {"odp:Top", "odp:Top/Crafts/Pen_Making/Q"}
    assert not odp.senses("Deutsch")
    assert above(read(path, symbolic=False), "inks & dyes") == ["Fluids"]
    assert read(path, world=True).senses("Deutsch")


def test_pieces_of_any_size_give_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "structure.rdf.u8", ODP)
    whole = [(concept.id, concept.label) for concept in read(path)]
    for size in (7, 64, 1000):
        monkeypatch.setattr("sfumato.taxonomies.readers.odp._CHUNK", size)
        assert [(concept.id, concept.label) for concept in read(path)] == whole


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (ODP[:-50], "truncated"),
        (b"", "truncated"),
        (b"<RDF></RDF>", "no topic found"),
    ],
)
def test_bad_odp(tmp_path: Path, content: bytes, says: str) -> None:
    with pytest.raises(InputError, match=f"structure.rdf.u8: {says}"):
        read(write(tmp_path / "structure.rdf.u8", content))
