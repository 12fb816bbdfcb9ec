"""Compiles the taxonomies that ship with sfumato from pinned packages.

    python scripts/compile_taxonomies.py [--sources DIR]

Without --sources the packages are downloaded with pip into a temporary folder. The same packages always give
the same bytes. Run `compile_singulars.py` first: the normal form decides which labels differ.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from taxonomy_sources import ambiguity, codes, medicines, mesh, obo, places
from taxonomy_sources.labels import Case
from taxonomy_sources.packages import Sources, provenance
from taxonomy_sources.wordnet import WordNet

from sfumato.taxonomies.embedded import ORDER, write
from sfumato.taxonomies.hierarchy import Entry, Hierarchy

TARGET = Path(__file__).parents[1] / "src/sfumato/data/taxonomies.pack"


def compile_all(sources: Sources) -> dict[str, tuple[list[Entry], frozenset[str]]]:
    """For each source its entries and the normal forms that do not count in it."""
    wordnet = WordNet(sources)
    mondo, hp = obo.read(sources, "mondo"), obo.read(sources, "hp")
    case = Case(
        [
            *(name for synset in wordnet.synsets.values() for name in synset.names),
            *(record["name"] for record in mondo),
            *mesh.taxa(sources),
        ]
    )
    nouns = frozenset(wordnet.nouns() | mesh.nouns(sources))
    mesh_entries, categories = mesh.entries(sources, case, nouns)
    mesh_entries = medicines.entries(sources, mesh_entries, categories, wordnet.no_drugs())
    mondo_entries = obo.entries(mondo, "mondo", obo.MONDO_ROOTS, case, nouns)
    hp_entries = obo.entries(hp, "hp", obo.HP_ROOTS, case, nouns)
    all_places, people = places.entries(sources, wordnet)
    doubtful = frozenset(ambiguity.in_places(all_places, people, wordnet))
    place_entries = places.without_doubtful_towns(all_places, people, doubtful)
    words = wordnet.entries()
    doubtful_mesh = ambiguity.in_medicine(mesh_entries, categories, wordnet)
    doubtful_mondo = ambiguity.in_medicine(mondo_entries, {}, wordnet)
    classification = codes.read(sources), codes.read_ninth(sources)
    return {
        "MeSH": codes.added(mesh_entries, doubtful_mesh, classification, categories),
        "MONDO": codes.added(mondo_entries, doubtful_mondo, classification, {}),
        "HP": (hp_entries, frozenset(ambiguity.in_medicine(hp_entries, {}, wordnet))),
        "WordNet": codes.added(words, ambiguity.in_wordnet(words, wordnet), classification, wordnet.categories()),
        "places": (place_entries, doubtful),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=Path, help="a folder with the packages; else they are downloaded")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        taxonomies = compile_all(Sources(given.sources or Path(temporary)))
    for name, (entries, ambiguous) in taxonomies.items():
        hierarchy = Hierarchy.build(name, entries, ambiguous=ambiguous)
        print(f"{name}: {len(hierarchy)} concepts, {sum(len(e.labels) for e in entries)} labels")
    write(TARGET, {name: taxonomies[name] for name in ORDER}, {"provenance": provenance()})
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
