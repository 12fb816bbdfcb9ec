"""Pages for people: what browsers fetch comes with the package, and a page may fetch from its own server alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sfumato.server.errors import Refused
from sfumato.server.gate import ROUTE

TEMPLATE = "/static/{name:path}"
"""The path of what pages are made of: `/static/base.css`."""
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
_FRESH = {"cache-control": "no-cache"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of the pages: its bytes, what they are, and a mark by which a browser knows that it has them."""

    data: bytes
    kind: str
    mark: str


@cache
def pieces() -> dict[str, Piece]:
    """All files of the pages by name, read once: no path of a request ever reaches the disk."""
    return dict(_read(files("sfumato.server").joinpath("page"), ""))


def page(name: str) -> Response:
    """A page by its name ("review.html"). No script of it may stand in the page, and none may come from elsewhere."""
    headers = {"content-security-policy": _POLICY, "cache-control": "no-store"}
    return Response(pieces()[name].data, media_type=pieces()[name].kind, headers=headers)


def route() -> Route:
    """The route of what pages are made of. It tells nothing of anybody, and needs no token."""
    return Route(TEMPLATE, _static, methods=["GET"])


async def _static(request: Request) -> Response:
    request.scope[ROUTE] = TEMPLATE
    found = pieces().get(request.path_params["name"])
    if found is None or found.kind == _KINDS[".html"]:
        raise Refused(404, "no-route", "there is nothing here")
    headers = {"etag": found.mark, **_FRESH}
    if request.headers.get("if-none-match") == found.mark:
        return Response(status_code=304, headers=headers)
    return Response(found.data, media_type=found.kind, headers=headers)


def _read(folder: Traversable, before: str) -> list[tuple[str, Piece]]:
    found: list[tuple[str, Piece]] = []
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        suffix = each.name[each.name.rfind(".") :]
        if each.is_dir():
            found += _read(each, f"{before}{each.name}/")
        elif suffix in _KINDS:
            data = each.read_bytes()
            found.append(
                (before + each.name, Piece(data, _KINDS[suffix], f'"{hashlib.sha256(data).hexdigest()[:16]}"'))
            )
    return found
