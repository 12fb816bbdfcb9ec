"""Tables over HTTP: a CSV as text or rows as objects go in, and come out anonymized. Nothing is written to a disk."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sfumato.io.stopping import Stopped
from sfumato.server.errors import Refused
from sfumato.server.work import Stop
from sfumato.types import Progress, Tell

if TYPE_CHECKING:
    from sfumato.service import Engine

_WAYS = ("prefix", "calendar")  # hierarchies that are named and are no files


def anonymized(engine: Engine, values: Mapping[str, Any], stop: Stop, tell: Tell) -> dict[str, Any]:
    """The release of a table, as it was given, with all figures."""
    from sfumato.io.frames import csv_text
    from sfumato.tables import AnonymizeRequest

    given = _given(values)
    request = AnonymizeRequest.from_dict({key: value for key, value in values.items() if key != given})
    _check_files(request)
    _check_table(values, given)
    request.check()
    table = _table(values, given)

    def heard(event: Any) -> None:
        if stop.is_set():
            raise Stopped
        if isinstance(event, Progress):
            tell(event)

    result = engine.anonymize(request, table, tools=engine.tools(tell=heard))
    released = csv_text(result.table) if given == "csv" else result.table.to_pylist()
    return {**result.to_dict(), given: released}


def guessed(engine: Engine, values: Mapping[str, Any]) -> dict[str, Any]:
    """What the columns of a table are by their names and cells: a config to be checked, and the number of rows."""
    from sfumato.tables.guessing import guess, written

    given = _given(values)
    if set(values) != {given}:
        raise Refused(422, "bad-request", "a table alone is wanted: csv or rows, and nothing else", "csv")
    _check_table(values, given)
    table = _table(values, given)
    return {"config": tomllib.loads(written(guess(table, engine.language))), "rows": len(table)}


def _given(values: Mapping[str, Any]) -> str:
    """The form in which a table is given."""
    given = [key for key in ("csv", "rows") if key in values]
    if len(given) != 1:
        raise Refused(422, "bad-request", "a table is given either as csv (a text) or as rows (objects)", "csv")
    return given[0]


def _check_table(values: Mapping[str, Any], given: str) -> None:
    if given == "csv" and not isinstance(values["csv"], str):
        raise Refused(422, "bad-request", "csv must be a text", "csv")
    if given == "rows" and not _are_rows(values["rows"]):
        raise Refused(422, "bad-request", "rows must be a list of objects with texts, numbers, or nothing", "rows")


def _table(values: Mapping[str, Any], given: str) -> Any:
    from sfumato.io.frames import table_of_csv, table_of_rows

    return table_of_csv(values["csv"]) if given == "csv" else table_of_rows(values["rows"])


def _are_rows(rows: Any) -> bool:
    cells = str | int | float | None
    return isinstance(rows, list) and all(
        isinstance(row, dict) and all(isinstance(cell, cells) for cell in row.values()) for row in rows
    )


def _check_files(request: Any) -> None:
    """Refuses a config that names files of the server."""
    columns = request.config.get("columns")
    named = [each.get("hierarchy") for each in columns.values() if isinstance(each, dict)] if _is(columns) else []
    files = any(isinstance(each, str) and each not in _WAYS for each in named)
    if files or request.config_file or "join" in request.config:
        said = "a config over HTTP names no files: give hierarchies as rows, and tables joined"
        raise Refused(422, "no-files", said, "config")


def _is(value: Any) -> bool:
    return isinstance(value, dict)
