"""Guesses what the columns of a table are from their names and cells, for the user to confirm.

When in doubt a column is a quasi-identifier: that costs information, not privacy.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from sfumato.io.arrays import Array
from sfumato.io.arrow import pa, pc
from sfumato.languages import load
from sfumato.protocols import ColumnWords, Language
from sfumato.tables.cells import as_text, encoded
from sfumato.tables.config import Column, Config, Hierarchy, Role, Treatment
from sfumato.tables.dates import days
from sfumato.tables.view import MISSING

FORMATS = (
    "",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d.%m.%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%Y/%m/%d",
    "%d,%B,%Y",
    "%d %B %Y",
    "%B %d, %Y",
    "%d-%b-%Y",
    "%d/%m/%y",
    "%m/%d/%y",
    "%Y%m%d",
)
"""Formats of dates that are tried, in this order; "" is ISO 8601."""

_TERMS: dict[str, Treatment] = {
    **dict.fromkeys(
        ("EMAIL_ADDRESS", "PHONE_NUMBER", "URL", "IP_ADDRESS", "US_SSN", "CREDIT_CARD", "IBAN_CODE"), "direct"
    ),
    **dict.fromkeys(("PERSON", "GPE", "LOC", "FAC", "ORG", "NORP", "DATE", "AGE", "JOB"), "quasi"),
}

_NO_NAME = re.compile(r"column_\d+|Unnamed: \d+")
_EMAIL = r"^\s*[^@\s]+@[^@\s]+\.[^@\s]+\s*$"
_NUMBER = r"^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$"
_MOST_OF = 0.98  # share of cells that must fit: a few may be wrong, and the user is told which
_LONG, _WORDS = 50, 6  # a column whose cells have so many characters and words on average is a text
_NOTED, _FEW_ALIKE = 3, 0.5  # one that is called so needs fewer words, if more than this share of its cells is distinct
_NEARLY_ALL, _FEW = 0.9, 20  # a column is a key if this share of its cells is distinct and there are more than so many


@dataclass(frozen=True)
class _Cells:
    """The distinct cells of a column that are not missing, as text, and how many rows have each.

    `words` are those of the column's name, in small letters.
    """

    texts: Any
    counts: Any
    words: Sequence[str]

    def is_called(self, known: Collection[str], *, last: bool = False) -> bool:
        """Whether a word of the column's name, or its last one, is one of these."""
        return any(word in known for word in (self.words[-1:] if last else self.words))

    @property
    def known(self) -> int:
        """How many rows have a cell."""
        return int(self.counts.sum())

    def share(self, fits: Any) -> float:
        """The share of rows that have a cell that fits."""
        return float(self.counts[np.asarray(fits, dtype=bool)].sum() / max(self.known, 1))

    def mean(self, of: Any) -> float:
        """The mean over rows of a number that each distinct cell has."""
        return float((np.asarray(of) * self.counts).sum() / max(self.known, 1))


def guess(table: pa.Table, language: Language | None = None) -> Config:
    """A config for a table, by its cells and the names of its columns, which are English unless a language is given."""
    hints = (language or load()).tables.columns
    columns = _keyed([_column(name, table.column(name), hints) for name in table.column_names], table)
    terms = _TERMS if any(column.role == "text" for column in columns) else {}
    return Config(columns, terms)


def guessed(name: str, cells: pa.ChunkedArray, language: Language) -> Column:
    """What one column is, by its name and its cells."""
    return _column(name, cells, language.tables.columns)


def _keyed(columns: Sequence[Column], table: pa.Table) -> tuple[Column, ...]:
    """The columns with the key of people marked, where there are several direct identifiers.

    It is a number of theirs, else an e-mail address, else all names together, as others may have the same first name;
    and it is one that every row has.
    """
    identifiers = [column for column in columns if column.role == "direct_identifier"]
    if len(identifiers) < 2:
        return tuple(columns)
    complete = [
        column for column in identifiers if (encoded(column.name, table.column(column.name))[1] != MISSING).all()
    ]
    numbers = [column for column in complete if not column.entities]
    mails = [column for column in complete if "EMAIL_ADDRESS" in column.entities]
    names = [column for column in complete if "PERSON" in column.entities]
    keys = numbers[:1] or mails[:1] or names or complete[:1]
    return tuple(replace(column, key=column in keys) for column in columns)


def _column(name: str, cells: pa.ChunkedArray, hints: ColumnWords) -> Column:
    if pa.types.is_nested(cells.type) or pa.types.is_binary(cells.type):
        return Column(name, "drop")
    words = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())
    distinct, codes = encoded(name, cells)
    known = codes[codes != MISSING]
    seen = _Cells(as_text(distinct), np.bincount(known, minlength=len(distinct)), words)
    entities = next((tuple(types) for names, types in hints.proposed_types if seen.is_called(names)), ())
    if len(distinct) == 0:
        return Column(name, "drop")
    if pa.types.is_temporal(cells.type) and not pa.types.is_time(cells.type):
        return Column(name, "quasi_identifier", "date", entities=entities or ("DATE",))
    if pa.types.is_floating(cells.type) or pa.types.is_decimal(cells.type):
        return Column(name, _role(seen, hints), "number", entities=entities)
    return _of_texts(name, seen, entities, hints)


def _of_texts(name: str, seen: _Cells, entities: tuple[str, ...], hints: ColumnWords) -> Column:
    role = _role(seen, hints)
    keyed = len(seen.texts) >= _NEARLY_ALL * seen.known and seen.known > _FEW
    identifies = seen.is_called(hints.identifying, last=not keyed)
    spaces = seen.mean(pc.count_substring(seen.texts, " "))
    long = seen.mean(pc.utf8_length(seen.texts)) >= _LONG and spaces >= _WORDS - 1
    noted = seen.is_called(hints.texts) and spaces >= _NOTED - 1 and len(seen.texts) > _FEW_ALIKE * seen.known
    if (long or noted) and not identifies:
        return Column(name, "text")
    numbers = _numbers(seen)
    if seen.share(pc.match_substring_regex(seen.texts, _EMAIL)) >= _MOST_OF:
        return Column(name, "direct_identifier", entities=entities or ("EMAIL_ADDRESS",))
    if seen.is_called(hints.postcodes):
        return Column(name, "quasi_identifier", hierarchy="prefix", entities=entities)
    format = _format(seen) if numbers is None or seen.is_called(hints.days) else None
    if format is not None:
        return Column(name, "quasi_identifier", "date", format=format, entities=entities or ("DATE",))
    if identifies and not seen.is_called(hints.things):
        return Column(name, "direct_identifier", entities=entities)
    if numbers is not None:
        if keyed and (_NO_NAME.fullmatch(name) or np.ptp(numbers) == len(numbers) - 1):
            return Column(name, "drop")  # counts the rows
        return Column(name, role, "number" if len(numbers) > 2 else "nominal", entities=entities)
    if keyed and spaces < 1:
        return Column(name, "direct_identifier", entities=entities)  # a word that nearly nobody shares
    return Column(name, role, entities=entities)


def _role(seen: _Cells, hints: ColumnWords) -> Role:
    return "sensitive" if seen.is_called(hints.sensitive) else "quasi_identifier"


def _numbers(seen: _Cells) -> Array | None:
    """The distinct numbers of a column if nearly all of its cells are numbers, else `None`."""
    fits = pc.match_substring_regex(seen.texts, _NUMBER)
    if seen.share(fits) < _MOST_OF:
        return None
    return np.asarray(pc.utf8_trim_whitespace(seen.texts.filter(fits)).cast(pa.float64()))


def _format(seen: _Cells) -> str | None:
    """The format in which nearly all cells are dates, or `None`."""
    shares = [(seen.share(days(seen.texts, format)[1]), -at) for at, format in enumerate(FORMATS)]
    share, at = max(shares)
    return FORMATS[-at] if share >= _MOST_OF else None


# --- in TOML ----------------------------------------------------------------------------------------------


def written(config: Config, *, folder: Path | None = None) -> str:
    """The config as TOML that `read_config` reads; files are named as seen from `folder`, where it will lie."""
    lines = [*_settings(config)]
    for column in config.columns:
        lines += ["", f"[columns.{_key(column.name)}]", *_of_column(column, folder)]
    if config.terms:
        lines += ["", "[terms]", *(f"{_key(type)} = {_text(how)}" for type, how in config.terms.items())]
    for join in config.joins:
        on = _text(join.on[0]) if len(join.on) == 1 else _list(join.on)
        lines += ["", "[[join]]", f"table = {_text(_seen_from(join.table, folder))}", f"on = {on}"]
    return "\n".join(lines).lstrip("\n") + "\n"


def _settings(config: Config) -> Iterator[str]:
    yield f"k = {config.k}"
    yield f"weight = {config.weight!r}"
    if config.strategy:
        yield f"strategy = {_text(config.strategy)}"
    for name, value in (("l", config.l), ("t", config.t)):
        if value is not None:
            yield f"{name} = {value!r}"
    if config.missing:
        yield f"missing = {_list(config.missing)}"


def _of_column(column: Column, folder: Path | None) -> Iterator[str]:
    yield f"role = {_text(column.role)}"
    if column.role in ("quasi_identifier", "sensitive"):
        yield f"kind = {_text(column.kind)}"
    if column.format:
        yield f"format = {_text(column.format)}"
    if column.order:
        yield f"order = {_list(column.order)}"
    if column.hierarchy is not None:
        yield f"hierarchy = {_hierarchy(column.hierarchy, folder)}"
    if column.bias:
        yield f"bias = {column.bias!r}"
    if column.entities:
        yield f"entities = {_list(column.entities)}"
    if column.single:
        yield "single = true"
    if column.key:
        yield "key = true"


def _hierarchy(source: Hierarchy, folder: Path | None) -> str:
    if isinstance(source, Path):
        return _text(_seen_from(source, folder))
    return _value(source)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(key))} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return _text(value) if isinstance(value, str) else repr(value)


def _seen_from(path: Path, folder: Path | None) -> str:
    return str(path) if folder is None else os.path.relpath(path, folder)


def _list(texts: Sequence[str]) -> str:
    return "[" + ", ".join(map(_text, texts)) + "]"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(value: str) -> str:
    """A TOML string: escaped as in JSON, and DEL, which JSON leaves as it is and TOML does not allow."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
