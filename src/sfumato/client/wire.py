"""What a client and a server say to each other: requests as JSON and forms, results and errors as they come back."""

from __future__ import annotations

import base64
import hashlib
import http.client
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from sfumato.errors import InputError, ServerError
from sfumato.io.messages import Message
from sfumato.service import (
    Conclusions,
    ExplainRequest,
    Explanation,
    Inspection,
    InspectRequest,
    Novelties,
    Offers,
    OptionsRequest,
    People,
    Sanitized,
    SanitizeRequest,
    Verified,
    VerifyRequest,
)
from sfumato.types import Progress

if TYPE_CHECKING:
    from sfumato.tables import AnonymizeRequest, AnonymizeResult

TextRequest = SanitizeRequest | VerifyRequest | InspectRequest | ExplainRequest | OptionsRequest
"""What can be asked about a text."""
Rows = Sequence[Mapping[str, Any]]
"""A table as rows: what each column has in each."""
VERBS: dict[type, tuple[str, tuple[type[Message], ...]]] = {
    SanitizeRequest: ("sanitize", (Sanitized,)),
    VerifyRequest: ("verify", (Verified,)),
    InspectRequest: ("inspect", (Inspection, Conclusions, Novelties, People)),
    ExplainRequest: ("explain", (Explanation,)),
    OptionsRequest: ("options", (Offers,)),
}
"""The verb of each request, and what may be answered."""
_ANSWERS = dict(VERBS.values())
JSON = "application/json"
DOCUMENT = "document"
"""The verb of a job that makes a document safe."""


@dataclass(frozen=True)
class SafeDocument:
    """The bytes of a document made safe, and whether the claim about it holds."""

    data: bytes = field(repr=False)
    kind: str
    """Its media type."""
    holds: bool


@dataclass(frozen=True)
class Job(Message):
    """Long work that was handed in. Whoever has its token can watch it, fetch its result and cancel it."""

    id: str
    token: str = field(repr=False)
    verb: str
    many: bool = False
    """Whether an array was handed in, and an array comes back."""


@dataclass(frozen=True)
class JobState(Message):
    """How far a job is: waiting, running, done, failed or cancelled."""

    id: str
    state: str
    progress: Progress | None = None
    error: dict[str, str] | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in ("done", "failed", "cancelled")


# --- what is asked ----------------------------------------------------------------------------------------


def verb_of(requests: Sequence[TextRequest]) -> str:
    kinds = {type(request) for request in requests}
    if len(kinds) != 1 or not kinds <= set(VERBS):
        raise InputError("many requests are of one verb: all of them to sanitize, or all to verify", code="bad-request")
    return VERBS[kinds.pop()][0]


def work_of(request: Any, table: str | Rows | None) -> tuple[str, Any, bool]:
    if type(request) in VERBS:
        return VERBS[type(request)][0], request.to_dict(), False
    if isinstance(request, Sequence):
        return verb_of(request), [each.to_dict() for each in request], True
    if table is None:
        raise InputError("a request about a table comes with its table", code="bad-request")
    return "anonymize", with_table(request, table), False


def with_table(request: AnonymizeRequest, table: str | Rows) -> dict[str, Any]:
    values = {key: value for key, value in request.to_dict().items() if key != "config_file" or value}
    return {**values, "csv": table} if isinstance(table, str) else {**values, "rows": list(table)}


def reviewing(reviewer: str, inverse: bool) -> dict[str, Any]:
    """What a request says of the review that it begins, where that is not the usual."""
    return ({"reviewer": reviewer} if reviewer else {}) | ({"inverse": True} if inverse else {})


def form_of(
    request: SanitizeRequest, document: bytes, kind: str, more: Mapping[str, Any] = MappingProxyType({})
) -> tuple[bytes, str]:
    """A form of two parts, and its content type: what stands between them is nothing that is in one of them."""
    if request.text:
        raise InputError("the request beside a document has no text: the document is the text", code="bad-request")
    values = {name: value for name, value in request.to_dict().items() if name != "text"}
    asked = msgspec.json.encode({**values, **more})
    boundary = hashlib.sha256(asked + document).hexdigest()[:32]  # the same form again is the same bytes
    parts = (("request", JSON, asked), ("document", kind, document))
    lines = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\nContent-Type: {each}\r\n\r\n'.encode() + data
        for name, each, data in parts
    ]
    return b"\r\n".join([*lines, f"--{boundary}--\r\n".encode()]), f"multipart/form-data; boundary={boundary}"


def path_of(job: Job) -> str:
    return f"/v1/jobs/{quote(job.id, safe='')}"


def token_of(job: Job) -> dict[str, str]:
    return {"x-job-token": job.token}


# --- what is answered -------------------------------------------------------------------------------------


def answer_of(verb: str, values: Any) -> Any:
    """The result of a verb: of several kinds the one whose fields it has."""
    kinds = _ANSWERS[verb]
    names = set(values) if isinstance(values, dict) else set()
    known: list[Any] = [kind for kind in kinds if names <= {each.name for each in fields(kind)}]  # type: ignore[arg-type]
    try:
        return (known or list(kinds))[0].from_dict(values)
    except InputError:
        raise ServerError("the server's answer is of another version than this client", code="other-version") from None


def answers_of(verb: str, values: Any) -> list[Any]:
    return [_told(each["error"]) if set(each) == {"error"} else answer_of(verb, each) for each in values]


def document_of(values: dict[str, Any]) -> SafeDocument:
    holds = values["result"]["certificate"]["holds"] and bool(values["document"])
    return SafeDocument(base64.b64decode(values["document"]), values["type"].partition(";")[0], holds)


def release_of(values: dict[str, Any]) -> AnonymizeResult:
    from sfumato.tables import AnonymizeResult

    table = values.get("csv", values.get("rows"))
    figures = {key: value for key, value in values.items() if key not in ("csv", "rows")}
    return replace(AnonymizeResult.from_dict(figures), table=table)


def error_of(answer: http.client.HTTPResponse, body: bytes) -> ServerError:
    """The error that a server tells; whatever else comes with its status is not repeated."""
    again = answer.headers.get("retry-after", "")
    try:
        told = msgspec.json.decode(body)["error"]
        return _told(told, answer.status, float(again) if again.isdecimal() else None)
    except (msgspec.DecodeError, KeyError, TypeError):
        return ServerError(f"the server answered {answer.status}", code="no-server", status=answer.status)


def _told(told: Mapping[str, str], status: int = 422, again: float | None = None) -> ServerError:
    said = {"code": told["code"], "where": told["where"], "request_id": told.get("request_id", "")}
    return ServerError(told["message"], status=status, again=again, **said)


def unanswered(error: Exception) -> ServerError:
    said = getattr(error, "strerror", None) or type(error).__name__
    return ServerError(f"the server does not answer ({said}): is it running?")
