"""Checks a released table from scratch: nothing is taken from what anonymized it.

People are told apart by the random key of their rows. Two of them are in one class if their quasi-identifiers are
equal and their texts have the same terms, of the same types. Terms are detected anew, and a term that was found in one
text is looked for in all texts of people with the same quasi-identifiers. Values that stand in a quasi-identifying
column of any row are terms, too. Every class must have at least k people.
Names of types, as they stand for what was suppressed, are no terms, and neither is what repeats a person's own columns.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array
from sfumato.io.arrow import pa
from sfumato.io.frames import FIRST_ROW, read_table
from sfumato.io.settings import quoted
from sfumato.protocols import Language
from sfumato.risk.loss import journalist_risk, marketer_risk, prosecutor_risk
from sfumato.tables.cells import as_text
from sfumato.tables.claims import Claim
from sfumato.tables.config import Column, Config
from sfumato.tables.grouping.classes import numbered
from sfumato.tables.grouping.diversity import diversity, satisfied
from sfumato.tables.identifiers import names_people
from sfumato.tables.measures import Risk
from sfumato.tables.people import people
from sfumato.tables.population import counted
from sfumato.tables.prepare import treatments
from sfumato.tables.recoding import SUPPRESSED
from sfumato.tables.requests import TableVerdict, VerifyTableRequest
from sfumato.tables.texts.redundant import Redundant
from sfumato.tables.texts.shared_terms import beside, held
from sfumato.tables.texts.terms import Key, find
from sfumato.tables.texts.types import TYPES
from sfumato.tables.texts.user_terms import UserTerm, distinct, find_anywhere, read_user_terms
from sfumato.tables.texts.values import (
    FindValues,
    meant,
    nominal,
    released_values,
    types_of_values,
    value_finder,
    with_values,
)
from sfumato.tables.tools import Tools
from sfumato.tables.view import Attribute, Groups, People

_SHOWN = 20  # rows that a verdict names


def verify_table(
    table: Any,
    request: VerifyTableRequest,
    *,
    user_terms: Path | str | Sequence[UserTerm] | None = None,
    population: Any = None,
    tools: Tools | None = None,
) -> TableVerdict:
    """Whether a released table, a file or any frame, is what a request claims of it.

    `user_terms` are the terms that a user named for the original table, or the file of them.
    """
    config = request.parsed_config()
    claim = request.claim(config, population)
    if isinstance(user_terms, str):
        said = "for a released table give the file of terms; a column of them is not released"
        raise InputError(said, code="column-of-terms")
    if isinstance(user_terms, Path):
        user_terms = distinct(terms for _, terms in read_user_terms(user_terms))
    return check(table, config, claim, types=request.types, user_terms=user_terms, tools=tools)


def check(
    table: Any,
    config: Config,
    claim: Claim,
    *,
    types: Collection[str] | None = None,
    user_terms: Sequence[UserTerm] | None = None,
    values: FindValues | None = None,
    tools: Tools | None = None,
) -> TableVerdict:
    """Whether every class of people in a released table has k members, and what else is claimed.

    `config` is that of the original table. The terms of a user are looked for in every form, in place of what the
    detectors find. `values` finds the values of columns in texts, those of the released table unless it is given.
    """
    tools = tools or Tools()
    read = read_table(table)
    of_release = _config_of_release(read, config)
    seen, rows = people(read, of_release)
    problems = _columns_not_to_release(read, config, tools.language)
    said = treatments(config, types, TYPES | {term.type for term in user_terms or ()})
    by_columns = _classes(seen.attributes, seen.total)
    classes = by_columns
    written = of_release.of("text")
    cells = _values(seen) if written else []
    find_values = values or _value_finder(seen, config, tools.language)
    value_types = types_of_values(config, tools.language)
    told: list[tuple[str, int, Sequence[Redundant]]] = []
    for column in written:
        texts = [text or "" for chunk in read.column(column.name).chunks for text in as_text(chunk).to_pylist()]
        if user_terms is not None:
            found = find_anywhere(texts, user_terms, tools=tools)
        else:
            found = find(texts, types=said, tools=tools, step=f"analysing {column.name}")
        hits = [meant(find_values(text), value_types, tools.language) for text in texts]
        told += ((column.name, row, each) for row, each in enumerate(hits) if each)
        every = (with_values(terms, each, value_types) for terms, each in zip(found, hits, strict=True))
        own = (cells[person] for person in rows.of.tolist())
        terms = [beside(*each, tools.language) for each in zip(texts, every, own, strict=True)]
        direct = sum(said.get(term.label) == "direct" for each in terms for term in each)
        if direct:
            problems.append(f"column {quoted(column.name)}: {direct} terms of types that are always suppressed")
        have = held(texts, terms, rows.of, by_columns, tools.language)
        together = zip(classes.tolist(), map(frozenset, have.found), map(frozenset, have.keys), strict=True)
        numbers: dict[tuple[int, frozenset[Key], frozenset[Key]], int] = {}
        classes = np.array([numbers.setdefault(each, len(numbers)) for each in together], dtype=np.int64)
    groups = numbered(classes)
    sizes = groups.sizes
    failed = sizes < claim.k
    below = int(sizes[failed].sum())
    if below:
        few = f"{below} of {seen.total} people are in classes of fewer than {claim.k}"
        problems.append(f"{few}; the smallest has {sizes.min()}")
        problems += _values_told(told, cells, rows.of, failed[groups.of])
    if claim.about_sensitive and not seen.sensitive:
        problems.append("l-diversity or t-closeness is claimed, and there is no sensitive column")
    diverse = satisfied(seen, claim, groups.of, groups.total)
    if not diverse.all():
        problems.append(f"{np.count_nonzero(~diverse)} of {groups.total} classes are not as diverse as claimed")
    fewest = None
    outside = sizes
    if claim.population is not None:
        alike = counted(claim.population, config, seen, groups)
        outside = np.maximum(alike, sizes)
        fewest = int(alike.min())
        if fewest < claim.k:
            problems.append(f"a class looks like {fewest} people of the population, fewer than {claim.k}")
        failed = failed | (alike < claim.k)
    wrong = np.flatnonzero((failed | ~diverse)[groups.of[rows.of]])
    return TableVerdict(
        holds=not problems,
        k=claim.k,
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


def _columns_not_to_release(table: pa.Table, config: Config, language: Language) -> list[str]:
    """In words, the columns of a release that the config says are to go, and those that should."""
    identifiers = [
        f"column {quoted(column.name)}: a direct identifier is in the table"
        for column in config.of("direct_identifier")
        if column.name in table.column_names
    ]
    kept = [
        f"column {quoted(column.name)}: is kept, and names people: call it direct_identifier"
        for column in config.of("keep")
        if column.name in table.column_names and names_people(column.name, table.column(column.name), language)
    ]
    return (
        identifiers
        + kept
        + [
            f"column {quoted(column.name)}: is to be dropped, and is in the table"
            for column in config.of("drop")
            if column.name in table.column_names
        ]
    )


def _config_of_release(table: pa.Table, config: Config) -> Config:
    """What the columns of a release are: the one that the config does not know is the key, recoded ones are nominal."""
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
    """The class of each person by their columns: people with the same cells in all of them have the same number."""
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
    """The released cells of each person, without empty and suppressed ones."""
    cells: list[list[str]] = [[] for _ in range(seen.total)]
    for column in seen.attributes:
        for person, (a, b) in enumerate(zip(column.starts[:-1].tolist(), column.starts[1:].tolist(), strict=True)):
            cells[person] += (str(column.values[code]) for code in column.codes[a:b].tolist() if code >= 0)
    return [tuple(value for value in each if value != SUPPRESSED) for each in cells]


def _value_finder(seen: People, config: Config, language: Language) -> FindValues:
    """What finds in texts the values that the release has in its columns."""
    wanted = nominal(config)
    cells = {column.name: map(str, column.values) for column in seen.attributes if column.name in wanted}
    return value_finder({name: released_values(each) for name, each in cells.items()}, language)


def _values_told(
    told: Sequence[tuple[str, int, Sequence[Redundant]]], cells: Sequence[Sequence[str]], of: Array, failed: Array
) -> list[str]:
    """In words, in which rows of people who stand out a text says a value that their own columns do not say."""
    rows: dict[tuple[str, str], list[int]] = {}
    for name, row, values in told:
        person = int(of[row])
        if failed[person]:
            for column in {each.column for each in values if each.term.label not in cells[person]}:
                rows.setdefault((name, column), []).append(row + FIRST_ROW)
    return [
        f"column {quoted(name)}: values of {quoted(column)} stand in the texts of rows "
        f"{', '.join(map(str, at[:_SHOWN]))}{' ...' if len(at) > _SHOWN else ''}, and not in those of k people alike"
        for (name, column), at in sorted(rows.items())
    ]


def _lone(of: Array, groups: Groups) -> int:
    """How many people stand out in their group by the number of their rows."""
    rows = np.bincount(of, minlength=len(groups.of))
    _, times = np.unique(groups.of * (int(rows.max(initial=0)) + 1) + rows, return_counts=True)
    return int(np.count_nonzero(times == 1))
