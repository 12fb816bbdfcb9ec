"""The gate that every request goes through: who asks, from where, how much and how slowly; what is told of it after."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Collection, Mapping
from typing import Any

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sfumato.server.config import ServerConfig, address_of
from sfumato.server.errors import Refused, refusal_of, sentence
from sfumato.server.logs import log, placed
from sfumato.server.metrics import Metrics

ROUTE = "sfumato.route"
"""Where a scope says which route a request took."""
REQUEST = "sfumato.request"
"""Where a scope has the id of a request, which its answer and the log have, too. It is ours: no caller says it."""
ELSEWHERE = "elsewhere"
"""The route of what another process answers, and counts."""
START = "/"
"""The page for people; what it shows of anybody it asks for with the token."""
OPEN = ("/livez", "/readyz", "/health", START)
"""What may be asked without a token: it tells nothing."""
PAGES = ("/static/", "/review/")
"""What paths begin with that need no token either: what pages are made of, and what has a cookie of its own."""
_LOCAL = frozenset(("127.0.0.1", "localhost", "::1"))
_HEADERS = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]
_ID = b"x-request-id"
_SENTENCE = "sfumato.sentence"  # where a scope says that an error is one sentence
_UNREAD = frozenset((401, 403, 408, 413, 415))  # whose bodies may still be on their way


class Gate:
    """Refuses who may not ask, and sends on the others; counts and logs every answer, by its route alone."""

    def __init__(self, app: ASGIApp, config: ServerConfig, metrics: Metrics, compatible: Collection[str] = ()) -> None:
        """`compatible` are the paths of a wire format of others, in which an error is a sentence."""
        self._app, self._config, self._metrics, self._compatible = app, config, metrics, frozenset(compatible)
        self._digest = _digest(config.token) if config.token is not None else None
        own = () if address_of(config.host) in ("0.0.0.0", "::") else (config.host.lower(),)
        self._names = _LOCAL | {name.lower() for name in (*config.names, *own)}
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, id = time.monotonic(), 0, secrets.token_hex(8)
        scope[REQUEST] = id
        if scope["path"] in self._compatible:
            scope[ROUTE], scope[_SENTENCE] = scope["path"], True

        async def answering(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                close = [(b"connection", b"close")] if status in _UNREAD else []
                own = list(message.get("headers", ()))
                said = {name for name, _ in own}
                usual = [each for each in (*_HEADERS, (_ID, id.encode())) if each[0] not in said]
                message = {**message, "headers": [*own, *usual, *close]}
            await send(message)

        self._open += 1
        try:
            self._check(scope)
            await self._app(scope, _measured(receive, scope, self._config), answering)
        except Refused as refused:
            if not status:
                await refuse(refused, scope)(scope, receive, answering)
        except asyncio.CancelledError:  # by a server that ends, and has waited for it long enough
            if not status:
                said = "the server ends before it is done: ask again later"
                await refuse(Refused(503, "ending", said, again=5), scope)(scope, receive, answering)
        except Exception as error:
            log.error("unforeseen %s %s", placed(error), id)
            if not status:
                await refuse(refusal_of(error), scope)(scope, receive, answering)
        finally:
            self._open -= 1
            took, route = time.monotonic() - began, scope.get(ROUTE, "other")
            if route != ELSEWHERE:
                self._metrics.count(route, status, took)
                log.info("%s %d %.0f ms %s", route, status, took * 1000, id)

    def _check(self, scope: Scope) -> None:
        headers = _headers(scope)
        if self._open > self._config.limits.open:
            raise Refused(503, "busy", "too many requests are open: try again later", again=1)
        self._check_host(headers)
        self._check_origin(headers, scope)
        if self._digest is not None and scope["path"] not in OPEN and not scope["path"].startswith(PAGES):
            scheme, _, given = headers.get("authorization", "").partition(" ")
            token = given.strip() if scheme.lower() == "bearer" else headers.get("x-api-key", "")
            if not hmac.compare_digest(_digest(token), self._digest):
                raise Refused(401, "bad-token", "the token is missing or is another", "authorization")
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > self._config.limits.body:
            raise _too_large(self._config.limits.body)
        if headers.get("content-encoding", "identity").lower() != "identity":
            raise Refused(415, "bad-encoding", "a body is sent as it is, not compressed", "content-encoding")

    def _check_host(self, headers: Mapping[str, str]) -> None:
        """A page of elsewhere whose name was turned to this address still names itself in Host."""
        host = host_of(headers.get("host", ""))
        if host not in self._names and (self._config.is_local or not address_of(host)):
            raise Refused(403, "wrong-host", "the server is not called so", "host")

    def _check_origin(self, headers: Mapping[str, str], scope: Scope) -> None:
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"{scope['scheme']}://{headers.get('host', '').lower()}":
            raise Refused(403, "foreign-origin", "pages of elsewhere may not ask", "origin")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Refused(403, "foreign-origin", "pages of elsewhere may not ask", "sec-fetch-site")


def refuse(refused: Refused, scope: Mapping[str, Any]) -> JSONResponse:
    """The answer to a request that is refused, in the wire format in which it was asked."""
    if scope.get(_SENTENCE):
        return sentence(refused.status, refused.code, refused.message, refused.headers)
    told = refused.to_dict()
    told["error"]["request_id"] = scope[REQUEST]
    return JSONResponse(told, refused.status, headers=refused.headers)


def host_of(header: str) -> str:
    """The name or address of a Host header, without its port.

    >>> host_of("LocalHost:80"), host_of("[::1]:80"), host_of("a:b:c")
    ('localhost', '::1', '')
    """
    if header.startswith("["):
        host, _, port = header[1:].partition("]")
        port = port.removeprefix(":")
    else:
        host, _, port = header.partition(":")
    return host.lower() if not port or (port.isascii() and port.isdecimal()) else ""


def _measured(receive: Receive, scope: Scope, config: ServerConfig) -> Receive:
    """Hands on the body of a request, as long as it is neither too large nor too slow."""
    limits, size, whole = config.limits, 0, False
    until = asyncio.get_running_loop().time() + limits.body_seconds

    async def measured() -> Message:
        nonlocal size, whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise Refused(408, "too-slow", "the body did not come in time", "body") from None
        size += len(message.get("body", b""))
        if size > limits.body:
            raise _too_large(limits.body)
        whole = not message.get("more_body", False)
        return message

    return measured


def _too_large(most: int) -> Refused:
    return Refused(413, "body-too-large", f"a request has at most {most:,} bytes", "body")


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by name; of several of one name the first."""
    found: dict[str, Any] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))
    return found


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
