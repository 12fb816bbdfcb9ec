"""OBO, OWL and SKOS. All concepts are invented."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.taxonomies.readers import detect, read

pytest.importorskip("fastobo")
pyoxigraph = pytest.importorskip("pyoxigraph")

OBO = """format-version: 1.4
import: http://nowhere.invalid/other.owl
ontology: moon

[Term]
id: MN:1
name: fever
subset: disease_grouping

[Term]
id: MN:2
name: moon fever
synonym: "lunar fever" EXACT []
synonym: "moonish" BROAD []
is_a: MN:1 {source="x"} ! fever
is_a: MN:99 ! elsewhere
relationship: part_of MN:1

[Term]
id: MN:3
name: old fever
is_obsolete: true

[Typedef]
id: part_of
name: part of
"""

TURTLE = """@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix obo: <http://www.geneontology.org/formats/oboInOwl#> .
@prefix : <http://example.org/moon#> .
:Fever a owl:Class ; rdfs:label "fever"@en, "Fieber"@de ; rdfs:subClassOf owl:Thing, :Fever .
:m2 a owl:Class ; rdfs:label "moon fever" ; obo:hasExactSynonym "lunar fever" ;
  rdfs:subClassOf :Fever, [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :BlueMoonFever ] .
:BlueMoonFever a owl:Class ; rdfs:subClassOf :m2 .
:m9 a owl:Class ; rdfs:subClassOf :m2 .
:Gone a owl:Class ; rdfs:label "gone" ; owl:deprecated true .
:p a owl:ObjectProperty ; rdfs:label "property" .
"""

SKOS = """# a thesaurus
<http://t/a> <http://www.w3.org/2004/02/skos/core#prefLabel> "ink"@en .
<http://t/a> <http://www.w3.org/2004/02/skos/core#altLabel> "writing fluid"@en-GB .
<http://t/a> <http://www.w3.org/2004/02/skos/core#prefLabel> "encre"@fr .
<http://t/a> <http://www.w3.org/2004/02/skos/core#broader> <http://t/b> .
<http://t/b> <http://www.w3.org/2004/02/skos/core#prefLabel> "fluid"@en .
<http://t/c> <http://www.w3.org/2004/02/skos/core#prefLabel> "matter"@en .
<http://t/c> <http://www.w3.org/2004/02/skos/core#narrower> <http://t/b> .
"""


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def labels(hierarchy: Hierarchy, label: str) -> list[str]:
    (concept,) = hierarchy.senses(label)
    return hierarchy.labels(concept)


def up(hierarchy: Hierarchy, label: str) -> list[str]:
    (path,) = hierarchy.paths(hierarchy.senses(label)[0])
    return [concept.label for concept in path]


def message(path: Path, format: str | None = None) -> str:
    with pytest.raises(InputError) as caught:
        read(path, format)
    text = str(caught.value)
    assert text.startswith(str(path))
    assert "\n" not in text
    return text.removeprefix(f"{path}: ")


# --- OBO ---


def test_obo(tmp_path: Path) -> None:
    path = write(tmp_path / "moon.obo.gz", gzip.compress(OBO.encode("utf-8-sig")))
    moon = read(path)
    assert detect(path) == "obo"
    assert moon.name == "moon"
    assert [concept.id for concept in moon] == ["MN:1", "MN:2"]
    assert labels(moon, "lunar fever") == ["moon fever", "lunar fever"]
    assert up(moon, "moon fever") == ["fever"]
    assert moon.concept("MN:1").grouping
    assert not moon.concept("MN:2").grouping


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            OBO.replace("name: fever\n", "name: fever\nis_a: MN:2\n"),
            "the parents form a cycle: MN:1 -> MN:2 -> MN:1",
        ),
        (OBO + "\n[Term]\nid: MN:7\nnaem: x\n", "line 30: not valid OBO"),
        (OBO + '\n[Term]\nid: MN:7\nsynonym: "cut off', "line 30: not valid OBO"),
        (OBO.encode() + b"\n[Term]\nid: MN:7\nname: caf\xe9\n", "line 30: not UTF-8"),
        (OBO + "\n[Term]\nid: MN:1\nname: again\n", "the concept MN:1 is defined twice"),
        ("", "no concepts found"),
    ],
)
def test_bad_obo(tmp_path: Path, content: str | bytes, says: str) -> None:
    assert message(write(tmp_path / "moon.obo", content)).startswith(says)


def test_truncated_obo(tmp_path: Path) -> None:
    path = write(tmp_path / "moon.obo.gz", gzip.compress((OBO * 50).encode())[:-40])
    assert "truncated" in message(path)


# --- RDF ---


def in_format(tmp_path: Path, suffix: str) -> Path:
    """The Turtle sample in another syntax."""
    syntaxes = {".owl": "RDF_XML", ".nt": "N_TRIPLES", ".jsonld": "JSON_LD", ".trig": "TRIG"}
    if suffix == ".ttl":
        return write(tmp_path / "moon.ttl", TURTLE)
    store = pyoxigraph.parse(TURTLE, pyoxigraph.RdfFormat.TURTLE)
    triples = (quad.triple for quad in store)
    content = pyoxigraph.serialize(triples, format=getattr(pyoxigraph.RdfFormat, syntaxes[suffix]))
    return write(tmp_path / f"moon{suffix}", content)


@pytest.mark.parametrize("suffix", [".ttl", ".owl", ".nt", ".jsonld", ".trig"])
def test_owl(tmp_path: Path, suffix: str) -> None:
    path = in_format(tmp_path, suffix)
    assert detect(path) == "rdf"
    moon = read(path)
    assert len(moon) == 4
    assert labels(moon, "lunar fever") == ["moon fever", "lunar fever"]
    assert labels(moon, "fever") == ["fever"]
    assert up(moon, "blue moon fever") == ["moon fever", "fever"]
    assert moon.concept("http://example.org/moon#m9").grouping
    assert labels(read(path, language="de"), "Fieber") == ["Fieber"]


def test_skos(tmp_path: Path) -> None:
    thesaurus = read(write(tmp_path / "ink.nt", SKOS))
    assert labels(thesaurus, "ink") == ["ink", "writing fluid"]
    assert up(thesaurus, "ink") == ["fluid", "matter"]


XML = '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.ttl", TURTLE + ":x :y", "line 13: not valid Turtle"),
        ("a.ttl", TURTLE.encode() + b':x :y "\xe9" .', "line 13: not UTF-8"),
        ("a.nt", SKOS + "<http", "line 9: not valid N-Triples"),
        ("a.owl", XML + '<rdf:Description rdf:about="http://a/b', "near line 3: not valid RDF/XML"),
        ("a.owl", XML, "truncated"),
        ("a.owl", XML + "</rdf:RDF>\n<!-- made by hand -->\n", "no concepts found"),
        ("a.owl", "", "no concepts found"),
        ("a.owl", "Prefix(:=<http://a/>)\nOntology(<http://a>)", "OWL in functional or OWL/XML syntax"),
        ("a.owl", '<?xml version="1.0"?><Ontology xmlns="http://a"/>', "OWL in functional or OWL/XML syntax"),
        (
            "a.jsonld",
            '{"@context": "http://nowhere.invalid/", "@id": "http://a/b"}',
            "refers to a remote @context",
        ),
        ("a.jsonld", '{"@context": {"x": "http://a/x"', "line 1: not valid JSON-LD"),
        (
            "a.ttl",
            TURTLE + ":Fever rdfs:subClassOf :m2 .",
            "the parents form a cycle: http://example.org/moon#",
        ),
    ],
)
def test_bad_rdf(tmp_path: Path, name: str, content: str | bytes, says: str) -> None:
    assert message(write(tmp_path / name, content)).startswith(says)
