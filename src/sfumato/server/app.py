"""The application: every route of the server, over one engine."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import import_module
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from sfumato.io.stopping import Stopped, check_stopped, stoppable
from sfumato.knowledge import EMBEDDED, describe
from sfumato.policy import PROFILES, described, shipped
from sfumato.policy.profile import ABOUT
from sfumato.server import documents, review, start, static, tables, verbs
from sfumato.server.config import ServerConfig
from sfumato.server.errors import Refused, refusal_of
from sfumato.server.forward import forwarded, keeper
from sfumato.server.gate import ELSEWHERE, ROUTE, Gate, refuse
from sfumato.server.jobs import Job, Jobs, Working
from sfumato.server.logs import log, placed
from sfumato.server.metrics import Metrics
from sfumato.server.openapi import openapi
from sfumato.server.work import Stop, Workers
from sfumato.service import Engine, SanitizeRequest
from sfumato.types import All, Tell

T = TypeVar("T")
Endpoint = Callable[["Server", Request], Awaitable[Response]]
_JSON = "application/json"
_WARM = "He lives in Miami, and was started on zidovudine in May 1997."
_ABOUT = ("name", "source", "licence", "documents", "terms", "postings", "words_read", "floors", "checksum")
_CODES = {404: ("no-route", "there is nothing here"), 405: ("bad-method", "this is asked by another method")}


class Server:
    """What the routes of one process share: the engine, the threads, the jobs and the counts."""

    def __init__(self, engine: Engine, config: ServerConfig, metrics: Metrics | None = None) -> None:
        self.engine, self.config = engine, config
        self.number = 0
        """Which of the processes this one is."""
        self.peers: tuple[int, ...] = ()
        """The ports by which the processes reach each other, where there are several."""
        self.metrics = metrics or Metrics(templates(config))
        self.reviews = review.Reviews(config.limits)
        self.warm = "no"
        self.ended = threading.Event()
        """Set when nobody is answered any longer."""
        self.workers: Workers
        self.jobs: Jobs
        self.app = Gate(self._starlette(), config, self.metrics, compatible(config))

    def _starlette(self) -> Starlette:
        routes = [
            Route(template, self._endpoint(template, call), methods=[method])
            for template, method, call in ROUTES
            if template != "/metrics" or self.config.metrics
        ]
        if self.config.compat == "presidio":
            routes += _presidio().routes(self.engine, self._done)
        routes += [static.route(), *review.routes(self), *start.routes(self)]
        handlers: Any = {Refused: _refused, HTTPException: _http_error, Exception: _unforeseen}
        app = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)
        app.router.redirect_slashes = False
        return app

    def _endpoint(self, template: str, call: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            request.scope[ROUTE] = template
            there = keeper(request, len(self.peers), self.number) if self.peers else self.number
            if there != self.number:
                request.scope[ROUTE] = ELSEWHERE
                return await forwarded(request, self.peers[there])
            return await call(self, request)

        return endpoint

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        limits = self.config.limits
        self.reviews.number = self.number
        self.workers = Workers(self.config.threads, limits.waiting, "work")
        self.jobs = Jobs(Workers(1, limits.jobs, "jobs"), limits, f"{self.number}.")
        threading.Thread(target=self.load, name="load", daemon=True).start()
        yield
        self.ended.set()
        self.jobs.close()

    def load(self) -> None:
        """Opens all that the engine needs, so that the first request does not wait for it."""
        if self.warm == "yes":
            return
        try:
            with stoppable(self.ended.is_set):
                self.engine.sanitize(SanitizeRequest(text=_WARM, hide=("HIV",)))
                check_stopped()
            self.warm = "yes"
            log.info("ready")
        except Stopped:
            return
        except Exception as error:
            self.warm = "failed"
            log.error("the engine cannot be loaded: %s", placed(error))

    @property
    def at_work(self) -> bool:
        """Whether a thread is in the midst of something."""
        return bool(self.workers.running or self.jobs.running)

    def close(self) -> None:
        """Ends what would keep connections open, and what is loaded for nobody: the server is stopped."""
        self.ended.set()
        if hasattr(self, "jobs"):
            self.jobs.closing.set()

    # --- what routes do ---

    async def answered(self, request: Request, work: Callable[[Stop], T], seconds: float | None = None) -> T:
        """What work in a thread gives; given up when the client leaves, or after so many seconds."""

        async def gone() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass

        made: T = await self.workers.do(work, seconds or self.config.limits.seconds, gone)
        return made

    async def _done(self, request: Request, make: Callable[[], Response]) -> Response:
        """An answer of a wire format of others, made where all work is done."""

        def work(stop: Stop) -> Response:
            with stoppable(stop.is_set):
                return make()

        return await self.answered(request, work)


def templates(config: ServerConfig) -> list[str]:
    """The paths of all routes, each once."""
    pages = (static.TEMPLATE, *review.TEMPLATES, *start.TEMPLATES)
    return list(dict.fromkeys([*(template for template, *_ in ROUTES), *pages, *compatible(config)]))


def compatible(config: ServerConfig) -> tuple[str, ...]:
    """The paths of the wire format of others that a server speaks, too."""
    return _presidio().PATHS if config.compat == "presidio" else ()


def _presidio() -> Any:
    return import_module("sfumato.server.presidio")


# --- routes about texts and tables ------------------------------------------------------------------------


def _verb(name: str) -> Endpoint:
    async def endpoint(server: Server, request: Request) -> Response:
        body = await _json_body(request)
        limits = server.config.limits

        def work(stop: Stop) -> bytes:
            return msgspec.json.encode(verbs.answer(server.engine, name, verbs.decoded(body), limits, stop))

        return Response(await server.answered(request, work), media_type=_JSON)

    return endpoint


async def _guess(server: Server, request: Request) -> Response:
    """What the columns of a table are, for somebody to check."""
    body = await _json_body(request)

    def work(_: Stop) -> bytes:
        values = verbs.decoded(body)
        if not isinstance(values, dict):
            raise Refused(422, "bad-request", "a request must be an object", "body")
        try:
            return msgspec.json.encode(tables.guessed(server.engine, values))
        except Exception as error:
            raise refusal_of(error, values) from error

    return Response(await server.answered(request, work), media_type=_JSON)


async def _documents(server: Server, request: Request) -> Response:
    """A form with a request and a document; the document comes back, or all of the result where JSON is accepted."""
    body = await request.body()
    parts = documents.parts_of(body, request.headers.get("content-type", ""))
    told = documents.media_type(request.headers.get("accept", "")) == _JSON
    made = documents.Safe(b"", "", None, None)  # type: ignore[arg-type]

    def work(stop: Stop) -> bytes:
        nonlocal made
        made = documents.made_safe(server.engine, parts, server.config.limits, stop)
        if told:
            return made.told
        if not made.data:
            said = "no document is made: what can be read of the new file does not hold; ask for JSON to see why"
            raise Refused(422, "not-proved", said, "document")
        return made.data

    body = await server.answered(request, work)
    holds = "true" if made.result.certificate.holds else "false"
    return Response(body, headers={"content-type": _JSON if told else made.kind, "x-sfumato-holds": holds})


# --- routes about what there is ---------------------------------------------------------------------------


async def _policies(server: Server, request: Request) -> Response:
    policies = {name: found.description.partition("\n")[0] for name, found in shipped().items()}
    return _json({"policies": policies, "profiles": dict(ABOUT)})


async def _policy(server: Server, request: Request) -> Response:
    name = request.path_params["name"]
    if name in PROFILES:
        return _json(described(PROFILES[name]))
    if name not in shipped():
        raise Refused(404, "no-policy", f"there are {', '.join((*shipped(), *PROFILES))}", "name")
    return _json(described(shipped()[name]))


async def _knowledge(server: Server, request: Request) -> Response:
    def work(_: Stop) -> bytes:
        engine = server.engine
        told: dict[str, Any] = {"documents": engine.knowledge.total}
        if engine.config.knowledge is None and not engine.config.background:
            told |= {key: value for key, value in describe(EMBEDDED).items() if key in _ABOUT}
        return msgspec.json.encode(told)

    return Response(await server.answered(request, work), media_type=_JSON)


async def _count(server: Server, request: Request) -> Response:
    """How many documents have each term, and all of them together."""
    body = await _json_body(request)
    limits = server.config.limits

    def work(_: Stop) -> bytes:
        values = verbs.decoded(body)
        terms = values.get("terms") if isinstance(values, dict) and set(values) == {"terms"} else None
        if not isinstance(terms, list) or not terms or not all(isinstance(term, str) for term in terms):
            raise Refused(422, "bad-request", 'a list of terms is wanted: {"terms": ["hiv", "fever"]}', "terms")
        if len(terms) > limits.secrets or max(map(len, terms)) > limits.label:
            raise Refused(422, "too-many-terms", f"at most {limits.secrets} terms, none over {limits.label}", "terms")
        known = server.engine.knowledge
        if not all(map(known.language.normal_form, terms)):
            raise Refused(422, "bad-request", "a term must have a letter or a digit", "terms")
        counts = [known.count(term) for term in terms]
        return msgspec.json.encode({"total": known.total, "counts": counts, "together": known.count(All(*terms))})

    return Response(await server.answered(request, work), media_type=_JSON)


async def _livez(server: Server, request: Request) -> Response:
    return _json({"live": True})


async def _readyz(server: Server, request: Request) -> Response:
    if server.warm == "yes":
        return _json({"ready": True})
    said = "what the engine needs cannot be opened" if server.warm == "failed" else "what the engine needs is opened"
    raise Refused(503, "not-ready", said, again=2)


async def _metrics(server: Server, request: Request) -> Response:
    server.metrics.now(waiting=server.workers.waiting, running=server.workers.running, jobs=len(server.jobs))
    return PlainTextResponse(server.metrics.text(), media_type="text/plain; version=0.0.4")


async def _openapi(server: Server, request: Request) -> Response:
    return _json(openapi())


# --- jobs -------------------------------------------------------------------------------------------------


async def _submit(server: Server, request: Request) -> Response:
    kind = request.headers.get("content-type", "")
    if documents.is_form(kind):
        body = await request.body()
        work = _document_work(server, documents.parts_of(body, kind))
    else:
        body = await _json_body(request)
        work = _verb_work(server, verbs.decoded(body))
    job = server.jobs.add(work, body, request.headers.get("idempotency-key", ""))
    path = f"/v1/jobs/{job.id}"
    return _json({**job.to_dict(), "token": job.token}, 202, {"location": path})


def _verb_work(server: Server, values: Any) -> Working:
    if not isinstance(values, dict) or set(values) != {"verb", "request"} or values["verb"] not in verbs.NAMES:
        said = f'a job is {{"verb": ..., "request": ...}}, where the verb is one of {", ".join(verbs.NAMES)}'
        raise Refused(422, "bad-request", said, "verb")

    def work(stop: Stop, tell: Tell) -> bytes:
        asked, limits = values["request"], server.config.limits
        return msgspec.json.encode(verbs.answer(server.engine, values["verb"], asked, limits, stop, tell))

    return work


def _document_work(server: Server, parts: dict[str, documents.Part]) -> Working:
    def work(stop: Stop, _: Tell) -> bytes:
        return documents.made_safe(server.engine, parts, server.config.limits, stop).told

    return work


async def _state(server: Server, request: Request) -> Response:
    return _json(_job(server, request).to_dict())


async def _events(server: Server, request: Request) -> Response:
    return StreamingResponse(server.jobs.events(_job(server, request)), media_type="text/event-stream")


async def _result(server: Server, request: Request) -> Response:
    return Response(server.jobs.fetch(_job(server, request)), media_type=_JSON)


async def _cancel(server: Server, request: Request) -> Response:
    server.jobs.cancel(_job(server, request))
    return Response(status_code=204)


def _job(server: Server, request: Request) -> Job:
    return server.jobs.find(request.path_params["id"], request.headers.get("x-job-token", ""))


# --- bodies, answers, errors ------------------------------------------------------------------------------


async def _json_body(request: Request) -> bytes:
    if documents.media_type(request.headers.get("content-type", "")) != _JSON:
        raise Refused(415, "bad-content-type", "JSON is wanted (application/json)", "content-type")
    return await request.body()


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers, media_type=_JSON)


async def _refused(request: Request, error: Exception) -> Response:
    return refuse(refusal_of(error), request.scope)


async def _unforeseen(request: Request, error: Exception) -> Response:
    return refuse(refusal_of(error), request.scope)


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    code, message = _CODES.get(status, ("bad-request", "the request cannot be used"))
    answer = refuse(Refused(status, code, message), request.scope)
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


ROUTES: tuple[tuple[str, str, Endpoint], ...] = (
    *((f"/v1/{name}", "POST", _verb(name)) for name in verbs.NAMES),
    ("/v1/guess", "POST", _guess),
    ("/v1/documents", "POST", _documents),
    ("/v1/jobs", "POST", _submit),
    ("/v1/jobs/{id}", "GET", _state),
    ("/v1/jobs/{id}", "DELETE", _cancel),
    ("/v1/jobs/{id}/events", "GET", _events),
    ("/v1/jobs/{id}/result", "GET", _result),
    ("/v1/policies", "GET", _policies),
    ("/v1/policies/{name}", "GET", _policy),
    ("/v1/knowledge", "GET", _knowledge),
    ("/v1/knowledge", "POST", _count),
    ("/livez", "GET", _livez),
    ("/readyz", "GET", _readyz),
    ("/metrics", "GET", _metrics),
    ("/openapi.json", "GET", _openapi),
)
"""Path, method and what is done."""
