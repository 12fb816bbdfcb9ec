"""Checks a released table from scratch: nothing is taken from what anonymized it.

People are told by the random key of their rows. Two of them are in one class if their quasi-identifiers are equal and
their texts have the same terms, of the same types, detected anew, and also the same where a term of one is looked for
in the texts of the others; every class must have at least k. Names of types, as they stand for what was suppressed, are
no terms, and neither is what only repeats a person's own columns.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.arrow import pa
from sfumato.io.frames import FIRST_ROW, read_table
from sfumato.io.settings import quoted
from sfumato.languages.en import English
from sfumato.risk.loss import journalist_risk, marketer_risk, prosecutor_risk
from sfumato.tables.cells import as_text
from sfumato.tables.config import Column, Config
from sfumato.tables.grouping.classes import numbered
from sfumato.tables.grouping.diversity import Claim, Diversity, diversity, satisfied
from sfumato.tables.measures import Risk
from sfumato.tables.people import people
from sfumato.tables.population import counted
from sfumato.tables.prepare import Progress, named, treatments
from sfumato.tables.recoding import SUPPRESSED
from sfumato.tables.texts.cache import Cache, Memory
from sfumato.tables.texts.shared_terms import beside, held
from sfumato.tables.texts.terms import Key, find
from sfumato.tables.texts.types import TYPES
from sfumato.tables.texts.user_terms import Given, find_given
from sfumato.tables.view import Attribute, Groups, People

_SHOWN = 20  # rows that a verdict names


@dataclass(frozen=True)
class Verdict:
    """What was counted in a released table, and whether the claim holds. Rows are numbered as a spreadsheet does."""

    holds: bool
    k: int
    people: int
    classes: int
    smallest: int
    below: int
    """People in classes of fewer than k."""
    rows: tuple[int, ...]
    """The first rows of such people, or of classes that fail otherwise."""
    by_columns: int
    """The smallest class by quasi-identifiers alone: what of a failure is the texts'."""
    lone_counts: int
    """People whose number of rows nobody else in their class has: reported, not part of the claim."""
    diversity: dict[str, Diversity] = field(default_factory=dict)
    population: int | None = None
    """The fewest people of the population that look like a class."""
    risk: Risk | None = None
    """The chance to be found again; by journalist and marketer in the population, if there is a table of it."""
    problems: tuple[str, ...] = ()
    """In words, what does not hold."""


def check(
    table: Any,
    config: Config,
    k: int,
    *,
    l: float | None = None,  # noqa: E741  the papers' name
    t: float | None = None,
    entropy: float | None = None,
    original_terms: Sequence[Given] | None = None,
    population: Any = None,
    types: Collection[str] | None = None,
    language: English | None = None,
    processes: int = 1,
    cache: Cache | Memory | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Whether every class of people in a released table has k members, and what else was claimed.

    `config` is that of the original table. `l` and `entropy` ask for distinct and entropy l-diversity, `t` for
    t-closeness of the sensitive columns. Given the `original_terms` of a user, those are looked for in every form
    instead of what the detectors find. With a table of the `population` each class must look like k people of it.
    """
    read = read_table(table)
    of_release = _config_of_release(read, config)
    seen, rows = people(read, of_release)
    problems = [
        f"column {quoted(column.name)}: a direct identifier is in the table"
        for column in config.of("direct_identifier")
        if column.name in read.column_names
    ]
    problems += [
        f"column {quoted(column.name)}: is to be dropped, and is in the table"
        for column in config.of("drop")
        if column.name in read.column_names
    ]
    said = treatments(config, types, TYPES | {term.type for term in original_terms or ()})
    by_columns = _classes(seen.attributes, seen.total)
    classes = by_columns
    written = of_release.of("text")
    values = _values(seen) if written else []
    for column in written:
        texts = [text or "" for chunk in read.column(column.name).chunks for text in as_text(chunk).to_pylist()]
        if original_terms is not None:
            found = find_given(texts, [original_terms, *[()] * (len(texts) - 1)], processes=processes)
        else:
            told = named(progress, f"analysing {column.name}") if progress is not None else None
            found = find(texts, types=said, language=language, processes=processes, cache=cache, progress=told)
        terms = [beside(*each) for each in zip(texts, found, (values[at] for at in rows.of.tolist()), strict=True)]
        direct = sum(said.get(term.label) == "direct" for each in terms for term in each)
        if direct:
            problems.append(f"column {quoted(column.name)}: {direct} terms of types that are always suppressed")
        have = held(texts, terms, rows.of, by_columns)
        together = zip(classes.tolist(), map(frozenset, have.found), map(frozenset, have.keys), strict=True)
        numbers: dict[tuple[int, frozenset[Key], frozenset[Key]], int] = {}
        classes = np.array([numbers.setdefault(each, len(numbers)) for each in together], dtype=np.int64)
    groups = numbered(classes)
    sizes = groups.sizes
    failed = sizes < k
    below = int(sizes[failed].sum())
    if below:
        few = f"{below} of {seen.total} people are in classes of fewer than {k}"
        problems.append(f"{few}; the smallest has {sizes.min()}")
    claim = Claim(int(np.ceil(l or 1)), float(entropy or 1), float(1 if t is None else t))
    if not claim.empty and not seen.sensitive:
        problems.append("l-diversity or t-closeness is claimed, and there is no sensitive column")
    diverse = satisfied(seen, claim, groups.of, groups.total)
    if not diverse.all():
        problems.append(f"{np.count_nonzero(~diverse)} of {groups.total} classes are not as diverse as claimed")
    fewest = None
    outside = sizes
    if population is not None:
        alike = counted(population, config, seen, groups)
        outside = np.maximum(alike, sizes)
        fewest = int(alike.min())
        if fewest < k:
            problems.append(f"a class looks like {fewest} people of the population, fewer than {k}")
        failed = failed | (alike < k)
    wrong = np.flatnonzero((failed | ~diverse)[groups.of[rows.of]])
    return Verdict(
        holds=not problems,
        k=k,
        people=seen.total,
        classes=groups.total,
        smallest=int(sizes.min()),
        below=below,
        rows=tuple((wrong[:_SHOWN] + FIRST_ROW).tolist()),
        by_columns=int(numbered(by_columns).sizes.min()),
        lone_counts=_lone(rows.of, groups),
        diversity={column.name: diversity(column, groups) for column in seen.sensitive},
        population=fewest,
        risk=Risk(prosecutor_risk(sizes), journalist_risk(outside), marketer_risk(sizes, outside)),
        problems=tuple(problems),
    )


def _config_of_release(table: pa.Table, config: Config) -> Config:
    """What the columns of a release are: one that the config does not know is the key, recoded ones hold labels."""
    declared = {column.name: column for column in config.columns}
    extra = [name for name in table.column_names if name not in declared]
    if len(extra) > 1:
        raise InputError(f"columns {', '.join(map(quoted, extra))} are not in the config: which one is the key?")
    if not extra:
        raise InputError("the table has no column with the keys of people, which a release has: nobody can be counted")
    columns: list[Column] = [Column(name, "direct_identifier") for name in extra]
    for name in table.column_names:
        column = declared.get(name)
        if column is None:
            continue
        if column.role == "quasi_identifier":
            column = Column(name, "quasi_identifier")
        elif column.role == "direct_identifier":
            column = Column(name, "keep")
        columns.append(column)
    for column in config.of("quasi_identifier", "sensitive", "text"):
        if column.name not in table.column_names:
            raise InputError(f"no column {quoted(column.name)} in the table")
    return replace(config, columns=tuple(columns), joins=())


def _classes(attributes: Sequence[Attribute], total: int) -> Array:
    """Numbers people by all that their columns say."""
    of = np.zeros(total, dtype=np.int64)
    for column in attributes:
        if column.single:
            own = column.codes + 1
        else:
            runs = zip(column.starts[:-1].tolist(), column.starts[1:].tolist(), strict=True)
            known: dict[bytes, int] = {}
            own = np.array([known.setdefault(column.codes[a:b].tobytes(), len(known)) for a, b in runs])
        of = np.unique(of * (int(own.max(initial=0)) + 1) + own, return_inverse=True)[1]
    return of


def _values(seen: People) -> list[tuple[str, ...]]:
    """The released cells of each person, but for what says nothing."""
    cells: list[list[str]] = [[] for _ in range(seen.total)]
    for column in seen.attributes:
        for person, (a, b) in enumerate(zip(column.starts[:-1].tolist(), column.starts[1:].tolist(), strict=True)):
            cells[person] += (str(column.values[code]) for code in column.codes[a:b].tolist() if code >= 0)
    return [tuple(value for value in each if value != SUPPRESSED) for each in cells]


def _lone(of: Array, groups: Groups) -> int:
    """How many people have a number of rows that nobody else in their group has."""
    rows = np.bincount(of, minlength=len(groups.of))
    _, times = np.unique(groups.of * (int(rows.max(initial=0)) + 1) + rows, return_counts=True)
    return int(np.count_nonzero(times == 1))
