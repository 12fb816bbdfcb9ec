"""Finds in texts who somebody is: the direct identifiers of a table, and what people make of their names.

A name is found whole and in its parts, by its short form ("Bob"), written as in an address ("rbauer"), and in the texts
of its own row as initials. A name that is also an everyday word counts only with a capital: "Grace", not "grace".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product

import numpy as np

from sfumato.io.arrow import pa
from sfumato.protocols import Language
from sfumato.tables.cells import as_text, encoded
from sfumato.tables.config import Column, Config
from sfumato.tables.guessing import guessed
from sfumato.tables.texts.redundant import suggested
from sfumato.tables.texts.shared_terms import everyday
from sfumato.tables.texts.types import TYPES, selected
from sfumato.tables.texts.user_terms import occurrences
from sfumato.tables.view import MISSING

Find = Callable[[str, int], list[tuple[int, int]]]
"""Finds identifiers in the text of a row: start and end of each place."""

_TELLING_DIGITS = 4  # an identifier of digits alone is looked for in texts if it has at least so many
_TELLING_LETTERS = 3  # the same for one of letters alone; one that has both is looked for however short it is
_NAME_PART = re.compile(r"[^\W\d_]{2,}")
_WORD = re.compile(r"[^\W\d_]+")
_JOINED = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)+")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*|[\w.+-]*\w")
_MOST_OF = 0.5  # the share of a column's distinct cells that look like names: some names are everyday words
_INITIALS = re.compile(r"(?<![\w.])([^\W\d_])(?:\.\s?)?([^\W\d_])(?:\.|(?!\w))(?!\w)")
_LOOKED_AT = 2_000  # rows or cells from which is concluded what a column has
_CHANCE = 0.02  # the share of rows that may repeat an identifier by chance
_SHORTEST_LOGIN = 5  # letters


def identifiers(table: pa.Table, config: Config, language: Language) -> Find:
    """A function that finds the direct identifiers of all people in a text, and what is made of their names.

    Dropped columns are searched, too, if they identify people or look like names.
    """
    labels: dict[str, None] = {}
    named: list[str] = []
    for column in config.of("direct_identifier", "drop"):
        cells = table.column(column.name)
        if column.role == "drop" and not _identifies(column, cells, language):
            continue
        distinct = _distinct(column.name, cells)
        labels |= dict.fromkeys(cell for cell in distinct if _is_telling(cell))
        if _has_names(column, distinct, language):
            named.append(column.name)
            labels |= dict.fromkeys(part for cell in distinct for part in _NAME_PART.findall(cell) if _is_telling(part))
    finder = occurrences(labels, language)
    rows = _names_by_row(table, named)
    names = {name for row in rows for name in row}
    joined = {_plain(name) for name in names if not name.isalpha()}
    logins = {login for row in set(rows) for login in _logins(row)}
    logins |= {name for name in joined if len(name) >= _SHORTEST_LOGIN}
    capitalised = set(_capitalised({part for name in names for part in _parts(name) if len(part) > 1}, language))

    def find(text: str, row: int) -> list[tuple[int, int]]:
        found = [hit[:2] for hit in finder(text) if _is_meant(text[hit[0] : hit[1]], language)]
        found += (word.span() for word in _WORD.finditer(text) if word.group() in capitalised)
        for word in _JOINED.finditer(text) if joined else ():
            ending = language.tables.possessive.search(word.group())
            end = word.start() + ending.start() if ending else word.end()
            if _plain(text[word.start() : end]) in joined:
                found.append((word.start(), end))
        found += _initials(text, rows[row]) if rows else ()
        for address in _ADDRESS.finditer(text):
            start, end = address.span()
            local = _plain(address.group().partition("@")[0])
            inside = "@" in address.group() and any(start <= a < end for a, _ in found)
            if inside or (local in logins and not everyday(local, language)):
                found.append((start, end))
        return found

    return find


def names_people(name: str, cells: pa.ChunkedArray, language: Language) -> bool:
    """Whether a column has the names or addresses of people, by its own name and its cells."""
    column = guessed(name, cells, language)
    return column.role == "direct_identifier" and not {"PERSON", "EMAIL_ADDRESS"}.isdisjoint(column.entities)


def named_in_cells(table: pa.Table, config: Config, language: Language) -> list[str]:
    """The columns to release as they are, or recoded, whose cells say who the person of their row is.

    One cell may do so by chance, as where Mrs Lincoln lives in Lincoln.
    """
    table = table.take(pa.array(np.unique(np.linspace(0, len(table) - 1, min(len(table), _LOOKED_AT), dtype=np.int64))))
    own = [set[str]() for _ in range(len(table))]
    for column in config.of("direct_identifier", "drop"):
        if column.role == "direct_identifier" or _identifies(column, table.column(column.name), language):
            for words, more in zip(own, _words_of(column.name, table.column(column.name)), strict=True):
                words |= more
    found = []
    for column in config.of("quasi_identifier", "sensitive", "keep"):
        said = _words_of(column.name, table.column(column.name)) if column.kind == "nominal" else own[:0]
        alike = sum(not words.isdisjoint(each) for words, each in zip(own, said, strict=False))
        if alike >= max(_CHANCE * len(table), 2):
            found.append(column.name)
    return found


def _words_of(name: str, cells: pa.ChunkedArray) -> list[set[str]]:
    """The words of each cell that are telling, in small letters; none of cells that have no words."""
    none: set[str] = set()
    if pa.types.is_nested(cells.type) or pa.types.is_binary(cells.type):
        return [none] * len(cells)
    distinct, codes = encoded(name, cells)
    words = [
        {word for word in re.findall(r"\w+", str(cell).casefold()) if _is_telling(word)}
        for cell in as_text(distinct).to_pylist()
    ]
    return [none if code == MISSING else words[code] for code in codes.tolist()]


def _identifies(column: Column, cells: pa.ChunkedArray, language: Language) -> bool:
    """Whether a dropped column tells who somebody is."""
    if guessed(column.name, cells, language).role == "direct_identifier":
        return True
    return not pa.types.is_nested(cells.type) and _are_names(_distinct(column.name, cells), language)


def _has_names(column: Column, distinct: Sequence[str], language: Language) -> bool:
    types = column.entities or suggested(column.name, column.kind, language)
    return "PERSON" in selected(types, {*TYPES, *map(str.upper, types)}) or _are_names(distinct, language)


def _are_names(distinct: Sequence[str], language: Language) -> bool:
    """Whether most of these cells are written as names are, and are no everyday words."""
    some = distinct[:_LOOKED_AT]
    names = (
        cell
        for cell in some
        if cell.replace(" ", "").isalpha() and language.names.is_name(cell) and not everyday(cell.lower(), language)
    )
    return sum(1 for _ in names) > _MOST_OF * len(some)


def _distinct(name: str, cells: pa.ChunkedArray) -> list[str]:
    """The distinct cells of a column as text, without missing ones."""
    return [str(cell).strip() for cell in as_text(encoded(name, cells)[0]).to_pylist()]


def _names_by_row(table: pa.Table, named: Sequence[str]) -> list[tuple[str, ...]]:
    """The names in each row, word by word."""
    if not named:
        return []
    columns: list[list[tuple[str, ...]]] = []
    for name in named:
        distinct, codes = encoded(name, table.column(name))
        words = [tuple(filter(_is_word, str(cell).split())) for cell in as_text(distinct).to_pylist()]
        columns.append([() if code == MISSING else words[code] for code in codes.tolist()])
    return [tuple(dict.fromkeys(word for words in row for word in words)) for row in zip(*columns, strict=True)]


def _parts(name: str) -> tuple[str, ...]:
    """The parts of one word of a name, and the word as a whole.

    >>> _parts("Jean-Luc"), _parts("O'Brien")
    (('Jean', 'Luc', 'JeanLuc'), ('Brien', 'OBrien'))
    """
    return tuple(dict.fromkeys((*_NAME_PART.findall(name), "".join(_WORD.findall(name)))))


def _is_word(name: str) -> bool:
    """Whether a word of a cell may be one of a name: it has letters and no digits."""
    return bool(_plain(name)) and not any(map(str.isdigit, name))


def _plain(name: str) -> str:
    """The letters of a name as an address has them: small, without accents."""
    return "".join(_WORD.findall(unicodedata.normalize("NFD", name).casefold()))


def _is_telling(cell: str) -> bool:
    """Whether an identifier is long enough to be looked for in texts."""
    letters, digits = sum(map(str.isalpha, cell)), sum(map(str.isdigit, cell))
    return letters >= _TELLING_LETTERS or digits >= _TELLING_DIGITS or (letters > 0 and digits > 0)


def _is_meant(found: str, language: Language) -> bool:
    """Whether words of a text are the identifier that is written so, and no everyday words in small letters."""
    if not found.islower() or any(map(str.isdigit, found)):
        return True
    return not all(everyday(word, language) for word in _WORD.findall(found))


def _logins(names: Sequence[str]) -> Iterator[str]:
    """What a person of these names may be called in an address, in small letters."""
    for ones, others in permutations(map(_parts, names), 2):
        for one, other in product((ones[0][0], *ones), others):
            if len(one + other) >= _SHORTEST_LOGIN:
                yield _plain(one + other)


def _capitalised(names: set[str], language: Language) -> Iterator[str]:
    """Names that are only found as they are written, with a capital, since other words are written alike.

    These are short forms of given names, names of two letters, and function words that are names, too ("Will").
    """
    for name in names:
        said = [
            name.capitalize() if name.islower() else name,
            *(each.capitalize() for each in language.names.given_forms(name)),
        ]
        for form in said:
            low = form.lower()
            if low not in language.stop_words or low in language.tables.names_too:
                yield from (form, form.upper())


def _initials(text: str, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where the initials of a person stand: "R.B.", "R. B." or "RB"."""
    first = [_WORD.findall(name)[0][0].upper() for name in names]
    own = {one + other for one, other in permutations(first, 2)}
    return (match.span() for match in _INITIALS.finditer(text) if "".join(match.groups()) in own)
