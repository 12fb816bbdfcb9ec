"""Finds the values of quasi-identifying columns in texts, whoever has them and whether a detector finds them or not.

"She drove me to Bath" tells something of its author in a row that says York. So a value that anybody has in a column is
a term in every text: it stays where a whole group says it, or where the author's own column says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from sfumato.detectors import ENTITIES, united
from sfumato.protocols import Language
from sfumato.tables.config import Config
from sfumato.tables.recoding import SUPPRESSED
from sfumato.tables.texts.redundant import Redundant, types_of
from sfumato.tables.texts.shared_terms import SMALL, everyday
from sfumato.tables.texts.types import TYPES, VALUE, content
from sfumato.tables.texts.user_terms import occurrences
from sfumato.types import Term

_NAMES = ENTITIES - SMALL
_LETTERS, _DIGITS = 3, 4  # so many a value needs to be looked for in texts without a detector

Values = Mapping[str, Iterable[str]]
"""The nominal values of columns, by the name of the column."""
FindValues = Callable[[str], list[Redundant]]
"""Finds values in a text; the label of a term is the value, and one that several columns have is found for each."""


def value_finder(values: Values, language: Language) -> FindValues:
    """A function that finds these values in a text, in every form."""
    columns: dict[str, list[str]] = {}
    for column, own in values.items():
        for value in dict.fromkeys(own):
            if _is_telling(value, language):
                columns.setdefault(value, []).append(column)
    finder = occurrences(columns, language)
    remembered: dict[str, list[Redundant]] = {}

    def find(text: str) -> list[Redundant]:
        if text not in remembered:
            remembered[text] = [
                Redundant(Term(start, end, text[start:end], value), column, start, end)
                for start, end, value in finder(text)
                if content(text, start, end, language)  # the name of a type may be a value, too
                for column in columns[value]
            ]
        return remembered[text]

    return find


def no_values(text: str) -> list[Redundant]:
    """Finds nothing, for those who do not want values to be found."""
    return []


def nominal(config: Config) -> list[str]:
    """The names of the quasi-identifying columns whose values are words."""
    return [column.name for column in config.of("quasi_identifier") if column.kind in ("nominal", "ordinal")]


def released_values(cells: Iterable[str]) -> list[str]:
    """The single values in the released cells of a column, of which some are sets.

    >>> released_values(["Bath", "(Hull,York)", "*"])
    ['Bath', 'Hull', 'York']
    """
    parts = (cell[1:-1].split(",") if cell.startswith("(") and cell.endswith(")") else [cell] for cell in cells)
    return [part for each in parts for part in each if part not in ("", SUPPRESSED)]


def types_of_values(config: Config, language: Language) -> dict[str, str]:
    """The type that a value of each column has as a term: that of the column's terms, or else none in particular."""
    types = types_of(config, TYPES, language)
    return {name: "GPE" if "GPE" in own else min(own, default=VALUE) for name, own in types.items()}


def meant(found: Iterable[Redundant], types: Mapping[str, str], language: Language) -> list[Redundant]:
    """What was found, without everyday words in small letters where values are names: no "bath" is the city."""
    return [
        each
        for each in found
        if not (each.term.text.islower() and types[each.column] in _NAMES and everyday(each.term.text, language))
    ]


def with_values(
    terms: Sequence[Term], found: Iterable[Redundant], types: Mapping[str, str], own: Collection[tuple[str, str]] = ()
) -> list[Term]:
    """The terms of a text and the values in it as terms; `own` are columns and values that are its author's."""
    values = [
        Term(each.start, each.end, each.term.text, types[each.column])
        for each in found
        if (each.column, each.term.label) not in own
    ]
    return united(terms, values) if values else list(terms)


def _is_telling(value: str, language: Language) -> bool:
    """Whether a value is telling enough to be looked for in any text: not short, and no everyday word."""
    long = sum(map(str.isalpha, value)) >= _LETTERS or sum(map(str.isdigit, value)) >= _DIGITS
    return long and language.normal_form(value) not in language.tables.everyday
