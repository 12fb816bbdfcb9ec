"""The start page: a text or a document goes in, and what becomes of it is shown beside it, with all that is claimed.

Tables need nothing of their own here: the page asks what their columns are and hands in a job, as any program does.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sfumato.io.stopping import stoppable
from sfumato.sanitizing.result import why
from sfumato.server import documents, static, verbs
from sfumato.server.errors import Refused, refusal_of
from sfumato.server.gate import ROUTE, START
from sfumato.server.work import Stop
from sfumato.service import Engine, Sanitized, SanitizeRequest
from sfumato.verifying.verdict import caution, faults, standing, verdict

if TYPE_CHECKING:
    from sfumato.server.app import Server

TEXT, DOCUMENT = "/start/text", "/start/document"
TEMPLATES = (START, TEXT, DOCUMENT)
"""The paths of the page."""
_JSON = "application/json"


def routes(server: Server) -> list[Route]:
    """The page itself, and what it asks about a text."""

    async def page(request: Request) -> Response:
        request.scope[ROUTE] = START
        return static.page("start.html")

    async def text(request: Request) -> Response:
        request.scope[ROUTE] = TEXT
        if documents.media_type(request.headers.get("content-type", "")) != _JSON:
            raise Refused(415, "bad-content-type", "JSON is wanted (application/json)", "content-type")
        body = await request.body()

        def work(stop: Stop) -> bytes:
            values = verbs.decoded(body)
            if not isinstance(values, dict):
                raise Refused(422, "bad-request", "a request must be an object", "body")
            try:
                verbs.check_size(values, server.config.limits)
                asked = SanitizeRequest.from_dict(values)
                with stoppable(stop.is_set):
                    result = verbs.sanitized(server.engine, asked, server.config.limits)
                return msgspec.json.encode(shown(server.engine, asked, result))
            except Exception as error:
                raise refusal_of(error, values) from error

        return Response(await server.answered(request, work, server.config.limits.page_seconds), media_type=_JSON)

    async def document(request: Request) -> Response:
        request.scope[ROUTE] = DOCUMENT
        parts = documents.parts_of(await request.body(), request.headers.get("content-type", ""))

        def work(stop: Stop) -> bytes:
            made = documents.made_safe(server.engine, parts, server.config.limits, stop)
            told = shown(server.engine, made.asked, made.result)
            return msgspec.json.encode(told | {"document": base64.b64encode(made.data).decode(), "type": made.kind})

        return Response(await server.answered(request, work, server.config.limits.page_seconds), media_type=_JSON)

    return [
        Route(START, page, methods=["GET"]),
        Route(TEXT, text, methods=["POST"]),
        Route(DOCUMENT, document, methods=["POST"]),
    ]


def shown(engine: Engine, asked: SanitizeRequest, result: Sanitized) -> dict[str, Any]:
    """What the page shows of a text made safe: its pieces, and everything about them in words."""
    certificate = result.certificate
    taken = {found.name: found.described for found in engine.secrets(asked, asked.text)}
    secrets = []
    for one in certificate.secrets:
        name, said = standing(one)
        told = {"bits": one.bits, "limit": one.limit, "most": max(one.most, 0.0), "judged": bool(one.documents)}
        secrets.append({"name": name, "taken": taken.get(one.secret, ""), "said": said, **told})
    return {
        "text": result.text,
        "pieces": list(pieces(asked.text, result)),
        "kept": result.utility,
        "holds": certificate.holds and certificate.about != "nothing",
        "claim": verdict(certificate),
        "caution": caution(certificate),
        "faults": list(faults(certificate)),
        "secrets": secrets,
        "review": list(result.review),
        "certificate": certificate.to_dict(),
    }


def pieces(text: str, result: Sanitized) -> Iterator[dict[str, str]]:
    """The original and the safe text side by side: what both have, and what stands there instead and why."""
    whole = {one.secret: one.bits for one in result.certificate.secrets}
    at = 0
    for each in sorted(result.replacements, key=lambda each: each.start):
        if each.start > at:
            yield {"same": text[at : each.start]}
        yield {"old": text[each.start : each.end], "new": each.text, "why": why(each, whole)}
        at = each.end
    if at < len(text):
        yield {"same": text[at:]}
