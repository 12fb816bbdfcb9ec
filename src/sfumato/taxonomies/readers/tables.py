"""Hierarchies in CSV: those of ARX, and plain pairs of child and parent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path

from sfumato.errors import InputError
from sfumato.io.files import csv_rows, listed, plain_suffix, shown
from sfumato.languages.folding import has_word
from sfumato.taxonomies.hierarchy import Entry
from sfumato.taxonomies.readers.entries import entry

COLUMNS = ("child", "parent", "synonyms")


def read_arx(path: Path, *, name: str | None = None) -> Iterator[Entry]:
    """A hierarchy of ARX: each row has a value and what it becomes level by level, "*" for all.

    A value has the id `name:value`; `name` is the file's unless given. "*" says nothing and so is no concept:
    what stands before it is a root. A value that has neither letter nor digit is left out.
    """
    name = name or stem(path)
    parents: defaultdict[str, set[str]] = defaultdict(set)
    width = 0
    for line, row in csv_rows(path):
        width = width or len(row)
        if len(row) < 2 or len(row) != width:
            raise InputError(f"{shown(path)}: line {line}: {len(row)} fields where {max(width, 2)} are needed")
        values = [value.strip() for value in row if has_word(value)]
        for value in values[-1:]:
            parents[value] |= set()
        for value, above in pairwise(values):
            if value != above:
                parents[value].add(above)
    return _entries(name, parents, {})


def read_pairs(path: Path, *, name: str | None = None) -> Iterator[Entry]:
    """Rows of child and parent, and perhaps synonyms with `|` between them.

    The columns are found by their names (child, parent, synonyms) in any order; without such a header they
    are the first three. A root has no parent, or no row at all. A child may have several rows. Ids are
    `name:label`.
    """
    name = name or stem(path)
    rows = csv_rows(path)
    first = next(rows, None)
    if first is None:
        raise InputError(f"{shown(path)}: empty")
    child, parent, synonyms = 0, 1, 2
    header = [cell.strip().lower() for cell in first[1]]
    if is_header(header):
        for column in COLUMNS[:2]:
            if column not in header:
                names = listed(header)
                there_are = f"; there are: {names}" if names else ""
                raise InputError(f"{shown(path)}: line 1: no column {column}{there_are}")
        child, parent = header.index("child"), header.index("parent")
        synonyms = header.index("synonyms") if "synonyms" in header else len(header)
    else:
        rows = chain([first], rows)

    parents: defaultdict[str, set[str]] = defaultdict(set)
    others: defaultdict[str, list[str]] = defaultdict(list)
    for line, row in rows:
        if len(row) <= max(child, parent):
            needed = max(child, parent) + 1
            raise InputError(f"{shown(path)}: line {line}: {len(row)} fields where {needed} are needed")
        label, above = row[child].strip(), row[parent].strip()
        if not has_word(label):
            raise InputError(f"{shown(path)}: line {line}: no child")
        parents[label] |= {above} if has_word(above) else set()
        if len(row) > synonyms:
            others[label] += [synonym.strip() for synonym in row[synonyms].split("|")]
    return _entries(name, parents, others)


def is_header(cells: list[str]) -> bool:
    """Whether a first row names its columns: at least child or parent, and nothing twice."""
    names = [cell.strip().lower() for cell in cells]
    return ("child" in names or "parent" in names) and len(set(names)) == len(names)


def stem(path: Path) -> str:
    """The name of a file without its extensions.

    >>> stem(Path("places.csv.gz"))
    'places'
    """
    name = Path(path.absolute().name)
    while name.suffix and plain_suffix(name) != name.suffix.lower():
        name = name.with_suffix("")
    return name.stem or "taxonomy"


def _entries(name: str, parents: dict[str, set[str]], synonyms: dict[str, list[str]]) -> Iterator[Entry]:
    roots = {parent for above in parents.values() for parent in above} - parents.keys()
    for label in chain(parents, sorted(roots)):
        above = sorted(f"{name}:{parent}" for parent in parents.get(label, ()))
        yield entry(f"{name}:{label}", [label, *synonyms.get(label, ())], above)
