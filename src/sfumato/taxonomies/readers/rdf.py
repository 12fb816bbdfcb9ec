"""OWL ontologies and SKOS thesauri in RDF/XML, Turtle, N-Triples, JSON-LD and their kin.

Imports and remote contexts are never fetched.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast
from urllib.parse import quote, unquote

from sfumato.errors import InputError, MissingExtra
from sfumato.io.files import lines, opened, plain_suffix, shown
from sfumato.taxonomies.hierarchy import Entry
from sfumato.taxonomies.readers.entries import entry, orders

if TYPE_CHECKING:
    from pyoxigraph import RdfFormat

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_OBO = "http://www.geneontology.org/formats/oboInOwl#"

_CLASSES = frozenset({_OWL + "Class", _RDFS + "Class", _SKOS + "Concept"})
_TO_PARENT = frozenset({_RDFS + "subClassOf", _SKOS + "broader"})
_TO_CHILD = _SKOS + "narrower"
_NAMES = {  # and how good a name it is
    _SKOS + "prefLabel": 0,
    _RDFS + "label": 1,
    _SKOS + "altLabel": 2,
    _OBO + "hasExactSynonym": 2,
    _SKOS + "hiddenLabel": 3,
}
_TOPS = frozenset({_OWL + "Thing", _RDFS + "Resource"})

_SYNTAX_OF_SUFFIX = {
    ".ttl": "TURTLE",
    ".n3": "N3",
    ".nt": "N_TRIPLES",
    ".nq": "N_QUADS",
    ".trig": "TRIG",
    ".jsonld": "JSON_LD",
    ".json": "JSON_LD",
}
SUFFIXES = frozenset({*_SYNTAX_OF_SUFFIX, ".owl", ".rdf", ".skos", ".xml"})


def read_rdf(path: Path, *, language: str = "en") -> Iterator[Entry]:
    """The classes or concepts of a file that are not deprecated.

    Parents are `rdfs:subClassOf` and `skos:broader` (and `narrower`, read backwards); names are labels and
    exact synonyms in the language or in none. A class without such a name is named by the end of its address.
    """
    parents: defaultdict[str, set[str]] = defaultdict(set)
    names: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    known: dict[str, bool] = {}  # to whether it only orders others
    deprecated: set[str] = set()
    for subject, predicate, value, spoken in _triples(path):
        if predicate in _NAMES:
            if spoken is not None and spoken.split("-")[0] in ("", language):
                names[subject].append((_NAMES[predicate], value))
        elif predicate in _TO_PARENT or predicate == _TO_CHILD:
            if spoken is None:
                child, parent = (value, subject) if predicate == _TO_CHILD else (subject, value)
                known.setdefault(child, False)
                if child != parent and parent not in _TOPS:
                    known.setdefault(parent, False)
                    parents[child].add(parent)
        elif predicate == _RDF + "type":
            if value in _CLASSES:
                known.setdefault(subject, False)
        elif predicate == _OBO + "inSubset":
            if orders(_local_name(value)):
                known[subject] = True
        elif predicate == _OWL + "deprecated" and value in ("true", "1"):
            deprecated.add(subject)
    for id in known.keys() - deprecated - _TOPS:
        labels = [name for _, name in sorted(names[id])]
        local = _local_name(id)
        code = not labels and any(c.isdigit() for c in local)  # C12345 is nothing that a person would say
        yield entry(id, labels or [_spaced(local)], sorted(parents[id]), grouping=known[id] or code)


def _triples(path: Path) -> Iterator[tuple[str, str, str, str | None]]:
    """Subject, predicate, value, and for a literal its language; nodes without an address are left out."""
    try:
        import pyoxigraph
    except ImportError:
        raise MissingExtra("reading RDF", "ontologies") from None
    try:
        with opened(path) as stream:
            syntax = _syntax(path, stream)
            source = _Watched(stream)
            base = f"file:///{quote(path.name)}"
            for quad in pyoxigraph.parse(cast(IO[bytes], source), syntax, base_iri=base, lenient=True):
                subject, value = quad.subject, quad.object
                if not isinstance(subject, pyoxigraph.NamedNode):
                    continue
                if isinstance(value, pyoxigraph.NamedNode):
                    yield subject.value, quad.predicate.value, value.value, None
                elif isinstance(value, pyoxigraph.Literal):
                    yield subject.value, quad.predicate.value, value.value, (value.language or "").lower()
            if syntax == pyoxigraph.RdfFormat.RDF_XML and not source.closed_root():
                raise InputError(f"{shown(path)}: truncated (the XML ends before its root element does)")
    except SyntaxError as error:
        for _ in lines(path):  # says at which line the file is not UTF-8, if that is what is wrong
            pass
        if "LoadDocumentCallback" in str(error):
            raise InputError(
                f"{shown(path)}: refers to a remote @context, which is not fetched: write it out"
            ) from None
        line = f"line {error.lineno}" if error.lineno else f"near line {source.line}"
        raise InputError(f"{shown(path)}: {line}: not valid {syntax.name}") from None


def _syntax(path: Path, stream: BufferedReader) -> RdfFormat:
    """What the first bytes say, since `.owl` and `.rdf` may be anything; the name where they say nothing."""
    from pyoxigraph import RdfFormat

    head = stream.peek(4096)[:4096].decode("utf-8", "replace").lstrip("\ufeff").lstrip()
    if re.match(r"Prefix\(|Ontology\(", head) or re.search(r"<Ontology\b", head):
        raise InputError(f"{shown(path)}: OWL in functional or OWL/XML syntax: save it as RDF/XML or Turtle")
    if re.match(r"<\?xml|<!DOCTYPE|<!--|<rdf:RDF", head):
        return RdfFormat.RDF_XML
    if re.match(r"[{\[]\s*[\"{\]}]", head):
        return RdfFormat.JSON_LD
    name: str = _SYNTAX_OF_SUFFIX.get(plain_suffix(path), "TURTLE")
    return getattr(RdfFormat, name)


class _Watched:
    """A stream that remembers how far it was read: the XML parser neither counts lines nor misses an end."""

    def __init__(self, stream: BufferedReader) -> None:
        self._stream = stream
        self._head = b""
        self._tail = b""
        self.line = 1

    def read(self, size: int = -1) -> bytes:
        chunk = self._stream.read(size)
        self.line += chunk.count(b"\n")
        self._head = self._head or chunk[:65536]
        self._tail = (self._tail + chunk)[-65536:] if chunk else self._tail
        return chunk

    def closed_root(self) -> bool:
        if not re.search(rb"<(?:\w+:)?RDF\b", self._head):
            return True
        end = re.sub(rb"(?:\s|<!--.*?-->)+$", b"", self._tail, flags=re.DOTALL)
        return bool(re.search(rb"(?:</(?:\w+:)?RDF\s*|/)>$", end))


def _local_name(address: str) -> str:
    return unquote(re.split(r"[#/:]", address.rstrip("#/"))[-1])


def _spaced(name: str) -> str:
    """
    >>> _spaced("VegetarianPizza_topping")
    'Vegetarian Pizza topping'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name)
