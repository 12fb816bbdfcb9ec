"""A table by person (RX section 4): one record for each, with columns as codes and texts as sets of terms.

Everything that partitions, recodes or measures works on these arrays; only reading and writing a table has to do with
strings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from sfumato.io.arrays import Array, offsets

Kind = Literal["number", "date", "ordinal", "nominal"]
MISSING = -1  # the code of a value that is not there


@dataclass(frozen=True, eq=False)
class Levels:
    """A generalisation hierarchy over the values of one attribute: column 0 of `nodes` is the value itself.

    `nodes[value, level]` numbers a label of `labels`; the last level is one node for all. `leaves[node]` is how many
    of the attribute's values lie below a node.
    """

    nodes: Array
    labels: Sequence[str]
    leaves: Array


@dataclass(frozen=True, eq=False)
class Attribute:
    """A quasi-identifying or sensitive column: its distinct values, and which of them each person has.

    `values` ascend: numbers (float64), days (datetime64[D]), the user's order (ordinal) or text (nominal). Person i
    has `codes[starts[i]:starts[i + 1]]`, distinct and ascending; someone without a value has the one code `MISSING`.
    """

    name: str
    kind: Kind
    values: Array
    starts: Array
    codes: Array
    levels: Levels | None = None
    bias: float = 0.0

    @classmethod
    def of(
        cls,
        name: str,
        kind: Kind,
        cells: Iterable[Iterable[Any]],
        *,
        order: Sequence[str] | None = None,
        levels: Levels | None = None,
        bias: float = 0.0,
    ) -> Attribute:
        """An attribute from the plain values that each person has, maybe none; `order` is that of ordinal values.

        >>> topic = Attribute.of("topic", "nominal", [["Law", "Arts"], [], ["Law"]])
        >>> topic.values.tolist(), topic.starts.tolist(), topic.codes.tolist()
        (['Arts', 'Law'], [0, 2, 3, 4], [0, 1, -1, 1])
        """
        given = [set(cell) for cell in cells]
        found = list(order) if order is not None else sorted({value for cell in given for value in cell})
        number = {value: code for code, value in enumerate(found)}
        codes = [sorted(number[value] for value in cell) or [MISSING] for cell in given]
        dtype = np.dtype({"number": "f8", "date": "M8[D]"}.get(kind, "O"))
        values = np.array(found, dtype=dtype)
        starts = offsets(np.array([len(cell) for cell in codes], dtype=np.int64))
        flat = np.array([code for cell in codes for code in cell], dtype=np.int64)
        return cls(name, kind, values, starts, flat, levels, bias)

    @property
    def single(self) -> bool:
        """Whether everyone has exactly one value."""
        return len(self.codes) == len(self.starts) - 1


@dataclass(frozen=True, eq=False)
class Terms:
    """The sensitive terms of one text column that no column of the person repeats (X' in RX).

    Term number j is the normal form `labels[j]` of entity type `types[kinds[j]]`: a term of two types is two terms.
    Person i has `codes[starts[i]:starts[i + 1]]`, distinct and ascending, maybe none.
    """

    name: str
    labels: Sequence[str]
    types: Sequence[str]
    kinds: Array
    starts: Array
    codes: Array

    @classmethod
    def of(cls, name: str, cells: Iterable[Iterable[tuple[str, str]]]) -> Terms:
        """Terms from the normal forms and entity types that each person has.

        >>> terms = Terms.of("text", [[("uk", "GPE"), ("engineer", "JOB")], [], [("uk", "GPE")]])
        >>> terms.labels, terms.types, terms.starts.tolist(), terms.codes.tolist()
        (['engineer', 'uk'], ['GPE', 'JOB'], [0, 2, 2, 3], [0, 1, 1])
        """
        given = [set(cell) for cell in cells]
        found = sorted({term for cell in given for term in cell})
        number = {term: code for code, term in enumerate(found)}
        types = sorted({kind for _, kind in found})
        place = {kind: at for at, kind in enumerate(types)}
        return cls(
            name,
            [label for label, _ in found],
            types,
            np.array([place[kind] for _, kind in found], dtype=np.int64),
            offsets(np.array([len(cell) for cell in given], dtype=np.int64)),
            np.array([code for cell in given for code in sorted(number[term] for term in cell)], dtype=np.int64),
        )


@dataclass(frozen=True, eq=False)
class People:
    """Who is in the table: quasi-identifiers, terms of the texts, and sensitive columns, all in the same order."""

    total: int
    attributes: Sequence[Attribute] = ()
    texts: Sequence[Terms] = ()
    sensitive: Sequence[Attribute] = ()


@dataclass(frozen=True, eq=False)
class Groups:
    """Who is alike in the release: `of[i]` is the group of person i, numbered from 0 in order of first appearance.

    `splits` counts the cuts by what they were made on: the name of an attribute, or of a text column.
    """

    of: Array
    total: int
    splits: dict[str, int] = field(default_factory=dict)

    @property
    def sizes(self) -> Array:
        """How many people each group has."""
        return np.bincount(self.of, minlength=self.total)
