"""Reads what the columns of a table are, roles and kinds, as the user says it in TOML.

    k = 5
    weight = 0.4
    missing = ["?"]                # cells that say nothing, besides empty ones

    [columns.id]
    role = "direct_identifier"     # tells who it is: not released, and removed from the texts
    key = true                     # people are counted by it; by the first direct identifier unless one says so

    [columns.age]
    role = "quasi_identifier"
    kind = "number"
    entities = ["AGE"]             # terms of these types in the texts may repeat this column (emap of RX)

    [columns.date]
    role = "quasi_identifier"
    kind = "date"
    format = "%d,%B,%Y"            # ISO 8601 unless given

    [columns.education]
    role = "quasi_identifier"
    hierarchy = "education.csv"    # of ARX, beside this file; or one of the ways that `Hierarchy` tells

    [columns.text]
    role = "text"

    [terms]
    PERSON = "direct"              # always suppressed; "quasi": kept where a whole group has it; "ignore": left alone

    [[join]]
    table = "orders.csv"           # columns of another table, beside this file
    on = "id"

Whatever is wrong in a file raises `InputError` with the file, the table, the key and what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from sfumato.errors import InputError
from sfumato.io.files import check_regular, guarded, listed, shown
from sfumato.io.settings import Table, kind, near, not_a_number, quoted, toml
from sfumato.tables.view import Kind

Role = Literal["direct_identifier", "quasi_identifier", "sensitive", "text", "keep", "drop"]
Treatment = Literal["direct", "quasi", "ignore"]
Hierarchy: TypeAlias = (
    "Path | Literal['prefix', 'calendar'] | tuple[float, ...] | tuple[tuple[str, ...], ...] | Mapping[str, Any]"
)
"""Where the generalisations of values come from: a CSV of ARX, "prefix" (letters go from the right), "calendar" (day,
month, year), steps of intervals (5, 10, 20), rows as ARX has them, or a nested table with lists of values."""

ROLES: tuple[Role, ...] = get_args(Role)
KINDS: tuple[Kind, ...] = get_args(Kind)
TREATMENTS: tuple[Treatment, ...] = get_args(Treatment)

K = 5
WEIGHT = 0.5

_SIZE = 10_000_000  # bytes of a config at most: it may hold a hierarchy
_MOST = 1_000_000_000
_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")
_KEYS = ("k", "weight", "strategy", "l", "t", "missing", "columns", "terms", "join")
_COLUMN_KEYS = ("role", "kind", "format", "order", "hierarchy", "bias", "entities", "single", "key")
_VALUED: tuple[Role, ...] = ("quasi_identifier", "sensitive")
_ONLY_FOR: dict[str, tuple[Role, ...]] = {
    "kind": _VALUED,
    "format": _VALUED,
    "order": _VALUED,
    "hierarchy": _VALUED,
    "single": _VALUED,
    "bias": ("quasi_identifier",),
    "key": ("direct_identifier",),
    "entities": ("direct_identifier", *_VALUED),
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the table and what it is.

    `format` is that of dates ("" for ISO 8601), `order` that of ordinal values, lowest first. `bias` makes cuts on
    the column more likely. `entities` are types of terms that may repeat the column in a text. Of a `single` column
    nobody may have two values. A `key` tells whose row it is, several of them together do.
    """

    name: str
    role: Role
    kind: Kind = "nominal"
    format: str = ""
    order: tuple[str, ...] = ()
    hierarchy: Hierarchy | None = None
    bias: float = 0.0
    entities: tuple[str, ...] = ()
    single: bool = False
    key: bool = False


@dataclass(frozen=True, slots=True)
class Join:
    """Another table whose columns join those of the first where the cells of the columns `on` are the same."""

    table: Path
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Config:
    """The columns, what to do with terms by their type, and the settings that hold where a request says nothing."""

    columns: tuple[Column, ...]
    terms: Mapping[str, Treatment] = field(default_factory=dict)
    k: int = K
    weight: float = WEIGHT
    strategy: str | None = None
    l: float | None = None  # noqa: E741  the papers' name
    t: float | None = None
    missing: tuple[str, ...] = ()
    joins: tuple[Join, ...] = ()

    def of(self, *roles: Role) -> list[Column]:
        """The columns of one of these roles, in order."""
        return [column for column in self.columns if column.role in roles]

    @property
    def keys(self) -> list[Column]:
        """The columns that together tell whose row it is: those called key, else the first direct identifier."""
        identifiers = self.of("direct_identifier")
        return [column for column in identifiers if column.key] or identifiers[:1]

    @property
    def files(self) -> list[Path]:
        """The files that the config names: hierarchies and tables to join."""
        hierarchies = [column.hierarchy for column in self.columns if isinstance(column.hierarchy, Path)]
        return [*hierarchies, *(join.table for join in self.joins)]

    def check(self, names: Sequence[str]) -> None:
        """Refuses a table of which a column is missing, or has no role."""
        there, declared = set(names), [column.name for column in self.columns]
        for name in declared:
            if name not in there:
                hint = near(name, names) or (f"; there are: {listed(names)}" if listed(names) else "")
                raise InputError(f"no column {quoted(name)} in the table{hint}")
        known = set(declared)
        for at, name in enumerate(names, 1):
            if name not in known:
                said = f"column {at} ({quoted(name)})" if listed([name]) else f"column {at}"  # it may be no header
                raise InputError(f"{said} has no role: say {', '.join(ROLES)} in the config")


def read_config(path: Path | str) -> Config:
    """The config of a TOML file."""
    return config_of(config_values(path), where=shown(path), folder=Path(path).parent)


def config_values(path: Path | str) -> dict[str, Any]:
    """What the TOML file of a config says, as a plain dictionary that `config_of` understands."""
    path = Path(path)
    check_regular(path)
    with guarded(path), path.open("rb") as file:
        data = file.read(_SIZE + 1)
    if len(data) > _SIZE:
        raise InputError(f"{shown(path)}: larger than {_SIZE:,} bytes, so no config")
    return dict(toml(data, shown(path), "config").values)


def config_of(values: Mapping[str, Any], *, where: str = "config", folder: Path | None = None) -> Config:
    """The config of what a TOML file would hold; other files are looked for in `folder`."""
    table = Table(values, where)
    folder = folder or Path()
    table.only(_KEYS)
    columns = Table.of(table.values.get("columns", {}), f"{where}: [columns]")
    found = tuple(
        _column(str(name), Table.of(value, f"{where}: [columns.{shown(name)}]"), folder)
        for name, value in columns.values.items()
    )
    config = Config(
        columns=found,
        terms=_terms(Table.of(table.values.get("terms", {}), f"{where}: [terms]")),
        k=_whole(table, "k", 1, K),
        weight=_given(table.number("weight", 0, 1), WEIGHT),
        strategy=table.text("strategy") or None,
        l=table.number("l", 1, _MOST),
        t=table.number("t", 0, 1),
        missing=table.texts("missing"),
        joins=tuple(_join(entry, folder) for entry in table.tables("join")),
    )
    if not config.of("quasi_identifier", "text"):
        raise InputError(f"{where}: no column has the role quasi_identifier or text, so there is nothing to anonymize")
    return config


def _column(name: str, table: Table, folder: Path) -> Column:
    table.only(_COLUMN_KEYS)
    role: Any = table.choice("role", ROLES)
    for key, roles in _ONLY_FOR.items():
        if key in table.values and role not in roles:
            raise table.wrong(key, f"is only for the role {' or '.join(roles)}, not {role}")
    order = _order(table)
    format = table.text("format")
    said: Any = table.choice("kind", KINDS, "date" if format else "ordinal" if order else "nominal")
    if format and said != "date":
        raise table.wrong("format", f"is only for the kind date, not {said}")
    if order and said != "ordinal":
        raise table.wrong("order", f"is only for the kind ordinal, not {said}")
    if said == "ordinal" and not order:
        raise table.wrong("order", "is missing: the values from the lowest to the highest")
    if format:
        from sfumato.tables.dates import problem

        if wrong := problem(format):
            raise table.wrong("format", wrong)
    entities = table.texts("entities")
    for type in entities:
        _check_type(type, table, "entities")
    return Column(
        name=name,
        role=role,
        kind=said,
        format=format,
        order=order,
        hierarchy=_hierarchy(table, said, folder),
        bias=_given(table.number("bias", -1, 1), 0.0),
        entities=entities,
        single=_flag(table, "single"),
        key=_flag(table, "key"),
    )


def _flag(table: Table, name: str) -> bool:
    value = table.values.get(name, False)
    if not isinstance(value, bool):
        raise table.wrong(name, f"must be true or false, not {kind(value)}")
    return value


def _order(table: Table) -> tuple[str, ...]:
    value = table.values.get("order", [])
    if not isinstance(value, list | tuple) or not all(_is_cell(item) for item in value):
        raise table.wrong("order", "must be a list of values")
    order = tuple(map(str, value))
    if len(set(order)) < len(order):
        raise table.wrong("order", "has a value twice")
    return order


def _is_cell(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _hierarchy(table: Table, said: Kind, folder: Path) -> Hierarchy | None:
    value = table.values.get("hierarchy")
    if value is None:
        return None
    if isinstance(value, Path):
        value = str(value)
    if value == "prefix":
        if said not in ("nominal", "ordinal"):
            raise table.wrong("hierarchy", f'"prefix" is for text, not for the kind {said}')
        return "prefix"
    if value == "calendar":
        if said != "date":
            raise table.wrong("hierarchy", f'"calendar" is for the kind date, not {said}')
        return "calendar"
    if isinstance(value, str):
        return _file(table, "hierarchy", value, folder)
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list | tuple) and value:
        if all(not not_a_number(item, 0, float("inf")) for item in value):
            return _steps(table, said, tuple(map(float, value)))
        if all(isinstance(row, list | tuple) and len(row) > 1 and all(map(_is_cell, row)) for row in value):
            return tuple(tuple(map(str, row)) for row in value)
    raise table.wrong(
        "hierarchy", 'must be a file, "prefix", "calendar", a list of steps, a list of rows or a nested table'
    )


def _steps(table: Table, said: Kind, steps: tuple[float, ...]) -> tuple[float, ...]:
    if said != "number":
        raise table.wrong("hierarchy", f"has steps, which are for the kind number, not {said}")
    for small, large in zip((0.0, *steps), steps, strict=False):
        whole = small == 0 or abs(large / small - round(large / small)) < 1e-9
        if large <= small or not whole or large == float("inf"):
            raise table.wrong("hierarchy", f"has the step {large:g}, which is no multiple of the step before it")
    return steps


def _file(table: Table, key: str, name: str, folder: Path) -> Path:
    if not name.strip() or "\0" in name:
        raise table.wrong(key, "must be the name of a file")
    path = folder / name
    try:
        check_regular(path)
    except InputError as error:
        raise InputError(f"{table.where}: {key}: {error}") from None
    if path.is_dir():
        raise table.wrong(key, f"is a folder ({shown(path)}), not a file")
    return path


def _terms(table: Table) -> dict[str, Treatment]:
    found: dict[str, Treatment] = {}
    for type in table.values:
        _check_type(type, table, "")
        chosen: Any = table.choice(type, TREATMENTS)
        found[type] = chosen
    return found


def _check_type(type: str, table: Table, key: str) -> None:
    if not _TYPE.fullmatch(type):
        raise table.wrong(key, f"{quoted(type)} is no entity type; they look like PERSON or EMAIL_ADDRESS".lstrip())


def _join(table: Table, folder: Path) -> Join:
    table.only(("table", "on"))
    on = table.values.get("on")
    keys = (on,) if isinstance(on, str) else on
    if not isinstance(keys, Collection) or not keys or not all(isinstance(key, str) and key for key in keys):
        raise table.wrong("on", "must be the name of a column, or a list of names")
    return Join(_file(table, "table", table.text("table", needed=True), folder), tuple(dict.fromkeys(keys)))


def _whole(table: Table, key: str, least: int, default: int) -> int:
    value = table.values.get(key, default)
    if problem := not_a_number(value, least, _MOST, whole=True):
        raise table.wrong(key, problem)
    return int(value)


def _given(value: float | None, default: float) -> float:
    return default if value is None else value
