"""Reads a table once: who is in it, which terms their texts have, and which of these repeat a column.

This is all that does not depend on k, on the weight or on the strategy: a sweep prepares once and groups often.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.errors import InputError
from sfumato.io.arrays import Array, offsets
from sfumato.io.arrow import pa
from sfumato.io.frames import FIRST_ROW, read_table
from sfumato.io.settings import quoted
from sfumato.protocols import Language
from sfumato.tables.cells import as_text
from sfumato.tables.config import Config, Treatment
from sfumato.tables.identifiers import identifiers, named_in_cells
from sfumato.tables.joining import joined
from sfumato.tables.people import people
from sfumato.tables.texts.redundant import Fact, Redundant, facts, redundant, types_of, written_out
from sfumato.tables.texts.terms import Key, find, key
from sfumato.tables.texts.types import DEFAULT_TYPES, DIRECT, TYPES, selected
from sfumato.tables.texts.user_terms import (
    UserTerm,
    UserTerms,
    by_row,
    distinct,
    find_user_terms,
    read_user_terms,
    user_terms_of,
    with_texts,
)
from sfumato.tables.texts.values import Values, meant, no_values, nominal, types_of_values, value_finder, with_values
from sfumato.tables.tools import Tools
from sfumato.tables.view import People, Terms
from sfumato.types import Term


@dataclass(frozen=True)
class TermOptions:
    """Which terms of the texts count, and when one repeats a column."""

    types: Collection[str] | None = None
    """Types of terms that are looked for; the config's and the usual ones unless given."""
    user_terms: UserTerms | None = None
    """The terms themselves, in place of what detectors find."""
    approximate: bool = False
    """Other spellings of a column's value repeat it, too, and synonyms where there is a taxonomy."""
    literal_values: bool = True
    """The values of columns are found in texts even where no detector finds them."""


@dataclass(frozen=True, eq=False)
class TextColumn:
    """One text column, row by row: its texts, their terms, and which of these repeat a column of the person."""

    name: str
    texts: list[str | None]
    terms: list[list[Term]]
    redundant: list[list[Redundant]]
    """Terms that repeat a column of their person."""
    values: list[list[Redundant]]
    """Values that anybody has in a column, wherever they stand; empty lists without `literal_values`."""
    identifiers: list[list[tuple[int, int]]]
    """Where direct identifiers stand, whoever has them."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A table that was read: `people` with the terms of their texts, and `of`, the person of each row."""

    table: pa.Table
    config: Config
    people: People
    of: Array
    texts: tuple[TextColumn, ...]
    types: frozenset[str]
    direct: frozenset[str]
    """Types of terms that are always suppressed."""
    user_terms: tuple[UserTerm, ...] | None = None
    """The terms that a user names for the table, each once; `None` where detectors find them."""
    values: Values | None = None
    """The values of nominal columns, which are looked for in texts; `None` where they are not."""


def treatments(config: Config, types: Collection[str] | None, known: Collection[str] = TYPES) -> dict[str, Treatment]:
    """What is done with the terms of each type that is looked for; types to ignore are left out."""
    said: dict[str, Treatment] = {}
    for name, treatment in config.terms.items():
        said |= dict.fromkeys(selected([name], known), treatment)
    wanted = selected(types, known) if types is not None else DEFAULT_TYPES | said.keys()
    wanted |= {type for type, treatment in said.items() if treatment == "direct"}  # these go, whatever is asked for
    return {type: said.get(type, _usual(type)) for type in sorted(wanted) if said.get(type) != "ignore"}


def _usual(type: str) -> Treatment:
    """What is done with terms of a type of which the config says nothing: numbers and addresses of a person go."""
    return "direct" if type in DIRECT else "quasi"


def prepare(
    table: Any, config: Config, options: TermOptions | None = None, *, least: int = 1, tools: Tools | None = None
) -> Prepared:
    """Reads a table, a file or any frame; fewer people than `least` are refused before their texts are read."""
    options, tools = options or TermOptions(), tools or Tools()
    language = tools.language
    read = joined(read_table(table), config)
    given: list[list[UserTerm]] | None = None
    if options.user_terms is not None:
        read, given = _user_terms(read, config, options.user_terms)
    seen, rows = people(read, config)
    for name in named_in_cells(read, config, language):
        raise InputError(f"column {quoted(name)}: names the people of its rows: call it direct_identifier or text")
    if seen.total < least:
        raise InputError(f"k = {least} is more than the {seen.total} people of the table")
    cells = {column.name: _cells(read, column.name) for column in config.of("text")}
    if given is not None:
        first = next(iter(cells), None)
        given = with_texts([text or "" for text in cells[first]], given) if first else given
        known = TYPES | {term.type for row in given for term in row}
        said = treatments(config, options.types if options.types is not None else known, known)
        given = [[term for term in row if term.type in said] for row in given]
    else:
        known = TYPES
        said = treatments(config, options.types)
    direct = frozenset(type for type, treatment in said.items() if treatment == "direct")
    columns = types_of(config, known, language, strict=given is None)
    of_person = [facts(seen, person, columns, language) for person in range(seen.total)] if cells else []
    values = {name: _texts_of(seen, name) for name in nominal(config)} if options.literal_values else None
    find_values = value_finder(values, language) if values and cells else no_values
    value_types = types_of_values(config, language)
    find_identifiers = identifiers(read, config, language) if cells else None
    texts: list[TextColumn] = []
    for name, column in cells.items():
        plain = [text or "" for text in column]
        if given is not None:
            mine = given if len(cells) == 1 or not texts else _without_places(given)
            found = find_user_terms(plain, mine, tools=tools)
        else:
            found = find(plain, types=said, tools=tools, step=f"analysing {name}")
        own = [of_person[person] for person in rows.of.tolist()]
        hits = list(map(find_values, plain))
        found = [
            with_values(terms, meant(each, value_types, language), value_types, _raw(known_facts))
            for terms, each, known_facts in zip(found, hits, own, strict=True)
        ]
        repeated = [
            _repeated([term for term in each if term.label not in direct], values, known_facts, options, tools)
            for each, values, known_facts in zip(found, hits, own, strict=True)
        ]
        if options.literal_values:
            for text, facts_, row in zip(plain, own, repeated, strict=True):
                row += _elsewhere(row, written_out(text, facts_, language, approximate=options.approximate))
        identified = [find_identifiers(text, row) if find_identifiers else [] for row, text in enumerate(plain)]
        texts.append(TextColumn(name, column, found, repeated, hits, identified))
    views = tuple(_view(text, rows.of, seen.total, direct, language) for text in texts)
    every = None if given is None else distinct(given)
    whole = replace(seen, texts=views)
    return Prepared(read, config, whole, rows.of, tuple(texts), frozenset(said), direct, every, values)


def _texts_of(seen: People, name: str) -> list[str]:
    """The values of a quasi-identifying column as they are written."""
    return [str(value) for column in seen.attributes if column.name == name for value in column.values]


def _cells(table: pa.Table, name: str) -> list[str | None]:
    cells = table.column(name)
    try:
        return [text for chunk in cells.chunks for text in as_text(chunk).to_pylist()]
    except pa.ArrowException:
        raise InputError(f"column {quoted(name)}: cells of type {cells.type} are no texts; keep or drop it") from None


def _elsewhere(found: Sequence[Redundant], more: Sequence[Redundant]) -> list[Redundant]:
    """Those of `more` that overlap nothing that was found."""
    return [m for m in more if not any(m.start < each.end and each.start < m.end for each in found)]


def _raw(known: Sequence[Fact]) -> set[tuple[str, str]]:
    """Columns and values of a person, as they are written."""
    return {(fact.column, value) for fact in known for value in fact.raw}


def _repeated(
    terms: Sequence[Term],
    values: Sequence[Redundant],
    known: Sequence[Fact],
    options: TermOptions,
    tools: Tools,
) -> list[Redundant]:
    """The terms that repeat one of the facts; one that is written as a value of the person does, whatever its type."""
    found = redundant(terms, known, tools.language, approximate=options.approximate, taxonomy=tools.taxonomy)
    done = {each.term for each in found}
    own = _raw(known)
    spans = {(hit.start, hit.end): hit for hit in values if (hit.column, hit.term.label) in own}
    for term in terms:
        if term not in done and (hit := spans.get((term.start, term.end))):
            found.append(Redundant(term, hit.column, term.start, term.end))
    return found


def _view(text: TextColumn, of: Array, total: int, direct: Collection[str], language: Language) -> Terms:
    """Who has which terms of one text column, without those that repeat a column or always go (X' in RX)."""
    held: list[set[Key]] = [set() for _ in range(total)]
    for person, terms, repeated in zip(of.tolist(), text.terms, text.redundant, strict=True):
        told = {each.term for each in repeated}
        held[person].update(key(term, language) for term in terms if term not in told and term.label not in direct)
    return view_of(text.name, held)


def view_of(name: str, held: Sequence[Collection[Key]]) -> Terms:
    """The terms of one text column as arrays, given the distinct ones that each person has."""
    keys = sorted(set().union(*held), key=lambda each: (each.form, each.type))
    code = {each: at for at, each in enumerate(keys)}
    types = sorted({each.type for each in keys})
    number = {type: at for at, type in enumerate(types)}
    return Terms(
        name=name,
        labels=[each.form for each in keys],
        types=types,
        kinds=np.array([number[each.type] for each in keys], dtype=np.int64),
        starts=offsets(np.array([len(each) for each in held], dtype=np.int64)),
        codes=np.array([at for each in held for at in sorted(code[one] for one in each)], dtype=np.int64),
    )


# --- the terms of a user ------------------------------------------------------------------


def _user_terms(table: pa.Table, config: Config, source: UserTerms) -> tuple[pa.Table, list[list[UserTerm]]]:
    """The table and a user's terms, row by row; a column that only holds the terms is taken out of the table."""
    if isinstance(source, str) and source in table.column_names:
        cells = table.column(source).to_pylist()
        where = f"column {quoted(source)}, row "
        rows = [user_terms_of(cell, f"{where}{at}") for at, cell in enumerate(cells, FIRST_ROW)]
        if source not in {column.name for column in config.columns}:
            table = table.drop_columns([source])
        return table, rows
    if isinstance(source, str | Path):
        if config.joins:
            raise InputError("terms of a file cannot be told to the rows of joined tables; give them in a column")
        keys = config.keys
        names = as_text(table.column(keys[0].name).combine_chunks()).to_pylist() if keys else [""] * len(table)
        return table, by_row(read_user_terms(Path(source)), [name or "" for name in names], str(source))
    if len(source) != len(table):
        raise InputError(f"terms are given for {len(source)} rows, and the table has {len(table)}")
    return table, [list(row) for row in source]


def _without_places(given: Sequence[Sequence[UserTerm]]) -> list[list[UserTerm]]:
    """The terms without their places, which are those in the first text column."""
    return [[UserTerm(term.text, term.type) for term in row] for row in given]
