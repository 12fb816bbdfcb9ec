"""Presidio's two services on our engine, on one port: callers change an address, and perhaps one word.

    app = Starlette(routes=routes(Engine()))

Statuses, keys and error texts are Presidio's; `docs/presidio.md` lists what differs. An error is `{"error": "..."}`,
and the header `X-Sfumato-Error-Code` has its kind. Offsets are code points.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from sfumato.server.errors import sentence
from sfumato.server.presidio.analyzing import analyze, check_language, unforeseen
from sfumato.server.presidio.anonymizing import LISTED, anonymize, deanonymize
from sfumato.server.presidio.operators import DEANONYMIZERS
from sfumato.server.presidio.recognizing import Recognizing, recognizers, supported_entities
from sfumato.server.presidio.refusing import Refused
from sfumato.service import Engine

PATHS = (
    "/health", "/analyze", "/recognizers", "/supportedentities", "/anonymize", "/deanonymize", "/anonymizers",
    "/deanonymizers",
)  # fmt: skip
"""The paths of all routes."""
_NOT_UNDERSTOOD = "The browser (or proxy) sent a request that this server could not understand."
_NO_JSON = "Did not attempt to load JSON data because the request Content-Type was not 'application/json'."
_UP = "Presidio Analyzer service is up\nPresidio Anonymizer service is up"
_FAILED = (
    "The server encountered an internal error and was unable to complete your request. Either the server is "
    "overloaded or there is an error in the application."
)

_Answer = Callable[[Request], Awaitable[Response]]
Doing = Callable[[Request, Callable[[], Response]], Awaitable[Response]]
"""Where the work for an answer is done."""


async def _in_a_thread(_: Request, make: Callable[[], Response]) -> Response:
    return await run_in_threadpool(make)


def routes(engine: Engine, doing: Doing = _in_a_thread) -> list[Route]:
    """The routes of Presidio's analyzer and anonymizer, answered by an engine; `doing` says where it works."""
    recognizing = Recognizing(engine)

    def posted(work: Callable[[Any], Any], read: Callable[[str, bytes], Any]) -> _Answer:
        async def answer(request: Request) -> Response:
            kind, body = request.headers.get("content-type", ""), await request.body()
            return await doing(request, lambda: _told(lambda: work(read(kind, body))))

        return answer

    def listed(request: Request, found: list[str]) -> list[str]:
        language = request.query_params.get("language")
        if language is not None:
            check_language(language, recognizing)
        return found

    return [
        Route("/health", _health, methods=["GET"]),
        Route("/analyze", posted(lambda body: analyze(body, recognizing), _analyzed_json), methods=["POST"]),
        Route("/recognizers", _asked(lambda request: listed(request, recognizers())), methods=["GET"]),
        Route("/supportedentities", _asked(lambda request: listed(request, supported_entities())), methods=["GET"]),
        Route("/anonymize", posted(lambda body: anonymize(body, engine), _anonymized_json), methods=["POST"]),
        Route("/deanonymize", posted(deanonymize, _anonymized_json), methods=["POST"]),
        Route("/anonymizers", _asked(lambda request: LISTED), methods=["GET"]),
        Route("/deanonymizers", _asked(lambda request: [*DEANONYMIZERS]), methods=["GET"]),
    ]


async def _health(request: Request) -> Response:
    return PlainTextResponse(_UP)


def _asked(find: Callable[[Request], Any]) -> _Answer:
    """An endpoint without a body."""

    async def answer(request: Request) -> Response:
        return _told(lambda: find(request))

    return answer


def _told(work: Callable[[], Any]) -> Response:
    """What comes out of some work, or why it was refused."""
    try:
        return Response(json.dumps(work()), media_type="application/json")
    except Refused as refused:
        why = refused
    except Exception as error:
        why = unforeseen(error)
    return sentence(why.status, why.code, why.message)


# --- bodies, as each of the two services takes them -------------------------------------------------------


def _analyzed_json(kind: str, body: bytes) -> Any:
    if not _is_json(kind):
        raise Refused(500, _FAILED, "not-json")
    return _parsed(body, Refused(500, _FAILED, "bad-json"))


def _anonymized_json(kind: str, body: bytes) -> Any:
    if not _is_json(kind):
        raise Refused(415, _NO_JSON, "not-json")
    return _parsed(body, Refused(400, _NOT_UNDERSTOOD, "bad-json"))


def _is_json(kind: str) -> bool:
    name = kind.partition(";")[0].strip().lower()
    return name == "application/json" or (name.startswith("application/") and name.endswith("+json"))


def _parsed(body: bytes, otherwise: Refused) -> Any:
    try:
        return json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise otherwise from None


def _no_constant(name: str) -> Any:
    raise ValueError("no JSON")
