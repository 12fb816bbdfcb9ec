"""Concepts with names and parents as a graph of arrays: the one shape that every taxonomy takes.

A `Hierarchy` is made from entries, kept as columns that can be memory-mapped, and is a `Taxonomy`.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array, StringIndex, Strings, gather, offsets
from sfumato.io.columns import Columns
from sfumato.languages import load
from sfumato.protocols import Language
from sfumato.types import Concept

DOMINANT = 0.8  # a sense this much of a word's uses is what the word means


@dataclass(frozen=True, slots=True)
class Entry:
    """One concept as a source has it: labels (preferred first) and the ids of its parents.

    `weights` says for each label how often it has this meaning (sense counts, population), where known.
    """

    id: str
    labels: Sequence[str]
    parents: Sequence[str] = ()
    weights: Sequence[float] = ()
    grouping: bool = False


class Hierarchy:
    """A directed acyclic graph of concepts, looked up by the normal form of their labels."""

    def __init__(self, name: str, columns: Columns, language: Language | None = None) -> None:
        self.name = name
        self.language = language or load()
        self.columns = columns
        self._ids = StringIndex(
            Strings(columns["ids"], columns["ids_starts"]), columns["ids_hashes"], columns["ids_order"]
        )
        self._forms = StringIndex(
            Strings(columns["forms"], columns["forms_starts"]),
            columns["forms_hashes"],
            columns["forms_order"],
        )
        self._labels = Strings(columns["labels"], columns["labels_starts"])

    @classmethod
    def build(
        cls,
        name: str,
        entries: Iterable[Entry],
        *,
        ambiguous: frozenset[str] = frozenset(),
        language: Language | None = None,
    ) -> Hierarchy:
        """The hierarchy of these entries. Parents that no entry has are left out; a cycle is an `InputError`.

        A label counts for its concept (see `forms`) unless its normal form is in `ambiguous`, or names other
        concepts too and this one has not the greater part of the weight. The language is that of the labels, English
        unless given.
        """
        language = language or load()
        return cls(name, _columns(name, list(entries), ambiguous, language), language)

    def __len__(self) -> int:
        return len(self._ids.strings)

    def __iter__(self) -> Iterator[Concept]:
        return map(self._concept, range(len(self)))

    # --- the Taxonomy protocol ---

    def senses(self, label: str) -> list[Concept]:
        form = self._forms.find(self.language.normal_form(label))
        if form < 0:
            return []
        starts = self.columns["senses_starts"]
        return [self._concept(c) for c in self.columns["senses"][starts[form] : starts[form + 1]]]

    def concept(self, id: str) -> Concept:
        return self._concept(self._row(id))

    def parents(self, concept: Concept) -> list[Concept]:
        return [self._concept(c) for c in self._near("parents", self._row(concept.id))]

    def children(self, concept: Concept) -> list[Concept]:
        return [self._concept(c) for c in self._near("children", self._row(concept.id))]

    def labels(self, concept: Concept) -> list[str]:
        row = self._row(concept.id)
        first, end = self.columns["label_starts"][row : row + 2]
        return self._labels.take(np.arange(first, end))

    def synonyms(self, concept: Concept) -> list[str]:
        return self.labels(concept)[1:]

    def descendants(self, concept: Concept) -> Iterator[Concept]:
        return map(self._concept, self._below(self._row(concept.id))[1:])

    def own_forms(self, concept: Concept) -> list[str]:
        """The normal forms that name the concept itself and hardly anything else, the preferred one first."""
        first, end = self.columns["label_starts"][self._row(concept.id) :][:2]
        counting = self.columns["label_counts"][first:end]
        return list(dict.fromkeys(self._forms.strings.take(self.columns["label_forms"][first:end][counting])))

    def paths(self, concept: Concept, limit: int = 16) -> list[list[Concept]]:
        start = self._row(concept.id)
        depth = self.columns["depth"]
        heap: list[tuple[int, tuple[int, ...]]] = [(0, (start,))]
        found: list[list[Concept]] = []
        while heap and len(found) < limit:  # the depth is exact, so the shortest path left is always on top
            _, path = heapq.heappop(heap)
            parents = self._near("parents", path[-1])
            if not len(parents) and len(path) > 1:
                found.append([self._concept(c) for c in path[1:]])
            for parent in parents:
                heapq.heappush(heap, (len(path) + int(depth[parent]), (*path, int(parent))))
        return found

    def forms(self, concept: Concept) -> list[str]:
        below = self._below(self._row(concept.id))
        rows = gather(self.columns["label_starts"], np.arange(len(self._labels)), below)
        rows = rows[self.columns["label_counts"][rows]]
        return self._forms.strings.take(np.unique(self.columns["label_forms"][rows]))

    def all_forms(self) -> Sequence[str]:
        """The normal form of every label."""
        return self._forms.strings

    # --- rows ---

    def _row(self, id: str) -> int:
        row = self._ids.find(id)
        if row < 0:
            raise KeyError(id)
        return row

    def _concept(self, row: Any) -> Concept:
        label = self._labels[self.columns["label_starts"][row]]
        return Concept(self._ids.strings[row], label, self.name, bool(self.columns["grouping"][row]))

    def _near(self, edges: str, row: int) -> Array:
        starts = self.columns[f"{edges}_starts"]
        return self.columns[edges][starts[row] : starts[row + 1]]

    def _below(self, row: int) -> Array:
        """The row and all below it, level by level."""
        seen = np.zeros(len(self), dtype=bool)
        seen[row] = True
        levels = [np.array([row])]
        while len(levels[-1]):
            level = np.unique(gather(self.columns["children_starts"], self.columns["children"], levels[-1]))
            level = level[~seen[level]]
            seen[level] = True
            levels.append(level)
        return np.concatenate(levels)


def _columns(name: str, entries: list[Entry], ambiguous: frozenset[str], language: Language) -> Columns:
    entries.sort(key=lambda entry: entry.id)
    ids = Strings.of(entry.id for entry in entries)
    row_of = {entry.id: row for row, entry in enumerate(entries)}
    if len(row_of) < len(entries):
        twice = next(a.id for a, b in pairwise(entries) if a.id == b.id)
        raise InputError(f"{name}: the concept {twice} is defined twice")
    if not entries:
        raise InputError(f"{name}: no concepts found")

    edges = sorted({(row, row_of[p]) for row, e in enumerate(entries) for p in e.parents if p in row_of})
    child, parent = np.array(edges, dtype=np.int32).reshape(-1, 2).T
    children_of = np.argsort(parent, kind="stable")
    columns: dict[str, Array] = {
        "parents": parent,
        "parents_starts": offsets(np.bincount(child, minlength=len(entries))),
        "children": child[children_of],
        "children_starts": offsets(np.bincount(parent, minlength=len(entries))),
        "grouping": np.array([entry.grouping for entry in entries], dtype=bool),
    }
    columns["depth"] = _depths(name, ids, columns)

    labels: list[str] = []
    weights: list[float] = []
    owners: list[int] = []
    forms: list[str] = []
    for row, entry in enumerate(entries):
        seen: set[str] = set()
        for at, label in enumerate(entry.labels):
            label = " ".join(label.split())
            form = language.normal_form(label)
            if form and label not in seen:
                seen.add(label)
                labels.append(label)
                forms.append(form)
                owners.append(row)
                weights.append(entry.weights[at] if entry.weights else 0.0)
        if not seen:
            raise InputError(f"{name}: the concept {entry.id} has no label")
    distinct = sorted(set(forms))
    form_of = {form: at for at, form in enumerate(distinct)}
    label_forms = np.array([form_of[form] for form in forms], dtype=np.int32)
    owner = np.array(owners, dtype=np.int32)
    columns["label_starts"] = offsets(np.bincount(owner, minlength=len(entries)))
    columns["label_forms"] = label_forms
    columns |= _senses(owner, label_forms, np.array(weights), len(distinct), columns["label_starts"])
    shunned = np.array([form in ambiguous for form in distinct], dtype=bool)
    columns["label_counts"] &= ~shunned[label_forms]

    for key, strings in (("ids", ids), ("forms", Strings.of(distinct)), ("labels", Strings.of(labels))):
        columns[key], columns[f"{key}_starts"] = strings.pool, strings.starts
        if key != "labels":
            lookup = StringIndex.of(strings)
            columns[f"{key}_hashes"], columns[f"{key}_order"] = lookup.hashes, lookup.order
    return columns


def _senses(owner: Array, form: Array, weight: Array, forms: int, label_starts: Array) -> dict[str, Array]:
    """For each form the concepts it names, likeliest first, and for each label whether it counts for its own."""
    preferred = np.zeros(len(owner), dtype=bool)
    preferred[label_starts[:-1]] = True
    order = np.lexsort((owner, ~preferred, -weight, form))
    _, first = np.unique(form[order].astype(np.int64) * (int(owner.max()) + 1) + owner[order], return_index=True)
    order = order[np.sort(first)]  # a concept once per form, by its best label
    total = np.bincount(form[order], weights=weight[order], minlength=forms)
    number = np.bincount(form[order], minlength=forms)
    alone = number[form] == 1
    dominant = (weight > 0) & (weight >= DOMINANT * total[form])
    return {
        "senses": owner[order].astype(np.int32),
        "senses_starts": offsets(number),
        "label_counts": alone | dominant,
    }


def _depths(name: str, ids: Strings, columns: Columns) -> Array:
    """Steps from each concept to the nearest root; proves on the way that there is no cycle."""
    starts, parents = columns["parents_starts"], columns["parents"]
    waiting = np.diff(starts)
    depth = np.where(waiting == 0, 0, np.iinfo(np.int32).max).astype(np.int32)
    level = np.flatnonzero(waiting == 0)
    done = len(level)
    while len(level):
        below = gather(columns["children_starts"], columns["children"], level)
        above = np.repeat(level, np.diff(columns["children_starts"])[level])
        np.minimum.at(depth, below, depth[above] + 1)
        np.subtract.at(waiting, below, 1)
        level = np.unique(below)
        level = level[waiting[level] == 0]
        done += len(level)
    if done < len(waiting):
        row = int(np.flatnonzero(waiting > 0)[0])
        walk: list[int] = []
        while row not in walk:
            walk.append(row)
            row = next(int(p) for p in parents[starts[row] : starts[row + 1]] if waiting[p] > 0)
        names = ids.take([*walk[walk.index(row) :], row])
        cycle = " -> ".join(names if len(names) < 10 else [*names[:4], f"({len(names) - 8} more)", *names[-4:]])
        raise InputError(f"{name}: the parents form a cycle: {cycle}")
    return depth
