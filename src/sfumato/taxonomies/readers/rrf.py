"""UMLS and RxNorm in Rich Release Format: names from MRCONSO, parents from MRREL or MRHIER."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from operator import itemgetter
from pathlib import Path

from sfumato.io.files import split_lines
from sfumato.taxonomies.hierarchy import Entry
from sfumato.taxonomies.readers.entries import entry
from sfumato.taxonomies.readers.release import Release

NAMES_FILE = r"(?:MR|RXN)CONSO\.RRF"

# A row says what the second concept is of the first. A brand or a salt is a kind of its ingredient.
_SECOND_IS_PARENT = frozenset({"PAR", "inverse_isa", "has_tradename", "has_form"})
_SECOND_IS_CHILD = frozenset({"CHD", "isa", "tradename_of", "form_of"})


def read_rrf(path: Path, *, sources: Collection[str] = (), language: str = "ENG") -> Iterator[Entry]:
    """The concepts that have a name in the language, with the parents that the sources give them.

    `path` is a folder or zip with MRCONSO.RRF or RXNCONSO.RRF. `sources` are abbreviations as in the column
    SAB ("MSH", "SNOMEDCT_US"); none means all. Several sources together often disagree on what is above what
    and so form a cycle: then take one.
    """
    release = Release(path)
    names = release.need(NAMES_FILE, "names (MRCONSO.RRF or RXNCONSO.RRF)")[0]
    rxnorm = names.rpartition("/")[2].upper().startswith("RXN")
    prefix = "rxnorm" if rxnorm else "umls"
    chosen = frozenset(sources)

    labels: defaultdict[str, list[tuple[bool, str]]] = defaultdict(list)
    concept_of: dict[str, str] = {}  # of an atom: MRHIER and some rows of RXNREL know only those
    for row in _rows(release, names, 17):
        concept, atom, source, kind = row[0], row[7], row[11], row[12]
        if row[16] in ("O", "E", "Y") or (chosen and source not in chosen):
            continue
        concept_of[atom] = concept
        if row[1] == language:
            official = row[2] == "P" and row[4] == "PF" and row[6] == "Y"
            normalised = source == "RXNORM" and kind not in ("SY", "TMSY", "PSN", "ET")
            labels[concept].append((not (official or normalised), row[14]))

    parents: defaultdict[str, set[str]] = defaultdict(set)
    for child, parent in _edges(release, concept_of, chosen):
        if child != parent:  # two names of one concept
            parents[child].add(parent)

    for concept, named in labels.items():
        ranked = sorted(named, key=itemgetter(0))
        above = (f"{prefix}:{parent}" for parent in sorted(parents[concept]))
        yield entry(f"{prefix}:{concept}", (label for _, label in ranked), above)


def _edges(release: Release, concept_of: dict[str, str], sources: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Child and parent of every relation that generalises."""
    relations = release.find(r"(?:MR|RXN)REL\.RRF")
    if not relations:
        name = release.need(r"MRHIER\.RRF", "relations (MRREL.RRF, RXNREL.RRF or MRHIER.RRF)")[0]
        for row in _rows(release, name, 5):
            if row[3] in concept_of and (not sources or row[4] in sources):
                yield row[0], concept_of[row[3]]
        return
    for row in _rows(release, relations[0], 15):
        if (sources and row[10] not in sources) or row[14] in ("O", "E", "Y"):
            continue
        first = row[0] or concept_of.get(row[1], "")
        second = row[4] or concept_of.get(row[5], "")
        if row[3] in _SECOND_IS_PARENT or row[7] in _SECOND_IS_PARENT:
            yield first, second
        elif row[3] in _SECOND_IS_CHILD or row[7] in _SECOND_IS_CHILD:
            yield second, first


def _rows(release: Release, name: str, least: int) -> Iterator[list[str]]:
    return split_lines(release.lines(name), "|", least, release.where(name))
