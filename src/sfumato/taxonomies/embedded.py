"""The taxonomies that ship with sfumato: MeSH, MONDO, HP, WordNet and places, in one compressed file.

The file holds what cannot be derived: ids, labels, parents, weights and what is ambiguous. The hierarchies
are built from it once, into the cache, and memory-mapped from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.errors import InputError, PackError
from sfumato.io.arrays import Array, joined, split
from sfumato.io.columns import Archive, Columns, expanded, write_archive
from sfumato.languages import DEFAULT, load, open_archive
from sfumato.protocols import Language
from sfumato.taxonomies.chain import Chain
from sfumato.taxonomies.hierarchy import Entry, Hierarchy

ORDER = ("MeSH", "MONDO", "HP", "WordNet", "places")
"""The embedded taxonomies in the order that a medical policy prefers."""

KIND = "taxonomies"


def embedded(order: Sequence[str] = ORDER, progress: Callable[[str], None] | None = None) -> Chain:
    """The embedded taxonomies in this order of preference; those not named are left out."""
    for name in order:
        if name not in ORDER:
            raise InputError(f"no embedded taxonomy {name}: there are {', '.join(ORDER)}")
    path = Path(str(resources.files("sfumato.data").joinpath("taxonomies.pack")))
    hierarchies = read(path, progress)
    return Chain(*(hierarchies[name] for name in order), version=Archive(path, KIND).checksum)


def read(path: Path, progress: Callable[[str], None] | None = None) -> dict[str, Hierarchy]:
    """The hierarchies of a file that `write` made, by name."""
    archive, language = open_archive(path, KIND)
    try:
        names: list[str] = list(archive.meta["names"])
    except (KeyError, TypeError):
        raise PackError(f"{path}: damaged (names no taxonomies)") from None
    columns = expanded(archive, lambda archive: _expand(archive, names, language), progress)
    return {name: Hierarchy(name, _part(columns, name), language) for name in names}


def write(
    path: Path,
    taxonomies: Mapping[str, tuple[Iterable[Entry], frozenset[str]]],
    meta: Mapping[str, Any],
    language: Language | None = None,
) -> None:
    """Writes taxonomies, each its entries and its ambiguous normal forms, as one file, always the same."""
    columns: dict[str, Array] = {}
    for name, (entries, ambiguous) in taxonomies.items():
        packed = _pack(sorted(entries, key=lambda entry: entry.id), ambiguous)
        columns |= {f"{name}.{key}": column for key, column in packed.items()}
    language = language or load()
    named = {} if language.name == DEFAULT else {"language": language.name}
    form = {"normal_form": language.version, **named}
    write_archive(path, KIND, {**form, **meta, "names": list(taxonomies)}, columns)


def _pack(entries: Sequence[Entry], ambiguous: frozenset[str]) -> dict[str, Array]:
    rows = {entry.id: row for row, entry in enumerate(entries)}
    parents = [[rows[parent] for parent in entry.parents if parent in rows] for entry in entries]
    weights = [weight for e in entries for weight in (e.weights or [0.0] * len(e.labels))]
    return {
        "ids": joined(entry.id for entry in entries),
        "labels": joined(label for entry in entries for label in entry.labels),
        "labels_number": np.array([len(entry.labels) for entry in entries], dtype=np.uint16),
        "weights": np.array(weights, dtype=np.float32),
        "parents": np.array([row for above in parents for row in above], dtype=np.int32),
        "parents_number": np.array([len(above) for above in parents], dtype=np.uint16),
        "grouping": np.array([entry.grouping for entry in entries], dtype=bool),
        "ambiguous": joined(sorted(ambiguous)),
    }


def _expand(archive: Archive, names: Iterable[str], language: Language) -> Columns:
    columns: dict[str, Array] = {}
    for name in names:
        hierarchy = _build(archive, name, language)
        columns |= {f"{name}.{key}": column for key, column in hierarchy.columns.items()}
    return columns


def _build(archive: Archive, name: str, language: Language) -> Hierarchy:
    entries, ambiguous = _unpack(archive, name)
    return Hierarchy.build(name, entries, ambiguous=ambiguous, language=language)


def _unpack(archive: Archive, name: str) -> tuple[list[Entry], frozenset[str]]:
    packed = {
        key: archive.column(f"{name}.{key}").tolist()
        for key in ("labels_number", "weights", "parents", "parents_number", "grouping")
    }
    ids, labels, ambiguous = (split(archive.column(f"{name}.{key}")) for key in ("ids", "labels", "ambiguous"))
    weights, parents = packed["weights"], packed["parents"]
    entries = []
    label = parent = 0
    for row, id in enumerate(ids):
        label_end = label + packed["labels_number"][row]
        parent_end = parent + packed["parents_number"][row]
        entries.append(
            Entry(
                id,
                labels[label:label_end],
                [ids[above] for above in parents[parent:parent_end]],
                weights[label:label_end],
                packed["grouping"][row],
            )
        )
        label, parent = label_end, parent_end
    return entries, frozenset(ambiguous)


def _part(columns: Columns, name: str) -> Columns:
    prefix = f"{name}."
    return {key.removeprefix(prefix): column for key, column in columns.items() if key.startswith(prefix)}
