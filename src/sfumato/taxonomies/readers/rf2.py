"""SNOMED CT in Release Format 2: the Snapshot files of a release."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.files import shown, split_lines
from sfumato.taxonomies.hierarchy import Entry
from sfumato.taxonomies.readers.entries import entry
from sfumato.taxonomies.readers.release import Release

ROOT = "138875005"
IS_A = "116680003"
FULLY_SPECIFIED_NAME = "900000000000003001"
SYNONYM = "900000000000013009"
PREFERRED = "900000000000548007"
US_ENGLISH = "900000000000509007"

CONCEPT_FILE = r"x?sct2_Concept_\w*Snapshot.*\.txt"
_SEMANTIC_TAG = re.compile(r"\s*\([^()]*\)\s*$")


def read_rf2(path: Path, *, language: str = "en", refset: str = US_ENGLISH) -> Iterator[Entry]:
    """The active concepts of a release (folder or zip) with their is-a parents.

    The term that the language reference set `refset` prefers comes first where the release has that set;
    otherwise the fully specified name without its semantic tag. Synonyms are those of the language.
    """
    release = Release(path)
    concepts = release.need(CONCEPT_FILE, "Snapshot concept file (sct2_Concept_Snapshot*.txt)")
    descriptions = release.need(
        r"x?sct2_Description_\w*Snapshot.*\.txt", "Snapshot description file (sct2_Description_Snapshot*.txt)"
    )
    relationships = release.need(
        r"x?sct2_Relationship_\w*Snapshot.*\.txt",
        "Snapshot relationship file (sct2_Relationship_Snapshot*.txt)",
    )
    active = {id for (id,) in _active(release, concepts, "id")}

    parents: defaultdict[str, list[str]] = defaultdict(list)
    for child, parent, kind in _active(release, relationships, "sourceId", "destinationId", "typeId"):
        if kind == IS_A and child in active:
            parents[child].append(parent)

    languages = release.find(r"x?der2_cRefset_\w*Language\w*Snapshot.*\.txt")
    columns = ["refsetId", "referencedComponentId", "acceptabilityId"]
    preferred = {
        description
        for found, description, acceptability in _active(release, languages, *columns)
        if found == refset and acceptability == PREFERRED
    }

    names: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    columns = ["id", "conceptId", "languageCode", "typeId", "term"]
    for id, concept, code, kind, term in _active(release, descriptions, *columns):
        if concept not in active or not code.lower().startswith(language):
            continue
        if kind == FULLY_SPECIFIED_NAME:
            names[concept].append((1, _SEMANTIC_TAG.sub("", term)))
        elif kind == SYNONYM:
            names[concept].append((0 if id in preferred else 2, term))

    for concept in active:
        ranked = sorted(names[concept], key=itemgetter(0))
        labels = (term for _, term in ranked)
        above = (f"snomed:{parent}" for parent in parents[concept])
        yield entry(f"snomed:{concept}", labels, above, grouping=concept == ROOT)


def _active(release: Release, names: list[str], *columns: str) -> Iterator[tuple[str, ...]]:
    """These columns of the active rows."""
    for name in names:
        where = release.where(name)
        rows = release.lines(name)
        header = next(rows, "").rstrip("\r\n").split("\t")
        for column in ("active", *columns):
            if column not in header:
                raise InputError(f"{shown(where)}: line 1: no column {column}: not an RF2 file")
        is_active = header.index("active")
        wanted = [header.index(column) for column in columns]
        for row in split_lines(rows, "\t", len(header), where, start=2):
            if row[is_active] == "1":
                yield tuple(row[at] for at in wanted)
