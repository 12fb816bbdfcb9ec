"""Texts in batches of Arrow: batches in, batches out, every row in its place. Spark and files of Parquet share it.

    columns = Columns(text="note", id="id")
    for batch in sanitize_batches(engine, request, batches, columns):
        ...

A row that fails has an error and no text; the others go on. A row without text stays one. Nothing is read further
ahead than the work needs, and what comes out is cut by rows and by characters, whatever came in.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sfumato.errors import InputError
from sfumato.io.arrow import pa
from sfumato.io.files import shown
from sfumato.io.messages import Request, plain
from sfumato.io.records import not_a_text, whole_characters
from sfumato.sanitizing import Sanitized
from sfumato.service.batches import Record, said
from sfumato.service.engine import Engine
from sfumato.service.requests import InspectRequest, SanitizeRequest, VerifyRequest
from sfumato.types import Document

Batches = Iterable[pa.RecordBatch]
Work = Callable[[Any, str, Sequence[str], Any], dict[str, Any]]

NOT_SANITIZED = "not sanitized"
"""All that a release tells of a failure."""
_ROWS = 256  # of a batch that comes out
_CHARACTERS = 2_000_000  # of its texts at most, but for a single one
_NO_TEXT = "no-text"

_REPLACEMENT = pa.struct(
    [
        *((name, pa.int32()) for name in ("start", "end")),
        *((name, pa.string()) for name in ("text", "reason", "term", "label", "secret")),
        *((name, pa.float64()) for name in ("bits", "limit")),
        *((name, pa.int32()) for name in ("term_start", "term_end")),
    ]
)
SANITIZED = pa.schema(
    {
        "replacements": pa.list_(_REPLACEMENT),
        "utility": pa.float64(),
        "review": pa.list_(pa.string()),
        "holds": pa.bool_(),
        "named": pa.bool_(),
        "certificate": pa.string(),
        "error": pa.string(),
    }
)
"""The columns that sanitizing adds: `named` says that the id names a secret, `certificate` is JSON."""
VERIFIED = pa.schema({"holds": pa.bool_(), "verified": pa.string(), "error": pa.string()})
"""The columns that verifying adds; `verified` is JSON."""
INSPECTED = pa.schema({"inspected": pa.string(), "error": pa.string()})
"""The columns that inspecting adds; `inspected` is JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns(Request):
    """Which columns of a batch are what; all others are kept as they are, and nobody judges them."""

    text: str
    id: str | None = None
    """Texts or whole numbers."""
    hide: str | None = None
    """Lists of secrets that a row has of its own."""
    certificate: str | None = None
    """What was claimed of a row, as JSON: for verifying."""


# --- schemas ----------------------------------------------------------------------------------------------


def schema_of(schema: pa.Schema, columns: Columns, added: pa.Schema) -> pa.Schema:
    """The schema of what comes out; `InputError` says, before there is any work, which column cannot be used."""
    if clash := [name for name in added.names if name in schema.names]:
        raise InputError(f"a column is called {clash[0]}, as one of those that are added: rename it", code="bad-column")
    wanted = (
        (columns.text, _is_text, "text"),
        (columns.id, _is_id, "text or whole numbers"),
        (columns.hide, _is_list, "lists of texts"),
        (columns.certificate, _is_text, "text"),
    )
    for name, fits, what in wanted:
        if name is None:
            continue
        if schema.names.count(name) != 1:
            many = "no column" if name not in schema.names else "more than one column"
            raise InputError(f"{many} is called {shown(name)}", code="bad-column")
        if not fits(kind := schema.field(name).type):
            raise InputError(f"the column {shown(name)} is of type {kind}, not {what}", code="bad-column")
    field = schema.field(columns.text)
    kind = field.type if pa.types.is_large_string(field.type) else pa.string()
    made = schema.set(schema.get_field_index(columns.text), pa.field(columns.text, kind, True, field.metadata))
    return pa.schema([*made, *added], metadata=None)


def released_columns(columns: Columns) -> list[str]:
    """The columns that may go out: the text, the id if there is one, and that a row has failed."""
    return [*([columns.id] if columns.id else []), columns.text, "error"]


def release_of(batch: pa.RecordBatch, columns: Columns) -> pa.RecordBatch:
    """What may go out of a batch that was sanitized: nothing that tells what was hidden."""
    kept = batch.select(released_columns(columns))
    errors = [None if each is None else NOT_SANITIZED for each in kept.column("error").to_pylist()]
    return kept.set_column(kept.schema.get_field_index("error"), "error", pa.array(errors, pa.string()))


def _is_text(kind: Any) -> bool:
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    kinds = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
    return any(each(kind) for each in kinds)  # a column without any value may be of no type


def _is_id(kind: Any) -> bool:
    return _is_text(kind) or bool(pa.types.is_integer(kind))


def _is_list(kind: Any) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind)) and _is_text(kind.value_type)


# --- the verbs --------------------------------------------------------------------------------------------


def sanitize_batches(
    engine: Engine, request: SanitizeRequest, batches: Batches, columns: Columns, *, processes: int = 1
) -> Iterator[pa.RecordBatch]:
    """Batches with their texts made safe, and beside them the columns of `SANITIZED`, for whoever works on them."""
    if request.same_person:
        raise InputError("texts about one person are read together, and do not come in batches", code="bad-request")
    waiting: deque[_Rows] = deque()

    def records() -> Iterator[Record]:
        for rows in _all_rows(batches, columns, SANITIZED):
            waiting.append(rows)
            yield from rows.records()

    done: list[dict[str, Any]] = []
    texts: list[str | None] = []
    for result in engine.sanitize_all(request, records(), processes=processes, key=request.key):
        rows, at = waiting[0], len(done)
        if isinstance(result, Sanitized):
            id = rows.ids[at]
            named = isinstance(id, str) and engine.names_secret(request, id, str(rows.texts[at]), rows.hide[at])
            done.append(_sanitized_row(result, named))
            texts.append(result.text)
        else:
            done.append({} if result.code == _NO_TEXT else {"error": result.error})
            texts.append(None)
        if len(done) == len(rows.batch):
            yield waiting.popleft().written(done, texts)
            done, texts = [], []


def verify_batches(
    engine: Engine, request: VerifyRequest, batches: Batches, columns: Columns
) -> Iterator[pa.RecordBatch]:
    """Batches of released texts, each checked from scratch, with the columns of `VERIFIED`."""
    verifier = engine.verifier(request)

    def work(id: Any, text: str, hide: Sequence[str], claim: str | None) -> dict[str, Any]:
        found = verifier(text, id=id, hide=hide, claim=None if claim is None else _claimed(claim))
        return {"holds": found.holds, "verified": _json(found.to_dict())}

    return _worked(work, batches, columns, VERIFIED)


def inspect_batches(
    engine: Engine, request: InspectRequest, batches: Batches, columns: Columns
) -> Iterator[pa.RecordBatch]:
    """Batches with what the words of each text lead to, in the column of `INSPECTED`."""
    fields = {name: getattr(request, name) for name in request.__dataclass_fields__}

    def work(id: Any, text: str, hide: Sequence[str], claim: str | None) -> dict[str, Any]:
        asked = InspectRequest(**{**fields, "text": text, "id": id, "hide": (*request.hide, *hide)})
        return {"inspected": _json(engine.inspect(asked).to_dict())}

    return _worked(work, batches, columns, INSPECTED)


def _worked(work: Work, batches: Batches, columns: Columns, added: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Each row by itself; what fails is an error of its row."""
    for rows in _all_rows(batches, columns, added):
        done: list[dict[str, Any]] = []
        for at, record in enumerate(rows.records()):
            found: dict[str, Any] = {}
            if record.error:
                found = {} if record.code == _NO_TEXT else {"error": record.error}
            else:
                try:
                    found = work(rows.ids[at], record.document.text, rows.hide[at], rows.certificates[at])
                except Exception as error:
                    found = {"error": said(error)}
            done.append(found)
        yield rows.written(done, None)


def _claimed(certificate: str) -> Any:
    try:
        return json.loads(certificate)
    except (ValueError, RecursionError):
        raise InputError("its certificate is not JSON") from None


def _sanitized_row(result: Sanitized, named: bool) -> dict[str, Any]:
    return {
        "replacements": plain(result.replacements),
        "utility": result.utility,
        "review": list(result.review),
        "holds": result.certificate.holds,
        "named": named,
        "certificate": _json(result.certificate.to_dict()),
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- rows -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rows:
    """Some rows of a batch, as Python has them; a cell that is not UTF-8 is its error."""

    batch: pa.RecordBatch
    schema: pa.Schema
    columns: Columns
    texts: list[Any]
    ids: list[Any]
    hide: list[Any]
    certificates: list[Any]

    def records(self) -> Iterator[Record]:
        for id, text, hide in zip(self.ids, self.texts, self.hide, strict=True):
            name = str(id)
            if text is None:
                yield Record(Document(name, ""), error="no text", code=_NO_TEXT)
            elif isinstance(text, Exception) or isinstance(id, Exception):
                yield Record(Document("", ""), error="not UTF-8")
            elif problem := not_a_text(text):
                yield Record(Document(name, ""), error=problem)
            else:
                yield Record(Document(name, whole_characters(text)), tuple(hide))

    def written(self, found: Sequence[dict[str, Any]], texts: Sequence[str | None] | None) -> pa.RecordBatch:
        """The rows with new texts, where there are any, and with what was found."""
        arrays = dict(zip(self.batch.schema.names, self.batch.columns, strict=True))
        kind = self.schema.field(self.columns.text).type
        arrays[self.columns.text] = (
            self.batch.column(self.columns.text).cast(kind) if texts is None else pa.array(texts, kind)
        )
        for field in self.schema:
            if field.name not in arrays:
                arrays[field.name] = pa.array([each.get(field.name) for each in found], field.type)
        return pa.RecordBatch.from_arrays([arrays[name] for name in self.schema.names], schema=self.schema)


def _all_rows(batches: Batches, columns: Columns, added: pa.Schema) -> Iterator[_Rows]:
    """All rows, few enough at a time."""
    for batch in batches:
        schema = schema_of(batch.schema, columns, added)
        for start in range(0, len(batch), _ROWS):
            part = batch.slice(start, _ROWS)
            texts = _cells(part, columns.text)
            for a, b in _cuts(texts):
                some = part.slice(a, b - a)
                hide = [tuple(each or ()) for each in _cells(some, columns.hide)]
                certificates = _cells(some, columns.certificate)
                yield _Rows(some, schema, columns, texts[a:b], _cells(some, columns.id), hide, certificates)


def _cuts(texts: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """Where rows begin and end that have not too many characters together.

    >>> list(_cuts(["a" * 1_500_000, "b" * 1_500_000, "c", None]))
    [(0, 1), (1, 4)]
    """
    start = size = 0
    for at, text in enumerate(texts):
        own = len(text) if isinstance(text, str) else 0
        if at > start and size + own > _CHARACTERS:
            yield start, at
            start, size = at, 0
        size += own
    if start < len(texts):
        yield start, len(texts)


def _cells(batch: pa.RecordBatch, name: str | None) -> list[Any]:
    if name is None:
        return [None] * len(batch)
    column = batch.column(name)
    try:
        return column.to_pylist()
    except UnicodeDecodeError:
        return [_cell(each) for each in column]


def _cell(value: Any) -> Any:
    try:
        return value.as_py()
    except UnicodeDecodeError as error:
        return error
