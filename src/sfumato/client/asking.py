"""The client: a method for each verb and each route."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from sfumato.client.wire import (
    DOCUMENT,
    JSON,
    VERBS,
    Job,
    JobState,
    Rows,
    SafeDocument,
    TextRequest,
    answer_of,
    answers_of,
    document_of,
    error_of,
    form_of,
    path_of,
    release_of,
    reviewing,
    token_of,
    unanswered,
    verb_of,
    with_table,
    work_of,
)
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

if TYPE_CHECKING:
    from sfumato.tables import AnonymizeRequest, AnonymizeResult

_HERE = ("localhost", "127.0.0.1", "::1")
_BUSY = (429, 503)
_A = TypeVar("_A", bound=Message)


class Client:
    """A server, asked as one would ask an engine."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8421",
        *,
        token: str | None = None,
        timeout: float = 120.0,
        patience: float = 0.0,
        clear_text: bool = False,
    ) -> None:
        """`timeout` is how long to wait for an answer, `patience` how long to ask again while the server is busy.

        Beyond this machine `https` is wanted, unless `clear_text` says that the way there is safe.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.username:
            raise InputError("the address of a server is http://HOST:PORT or https://HOST:PORT", code="bad-url")
        if parts.scheme == "http" and parts.hostname not in _HERE and not clear_text:
            said = "over http everybody on the way there can read texts and secrets: use https"
            raise InputError(f"{parts.hostname}: {said}", code="clear-text")
        self.timeout, self.patience = timeout, patience
        self._secure, self._host, self._port = parts.scheme == "https", parts.hostname, parts.port
        self._path = parts.path.rstrip("/")
        self._headers = {"authorization": f"Bearer {token}"} if token else {}

    # --- texts ---

    def sanitize(self, request: SanitizeRequest) -> Sanitized:
        """The text made safe, what was replaced and why, and the certificate."""
        return self._text(request, Sanitized)

    def verify(self, request: VerifyRequest) -> Verified:
        """The check of a released text from scratch."""
        return self._text(request, Verified)

    def inspect(self, request: InspectRequest) -> Inspection | Conclusions | Novelties | People:
        """What the words of a text lead to, by the question that is asked."""
        found: Any = self._text(request, Message)
        return found

    def explain(self, request: ExplainRequest) -> Explanation:
        """What a term reveals of the secrets, and what it could be called instead."""
        return self._text(request, Explanation)

    def options(self, request: OptionsRequest) -> Offers:
        """What a term could be called where it stands, nearest first, whatever is secret."""
        return self._text(request, Offers)

    def many(self, requests: Sequence[TextRequest]) -> list[Any]:
        """What each request gives, in order; one that fails is a `ServerError` in its place. All are of one verb."""
        if not requests:
            return []
        verb = verb_of(requests)
        told = self._asked("POST", f"/v1/{verb}", [request.to_dict() for request in requests])
        return answers_of(verb, told)

    def _text(self, request: TextRequest, kind: type[_A]) -> _A:
        verb, _ = VERBS[type(request)]
        found: _A = answer_of(verb, self._asked("POST", f"/v1/{verb}", request.to_dict()))
        assert isinstance(found, kind)
        return found

    # --- tables and documents ---

    def anonymize(self, request: AnonymizeRequest, table: str | Rows) -> AnonymizeResult:
        """A release of a table, given as the text of a CSV or as rows; `table` of the result is of the same form."""
        return release_of(self._asked("POST", "/v1/anonymize", with_table(request, table)))

    def guess(self, table: str | Rows) -> dict[str, Any]:
        """What the columns of a table are by their names and cells: a config to be checked before it is used."""
        given = {"csv": table} if isinstance(table, str) else {"rows": list(table)}
        found: dict[str, Any] = self._asked("POST", "/v1/guess", given)
        return found

    def document(self, data: bytes, request: SanitizeRequest, *, kind: str = "text/plain") -> SafeDocument:
        """A document made safe: bytes in, bytes out. The request says what to hide, and has an empty text."""
        body, form = form_of(request, data, kind)
        answer, made = self._sent("POST", "/v1/documents", body, {"content-type": form, "accept": kind})
        found = answer.headers.get("content-type", kind).partition(";")[0]
        return SafeDocument(made, found, answer.headers.get("x-sfumato-holds") == "true")

    def review(self, request: SanitizeRequest, *, reviewer: str = "", inverse: bool = False) -> str:
        """Begins a review of a text by a person: the address of its page, which opens once, in one browser.

        With `inverse` everything goes but what is marked to stay.
        """
        said = reviewing(reviewer, inverse)
        return self._opened(self._asked("POST", "/v1/reviews", {**request.to_dict(), **said}))

    def review_document(
        self,
        data: bytes,
        request: SanitizeRequest,
        *,
        kind: str = "text/plain",
        reviewer: str = "",
        inverse: bool = False,
    ) -> str:
        """The same of a document, which is reviewed by place and comes out of the review as what it was."""
        body, form = form_of(request, data, kind, reviewing(reviewer, inverse))
        return self._opened(msgspec.json.decode(self._sent("POST", "/v1/reviews", body, {"content-type": form})[1]))

    def _opened(self, told: Mapping[str, Any]) -> str:
        """The address of a review whose path was told."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        port = f":{self._port}" if self._port else ""
        return f"{'https' if self._secure else 'http'}://{host}{port}{self._path}{told['address']}"

    # --- long work ---

    def submit(
        self,
        request: TextRequest | Sequence[TextRequest] | AnonymizeRequest,
        table: str | Rows | None = None,
        *,
        key: str = "",
    ) -> Job:
        """Hands in long work: a request, many of one verb, or one about a table. The same `key` is the same job."""
        verb, asked, many = work_of(request, table)
        headers = {"idempotency-key": key} if key else {}
        told = self._asked("POST", "/v1/jobs", {"verb": verb, "request": asked}, headers)
        return Job(told["id"], told["token"], verb, many)

    def submit_document(self, data: bytes, request: SanitizeRequest, *, kind: str = "text/plain", key: str = "") -> Job:
        """Hands in a document that takes long, as `document` does; its result is a `SafeDocument`."""
        body, form = form_of(request, data, kind)
        headers = {"content-type": form, **({"idempotency-key": key} if key else {})}
        told = msgspec.json.decode(self._sent("POST", "/v1/jobs", body, headers)[1])
        return Job(told["id"], told["token"], DOCUMENT)

    def state(self, job: Job) -> JobState:
        """How far a job is."""
        return JobState.from_dict(self._asked("GET", path_of(job), None, token_of(job)))

    def events(self, job: Job) -> Iterator[JobState]:
        """What happens to a job, as it happens, until it has ended."""
        connection, answer = self._answer("GET", f"{path_of(job)}/events", None, token_of(job))
        try:
            if answer.status != 200:
                raise error_of(answer, answer.read())
            for line in answer:
                if line.startswith(b"data: "):
                    yield JobState.from_dict(msgspec.json.decode(line[6:]))
        except OSError as error:
            raise unanswered(error) from None
        finally:
            connection.close()

    def result(self, job: Job) -> Any:
        """The result of a job that is done, once; that of its verb, or a list of such where many were handed in."""
        told = self._asked("GET", f"{path_of(job)}/result", None, token_of(job))
        if job.verb == DOCUMENT:
            return document_of(told)
        if job.verb == "anonymize":
            return release_of(told)
        return answers_of(job.verb, told) if job.many else answer_of(job.verb, told)

    def wait(self, job: Job) -> Any:
        """The result of a job as soon as it is done."""
        for _ in self.events(job):
            pass
        return self.result(job)

    def cancel(self, job: Job) -> None:
        """Cancels a job, and has it forgotten."""
        self._sent("DELETE", path_of(job), None, token_of(job))

    # --- what there is ---

    def policies(self) -> dict[str, dict[str, str]]:
        """The policies and profiles that can be named, each with what it is for."""
        found: dict[str, dict[str, str]] = self._asked("GET", "/v1/policies")
        return found

    def policy(self, name: str) -> dict[str, Any]:
        """All of a policy or profile."""
        found: dict[str, Any] = self._asked("GET", f"/v1/policies/{quote(name, safe='')}")
        return found

    def knowledge(self) -> dict[str, Any]:
        """What an attacker can know: what was counted."""
        found: dict[str, Any] = self._asked("GET", "/v1/knowledge")
        return found

    def count(self, *terms: str) -> dict[str, Any]:
        """How many documents have each term (`counts`), all of them (`together`), and how many there are (`total`)."""
        found: dict[str, Any] = self._asked("POST", "/v1/knowledge", {"terms": list(terms)})
        return found

    def is_ready(self) -> bool:
        """Whether the server answers, and has loaded what it needs."""
        try:
            self._sent("GET", "/readyz", None, {}, patience=0.0)
        except ServerError:
            return False
        return True

    def openapi(self) -> dict[str, Any]:
        """The description of all routes."""
        found: dict[str, Any] = self._asked("GET", "/openapi.json")
        return found

    def metrics(self) -> str:
        """Counts and times for Prometheus, where the server offers them."""
        return self._sent("GET", "/metrics", None, {})[1].decode()

    # --- over HTTP ---

    def _asked(self, method: str, path: str, values: Any = None, headers: Mapping[str, str] | None = None) -> Any:
        body = None if values is None else msgspec.json.encode(values)
        kind = {} if body is None else {"content-type": JSON}
        _, told = self._sent(method, path, body, {**kind, **(headers or {})})
        try:
            return msgspec.json.decode(told)
        except msgspec.DecodeError:
            raise ServerError("what answers is no sfumato server: it gave no JSON", code="no-server") from None

    def _sent(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], *, patience: float | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """What is answered; a server that is busy is asked again as long as there is patience."""
        until = time.monotonic() + (self.patience if patience is None else patience)
        while True:
            connection, answer = self._answer(method, path, body, headers)
            try:
                told = answer.read()
            except (OSError, http.client.HTTPException) as error:
                raise unanswered(error) from None
            finally:
                connection.close()
            if answer.status < 300:
                return answer, told
            refused = error_of(answer, told)
            wait = refused.again if refused.again is not None else 1.0
            if answer.status not in _BUSY or time.monotonic() + wait > until:
                raise refused
            time.sleep(wait)

    def _answer(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=self.timeout)
        try:
            connection.request(method, self._path + path, body, {**self._headers, **headers})
            return connection, connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise unanswered(error) from None
