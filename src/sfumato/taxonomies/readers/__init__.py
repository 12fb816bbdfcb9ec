"""Taxonomies that users bring, read from the files that they come in.

    from sfumato.taxonomies.readers import read
    snomed = read(Path("SnomedCT_InternationalRF2.zip"))

Each `read_*` gives the entries of one format, for `Hierarchy.build`; `read` finds out which one is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sfumato.errors import InputError
from sfumato.io.files import csv_rows, opened, plain_suffix, shown
from sfumato.taxonomies.hierarchy import Entry, Hierarchy
from sfumato.taxonomies.readers import geonames, rdf, rf2, rrf
from sfumato.taxonomies.readers.geonames import read_geonames
from sfumato.taxonomies.readers.obo import read_obo
from sfumato.taxonomies.readers.odp import read_odp
from sfumato.taxonomies.readers.rdf import read_rdf
from sfumato.taxonomies.readers.release import Release, is_zip
from sfumato.taxonomies.readers.rf2 import read_rf2
from sfumato.taxonomies.readers.rrf import read_rrf
from sfumato.taxonomies.readers.tables import is_header, read_arx, read_pairs, stem

__all__ = [
    "FORMATS",
    "Format",
    "detect",
    "read",
    "read_arx",
    "read_geonames",
    "read_obo",
    "read_odp",
    "read_pairs",
    "read_rdf",
    "read_rf2",
    "read_rrf",
]


@dataclass(frozen=True, slots=True)
class Format:
    """A format that taxonomies come in, and how it is read."""

    what: str
    read: Callable[..., Iterator[Entry]]


FORMATS: dict[str, Format] = {
    "rf2": Format("SNOMED CT release, folder or zip, Snapshot files", read_rf2),
    "obo": Format("OBO ontology", read_obo),
    "rdf": Format("OWL or SKOS in RDF/XML, Turtle, N-Triples or JSON-LD", read_rdf),
    "rrf": Format("UMLS or RxNorm release, folder or zip with MRCONSO.RRF or RXNCONSO.RRF", read_rrf),
    "geonames": Format("GeoNames dump, folder, zip or file such as cities500.txt", read_geonames),
    "odp": Format("Open Directory, structure.rdf.u8", read_odp),
    "arx": Format("ARX hierarchy, CSV of value;level 1;...;*", read_arx),
    "pairs": Format("CSV of child, parent and perhaps synonyms", read_pairs),
}
"""Every format by the name that `read` takes for it."""

_HEAD = 1 << 16


def read(path: Path, format: str | None = None, *, name: str | None = None, **options: Any) -> Hierarchy:
    """The taxonomy in a file or folder, named `name` or as the file is; `options` are those of the reader."""
    path = Path(path)
    format = format or detect(path)
    if format not in FORMATS:
        raise InputError(f"unknown taxonomy format {format}; there are: {', '.join(FORMATS)}")
    name = name or stem(path)
    if format in ("arx", "pairs"):
        options["name"] = name
    entries = list(FORMATS[format].read(path, **options))
    try:
        return Hierarchy.build(name, entries)
    except InputError as error:
        raise InputError(f"{shown(path)}: {str(error).removeprefix(f'{name}: ')}") from None


def detect(path: Path) -> str:
    """The name of the format, by the files of a folder or zip, by first bytes, then by the extension."""
    if path.is_dir() or is_zip(path):
        release = Release(path)
        for format, pattern in (
            ("rf2", rf2.CONCEPT_FILE),
            ("rf2", r"x?sct2_.*\.txt"),  # incomplete: its reader says what is missing
            ("rrf", rrf.NAMES_FILE),
            ("rrf", r"(?:MR|RXN)(?:REL|HIER)\.RRF"),
            ("geonames", geonames.PLACES_FILE),
        ):
            if release.find(pattern):
                return format
        raise InputError(f"{shown(path)}: no SNOMED CT, UMLS, RxNorm or GeoNames release in it")
    with opened(path) as stream:
        head = stream.peek(_HEAD)[:_HEAD].decode("utf-8", "replace").lstrip("\ufeff")
    suffix = plain_suffix(path)
    first = head.partition("\n")[0].rstrip("\r")
    if "<Topic r:id=" in head or "dmoz.org/rdf" in head or suffix == ".u8":
        return "odp"
    if suffix == ".obo" or first.startswith("format-version:") or "\n[Term]" in head:
        return "obo"
    if suffix == ".rrf":
        return "rrf"
    fields = first.count("\t") + 1
    if fields == geonames.FIELDS:
        return "geonames"
    if geonames.is_places_file(path):
        raise InputError(
            f"{shown(path)}: line 1: {fields} fields where GeoNames, as it is by its name, has {geonames.FIELDS}; "
            "if it is another format, say which"
        )
    if path.name.lower().startswith(("sct2_", "xsct2_")):
        return "rf2"
    if suffix in rdf.SUFFIXES or head.lstrip().startswith(("@prefix", "@base", "PREFIX", "<?xml", "<rdf:RDF")):
        return "rdf"
    if suffix in (".csv", ".tsv", ".txt"):
        return _table_format(path)
    raise InputError(f"{shown(path)}: unknown taxonomy format; give one of: {', '.join(FORMATS)}")


def _table_format(path: Path) -> str:
    cells = next((row for _, row in csv_rows(path)), [])
    if is_header(cells):
        return "pairs"
    return "arx" if len(cells) > 3 or (cells and not cells[-1].strip(" *")) else "pairs"
