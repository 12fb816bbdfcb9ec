"""The review page over HTTP: who was given the address once may look and decide, and nobody else.

The token of the address is taken once, for a cookie that scripts cannot read and that no other site sends. What is
decided lies in the log of the review before it is answered.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from sfumato.errors import InputError
from sfumato.io.stopping import stoppable
from sfumato.reviewing import Review, ReviewedDocument, begun
from sfumato.server import documents, static, verbs
from sfumato.server.config import Limits
from sfumato.server.errors import Refused, refusal_of
from sfumato.server.forward import forwarded, keeper
from sfumato.server.gate import ELSEWHERE, ROUTE
from sfumato.server.offsets import asked_in, unit_of
from sfumato.server.reviewed import Page
from sfumato.server.work import Stop, Workers
from sfumato.service import SanitizeRequest

if TYPE_CHECKING:
    from sfumato.server.app import Server

PAGE = "/review/{id}"
BEGIN = "/v1/reviews"
OPTIONS = ("reviewer", "inverse")
"""What a request may say of the review that it begins, beside what `sanitize` takes."""
PREPARING = 2
"""Reviews whose documents are prepared at once, before anybody looks at them."""
_JSON = "application/json"
_MOST = 64  # reviews that one server has open
_NAME = 100  # characters of that of a reviewer
Endpoint = Callable[["Server", "Opened", Request], Awaitable[Response]]


@dataclass(eq=False)
class Opened:
    """A review that a server shows, and to whom."""

    id: str
    page: Page
    once: str | None = field(repr=False)
    """The token that may be taken for a cookie, until it is."""
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    used: float = field(default_factory=time.monotonic)
    stop: threading.Event = field(default_factory=threading.Event, repr=False)


class Reviews:
    """The reviews of a server. One that nobody has looked at for long is closed; what was decided is in its log."""

    def __init__(self, limits: Limits) -> None:
        self.number = 0
        """That of the process, with which every id begins."""
        self._limits = limits
        self._open: dict[str, Opened] = {}
        self._lock = threading.Lock()
        self._workers: Workers | None = None  # threads do not survive the fork of a process

    def add(self, review: Review) -> Opened:
        """Shows a review, and prepares its documents meanwhile."""
        with self._lock:
            self._forget()
            if len(self._open) >= _MOST:
                raise Refused(429, "too-many-reviews", "too many reviews are open", again=60)
            opened = Opened(f"{self.number}.{secrets.token_urlsafe(9)}", Page(review), secrets.token_urlsafe(32))
            self._open[opened.id] = opened
            self._workers = self._workers or Workers(PREPARING, _MOST, "review")
            self._workers.submit(lambda stop: review.prepare(stop.is_set), opened.stop)
        return opened

    def find(self, id: str) -> Opened:
        """A review by its id."""
        with self._lock:
            self._forget()
            if id not in self._open:
                raise Refused(
                    404, "no-review", "there is no such review, or it was closed after a long time: begin anew"
                )
            return self._open[id]

    def _forget(self) -> None:
        old = time.monotonic() - self._limits.idle_seconds
        for opened in [each for each in self._open.values() if each.used < old]:
            opened.stop.set()
            opened.page.review.close()
            del self._open[opened.id]


# --- who may --------------------------------------------------------------------------------------------------


async def _page(server: Server, request: Request) -> Response:
    """The page; the first time the token of the address is taken for the cookie."""
    opened = server.reviews.find(request.path_params["id"])
    token = request.query_params.get("token")
    if token is None:
        _check_cookie(opened, request)
        return static.page("review.html")
    once, opened.once = opened.once, None if _same(token, opened.once or "") else opened.once
    if once is None or not _same(token, once):
        raise Refused(
            401, "token-used", "this address was used before: begin the review anew, nothing is lost", "token"
        )
    answer = RedirectResponse(PAGE.format(id=opened.id), 303)
    answer.set_cookie(
        _cookie_name(opened), opened.cookie, path=PAGE.format(id=opened.id), httponly=True, samesite="strict"
    )
    return answer


def _check_cookie(opened: Opened, request: Request) -> None:
    if not _same(request.cookies.get(_cookie_name(opened), ""), opened.cookie):
        raise Refused(401, "no-session", "open the address that was printed, in this browser", "cookie")
    opened.used = time.monotonic()


def _cookie_name(opened: Opened) -> str:
    return f"review-{hashlib.sha256(opened.id.encode()).hexdigest()[:12]}"


def _same(one: str, other: str) -> bool:
    digests = [hashlib.sha256(each.encode("utf-8", "surrogatepass")).digest() for each in (one, other)]
    return hmac.compare_digest(*digests)


# --- what is asked --------------------------------------------------------------------------------------------


async def _begin(server: Server, request: Request) -> Response:
    """Begins a review of a text, or of a document in a form. Nothing of it is written to a disk."""
    kind, limits = request.headers.get("content-type", ""), server.config.limits
    parts = documents.parts_of(await request.body(), kind) if documents.is_form(kind) else None
    values = await _values(request) if parts is None else documents.values_of(parts)

    def work(stop: Stop) -> bytes:
        try:
            reviewer, inverse = _reviewer_of(values)
            given = {key: value for key, value in values.items() if key not in OPTIONS}
            verbs.check_size(given, limits)
            with stoppable(stop.is_set):
                asked, file = _text_of(given) if parts is None else documents.asked_of(given, parts["document"])
                verbs.check(asked, limits)
                document = ReviewedDocument(asked.id, asked.text, file=file)
                review = begun(server.engine, asked, [document], reviewer=reviewer, inverse=inverse)
            return msgspec.json.encode({"address": address(server.reviews.add(review))})
        except Exception as error:
            raise refusal_of(error, values) from error

    seconds = limits.seconds if parts is None else limits.page_seconds
    return Response(await server.answered(request, work, seconds), media_type=_JSON)


def _text_of(values: dict[str, Any]) -> tuple[SanitizeRequest, None]:
    """What is asked of a text, which is no document."""
    given = {key: value for key, value in values.items() if key != "offsets"}
    return SanitizeRequest.from_dict(asked_in(given, unit_of(values))), None


def _reviewer_of(values: dict[str, Any]) -> tuple[str, bool]:
    """Who decides, and whether all goes but what is marked to stay."""
    reviewer, inverse = values.get("reviewer", "reviewer"), values.get("inverse", False)
    if not isinstance(reviewer, str) or not 0 < len(reviewer) <= _NAME or not reviewer.isprintable():
        raise Refused(422, "bad-request", f"a reviewer has a name of at most {_NAME} letters, in one line", "reviewer")
    if not isinstance(inverse, bool):
        raise Refused(422, "bad-request", "inverse must be true or false", "inverse")
    return reviewer, inverse


def address(opened: Opened) -> str:
    """The path by which a review is opened, once."""
    return f"{PAGE.format(id=opened.id)}?token={opened.once}"


async def _queue(server: Server, opened: Opened, request: Request) -> Response:
    return await _asked(server, request, opened.page.queue)


async def _document(server: Server, opened: Opened, request: Request) -> Response:
    number = _number(request)
    return await _asked(server, request, lambda: opened.page.document(number))


async def _card(server: Server, opened: Opened, request: Request) -> Response:
    number, item = _number(request), int(request.path_params["item"])
    return await _asked(server, request, lambda: opened.page.card(number, item))


async def _act(server: Server, opened: Opened, request: Request) -> Response:
    number, values = _number(request), await _values(request)
    return await _asked(server, request, lambda: opened.page.act(number, values), values)


async def _weigh(server: Server, opened: Opened, request: Request) -> Response:
    number, values = _number(request), await _values(request)
    return await _asked(server, request, lambda: opened.page.weigh(number, values), values)


async def _equal(server: Server, opened: Opened, request: Request) -> Response:
    number, values = _number(request), await _values(request)
    return await _asked(server, request, lambda: opened.page.equal(number, values), values)


async def _rules(server: Server, opened: Opened, request: Request) -> Response:
    values = await _values(request)
    return await _asked(server, request, lambda: opened.page.rule(values), values)


async def _export(server: Server, opened: Opened, request: Request) -> Response:
    number, kind = _number(request), request.path_params["kind"]
    return await _handed_out(server, request, lambda: opened.page.export(number, kind))


async def _export_all(server: Server, opened: Opened, request: Request) -> Response:
    kind = request.path_params["kind"]
    return await _handed_out(server, request, lambda: opened.page.export_all(kind))


async def _handed_out(server: Server, request: Request, make: Callable[[], tuple[str, str, bytes]]) -> Response:
    name = kind_of_file = ""

    def work(_: Any) -> bytes:
        nonlocal name, kind_of_file
        with _refusing():
            name, kind_of_file, data = make()
            return data

    made = await server.answered(request, work, server.config.limits.page_seconds)
    headers = {"content-disposition": f'attachment; filename="{name}"', "content-type": kind_of_file}
    return Response(made, headers=headers)


async def _asked(server: Server, request: Request, ask: Callable[[], Any], values: Any = None) -> Response:
    def work(_: Any) -> bytes:
        with _refusing(values):
            return msgspec.json.encode(ask())

    return Response(await server.answered(request, work, server.config.limits.page_seconds), media_type=_JSON)


@contextlib.contextmanager
def _refusing(values: Any = None) -> Iterator[None]:
    """Says what cannot be done: to somebody who sees the text anyhow, but the log of the server repeats nothing."""
    try:
        yield
    except InputError as error:
        raise Refused(409 if error.code in _CONFLICTS else 422, error.code, str(error)) from None


_CONFLICTS = frozenset(
    ("finished", "not-finished", "reason-missing", "refused", "not-proved", "nothing-to-undo", "nothing-to-redo")
)


def _number(request: Request) -> int:
    return int(request.path_params["number"])


async def _values(request: Request) -> dict[str, Any]:
    if request.headers.get("content-type", "").partition(";")[0].strip() != _JSON:
        raise Refused(415, "bad-content-type", "JSON is wanted (application/json)", "content-type")
    values = verbs.decoded(await request.body())
    if not isinstance(values, dict):
        raise Refused(422, "bad-request", "a request must be an object", "body")
    return values


_ROUTES: tuple[tuple[str, str, Endpoint], ...] = (
    (f"{PAGE}/queue", "GET", _queue),
    (f"{PAGE}/rules", "POST", _rules),
    (PAGE + "/export/{kind}", "GET", _export_all),
    (PAGE + "/documents/{number:int}", "GET", _document),
    (PAGE + "/documents/{number:int}/items/{item:int}", "GET", _card),
    (PAGE + "/documents/{number:int}/acts", "POST", _act),
    (PAGE + "/documents/{number:int}/weigh", "POST", _weigh),
    (PAGE + "/documents/{number:int}/equal", "POST", _equal),
    (PAGE + "/documents/{number:int}/export/{kind}", "GET", _export),
)
TEMPLATES = (BEGIN, PAGE, *(template for template, *_ in _ROUTES))
"""The paths of all of them."""


def routes(server: Server) -> list[Route]:
    """The routes of the review page."""
    open_to_all = [
        Route(BEGIN, _here(server, BEGIN, _begin), methods=["POST"]),
        Route(PAGE, _here(server, PAGE, _page), methods=["GET"]),
    ]
    return [
        *open_to_all,
        *(Route(path, _here(server, path, _known(call)), methods=[how]) for path, how, call in _ROUTES),
    ]


def _known(call: Endpoint) -> Callable[[Server, Request], Awaitable[Response]]:
    """An endpoint for who has the cookie of the review."""

    async def endpoint(server: Server, request: Request) -> Response:
        opened = server.reviews.find(request.path_params["id"])
        _check_cookie(opened, request)
        return await call(server, opened, request)

    return endpoint


def _here(
    server: Server, template: str, call: Callable[[Server, Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that is answered by the process that has the review."""

    async def endpoint(request: Request) -> Response:
        request.scope[ROUTE] = template
        there = keeper(request, len(server.peers), server.number) if server.peers else server.number
        if there != server.number:
            request.scope[ROUTE] = ELSEWHERE
            return await forwarded(request, server.peers[there])
        return await call(server, request)

    return endpoint
