"""Frames of Spark, classic or over Connect: what comes out is a frame that is computed where it is needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sfumato.errors import InputError
from sfumato.io.arrow import pa
from sfumato.service import Engine, EngineConfig, InspectRequest, SanitizeRequest, SecretsRequest, VerifyRequest
from sfumato.service.arrow import INSPECTED, NOT_SANITIZED, SANITIZED, VERIFIED, Columns, released_columns, schema_of
from sfumato.service.requests import with_drawn_key
from sfumato.spark import library
from sfumato.spark.handover import order_of
from sfumato.spark.work import Work

_ADDED = {"sanitize": SANITIZED, "verify": VERIFIED, "inspect": INSPECTED}
_FIELDS = ("aliases", "profile", "key", "rivals", "topics", "search", "people", "new", "schedule", "prefer")
"""What may be asked beside what each verb has in its own name; anything else is a setting of the profile."""


def sanitize(
    df: Any,
    *,
    text: str,
    id: str | None = None,
    hide: str | Iterable[str] = (),
    policy: str | Iterable[str] = (),
    secrets: str = "",
    hide_column: str | None = None,
    config: EngineConfig | None = None,
    **asked: Any,
) -> Any:
    """The frame with its column `text` made safe, and beside it what was replaced and why, and the certificates.

    A row that fails has an `error` and no text. Secrets of `hide` are handed over to the workers in a file;
    `secrets` says where more are: a file that the workers can read, or a variable of their environment
    ("env:SFUMATO_SECRETS"), one a line. `hide_column` has lists of secrets of each row. `asked` are settings of the
    profile (alpha=2), and `aliases`, `profile`, `key` and `rivals` as for `sfumato.sanitize`.
    """
    request = SanitizeRequest(text="", **_request(hide, policy, asked))
    method = Engine(config).policy(request).profile.method  # and what makes no sense is said here
    columns = Columns(text=text, id=id, hide=hide_column)
    return _mapped(df, "sanitize", with_drawn_key(request, method), columns, secrets, config)


def released(df: Any, *, text: str, id: str | None = None) -> Any:
    """What may go out of a frame that `sanitize` gave: the id and the text, and that a row has failed."""
    failed = library.functions.when(library.functions.col("error").isNotNull(), NOT_SANITIZED)
    return df.select(*released_columns(Columns(text=text, id=id))).withColumn("error", failed)


def verify(
    df: Any,
    *,
    text: str,
    id: str | None = None,
    hide: str | Iterable[str] = (),
    policy: str | Iterable[str] = (),
    secrets: str = "",
    certificate: str | None = None,
    config: EngineConfig | None = None,
    **asked: Any,
) -> Any:
    """The frame with its texts checked from scratch: `holds`, and what was found as JSON in `verified`.

    `certificate` is the column of what was claimed of each text; secrets and settings are taken from it unless given.
    """
    request = VerifyRequest(text="", **_request(hide, policy, asked))
    return _mapped(df, "verify", request, Columns(text=text, id=id, certificate=certificate), secrets, config)


def inspect(
    df: Any,
    *,
    text: str,
    id: str | None = None,
    hide: str | Iterable[str] = (),
    policy: str | Iterable[str] = (),
    secrets: str = "",
    config: EngineConfig | None = None,
    **asked: Any,
) -> Any:
    """The frame with what the words of each text lead to, as JSON in `inspected`."""
    request = InspectRequest(text="", **_request(hide, policy, asked))
    return _mapped(df, "inspect", request, Columns(text=text, id=id), secrets, config)


def _request(hide: str | Iterable[str], policy: str | Iterable[str], asked: dict[str, Any]) -> dict[str, Any]:
    """The fields of a request."""
    fields = {name: asked.pop(name) for name in _FIELDS if name in asked}
    labels = {
        name: (given,) if isinstance(given, str) else tuple(given)
        for name, given in (("hide", hide), ("policy", policy))
    }
    return {**labels, **fields, "settings": asked}


def _mapped(
    df: Any, verb: str, request: SecretsRequest, columns: Columns, secrets: str, config: EngineConfig | None
) -> Any:
    """The frame that the workers make; what is wrong with its columns is said before there is any work."""
    if verb != "inspect" and not (request.hide or request.policy or secrets or columns.hide or columns.certificate):
        raise InputError("nothing to hide", code="nothing-to-hide")
    schema = _schema(df.schema, columns, _ADDED[verb])
    work = Work(order_of(verb, request, columns, config or EngineConfig(), secrets))
    return df.mapInArrow(work, schema)


def _schema(given: Any, columns: Columns, added: pa.Schema) -> Any:
    used = {columns.text, columns.id, columns.hide, columns.certificate}
    kinds = [
        (each.name, library.to_arrow_type(each.dataType) if each.name in used else pa.null()) for each in given.fields
    ]
    schema_of(pa.schema(kinds), columns, added)
    kept = [
        library.StructField(each.name, each.dataType, each.nullable or each.name == columns.text, each.metadata)
        for each in given.fields
    ]
    return library.StructType([*kept, *library.from_arrow_schema(added).fields])
